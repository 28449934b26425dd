"""Which of the machine's addresses the phones of a family are likeliest to reach."""

from __future__ import annotations

import pytest

from companion.addresses import (
    Address,
    checked_url,
    machine_addresses,
    outgoing_ip,
    public_urls,
    ranked,
    url_of,
)
from companion.paths import CannotStart

LOOPBACK = Address("127.0.0.1", "lo")


@pytest.mark.parametrize(
    ("addresses", "outgoing", "expected"),
    [
        pytest.param(
            [("192.168.1.23", "wlp3s0"), ("10.8.0.6", "tun0")],
            "10.8.0.6",
            ["192.168.1.23", "10.8.0.6", "127.0.0.1"],
            id="laptop whose VPN takes all traffic",
        ),
        pytest.param(
            [("192.168.1.23", "en0"), ("10.5.0.2", "utun4"), ("100.101.102.103", "utun5")],
            "192.168.1.23",
            ["192.168.1.23", "10.5.0.2", "100.101.102.103", "127.0.0.1"],
            id="Mac with two VPNs",
        ),
        pytest.param(
            [
                ("172.17.0.1", "docker0"),
                ("172.18.0.1", "br-5f2c9d"),
                ("192.168.122.1", "virbr0"),
                ("10.0.0.7", "eth0"),
            ],
            "10.0.0.7",
            ["10.0.0.7", "192.168.122.1", "172.17.0.1", "172.18.0.1", "127.0.0.1"],
            id="docker host",
        ),
        pytest.param(
            [("10.112.7.9", "rmnet_data0"), ("192.168.43.1", "wlan0")],
            "10.112.7.9",
            ["192.168.43.1", "10.112.7.9", "127.0.0.1"],
            id="Android phone that is the hotspot",
        ),
        pytest.param(
            [("172.20.10.3", "wlan0"), ("169.254.7.8", "eth0")],
            "172.20.10.3",
            ["172.20.10.3", "169.254.7.8", "127.0.0.1"],
            id="laptop on an iPhone's hotspot",
        ),
        pytest.param(
            [
                ("192.168.56.1", "VirtualBox Host-Only Ethernet Adapter"),
                ("172.29.0.1", "Hyper-V Virtual Ethernet Adapter"),
                ("192.168.178.20", "Intel(R) Wi-Fi 6 AX201"),
            ],
            "192.168.178.20",
            ["192.168.178.20", "192.168.56.1", "172.29.0.1", "127.0.0.1"],
            id="Windows with virtual machines",
        ),
        pytest.param(
            [
                ("192.168.137.1", "Microsoft Wi-Fi Direct Virtual Adapter"),
                ("100.64.3.2", "Mobile Broadband"),
            ],
            "100.64.3.2",
            ["192.168.137.1", "100.64.3.2", "127.0.0.1"],
            id="Windows laptop that is the hotspot",
        ),
        pytest.param(
            [("192.168.5.1", "eth1"), ("10.0.0.7", "eth0")],
            "10.0.0.7",
            ["10.0.0.7", "192.168.5.1", "127.0.0.1"],
            id="two cables, one leads out",
        ),
        pytest.param(
            [("172.16.0.9", "eth2"), ("10.0.0.7", "eth1"), ("192.168.5.4", "eth0")],
            None,
            ["192.168.5.4", "10.0.0.7", "172.16.0.9", "127.0.0.1"],
            id="three cables, none leads out",
        ),
        pytest.param(
            [("130.92.4.5", "wlan0"), ("10.8.0.6", "wg0")],
            "130.92.4.5",
            ["130.92.4.5", "10.8.0.6", "127.0.0.1"],
            id="public address on a campus",
        ),
        pytest.param(
            [("fd12::5", "wlan0"), ("fe80::1", "wlan0"), ("::1", "lo")],
            None,
            ["fd12::5", "127.0.0.1"],
            id="IPv6 alone",
        ),
        pytest.param(
            [("192.168.1.23", "wlan0"), ("fd12::5", "wlan0"), ("2001:db8::7", "wlan0")],
            None,
            ["192.168.1.23", "127.0.0.1"],
            id="IPv6 beside IPv4",
        ),
        pytest.param([], None, ["127.0.0.1"], id="no network at all"),
    ],
)
def test_the_likeliest_address_comes_first(
    addresses: list[tuple[str, str]], outgoing: str | None, expected: list[str]
) -> None:
    known = [LOOPBACK, *(Address(ip, adapter) for ip, adapter in addresses)]

    assert [address.ip for address in ranked(known, outgoing)] == expected
    assert [address.ip for address in ranked(reversed(known), outgoing)] == expected


def test_the_outgoing_address_is_known_even_where_adapters_cannot_be_listed() -> None:
    assert ranked([], "192.168.43.1") == [Address("192.168.43.1")]


def test_this_machine_has_its_loopback_address() -> None:
    assert "127.0.0.1" in {address.ip for address in machine_addresses()}


def test_the_outgoing_address_is_one_of_this_machines() -> None:
    assert outgoing_ip() in {None, *(address.ip for address in machine_addresses())}


def test_every_address_becomes_a_url_with_the_port() -> None:
    urls = public_urls(8123)

    assert urls[-1] == "http://127.0.0.1:8123"
    assert all(url.endswith(":8123") for url in urls)


def test_the_bankers_own_url_is_the_only_one() -> None:
    assert public_urls(8000, "https://games.example.org/") == ["https://games.example.org"]


def test_a_server_on_one_address_is_reached_there_alone() -> None:
    assert public_urls(8000, host="192.168.1.23") == ["http://192.168.1.23:8000"]


@pytest.mark.parametrize(
    ("host", "port", "url"),
    [
        ("192.168.1.23", 8000, "http://192.168.1.23:8000"),
        ("192.168.1.23", 80, "http://192.168.1.23"),
        ("fd12::5", 8000, "http://[fd12::5]:8000"),
    ],
)
def test_a_url_is_written_as_browsers_want_it(host: str, port: int, url: str) -> None:
    assert url_of(host, port) == url


@pytest.mark.parametrize(
    "url", ["http://laptop.local:8000", "https://games.example.org", "http://[fd12::5]:8000"]
)
def test_the_url_of_a_site_is_accepted(url: str) -> None:
    assert checked_url(url + "/") == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "games.example.org",
        "ftp://games.example.org",
        "http://",
        "http://:8000",
        "http://host:port",
        "http://host:99999",
        "http://host/companion",
        "http://host/?a=b",
        "http://host/#top",
        "http://anna@host",
        "http://[fd12::5",
    ],
)
def test_what_is_no_site_is_refused(url: str) -> None:
    with pytest.raises(CannotStart, match="not the address of a site"):
        checked_url(url)
