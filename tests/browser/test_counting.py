"""Counting along: a child's phone asks for the new balance before it shows it."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.questions import offences
from tests.browser.scenes import free_bank
from tests.browser.test_for_everybody import violations
from tests.servers import Server

Locator = playwright_api.Locator
expect = playwright_api.expect


def counting(
    server: Server, device: Callable[..., Page], language: str = "en", **options: object
) -> tuple[Page, Page]:
    """Return the banker's page of Bruno's money, and Bruno's phone, which counts along."""
    banker, phone = device(), device(language)
    record = next(scene for name, scene, _ in free_bank())
    options = {**record["options"], **options}
    table = brought_back(banker, server, {**record, "options": options})
    phone.goto(f"{server.url}/j/{table.split('/')[-2]}")
    phone.get_by_role("button", name=re.compile("Bruno")).click()
    expect(phone).to_have_url(table)
    phone.goto(f"{table}purse/1")
    phone.locator("[data-counts]").check()
    phone.goto(table)
    expect(phone.locator("body:not(.is-lost)")).to_be_visible()
    banker.goto(f"{table}purse/1")
    return banker, phone


def answer(form: Locator, typed: str, said: str) -> None:
    """Type an answer, and expect what is said about it."""
    form.locator("input").fill(typed)
    form.get_by_role("button", name="Done").click()
    expect(form.get_by_role("status")).to_have_text(said)


def test_a_child_is_asked_for_the_new_total_and_praised(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, phone = counting(server, device)
    figure, form = phone.locator(".mine .figure"), phone.locator("#count")
    had = int(figure.inner_text())

    banker.get_by_role("button", name="+50", exact=True).click()

    expect(form.locator("b")).to_have_text(f"{had} + 50 = ?")
    expect(figure).to_be_hidden()
    assert violations(phone) + offences(phone, [("small", None)]) == []
    answer(form, str(had + 5), "Not quite. Count again.")
    answer(form, "", "Enter an amount first.")
    expect(figure).to_be_hidden()
    # Read like an amount at the table: with spaces, and as a sum.
    answer(form, f" {had}+50", "Right!")
    expect(figure).to_have_text(str(had + 50))
    expect(figure).to_be_visible()

    # Counting is optional, and the next change is asked for as well.
    banker.get_by_role("button", name="−10", exact=True).click()
    expect(form.locator("b")).to_have_text(f"{had + 50} − 10 = ?")
    form.get_by_role("button", name="Show it").click()
    expect(figure).to_have_text(str(had + 40))
    expect(form).to_be_hidden()


def test_cents_are_counted_and_paid_with_the_comma_of_the_phone(
    server: Server, device: Callable[..., Page]
) -> None:
    banker, phone = counting(server, device, "de", places=2, unit="€")
    figure, form = phone.locator(".mine .figure"), phone.locator("#count")
    had = int(figure.get_attribute("data-money") or 0)

    banker.get_by_role("button", name="+0.50", exact=True).click()
    expect(form.locator("b")).to_have_text(f"{euros(had)} + 0,50 = ?")
    expect(form.locator("input")).to_have_attribute("inputmode", "decimal")
    form.locator("input").fill(euros(had + 50))
    form.locator("[data-judge]").click()
    expect(figure).to_have_text(re.compile(f"^{euros(had + 50)}"))

    for piece in ("Anna", "0,05", "0,50"):
        phone.locator("#move a", has_text=re.compile(rf"{piece}\s*$")).first.click()
    expect(phone.locator("#b-pay [data-sum]")).to_have_text("0,55\xa0€")
    typed = phone.locator("[name='paid.typed']")
    expect(typed).to_have_attribute("inputmode", "decimal")
    typed.fill("0,25")
    phone.locator("#b-pay").click()
    expect(form.locator("b")).to_have_text(f"{euros(had + 50)} − 0,25 = ?")
    form.locator("[data-show]").click()
    expect(figure).to_have_text(re.compile(f"^{euros(had + 25)}"))


def euros(cents: int) -> str:
    return f"{cents // 100},{cents % 100:02}"
