"""What the Containerfile says, done step by step without a container."""

import json
import re
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.embedded import Postgres, Redis
from tests.conftest import scratch, silently
from tests.faults.highly import Machine
from tests.faults.nodes import answers, free_port
from tests.running import wait_for

pytestmark = pytest.mark.timeout(300)

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "deploy" / "Containerfile").read_text().replace("\\\n", " ")
BUILD, FINAL = TEXT.split("FROM ")[1:]


class Image:
    """A directory in which the steps are taken; what is / to the image is inside it."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def inside(self, text: str) -> str:
        return re.sub(r"(?<![\w.])/(opt|build)\b", rf"{self.place}/\1", text)

    def build(self) -> None:
        """The first stage, which must leave everything in /opt/howdah."""
        work = self.place
        for word, rest in re.findall(r"^(WORKDIR|RUN|COPY) (.+)$", BUILD, re.M):
            if word == "WORKDIR":
                work = Path(self.inside(rest))
                work.mkdir(parents=True)
            elif word == "COPY":
                *names, target = rest.split()
                for name in names:
                    copy(
                        ROOT / name, work / target / ("" if target[-1] != "/" else Path(name).name)
                    )
            else:
                named = re.sub(r"^python\b", sys.executable, self.inside(rest))
                subprocess.run(["sh", "-c", named], cwd=work, check=True)

    @property
    def environment(self) -> dict[str, str]:
        (given,) = re.findall(r"^ENV (.+)$", FINAL, re.M)
        pairs = dict(pair.split("=", 1) for pair in given.split())
        path = self.inside(pairs.pop("PATH")).replace("$PATH", "/usr/bin:/bin")
        return {**pairs, "PATH": path}


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def test_the_image_builds_serves_and_stops_when_asked():
    with scratch() as place, ExitStack() as stack:
        serving = Machine(place, "image")
        stack.callback(serving.close)
        postgres, redis = (kind(place, serving.account) for kind in (Postgres, Redis))
        for server in (postgres, redis):
            stack.callback(server.kill)
            server.start(silently)
        image = Image(place)
        image.build()
        port = str(free_port())
        settings = {
            **image.environment,
            "HOWDAH_DATABASE_URL": postgres.url(),
            "HOWDAH_REDIS_URL": redis.url(),
            "HOWDAH_PORT": port,
        }
        serving.run("/usr/bin/env", *json.loads(last("CMD")), **settings)
        url = f"http://127.0.0.1:{port}"
        wait_for(lambda: answers(url) or serving.process.poll() is not None)
        assert serving.process.poll() is None, (place / "image.log").read_text()
        probe = json.loads(re.findall(r"^HEALTHCHECK .* CMD (.+)$", FINAL, re.M)[0])
        here = [word.replace(":8000", f":{port}") for word in probe]
        subprocess.run(["/usr/bin/env", *here], env=image.environment, check=True)
        serving.process.send_signal(signal.Signals[last("STOPSIGNAL")])
        assert serving.process.wait(40) == 0


def last(word: str) -> str:
    """What the last line with this word says."""
    return re.findall(rf"^{word} (.+)$", FINAL, re.M)[-1]
