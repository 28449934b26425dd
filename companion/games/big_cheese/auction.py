"""The next card, its auction, the Veto and the award (BC-A1 to BC-A8, BC-C, BC-V1, BC-V2).

Whoever has too few free workers for the lowest bid, and no Veto, can do nothing but pass, so the
app passes for him in the step that makes it so: when the card comes up, or with the bid. Nothing
frees a worker in mid-auction but a banker's correction.

The award is one step: the winner's workers go to the card, one worker comes home from every other
project, and what its last worker left is finished. Cards that stay are handed out with it, before
any die is rolled, so a Big Cheese that finishes now serves a project that finishes now (BC-B2).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from companion.games.big_cheese.box import NUMBERS, OF_A_KIND, SPECIALS, card_words, cards_of
from companion.games.big_cheese.state import (
    BigCheeseState,
    CardEvent,
    CardTaken,
    Project,
    ProjectEvent,
    come_home,
    completed,
    outcome,
    project_in,
    sent,
    waiting,
    with_cards,
)
from companion.mechanics import auction, early_pass, endings, recorded_sale
from companion.mechanics.auction import AscendingAuction, Auction, BidLimit
from companion.mechanics.event_sourcing import (
    Button,
    Event,
    SeatAction,
    TableAction,
    action,
    event,
    its,
)
from companion.mechanics.first_player import begins
from companion.mechanics.ledger import Transfer
from companion.mechanics.menu import Candidate, Range
from companion.mechanics.pending_events import apply_event
from companion.mechanics.refusal import Refusal, is_legal, not_none
from companion.mechanics.table import PRINTED, require_running, require_seat, require_stage
from companion.mechanics.words import Sentence, say, say_many


@action("open", by="player")
class Open(TableAction):
    """Say who opens the first auction (BC-A1)."""

    stage = "open"
    values = {"seat": its("seats")}
    seat: int

    def label(self, state: BigCheeseState) -> Sentence:
        return begins(state, self.seat)

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return that a seat opens; raises ``unknown_seat`` or ``already_open``."""
        require_seat(state, self.seat, PRINTED)
        if state.stage != "open":
            raise Refusal(
                "already_open",
                "BC-A1",
                say(
                    "Who opens the first auction is already decided; after that the "
                    "last winner opens."
                ),
            )
        return (Opened(self.seat),)


@event("opened")
class Opened(Event):
    """A seat opens the first auction."""

    line = say("{name} opens the first auction.")
    sets = {"stage": "offer", "opener": its("seat")}
    seat: int


@action("offer", by="player")
class OfferCard(TableAction):
    """Say which card is up: "2" to "20", "veto" or "big_cheese" (BC-C)."""

    stage = "offer"
    values = {"card": its("cards")}
    card: str

    def label(self, state: BigCheeseState) -> Sentence | str:
        return card_words(self.card)

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return that the card is up and the opener has the first word (BC-A1)."""
        require_card(state, self.card)
        offered = CardOffered(self.card, not_none(state.opener))
        state = apply_event(state, offered)
        return (offered, *_decided(state, not_none(state.auction)))


def require_card(state: BigCheeseState, card: str) -> None:
    """Raise ``not_now`` or what ``require_kind`` does unless the card can be up (BC-C)."""
    require_stage(state, "offer", "BC-A1", waiting)
    reason = why_not(state, card)
    require_kind(state, card, say("{reason}; tap the card that is really up.", reason=reason))


def require_kind(state: BigCheeseState, card: str, instead: Sentence) -> None:
    """Raise ``unknown_card``, ``left_out`` or ``fifth_of_a_kind`` unless one more can come (BC-C).

    instead: the sentence of the last two.
    """
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
    if card not in state.cards:
        raise Refusal("left_out", "BC-C", instead)
    if not state.left(card):
        raise Refusal("fifth_of_a_kind", "BC-C", instead)


def why_not(state: BigCheeseState, card: str) -> Sentence | None:
    """Return why a card cannot come now, None if it can (BC-C)."""
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


def _decided(state: BigCheeseState, auction: Auction) -> tuple[Event, ...]:
    """Return who is passed by the app, and what the auction leads to if that decides it."""
    helpless = _helpless(state, auction)
    for seat in helpless:
        auction = auction.pass_by(seat)
    passed = tuple(Passed(seat, auction.lowest_bid) for seat in helpless)
    award = auction.award
    return passed if award is None else (*passed, *AuctionAction.awarded(state, award))


def _helpless(state: BigCheeseState, auction: Auction) -> tuple[int, ...]:
    """Return the seats that can but pass, as they would speak (BC-A4; BC-A3, BC-V1)."""
    highest = None if auction.standing is None else auction.standing.seat
    return tuple(
        seat
        for seat in state.order_from(auction.turn)
        if seat in auction.active
        and seat != highest
        and state.free(seat) < auction.lowest_bid
        and not state.held[seat].vetoes
    )


def _awarded(state: BigCheeseState, seat: int, workers: int) -> tuple[Event, ...]:
    """Return the whole award: workers out, workers home, what is finished (BC-A5 to BC-A7)."""
    won = CardWon(seat, state.won + 1, not_none(state.card), workers)
    if not state.projects:
        return (won, *round_end(state))
    home = tuple((project.seat, project.number, project.card) for project in state.projects)
    order = state.order_from(seat)
    done = sorted(
        (project for project in state.projects if project.workers == 1),
        key=lambda project: (order.index(project.seat), project.number),
    )
    rolled_for = any(project.card in NUMBERS for project in done)
    ending = () if rolled_for else round_end(state)
    finished = (ProjectFinished(one.seat, one.number, one.card) for one in done)
    return (won, WorkersCameHome(home), *finished, *ending)


@event("project_finished")
class ProjectFinished(ProjectEvent):
    """The last worker left a project: a number is rolled for, the other cards are kept."""

    line = say("Finished: {name}, {card}.")

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        done = not_none(project_in(state.projects, self.project))
        projects = tuple(project for project in state.projects if project != done)
        last = state.last
        if last is not None:
            last = replace(last, finished=(*last.finished, done))
        return completed(replace(state, projects=projects, last=last), done)


def round_end(state: BigCheeseState) -> tuple[GameEnded, ...]:
    """Return the end where a correction in mid-round brought somebody to the target (BC-E2)."""
    return (GameEnded(),) if state.reached() else ()


@event("game_ended")
class GameEnded(endings.GameEnded):
    """The round is finished and somebody is at the target or past it (BC-E2)."""

    def tell(self, state: BigCheeseState, seat: int | None) -> Sentence | None:
        account = outcome(state)
        return endings.GameEnded.line if account is None else account.sentence


@event("card_won")
class CardWon(ProjectEvent):
    """A seat took the card, its project of that number, with so many workers on it (BC-A5)."""

    line = say("{name} takes the {card}; workers on it: {workers}.")
    workers: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the workers that go to work."""
        return (sent(self.seat, self.workers, say("to the {card}", card=card_words(self.card))),)

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        project = Project(self.project, self.seat, self.card, self.workers)
        return replace(
            _auction_over(state),
            opener=self.seat,
            projects=(*state.projects, project),
            won=self.project,
            last=CardTaken(self.seat, self.card, self.workers),
        )


def _auction_over(state: BigCheeseState) -> BigCheeseState:
    """Return the state without the card that was up; the next one may come."""
    return replace(state, stage="offer", card=None, auction=None, auctions=state.auctions + 1)


@event("workers_came_home")
class WorkersCameHome(Event):
    """One worker came home from every other project (BC-A6).

    home: seat, project and card of each, in the order of the projects.
    """

    home: tuple[tuple[int, int, str], ...]

    def transfers(self) -> tuple[Transfer, ...]:
        """Return one worker a project."""
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

    def tell(self, state: BigCheeseState, seat: int | None) -> Sentence | None:
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
    """A seat left the auction.

    short_of: the lowest bid, where the app passed for a seat that cannot make it; 0 where the
    seat passed itself.
    """

    short_of: int = 0

    def tell(self, state: BigCheeseState, seat: int | None) -> Sentence | None:
        if not self.short_of:
            return auction.Passed.tell(self, state, seat)
        name = state.name(self.seat)
        return say("{name} cannot bid {lowest} and passes.", name=name, lowest=self.short_of)


@event("card_discarded")
class CardDiscarded(CardEvent):
    """Everybody passed, and the card goes to the discards (BC-A8)."""

    line = say("Everybody passed: the {card} is discarded.")
    card: str

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return replace(_auction_over(state), last=None)


@event("card_offered")
class CardOffered(CardEvent):
    """A card is up, and a seat has the first word on it."""

    line = say("Up for auction: {card}; {name} bids first.")
    card: str
    seat: int

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        auction = Auction.opened(state.order_from(self.seat))
        return replace(state, stage="auction", card=self.card, auction=auction)


@dataclass(frozen=True, slots=True)
class AuctionAction(auction.AuctionAction):
    """A bid or a pass."""

    def current_auction(self, state: BigCheeseState) -> Auction:
        return require_turn_to_bid(state, self.seat)

    def consequences(
        self, state: BigCheeseState, auction: Auction, said: auction.AuctionEvent
    ) -> tuple[Event, ...]:
        """Return who can but pass now, and the award if nobody else can bid on."""
        return _decided(state, said.changed(auction))

    @classmethod
    def awarded(cls, state: BigCheeseState, award: auction.Award) -> tuple[Event, ...]:
        """Return the award, or the discarded card (BC-A5, BC-A8)."""
        if award.seat is None:
            return (CardDiscarded(not_none(state.card)), *round_end(state))
        return _awarded(state, award.seat, award.amount)


def require_turn_to_bid(state: BigCheeseState, seat: int, pass_rule: str = "BC-A4") -> Auction:
    """Return the auction in which the seat has its word.

    Raises ``unknown_seat``, ``game_over``, ``not_now``, ``already_passed``, ``out_of_turn``.
    """
    return auction.require_turn_to_bid(
        state, seat, waiting, "BC-A1", seat_rule=PRINTED, pass_rule=pass_rule, order_rule="BC-A2"
    )


@action("bid")
class Bid(AuctionAction):
    """Bid so many workers (BC-A3)."""

    workers: int

    @classmethod
    def candidate(cls, state: BigCheeseState, auction: AscendingAuction, seat: int) -> Candidate:
        lowest = auction.lowest_bid
        return Candidate(cls(seat, lowest), workers=Range(lowest, state.free(seat)))

    def label(self, state: BigCheeseState) -> Sentence:
        return say("Bid {amount}", amount=self.workers)

    def said(self, state: BigCheeseState) -> BidMade:
        """Return the bid; raises also ``bid_too_low`` or ``more_than_free``."""
        self.bid_limit(state, self.seat).require(self.workers, "BC-A3")
        return BidMade(self.seat, self.workers)

    @classmethod
    def bid_limit(cls, state: BigCheeseState, seat: int) -> BidLimit:
        """Return how many workers a seat can bid (BC-A3)."""
        assert state.auction is not None
        return BidLimit(state.free(seat), state.auction.lowest_bid, partial(_too_many, state, seat))


def _too_many(state: BigCheeseState, seat: int, is_short: bool) -> Refusal:
    """Return the refusal of more workers than are free; is_short: too few for the lowest bid."""
    free = state.free(seat)
    if not is_short:
        words = say_many(
            "You have only {count} free worker: bid less, or pass.",
            "You have only {count} free workers: bid less, or pass.",
            count=free,
        )
    elif state.held[seat].vetoes:
        words = say_many(
            "You have {count} free worker: pass, or play a Veto.",
            "You have {count} free workers: pass, or play a Veto.",
            count=free,
        )
    else:
        words = say_many(
            "You have {count} free worker: pass.",
            "You have {count} free workers: pass.",
            count=free,
        )
    return Refusal("more_than_free", "BC-A3", words)


@event("bid_made")
class BidMade(auction.AuctionEvent):
    """A seat bid so many workers."""

    workers: int
    line = say("{name} bids {amount}.")

    def changed(self, auction: Auction) -> Auction:
        return auction.bid(self.seat, self.workers)

    def display_value(self, state: BigCheeseState, name: str) -> object:
        return (
            self.workers
            if name == "amount"
            else auction.AuctionEvent.display_value(self, state, name)
        )


@action("pass")
class Pass(AuctionAction, auction.Pass):
    """Leave this auction (BC-A4)."""

    made = Passed


@action("tell_sale")
class RecordSale(recorded_sale.RecordSale):
    """Tell who takes the card, with how many workers; nobody: it is discarded (BC-A5, BC-A8)."""

    rule = "BC-A5"
    bid_rule = "BC-A3"
    pass_rule = "BC-A4"
    seat_rule = PRINTED
    bid = BidMade
    bid_limit = Bid.bid_limit
    word = Pass

    @classmethod
    def lot(cls, state: BigCheeseState) -> Sentence:
        return say("card {card}", card=card_words(not_none(state.card)))

    @classmethod
    def current_auction(cls, state: BigCheeseState) -> Auction:
        return auction.require_auction(state, waiting, "BC-A1")


@action("pass_early")
class PassEarly(early_pass.PassEarly, AuctionAction):
    """Leave this auction before one's turn comes (BC-A4)."""

    sale = RecordSale
    made = Passed
    number = its("auctions")


@action("veto")
class Veto(SeatAction):
    """Play a Veto instead of a bid (BC-V1)."""

    button = Button(is_relayed=True, shows_automatically=True)

    def label(self, state: BigCheeseState) -> Sentence:
        return say("Veto the {card}", card=card_words(not_none(state.card)))

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the Veto; no worker moves (BC-V2)."""
        require_veto(state, self.seat)
        return (CardVetoed(self.seat, not_none(state.card)), *round_end(state))


def require_veto(state: BigCheeseState, seat: int) -> None:
    """Raise a refusal unless the seat may play a Veto now (BC-V1).

    Raises ``unknown_seat``, ``game_over``, ``nothing_on_offer``, ``already_passed``,
    ``out_of_turn``, ``no_veto``.
    """
    require_seat(state, seat, PRINTED)
    require_running(state)
    if state.stage != "auction":
        raise Refusal(
            "nothing_on_offer",
            "BC-V1",
            say("No card is up now; play a Veto on your turn in an auction."),
        )
    require_turn_to_bid(state, seat, pass_rule="BC-V1")
    if not state.held[seat].vetoes:
        told = say("{name} has no finished Veto; bid or pass.", name=state.name(seat))
        sentence = told.to_you("You have no finished Veto; bid or pass.")
        raise Refusal("no_veto", "BC-V1", sentence, about=(seat,))


@event("card_vetoed")
class CardVetoed(CardEvent):
    """A seat played a Veto; both cards go to the discards (BC-V2)."""

    line = say("{name} plays a Veto: the {card} is discarded.")
    seat: int
    card: str

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return replace(with_cards(_auction_over(state), self.seat, vetoes=-1), last=None)


def possible_cards(state: BigCheeseState) -> tuple[str, ...]:
    """Return the cards that can be up now (BC-C)."""
    return tuple(card for card in state.cards if is_legal(require_card, state, card))
