"""Orchard Row: auctions of shares, a loan, and final scores with majorities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion import plugin
from companion.plugin import say

START, EACH, ROUNDS, WORTH, MAJORITY = 20, 4, 12, 3, 12
ORCHARDS = ("Alder", "Briar", "Cedar")
FIGURES = {one: say("shares of {orchard}", orchard=one) for one in ORCHARDS}
FIGURES |= {"coins": say("coins"), "loans": say("loans")}
RULEBOOK = {
    "OR-1": say("For two to five players. Each player starts with 20 coins."),
    "OR-2": say(
        "In each of twelve rounds, turn a card: a share of its orchard is up, four of each."
    ),
    "OR-3": say("Bid in turn: at least 1, more than the last bid, and no more than you have."),
    "OR-4": say("If you pass, you are out. Without a bid, the player who turned the card gets it."),
    "OR-5": say("Once per game, you may borrow 10. Pay back 12 at the end."),
    "OR-6": say("At the end, each share is worth 3 coins."),
    "OR-7": say("Most shares of an orchard are worth 12 coins; nothing if players are tied."),
    "OR-8": say("The game ends after the twelfth round. The most coins win; ties share the win."),
}


@dataclass(frozen=True, slots=True)
class State(plugin.TableState):
    """The state of a table. ``stage`` is "card", "auction" or "over"; ``up`` is an orchard."""

    end_rule = "OR-8"
    called_off = {"stage": "over", "up": None, "auction": None}
    certificates = plugin.loans.Certificates((10,), repayment=12, rule="OR-5")
    shares: plugin.Shares
    stage: str = "card"
    up: str | None = None
    auction: plugin.Auction | None = None
    loans: Mapping[str, int] = field(default_factory=dict)

    @property
    def opener(self) -> int:
        return self.shares.out % len(self.seats)

    def holds(self, seat: int) -> plugin.Sentence | None:
        held = tuple(f"{count} {one}" for one, count in self.shares.of(seat).items() if count)
        return say("{shares}", shares=held) if held else None


def begin(setup: plugin.Setup) -> State:
    """Return the state before the first card (OR-1)."""
    seats = len(setup.seats)
    money = plugin.Ledger.dealt(map(plugin.purse, range(seats)), START)
    return State(setup, money, plugin.Shares.unsold(ORCHARDS, EACH, seats))


def waiting(state: State) -> plugin.PendingDecision:
    """Return the decision that the table waits for, if any."""
    if state.auction is not None:
        return plugin.auction.bidder_prompt(state)
    if state.stage == "over":
        return plugin.PendingDecision(say("The game is over."))
    prompt = say("{name} turns a card and bids first.", name=state.name(state.opener))
    return plugin.PendingDecision(prompt.to_you("Turn a card; you bid first."), (state.opener,))


@plugin.action("turn_card", by="player")
class TurnCard(plugin.TableAction):
    """Turn a card: a share of its orchard is up (OR-2)."""

    values = {"orchard": ORCHARDS}
    orchard: str

    def label(self, state: State) -> str:
        return self.orchard

    def decide(self, state: State) -> tuple[plugin.Event, ...]:
        plugin.require_stage(state, "card", "OR-2", waiting)
        if not state.shares.left(self.orchard):
            raise plugin.Refusal(
                "no_share_left", "OR-2", say("All its shares are sold. Take another.")
            )
        return (CardTurned(state.opener, self.orchard),)


@plugin.event("card_turned")
class CardTurned(plugin.Event):
    line = say("A share of {orchard} is up; {name} bids first.")
    seat: int
    orchard: str

    def apply(self, state: State) -> State:
        bids = plugin.Auction.opened(plugin.speaking_order(len(state.seats), self.seat))
        return replace(state, stage="auction", up=self.orchard, auction=bids)


class ShareAuctions(plugin.auction.TurnAuctionPolicy[State]):
    """Auctions for a share of an orchard; the last one ends the game (OR-3, OR-4, OR-8)."""

    rules = plugin.auction.AuctionRules("OR-1", "OR-3", "OR-3", "OR-3", "OR-3", "OR-4")

    def award(self, pending: plugin.PendingEvents[State], award: plugin.Award) -> None:
        seat = pending.state.opener if award.seat is None else award.seat
        pending.emit(ShareSold(seat, plugin.not_none(pending.state.up), award.amount))
        if pending.state.shares.out == ROUNDS:
            pending.emit(plugin.endings.GameEnded())


@plugin.action("bid")
class Bid(plugin.auction.Bid[State]):
    """Bid an amount (OR-3)."""

    policy = ShareAuctions(waiting)


@plugin.action("pass")
class Pass(plugin.auction.Pass[State]):
    """Pass, and leave this auction (OR-4)."""

    policy = Bid.policy


@plugin.action("borrow", turn_bound=False, keeps_turn=True)
class Borrow(plugin.loans.Borrow[State]):
    """Take the one loan (OR-5)."""


@plugin.event("share_sold")
class ShareSold(CardTurned):
    line = say("{name} gets the share of {orchard} for {amount}.")
    costs = "amount", say("share")
    amount: int

    def apply(self, state: State) -> State:
        shares = state.shares.given(self.orchard, self.seat)
        return replace(state, stage="card", up=None, auction=None, shares=shares)


def holdings(state: State) -> dict[str, object]:
    """Return the values that the final scores are computed from."""
    seats = [
        {"name": state.name(seat), "coins": state.money(seat), **state.shares.of(seat)}
        | {"loans": state.loans.get(plugin.purse(seat), 0)}
        for seat in state.seats
    ]
    return {"seats": seats}


def account(holdings: Mapping[str, object]) -> plugin.Outcome:
    """Return the final scores (OR-8)."""
    seats = plugin.seats_in(holdings)
    held = [{figure: plugin.whole_in(seat, figure) for figure in FIGURES} for seat in seats]
    names = [plugin.text_in(seat, "name") for seat in seats]
    sheets = (terms(seat, one, plugin.majorities(held)) for seat, one in enumerate(held))
    return plugin.ranked(
        map(plugin.Place.summed, range(len(held)), names, sheets), "most_coins", "OR-8"
    )


def terms(seat: int, held: Mapping[str, int], most: Mapping[str, int]) -> Iterator[plugin.Term]:
    """Yield the lines of a seat's final score, without those that are zero."""
    yield plugin.Term(say("coins"), held["coins"], "OR-3")
    for one in ORCHARDS:
        if count := held[one]:
            yield plugin.Term(FIGURES[one], count * WORTH, "OR-6")
        if most.get(one) == seat:
            yield plugin.Term(say("most shares of {orchard}", orchard=one), MAJORITY, "OR-7")
    if held["loans"]:
        yield State.certificates.term(held["loans"], "OR-5")


class OrchardRow(plugin.Game[State]):
    """Orchard Row, for two to five players."""

    name = "orchard_row"
    title = "Orchard Row"
    summary = say("Runs the auctions, keeps the loans and adds up the scores.")
    unit = say("coins")
    players = range(2, 6)
    usual_players = 3
    options = ()
    rulebook = RULEBOOK
    shared_chapters = (plugin.auction, plugin.corrections, plugin.endings, plugin.loans)
    rules = plugin.plain_rules(title, players, options, "OR-1", begin, waiting)
    screen = plugin.Screen()
    final = plugin.FinalScores(None, holdings, account)
    calculator = plugin.plain_calculator(FIGURES)
