"""The addresses at which phones can reach this machine, likeliest first.

A laptop has several addresses: Wi-Fi, Ethernet, VPNs, containers, virtual machines. Phones can open
only an address on a network that they share with the laptop.

Network adapters are rated by their properties, not by a list of known products. A network with a
long prefix has room for only one or two machines, so phones cannot share it. Adapters whose names
suggest a tunnel or a virtual machine rank below those that look like real hardware.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from urllib.parse import urlsplit

from companion.mechanics.language.words import say
from companion.paths import CannotStart

HOME_NETWORKS = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""Address ranges of home networks and hotspots, the most common first."""
CARRIER_NETWORK = IPv4Network("100.64.0.0/10")
"""The address range of mobile carriers and some VPNs. Phones never share such a network with this
machine."""
LONGEST_SHARED_PREFIX = 30
"""The longest prefix of a network that phones can share. A network with a longer prefix has room
for at most two machines: it is a point-to-point link."""
NO_NETWORK = say(
    "No network that phones can use: join a Wi-Fi network, or turn on a phone’s hotspot."
)
FRESH_SECONDS = 3.0
"""Seconds for which a list of addresses is reused before it is read again."""

# Windows' own hotspot has a virtual adapter, but phones can join it.
HOTSPOT = re.compile(r"wi-?fi direct|hosted network")
REAL = re.compile(
    # the kernel's names for Wi-Fi, Ethernet, USB, bridges and a phone's own hotspot
    r"^(en|eth|wl|em\d|ap\d|softap|swlan|usb\d|rndis|br\d|bond)"
    # Windows' names for adapters and connections
    r"|wi-?fi|wlan|wireless|802\.11|ethernet|gigabit|\bgbe\b|\blan\b|ndis"
    r"|local area|rete locale|réseau local|área local"
    r"|drahtlos|senza fili|sans fil|inalámbric"
    r"|realtek|intel|broadcom|qualcomm|atheros|mediatek|ralink|marvell"
)
MADE_UP = re.compile(
    r"virtual|tunnel|miniport|vpn|host-only|vethernet"
    # the kernel's names for tunnels, containers and virtual machines
    r"|^(u?tun|tap|wg|ppp|ipsec|docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni)"
    # mobile data, if Companion runs on the phone that provides the hotspot
    r"|^(rmnet|ccmni|pdp_ip|wwan|clat|v4-)|broadband|cellular"
)

# An address reserved for documentation. It has a route if this machine has internet access.
ELSEWHERE = ("192.0.2.1", 9)


class Kind(IntEnum):
    """The kind of network that an address belongs to.

    The kinds are sorted by how likely phones can reach the address, likeliest first.
    """

    REAL = 0
    """An adapter that looks like real hardware."""
    UNKNOWN = 1
    """An adapter with an unfamiliar name."""
    MADE_UP = 2
    """A tunnel, a container, a virtual machine or a carrier's network."""
    SELF_ASSIGNED = 3
    """A link-local address, as on a network without DHCP."""
    LOOPBACK = 4
    """An address that only this machine can reach."""


@dataclass(frozen=True, slots=True)
class Address:
    """One address of this machine."""

    ip: str
    adapter: str = ""
    """The name of the network adapter. On Windows, this is its long name."""
    prefix: int = 24
    """The number of bits that identify the network."""

    @property
    def kind(self) -> Kind:
        """The kind of network that this address belongs to."""
        ip = ip_address(self.ip)
        if ip.is_loopback:
            return Kind.LOOPBACK
        if ip.is_link_local:
            return Kind.SELF_ASSIGNED
        is_narrow = isinstance(ip, IPv4Address) and self.prefix > LONGEST_SHARED_PREFIX
        if is_narrow or ip in CARRIER_NETWORK:
            return Kind.MADE_UP
        name = self.adapter.lower()
        if MADE_UP.search(name) and not HOTSPOT.search(name):
            return Kind.MADE_UP
        return Kind.REAL if REAL.search(name) or HOTSPOT.search(name) else Kind.UNKNOWN


def ranked(addresses: Iterable[Address], outgoing: str | None = None) -> list[Address]:
    """Return the usable addresses, likeliest first and loopback last.

    Link-local IPv6 addresses are left out. Other IPv6 addresses are used only if there is no IPv4
    address except loopback.

    outgoing: the address from which this machine reaches the internet, or None.
    """
    known = set(addresses)
    if outgoing is not None and outgoing not in {address.ip for address in known}:
        # Some phones do not let programs list the network adapters.
        known.add(Address(outgoing))
    usable = [address for address in known if not _is_ipv6(address)]
    if all(ip_address(address.ip).is_loopback for address in usable):
        usable += [address for address in known if _is_reachable_ipv6(address)]
    return sorted(usable, key=lambda address: _sort_key(address, outgoing))


def worth_offering(addresses: Sequence[Address], outgoing: str | None = None) -> list[Address]:
    """Return those of the ranked addresses that are worth showing to phones, likeliest first.

    The list is empty without a network. If all adapters look virtual, it contains only the address
    from which this machine reaches the internet, as in a virtual machine.
    """
    worth = [address for address in addresses if address.kind < Kind.SELF_ASSIGNED]
    if any(address.kind < Kind.MADE_UP for address in worth):
        return worth
    return [address for address in worth if address.ip == outgoing]


def _is_ipv6(address: Address) -> bool:
    return isinstance(ip_address(address.ip), IPv6Address)


def _is_reachable_ipv6(address: Address) -> bool:
    ip = ip_address(address.ip)
    return isinstance(ip, IPv6Address) and not ip.is_loopback and not ip.is_link_local


def _sort_key(address: Address, outgoing: str | None) -> tuple[Kind, bool, bool, int, int]:
    """Return the sort key of an address.

    Addresses are sorted by kind. Within a kind, home networks come first, then the address that
    reaches the internet, then the networks in the order of ``HOME_NETWORKS``.
    """
    ip = ip_address(address.ip)
    found = (place for place, network in enumerate(HOME_NETWORKS) if ip in network)
    network = next(found, len(HOME_NETWORKS))
    is_carriers = ip in CARRIER_NETWORK
    is_foreign = is_carriers or network == len(HOME_NETWORKS)
    return address.kind, is_foreign, address.ip != outgoing, network, int(ip)


def machine_addresses() -> list[Address]:
    """Return all addresses of this machine, or an empty list if the system hides them."""
    import ifaddr

    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    return [
        # An IPv6 address comes as a tuple with its scope.
        Address(
            ip.ip if isinstance(ip.ip, str) else ip.ip[0],
            str(adapter.nice_name),
            ip.network_prefix,
        )
        for adapter in adapters
        for ip in adapter.ips
    ]


def outgoing_ip() -> str | None:
    """Return the address from which this machine reaches the internet, or None.

    No packet is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        ip: str = probe.getsockname()[0]
        return ip


@dataclass
class Reach:
    """The addresses at which phones can reach a server.

    The addresses are read again every few seconds, because networks change.
    """

    port: int
    """The port that the server listens on."""
    host: str = "0.0.0.0"
    """The address that the server listens on, and the only one offered to phones.

    The values "0.0.0.0", "::" and "" mean all addresses of this machine.
    """
    read: Callable[[], list[Address]] = machine_addresses
    """A function that returns all addresses of this machine."""
    find_outgoing: Callable[[], str | None] = outgoing_ip
    """A function that returns this machine's address towards the internet, or None."""
    _read_at: float = field(default=float("-inf"), init=False)
    _own: list[Address] = field(default_factory=list, init=False)
    _offered: list[Address] = field(default_factory=list, init=False)

    @property
    def offered_addresses(self) -> list[Address]:
        """The addresses to show to phones, likeliest first."""
        self._refresh()
        return self._offered

    @property
    def own_ips(self) -> set[str]:
        """All addresses of this machine that the server listens on."""
        self._refresh()
        return {address.ip for address in self._own}

    @property
    def urls(self) -> list[str]:
        """The URLs to show to phones, likeliest first."""
        return [url_of(address.ip, self.port) for address in self.offered_addresses]

    def _refresh(self) -> None:
        if time.monotonic() - self._read_at <= FRESH_SECONDS:
            return
        outgoing = self.find_outgoing()
        self._own = ranked(self.read(), outgoing)
        if self.host not in ("0.0.0.0", "::", ""):
            adapters = {address.ip: address for address in self._own}
            self._own = [adapters.get(self.host, Address(self.host))]
        self._offered = worth_offering(self._own, outgoing)
        self._read_at = time.monotonic()


def url_of(host: str, port: int) -> str:
    """Return the HTTP URL of a host and port, with brackets around an IPv6 address."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def checked_url(text: str) -> str:
    """Return the URL that the user gave as Companion's public address, without a trailing slash.

    Raises CannotStart unless it is an HTTP or HTTPS address without a path.
    """
    try:
        parts = urlsplit(text.strip())
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole or parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
        raise CannotStart(
            say(
                "“{text}” is not a website address. Write it like https://games.example.org.",
                text=text,
            )
        )
    return f"{parts.scheme}://{parts.netloc}"
