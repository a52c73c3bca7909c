"""Run a server with no more rights than it needs, for no longer than its parent lives.

A program of its own (`python launch.py ACCOUNT PARENT SIGNAL COMMAND ...`), since what it does to
itself must not be done to the service. It ends by becoming the command, under the same id.
"""

import ctypes
import os
import pwd
import signal
import sys

NEW_USER_NAMESPACE = 0x10000000
PARENT_DEATH_SIGNAL = 1


def follow(parent: int, farewell: int) -> None:
    """Ask the kernel for this signal when the parent ends, however it ends (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PARENT_DEATH_SIGNAL, farewell)
        if os.getppid() != parent:  # it ended before we asked
            os.kill(os.getpid(), signal.SIGKILL)


def become(account: str) -> None:
    """`self`: stay who we are. `masked`: stay so for the disk, yet be nobody in our own eyes.

    Anything else is the number of a user to become for good.
    """
    if account == "masked":
        nobody, user, group = pwd.getpwnam("nobody").pw_uid, os.geteuid(), os.getegid()
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(NEW_USER_NAMESPACE):
            raise OSError(ctypes.get_errno(), "user namespaces are not allowed here")
        for name, text in [
            ("setgroups", "deny"),
            ("uid_map", f"{nobody} {user} 1"),
            ("gid_map", f"{nobody} {group} 1"),
        ]:
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    elif account != "self":
        named = pwd.getpwuid(int(account))
        os.setgroups([])
        os.setgid(named.pw_gid)
        os.setuid(named.pw_uid)


def main(account: str, parent: str, farewell: str, *command: str) -> None:
    become(account)
    follow(int(parent), int(farewell))  # after become: a change of user clears it
    os.execv(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
