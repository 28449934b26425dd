"""What Monopoly's screens say: what is open before whose turn it is; a list by the board's name."""

from __future__ import annotations

import pytest

from companion.games.monopoly.board import classic_board
from companion.games.monopoly.copy import board_from_record
from companion.games.monopoly.lists import FollowLine, RollList
from companion.games.monopoly.screen import view
from companion.games.monopoly.state import MonopolyState, waiting
from companion.mechanics.language.words import say_many
from companion.tables.records.verdict import verify_record
from companion.web.requests.language import Speaker, speaker_for
from tests.browser.monopoly_scenes import ANNA, BRUNO, CARLA, at, record, roll
from tests.browser.scenes import record_of


def state_of(scene: str) -> MonopolyState:
    timeline = verify_record(record_of("monopoly", scene)).timeline
    assert timeline is not None
    state: MonopolyState = timeline.state
    return state


@pytest.mark.parametrize(
    ("scene", "heading"),
    [
        ("mo-roll", "It is Anna’s turn"),
        ("mo-buy", "It is Anna’s turn"),
        ("mo-auction", "Auction first, then Bruno"),
        ("mo-debt", "Debt first, then Bruno"),
        ("mo-rent", "Rent still open, then Bruno"),
    ],
)
def test_open_matters_are_listed_before_the_next_turn(scene: str, heading: str) -> None:
    assert str(view(state_of(scene), None).turn) == heading


def test_a_card_list_is_named_after_its_space_in_the_readers_language() -> None:
    record = {**record_of("monopoly", "mo-list"), "copy": classic_board("it")}
    timeline = verify_record(record).timeline
    assert timeline is not None
    line = view(timeline.state, ANNA).line

    assert str(RollList(ANNA).label(timeline.state)) == "Roll three dice in the app: Chance"
    assert line is not None and Speaker("it").say(line.words) == "Imprevisti"


@pytest.mark.parametrize(("scene", "place"), [("mo-tap", ""), ("mo-debt", "Rue de Courcelles")])
def test_the_old_space_is_hidden_while_the_new_one_is_asked_for(scene: str, place: str) -> None:
    state = state_of(scene)

    assert view(state, ANNA).seats[ANNA].space_name == (place and state.board[11].name)
    assert view(state, ANNA).seats[BRUNO].space_name


@pytest.mark.parametrize(
    ("scene", "dice"),
    [("mo-rent", (2, 1)), ("mo-buy", (3, 4)), ("mo-debt", (3, 4)), ("mo-tap", (3, 4))],
)
def test_the_dice_of_the_latest_move_are_shown(scene: str, dice: tuple[int, ...]) -> None:
    assert view(state_of(scene), None).dice == dice


@pytest.mark.parametrize("scene", ["mo-list", "mo-line"])
def test_the_dice_are_hidden_while_a_printed_list_is_followed(scene: str) -> None:
    state = state_of(scene)

    assert state.dice == (3, 4)
    assert view(state, None).dice == ()


def test_a_known_card_line_is_shown_with_a_plain_button() -> None:
    state = state_of("mo-known")

    assert not str(waiting(state).prompt).endswith("?")
    assert str(waiting(state).prompt).endswith(f"15: {FollowLine(ANNA).label(state)}.")


def test_a_pending_deal_shows_its_contents_and_who_must_answer() -> None:
    offers = [tuple(map(str, said)) for said in view(state_of("mo-deal"), None).waiting_offers]

    ((offer, answer),) = offers
    assert offer.startswith("Carla offers Bruno: ")
    assert answer == "Bruno answers this offer."
    assert not list(view(state_of("mo-in-kind"), None).waiting_offers)


def test_no_space_name_has_a_straight_apostrophe() -> None:
    boards = [board_from_record(classic_board(tongue)) for tongue in ("it", "fr", "de")]

    assert [space.name for board in boards for space in board.spaces if "'" in space.name] == []


def test_owners_of_a_group_are_sorted_with_the_bank_last() -> None:
    unsold = {"kind": "set_deed", "position": 35, "owner": None}
    timeline = verify_record(record(unsold, at(ANNA, 28), roll(ANNA, 3, 4))).timeline
    assert timeline is not None
    seen = view(timeline.state, CARLA)
    stations = next(group for group in seen.shelf if group.group == "stations")

    shares = [(holder.name, str(holder.share)) for holder in stations.holders]
    assert shares == [("Bruno", "1 of 4"), ("Anna", "2 of 4"), (None, "1 of 4")]
    assert seen.lot is not None
    assert [str(said) for said in seen.lot.rest] == ["Bruno owns 1 of 4", "Anna owns 2 of 4"]


def test_in_french_a_count_of_keys_is_not_separated_from_its_number() -> None:
    keys = say_many("{count} key", "{count} keys", count=5)

    assert speaker_for("fr").say(keys) == "5\N{NO-BREAK SPACE}clés"


def test_a_hotel_is_a_word_and_houses_are_signs() -> None:
    deeds = view(state_of("mo-roll"), None).deeds

    hotels = {str(deed.built) for deed in deeds.values() if deed.hotel}
    assert hotels == {"hotel"}
    assert all(deed.built == "⌂" * deed.houses for deed in deeds.values() if not deed.hotel)
