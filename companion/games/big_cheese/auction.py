"""The next card, its auction, the Veto and the award (BC-A1 to BC-A8, BC-C, BC-V1, BC-V2).

A seat must pass if it has no Veto and fewer free workers than the lowest bid. The app passes for
such a seat at once, in the same step as the card or the bid that leaves the seat no choice. The
seat loses nothing, because only a correction by the banker can free a worker during an auction.

The award is a single step:

- The winner's workers go to the card.
- One worker comes home from every other project.
- The projects that lost their last worker are finished.
- The owners of finished Vetoes and Big Cheeses receive those cards.

All this happens before any die is rolled. So a Big Cheese can be used for a project that finishes
in the same step (BC-B2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Self

from companion.games.big_cheese.box import OF_A_KIND, SPECIALS, VETO, card_words, cards_of
from companion.games.big_cheese.state import (
    BigCheeseState,
    CardEvent,
    CardTaken,
    Project,
    ProjectEvent,
    come_home,
    completed,
    go_to_work,
    outcome,
    project_in,
    waiting,
    with_cards,
)
from companion.mechanics.actions.base import (
    Action,
    Button,
    Event,
    SeatAction,
    TableAction,
    action,
    event,
)
from companion.mechanics.actions.menu import Candidate, OneOf, Range
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, is_legal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.auctions import auction, early_pass, recorded_sale
from companion.mechanics.auctions.auction import (
    AscendingAuction,
    Auction,
    AuctionRules,
    Award,
    B,
    BidLimit,
    TurnAuctionPolicy,
)
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.ledger import Transfer
from companion.mechanics.play import endings
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.first_player import Drawn, begins, random_draw
from companion.mechanics.play.table import (
    PRINTED,
    require_running,
    require_seat,
    require_stage,
)


@action("open", by="player")
class Open(Action[BigCheeseState]):
    """Choose the seat that opens the first auction, or let a random draw choose it (BC-A1)."""

    chance = "seat"
    seat: int | None
    by_app: bool = False
    """Whether a random draw chose the seat."""

    @classmethod
    def candidates(cls, state: BigCheeseState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.stage == "open":
            yield Candidate(cls(0), seat=OneOf(tuple(state.seats)))

    def with_chance(self, state: BigCheeseState, dice: Dice) -> Self:
        if self.seat is not None:
            return self
        return replace(self, seat=random_draw(state.seats, dice), by_app=True)

    def label(self, state: BigCheeseState) -> Sentence:
        return say("Random draw") if self.seat is None else begins(state, self.seat)

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        seat = require_seat(state, self.seat, PRINTED)
        if state.stage != "open":
            raise Refusal(
                "already_open",
                "BC-A1",
                say(
                    "It is already decided who opens the first auction. After that, the last "
                    "winner opens."
                ),
            )
        opened = Opened(seat)
        return (Drawn(tuple(state.seats), seat), opened) if self.by_app else (opened,)


@event("opened")
class Opened(Event[BigCheeseState]):
    """A seat was chosen to open the first auction."""

    line = say("{name} opens the first auction.").to_you("You open the first auction.")
    seat: int

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return replace(state, stage="offer", opener=self.seat)


@action("offer", by="player")
class OfferCard(TableAction[BigCheeseState]):
    """Put the next card up for auction (BC-C)."""

    stage = "offer"
    values = {"card": lambda state: state.cards}
    card: str
    """A number from "2" to "20" (see ``NUMBERS``), "veto" or "big_cheese"."""

    def label(self, state: BigCheeseState) -> Sentence | str:
        return card_words(self.card)

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the event that offers the card, and a pass for each seat that must pass (BC-A1).

        If every seat must pass, the discard of the card follows too.
        """
        require_card(state, self.card)
        return AUCTIONS.after(state, CardOffered(self.card, not_none(state.opener)))


def require_card(state: BigCheeseState, card: str) -> None:
    """Raise a refusal unless this card can be put up for auction now (BC-C)."""
    require_stage(state, "offer", "BC-A1", waiting)
    reason = why_not(state, card)
    require_kind(state, card, say("{reason}. Tap the card that is really up.", reason=reason))


def require_kind(state: BigCheeseState, card: str, instead: Sentence) -> None:
    """Raise a refusal unless another card of this kind is available (BC-C).

    instead: the message of ``left_out`` and ``fifth_of_a_kind``.

    Raises ``unknown_card``, ``left_out``, ``fifth_of_a_kind``.
    """
    if card not in cards_of(specials=True):
        raise Refusal(
            "unknown_card",
            "BC-C",
            say(
                "There is no card “{card}”. Choose one of: {cards}.",
                card=card,
                cards=tuple(map(card_words, state.cards)),
            ),
        )
    if card not in state.cards:
        raise Refusal("left_out", "BC-C", instead)
    if not state.left(card):
        raise Refusal("fifth_of_a_kind", "BC-C", instead)


def why_not(state: BigCheeseState, card: str) -> Sentence | None:
    """Return the reason why no card of this kind is available now, or None (BC-C)."""
    if card not in state.cards:
        return say("{card}: left out of this game", card=card_words(card))
    if state.left(card) > 0:
        return None
    places = state.places(card)
    if card in SPECIALS:
        return say(
            "{card}: all {count} are out, {work} at work, {held} held",
            card=card_words(card),
            count=OF_A_KIND,
            work=places["work"],
            held=places["held"],
        )
    return say("{card}: all {count} are at work", card=card_words(card), count=OF_A_KIND)


def _take_card(pending: PendingEvents[BigCheeseState], seat: int, workers: int) -> None:
    """Emit the award of the card to a seat (BC-A5 to BC-A7).

    The events are the win, the workers who come home, and the projects that are finished.
    """
    state = pending.state
    home = tuple((project.seat, project.number, project.card) for project in state.projects)
    pending.emit(CardWon(seat, state.won + 1, not_none(state.card), workers))
    if home:
        pending.emit(WorkersCameHome(home))
    order = state.order_from(seat)
    done = sorted(
        (project for project in pending.state.projects if not project.workers),
        key=lambda project: (order.index(project.seat), project.number),
    )
    pending.emit(*(ProjectFinished(one.seat, one.number, one.card) for one in done))


@event("project_finished")
class ProjectFinished(ProjectEvent):
    """The last worker left a project.

    If the card is a number, its owner rolls a die. A Veto or Big Cheese is kept until it is played.
    """

    line = say("{name}’s {card} is finished.").to_you("Your {card} is finished.")

    is_minor = True

    def matters_to(self, seat: int | None) -> bool:
        return seat == self.seat and self.card in SPECIALS

    def line_for(self, state: BigCheeseState, seat: int | None) -> Sentence | None:
        if self.card not in SPECIALS:
            return ProjectEvent.line_for(self, state, seat)
        if self.card == VETO:
            return say("{name} now has a Veto.").to_you(
                "You now have a Veto. Instead of bidding, you can discard the card that is up."
            )
        return say("{name} now has a Big Cheese.").to_you(
            "You now have a Big Cheese. After one of your rolls, you can roll again."
        )

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        done = not_none(project_in(state.projects, self.project))
        projects = tuple(project for project in state.projects if project != done)
        last = state.last
        if last is not None:
            last = replace(last, finished=(*last.finished, done))
        return completed(replace(state, projects=projects, last=last), done)


def round_end(state: BigCheeseState) -> tuple[GameEnded, ...]:
    """Return the event that ends the game if a seat has reached the target (BC-E2).

    Returns an empty tuple otherwise. Call this only at the end of a round.
    """
    return (GameEnded(),) if state.at_target() else ()


@event("game_ended")
class GameEnded(endings.GameEnded):
    """The game ended after a round in which at least one seat reached the target (BC-E2)."""

    def line_for(self, state: BigCheeseState, seat: int | None) -> Sentence | None:
        result = outcome(state)
        return endings.GameEnded.line if result is None else result.sentence


@event("card_won")
class CardWon(ProjectEvent):
    """A seat won the card, which becomes a project, and sent workers to it (BC-A5)."""

    workers: int

    def transfers(self) -> tuple[Transfer, ...]:
        reason = say("to the {card}", card=card_words(self.card))
        return (go_to_work(self.seat, self.workers, reason),)

    def line_for(self, state: BigCheeseState, seat: int | None) -> Sentence:
        line = say_many(
            "{name} wins the {card} with {count} worker.",
            "{name} wins the {card} with {count} workers.",
            count=self.workers,
        )
        return line.to_you("You win the {card} with {count}.")

    def scenes(self, state: BigCheeseState) -> tuple[Scene, ...]:
        shows = {"seat": self.seat, "lot": card_words(self.card), "price": self.workers}
        return (self.scene(state, "card", shows, cheers=self.seat),)

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        project = Project(self.project, self.seat, self.card, self.workers)
        return replace(
            _after_auction(state),
            opener=self.seat,
            projects=(*state.projects, project),
            won=self.project,
            last=CardTaken(self.seat, self.card, self.workers),
        )


def _after_auction(state: BigCheeseState) -> BigCheeseState:
    """Return the state after the end of an auction, with no card up for auction."""
    return replace(state, stage="offer", card=None, auction=None, auctions=state.auctions + 1)


@event("workers_came_home")
class WorkersCameHome(Event[BigCheeseState]):
    """One worker came home from every project except the one just won (BC-A6)."""

    is_minor = True
    home: tuple[tuple[int, int, str], ...]
    """Seat, project number and card for each worker, in the order of the projects."""

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            come_home(seat, 1, say("back from the {card}", card=card_words(card)))
            for seat, _, card in self.home
        )

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        leaving = {number for _, number, _ in self.home}
        projects = tuple(
            replace(project, workers=project.workers - 1) if project.number in leaving else project
            for project in state.projects
        )
        last = None if state.last is None else replace(state.last, home=self.home)
        return replace(state, projects=projects, last=last)

    def line_for(self, state: BigCheeseState, seat: int | None) -> Sentence | None:
        seats = dict.fromkeys(seat for seat, _, _ in self.home)
        counts = tuple(
            say(
                "{name} {count}",
                name=state.name(seat),
                count=sum(owner == seat for owner, _, _ in self.home),
            )
            for seat in seats
        )
        return say("Workers back: {counts}.", counts=counts)


@event("passed")
class Passed(auction.Passed):
    """A seat passed, or the app passed for it."""

    short_of: int = 0
    """If the app passed, the lowest bid, which the seat could not make; otherwise 0."""

    def line_for(self, state: BigCheeseState, seat: int | None) -> Sentence | None:
        if not self.short_of:
            return auction.Passed.line_for(self, state, seat)
        return say("{name} cannot bid {lowest} and passes.", lowest=self.short_of).to_you(
            "You cannot bid {lowest}, so you pass."
        )


@event("card_discarded")
class CardDiscarded(CardEvent):
    """All seats passed, so the card was discarded (BC-A8)."""

    line = say("Everyone passed: the {card} is discarded.")
    card: str

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return replace(_after_auction(state), last=None)


@event("card_offered")
class CardOffered(CardEvent):
    """A card was put up for auction."""

    line = say("Up for auction: {card}; {name} bids first.").to_you(
        "Up for auction: {card}; you bid first."
    )
    card: str
    seat: int
    """The seat that bids first."""

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        auction = Auction.opened(state.order_from(self.seat))
        return replace(state, stage="auction", card=self.card, auction=auction, rolled=None)


@event("bid_made")
class BidMade(auction.AuctionEvent):
    """A seat bid a number of workers."""

    workers: int
    line = say("{name} bids {amount}.").to_you("You bid {amount}.")

    def changed(self, auction: B) -> B:
        return auction.bid(self.seat, self.workers)

    def display_value(self, state: BigCheeseState, name: str) -> object:
        if name == "amount":
            return self.workers
        return auction.AuctionEvent.display_value(self, state, name)


class CardAuctions(TurnAuctionPolicy[BigCheeseState]):
    """The rules of the auction for a card, in which bids are numbers of workers."""

    rules = AuctionRules(
        seats=PRINTED, start="BC-A1", turns="BC-A2", bids="BC-A3", passes="BC-A4", end="BC-A5"
    )
    bid_made = BidMade
    passed = passed_by_app = Passed

    def number(self, state: BigCheeseState) -> int:
        return state.auctions

    def bid_limit(self, state: BigCheeseState, seat: int) -> BidLimit:
        lowest = not_none(state.auction).lowest_bid
        return BidLimit(state.free(seat), lowest, partial(_too_many_workers, state, seat))

    def app_passes(self, state: BigCheeseState) -> bool:
        return True

    def seats_to_pass(self, state: BigCheeseState) -> tuple[int, ...]:
        """Return the seats whose only legal action is to pass, in bidding order.

        Rules BC-A3, BC-A4 and BC-V1.
        """
        auction = not_none(state.auction)
        highest = None if auction.standing is None else auction.standing.seat
        return tuple(
            seat
            for seat in state.order_from(auction.turn)
            if seat in auction.active
            and seat != highest
            and state.free(seat) < auction.lowest_bid
            and not state.held[seat].vetoes
        )

    def award(self, pending: PendingEvents[BigCheeseState], award: Award) -> None:
        """Emit the award of the card, or the discard if all seats passed (BC-A5, BC-A8).

        If no seat has to roll, the round is over, so the end of the game may follow (BC-E2).
        """
        if award.seat is None:
            pending.emit(CardDiscarded(not_none(pending.state.card)))
        else:
            _take_card(pending, award.seat, award.amount)
        if pending.state.stage == "offer":
            pending.emit(*round_end(pending.state))


AUCTIONS = CardAuctions(waiting)


def _too_many_workers(state: BigCheeseState, seat: int, is_short: bool) -> Refusal:
    """Return the refusal for a bid that exceeds the seat's free workers.

    is_short: whether the seat has too few free workers even for the lowest bid.
    """
    free = state.free(seat)
    if not is_short:
        words = say_many(
            "You have {count} free worker. Bid up to {count}, or pass.",
            "You have {count} free workers. Bid up to {count}, or pass.",
            count=free,
        )
    elif state.held[seat].vetoes:
        words = say_many(
            "You have {count} free worker. Pass, or play a Veto.",
            "You have {count} free workers. Pass, or play a Veto.",
            count=free,
        )
    else:
        words = say_many(
            "You have {count} free worker. You can only pass.",
            "You have {count} free workers. You can only pass.",
            count=free,
        )
    return Refusal("more_than_free", "BC-A3", words)


@action("bid")
class Bid(auction.AuctionAction[BigCheeseState]):
    """Bid a number of workers (BC-A3)."""

    policy = AUCTIONS
    workers: int

    @classmethod
    def candidate(cls, state: BigCheeseState, auction: AscendingAuction, seat: int) -> Candidate:
        lowest = auction.lowest_bid
        return Candidate(cls(seat, lowest), workers=Range(lowest, state.free(seat)))

    def label(self, state: BigCheeseState) -> Sentence:
        return say("Bid {amount}", amount=self.workers)

    def checked_event(self, state: BigCheeseState) -> BidMade:
        AUCTIONS.require_bid(state, self.seat, self.workers)
        return BidMade(self.seat, self.workers)


@action("pass")
class Pass(auction.Pass[BigCheeseState]):
    """Pass and leave this auction (BC-A4)."""

    policy = AUCTIONS


@action("tell_sale")
class RecordSale(recorded_sale.RecordSale[BigCheeseState]):
    """Record the result of a spoken auction (BC-A5, BC-A8).

    Either a seat won the card for a number of workers, or the card is discarded.
    """

    policy = AUCTIONS

    @classmethod
    def lot(cls, state: BigCheeseState) -> Sentence:
        return say("card {card}", card=card_words(not_none(state.card)))


@action("pass_early")
class PassEarly(early_pass.PassEarly[BigCheeseState]):
    """Pass before it is the seat's turn to bid (BC-A4)."""

    policy = AUCTIONS


@action("veto")
class Veto(SeatAction[BigCheeseState]):
    """Play a Veto instead of bidding, to discard the card that is up (BC-V1, BC-V2)."""

    button = Button(is_relayed=True)

    def label(self, state: BigCheeseState) -> Sentence:
        return say("Veto the {card}", card=card_words(not_none(state.card)))

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the event of the Veto, and the end of the game if a seat has reached the target.

        All workers stay where they are (BC-V2).
        """
        require_veto(state, self.seat)
        return (CardVetoed(self.seat, not_none(state.card)), *round_end(state))


def require_veto(state: BigCheeseState, seat: int) -> None:
    """Raise a refusal unless the seat may play a Veto now (BC-V1)."""
    require_seat(state, seat, PRINTED)
    require_running(state)
    if state.stage != "auction":
        raise Refusal(
            "nothing_on_offer",
            "BC-V1",
            say("No card is up for auction. Play a Veto on your turn to bid."),
        )
    auction.require_turn_to_bid(
        state, seat, waiting, "BC-A1", seat_rule=PRINTED, pass_rule="BC-V1", order_rule="BC-A2"
    )
    if not state.held[seat].vetoes:
        sentence = say("{name} has no finished Veto; bid or pass.", name=state.name(seat))
        sentence = sentence.to_you("You have no finished Veto; bid or pass.")
        raise Refusal("no_veto", "BC-V1", sentence, about=(seat,))


@event("card_vetoed")
class CardVetoed(CardEvent):
    """A seat played a Veto; the Veto and the card up for auction were discarded (BC-V2)."""

    line = say("{name} plays a Veto: the {card} is discarded.").to_you(
        "You play a Veto: the {card} is discarded."
    )
    seat: int
    card: str
    """The card that was up for auction."""

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return replace(with_cards(_after_auction(state), self.seat, vetoes=-1), last=None)

    def scenes(self, state: BigCheeseState) -> tuple[Scene, ...]:
        return (self.scene(state, "veto", {"seat": self.seat, "lot": card_words(self.card)}),)


def possible_cards(state: BigCheeseState) -> tuple[str, ...]:
    """Return the kinds of cards that can be put up for auction now (BC-C)."""
    return tuple(card for card in state.cards if is_legal(require_card, state, card))
