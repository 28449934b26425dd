"""The layout of every page, checked in several languages and sizes.

Each page is opened once per language and checked with all questions in each size. ``LOOKS`` lists
the questions to single pages, and ``general`` those to every page. `make test` uses French and
German, which have the longest words, and English where no other language is named, without the
largest screens; `make test-all` uses every language and size.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import pytest

from companion.games.big_deal.box import PACKINGS
from companion.games.monopoly.board import LANGUAGES as BOARDS
from companion.games.monopoly.board import classic_board
from companion.games.monopoly.copy import board_from_record
from companion.web.requests.language import LANGUAGES
from tests.browser import monopoly_scenes as monopoly
from tests.browser.conftest import Page, brought_back, posted
from tests.browser.monopoly_scenes import ANNA, at, roll
from tests.browser.questions import offences
from tests.browser.scenes import SCENES, SCORES, SHEETS, menus, recorded, then, until
from tests.extent import choose
from tests.servers import Server

Record = dict[str, Any]


class Size(NamedTuple):
    """A screen, with its size in CSS pixels."""

    width: int
    height: int
    letters: str = ""
    """The font size, "" for the usual one."""
    scheme: Literal["light", "dark"] = "light"
    """The preferred theme."""


NARROW, PHONE, SIDEWAYS = Size(320, 640), Size(390, 844), Size(844, 390)
DARK = Size(390, 844, scheme="dark")
LARGE_LETTERS, LARGEST_LETTERS = Size(390, 640, "200%"), Size(320, 640, "200%")
LARGER_LETTERS = Size(390, 640, "150%")
LAPTOP, TABLET, TELEVISION = Size(1280, 720), Size(1024, 768), Size(1920, 1080)
TALL, SMALL_TELEVISION = Size(1280, 810), Size(1024, 600)
DESK = Size(1280, 800)
RARE = (DESK, LARGER_LETTERS, LARGEST_LETTERS, SMALL_TELEVISION)
"""Sizes in which single pages are checked."""
SIZES = choose(
    check=(NARROW, DARK),
    test=(NARROW, PHONE, DARK, LARGE_LETTERS, SIDEWAYS, LAPTOP, *RARE),
    full=(NARROW, PHONE, DARK, LARGE_LETTERS, SIDEWAYS, LAPTOP, *RARE, TALL, TABLET, TELEVISION),
)
EVERY = tuple(LANGUAGES)
HERE = choose(check=("en",), test=("fr", "de"), full=EVERY)
"""The languages of this run, for questions that name one of them."""
GENERAL = choose(check=("fr",), test=("fr",), full=("fr", "en", "it"))
"""The languages in which every page is checked."""
PROMPTED = choose(check=("fr",), test=("fr", "de", "es"), full=EVERY)
"""The languages in which the length of every prompt is checked."""
NAMED = choose(check=("fr",), test=("fr",), full=("fr", "de", "es"))
"""The languages in which the width of every possible button is checked."""


class Look(NamedTuple):
    """The questions to a page of a scene, "game/name", and the sizes and languages to ask in."""

    scene: str
    path: str
    asked: Mapping[str, object]
    sizes: tuple[Size, ...] = (NARROW,)
    languages: tuple[str, ...] = ("en",)


ALL = "?screen=table"
BUTTONS = "button, .button, .ways a"
OF_THE_BANK = ".picked, .tool button, .tool .button"
ANY_BUTTON = "main :is(button, .button, .set-right, #dice > a)"
SHELF = ".shelf b, .shelf li"
DICE = ".hero-card .die i"
HOUSES, OWNERS = ".shelf s", ".shelf .holder"
COUNTS = "#tool-settle .counts label > span"
FIRST_SAID = ":nth-child(1 of .said) button"
REACHED = "button, a:not(.skip), .tile b, .tiles b, .legend li, .door, .turn span"
TYPE = ".tile b, .tiles b, .terms li, .legend li, .lines li, button, .door a"
TWELVE = ("Bartholomäus", "Massimiliano", "Christophine", "Bernadetta")
"""Names of twelve letters, which are cut nowhere."""
LIKE_PAPER = ("yellow", "white", "black", "brown", "orange", "pink")
LONG_NAMES = ("Alessandria", "Massimilian", "Bernardetta", "Christopher", "Giuseppe", "Federica")


def begun(game: str, name: str) -> Record:
    """Return a recorded game before its first action."""
    return {**recorded(game, name), "actions": []}


def renamed(record: Record, *names: str) -> Record:
    """Return a saved game with other names."""
    seats = [{**seat, "name": name} for seat, name in zip(record["seats"], names, strict=True)]
    return {**record, "seats": seats}


def in_ducats(start: int, bid: int, unit: str = "ducats") -> Record:
    """Return a saved game of the free bank with an open auction in which a bid was made."""
    record = renamed(begun("free_bank", "most-money"), *TWELVE)
    record["options"] = {**record["options"], "currency": unit, "unit": unit, "start": start}
    bids = {"kind": "put_up", "what": "Mill"}, {"kind": "bid", "seat": 0, "amount": bid}
    return then(record, *bids)


def ten_seats() -> Record:
    """Return a saved game of the free bank with ten long names."""
    record = in_ducats(20_000_000, 15_000_000)
    return {
        **record,
        "seats": [{"name": f"{name} {end}"} for end in "IV" for name in LONG_NAMES][:10],
    }


def coloured(record: Record, *colours: str) -> Record:
    """Return a saved game with other colours of the players."""
    seats = zip(record["seats"], colours, strict=False)
    return {**record, "seats": [{**seat, "colours": [colour]} for seat, colour in seats]}


def on_board(record: Record, language: str) -> Record:
    """Return a saved game of Monopoly with the board of a language, or the French one."""
    return {**record, "copy": classic_board(language if language in BOARDS else "fr")}


def all_open() -> Record:
    """Return a saved game of Big Deal with every company open."""
    companies = enumerate(PACKINGS[4].companies)
    groups = [
        {"kind": "set_group", "seat": number % 4, "company": company, "shares": 2}
        for number, company in companies
    ]
    return then(scene("big_deal/bd-actions"), *groups)


def four_open() -> Record:
    """Return a saved game of Big Deal with four companies open, two of them with long names."""
    groups = [
        {"kind": "set_group", "seat": seat, "company": company, "shares": 2}
        for seat, company in ((2, "funparks"), (3, "new_energy"))
    ]
    return then(scene("big_deal/bd-actions"), *groups)


def wide_projects(*names: str) -> Record:
    """Return a saved game of The Big Cheese in which one player works on two wide projects."""
    record = recorded("big_cheese", "six-clockwise")
    cards = {1: "veto", 3: "big_cheese"}
    fixed = [
        {"kind": "set_project", "project": project, "card": card} for project, card in cards.items()
    ]
    return renamed({**record, "actions": [*record["actions"][:24], *fixed]}, *names)


def longest(language: str, is_jailed: bool) -> Record:
    """Return a saved game of Monopoly with Anna on the longest name or in jail, with two keys."""
    names = board_from_record(on_board({}, language)["copy"]).names
    place = max(range(len(names)), key=lambda number: len(str(names[number])))
    jailed = {"kind": "set_jail", "seat": ANNA, "jailed": True, "rolls": 1}
    keys = {"kind": "set_keys", "seat": ANNA, "keys": 2}
    return on_board(monopoly.record(jailed if is_jailed else at(ANNA, place), keys), language)


def dearest(language: str) -> Record:
    """Return a saved game of Monopoly with an auction of the most expensive street."""
    free = {"kind": "set_deed", "position": 39, "owner": None}
    bid = {"kind": "bid", "seat": 3, "amount": 1200}
    bidding = (roll(ANNA, 3, 4), {"kind": "decline", "seat": ANNA}, bid)
    return on_board(monopoly.record(free, at(ANNA, 32), *bidding), language)


MADE: dict[str, Callable[[str], Record]] = {
    "big_cheese/new": lambda _: begun("big_cheese", "six-clockwise"),
    "big_deal/new": lambda _: {**scene("big_deal/bd-deal"), "actions": []},
    "free_bank/new": lambda _: begun("free_bank", "most-money"),
    "score_pad/new": lambda _: begun("score_pad", "ten-rounds"),
    "score_sheet/new": lambda _: begun("score_sheet", "all-entered"),
    "monopoly/new": lambda _: scene("monopoly/mo-dealt"),
    "big_shot/new": lambda _: {**begun("big_shot", "four-italian"), "copy": {}},
    "big_shot/longest-name": lambda _: renamed(
        begun("big_shot", "four-italian"), "Featherstonehaugh-Bartholomew", "Bo", "Cy", "Di"
    ),
    "big_shot/french-end": lambda _: recorded("big_shot", "four-french"),
    "big_shot/won": lambda _: recorded("big_shot", "four-italian"),
    "big_shot/long-name": lambda _: renamed(
        scene("big_shot/over"), "Anna", "Massimiliano", "Carla", "Dario"
    ),
    "big_cheese/reroll": lambda _: until(
        recorded("big_cheese", "big-cheese-with-its-project"), "reroll", 0
    ),
    "big_cheese/offer": lambda _: until(recorded("big_cheese", "six-clockwise"), "offer", 2),
    "big_cheese/long-names": lambda _: renamed(
        recorded("big_cheese", "six-clockwise"), *LONG_NAMES
    ),
    "big_shot/lobby": lambda _: {**begun("big_shot", "four-italian"), "copy": {}},
    "big_deal/four-open": lambda _: four_open(),
    "big_cheese/wide": lambda _: wide_projects(
        "Anna", "Bernd", "Clara", "Dieter", "Emilia", "Fritz"
    ),
    "big_shot/first": lambda _: renamed(begun("big_shot", "four-italian"), *TWELVE),
    "big_deal/first": lambda _: renamed({**scene("big_deal/bd-deal"), "actions": []}, *TWELVE),
    "monopoly/first": lambda _: renamed(begun("monopoly", "bail-raised-first"), *TWELVE[:2]),
    "big_cheese/first": lambda _: renamed(
        begun("big_cheese", "six-clockwise"), *TWELVE, "Bo", "Cy"
    ),
    "free_bank/ducats": lambda _: in_ducats(1500, 1000),
    "free_bank/millions": lambda _: in_ducats(20_000_000, 15_000_000),
    "free_bank/short-unit": lambda _: in_ducats(20_000_000, 15_000_000, "M"),
    "free_bank/ten": lambda _: ten_seats(),
    "big_cheese/white-end": lambda _: coloured(
        recorded("big_cheese", "six-clockwise"), *LIKE_PAPER
    ),
    "big_deal/white": lambda _: coloured(scene("big_deal/bd-actions"), *LIKE_PAPER),
    "monopoly/white": lambda _: coloured(scene("monopoly/mo-buy"), *LIKE_PAPER),
    "big_deal/shark-end": lambda _: recorded("big_deal", "six-shark"),
    "big_deal/all-open": lambda _: all_open(),
    "big_deal/names": lambda _: renamed(
        scene("big_deal/bd-actions"), "Camille", "Jérôme", "Léa", "Massimiliana"
    ),
    "free_bank/pay": lambda _: until(recorded("free_bank", "most-money"), "move", 0),
    "monopoly/over": lambda _: recorded("monopoly", "last-one-of-four"),
    "monopoly/dealt-out": lambda _: monopoly.record(),
    "monopoly/long-names": lambda _: renamed(monopoly.record(), *TWELVE),
    "monopoly/own-board": lambda language: on_board(monopoly.record(), language),
    "monopoly/dearest": dearest,
    "monopoly/longest": lambda language: longest(language, is_jailed=False),
    "monopoly/longest-jailed": lambda language: longest(language, is_jailed=True),
}
"""Saved games in addition to the scenes, by name, as functions of the language."""
SEATED = {"big_shot/won": 1, "big_shot/lobby": 2}
"""The seat of the device by scene; in other scenes it has none."""
BY_LANGUAGE = (
    "monopoly/own-board",
    "monopoly/dearest",
    "monopoly/longest",
    "monopoly/longest-jailed",
)


def scene(name: str) -> Record:
    """Return the saved game of a scene, "game/name"."""
    return scenes(name.partition("/")[0])[name]


@cache
def scenes(game: str) -> dict[str, Record]:
    """Return the saved games of a game's scenes and menus."""
    shown = {f"{game}/{name}": record for name, record, _ in SCENES[game]()}
    return shown | {f"{game}/menu {n}": record for n, (record, _) in enumerate(menus(game))}


def has(within: str, count: int = 0, **asked: object) -> dict[str, object]:
    """Return questions about elements that must exist; count: their number, 0 for any."""
    return {"count": [within, count]} | asked


def one_page(name: str, path: str) -> Iterator[Look]:
    """Yield the questions to every page on a phone."""
    yield Look(name, path, WIDER | WHOLE, languages=GENERAL)
    yield Look(name, path, {"small": None, "boxesAstray": None}, (PHONE,), GENERAL)
    yield Look(name, path, READABLE, (PHONE, DARK), GENERAL)
    if not path.startswith(TEXTS):
        yield Look(name, path, SHORT, (PHONE,), GENERAL)


PHONES = (NARROW, PHONE)
BIG = (LAPTOP, TELEVISION)
FOUR = ("en", "it", "fr", "de")
WIDER: dict[str, object] = {"wider": None}
WHOLE: dict[str, object] = {"collides": None, "broken": "main, .door"}
READABLE: dict[str, object] = {"unreadable": "body *"}
SHORT: dict[str, object] = {"longerThan": 3.5}
TEXTS = ("rules", "history", "account", "die")
"""The pages to read, which may be long: the rules, the history and the account of a game."""
ROOMS = (LAPTOP, SMALL_TELEVISION)
INSIDE = [".hero-card", ".figure", 0]
ON_PHONES = (
    # No page scrolls horizontally, even with a font of twice the size.
    *(
        Look("big_shot/new", path, WIDER, (NARROW, LARGE_LETTERS), EVERY)
        for path in ("", "history", "account", "copy", "bank", "invite")
    ),
    *(
        Look("", path, WIDER, (NARROW, LARGE_LETTERS), EVERY)
        for path in ("", "score/", "rules/big_shot")
    ),
    *(
        Look(f"{game}/new", f"/new/{game}", WIDER, (NARROW, LARGE_LETTERS), EVERY)
        for game in ("big_shot", "monopoly", "free_bank")
    ),
    # No word is broken, and none is wider than its container.
    *(
        Look("big_deal/bd-actions", path, {"broken": BUTTONS}, languages=EVERY)
        for path in ("", "?draft=open", "?draft=resources")
    ),
    Look("big_deal/bd-raise-rich", "", {"broken": BUTTONS}, languages=EVERY),
    # The longest name fits into its button.
    Look("big_shot/longest-name", "", has(BUTTONS, outOfReach=".hands .names"), PHONES),
    Look("big_shot/auction", "copy", has(".wide", sticksOut=".wide"), PHONES, ("fr",)),
    Look(
        "big_deal/bd-actions",
        "?draft=open.funparks",
        has(".fields label", sticksOut=".fields label"),
        PHONES,
        ("fr",),
    ),
    Look("free_bank/fb-auction", "sold?to=0", has(".chip", sticksOut=".chip"), PHONES, ("fr",)),
    Look("big_cheese/offer", "", has(".card-face", 9, sticksOut=".card-face")),
    Look("big_shot/auction", "invite", {"firstOnOneLine": ".invite .code"}),
    Look(
        "big_shot/over",
        "replay/90",
        has(".bars span", outOfReach=".bars span"),
    ),
    Look("big_shot/over", "account", has(".owner", broken=".owner"), languages=EVERY),
    Look("big_shot/long-name", "account", WIDER | {"broken": ".owner"}),
    Look("monopoly/mo-roll", "account", has(".held td", broken=".held td"), languages=EVERY),
    *(
        Look(f"big_deal/{name}", ALL, has(SHELF, broken=SHELF) | WIDER, languages=EVERY)
        for name in ("bd-actions", "bd-raise-rich", "bd-draw")
    ),
    Look("big_deal/bd-actions", "account", {"onOneLine": ".held .amount"}, languages=EVERY),
    Look(
        "big_deal/bd-actions",
        "copy",
        has(".figures > .hint > span", 4, uneven=[".figures > .hint > span", 2]),
    ),
    Look(
        "big_cheese/cheese-several",
        "",
        has("[id^=b-roll-]", 2, lastWordsApart="[id^=b-roll-]", lines=[".hands > div > button", 2]),
        languages=EVERY,
    ),
    Look("big_cheese/reroll", "", {"lines": [".hands > div > button", 2]}, languages=EVERY),
    Look(
        "free_bank/pay",
        "?draft=all.2.15",
        {"broken": ".paying > *", "placeholderCut": "input[placeholder]"},
        languages=EVERY,
    ),
    Look("big_shot/auction", "seats/1", {"lastLineShort": ".url"}),
    Look(
        "big_shot/over",
        "copy",
        has(".board .lot-title", 11, pilesAstray=None),
        languages=("en", "de"),
    ),
    # Nothing of the money lies under the menu.
    Look(
        "score_pad/sp-round", "?for=0", {"notLeftOf": [".unit", ".menu summary"]}, PHONES, ("de",)
    ),
    # Whom one may deal with has a whole name on any phone.
    Look("monopoly/long-names", "", has(".deal-with a", 3, broken=".deal-with")),
    # Scores stand side by side on a laptop, with a mark for each rule.
    Look("big_shot/over", "account", has(".place", 4, notInARow=".place"), (DESK,), ("fr",)),
    Look("monopoly/mo-roll", "account", has("#deeds a.rule") | {"none": "#deeds td.rule"}),
    # What happened is said once, and the felt fills a laptop until somebody owns something.
    Look("big_shot/place", "?for=0", {"none": ".just + .just"}),
    Look("monopoly/mo-dealt", "", {"none": ".more, #owned h2"}, (DESK,)),
    # The head is low.
    *(
        Look(f"monopoly/{name}", path, {"higher": [".mine", 64]}, PHONES, EVERY)
        for name, path in (("mo-debt", ""), ("mo-rent", "?for=1"), ("mo-jail", ""))
    ),
    *(
        Look(f"monopoly/{name}", "?for=0", {"higher": [".mine", 64]}, languages=(*BOARDS, "es"))
        for name in ("longest", "longest-jailed")
    ),
    *(
        Look(name, "", has(".mine .owes", 1, higher=[".mine", 64]), (PHONE,), ("fr",))
        for name in ("big_shot/place", "monopoly/mo-debt")
    ),
    *(
        Look(name, "", has(".mine .note", 1, higher=[".mine", 64]) | WIDER, (PHONE,), ("it", "fr"))
        for name in ("big_deal/bd-actions", "big_deal/bd-laid")
    ),
    Look("big_shot/menu 3", "", has(".money i", 2, higher=[".who", 64]), languages=EVERY),
    # Buttons are large enough, and related elements are next to each other.
    *(
        Look(f"{game}/{name}", path, {"touching": ANY_BUTTON}, PHONES, ("fr",))
        for game, name, path in (
            ("big_shot", "over", "account"),
            ("big_shot", "auction", "history?step=3"),
            ("big_shot", "auction", "die"),
            ("free_bank", "fb-sealed", ""),
            ("monopoly", "mo-roll", ""),
        )
    ),
    *(
        Look(scene, path, {"touchingUnfolded": OF_THE_BANK}, (PHONE,), ("en", "it", "de"))
        for game, scene in (
            ("big_shot", "big_shot/auction"),
            ("big_cheese", "big_cheese/cheese-auction"),
            ("big_deal", "big_deal/bd-deal"),
            ("monopoly", "monopoly/mo-dealt"),
            ("free_bank", "free_bank/fb-pay"),
        )
        for path in ("bank", f"/new/{game}")
    ),
    # A takeover is seen whole on a laptop, without scrolling.
    Look("big_deal/bd-duel", "?for=0", {"notAbove": [".duel", ".hands"]}, (DESK,), EVERY),
    Look(
        "big_deal/bd-duel",
        "?for=0",
        has("#b-raise-350", 1, crowded=["#b-raise-350", 2]),
        (NARROW, SIDEWAYS),
        EVERY,
    ),
    Look(
        "monopoly/mo-auction",
        "?for=3",
        has(".said button", 6, belowItsWord=None),
        (PHONE,),
        ("fr",),
    ),
    Look(
        "monopoly/mo-auction",
        "?for=3",
        has(FIRST_SAID, 3, notInARow=FIRST_SAID),
        languages=("fr",),
    ),
    *(
        Look(name, "", {"farFromItsWord": None}, (PHONE,), ("fr",))
        for name in ("monopoly/mo-auction", "free_bank/fb-auction")
    ),
    *(
        Look(
            "free_bank/fb-auction",
            "",
            {"higher": [".hands", most], "notAbove": [".waiting", ".hands"]},
            (size,),
            EVERY,
        )
        for size, most in ((NARROW, 330), (LAPTOP, 360))
    ),
    Look("big_shot/auction", "sold", {"none": ".tool"}, (PHONE,)),
    Look("big_shot/unsettled", "bank", {"cubeFarFromItsWord": None}),
    Look(
        "big_shot/unsettled",
        "bank",
        has(COUNTS, 4, widerThan=[COUNTS, 120]),
    ),
    Look("big_deal/bd-deal", "", {"narrower": [".stage select", 57]}, languages=("fr",)),
    Look("monopoly/mo-debt", "", {"notLeftOf": [".thrown .dies i", ".hero .of"]}, (PHONE,)),
    *(
        Look(f"big_cheese/{name}", "", has(".play-for a", 7, outOfSight=".play-for a"))
        for name in ("cheese-auction", "cheese-roll")
    ),
    Look("big_shot/menu 3", "", {"payingUneven": None}, (PHONE,), ("it", "fr")),
    Look("big_shot/place", "?draft=0", {"lotsUneven": None}, languages=EVERY),
    Look("big_shot/stuck", "", {"cubesOnTwoLines": None}, (NARROW, SIDEWAYS)),
    Look("big_shot/stuck", ALL, {"cubesOnTwoLines": None}),
    Look("big_shot/auction", "account", {"linesWithoutEdge": None}, (PHONE,)),
    # Held sideways, two columns are filled.
    Look("big_shot/auction", "invite", {"notAbove": [".qr svg", ".dock"]}, (SIDEWAYS,)),
    *(
        Look(scene, path, WIDER | {"notSideBySide": within}, (SIDEWAYS,), ("fr",))
        for scene, path, within in (
            ("big_shot/over", "account", ".place"),
            ("big_shot/auction", "account", ".plot, .legend"),
            ("big_shot/auction", "bank", ".bank > div > .tool"),
            ("big_shot/auction", "invite", ".invite > :not(.dock)"),
            ("monopoly/mo-roll", "account", ".held > div"),
            ("big_deal/bd-actions", "account", ".held > div"),
            ("big_cheese/cheese-roll", "account", ".held > div"),
            ("free_bank/fb-pay", "/new/free_bank", ".set-up > div"),
            ("", "score/", "main > .box"),
            ("", "score/big_shot", ".holder"),
            ("", f"score/{SCORES[-4]}", ".place"),
        )
    ),
    # On a laptop a calculator has the whole width, and its entries begin beside the result.
    Look("", "score/monopoly", has(".amount-field", broken=".amount-field"), (DESK,), ("fr",)),
    Look("", f"score/{SCORES[6]}", {"below": ["#typed > summary", ".place ~ .place"]}, (DESK,)),
    # The first question of the evening shows each name whole, and so does an auction in ducats. In
    # two games a random draw is a button beside the names.
    *(
        Look(
            f"{game}/first",
            "",
            has(".hands .names button", seats, namesCut=TWELVE, cut=".hands .names button") | WIDER,
            (NARROW, PHONE, LAPTOP),
            ("fr", "de"),
        )
        for game, seats in (("big_shot", 4), ("big_cheese", 7), ("big_deal", 5), ("monopoly", 2))
    ),
    *(
        Look(f"free_bank/{name}", "?for=1", asked, (size,), ("de",))
        for name in ("ducats", "millions", "short-unit")
        for asked, sizes in (
            (WIDER | {"namesCut": TWELVE, "higher": [".standing", 110]}, (NARROW, PHONE)),
            (WIDER | {"broken": ".standing, .money"}, (LARGER_LETTERS, LARGEST_LETTERS)),
        )
        for size in sizes
    ),
    *(
        Look(
            f"free_bank/{name}", ALL, {"namesCut": TWELVE, "offItsPadding": INSIDE}, ROOMS, ("de",)
        )
        for name in ("ducats", "millions")
    ),
    *(
        Look(
            f"free_bank/{name}", "", {"broken": ".sums"}, (LARGE_LETTERS, LARGEST_LETTERS), ("de",)
        )
        for name in ("fb-pay", "fb-points")
    ),
    Look("free_bank/ten", "", WIDER | {"outOfSight": ".seats .has"}, (NARROW, LARGE_LETTERS)),
    # Letters twice as large: names, the menu, the prompt and the buttons grow, and stay in sight.
    *(
        Look(
            name,
            path,
            WIDER
            | {
                "doesNotGrow": ".who, .waiting, .hands .main > button",
                "outOfSight": ".menu > summary",
            }
            | {"narrower": [".who", 90]},
            (LARGE_LETTERS, LARGEST_LETTERS),
            ("fr",),
        )
        for name, path in (
            ("big_shot/auction", "?for=2"),
            ("big_cheese/cheese-auction", ""),
            ("big_deal/bd-actions", ""),
            ("monopoly/mo-buy", ""),
            ("free_bank/fb-auction", "?for=0"),
        )
    ),
    # Nothing lies under the button of the page, and four companies or two wide projects are whole.
    Look(
        "big_shot/lobby",
        "invite",
        {"underDock": ".invite section .button:not(.big)"},
        (DESK,),
        HERE,
    ),
    *(
        Look(f"{game}/new", f"/new/{game}", {"underDock": ".option label"}, (DESK,))
        for game in ("big_cheese", "big_shot", "free_bank", "monopoly")
    ),
    Look("big_deal/four-open", ALL, {"broken": ".companies", "cutPart": None}, ROOMS, ("de", "fr")),
    Look("big_deal/four-open", ALL, {"notAbove": [".market", ".lines"]}, ROOMS, ("de",)),
    Look("big_shot/lobby", ALL, {"notAbove": [".door button", ".lines"]}, ROOMS, ("fr",)),
    Look("monopoly/menu 0", ALL, {"notAbove": [".waiting", ".door svg"]}, (LAPTOP,), ("de",)),
    Look(
        "free_bank/fb-asked",
        ALL,
        has("#b-undo, #speak", lastSecondsOver="#b-undo, #speak"),
        (LAPTOP,),
        EVERY,
    ),
    # At the end figures stay whole beside long words.
    Look("monopoly/over", "", WHOLE, (PHONE,), ("de",)),
    Look("monopoly/over", "", WHOLE, (DESK,), ("de",)),
    Look("big_cheese/wide", ALL, {"cutPart": None}, ROOMS, ("fr",)),
    Look(
        "big_cheese/cheese-over",
        "replay/30",
        {"cutPart": None, "notAbove": [".lines li", ".walk"]},
        ROOMS,
        ("fr",),
    ),
    # Players keep their colours, also when it is their turn, and white lies on white with an edge.
    *(
        Look("monopoly/white", path, {"coloursDiffer": "#now"}, (size,))
        for size in (PHONE, DARK)
        for path in ("", ALL)
    ),
    *(
        Look(f"{game}/white", ALL, has(within, likeItsGround=within), (LAPTOP, DARK))
        for game, within in (("monopoly", ".whole"), ("big_deal", ".stock > [class]"))
    ),
    Look("big_cheese/white-end", "account", {"likeItsGround": ".edged"}, (PHONE, DARK)),
    Look("big_shot/menu 1", "", has(".die", 6, dotsCut=".die"), (PHONE,)),
    # Six rents in a row stay six numbers.
    Look(
        "monopoly/mo-auction", "", has(".deed li", 6, touching=".deed li"), languages=("de", "fr")
    ),
)
ON_THE_BIG_SCREEN = (
    # On a phone it scrolls and is readable.
    *(
        Look(
            name,
            ALL,
            WIDER | {"outOfReach": REACHED, "smallType": TYPE, "broken": ".for-all"},
            (PHONE,),
            ("it", "fr"),
        )
        for name in (
            "big_shot/auction",
            "big_shot/over",
            "big_cheese/cheese-auction",
            "big_deal/bd-actions",
            "monopoly/mo-buy",
            "free_bank/fb-auction",
        )
    ),
    *(
        Look(
            f"big_deal/{name}",
            ALL,
            {"broken": ".for-all", "smallWords": ".for-all *"},
            languages=("fr", "de"),
        )
        for name in ("bd-deal", "bd-draw", "bd-duel", "all-open")
    ),
    Look(
        "big_deal/names",
        ALL,
        {"broken": ".bidder, .course li"},
        (TALL, PHONE),
        ("fr",),
    ),
    Look("big_deal/bd-outbid", ALL, has(".sides b", 2, broken=".sides"), (LAPTOP,), ("fr",)),
    # The card is filled, and its text fits into it.
    *(
        Look(name, ALL, {"notFilled": 0.74}, (LAPTOP,), ("fr",))
        for name in ("free_bank/fb-auction",)
    ),
    *(
        Look(name, ALL, {"offItsPadding": [".hero-card", ".of > *", least]}, (size,), (language,))
        for size, least in ((LAPTOP, -7.2), (TELEVISION, -10.8))
        for language, name in (
            ("fr", "big_deal/bd-laid"),
            ("fr", "free_bank/fb-auction"),
        )
    ),
    Look("monopoly/mo-tap", ALL, has(DICE, 2, diceUnderWords=None), BIG, FOUR),
    Look("monopoly/dearest", ALL, has(".deed", cut=".deed, .deed *"), (LAPTOP, TABLET), FOUR),
    # The dice and where they led are in one line, and cubes are seen from three metres.
    Look("monopoly/mo-buy", ALL, has(DICE, 2, notInARow=DICE), (LAPTOP,), EVERY),
    Look("monopoly/mo-debt", ALL, {"onOneLine": ".strip .bidder"}, BIG, EVERY),
    *(
        Look(f"big_shot/{name}", ALL, has(".bars i", smallerThan=[".bars i", 28]), (LAPTOP, TALL))
        for name in ("auction", "place")
    ),
    # So do rows, tiles and heads.
    Look("monopoly/dealt-out", ALL, {"titlesNearEdge": [10, 4]}, (LAPTOP,), EVERY),
    # A house is seen from three metres, and every owner has a whole name.
    Look("monopoly/mo-roll", ALL, has(HOUSES, smallerThan=[HOUSES, 15]), (LAPTOP, TALL)),
    Look(
        "monopoly/long-names",
        ALL,
        has(OWNERS, cut=OWNERS) | {"namesCut": TWELVE, "cutPart": None},
        (LAPTOP, TALL),
        ("de", "fr"),
    ),
    *(
        Look(f"monopoly/{name}", ALL, has(".turn", 1, higher=[".turn", 90]), (LAPTOP,), EVERY)
        for name in ("mo-rent", "mo-auction", "mo-in-kind")
    ),
    *(
        Look(
            f"big_deal/{name}",
            ALL,
            {"offItsPadding": [".seats > li", ".holder", -2]},
            (LAPTOP,),
            ("fr", "it"),
        )
        for name in ("bd-actions", "bd-stakes", "bd-raise", "bd-seventh")
    ),
    Look(
        "big_shot/place",
        ALL,
        has(".seats .next small", shown=".seats .next small", cut=".seats li > b"),
        (LAPTOP,),
        ("fr", "it"),
    ),
    Look("free_bank/fb-points", ALL, {"pursesAstray": None}, (LAPTOP,), EVERY),
    # At the end no place is above a better one, and the space is used.
    *(
        Look(name, ALL, {"placesUneven": 4}, (LAPTOP,), EVERY)
        for name in ("big_shot/over", "big_deal/shark-end")
    ),
    Look(
        "big_cheese/cheese-over",
        ALL,
        {"placesUneven": 5, "uneven": [".first-place .terms li", 2]},
        (LAPTOP,),
        ("fr",),
    ),
    Look(
        "big_shot/over",
        ALL,
        {
            "notAbove": [".podium", ".end-aside, .door"],
            "notLeftOf": [".end-aside", ".door"],
            "lowerThanTheScreen": ".end-aside",
        },
        (LAPTOP, TABLET),
        EVERY,
    ),
    Look("big_shot/over", ALL, {"chartLow": None}, BIG),
    Look(
        "big_cheese/long-names",
        ALL,
        has(".podium .who", 6, brokenName=".podium .who"),
        BIG,
    ),
    # The winner's phone says so, readable in both themes.
    Look("big_shot/won", "", has(".you-win", 1, lines=[".you-win", 3]), (PHONE,), EVERY),
    *one_page("big_shot/won", ""),
    *one_page("big_shot/over", "again"),
    *one_page("big_cheese/cheese-over", "again"),
    Look("big_shot/french-end", "result.svg", {"textsOutOfPicture": 720}, (PHONE,), EVERY),
)

LOOKS = (*ON_PHONES, *ON_THE_BIG_SCREEN)
WHOLE_WORDS = (
    ("big_shot/place", "", ".seats li *"),
    ("big_shot/over", "replay/90", ".tiles > li"),
    ("monopoly/mo-roll", "?for=0&draft=deal", "label"),
    ("monopoly/mo-roll", "?for=0&draft=space", ".spaces > *, .settling > *"),
    ("monopoly/mo-roll", "?for=0&draft=group", ".own, .open :is(a, p, button)"),
    ("monopoly/mo-line", "?for=0&draft=line.advance", ".spaces > *"),
    ("monopoly/mo-debt", "?for=0&draft=pay", "label"),
    ("monopoly/mo-deal", "?for", ".panel :is(p, label)"),
)
"""By scene and start of the path, the elements in which lines may break only at spaces."""


def general(game: str) -> Iterator[Look]:
    """Yield the questions to every page of a game."""
    # The name of a space, in a row of rents, is cut where it is too long.
    named = {"widerThanItsButton": "#now :is(button, .button, .chip):not(.rents > *)"}
    wide = {"leftBare": None, "hiddenAnswers": None, "higher": [".mine", 50]} | WIDER
    pages = [(f"{game}/{name}", path) for name, _, paths in SCENES[game]() for path in paths]
    offered = [(f"{game}/menu {n}", path) for n, (_, path) in enumerate(menus(game))]
    for name, path in (*pages, *offered):
        yield from one_page(name, path)
        if path[:1] == "?" or (name, path) in offered:
            yield Look(name, path, named, languages=NAMED)
    for name, path in pages:
        if path[:1] in ("", "?"):
            yield Look(name, path, wide, (SIDEWAYS,), ("it", "fr"))
            yield Look(name, path, {"higher": [".mine", 64]}, PHONES, GENERAL)
            yield Look(name, path, {"lines": [".waiting", 2]}, (PHONE,), PROMPTED)
        for whole, begin, within in WHOLE_WORDS:
            if name == whole and path.startswith(begin):
                yield Look(name, path, {"broken": within}, languages=("fr",))
    for name in dict.fromkeys(name for name, _ in pages):
        cards = {"sticksOutOfItsCard": None, "coveredByUndo": None}
        yield Look(name, ALL, {"small": None} | WHOLE | cards, (LAPTOP,), GENERAL)
        yield Look(name, ALL, cards, (TALL,), GENERAL)
        if not name.endswith("over"):
            yield Look(name, ALL, {"onOneLine": ".waiting", "cutPart": None}, (LAPTOP, TALL), EVERY)
        yield Look(name, ALL, READABLE, (LAPTOP, DARK), GENERAL)
    yield from one_page(f"{game}/new", f"/new/{game}")


def without_a_table() -> Iterator[Look]:
    """Yield the questions to the pages that belong to no game."""
    scores = (f"score/{path}" for path in SCORES)
    for path in ("", "rules/big_shot", *SHEETS, *scores, "evenings", "evenings?person=Anna"):
        yield from one_page("", path)


STILL = "window.EventSource = class extends EventTarget { close() {} };"
"""Turns streams off, so that a page stays as it was loaded."""
Asked = dict[Size, list[tuple[str, object]]]
FIRST_PAGE: Asked = {
    NARROW: [("wider", None), ("placeholderCut", "input[placeholder]")],
    LARGE_LETTERS: [("wider", None)],
    PHONE: [("small", None)],
    SIDEWAYS: [("lobbyBare", 0.32)],
    LAPTOP: [("lowerThanTheScreen", ".qr")],
}
"""The questions to the first page without tables."""


def asked_of(looks: Iterable[Look]) -> dict[str, dict[tuple[str, str], Asked]]:
    """Return the questions by scene, by language and page, and by size."""
    found: dict[str, dict[tuple[str, str], Asked]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    for look in looks:
        here = [one for one in look.languages if one in HERE] or look.languages[:1]
        for language, size in product(here, look.sizes):
            if size in SIZES:
                asked = found[look.scene][language, look.path][size]
                asked += [one for one in look.asked.items() if one not in asked]
    return found


def wrong(page: Page, address: str, asked: Asked) -> Iterator[str]:
    """Open a page and yield its offences, each with the URL and the size."""
    for number, (size, questions) in enumerate(asked.items()):
        page.set_viewport_size({"width": size.width, "height": size.height})
        page.emulate_media(color_scheme=size.scheme)
        if number == 0:
            page.goto(address)
        for offence in offences(page, questions, size.letters):
            drawn = f"{size.width} × {size.height} {size.letters} {size.scheme}"
            yield f"{address} at {drawn}: {offence}"


@pytest.fixture
def pages(device: Callable[..., Page]) -> dict[str, Page]:
    """One page per language, without streams."""
    found = {language: device(language) for language in dict.fromkeys(("en", *HERE))}
    for page in found.values():
        page.add_init_script(STILL)
    return found


def make_bankers(pages: dict[str, Page], server: Server) -> None:
    """Make all pages one device with finished games, one of them with long names."""
    first, six = pages["en"], recorded("big_cheese", "six-clockwise")
    long = renamed(six, "Featherstonehaugh", *LONG_NAMES[1:])
    for record in (recorded("big_shot", "four-italian"), six, long):
        brought_back(first, server, record)
    for page in pages.values():
        page.context.add_cookies(first.context.cookies())  # type: ignore[arg-type]


@pytest.mark.parametrize("game", SCENES)
def test_every_page_of_a_game_is_laid_out_well(
    server: Server, pages: dict[str, Page], game: str
) -> None:
    make_bankers(pages, server)
    found = []
    looks = [look for look in LOOKS if look.scene.startswith(f"{game}/")]
    for name, shown in asked_of((*looks, *general(game))).items():
        tables: dict[str, str] = {}
        for (language, path), asked in shown.items():
            board = language if name in BY_LANGUAGE else "en"
            if board not in tables:
                record = MADE[name](board) if name in MADE else scene(name)
                tables[board] = brought_back(pages["en"], server, record)
                if name in SEATED:
                    seat = urlsplit(tables[board]).path + "sit"
                    posted(pages["en"], server, seat, seat=str(SEATED[name]))
            address = server.url + path if path[:1] == "/" else tables[board] + path
            lines = wrong(pages[language], address, asked)
            found += [f"{name} {language} {line}" for line in lines]

    assert not found, "\n".join(found)


def test_every_page_without_a_table_is_laid_out_well(
    own_server: Server, pages: dict[str, Page]
) -> None:
    """The first page and the game nights list all tables, so this test has its own server."""
    looks = (*without_a_table(), *(look for look in LOOKS if not look.scene))
    found = [line for page in pages.values() for line in wrong(page, own_server.url, FIRST_PAGE)]
    make_bankers(pages, own_server)

    found += [
        f"{language} {line}"
        for (language, path), asked in asked_of(looks)[""].items()
        for line in wrong(pages[language], f"{own_server.url}/{path}", asked)
    ]

    assert not found, "\n".join(found)
