"""What a table of The Big Cheese shows, ready for templates; nothing in it is secret."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.big_cheese.auction import possible_cards, why_not
from companion.games.big_cheese.box import ODD_OR_EVEN, card_words, cards_of
from companion.games.big_cheese.final_scores import line_term
from companion.games.big_cheese.state import BigCheeseState, Project, Stage
from companion.mechanics.auction import Auction, bidding_status
from companion.mechanics.game import Term
from companion.mechanics.words import Sentence


@dataclass(frozen=True, slots=True)
class ProjectView:
    """One project in work. left: workers on it, which is also the awards until it is finished."""

    number: int
    card: Sentence | str
    left: int

    @property
    def is_next(self) -> bool:
        """Whether the next award finishes it."""
        return self.left == 1


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. status: "in", "passed" or "high" in an auction, else "". to_go: to the target."""

    number: int
    name: str
    free: int
    score: int
    to_go: int
    scored: int
    projects: tuple[ProjectView, ...]
    vetoes: int
    big_cheeses: int
    lines: tuple[Term, ...]
    status: str


@dataclass(frozen=True, slots=True)
class TileView:
    """One card. left: how many can still come; why_not: None if it can come now."""

    card: str
    words: Sentence | str
    is_in_deck: bool
    left: int
    is_possible: bool
    why_not: Sentence | None


@dataclass(frozen=True, slots=True)
class FaceView:
    """A face to tap and what it is worth."""

    value: int
    points: int


@dataclass(frozen=True, slots=True)
class ResultView:
    """A finished project. sides: of its die; faces: to tap; value, points: once it is rolled."""

    project: int
    seat: int
    card: Sentence | str
    sides: int
    any_die: bool
    faces: tuple[FaceView, ...]
    value: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class AwardView:
    """What the last award did. home: names with the cards their workers left; finished alike."""

    name: str
    card: Sentence | str
    workers: int
    home: tuple[tuple[str, tuple[Sentence | str, ...]], ...]
    finished: tuple[tuple[str, Sentence | str], ...]


@dataclass(frozen=True, slots=True)
class BigCheeseView:
    """A table of The Big Cheese.

    card: the one that is up. maturing: names and cards that the next award finishes.
    """

    stage: Stage
    exact: bool
    target: int
    auctions: int
    opener: int | None
    card: Sentence | str | None
    seats: tuple[SeatView, ...]
    tiles: tuple[TileView, ...]
    auction: Auction | None
    results: tuple[ResultView, ...]
    last: AwardView | None
    maturing: tuple[tuple[str, Sentence | str], ...]
    has_specials: bool


def view(state: BigCheeseState, seat: int | None) -> BigCheeseView:
    """Return what a seat may see; seat None: an onlooker, who sees as much."""
    return BigCheeseView(
        stage=state.stage,
        exact=state.is_exact,
        target=state.target,
        auctions=state.auctions,
        opener=state.opener,
        card=None if state.card is None else card_words(state.card),
        seats=tuple(_seat(state, number) for number in state.seats),
        tiles=_tiles(state),
        auction=state.auction,
        results=tuple(_result(state, project) for project in state.finished),
        last=_award(state),
        maturing=tuple(
            (state.name(project.seat), card_words(project.card))
            for project in state.projects
            if project.workers == 1
        ),
        has_specials=state.has_specials,
    )


def _seat(state: BigCheeseState, number: int) -> SeatView:
    score = state.score(number)
    return SeatView(
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


def _tiles(state: BigCheeseState) -> tuple[TileView, ...]:
    """Return all nine kinds of cards, those that cannot come with the reason (BC-C)."""
    possible = possible_cards(state)
    return tuple(
        TileView(
            card,
            card_words(card),
            card in state.cards,
            state.left(card),
            card in possible,
            why_not(state, card),
        )
        for card in cards_of(specials=True)
    )


def _result(state: BigCheeseState, project: Project) -> ResultView:
    rolled = state.result_of(project.number)
    any_die = not state.is_one_die and project.card == ODD_OR_EVEN
    sides = state.scoring.sides(project.card)
    last_face = 2 if any_die else sides
    return ResultView(
        project=project.number,
        seat=project.seat,
        card=card_words(project.card),
        sides=sides,
        any_die=any_die,
        faces=tuple(
            FaceView(face, state.scoring.points(project.card, face))
            for face in range(1, last_face + 1)
        ),
        value=None if rolled is None else rolled.value,
        points=None if rolled is None else rolled.points,
    )


def _award(state: BigCheeseState) -> AwardView | None:
    last = state.last
    if last is None:
        return None
    home = {
        seat: tuple(card_words(card) for owner, _, card in last.home if owner == seat)
        for seat in state.order_from(last.seat)
    }
    return AwardView(
        name=state.name(last.seat),
        card=card_words(last.card),
        workers=last.workers,
        home=tuple((state.name(seat), cards) for seat, cards in home.items() if cards),
        finished=tuple(
            (state.name(project.seat), card_words(project.card)) for project in last.finished
        ),
    )
