"""The page that brings phones to a table follows the machine from network to network."""

from __future__ import annotations

from flask import Flask

from companion.serving.addresses import Address, Reach
from tests.web.phones import Phone, on_wifi, seated, sit


def moved(app: Flask, *ips: str) -> None:
    """Let the machine have these addresses from now on, its own loopback besides."""
    app.extensions["reach"] = on_wifi(*ips)


def test_without_a_network_the_page_never_offers_the_loopback_address(app: Flask) -> None:
    table = seated(app, phones=0)
    moved(app)

    page = table.banker.get(f"/t/{table.code}/invite", Host="127.0.0.1:8000").text
    ways_in = page.partition('id="ways-in"')[2].partition("</section>")[0]

    assert "join a Wi-Fi" in ways_in and "<svg" not in ways_in
    assert "127.0.0.1" not in page


def test_the_qr_code_appears_with_a_network_and_follows_changes(app: Flask) -> None:
    table = seated(app, phones=0)
    path = f"/t/{table.code}/invite/ways"
    moved(app)
    assert table.banker.get(f"{path}?shown=").status_code == 204

    moved(app, "192.168.1.5")
    first = table.banker.get(f"{path}?shown=")
    moved(app, "10.0.0.7")
    then = table.banker.get(f"{path}?shown=http://192.168.1.5:8000")

    assert f"http://192.168.1.5:8000/j/{table.code}" in first.text.replace("<wbr>", "")
    assert f"http://10.0.0.7:8000/j/{table.code}" in then.text.replace("<wbr>", "")
    assert table.banker.get(f"{path}?shown=http://10.0.0.7:8000").status_code == 204


def test_the_code_on_the_big_screen_follows_the_network_too(app: Flask) -> None:
    table = seated(app, phones=0)
    moved(app, "192.168.1.5")
    page = table.banker.get(f"/t/{table.code}/?screen=table").text
    way_in = page.partition('id="way-in"')[2].partition("</span>")[0]
    assert "shown=http://192.168.1.5:8000" in way_in and "<svg" in way_in
    path = f"/t/{table.code}/door?shown=http://192.168.1.5:8000"
    assert table.banker.get(path).status_code == 204

    moved(app, "10.0.0.7")

    assert "shown=http://10.0.0.7:8000" in table.banker.get(path).text


def test_every_other_address_is_shown_with_its_adapter(app: Flask) -> None:
    table = seated(app, phones=0)
    found = [Address("192.168.1.5", "Wi-Fi"), Address("10.0.0.7", "Ethernet 2")]
    app.extensions["reach"] = Reach(8000, read=lambda: found, find_outgoing=lambda: "192.168.1.5")

    page = table.banker.go(f"/t/{table.code}/invite").text

    assert "http://10.0.0.7:8000 (Ethernet 2)" in page


def test_a_lost_banker_is_restored_on_the_server_machine(app: Flask) -> None:
    table = seated(app)
    moved(app, "192.168.1.5")
    here, guest = Phone(app), Phone(app, address="192.168.1.9")
    path = f"/t/{table.code}/bankers"
    offered = here.go(f"/t/{table.code}/invite")
    posted = [form.action for form in guest.go(f"/t/{table.code}/invite").forms]
    assert path not in posted

    refused = guest.post(path, {})
    here.press(offered, "I am the banker here")

    assert refused.status_code == 403
    assert here.device in table.now.bankers and guest.device not in table.now.bankers
    told = "The device that runs Companion is now a banker."
    assert told in table.phones[0].get(f"/t/{table.code}/").text
    assert told in table.phones[0].get(f"/t/{table.code}/history").text


def test_without_a_banker_players_see_what_to_do(shared_app: Flask) -> None:
    """Nothing said what to do, and the Bank page of a player was empty."""
    table = seated(shared_app)
    player = table.phones[0]
    player.address = "192.168.1.9"
    advice = "Is the banker’s device gone? On the computer that runs Companion, open Seats at"

    assert advice in player.go(f"/t/{table.code}/invite").text
    assert advice in player.go(f"/t/{table.code}/bank").text
    assert advice not in table.banker.go(f"/t/{table.code}/invite").text
    assert advice not in table.banker.go(f"/t/{table.code}/bank").text
    assert f"companion banker {table.now.shown_code}" in player.go(f"/t/{table.code}/bank").text


def test_a_players_bank_page_says_who_the_banker_is(shared_app: Flask) -> None:
    table = seated(shared_app, phones=2)
    path = f"/t/{table.code}/bank"
    assert "The banker’s device has no seat." in table.phones[0].go(path).text

    sit(table.banker, table.code, 2)

    assert "Carla’s device is the banker." in table.phones[0].go(path).text


def test_phones_show_at_once_that_no_banker_is_connected(app: Flask) -> None:
    """Where the banker's machine died, nothing said so."""
    table = seated(app, phones=2)
    away = "The banker’s device is not connected."
    places = (table.page, f"{table.page}invite", f"{table.page}bank")
    with table.phones[0].stream(table) as events:
        assert away in next(events)
        assert all(away in table.phones[0].go(place).text for place in places)
        assert away not in table.banker.go(table.page).text

        with table.banker.stream(table):
            assert away not in next(events)
            assert not [place for place in places if away in table.phones[0].go(place).text]

        assert away in next(events)


def test_the_menu_explains_the_big_screen_on_a_television(shared_app: Flask) -> None:
    table = seated(shared_app, phones=1)

    page = table.phones[0].go(table.page)

    said = f"On a TV: open localhost and enter {table.now.shown_code}."
    assert f"Big screen {said}" in page.text


def test_a_demo_game_reports_no_missing_banker(app: Flask) -> None:
    phone = Phone(app)
    page = phone.go(phone.post("/demo", {}).headers["Location"])
    code = phone.at.split("/")[2]

    assert "not connected" not in page.text + phone.go(f"/t/{code}/").text


def test_the_choice_of_seats_updates_when_one_is_taken(app: Flask) -> None:
    """A phone still offered the seat that somebody had taken."""
    table, phone = seated(app, phones=1), Phone(app)
    path = f"/j/{table.code}/seats"
    assert phone.go(f"/j/{table.code}").text
    assert phone.get(f"{path}?taken=0").status_code == 204

    sit(Phone(app), table.code, 1)
    again = phone.get(f"{path}?taken=0")

    assert again.status_code == 200
    assert again.text.count('name="seat"') == 2 and "taken=0.1" in again.text
