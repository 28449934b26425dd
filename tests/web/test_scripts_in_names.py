"""Names, reasons and copies that are scripts: text on every page, and nothing else."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from tests.games.big_shot.big_shot_player import EXAMPLE_COPY, FOLDER
from tests.web.pages import Page
from tests.web.phones import PLACING, Phone, a_record, everything_kept, seated

SCRIPTS = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=a()>",
    "{{7*7777777}}",
    "' onclick='x",
)
PAGES = ("", "?screen=table", "?draft=0", "history", "account", "bank", "invite", "copy")
MORE = ("purse/0", "seats/0", "seats/1", "bankers")


def scripted() -> dict[str, object]:
    """Return a record whose names, lots, colours and reasons are scripts."""
    record = a_record(actions=[*PLACING])
    for seat, name in zip(record["seats"], SCRIPTS, strict=True):
        seat["name"] = name
    copy = json.loads(json.dumps(EXAMPLE_COPY))
    copy["lots"][0]["name"], copy["lots"][2]["name"] = "<u>9</u>", "\"'>&<i>"
    copy["parks"] = [
        {"name": "<u>park</u>", "touches": ["<u>9</u>"]},
        {"name": "park b", "touches": ["\"'>&<i>"]},
    ]
    reason = {"kind": "correct", "source": "bank", "target": "seat 1", "amount": 1}
    record["copy"] = copy
    record["actions"].append({**reason, "reason": "</p><script>alert(2)</script>"})
    return record


def tags_of(html: str) -> list[str]:
    """Return the executable elements and attributes that a name could have injected."""
    page = Page(html)
    return [
        tag
        for tag, given in page.elements
        if (
            tag in ("b", "i", "u", "img", "script")
            and (tag in ("u", "img") or "onerror" in given or "onclick" in given)
            and not (given.get("src") or "").startswith("/static/")
            and given.get("id") != "picture"
        )
        or (tag == "script" and "src" not in given)
    ]


def test_a_name_that_is_a_script_is_text_on_every_page_and_in_every_stream(app: Flask) -> None:
    banker = Phone(app)
    table = banker.bring_back(scripted())
    code = table.split("/")[2]
    bodies = {place: banker.go(table + place).html for place in (*PAGES, *MORE)}
    bodies["home"] = banker.go("/").html
    bodies["join"] = Phone(app).go(f"/j/{code}").html
    stream = banker.client.get(f"/t/{code}/stream")
    bodies["stream"] = next(iter(stream.iter_encoded())).decode()
    stream.close()

    for place, body in bodies.items():
        assert tags_of(body) == [], place
        for raw in ("<script>alert", "<img src=x", "<u>9</u>", "<u>park", "&<i>", "' onclick='"):
            assert raw not in body, place
    assert "alert(2)" in bodies["history"] and "alert(1)" in bodies[""]
    assert "54444439" not in Page(bodies["join"]).text


def test_names_are_escaped_in_scores_chart_and_text(app: Flask) -> None:
    record = json.loads((FOLDER / "four-italian.json").read_text("utf-8"))
    for seat, name in zip(record["seats"], SCRIPTS, strict=True):
        seat["name"] = name
    record.pop("outcome", None)
    banker = Phone(app)
    table = banker.bring_back(record)

    page = banker.go(f"{table}account")
    text = banker.get(f"{table}account.txt")

    assert tags_of(page.html) == [] and "<script>alert" not in page.html
    assert "<polyline" in page.html and SCRIPTS[0] in page.text
    assert text.mimetype == "text/plain" and SCRIPTS[0] in text.text


def test_a_saved_copys_name_is_escaped(app: Flask) -> None:
    phone = Phone(app)
    content = json.dumps(EXAMPLE_COPY).encode()

    answer = phone.upload("/copies/big_shot", "copy", content, "<script>alert(3)<'>.json")
    page = phone.go(answer.headers["Location"])

    assert tags_of(page.html) == [] and "<script>alert(3)" not in page.html
    assert any("alert(3)" in name for name in page.form("name_0").choices["copy_name"])


@pytest.mark.parametrize("text", ["<script>x</script>", '"><img src=x onerror=y>', "{{7*7777777}}"])
def test_refused_input_is_escaped(app: Flask, text: str) -> None:
    table = seated(app, *PLACING)
    phone, kept = table.phones[0], everything_kept(app)

    answers = [
        phone.tap(table, {"kind": text}),
        phone.tap(table, {"kind": text}, htmx=True),
        phone.tap(table, {"kind": "place", "seat": 0, "cubes": [[text, "9"]] * 4}),
        phone.get(f"/join?code={text}"),
        phone.get(f"/new/{text}"),
        phone.get(f"{table.page}?draft={text}"),
        phone.get(f"/t/{table.code}/{text}"),
    ]

    for answer in answers:
        assert text.partition("x")[0] not in answer.text or "{{" in text
        assert tags_of(answer.text) == []
        assert (
            "54444439" not in answer.text.partition("</header>")[2].replace("data-keep", "")[:400]
        )
    assert everything_kept(app) == kept
