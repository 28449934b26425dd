"""``companion doctor`` checks everything that a game evening needs, with one sentence per check."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import create_app
from companion.cli import doctor, main
from companion.cli.doctor import (
    DOUBTFUL,
    GOOD,
    PHONES,
    PORT,
    WRONG,
    Finding,
    confined,
    database,
    failed,
    findings,
    firewall,
    free_space,
    port_found,
    summary,
    the_clock,
    ways_in,
)
from companion.mechanics.language.words import SentenceError
from companion.serving.addresses import NO_NETWORK, Address, Reach, url_of

HOME, DOCKER, VPN = (
    Address("192.168.1.23", "wlan0"),
    Address("172.17.0.1", "docker0", 16),
    Address("10.8.0.2", "tun0", 32),
)


def reach(*addresses: Address, outgoing: Address | None = None) -> Reach:
    """Return the ``Reach`` of a machine with these addresses."""
    leads_out = outgoing.ip if outgoing else None
    return Reach(8000, read=lambda: list(addresses), find_outgoing=lambda: leads_out)


def marks(found: list[Finding]) -> str:
    return "".join(finding.mark for finding in found)


def test_in_a_home_network_the_doctor_finds_an_address_for_phones() -> None:
    (found,) = ways_in(reach(HOME, outgoing=HOME))

    assert (found.mark, str(found.sentence)) == (
        GOOD,
        "Phones can open http://192.168.1.23:8000 (wlan0)",
    )


@pytest.mark.parametrize("addresses", [[], [DOCKER], [VPN], [Address("127.0.0.1", "lo")]])
def test_without_a_shared_network_the_doctor_reports_an_error(addresses: list[Address]) -> None:
    (found,) = ways_in(reach(*addresses))

    assert found.mark == WRONG
    assert "join a Wi-Fi" in str(found.sentence)


def test_a_vpn_beside_the_home_network_is_a_warning_and_comes_second() -> None:
    found = list(ways_in(reach(VPN, HOME, outgoing=VPN)))

    assert marks(found) == GOOD + DOUBTFUL
    assert "VPN" in str(found[-1].sentence)


@pytest.mark.parametrize(
    ("address", "mark"),
    [
        (Address("172.20.10.2", "Apple Mobile Device Ethernet", 28), GOOD),
        (Address("fd12::5", "wlan0", 64), GOOD),
        (Address("130.92.4.5", "eth0", 22), GOOD),
        (Address("192.168.178.20", "vEthernet (External)"), DOUBTFUL),
    ],
    ids=lambda value: getattr(value, "adapter", value),
)
def test_the_doctor_shows_the_address_in_the_qr_code(address: Address, mark: str) -> None:
    machine = reach(Address("127.0.0.1", "lo"), address, outgoing=address)

    assert marks(list(ways_in(machine))) == mark
    assert machine.urls == [url_of(address.ip, 8000)]


def test_a_phones_hotspot_is_not_taken_for_a_vpn() -> None:
    mobile = Address("10.112.7.9", "rmnet_data0", 30)
    found = list(ways_in(reach(Address("192.168.43.1", "wlan0"), mobile, outgoing=mobile)))

    assert found[0].mark == GOOD
    assert "192.168.43.1" in str(found[0].sentence)


@pytest.mark.parametrize(
    ("release", "mark"),
    [("5.15.90.1-microsoft-standard-WSL2", WRONG), ("6.1.0-13-amd64", ""), ("10", "")],
)
def test_linux_inside_windows_is_detected(
    monkeypatch: pytest.MonkeyPatch, release: str, mark: str
) -> None:
    monkeypatch.setattr("platform.release", lambda: release)
    monkeypatch.setattr(doctor, "CONTAINER_FILES", ())

    assert marks(list(confined(8000))) == mark


def test_a_container_is_a_warning_until_its_port_is_published(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("platform.release", lambda: "6.1.0-13-amd64")
    monkeypatch.setattr(doctor, "CONTAINER_FILES", (str(tmp_path),))

    (found,) = confined(8123)

    assert found.mark == DOUBTFUL and "8123" in str(found.sentence)


def test_a_port_used_by_another_program_is_an_error() -> None:
    with closing(socket.create_server(("0.0.0.0", 0))) as held:
        found = port_found(held.getsockname()[1])

    assert found.mark == WRONG
    assert "in use" in str(found.sentence)


def held() -> socket.socket:
    """Return a socket of another program on a port that is free for this test."""
    return socket.create_server(("0.0.0.0", 0))


def test_a_chosen_port_in_use_is_not_offered_to_phones() -> None:
    with closing(held()) as taken:
        found = list(findings(taken.getsockname()[1], is_default=False))

    assert [one.problem for one in found if one.mark == WRONG] == [PORT]
    assert not [one for one in found if "Phones can open" in str(one.sentence)]


def test_the_default_port_in_use_gives_way_to_the_next() -> None:
    with closing(held()) as taken:
        port = taken.getsockname()[1]
        found = list(findings(port, is_default=True))

    assert PORT not in [one.problem for one in found]
    assert f":{port} " not in " ".join(str(one.sentence) for one in found)


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("Windows", "private networks"),
        ("Darwin", "incoming connections"),
        ("Android", "hotspot"),
    ],
)
def test_each_system_has_its_firewall_instructions(system: str, words: str) -> None:
    assert words in str(firewall(system, 8123))


@pytest.mark.parametrize(
    ("settings", "program", "advice"),
    [
        ("ENABLED=yes\n", None, "sudo ufw allow 8123/tcp"),
        ("ENABLED=no\n", "/usr/bin/firewall-cmd", "sudo firewall-cmd --add-port=8123/tcp"),
        ("", None, None),
    ],
)
def test_only_an_installed_firewall_is_mentioned(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    settings: str,
    program: str | None,
    advice: str | None,
) -> None:
    monkeypatch.setattr(doctor, "UFW", tmp_path / "ufw.conf")
    doctor.UFW.write_text(settings)
    monkeypatch.setattr("shutil.which", lambda name: program)

    found = firewall("Linux", 8123)

    assert found is None if advice is None else advice in str(found)


def test_the_summary_names_each_problem_once() -> None:
    fine, doubtful = Finding(NO_NETWORK), Finding(NO_NETWORK, DOUBTFUL)
    lost, busy = failed(NO_NETWORK, PHONES), failed(NO_NETWORK, PORT)

    assert str(summary([fine])) == "No problem found."
    assert "[warn]" in str(summary([fine, doubtful]))
    assert str(summary([lost, doubtful, lost])) == (
        "1 problem found: phones can’t reach this machine"
    )
    assert str(summary([lost, busy])).startswith("2 problems found: ")


@pytest.mark.parametrize(("megabytes", "mark"), [(199, DOUBTFUL), (200, GOOD)])
def test_a_nearly_full_disk_is_a_warning(megabytes: int, mark: str) -> None:
    assert free_space(megabytes * 2**20).mark == mark


def test_a_clock_behind_the_stored_data_is_an_error() -> None:
    assert the_clock(last_tap=1000.0, now=999.0).mark == WRONG
    assert the_clock(last_tap=999.0, now=1000.0).mark == GOOD


def test_the_doctor_checks_the_whole_database_and_names_a_damaged_one(tmp_path: Path) -> None:
    create_app({"DATA_DIR": str(tmp_path)}).extensions["open_tables"].store.engine.dispose()
    file = tmp_path / "companion.sqlite"

    assert marks(list(database(tmp_path))) == GOOD * 2
    file.write_bytes(b"no database")
    with pytest.raises(SentenceError, match="is damaged"):
        list(database(tmp_path))


NO_TABLES = "There are no tables yet. The first start creates the database."


@pytest.mark.parametrize("language", ["en", "it", "fr", "de", "es"])
def test_the_doctor_is_translated_and_fails_only_on_errors(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))

    result = CliRunner().invoke(main, ["doctor"])

    lines = result.stdout.splitlines()
    assert (f"[ok]   {NO_TABLES}" in lines) == (language == "en")
    assert "[warn]" in lines[-2] and lines[-3] == ""
    assert result.exit_code == any(line.startswith(WRONG) for line in lines[:-3])
