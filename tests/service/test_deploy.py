"""What deploy/ says is there: files parse, commands exist, alarms ask for real metrics."""

import json
import os
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from prometheus_client import REGISTRY

from service import metrics
from service.config import settings
from tests.packages import needed
from tests.running import HOWDAH

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
YAML = [*DEPLOY.rglob("*.yaml"), *DEPLOY.rglob("*.yml")]
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
RUNBOOK = (ROOT / "docs" / "runbook.md").read_text()


def documents(path: Path) -> list[Any]:
    return [document for document in yaml.safe_load_all(path.read_text()) if document]


def strings(document: Any) -> list[str]:
    match document:
        case dict():
            return [text for value in document.values() for text in strings(value)]
        case list():
            return [text for value in document for text in strings(value)]
        case _:
            return [str(document)]


def commands(document: Any) -> list[list[str]]:
    """Every list under "command" that runs howdah, the ones inside a shell too."""
    if isinstance(document, list):
        return [found for value in document for found in commands(value)]
    if not isinstance(document, dict):
        return []
    found = [words for value in document.values() for words in commands(value)]
    command = document.get("command")
    if isinstance(command, list) and command[:2] == ["sh", "-c"]:
        found += [shlex.split(part) for part in command[2].split("&&")]
    elif isinstance(command, list):
        found.append(command)
    return [words for words in found if words[0] == "howdah"]


def test_every_file_parses():
    assert len(YAML) > 8
    for path in YAML:
        assert documents(path), path


def test_every_howdah_command_in_containers_exists():
    found = [words for path in YAML for document in documents(path) for words in commands(document)]
    found.append(json.loads(re.findall(r"^CMD (.+)$", CONTAINERFILE, re.M)[-1]))
    assert ["howdah", "replay", "--all"] in found
    for _, verb, *options in {tuple(words) for words in found}:
        help_ = subprocess.run([HOWDAH, verb, "--help"], capture_output=True, text=True, check=True)
        assert all(option in help_.stdout for option in options)


def test_the_gate_comes_before_the_migration():
    (job,) = documents(DEPLOY / "kubernetes" / "migrate.yaml")
    pod = job["spec"]["template"]["spec"]
    assert pod["initContainers"][0]["command"] == ["howdah", "replay", "--all"]
    assert pod["containers"][0]["command"] == ["howdah", "migrate"]


def test_every_setting_that_is_given_exists():
    known = {setting.variable for setting in settings()}
    proxy = {"HOWDAH_BIND", "HOWDAH_ONE", "HOWDAH_TWO", "HOWDAH_PASSWORD"}
    for path in DEPLOY.rglob("*"):
        if path.is_file() and path.name not in ("README.md", "requirements.txt"):
            assert set(re.findall(r"HOWDAH_[A-Z_]+", path.read_text())) <= known | proxy, path


def test_the_image_carries_what_it_copies_and_runs_as_nobody_special():
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.M)
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name
    assert re.search(r"^USER 10001:10001$", CONTAINERFILE, re.M)


def test_the_health_check_of_the_image_passes_where_the_service_runs(service):
    command = json.loads(re.search(r"^  CMD (.+)$", CONTAINERFILE, re.M)[1])
    here = [part.replace("http://127.0.0.1:8000", service.url) for part in command]
    assert command[0] == "python"
    subprocess.run([sys.executable, *here[1:]], check=True)
    nobody = [part.replace("127.0.0.1:8000", "127.0.0.1:1") for part in command]
    assert subprocess.run([sys.executable, *nobody[1:]], stderr=subprocess.DEVNULL).returncode


def test_containers_of_the_service_cannot_write_or_gain_rights():
    (compose,) = documents(DEPLOY / "compose.yaml")
    for name in ("one", "two", "migrate"):
        assert compose["services"][name]["read_only"]
        assert compose["services"][name]["cap_drop"] == ["ALL"]
    for name in ("deployment", "migrate"):
        (document,) = documents(DEPLOY / "kubernetes" / f"{name}.yaml")
        pod = document["spec"]["template"]["spec"]
        for container in pod["containers"] + pod.get("initContainers", []):
            assert container["securityContext"]["readOnlyRootFilesystem"]
        assert pod["securityContext"]["runAsNonRoot"]


def test_processes_that_sign_have_the_key_from_outside():
    """They cannot write, so none could make one for itself."""
    (compose,) = documents(DEPLOY / "compose.yaml")
    for name in ("one", "two"):
        given = compose["services"][name]
        assert given["environment"]["HOWDAH_SIGNING_KEY"] == f"/run/secrets/{given['secrets'][0]}"
        assert given["secrets"][0] in compose["secrets"]
    (kustomization,) = documents(DEPLOY / "kubernetes" / "kustomization.yaml")
    (pod,) = documents(DEPLOY / "kubernetes" / "deployment.yaml")
    pod = pod["spec"]["template"]["spec"]
    mounts = {each["name"]: each["mountPath"] for each in pod["containers"][0]["volumeMounts"]}
    volumes = {each["secret"]["secretName"]: each for each in pod["volumes"] if "secret" in each}
    (secret,) = [each for each in kustomization["secretGenerator"] if "files" in each]
    place = f"{mounts[volumes[secret['name']]['name']]}/{secret['files'][0]}"
    assert f"HOWDAH_SIGNING_KEY={place}" in kustomization["configMapGenerator"][0]["literals"]


def test_kustomize_lists_every_manifest():
    (kustomization,) = documents(DEPLOY / "kubernetes" / "kustomization.yaml")
    there = {path.name for path in (DEPLOY / "kubernetes").glob("*.yaml")}
    assert {*kustomization["resources"], "kustomization.yaml"} == there


def test_alarms_and_panels_ask_for_metrics_that_exist():
    assert metrics.COMMANDS
    known = {sample.name for family in REGISTRY.collect() for sample in family.samples}
    known |= {family.name for family in REGISTRY.collect()}
    known |= {f"{family.name}{end}" for family in REGISTRY.collect() for end in ENDS}
    alerts = strings(documents(DEPLOY / "observability" / "alerts.yaml"))
    panels = strings(json.loads((DEPLOY / "observability" / "dashboard.json").read_text()))
    asked = set(re.findall(r"\b(?:howdah|process)_\w+", " ".join(alerts + panels)))
    assert asked <= known
    assert len(asked) > 12


ENDS = ("_total", "_bucket", "_sum", "_count")


def test_every_alarm_has_its_page_in_the_runbook():
    (alerts,) = documents(DEPLOY / "observability" / "alerts.yaml")
    rules = [rule for group in alerts["groups"] for rule in group["rules"]]
    for rule in rules:
        assert f"\n## {rule['alert']}\n" in RUNBOOK
        assert rule["annotations"]["runbook"] == f"docs/runbook.md#{rule['alert'].lower()}"


def test_commands_of_the_runbook_exist():
    for verb in set(re.findall(r"`howdah (\w+)", RUNBOOK)):
        subprocess.run([HOWDAH, verb, "--help"], capture_output=True, check=True)
    for name in set(re.findall(r"`deploy/(\S+?)[ `]", RUNBOOK)):
        assert os.access(DEPLOY / name, os.X_OK), name


def test_scripts_are_sound_shell():
    scripts = [*DEPLOY.rglob("*.sh"), ROOT / ".ci" / "run"]
    assert len(scripts) > 5
    subprocess.run([linter("shellcheck"), *scripts], check=True)


def test_the_containerfile_is_sound():
    subprocess.run([linter("hadolint"), DEPLOY / "Containerfile"], check=True)


def linter(name: str) -> Path:
    """A linter of the test environment, which has them on Linux."""
    path = Path(sys.executable).with_name(name)
    if not path.exists():
        pytest.skip(f"no {name} here: deploy/ is NOT linted")
    return path


def test_the_proxy_takes_its_configuration():
    subprocess.run([*needed("haproxy"), *CHECK, DEPLOY / "haproxy.cfg"], env=PLACES, check=True)


def test_the_proxy_ends_tls_as_its_configuration_says(tmp_path):
    text = (DEPLOY / "haproxy.cfg").read_text()
    (secure,) = re.findall(r"# TLS ends here: (bind .+)", text)
    assert f"    {secure}\n" in (ROOT / "docs" / "security.md").read_text()
    (tmp_path / "tls").mkdir()
    certificate(tmp_path / "tls" / "site.pem")
    secure = secure.replace("/etc/haproxy", str(tmp_path))
    (tmp_path / "haproxy.cfg").write_text(text.replace('bind "${HOWDAH_BIND}"', secure))
    subprocess.run([*needed("haproxy"), *CHECK, tmp_path / "haproxy.cfg"], env=PLACES, check=True)


CHECK = ("-c", "-q", "-f")
PLACES = {"HOWDAH_BIND": "127.0.0.1:1", "HOWDAH_ONE": "127.0.0.1:2", "HOWDAH_TWO": "127.0.0.1:3"}


def certificate(path: Path) -> None:
    """A certificate of ourselves with its key, as the proxy takes them."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "play.cafe.example")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    path.write_bytes(private + made.public_bytes(pem))
