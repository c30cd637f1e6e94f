"""The address at which others find a server."""

import socket
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from spadille.server.net.origin import addresses_for_others, is_this_machine, nowhere, page_address
from support.pages import client

FOUND = ("http://192.0.2.7:8000/",)


def listening(host: str, family: socket.AddressFamily = socket.AF_INET) -> socket.socket:
    try:
        return socket.create_server((host, 0), family=family)
    except OSError:
        pytest.skip("this machine has no such address")


def test_page_address_with_ipv6_has_brackets() -> None:
    assert page_address("::1", 8000) == "http://[::1]:8000/"
    assert page_address("localhost", 80) == "http://localhost:80/"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "localhost", "LOCALHOST", "::1"])
def test_loopback_host_is_this_machine(host: str) -> None:
    assert is_this_machine(host)


@pytest.mark.parametrize("host", ["", "192.0.2.1", "::2", "cards.example", "localhost.example"])
def test_other_host_is_not_this_machine(host: str) -> None:
    assert not is_this_machine(host)


def test_server_on_loopback_has_no_address_for_others() -> None:
    with listening("127.0.0.1") as listener:
        assert addresses_for_others(listener) == ()
    assert nowhere() == ()


@pytest.mark.parametrize(("host", "family"), [("0.0.0.0", socket.AF_INET), ("::", socket.AF_INET6)])
def test_server_on_all_interfaces_has_network_address(
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
async def test_reach_request_reveals_addresses_only_to_own_machine(
    tmp_path: Path, host: str, told: list[str]
) -> None:
    async with client(tmp_path / "static", found_at=lambda: FOUND) as http:
        answer = await http.get("/api/reach", headers={"host": host})
        assert answer.json() == {"addresses": told}


@pytest.mark.parametrize("host", ["cards.example", "["])
async def test_reach_request_with_foreign_host_name_is_refused(tmp_path: Path, host: str) -> None:
    async with client(tmp_path / "static", found_at=lambda: FOUND) as http:
        answer = await http.get("/api/reach", headers={"host": host})
        assert answer.json()["code"] == "host/unknown"
