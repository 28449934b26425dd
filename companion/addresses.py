"""The addresses where phones can reach this machine, likeliest first.

A laptop has several: Wi-Fi, cable, a VPN, containers, virtual machines. Phones can open only an
address on a network that they share with it. An adapter is rated by its properties instead of a
list of products. A network for one or two machines (a long prefix) cannot be shared, and adapters
whose names suggest a tunnel or a virtual machine come after those that look like real hardware.
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

from companion.mechanics.words import say
from companion.paths import CannotStart

HOME_NETWORKS = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""Address ranges of homes and hotspots, the most common first."""
CARRIER_NETWORK = IPv4Network("100.64.0.0/10")
"""Mobile carriers and some VPNs; phones never share such a network."""
LONGEST_SHARED_PREFIX = 30
"""A longer prefix has room for at most two machines: a point-to-point link."""
NO_NETWORK = say("No network that phones share: join a Wi-Fi, or let a phone be the hotspot.")
FRESH_SECONDS = 3.0
"""How long a list of addresses is used before it is read again."""

# Windows' own hotspot has a virtual adapter, but phones can join it.
HOTSPOT = re.compile(r"wi-?fi direct|hosted network")
REAL = re.compile(
    # the kernel's names of Wi-Fi, cable, USB, bridges and a phone's own hotspot
    r"^(en|eth|wl|em\d|ap\d|softap|swlan|usb\d|rndis|br\d|bond)"
    # what Windows calls adapters and connections
    r"|wi-?fi|wlan|wireless|802\.11|ethernet|gigabit|\bgbe\b|\blan\b|ndis"
    r"|local area|rete locale|réseau local|área local"
    r"|drahtlos|senza fili|sans fil|inalámbric"
    r"|realtek|intel|broadcom|qualcomm|atheros|mediatek|ralink|marvell"
)
MADE_UP = re.compile(
    r"virtual|tunnel|miniport|vpn|host-only|vethernet"
    # kinds of devices of the kernel: tunnels, containers, virtual machines
    r"|^(u?tun|tap|wg|ppp|ipsec|docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni)"
    # mobile data, where Companion runs on the phone that is the hotspot
    r"|^(rmnet|ccmni|pdp_ip|wwan|clat|v4-)|broadband|cellular"
)

# Reserved for documentation: there is a route to it if there is one to the internet.
ELSEWHERE = ("192.0.2.1", 9)


class Kind(IntEnum):
    """What an address belongs to, likeliest for phones first."""

    REAL = 0
    UNKNOWN = 1
    MADE_UP = 2
    SELF_ASSIGNED = 3
    LOOPBACK = 4


@dataclass(frozen=True, slots=True)
class Address:
    """One address of this machine."""

    ip: str
    adapter: str = ""
    """Name of the network adapter; on Windows its long one."""
    prefix: int = 24
    """Number of bits that identify the network."""

    @property
    def kind(self) -> Kind:
        """Return the kind of the network adapter with this address."""
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

    outgoing: the address from which this machine reaches the internet, if it does. Link-local IPv6
    addresses are left out, and other IPv6 addresses unless there is nothing else.
    """
    known = set(addresses)
    if outgoing is not None and outgoing not in {address.ip for address in known}:
        # Some phones do not let a program list its adapters.
        known.add(Address(outgoing))
    usable = [address for address in known if not _is_ipv6(address)]
    if all(ip_address(address.ip).is_loopback for address in usable):
        usable += [address for address in known if _is_reachable_ipv6(address)]
    return sorted(usable, key=lambda address: _rank(address, outgoing))


def offered(addresses: Sequence[Address], outgoing: str | None = None) -> list[Address]:
    """Return the ranked addresses to show to phones, likeliest first.

    Empty without a network. Virtual adapters alone count only if the route to the internet uses
    one, as in a virtual machine.
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


def _rank(address: Address, outgoing: str | None) -> tuple[Kind, bool, bool, int, int]:
    """Return a sort key: kind, home network, route to the internet, number."""
    ip = ip_address(address.ip)
    found = (place for place, network in enumerate(HOME_NETWORKS) if ip in network)
    network = next(found, len(HOME_NETWORKS))
    is_carriers = ip in CARRIER_NETWORK
    is_foreign = is_carriers or network == len(HOME_NETWORKS)
    return address.kind, is_foreign, address.ip != outgoing, network, int(ip)


def machine_addresses() -> list[Address]:
    """Return all addresses of this machine, or none if the system does not list them."""
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
    """Return the address from which this machine reaches the internet; sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        ip: str = probe.getsockname()[0]
        return ip


@dataclass
class Reach:
    """A server's addresses for phones, read when shown, because networks change."""

    port: int
    """The port that the server listens on."""
    host: str = "0.0.0.0"
    """The address that it listens on. Unless that means all, it is the only one."""
    read: Callable[[], list[Address]] = machine_addresses
    find_outgoing: Callable[[], str | None] = outgoing_ip
    _read_at: float = field(default=float("-inf"), init=False)
    _own: list[Address] = field(default_factory=list, init=False)
    _offered: list[Address] = field(default_factory=list, init=False)

    @property
    def offered(self) -> list[Address]:
        """Return the addresses for phones, likeliest first."""
        self._refresh()
        return self._offered

    @property
    def own_ips(self) -> set[str]:
        """Return all addresses of this machine that the server listens on."""
        self._refresh()
        return {address.ip for address in self._own}

    @property
    def urls(self) -> list[str]:
        """Return the URLs of the addresses for phones."""
        return [url_of(address.ip, self.port) for address in self.offered]

    def _refresh(self) -> None:
        if time.monotonic() - self._read_at <= FRESH_SECONDS:
            return
        outgoing = self.find_outgoing()
        self._own = ranked(self.read(), outgoing)
        if self.host not in ("0.0.0.0", "::", ""):
            adapters = {address.ip: address for address in self._own}
            self._own = [adapters.get(self.host, Address(self.host))]
        self._offered = offered(self._own, outgoing)
        self._read_at = time.monotonic()


def url_of(host: str, port: int) -> str:
    """Return the URL of a host and a port; IPv6 addresses get brackets."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def checked_url(text: str) -> str:
    """Return a URL that the banker entered, without its last slash; raises CannotStart."""
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
