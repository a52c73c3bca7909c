"""What the audit of dependencies makes of a report."""

from tests.advisories import Told, read

HOLE = {"id": "PYSEC-2026-7", "fix_versions": ["2.1"], "aliases": [], "description": ""}


def test_a_hole_is_told_with_its_cure():
    report = {"dependencies": [{"name": "elephant", "version": "2.0", "vulns": [HOLE]}]}
    assert read(report) == Told(["elephant 2.0: PYSEC-2026-7, mended in 2.1"], 0, [])


def test_what_could_not_be_asked_about_is_not_taken_for_clean():
    report = {
        "dependencies": [
            {"name": "howdah", "skip_reason": "not found"},
            {"name": "trunk", "version": "1.0", "vulns": []},
        ]
    }
    assert read(report) == Told([], 1, ["howdah"])
