#!/usr/bin/env python3
"""Whether a base backup is as its manifest says: `deploy/checked.py /backups/20261118T120000Z`.

What pg_verifybackup does, for builds of Postgres that come without a working one.
"""

import hashlib
import json
import sys
from pathlib import Path


def faults(backup: Path) -> list[str]:
    """Every file that is missing or other than the manifest says."""
    manifest = json.loads((backup / "backup_manifest").read_bytes())
    found = []
    for entry in manifest["Files"]:
        path = backup / entry["Path"]
        if not path.is_file():
            found.append(f"{path} is missing")
        elif hashlib.sha256(path.read_bytes()).hexdigest() != entry["Checksum"]:
            found.append(f"{path} is not as it was")
    return found


if __name__ == "__main__":
    sys.exit("\n".join(faults(Path(sys.argv[1]))) or None)
