"""The files in `deploy/` start the current command, and give it only the access it needs."""

import json
import re
import shlex
from pathlib import Path

import pytest

from spadille.cli.command_line import command_parser
from spadille.cli.serve import run

DEPLOY = Path(__file__).parents[1] / "deploy"


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def of_container() -> list[str]:
    found = re.search(r"^CMD (\[.*\])$", text_of("Containerfile"), re.MULTILINE)
    assert found
    words: list[str] = json.loads(found[1])
    return words


def of_compose() -> list[str]:
    listed = text_of("compose.yaml").partition("    command:\n")[2].partition("    volumes:")[0]
    words = re.findall(r"^ +- (.*)$", listed, re.MULTILINE)
    usual = [re.sub(r"\$\{\w+:-(.*)\}", r"\1", word) for word in words]
    return [re.sub(r"\$\{.*\}", "spades.example", word) for word in usual]


def of_service() -> list[str]:
    found = re.search(r"^ExecStart=(.*)$", text_of("spadille.service"), re.MULTILINE)
    assert found
    return shlex.split(found[1].replace("%S", "state"))[1:]


@pytest.mark.parametrize("words", [of_container(), of_compose(), of_service()])
def test_deploy_files_start_server_with_existing_options(words: list[str]) -> None:
    arguments = command_parser().parse_args(words)
    assert arguments.run is run
    assert arguments.database.endswith("games.db")


def test_compose_trusts_proxy_in_its_own_subnet() -> None:
    text = text_of("compose.yaml")
    (proxy,) = re.findall(r"--proxy=(.*)", text)
    assert f"subnet: {proxy}" in text


def test_container_context_holds_only_files_of_the_build() -> None:
    brought = re.findall(r"^!(.*)$", text_of("Containerfile.dockerignore"), re.MULTILINE)
    assert [name for name in brought if not (DEPLOY.parent / name).exists()] == []
    assert {"pyproject.toml", "hatch_build.py", "web_build.py", "src", "web"} <= set(brought)
    user = re.search(r"^USER (\d+)$", text_of("Containerfile"), re.MULTILINE)
    assert user
    assert int(user[1]) > 0


def test_container_health_check_asks_healthz() -> None:
    health = text_of("Containerfile").partition("HEALTHCHECK")[2].partition("ENTRYPOINT")[0]
    assert "http://127.0.0.1:8000/healthz" in health  # 503 when they cannot


def test_proxy_with_two_servers_fails_over_to_the_active_one() -> None:
    page = (DEPLOY.parent / "docs" / "hosting" / "postgresql.md").read_text(encoding="utf-8")
    caddy = page.partition("lb_policy first")[2].partition("}")[0]
    # Caddy skips a server only if it is allowed to consider it down in the meantime.
    assert {"lb_try_duration 15s", "fail_duration 3s"} == set(re.findall(r"\S+ \d+s", caddy))


def test_compose_declares_every_network_in_use() -> None:
    text = text_of("compose.yaml")
    named = re.findall(r"^  (\w+):", text.partition("\nnetworks:\n")[2], re.MULTILINE)
    used = ", ".join(re.findall(r"^    networks: \[(.*)\]$", text, re.MULTILINE)).split(", ")
    assert set(used) <= set(named)  # podman-compose stops without it


def test_deploying_page_sets_compose_variable_before_first_command() -> None:
    page = (DEPLOY.parent / "docs" / "deploying.md").read_text(encoding="utf-8")
    (asked,) = re.findall(r"\$\{(\w+):\?", text_of("compose.yaml"))
    first, _, later = page.partition("podman compose")
    assert f"\nexport {asked}=" in first
    assert f"{asked}=spades.example podman" not in later
