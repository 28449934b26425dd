"""The colours of the players in games whose box gives them none."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.play.seating import SEAT_COLOURS, chosen_colours, shown_colours

WISH = st.lists(st.sampled_from((*SEAT_COLOURS, "plaid")), max_size=2).map(tuple)


def test_a_seat_without_a_colour_gets_that_of_its_number() -> None:
    assert shown_colours(((), (), ())) == (("red",), ("blue",), ("green",))
    assert shown_colours(((), ("pink",), ())) == (("red",), ("pink",), ("green",))


def test_a_seat_whose_colour_is_taken_gets_the_first_free_one() -> None:
    assert shown_colours((("green",), (), ())) == (("green",), ("blue",), ("red",))


def test_unknown_colours_and_those_of_an_earlier_seat_do_not_count() -> None:
    assert chosen_colours([("plaid",), ("red", "blue"), ("red",), ()]) == ((), ("red",), (), ())


@given(st.lists(WISH, max_size=12).map(tuple))
def test_every_seat_has_one_colour_and_no_two_share_one(
    wishes: tuple[tuple[str, ...], ...],
) -> None:
    shown = shown_colours(wishes)

    all_shown = [colour for colours in shown for colour in colours]
    assert len(set(all_shown)) == len(all_shown) == min(len(wishes), len(SEAT_COLOURS))
    assert all(own in ((), now) for own, now in zip(chosen_colours(wishes), shown, strict=True))
