"""Score sheets on a phone: typed, used, kept, changed, forgotten, handed on."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask

from companion.mechanics.scoring.ready_sheets import READY
from companion.mechanics.scoring.sheet import WINNERS, packed, read_sheet
from companion.mechanics.scoring.sheet_lines import KINDS
from tests.sources import ROOT
from tests.web.pages import Page
from tests.web.phones import Phone, everything_kept
from tests.web.test_scripts_in_names import SCRIPTS, tags_of

LANGUAGES = ("en", "it", "fr")
FARM: dict[str, Any] = {
    "name": "Farm",
    "winner": "most",
    "lines": [
        {"label": "Coins", "kind": "number", "detail": ""},
        {"label": "Sheep", "kind": "times", "detail": "3"},
        {"label": "Barns", "kind": "from", "detail": "3: 1, 6: 4"},
        {"label": "Fields", "kind": "most", "detail": "5, 2"},
        {"label": "House", "kind": "choice", "detail": "hut: 1, castle: 5"},
    ],
}
GOLF = {"name": "Golf", "winner": "least", "lines": FARM["lines"][:2]}
FIGURES = {
    "line_1_0": "4",
    "line_2_0": "2",
    "line_3_0": "3",
    "line_4_0": "1",
    "line_5_0": "hut",
    "line_1_1": "1",
    "line_2_1": "1",
    "line_3_1": "7",
    "line_4_1": "6",
    "line_5_1": "castle",
}
"""Anna: 4 + 6 + 1 + 2 + 1 = 14; Bruno: 1 + 3 + 4 + 5 + 5 = 18."""


def as_fields(sheet: dict[str, Any]) -> dict[str, str]:
    """Return a sheet as the fields of the form in which it is typed."""
    lines = enumerate(sheet["lines"], 1)
    fields = {f"{part}_{number}": text for number, row in lines for part, text in row.items()}
    return {"name": sheet["name"], "winner": sheet["winner"], **fields}


def typed_by(phone: Phone, sheet: dict[str, Any]) -> Page:
    """Type a sheet and keep it; return its page."""
    blank = phone.go("/sheets/new/lines")
    return phone.press(blank, "Save the sheet", **as_fields(sheet))


COUNT_AS_0 = '<button form="said">'


def added_up(phone: Phone, sheet: Page, players: int, **typed: str) -> Page:
    """Fill in a sheet's form for so many players, who are chosen first; return the result."""
    form = Page(phone.submit(sheet.form("players"), f"players {players}").text).form("players")
    page = Page(phone.submit(form, "", **typed).text)
    if COUNT_AS_0 in page.html:
        page = Page(phone.submit(page.form("players")).text)
    return page


def as_file(sheet: dict[str, Any], **more: Any) -> bytes:
    head = {"format": "companion score sheet", "version": 1}
    return json.dumps({**head, **sheet, **more}).encode()


def problems(page: Page) -> list[str]:
    """Return the errors that a form reports."""
    (said,) = re.findall(r'<div class="notice" role="alert">(.*?)</div>', page.html, re.DOTALL)
    return [html.unescape(one) for one in re.findall(r"<p>(.*?)</p>", said)]


def test_a_score_sheet_is_made_from_the_first_page_and_scores_a_game(app: Flask) -> None:
    phone = Phone(app)
    home = phone.go("/")
    shelf = phone.go(next(one.href for one in home.links if "Score sheets" in one.text))
    blank = phone.go(shelf.link("New score sheet"))
    sheet = phone.press(blank, "Save the sheet", **as_fields(FARM))

    page = added_up(phone, sheet, 2, name_0="Anna", name_1="Bruno", **FIGURES)

    assert "Bruno wins with 18." in page.text
    for term in (
        "Sheep: 1 × 3 3",
        "Barns: 7, which makes 4 4",
        "Fields: 6, place 1 5",
        "House: castle 5",
    ):
        assert term in page.text, term
    assert "Anna 14" in page.text and "Total 14" in page.text


def test_an_old_sheet_with_steps_still_counts_but_new_ones_cannot_use_them(app: Flask) -> None:
    phone = Phone(app)
    before = [{"label": "Barns", "kind": "steps", "detail": "0: 0, 3: 1, 6: 4"}]
    sheet = phone.go(
        phone.upload("/sheets/file", "sheet", as_file({**FARM, "lines": before})).location
    )

    result = added_up(phone, sheet, 1, line_1_0="4")
    form = phone.go(sheet.link("Edit this sheet")).form("label_1")

    assert "Barns: 4, which makes 4 4" in result.text
    assert "steps" in form.choices["kind_1"] and "steps" not in form.choices["kind_2"]


def test_a_player_without_any_entry_is_asked_about_once_and_not_counted_as_0(app: Flask) -> None:
    phone = Phone(app)
    golf = typed_by(phone, GOLF)
    form = Page(phone.submit(golf.form("players"), "players 3").text).form("players")
    two = {"name_0": "Anna", "line_1_0": "4", "line_1_1": "5", "name_2": "Carla"}

    asked = Page(phone.submit(form, "Who wins?", **two).text)
    counted = Page(phone.submit(asked.form("players")).text)
    filled = Page(phone.submit(asked.form("players"), line_1_2="9").text)
    none = Page(phone.submit(form, "Who wins?", **two, line_1_2="0").text)

    assert "Carla has nothing yet." in asked.text and "wins with" not in asked.text
    assert "#pad-2" in [link.href for link in asked.links]
    assert asked.form("players").fields.items() >= two.items()
    assert "Carla wins with 0." in counted.text and "Carla wins with 0." in none.text
    assert "Anna wins with 4." in filled.text


def test_an_old_link_or_form_still_gives_the_result(app: Flask) -> None:
    phone = Phone(app)
    typed_by(phone, GOLF)

    for zeros in ("", "&line_1_2=0&line_2_2=0", "&line_1_2=&line_2_2="):
        page = phone.go(f"/sheets/1?players=3&line_1_0=4&line_1_1=5&name_2=Carla{zeros}")
        assert "Carla wins with 0." in page.text


def test_a_choice_without_an_answer_is_reported(app: Flask) -> None:
    phone = Phone(app)
    sheet = typed_by(phone, FARM)

    result = added_up(phone, sheet, 2, line_5_1="hut")
    link = urlsplit(result.link("Link to this score"))
    opened = phone.go(f"{link.path}?{link.query}")

    for page in (result, opened):
        assert "House: nothing chosen 0" in page.text and "House: hut 1" in page.text
    assert "castle" in sheet.form("players").choices["line_5_0"]


def test_an_old_link_without_a_choice_means_the_first_one(app: Flask) -> None:
    phone = Phone(app)
    typed_by(phone, FARM)

    page = phone.go("/sheets/1?players=1&line_1_0=2")

    assert "House: hut 1" in page.text
    assert page.form("players").fields["line_5_0"] == "hut"


def test_only_the_wrong_field_of_a_line_is_marked(app: Flask) -> None:
    phone = Phone(app)
    lines = [
        {"label": "House", "kind": "choice", "detail": "hut"},
        {"label": "", "kind": "times", "detail": "3"},
    ]
    blank = phone.go("/sheets/new/lines")

    answer = phone.submit(blank.form("label_1"), "keep", **as_fields({**FARM, "lines": lines}))

    marked = re.findall(r'<(?:input|select)\b[^>]*aria-invalid="true"[^>]*>', answer.text)
    assert [re.findall(r'name="(\w+)"', one) for one in marked] == [["detail_1"], ["label_2"]]
    assert "<details open>" in answer.text


def test_a_button_adds_lines_and_keeps_entries(app: Flask) -> None:
    phone = Phone(app)
    blank = phone.go("/sheets/new/lines")
    typed = {"name": "Farm", "winner": "least", "label_6": "Debts", "detail_2": "3:1"}
    typed |= {"kind_6": "times", "detail_6": "-1"}

    answer = phone.submit(blank.form("label_1"), "More lines", **typed)

    form = Page(answer.text).form("label_1")
    assert answer.status_code == 200 and "label_7" not in blank.form("label_1").fields
    assert {name: form.fields[name] for name in typed} == typed
    assert "label_10" in form.fields and "label_11" not in form.fields


def test_a_sheet_grows_to_twenty_lines_and_no_further(app: Flask) -> None:
    phone = Phone(app)
    page = phone.go("/sheets/new/lines")
    for _ in range(4):
        page = Page(phone.submit(page.form("label_1"), "More lines").text)

    assert "label_20" in page.form("label_1").fields
    assert "label_21" not in page.form("label_1").fields and "More lines" not in page.text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "Line 2: enter what is counted.",
                "Line 3: enter something like “3: 2, 6: 5”, not “3”.",
            ],
        ),
        ("it", ["Riga 2: scrivi che cosa", "Riga 3: scrivi qualcosa come “3: 2, 6: 5”"]),
        ("fr", ["Ligne 2\u00a0: saisissez ce", "Ligne 3\u00a0: saisissez par"]),
    ],
)
def test_errors_are_reported_by_line_and_entries_stay(
    app: Flask, language: str, said: list[str]
) -> None:
    phone = Phone(app, language)
    kept = everything_kept(app)
    lines = [
        {"label": "Coins", "kind": "number", "detail": ""},
        {"label": "", "kind": "times", "detail": "3"},
        {"label": "Barns", "kind": "from", "detail": "3"},
    ]
    typed = as_fields({**FARM, "lines": lines})

    answer = phone.submit(phone.go("/sheets/new/lines").form("label_1"), "keep", **typed)

    page = Page(answer.text)
    assert answer.status_code == 422 and everything_kept(app) == kept
    assert [one.startswith(words) for one, words in zip(problems(page), said, strict=True)] == [
        True,
        True,
    ]
    assert {name: page.form("label_1").fields[name] for name in typed} == typed


def test_a_saved_sheet_is_on_its_devices_first_page(app: Flask) -> None:
    phone, other = Phone(app, address="10.0.0.7"), Phone(app, address="10.0.0.8")
    typed_by(phone, FARM)

    mine, theirs = phone.go("/"), other.go("/")

    assert any(one.href == "/sheets/1" and "Farm" in one.text for one in mine.links)
    assert re.search(r'<svg class="mark c-[a-z]+"', mine.html)
    assert "Farm" not in theirs.text
    for path in ("/sheets/1", "/sheets/1/lines", "/sheets/1/share", "/sheets/1/file"):
        assert other.get(path).status_code == 404, path
    assert "Farm" in Phone(app).go("/").text  # the machine itself


def test_only_its_own_device_edits_and_deletes_a_sheet(app: Flask) -> None:
    phone, other = Phone(app, address="10.0.0.7"), Phone(app, address="10.0.0.8")
    page = typed_by(phone, FARM)
    form = phone.go(page.link("Edit this sheet"))

    changed = phone.press(form, "Save the sheet", name="Big farm", label_1="", label_6="Geese")
    other.post("/sheets/1/forget", {})

    assert phone.at == "/sheets/1" and "Big farm" in changed.text
    assert "Coins" not in changed.text and "Geese" in changed.text
    shelf = phone.press(changed, "Delete Big farm")
    assert "Big farm" not in shelf.text and "Big farm" not in phone.go("/").text


def test_equal_sheets_are_saved_once_up_to_a_limit(app: Flask) -> None:
    phone = Phone(app)
    for number in range(40):
        phone.upload("/sheets/file", "sheet", as_file(FARM, name=f"Farm {number}"))

    again = phone.upload("/sheets/file", "sheet", as_file(FARM, name="Farm 7"))
    refused = phone.upload("/sheets/file", "sheet", as_file(FARM, name="Farm 40"))

    assert again.headers["Location"] == "/sheets/8"
    assert refused.status_code == 422 and "You can save at most 40" in refused.text
    assert len(everything_kept(app)["boxes"]) == 40


def test_a_sheet_is_shared_as_a_file(app: Flask) -> None:
    phone, other = Phone(app, address="10.0.0.7"), Phone(app, address="10.0.0.8")
    typed_by(phone, FARM)

    file = phone.get("/sheets/1/file")
    page = other.go(other.upload("/sheets/file", "sheet", file.data).headers["Location"])

    assert json.loads(file.data)["lines"] == FARM["lines"]
    assert "attachment" in file.headers["Content-Disposition"]
    assert "Farm" in page.text and other.at == "/sheets/2"


def test_a_sheet_is_shared_as_a_qr_code(app: Flask) -> None:
    phone, other = Phone(app, address="10.0.0.7"), Phone(app, address="10.0.0.8")
    page = typed_by(phone, FARM)
    share = phone.go(page.link("Share"))
    address = urlsplit(share.link("Link to it"))

    there = other.go(f"{address.path}?{address.query}")
    kept = other.press(there, "Save this sheet")

    assert "<svg" in share.html.partition('class="qr whole-sheet"')[2]
    assert len(address.geturl()) < 1500
    assert "Sheep × 3" in there.text and "Farm" in kept.text
    assert "Farm" in other.go("/").text


def test_a_sheet_is_not_called_too_long_where_no_address_is_known(app: Flask) -> None:
    answer = Phone(app).client.get("/sheets/victory/share", base_url="http://games.example.org")

    page = Page(answer.text)

    assert page.link("Save as a file") and "too long" not in page.text


def test_a_score_link_contains_its_sheet_and_survives_its_deletion(app: Flask) -> None:
    phone, other = Phone(app, address="10.0.0.7"), Phone(app, address="10.0.0.8")
    sheet = typed_by(phone, FARM)
    result = added_up(phone, sheet, 2, **FIGURES)
    link = urlsplit(result.link("Link to this score"))
    phone.post("/sheets/1/forget", {})

    page = other.go(f"{link.path}?{link.query}")

    assert "Player 2 wins with 18." in page.text
    assert dict(parse_qsl(link.query))["line_4_1"] == "6"
    # From there on its form brings the sheet along.
    again = Page(other.submit(page.form("players"), "", line_1_0="9").text)
    assert "Player 1 wins with 19." in again.text


def test_a_sheet_too_long_for_a_qr_code_is_shared_as_a_file(app: Flask) -> None:
    phone = Phone(app)
    lines = [
        {
            "label": f"{number * 7919 % 1000003:030b}",
            "kind": "choice",
            "detail": long_detail(number),
        }
        for number in range(20)
    ]
    page = typed_by(phone, {**FARM, "lines": lines})

    share = phone.go(page.link("Share"))
    result = added_up(phone, page, 1)

    assert "too long for a QR code" in share.text and "Link to it" not in share.text
    assert urlsplit(result.link("Link to this score")).path == "/sheets/1"


def long_detail(number: int) -> str:
    """Return choices that no packing makes short."""
    return ", ".join(f"{(number + 7) * (part + 11) ** 7 % 10**9:x}: {part}" for part in range(9))


@pytest.mark.parametrize(
    ("content", "status", "words"),
    [
        (b"", 422, "neither a score sheet"),
        (b"{}", 422, "neither a score sheet"),
        (b"[1]", 422, "neither a score sheet"),
        (b'{"format": "companion record", "version": 1}', 422, "neither a score sheet"),
        (as_file(FARM, version="1"), 422, "neither a score sheet"),
        (as_file(FARM, version=2), 422, "newer version"),
        (as_file(FARM, more="x" * 20_000), 422, "neither a score sheet"),
        (as_file(FARM, name=3), 422, "Enter a name for the sheet."),
        (as_file({**FARM, "lines": "Coins"}), 422, "Enter at least one line."),
        (as_file({**FARM, "lines": FARM["lines"] * 5}), 422, "at most 20 lines"),
        (as_file({**FARM, "lines": [*FARM["lines"], 7]}), 422, "Line 6: "),
        (
            as_file({**FARM, "lines": [{"label": "Sheep", "kind": "sheep"}]}),
            422,
            "Line 1: “sheep” is not one of: number, ",
        ),
    ],
)
def test_an_unreadable_file_is_explained_and_not_saved(
    app: Flask, content: bytes, status: int, words: str
) -> None:
    phone = Phone(app)
    kept = everything_kept(app)

    answer = phone.upload("/sheets/file", "sheet", content)

    assert answer.status_code == status and everything_kept(app) == kept
    assert words in Page(answer.text).text


def test_an_invalid_file_can_be_fixed_in_the_form(app: Flask) -> None:
    phone = Phone(app)
    lines = [
        {"label": "Coins", "kind": "number", "detail": ""},
        {"label": "Sheep", "kind": "times"},
    ]
    page = Page(phone.upload("/sheets/file", "sheet", as_file({**FARM, "lines": lines})).text)

    assert problems(page) == ["Line 2: “number × value” needs details, such as “3”."]
    mended = phone.press(page, "Save the sheet", detail_2="3")
    assert "Sheep × 3" in mended.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", READY)
def test_ready_made_sheets_work_in_every_language_and_can_be_copied(
    app: Flask, language: str, name: str
) -> None:
    phone = Phone(app, language)
    page = phone.go(f"/sheets/{name}")
    result = added_up(phone, page, 2)
    form = phone.go(f"/sheets/{name}/lines").form("label_1")

    kept = phone.submit(form, "keep", name="Ours")

    assert result.html.count('class="place winner ') == 2
    assert kept.status_code == 303 and "Ours" in phone.go("/sheets/").text
    said = str(READY[name].title)
    assert (said in phone.go("/sheets/").text) == (language == "en")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/sheets/99", 404),
        ("/sheets/nothing", 404),
        ("/sheets/given", 400),
        ("/sheets/given?sheet=x", 400),
        ("/sheets/new", 404),
        ("/sheets/1" + "0" * 30, 404),
        ("/sheets/golf?players=3&line_1_0=x", 422),
        ("/sheets/golf?players=11", 422),
        ("/sheets/golf?players=3&line_10_0=1", 400),
        ("/sheets/golf?players=3&sheet=x", 400),
        ("/sheets/golf?" + "x" * 9000, 414),
    ],
)
def test_an_incomplete_link_is_refused_in_a_sentence(app: Flask, path: str, status: int) -> None:
    answer = Phone(app).get(path)

    assert answer.status_code == status
    assert 'class="notice"' in answer.text


def test_negative_numbers_are_accepted_only_where_allowed(app: Flask) -> None:
    phone = Phone(app)

    rounds = phone.get("/sheets/rounds?players=1&line_1_0=−7&line_2_0=2")
    golf = phone.get("/sheets/golf?players=1&line_1_0=-7")

    assert "Player 1 wins with −5." in Page(rounds.text).text
    assert golf.status_code == 422
    assert "inputmode" not in phone.go("/sheets/rounds").html


def test_names_and_labels_are_escaped_everywhere(app: Flask) -> None:
    phone = Phone(app)
    rows = [{"label": text[:30], "kind": "number", "detail": ""} for text in SCRIPTS]
    rows.append({"label": "House", "kind": "choice", "detail": "<script>alert(1): 1, <b>: 2"})
    page = typed_by(phone, {**FARM, "name": "<script>alert(1)</script>", "lines": rows})

    result = added_up(phone, page, 2, name_0=SCRIPTS[1])
    pages = [page.html, result.html, phone.go("/").html, phone.go("/sheets/").html]
    pages += [phone.go(f"/sheets/1/{path}").html for path in ("lines", "share")]

    for body in pages:
        assert tags_of(body) == []
        assert "<script>alert" not in body and "&lt;script&gt;alert" in body


def test_typed_braces_are_shown_unchanged(app: Flask) -> None:
    phone = Phone(app)
    rows = [{"label": "{count} {0}", "kind": "times", "detail": "2"}]
    page = typed_by(phone, {**FARM, "name": "{name}", "lines": rows})

    result = added_up(phone, page, 2, line_1_0="4")

    assert "{count} {0}: 4 × 2 8" in result.text and "{name}" in result.text


def test_a_rate_limited_sheet_keeps_its_entries(app: Flask) -> None:
    phone = Phone(app, address="10.0.0.7")
    for number in range(20):
        typed_by(phone, {**FARM, "name": f"Farm {number}"})

    blank = phone.go("/sheets/new/lines")
    answer = phone.submit(blank.form("label_1"), "keep", **as_fields(FARM))

    assert answer.status_code == 429
    assert Page(answer.text).form("label_1").fields["label_2"] == "Sheep"


def test_a_shared_sheet_that_breaks_the_rules_of_sheets_is_refused(app: Flask) -> None:
    word = packed(read_sheet(FARM))
    phone = Phone(app)

    kept = phone.post("/sheets/given", {"sheet": word[:-4]})

    assert kept.status_code == 400 and not everything_kept(app)["boxes"]


def test_the_example_file_in_the_guide_is_valid(app: Flask) -> None:
    guide = (ROOT / "docs" / "score-sheets.md").read_text("utf-8")
    (shown,) = re.findall(r"```json\n(.*?)```", guide, re.DOTALL)

    answer = Phone(app).upload("/sheets/file", "sheet", shown.encode())

    assert answer.status_code == 303
    assert all(f"`{kind}`" in guide for kind in (*KINDS, *WINNERS))
