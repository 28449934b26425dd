"""Recorded games about what falls due: rents, lines of the lists, bail, debts in property.

Actions alone; each account is worked out by hand in the test's own words, as in
``test_monopoly_recorded``.
"""

from __future__ import annotations

from companion.games.monopoly import GAME
from companion.tables.records.verdict import verify_record
from tests.games.monopoly.test_monopoly_recorded import cash, events_of, told
from tests.games.records import replayed, totals


def test_two_landings_on_one_property_in_one_turn_give_two_rents() -> None:
    """two-landings.json: Water Works is Anna's from the start.

    Bruno buys Marlborough Street, 180: 1320. Anna buys King's Cross, 200: 1300. Bruno goes 10 to
    Water Works, 40, then 8 to Chance, which sends him 8 back: 32. Asked twice: Anna 1372, Bruno
    1248. Anna buys Electric Company, 150: 1222. Bruno lands on Go: 1448. Anna goes 6 to
    Marlborough Street, 14, and 4 to Chance, which sends her 4 back: 14 again. Bruno asks, mortgages
    it for 90, asks again: Anna 1194, Bruno 1448 + 28 + 90 = 1566.
    Anna 1194 + 200 + 150 + 150 = 1694; Bruno 1566 + 180 / 2 = 1656.
    """
    state, outcome = replayed(GAME, "two-landings")

    assert told("two-landings", "rent_claimable", "debtor", "position", "amount") == [
        (1, 28, 40),
        (1, 28, 32),
        (0, 18, 14),
        (0, 18, 14),
    ]
    assert told("two-landings", "paid", "seat", "amount", "reason") == [
        (1, 40, "rent"),
        (1, 32, "rent"),
        (0, 14, "rent"),
        (0, 14, "rent"),
    ]
    assert told("two-landings", "rent_lost", "amount") == []
    assert cash(state) == [1194, 1566]
    assert totals(outcome) == [("Anna", 1694), ("Bruno", 1656)]


def test_a_card_line_corrected_by_the_banker_takes_effect() -> None:
    """line-corrected.json

    Chance 5 is read as "collect 150": Anna 1650. The banker corrects it to "pay 15", and takes 165
    back: 1485. Bruno rolls 5 too: pays 15, 1485. Anna buys Pall Mall, 140: 1345. The banker says
    what Community Chest 18 reads before Bruno follows it, collect 20: 1505; then Chance 15, jail.
    Anna 1345 + 140 = 1485; Bruno 1505.
    """
    state, outcome = replayed(GAME, "line-corrected")

    assert told("line-corrected", "line_set", "total", "effect", "amount", "was", "was_amount") == [
        (5, "pay", 15, "collect", 150),
        (18, "collect", 20, None, 0),
    ]
    assert told("line-corrected", "line_followed", "seat", "total", "effect", "amount") == [
        (0, 5, "collect", 150),
        (1, 5, "pay", 15),
        (1, 18, "collect", 20),
        (1, 15, "jail", 0),
    ]
    assert cash(state) == [1345, 1505] and state.jail == (None, 0)
    assert totals(outcome) == [("Bruno", 1505), ("Anna", 1485)]


def test_bail_is_raised_and_paid_before_the_token_moves_and_rent_falls_due() -> None:
    """bail-raised-first.json

    Anna buys Whitechapel Road, 60, and bids 1400 for Pall Mall: 40. Chance 15: jail. Bruno buys
    Northumberland Avenue 160 and Fenchurch Street 200: 1140. Anna's third roll in jail, 1 and 3:
    she owes 50, mortgages Whitechapel Road, 70, pays, 20, and now goes 4 to Northumberland Avenue:
    12 to Bruno. Anna 8, Bruno 1152, and Water Works for 150: 1002.
    Anna 8 + 60 / 2 + 140 = 178; Bruno 1002 + 160 + 200 + 150 = 1512.
    """
    kinds = ("debt_opened", "mortgaged", "debt_paid", "left_jail", "moved", "rent_claimable")
    state, outcome = replayed(GAME, "bail-raised-first")

    happened = [event.kind for event in events_of("bail-raised-first")]
    assert [kind for kind in happened[happened.index("debt_opened") :] if kind in kinds][:6] == [
        *kinds
    ]
    assert cash(state) == [8, 1002]
    assert totals(outcome) == [("Bruno", 1512), ("Anna", 178)]


def test_a_debt_is_paid_with_property_in_part_and_then_in_full() -> None:
    """debt-paid-with-property.json: two houses each on Bruno's Park Lane and Mayfair.

    Anna holds 100, King's Cross and Electric Company, mortgaged. Mayfair: 600. She offers King's
    Cross for all of it, Bruno declines; then for 400: agreed, 200 are left. She offers Electric
    Company and 50, takes that back, offers it with 60: agreed, and he lifts it for 75 + 8.
    Anna 40. Bruno 1500 + 60 - 83 = 1477, + 350 + 400 + 200 + 150 + 4 x 200 = 3377. Carla 1500.
    """
    state, outcome = replayed(GAME, "debt-paid-with-property")

    assert told(
        "debt-paid-with-property", "debt_settled", "seat", "creditor", "amount", "left"
    ) == [
        (0, 1, 400, 200),
        (0, 1, 200, 0),
    ]
    assert (state.owner(5), state.owner(12), state.deeds[12].mortgaged) == (1, 1, False)
    assert cash(state) == [40, 1477, 1500]
    assert totals(outcome) == [("Bruno", 3377), ("Carla", 1500), ("Anna", 40)]


def test_a_fast_game_whose_deeds_the_app_dealt_is_verified_as_it_was_played() -> None:
    record = {
        "game": GAME.name,
        "options": {"variant": "fast"},
        "seats": [{"name": "Anna"}, {"name": "Bruno"}],
        "actions": [{"kind": "deal_deeds", "hands": [[32, 31], [21, 27]], "by_app": True}],
    }

    verdict = verify_record(record)

    assert verdict.ok, verdict.refusal
    assert verdict.timeline is not None
    owners = {place: deed.owner for place, deed in verdict.timeline.state.deeds.items()}
    assert owners == {32: 0, 31: 0, 21: 1, 27: 1}
