"""Monopoly Travel on devices without script: what is opened by a link and done by a button."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from markupsafe import escape

from companion.games.monopoly.board import classic_board
from companion.games.monopoly.effects import KINDS
from tests.web.pages import Page
from tests.web.phones import Table, seated

ANNA, BRUNO, CARLA = range(3)
LANGUAGES = ("en", "it", "fr")
BEGUN = {"kind": "begin", "seat": ANNA}


def at_the_board(
    app: Flask, *actions: dict[str, Any], language: str = "en", **figures: Any
) -> Table:
    """Return a table of three on the classic board but for these figures, its phones alike."""
    return seated(
        app,
        *actions,
        game="monopoly",
        options=figures.pop("options", {}),
        copy=classic_board(language) | figures,
        seats=[{"name": name} for name in ("Anna", "Bruno", "Carla")],
        languages=(language,) * 3,
    )


def deed(position: int, owner: int, **more: object) -> dict[str, Any]:
    """Return the banker's word that a seat has a deed."""
    return {"kind": "set_deed", "position": position, "owner": owner, **more}


def test_deals_are_offered_once_anybody_owns_anything(app: Flask) -> None:
    """ "A deal with" stood there when there was nothing to deal in."""
    table = at_the_board(app, BEGUN)
    assert "Make a deal with:" not in table.phones[ANNA].go(table.page).text

    table.do(deed(5, BRUNO))

    assert "Make a deal with:" in table.phones[ANNA].go(table.page).text


@pytest.mark.parametrize(
    ("seat", "bar"),
    [(ANNA, [True, True, False, True]), (CARLA, [False, False, True, True])],
    ids=["in-turn", "waiting"],
)
def test_a_deal_fills_the_action_bar_unless_its_player_must_act(
    app: Flask, seat: int, bar: list[bool]
) -> None:
    table = at_the_board(app, BEGUN, deed(5, BRUNO), deed(15, CARLA))
    phone = table.phones[seat]

    opened = phone.go(phone.where(phone.go(table.page).linked("id", f"deal-{BRUNO}")))

    hands = opened.html.split('class="hands"')[1]
    assert [f'id="{id}"' in hands for id in ("dice", "b-roll", "b-propose", "back")] == bar
    assert opened.html.count('id="b-propose"') == 1
    assert 'id="deal"' not in phone.go(phone.where(opened.linked("id", "back"))).html


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_receiver_of_a_mortgaged_deed_can_unmortgage_it_at_once(
    app: Flask, language: str
) -> None:
    mortgaged = deed(5, BRUNO, mortgaged=True)
    table = at_the_board(app, BEGUN, mortgaged, deed(15, BRUNO), deed(25, ANNA), language=language)
    anna, bruno = table.phones[ANNA], table.phones[BRUNO]

    page = anna.go(anna.where(anna.go(table.page).linked("id", f"deal-{BRUNO}")))
    assert {"propose_deal.lifts.5"} == {
        name for name in page.form("b-propose").choices if "lift" in name
    }
    ticked = {"takes.5": "on", "takes.15": "on", "propose_deal.lifts.5": "on", "pays": "80"}
    anna.press(page, "b-propose", **ticked)
    bruno.press(bruno.go(table.page), "agree 1")

    # 80 to Bruno; to the bank the mortgage of 100 and its tenth, the mortgage being lifted.
    assert table.balance("seat 0") == 1500 - 80 - 110
    assert not table.now.state.deeds[5].mortgaged


def test_an_open_offer_says_which_mortgages_will_be_lifted(app: Flask) -> None:
    offer = {"kind": "propose_deal", "seat": ANNA, "other": BRUNO, "takes": [5, 15], "pays": 80}
    deeds = (deed(5, BRUNO, mortgaged=True), deed(15, BRUNO, mortgaged=True))
    table = at_the_board(app, BEGUN, *deeds, offer | {"lifts": [5]})

    page = table.phones[ANNA].go(table.page)

    lifted = "King's Cross Station 200, mortgaged, lifted at once"
    assert f"{lifted} + Marylebone Station 200, mortgaged" in page.text


@pytest.mark.parametrize(
    ("language", "dice", "said"),
    [
        ("en", [1, 4], "Rent 30 · 50 · 100 · 200 with 1, 2, 3, 4 stations"),
        ("it", [1, 4], "Affitto 30 · 50 · 100 · 200 con 1, 2, 3, 4 stazioni"),
        ("fr", [1, 4], "Loyer 30 · 50 · 100 · 200 avec 1, 2, 3, 4 gares"),
        ("en", [6, 6], "Rent 5 × the dice, 10 × with both"),
        ("it", [6, 6], "Affitto 5 × i dadi, 10 × con tutte e due"),
        ("fr", [6, 6], "Loyer 5 × les dés, 10 × avec les deux"),
    ],
)
def test_the_deeds_of_stations_and_utilities_show_the_copys_rents(
    app: Flask, language: str, dice: list[int], said: str
) -> None:
    own = {"station_rents": [30, 50, 100, 200], "utility_factors": [5, 10]}
    roll = {"kind": "roll", "seat": ANNA, "dice": dice}

    table = at_the_board(app, BEGUN, roll, language=language, **own)

    assert said in table.phones[ANNA].go(table.page).text


@pytest.mark.parametrize(
    ("language", "evenly", "said"),
    [
        (
            "en",
            "Evenly:",
            ["2 houses on every street: 100", "1 house on every", "A hotel on"],
        ),
        (
            "it",
            "equilibrato",
            ["2 case su ogni terreno: 100", "1 casa su ogni", "Un albergo"],
        ),
        (
            "fr",
            "façon égale",
            ["Chaque terrain à 2 maisons", "1 maison sur", "Un hôtel sur"],
        ),
    ],
)
def test_building_on_a_whole_group_shows_the_result(
    app: Flask, language: str, evenly: str, said: list[str]
) -> None:
    light_blue = [deed(place, ANNA) for place in (6, 8, 9)]
    table = at_the_board(app, BEGUN, *light_blue, language=language)
    anna = table.phones[ANNA]

    # A house costs 50: two more where one street is ahead, one more each where none is.
    for levels, words in zip(((2, 1, 1), (1, 0, 0), (4, 4, 4)), said, strict=True):
        standing = dict(zip(("6", "8", "9"), levels, strict=True))
        table.do({"kind": "set_buildings", "group": "light_blue", "levels": standing})
        page = anna.go(f"{table.page}?draft=group.light_blue")
        assert page.form("b-up-light_blue").button("b-up-light_blue").text.startswith(words)
        assert (evenly in page.text) == (len(set(levels)) > 1)


def test_without_script_a_page_refreshes_unless_a_move_is_being_entered(app: Flask) -> None:
    table = at_the_board(app, BEGUN, deed(6, ANNA))

    refreshing = [
        [given["content"] for _, given in page.elements if given.get("http-equiv") == "refresh"]
        for page in map(table.phones[ANNA].go, (table.page, f"{table.page}?draft=group.light_blue"))
    ]

    assert refreshing == [["10"], []]


@pytest.mark.parametrize(("cash", "is_enough"), [(150, True), (149, False)])
def test_an_affordable_whole_group_is_built_on_with_one_tap(
    app: Flask, cash: int, is_enough: bool
) -> None:
    light_blue = [deed(place, ANNA) for place in (6, 8, 9)]
    spent = {"kind": "correct", "source": "seat 0", "target": "bank", "amount": 1500 - cash}
    table = at_the_board(app, BEGUN, *light_blue, spent)

    page = table.phones[ANNA].go(f"{table.page}?draft=group.light_blue")

    buttons = {button.id for button in page.form("b-build-6").buttons}
    assert ("b-up-light_blue" in buttons) == is_enough
    if is_enough:
        table.phones[ANNA].press(page, "b-up-light_blue")
        assert [table.now.state.level(place) for place in (6, 8, 9)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("language", "go", "mayfair"),
    [
        ("en", "Go", "Mayfair"),
        ("it", "Via!", "Parco della Vittoria"),
        ("fr", "Départ", "Rue de la Paix"),
    ],
)
def test_a_space_is_corrected_by_choosing_it(
    app: Flask, language: str, go: str, mayfair: str
) -> None:
    table = at_the_board(app, BEGUN, language=language)
    anna = table.phones[ANNA]

    page = anna.go(anna.where(anna.go(table.page).link(go)))
    page = anna.press(page, mayfair)

    assert table.now.state.spaces[ANNA] == 39
    assert 'id="space"' not in page.html


@pytest.mark.parametrize(
    ("language", "anna", "brown", "bank"),
    [
        (
            "en",
            "2 keys 1500 Wealth 2070",
            "Brown ■ Anna 2 of 2 hotel ⌂ ⌂ ⌂ ⌂ Light blue 3 of 3",
            "Bank: 28 houses · 11 hotels · 4 keys",
        ),
        (
            "it",
            "2 chiavi 1500 Patrimonio 2070",
            "Marrone ■ Anna 2 di 2 albergo ⌂ ⌂ ⌂ ⌂ Azzurro 3 di 3",
            "28 case · 11 alberghi · 4 chiavi",
        ),
        (
            "fr",
            "2 clés 1500 Fortune 2070",
            "Marron ■ Anna 2 sur 2 hôtel ⌂ ⌂ ⌂ ⌂ Bleu clair 3 sur 3",
            "28 maisons · 11 hôtels · 4 clés",
        ),
    ],
)
def test_the_big_screen_shows_who_owns_what(
    app: Flask, language: str, anna: str, brown: str, bank: str
) -> None:
    # Cash, two streets at 60, a hotel at five times 50, four houses at 50.
    deeds = (deed(1, ANNA), deed(3, ANNA), deed(5, BRUNO, mortgaged=True), deed(15, BRUNO))
    built = {"kind": "set_buildings", "group": "brown", "levels": {"1": 5, "3": 4}}
    keys = {"kind": "set_keys", "seat": ANNA, "keys": 2}
    table = at_the_board(app, BEGUN, *deeds, built, keys, language=language)

    page = table.phones[CARLA].go(f"{table.page}?screen=table")

    assert anna in page.text and brown in page.text and bank in page.text
    assert page.html.count('class="struck"') == 1


def test_the_big_screen_names_every_deed_once(app: Flask) -> None:
    deeds = [deed(place, place % 3) for place in (1, 3, 5, 12, 24, 39)]
    table = at_the_board(app, BEGUN, *deeds)

    shown = table.phones[CARLA].go(f"{table.page}?screen=table").html.split('class="lines"')[0]

    # The latest event, above the deeds, names one of them again.
    shown = shown.split('id="part-shelf"')[1]
    names = [escape(space.name) for space in table.now.state.board.properties]
    assert [shown.count(name) for name in names] == [1] * 28


@pytest.mark.parametrize(
    ("language", "groups"),
    [
        ("en", ["Money", "Collect", "Moves", "Go to jail", "Other", "Take a key"]),
        ("it", ["Denaro", "Incassa", "Spostamenti", "Vai in prigione", "Altro", "Prendi"]),
        (
            "fr",
            ["Argent", "Recevoir", "Se déplacer", "Aller en prison", "Autre", "Prendre une"],
        ),
    ],
)
def test_a_card_lines_effect_is_chosen_from_three_short_groups(
    app: Flask, language: str, groups: list[str]
) -> None:
    rolls = ({"kind": "roll", "seat": ANNA, "dice": [3, 4]}, {"kind": "roll_list", "seat": ANNA})
    table = at_the_board(app, BEGUN, rolls[0], rolls[1] | {"dice": [1, 1, 1]}, language=language)
    anna = table.phones[ANNA]

    page = anna.go(table.page)

    places = [page.text.index(words) for words in groups]
    assert places == sorted(places)
    given = [attributes for _, attributes in page.elements]
    offered = {one["value"] for one in given if one.get("name") == "follow_line.effect"}
    at_once = {one.get("id", "").partition("b-line-")[2].partition("-")[0] for one in given}
    assert (offered | at_once) - {""} == set(KINDS)
    page = anna.go(anna.where(page.linked("id", "line-more")))
    anna.press(page, "line 50", **{"follow_line.effect": "pay"})
    assert table.balance("seat 0") == 1450


@pytest.mark.parametrize(
    ("language", "refused"),
    [
        ("en", "Community Chest, line 4: choose the space it sends players to."),
        ("it", "Probabilità, punto 4: scegli la casella a cui manda."),
        ("fr", "Caisse de Communauté, ligne 4 : choisissez la case où elle envoie."),
    ],
)
def test_a_card_lines_space_is_chosen_by_name(app: Flask, language: str, refused: str) -> None:
    table = at_the_board(app, BEGUN, language=language)
    banker = table.banker
    banker.language = language
    form = banker.go(f"{table.page}copy").form("community_chest.4.space")

    answer = banker.submit(form, **{"community_chest.4.kind": "move"})
    assert refused in Page(answer.text).text
    chosen = {"community_chest.4.kind": "move", "community_chest.4.space": "24"}
    assert banker.submit(form, **chosen).status_code == 303

    again = banker.go(f"{table.page}copy")
    assert again.form("community_chest.4.space").fields["community_chest.4.space"] == "24"
    name = table.now.state.board[24].name
    assert f'<option value="24" selected>{name}</option>' in again.html


def test_no_correction_of_the_space_is_offered_while_it_is_being_entered(app: Flask) -> None:
    by_hand = {"kind": "set_following", "following": False}
    table = at_the_board(app, BEGUN, by_hand, {"kind": "roll", "seat": ANNA, "dice": [1, 2]})
    anna = table.phones[ANNA]

    page = anna.go(table.page)

    assert not [link for link in page.links if link.href.endswith("#space")]
    anna.press(page, "at 3")
    assert [link for link in anna.go(table.page).links if link.href.endswith("#space")]
    assert table.now.state.spaces[ANNA] == 3


def test_each_player_ticks_their_two_dealt_deeds(app: Flask) -> None:
    names = [{"name": name} for name in ("Anna", "Bruno", "Carla")]
    options, copy = {"variant": "fast"}, classic_board("en")
    table = seated(app, game="monopoly", options=options, copy=copy, seats=names)
    bruno = table.phones[BRUNO]

    ticked = {"deal_deeds.deeds.1": "on", "deal_deeds.deeds.3": "on"}
    bruno.press(bruno.go(table.page), "b-dealt", **ticked)

    assert {place: deed.owner for place, deed in table.now.state.deeds.items()} == {
        1: BRUNO,
        3: BRUNO,
    }
    assert 'id="b-dealt"' not in bruno.go(table.page).html
    assert 'id="dealt-1"' not in table.phones[ANNA].go(table.page).html


def test_a_players_money_page_names_the_property_of_each_sum(app: Flask) -> None:
    lands = ({"kind": "roll", "seat": ANNA, "dice": [2, 4]}, {"kind": "buy", "seat": ANNA})
    mortgaged = {"kind": "mortgage", "seat": ANNA, "position": 5}
    deal = {"kind": "propose_deal", "seat": ANNA, "other": BRUNO, "gives": [6], "asks": 70}
    rent = (
        {"kind": "roll", "seat": BRUNO, "dice": [2, 6]},
        {"kind": "ask_rent", "seat": ANNA, "position": 8},
    )
    table = at_the_board(app, BEGUN, deed(5, ANNA), deed(8, ANNA), *lands, mortgaged, *rent)
    table.do(deal, {"kind": "accept_deal", "seat": BRUNO, "deal": 1})

    page = table.phones[ANNA].go(f"{table.page}purse/{ANNA}").text

    for why in (
        "price, The Angel Islington",
        "mortgage, King's Cross Station",
        "rent, Euston Road · Bruno",
        "deal, The Angel Islington · Bruno",
    ):
        assert why in page


def test_the_final_scores_list_the_value_of_each_property(app: Flask) -> None:
    built = {"kind": "set_buildings", "group": "brown", "levels": {"1": 4, "3": 5}}
    table = at_the_board(
        app, BEGUN, deed(1, ANNA), deed(3, ANNA), deed(5, ANNA, mortgaged=True), built
    )

    anna = table.phones[ANNA]

    href = anna.go(table.page).link("Who owns what")
    page = anna.go(href)

    section = href.partition("#")[2]
    assert section in {given.get("id") for _, given in page.elements} - {None}
    assert "Old Kent Road ★ 4 houses 60 + 200 260" in page.text
    assert "Whitechapel Road ★ hotel 60 + 250 310" in page.text
    assert "King's Cross Station mortgaged 100" in page.text


def test_owner_and_debtor_read_open_rent_in_the_second_person(shared_app: Flask) -> None:
    roll = {"kind": "roll", "seat": ANNA, "dice": [1, 2]}
    table = at_the_board(shared_app, BEGUN, deed(3, BRUNO), roll, options={"rent": "asked"})

    anna, bruno, carla = (phone.go(table.page).text for phone in table.phones)

    assert "Bruno can collect 4 from you" in anna and "Bruno can collect 4 from Anna" not in anna
    assert "You can collect 4 from Anna: Whitechapel Road." in bruno and "Bruno can" not in bruno
    assert "4 Rent · Whitechapel Road ■ Anna" in bruno and "4 Rent" not in anna + carla
    assert "Bruno can collect 4 from Anna" in carla


def test_printed_numbers_begin_with_the_groups_that_somebody_owns(shared_app: Flask) -> None:
    table = at_the_board(shared_app, BEGUN, deed(11, BRUNO))

    page = table.banker.go(f"/t/{table.code}/copy").text

    assert page.index("Pink 140 · 160") < page.index("More Brown 60 ")
