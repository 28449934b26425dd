"""The first load of a phone at a table: the page and everything it names, 42 kB all told."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.bench.first_load import MOST, named_by
from tests.browser.scenes import SCENES
from tests.web.phones import Phone, sit

LANGUAGES = ("en", "fr")


def packed(phone: Phone, path: str) -> int:
    """Return the bytes of an answer by gzip -9."""
    answer = phone.get(path, **{"Accept-Encoding": "gzip"})
    assert answer.status_code == 200, path
    is_packed = answer.headers.get("Content-Encoding") == "gzip"
    return len(gzip.compress(gzip.decompress(answer.data) if is_packed else answer.data, 9))


def pages(app: Flask, record: dict[str, Any]) -> Iterator[tuple[Phone, str]]:
    """Yield the phones of a table's players, one in each language, and the table's page."""
    place = Phone(app).bring_back(record)
    for seat, language in enumerate(LANGUAGES[: len(record["seats"])]):
        phone = Phone(app, language)
        sit(phone, place.split("/")[2], seat)
        yield phone, place


@pytest.mark.parametrize("game", SCENES)
def test_a_phone_in_play_loads_at_most_42_kilobytes(app: Flask, game: str) -> None:
    files: dict[str, int] = {}
    found = []
    for scene, record, _ in SCENES[game]():
        for phone, path in pages(app, record):
            named = named_by(phone.get(path).data)
            files.update({name: packed(phone, name) for name in named if name not in files})
            found.append((packed(phone, path) + sum(files[name] for name in named), scene))

    assert len(files) > 5
    assert max(found)[0] <= MOST * 1000, sorted(found)[-3:]


@pytest.mark.parametrize("game", SCENES)
def test_no_body_of_a_page_links_to_a_style_sheet(app: Flask, game: str) -> None:
    for _, record, _ in SCENES[game]():
        for phone, path in pages(app, record):
            for screen in ("", "?screen=table"):
                _, _, body = phone.get(path + screen).text.partition("<body")
                assert body
                assert 'rel="stylesheet"' not in body, path + screen


# A score sheet has no money.
@pytest.mark.parametrize("game", [game for game in SCENES if game != "score_sheet"])
def test_displayed_money_matches_its_data_attribute(app: Flask, game: str) -> None:
    _, record, _ = next(iter(SCENES[game]()))

    for phone, path in pages(app, record):
        (head,) = re.findall(r'data-money="(-?\d+)"\s*>([^<]*)<', phone.get(path).text)
        assert head[0] == re.sub(r"\s", "", head[1]).replace("−", "-")
