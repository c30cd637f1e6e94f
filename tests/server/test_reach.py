"""The address where others find a server."""

import asyncio
import socket
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from spadille.server.http.reach import addresses_for_others, is_this_machine, nowhere, page_address
from support.pages import client

FOUND = ("http://192.0.2.7:8000/",)


def listening(host: str, family: socket.AddressFamily = socket.AF_INET) -> socket.socket:
    try:
        return socket.create_server((host, 0), family=family)
    except OSError:
        pytest.skip("this machine has no such address")


def test_ipv6_addresses_are_written_for_browsers() -> None:
    assert page_address("::1", 8000) == "http://[::1]:8000/"
    assert page_address("localhost", 80) == "http://localhost:80/"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "localhost", "LOCALHOST", "::1"])
def test_who_asks_so_sits_at_this_machine(host: str) -> None:
    assert is_this_machine(host)


@pytest.mark.parametrize("host", ["", "192.0.2.1", "::2", "cards.example", "localhost.example"])
def test_who_asks_so_comes_from_elsewhere(host: str) -> None:
    assert not is_this_machine(host)


def test_nobody_else_finds_a_server_that_listens_to_its_own_machine() -> None:
    with listening("127.0.0.1") as listener:
        assert addresses_for_others(listener) == ()
    assert nowhere() == ()


@pytest.mark.parametrize(("host", "family"), [("0.0.0.0", socket.AF_INET), ("::", socket.AF_INET6)])
def test_a_server_for_all_is_found_at_an_address_of_its_network(
    host: str, family: socket.AddressFamily
) -> None:
    with listening(host, family) as listener:
        for address in addresses_for_others(listener):
            place = urlsplit(address)
            assert place.port == listener.getsockname()[1]
            assert place.hostname
            assert not ip_address(place.hostname).is_loopback


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("127.0.0.1:8000", list(FOUND)),
        ("localhost", list(FOUND)),
        ("[::1]:8000", list(FOUND)),
        ("192.0.2.7:8000", []),
    ],
)
def test_only_the_machine_itself_learns_addresses_of_its_network(
    tmp_path: Path, host: str, told: list[str]
) -> None:
    async def main() -> None:
        async with client(tmp_path / "static", found_at=lambda: FOUND) as http:
            answer = await http.get("/api/reach", headers={"host": host})
            assert answer.json() == {"addresses": told}

    asyncio.run(main())


@pytest.mark.parametrize("host", ["cards.example", "["])
def test_who_asks_under_the_name_of_another_server_learns_nothing(
    tmp_path: Path, host: str
) -> None:
    async def main() -> None:
        async with client(tmp_path / "static", found_at=lambda: FOUND) as http:
            answer = await http.get("/api/reach", headers={"host": host})
            assert answer.json()["code"] == "host/unknown"

    asyncio.run(main())
