"""An evening of Wizard on a score pad: ten rounds, two players on their phones, and a latecomer.

The banker types the points of everyone else. A wrong number of Dario's is corrected in round 2.
Franco joins in round 4. The totals are added up by hand below.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Page, playwright_api
from tests.browser.sitting import new_game, scan_and_begin
from tests.servers import Server

expect = playwright_api.expect
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena")
ROUNDS = (
    (20, -10, 20, 20, 0),
    (30, 20, -10, 20, -20),
    (-10, 40, 30, -20, 30),
    (20, 20, 50, -10, 0, 40),
    (-20, 30, -10, 40, 20, 20),
    (60, -30, 20, 20, -10, -10),
    (20, 50, -20, 30, 40, 0),
    (-10, 20, 70, -30, 20, 30),
    (40, 20, 30, 20, -40, 60),
    (30, -20, -10, 80, 20, 20),
)
"""The points of each round; Franco's are the last ones from round 4 on."""
WRONG, RIGHT = 200, 20
"""What the banker types for Dario in round 2, and what he has."""
TOTALS = {"Anna": 180, "Bruno": 140, "Carla": 170, "Dario": 170, "Elena": 60, "Franco": 160}


def sit_down(server: Server, device: Callable[..., Page]) -> tuple[Page, list[Page]]:
    """Return the banker's laptop, and the phones of Anna and Bruno."""
    banker = new_game(server, device, "score_pad", 5)
    banker.locator(".standard > summary").click()
    banker.locator("[name=rounds]").fill("10")
    phones = [device(), device()]
    scan_and_begin(banker, phones, NAMES)
    return banker, phones


def tap_points(phone: Page, points: int) -> None:
    """Enter points on the keys of the pad."""
    keys = [*str(abs(points)), *("-" if points < 0 else "")]
    for key in keys:
        phone.locator(f'#entry [data-digit="{key}"]').click()
    expect(phone.locator("#b-enter")).to_contain_text(str(points).replace("-", "−"))
    phone.locator("#b-enter").click()


def type_points(banker: Page, name: str, points: int) -> None:
    """Type the points of the player whose turn it is at the banker's laptop."""
    expect(banker.locator(".who")).to_contain_text(name)
    banker.locator("#points").fill(str(points))
    banker.locator("#points").press("Enter")
    expect(banker.locator(".history, .steps").first).to_contain_text(f"{name}, round")


def join_late(banker: Page, name: str) -> None:
    """Add a player with the banker's tools."""
    banker.locator("#log-tools > summary").click()
    banker.locator("#tool-join_late > summary").click()
    banker.locator("#tool-join_late [name=name]").fill(name)
    banker.locator("#tool-join_late button").click()
    expect(banker.locator(".score-card thead")).to_contain_text(name)


def correct(banker: Page, cell: str, points: int) -> None:
    """Tap a cell, and enter what is right."""
    banker.locator(f'.score-card a[href*="{cell}"]').click()
    banker.locator("#tool-set_points [name=amount]").fill(str(points))
    banker.locator("#tool-set_points button").click()


def play_round(banker: Page, phones: list[Page], number: int, names: tuple[str, ...]) -> None:
    """Enter a round: Anna and Bruno on their phones, the banker everyone else."""
    points = ROUNDS[number - 1]
    expect(phones[0].locator(".waiting")).to_contain_text(f"Round {number}")
    tap_points(phones[0], points[0])
    expect(phones[1].locator(".waiting")).to_contain_text("enter your points")
    tap_points(phones[1], points[1])
    expect(banker.locator(".waiting")).not_to_contain_text("Bruno")
    for name, own in zip(names[2:], points[2:], strict=True):
        is_wrong = (name, number) == ("Dario", 2)
        type_points(banker, name, WRONG if is_wrong else own)


def test_an_evening_of_wizard(server: Server, device: Callable[..., Page]) -> None:
    banker, phones = sit_down(server, device)
    screen = device(width=1280, height=720)
    screen.goto(banker.url + "?screen=table")
    names: tuple[str, ...] = NAMES
    for number in range(1, 11):
        if number == 4:
            join_late(banker, "Franco")
            names = (*NAMES, "Franco")
        play_round(banker, phones, number, names)
        if number == 2:
            expect(screen.locator(".seats li").first).to_contain_text("Dario")
            correct(banker, "for=3&round=2#", RIGHT)
            expect(screen.locator(".score-card")).not_to_contain_text("200")
        if number == 9:
            expect(screen.locator(".turn")).to_contain_text("Round 10 of 10")

    expect(screen.locator(".verdict")).to_contain_text("Anna wins with 180 points")
    for name, total in TOTALS.items():
        place = banker.locator(".places li, .podium li").filter(has_text=name).first
        expect(place).to_contain_text(str(total))
