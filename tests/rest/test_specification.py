"""The whole specification against the running service, all checks on, links followed."""

import os
import subprocess
import sys
from pathlib import Path

from service.rest.routes import ROUTES
from tests.rest.kit import guest
from tests.running import howdah, started

SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
ASKED = Path(__file__).with_name("schemathesis.toml")


def test_the_service_keeps_to_its_specification(data):
    with started(data) as service, guest(service.url) as player:
        howdah("tenant", "create", "club", data=data)
        key = howdah("token", "issue", "club", data=data).stdout.strip()
        token = player.http.headers["authorization"].removeprefix("Bearer ")
        run = subprocess.run(
            [SCHEMATHESIS, "--config-file", ASKED, "run", f"{service.url}/openapi.json"],
            env={**os.environ, "PLAYER_TOKEN": token, "TENANT_KEY": key, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            timeout=480,
            check=False,
        )
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"Tested: {len(ROUTES)}" in run.stdout
    assert "✅  Stateful" in run.stdout
