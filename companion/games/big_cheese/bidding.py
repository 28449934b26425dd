"""The next card, its auction, the Veto and the award (BC-A1 to BC-A8, BC-C, BC-V1, BC-V2).

The award is one step: the winner's workers go to the card, one worker comes home from every other
project, and what its last worker left is finished. Cards that stay are handed out with it, before
any die is rolled, so a Big Cheese that finishes now serves a project that finishes now (BC-B2).
"""

from __future__ import annotations

from companion.games.big_cheese.actions import Bid, OfferCard, Open, Pass, Veto
from companion.games.big_cheese.box import NUMBERS, OF_A_KIND, SPECIALS, card_words, cards_of
from companion.games.big_cheese.facts import (
    BidMade,
    CardDiscarded,
    CardOffered,
    CardVetoed,
    CardWon,
    GameEnded,
    Opened,
    Passed,
    ProjectFinished,
    WorkersCameHome,
)
from companion.games.big_cheese.guards import require_running, require_seat, require_stage
from companion.games.big_cheese.state import BigCheeseState, Project
from companion.mechanics.auction import Auction, require_amount, require_turn
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say, say_many


def require_open(state: BigCheeseState, seat: int) -> None:
    """Raise ``unknown_seat`` or ``already_open`` unless the seat may open the first auction."""
    require_seat(state, seat)
    if state.stage != "open":
        raise Refusal(
            "already_open",
            "BC-A1",
            say("The first auction has its opener; later the last winner opens."),
        )


def decide_open(state: BigCheeseState, action: Open) -> tuple[Fact, ...]:
    """Return that a seat opens the first auction (BC-A1)."""
    require_open(state, action.seat)
    return (Opened(action.seat),)


def require_card(state: BigCheeseState, card: str) -> None:
    """Raise ``not_now``, ``unknown_card``, ``left_out`` or ``fifth_of_a_kind`` (BC-C)."""
    require_stage(state, "offer", "BC-A1")
    if card not in cards_of(specials=True):
        raise Refusal(
            "unknown_card",
            "BC-C",
            say(
                "There is no card “{card}”; there are: {cards}.",
                card=card,
                cards=tuple(map(card_words, state.cards)),
            ),
        )
    impossible = why_not(state, card)
    if impossible is not None:
        name = "fifth_of_a_kind" if card in state.cards else "left_out"
        sentence = say("{reason}; tap the card that is really up.", reason=impossible)
        raise Refusal(name, "BC-C", sentence)


def why_not(state: BigCheeseState, card: str) -> Sentence | None:
    """Return why a card cannot come now, None if it can (BC-C)."""
    if card not in state.cards:
        return say("{card}: left out of this game", card=card_words(card))
    if state.left(card) > 0:
        return None
    places = state.places(card)
    if card in SPECIALS:
        return say(
            "{card}: all {count} are out, {work} in work, {held} held",
            card=card_words(card),
            count=OF_A_KIND,
            work=places["work"],
            held=places["held"],
        )
    return say("{card}: all {count} are in work", card=card_words(card), count=OF_A_KIND)


def decide_offer(state: BigCheeseState, action: OfferCard) -> tuple[Fact, ...]:
    """Return that the card is up and the opener has the first word (BC-A1)."""
    require_card(state, action.card)
    assert state.opener is not None
    return (CardOffered(action.card, state.opener),)


def require_word(state: BigCheeseState, seat: int, pass_rule: str = "BC-A4") -> None:
    """Raise ``not_now``, ``already_passed`` or ``out_of_turn`` unless the seat has its word."""
    require_seat(state, seat)
    require_stage(state, "auction", "BC-A1")
    auction = state.auction
    assert auction is not None
    name = state.name(auction.turn)
    require_turn(auction, seat, pass_rule=pass_rule, order_rule="BC-A2", name=name)


def require_bid(state: BigCheeseState, seat: int, workers: int) -> None:
    """Raise also ``bid_too_low`` or ``more_than_free`` unless the bid may be made (BC-A3)."""
    require_word(state, seat)
    assert state.auction is not None
    require_amount(state.auction, workers, "BC-A3")
    free = state.free(seat)
    if workers > free:
        raise _more_than_free(free, state.auction)


def _more_than_free(free: int, auction: Auction) -> Refusal:
    if free < auction.lowest_bid:
        sentence = say_many(
            "You have {count} free worker: pass.",
            "You have {count} free workers: pass.",
            count=free,
        )
    else:
        sentence = say_many(
            "You have {count} free worker: bid no more, or pass.",
            "You have {count} free workers: bid no more, or pass.",
            count=free,
        )
    return Refusal("more_than_free", "BC-A3", sentence)


def decide_bid(state: BigCheeseState, action: Bid) -> tuple[Fact, ...]:
    """Return the bid, with the award if everybody else has passed."""
    require_bid(state, action.seat, action.workers)
    assert state.auction is not None
    after = state.auction.bid(action.seat, action.workers)
    return (BidMade(action.seat, action.workers), *_decided(state, after))


def decide_pass(state: BigCheeseState, action: Pass) -> tuple[Fact, ...]:
    """Return the pass, with the award if it leaves one bidder alone."""
    require_word(state, action.seat)
    assert state.auction is not None
    return (Passed(action.seat), *_decided(state, state.auction.pass_by(action.seat)))


def _decided(state: BigCheeseState, auction: Auction) -> tuple[Fact, ...]:
    """Return what an auction leads to, nothing while it goes on."""
    award = auction.award
    if award is None:
        return ()
    assert state.card is not None
    if award.seat is None:
        return (CardDiscarded(state.card), *_round_end(state))
    return _awarded(state, award.seat, award.amount)


def _awarded(state: BigCheeseState, seat: int, workers: int) -> tuple[Fact, ...]:
    """Return the whole award: workers out, workers home, what is finished (BC-A5 to BC-A7)."""
    assert state.card is not None
    won = CardWon(seat, state.won + 1, state.card, workers)
    if not state.projects:
        return (won, *_round_end(state))
    home = tuple((project.seat, project.number, project.card) for project in state.projects)
    order = state.order_from(seat)
    done = sorted(
        (project for project in state.projects if project.workers == 1),
        key=lambda project: (order.index(project.seat), project.number),
    )
    rolled_for = any(project.card in NUMBERS for project in done)
    ending = () if rolled_for else _round_end(state)
    return (won, WorkersCameHome(home), *map(_finished, done), *ending)


def _finished(project: Project) -> ProjectFinished:
    return ProjectFinished(project.seat, project.number, project.card)


def _round_end(state: BigCheeseState) -> tuple[GameEnded, ...]:
    """Return the end where a correction in mid-round brought somebody to the target (BC-E2)."""
    return (GameEnded(),) if state.reached() else ()


def require_veto(state: BigCheeseState, seat: int) -> None:
    """Raise a refusal unless the seat may play a Veto now (BC-V1).

    Raises ``unknown_seat``, ``game_over``, ``nothing_on_offer``, ``already_passed``,
    ``out_of_turn``, ``no_veto``.
    """
    require_seat(state, seat)
    require_running(state)
    if state.stage != "auction":
        raise Refusal(
            "nothing_on_offer",
            "BC-V1",
            say("No card is on offer; a Veto is played in one's turn of an auction."),
        )
    require_word(state, seat, pass_rule="BC-V1")
    if not state.held[seat].vetoes:
        raise Refusal(
            "no_veto",
            "BC-V1",
            say("{name} holds no finished Veto; bid or pass.", name=state.name(seat)),
        )


def decide_veto(state: BigCheeseState, action: Veto) -> tuple[Fact, ...]:
    """Return the Veto; no worker moves (BC-V2)."""
    require_veto(state, action.seat)
    assert state.card is not None
    return (CardVetoed(action.seat, state.card), *_round_end(state))
