"""The choice of the machine's address that phones in the same Wi-Fi can most likely reach."""

from __future__ import annotations

import time

import pytest

from companion.paths import CannotStart
from companion.serving.addresses import (
    FRESH_SECONDS,
    Address,
    Reach,
    checked_url,
    machine_addresses,
    outgoing_ip,
    ranked,
    url_of,
    worth_offering,
)

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
def test_the_most_likely_address_comes_first(
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


WIFI = ("192.168.1.23", "Intel(R) Wi-Fi 6 AX201 160MHz", 24)


@pytest.mark.parametrize(
    "vpn",
    [
        ("172.16.0.2", "Cloudflare WARP Interface Tunnel", 32),
        ("172.16.0.2", "CloudflareWARP", 32),
        ("10.64.7.9", "Mullvad Tunnel", 32),
        ("10.20.3.4", "PANGP Virtual Ethernet Adapter", 24),
        ("192.168.0.77", "Cisco AnyConnect Virtual Miniport Adapter for Windows x64", 24),
        ("192.168.0.77", "Cisco AnyConnect Secure Mobility Client Connection", 24),
        ("10.20.3.4", "cscotun0", 24),
        ("10.20.3.4", "gpd0", 32),
        ("10.0.85.1", "outline-tun0", 24),
        ("10.8.0.6", "TAP-Windows Adapter V9", 24),
        ("10.8.0.6", "OpenVPN Data Channel Offload", 24),
        ("10.2.0.2", "ProtonVPN", 32),
        ("192.168.100.5", "SonicWall NetExtender", 24),
        ("192.168.100.5", "a name that nobody has heard of", 24),
    ],
    ids=lambda vpn: f"{vpn[1]} /{vpn[2]}",
)
@pytest.mark.parametrize(
    "real",
    [
        WIFI,
        ("10.0.0.7", "en0", 24),
        ("172.20.10.3", "wlp3s0", 28),
        ("10.0.0.7", "Realtek PCIe GbE Family Controller", 24),
        ("10.0.0.7", "Drahtlosnetzwerkadapter", 24),
        ("10.0.0.7", "Scheda di rete senza fili", 24),
        ("10.0.0.7", "Connexion au réseau local", 24),
        ("10.0.0.7", "Adaptador de red inalámbrica", 24),
    ],
    ids=lambda real: str(real[1]),
)
def test_a_vpn_is_never_preferred_even_as_the_default_route(
    vpn: tuple[str, str, int], real: tuple[str, str, int]
) -> None:
    found = worth_offering(ranked([LOOPBACK, Address(*vpn), Address(*real)], vpn[0]), vpn[0])

    assert found[0] == Address(*real)


@pytest.mark.parametrize(
    ("addresses", "outgoing", "expected"),
    [
        pytest.param(
            [("192.168.64.1", "bridge100", 24), ("10.0.0.7", "en0", 24), ("10.5.0.2", "utun4", 32)],
            "10.5.0.2",
            "10.0.0.7",
            id="Mac with a virtual machine and a VPN",
        ),
        pytest.param(
            [("172.20.10.2", "Apple Mobile Device Ethernet", 28)],
            "172.20.10.2",
            "172.20.10.2",
            id="iPhone by cable",
        ),
        pytest.param(
            [("192.168.178.20", "vEthernet (External)", 24)],
            "192.168.178.20",
            "192.168.178.20",
            id="external switch of Hyper-V",
        ),
        pytest.param(
            [("192.168.42.129", "Remote NDIS based Internet Sharing Device", 24)],
            "192.168.42.129",
            "192.168.42.129",
            id="Android phone by cable",
        ),
        pytest.param(
            [("192.168.137.1", "Microsoft Wi-Fi Direct Virtual Adapter #2", 24)],
            None,
            "192.168.137.1",
            id="Windows' own hotspot, no internet",
        ),
        pytest.param([("fd12::5", "wlan0", 64)], None, "fd12::5", id="IPv6 alone"),
        pytest.param([("130.92.4.5", "eth0", 22)], None, "130.92.4.5", id="public address"),
    ],
)
def test_an_unusual_network_that_phones_share_is_offered_first(
    addresses: list[tuple[str, str, int]], outgoing: str | None, expected: str
) -> None:
    found = worth_offering(
        ranked([LOOPBACK, *(Address(*one) for one in addresses)], outgoing), outgoing
    )

    assert found[0].ip == expected


@pytest.mark.parametrize(
    "addresses",
    [
        [],
        [("169.254.7.8", "eth0", 16)],
        [("172.17.0.1", "docker0", 16), ("192.168.122.1", "virbr0", 24)],
        [("192.168.56.1", "VirtualBox Host-Only Ethernet Adapter", 24)],
        [("fe80::1", "wlan0", 64)],
    ],
)
def test_without_a_network_phones_are_offered_no_address(
    addresses: list[tuple[str, str, int]],
) -> None:
    assert worth_offering(ranked([LOOPBACK, *(Address(*one) for one in addresses)])) == []


def test_addresses_are_refreshed_when_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    now, network = [1000.0], [LOOPBACK]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    reach = Reach(8123, read=lambda: list(network), find_outgoing=lambda: None)
    assert reach.urls == []

    network.append(Address(*WIFI))
    now[0] += FRESH_SECONDS + 1

    assert reach.urls == ["http://192.168.1.23:8123"]
    assert reach.own_ips == {"127.0.0.1", "192.168.1.23"}


def test_a_server_bound_to_one_address_offers_only_that() -> None:
    network = [LOOPBACK, Address(*WIFI), Address("10.0.0.7", "eth0")]
    reach = Reach(8000, "10.0.0.7", read=lambda: network, find_outgoing=lambda: None)

    assert reach.urls == ["http://10.0.0.7:8000"]
    assert Reach(8000, "127.0.0.1").urls == []


@pytest.mark.parametrize(
    ("host", "port", "url"),
    [
        ("192.168.1.23", 8000, "http://192.168.1.23:8000"),
        ("192.168.1.23", 80, "http://192.168.1.23"),
        ("fd12::5", 8000, "http://[fd12::5]:8000"),
    ],
)
def test_a_url_is_written_for_browsers(host: str, port: int, url: str) -> None:
    assert url_of(host, port) == url


@pytest.mark.parametrize(
    "url", ["http://laptop.local:8000", "https://games.example.org", "http://[fd12::5]:8000"]
)
def test_a_valid_public_url_is_accepted(url: str) -> None:
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
def test_an_invalid_public_url_is_refused(url: str) -> None:
    with pytest.raises(CannotStart, match="not a website address"):
        checked_url(url)
