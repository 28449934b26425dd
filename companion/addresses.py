"""At which addresses phones can reach this machine, likeliest first.

A laptop has several: Wi-Fi, cable, a VPN, what containers and virtual machines brought along. Only
one that the family's phones share with it is of use, so real networks come before made-up ones.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from urllib.parse import urlsplit

from companion.mechanics.words import say
from companion.paths import CannotStart

HOME_NETWORKS = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""The networks of homes and hotspots, the most usual first."""
CARRIER_NETWORK = IPv4Network("100.64.0.0/10")
"""Mobile carriers and some VPNs; never a network that the phones share."""

NOT_A_LAN = (
    # VPNs, by the names of their interfaces
    *("tun", "tap", "utun", "wg", "ppp", "ipsec", "zt", "tailscale", "nordlynx", "proton"),
    # containers and virtual machines
    *("docker", "br-", "veth", "vmnet", "vboxnet", "virbr", "lxc", "lxdbr", "podman", "cni"),
    # a phone's own mobile data, where the companion runs on the phone that is the hotspot
    *("rmnet", "ccmni", "pdp_ip", "wwan", "clat", "v4-"),
)
NOT_A_LAN_WORDS = (
    *("vpn", "wireguard", "tailscale", "zerotier", "tap-windows"),
    *("virtualbox", "vmware", "vethernet", "hyper-v", "wsl"),
    *("mobile", "cellular"),
)
"""Found anywhere in the long names that Windows gives."""

# Reserved for documentation: there is a route to it wherever there is one to the internet.
ELSEWHERE = ("192.0.2.1", 9)


@dataclass(frozen=True, slots=True)
class Address:
    """One address of this machine, and the name of the network adapter that has it."""

    ip: str
    adapter: str = ""


def public_urls(port: int, public_url: str | None = None, host: str = "0.0.0.0") -> list[str]:
    """Return the URLs under which a server on this port can be reached, likeliest first.

    public_url: the only one, where the banker knows better (a name, a proxy with HTTPS).
    host: the address the server listens on; unless it is all of them, it is the only one.
    Raises CannotStart when public_url is no URL of a whole site.
    """
    if public_url is not None:
        return [checked_url(public_url)]
    if host not in ("0.0.0.0", "::", ""):
        return [url_of(host, port)]
    return [url_of(address.ip, port) for address in ranked(machine_addresses(), outgoing_ip())]


def ranked(addresses: Iterable[Address], outgoing: str | None = None) -> list[Address]:
    """Return the addresses that may be of use, likeliest first and the loopback last.

    outgoing: the address from which this machine reaches the internet, if it does.
    Link-local addresses of IPv6 are left out, and every other IPv6 unless there is nothing else.
    """
    known = set(addresses)
    if outgoing is not None and outgoing not in {address.ip for address in known}:
        # Some phones do not let a program list its adapters.
        known.add(Address(outgoing))
    usable = [address for address in known if not _is_ipv6(address)]
    if all(ip_address(address.ip).is_loopback for address in usable):
        usable += [address for address in known if _is_reachable_ipv6(address)]
    return sorted(usable, key=lambda address: _rank(address, outgoing))


def is_shared(address: Address) -> bool:
    """Tell whether an address is one of a home's network or of a hotspot."""
    ip = ip_address(address.ip)
    return _sort(ip, address.adapter, _home_network(ip)) == 0


def _is_ipv6(address: Address) -> bool:
    return isinstance(ip_address(address.ip), IPv6Address)


def _is_reachable_ipv6(address: Address) -> bool:
    ip = ip_address(address.ip)
    return isinstance(ip, IPv6Address) and not ip.is_loopback and not ip.is_link_local


def _rank(address: Address, outgoing: str | None) -> tuple[int, bool, int, int]:
    """Return how unlikely an address is: its sort, whether it leads out, network, number."""
    ip = ip_address(address.ip)
    network = _home_network(ip)
    return _sort(ip, address.adapter, network), address.ip != outgoing, network, int(ip)


def _home_network(ip: IPv4Address | IPv6Address) -> int:
    """Return the place of an address among the home networks, past the end if in none."""
    found = (place for place, network in enumerate(HOME_NETWORKS) if ip in network)
    return next(found, len(HOME_NETWORKS))


def _sort(ip: IPv4Address | IPv6Address, adapter: str, network: int) -> int:
    """Return 0 for a home network; then public, made-up, self-given; 4 for the machine alone."""
    if ip.is_loopback:
        return 4
    if ip.is_link_local:
        return 3
    if ip in CARRIER_NETWORK or _is_no_lan(adapter.lower()):
        return 2
    return 0 if network < len(HOME_NETWORKS) else 1


def _is_no_lan(adapter: str) -> bool:
    return adapter.startswith(NOT_A_LAN) or any(word in adapter for word in NOT_A_LAN_WORDS)


def machine_addresses() -> list[Address]:
    """Return every address of this machine; none where the system does not tell."""
    import ifaddr

    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    return [
        # An IPv6 address comes as a tuple with its scope.
        Address(ip.ip if isinstance(ip.ip, str) else ip.ip[0], str(adapter.nice_name))
        for adapter in adapters
        for ip in adapter.ips
    ]


def outgoing_ip() -> str | None:
    """Return the address from which this machine reaches the internet; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        ip: str = probe.getsockname()[0]
        return ip


def url_of(host: str, port: int) -> str:
    """Return the URL of a host and a port; an IPv6 address gets its brackets."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def checked_url(text: str) -> str:
    """Return a URL that the banker typed, without its last slash; raises CannotStart."""
    try:
        parts = urlsplit(text.strip())
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole or parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
        raise CannotStart(
            say(
                "“{text}” is not the address of a site; write it like https://games.example.org.",
                text=text,
            )
        )
    return f"{parts.scheme}://{parts.netloc}"
