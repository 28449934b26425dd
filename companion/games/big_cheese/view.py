"""The view of a Big Cheese table for templates.

The game has no secrets, so all seats have the same view.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

from companion.games.big_cheese.auction import possible_cards, why_not
from companion.games.big_cheese.box import ODD_OR_EVEN, card_words, cards_of
from companion.games.big_cheese.final_scores import line_term
from companion.games.big_cheese.state import BigCheeseState, Project
from companion.mechanics.auctions.auction import bidding_status
from companion.mechanics.language.words import Sentence


@dataclass(frozen=True, slots=True)
class ProjectView:
    """A project in progress."""

    number: int
    card: Sentence | str
    left: int
    """The number of workers left on the project.

    This is also the number of awards until the project is finished.
    """

    @property
    def finishes_next(self) -> bool:
        """Whether the next award finishes the project."""
        return self.left == 1


def view(state: BigCheeseState, seat: int | None) -> SimpleNamespace:
    """Return the view of the table, which is the same for every seat."""
    return SimpleNamespace(
        stage=state.stage,
        exact=state.is_exact,
        target=state.target,
        auctions=state.auctions,
        opener=state.opener,
        card=None if state.card is None else card_words(state.card),
        seats=tuple(_seat_view(state, number) for number in state.seats),
        tiles=_card_tiles(state),
        auction=state.auction,
        results=tuple(_result_view(state, project) for project in state.finished),
        last=_award_view(state),
        # The seat and the face of the latest roll, until the next card is up for auction.
        rolled=state.rolled,
        # The owner's name and the card of each project that the next award finishes.
        maturing=tuple(
            (state.name(project.seat), card_words(project.card))
            for project in state.projects
            if project.workers == 1
        ),
        has_specials=state.has_specials,
    )


def _seat_view(state: BigCheeseState, number: int) -> SimpleNamespace:
    score = state.score(number)
    return SimpleNamespace(
        number=number,
        name=state.name(number),
        free=state.free(number),
        score=score,
        to_go=max(state.target - score, 0),
        scored=state.scores.scored(number),
        projects=tuple(
            ProjectView(project.number, card_words(project.card), project.workers)
            for project in sorted(state.projects_of(number), key=lambda item: item.workers)
        ),
        vetoes=state.held[number].vetoes,
        big_cheeses=state.held[number].big_cheeses,
        lines=tuple(line_term(line, state.scoring) for line in state.lines if line.seat == number),
        status=bidding_status(state.auction, number),
    )


def _card_tiles(state: BigCheeseState) -> tuple[SimpleNamespace, ...]:
    """Return one tile for each of the nine kinds of cards (BC-C).

    The ``why_not`` of a tile is the reason why the kind is unavailable, or None.
    """
    possible = possible_cards(state)
    return tuple(
        SimpleNamespace(
            card=card,
            words=card_words(card),
            is_in_deck=card in state.cards,
            left=state.left(card),
            is_possible=card in possible,
            why_not=why_not(state, card),
        )
        for card in cards_of(specials=True)
    )


def _result_view(state: BigCheeseState, project: Project) -> SimpleNamespace:
    """Return a finished project with its roll, if any, and the faces that can be tapped.

    If any die may be rolled, the faces are just 1 and 2, for odd and even.
    """
    rolled = state.result_of(project.number)
    any_die = not state.is_one_die and project.card == ODD_OR_EVEN
    sides = state.scoring.sides(project.card)
    return SimpleNamespace(
        project=project.number,
        seat=project.seat,
        card=card_words(project.card),
        sides=sides,
        any_die=any_die,
        faces=tuple(
            SimpleNamespace(value=face, points=state.scoring.points(project.card, face))
            for face in range(1, (2 if any_die else sides) + 1)
        ),
        value=None if rolled is None else rolled.value,
        points=None if rolled is None else rolled.points,
    )


def _award_view(state: BigCheeseState) -> SimpleNamespace | None:
    """Return the latest award, or None if the last auction ended without one.

    The award includes the projects that lost a worker and those that were finished.
    """
    last = state.last
    if last is None:
        return None
    # In the order of the history's line.
    home = {
        seat: tuple(card_words(card) for owner, _, card in last.home if owner == seat)
        for seat in dict.fromkeys(seat for seat, _, _ in last.home)
    }
    return SimpleNamespace(
        name=state.name(last.seat),
        card=card_words(last.card),
        workers=last.workers,
        home=tuple((state.name(seat), cards) for seat, cards in home.items() if cards),
        finished=tuple(
            (state.name(project.seat), card_words(project.card)) for project in last.finished
        ),
    )
