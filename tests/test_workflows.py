"""The forge's workflows: pinned, with minimal permissions, and with commands that exist."""

import re
import subprocess
import sysconfig
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_workflows_pass_the_linter() -> None:
    command = [str(Path(sysconfig.get_path("scripts"), "zizmor")), "--offline", "--no-progress"]
    done = subprocess.run(
        [*command, str(ROOT / ".github")], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout


def test_workflow_actions_are_pinned_by_digest_and_version() -> None:
    used = [
        line
        for workflow in WORKFLOWS
        for line in re.findall(r"uses: (.*)", workflow.read_text(encoding="utf-8"))
    ]
    assert len(used) > 10
    pinned = re.compile(r"\.\/|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
    assert [line for line in used if not pinned.match(line)] == []
    versions = {(line.partition("@")[0], line.partition("@")[2]) for line in used}
    assert len(versions) == len({name for name, _ in versions}), "one version of each"


def test_workflows_run_existing_commands_and_scripts() -> None:
    texts = [workflow.read_text(encoding="utf-8") for workflow in WORKFLOWS]
    told = (ROOT / "dev.py").read_text(encoding="utf-8")
    commands = {word for text in texts for word in re.findall(r"dev\.py (\w+)", text)}
    assert commands >= {"docs", "lock", "release", "test"}
    assert [word for word in commands if f'"{word}": {word}' not in told] == []
    scripts = {name for text in texts for name in re.findall(r"tools/\w+\.py", text)}
    assert [name for name in scripts if not (ROOT / name).is_file()] == []


def test_workflows_quote_values_containing_a_colon() -> None:
    """A colon and a space in unquoted words make a file that no forge can read."""
    lines = [line for file in WORKFLOWS for line in file.read_text(encoding="utf-8").splitlines()]
    plain = re.compile(r"""\s*(?:- )?[\w-]+: [^"'|>\[{#\s][^#]*: """)
    assert [line for line in lines if plain.match(line)] == []


def test_workflows_test_the_oldest_supported_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    checks = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    lists = re.findall(r"python: \[(.*)\]", checks)
    assert len(lists) == 2
    assert all(names.startswith(f'"{oldest}"') for names in lists)
