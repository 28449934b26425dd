"""What a takeover leads to: payment, laid cards, won shares (BD-K4 to BD-K8, BD-V2).

Decided where the book is silent: an attacker who cannot pay loses his laid shares to the
discards and his cash, up to the price, to the defender, and the company stays where it was; he
may say that he cannot pay only once what lies open before him would not be enough, and not with
the cash he had put into purchases since he won. The company is his once it is paid: before that
its shares can only be sold to the bank for the payment, and the laid ones are at stake. Won shares
sold to the bank are discarded for good like those of a sold company (BD-C3). His own laid shares
are his again once he has paid, to be used like those in his hand; they lie with the won ones until
these are sold, opened or kept. What stands open at the end of the turn decides the special income:
a company with at least one won share brings it, however its cards were moved before, kept in the
hand, taken back, opened again or laid onto a company he had. It comes once for each takeover; for
won shares that were sold it does not come, and a part that was sold costs the other parts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.big_deal.box import HAND, LEAST, SLOTS, title
from companion.games.big_deal.companies import OPENS_WON
from companion.games.big_deal.state import (
    BigDealState,
    CompanyEvent,
    Duel,
    Group,
    Kept,
    SeatEvent,
    ShareTrade,
    Spoils,
    Stage,
    TurnAction,
    discarded,
    is_told,
    owed,
    require_count,
    require_duel,
    require_opening,
    require_turn,
    require_unseen,
    resized,
    sale_price,
    white_value,
    with_group,
)
from companion.mechanics.event_sourcing import Button, Event, action, event
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.menu import Candidate, Range
from companion.mechanics.refusal import Refusal, is_legal, not_none
from companion.mechanics.words import Sentence, say, say_many


def defended(state: BigDealState, duel: Duel) -> TakeoverDefended:
    """Return that the defender won and paid for every laid card (BD-K4)."""
    white = white_value(state, duel.company, "BD-K4") if duel.cash_cards else 0
    return TakeoverDefended(
        seat=duel.defender,
        attacker=duel.attacker,
        company=duel.company,
        price=duel.price,
        shares=duel.shares,
        cash_cards=duel.cash_cards,
        white=white,
    )


@event("takeover_defended")
class TakeoverDefended(SeatEvent):
    """The defender won: he paid his price for every laid card (BD-K4).

    white: what the bank gave him for each laid Cash card.
    """

    attacker: int
    company: str
    price: int
    shares: int
    cash_cards: int
    white: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the defender's payment, and the bank's for Cash cards."""
        name = title(self.company)
        paid = self.price * (self.shares + self.cash_cards)
        why = say("takeover fought off: {company}", company=name)
        found = [Transfer(purse(self.seat), purse(self.attacker), paid, why)]
        if self.cash_cards:
            given = self.white * self.cash_cards
            why = say("Cash card laid for {company}", company=name)
            found.append(Transfer(BANK, purse(self.seat), given, why))
        return tuple(found)

    def apply(self, state: BigDealState) -> BigDealState:
        return state if self.shares else replace(state, duel=None)

    def tell(self, state: BigDealState, seat: int | None) -> Sentence | None:
        cards, given = self.shares + self.cash_cards, self.cash_cards * self.white
        if not self.cash_cards:
            line = say(
                "{name} keeps {company} and pays {attacker} {cards} × {price} = {amount}.",
                cards=cards,
                amount=cards * self.price,
            )
            return self.fill(state, line)
        line = say_many(
            "{name} keeps {company} and pays {attacker} {cards} × {price} = "
            "{amount}; the bank gives {given} for the Cash card.",
            "{name} keeps {company} and pays {attacker} {cards} × {price} = "
            "{amount}; the bank gives {given} for the {count} Cash cards.",
            count=self.cash_cards,
            cards=cards,
            amount=cards * self.price,
            given=given,
        )
        return self.fill(state, line)


def won(state: BigDealState, duel: Duel) -> Event:
    """Return that the attacker won: paid at once, or with the money still to be raised."""
    if state.money(duel.attacker) < owed(state, duel):
        return TakeoverWon(duel.attacker)
    return _paid(state, duel)


@event("takeover_won")
class TakeoverWon(SeatEvent):
    """The attacker won and cannot pay at once: he raises the money (BD-K6)."""

    line = say("{name} wins and has to raise the money.")


@action("claim")
class Claim(TurnAction):
    """Say where the defender puts the laid shares he has won (BD-K4).

    into_hand: how many of them, the rest goes into his company. hand: the cards he held before,
    needed only where some go into the hand.
    """

    into_hand: int = 0
    hand: int | None = None

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        duel = state.duel
        if seat is not None and duel is not None and state.stage == "claim":
            yield Candidate(cls(seat))
            for count in range(1, min(duel.shares, HAND) + 1):
                yield Candidate(cls(seat, count, 0), hand=Range(0, HAND - count))

    def label(self, state: BigDealState) -> Sentence:
        count = not_none(state.duel).shares
        if not self.into_hand:
            return say_many("Into the company", "All into the company", count=count)
        if count == 1:
            return say("Into the hand")
        return say("{count} into the hand", count=self.into_hand)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return where the laid shares go; into a hand only while it stays at five cards or fewer.

        Raises ``too_few``, ``not_laid``, ``hand_needed``, ``hand_over_five``.
        """
        duel = require_winner(state, self.seat, "BD-K4", "claim")
        into_hand = self.into_hand
        require_count(into_hand, "BD-K4", least=0)
        if into_hand > duel.shares:
            sentence = say_many(
                "{count} share was laid.", "{count} shares were laid.", count=duel.shares
            )
            raise Refusal("not_laid", "BD-K4", sentence)
        if into_hand:
            _require_room(self.hand, into_hand)
        into_company = duel.shares - into_hand
        return (SharesClaimed(self.seat, duel.company, duel.group, into_company, into_hand),)


def _require_room(hand: int | None, more: int) -> None:
    """Raise ``hand_needed`` or ``hand_over_five`` unless a hand can take so many more cards."""
    if hand is None:
        sentence = say("Type how many cards you held before.")
        raise Refusal("hand_needed", "BD-K4", sentence)
    require_count(hand, "BD-K4", least=0)
    if hand + more > HAND:
        sentence = say(
            "The hand stays at {most} cards at most; the rest goes into the company.", most=HAND
        )
        raise Refusal("hand_over_five", "BD-K4", sentence)


def require_winner(state: BigDealState, seat: int, rule: str, stage: Stage) -> Duel:
    """Return the takeover that a seat has won and still has a word to say on."""
    duel = require_duel(state, seat, rule, stage)
    if seat != duel.winner:
        sentence = say("{name} won this takeover.", name=state.name(not_none(duel.winner)))
        raise Refusal("not_the_winner", rule, sentence)
    return duel


@event("shares_claimed")
class SharesClaimed(CompanyEvent):
    """The defender put the laid shares into his company and into his hand (BD-K4)."""

    group: int
    into_company: int
    into_hand: int

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(resized(state, self.group, self.into_company), duel=None)

    def tell(self, state: BigDealState, seat: int | None) -> Sentence | None:
        if not self.into_hand:
            line = say_many(
                "{name} adds the laid share to {company}.",
                "{name} adds the {count} laid shares to {company}.",
                count=self.into_company,
            )
            return self.fill(state, line)
        if not self.into_company:
            line = say_many(
                "{name} takes the laid share of {company} into the hand.",
                "{name} takes the {count} laid shares of {company} into the hand.",
                count=self.into_hand,
            )
            return self.fill(state, line)
        line = say(
            "{name} adds {into_company} of the laid shares to {company} and takes {into_hand} "
            "into the hand."
        )
        return self.fill(state, line)


@action("pay")
class Pay(TurnAction):
    """Pay for a takeover one has won; sell: won shares sold to the bank for it (BD-K6)."""

    sell: int = 0

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        duel = state.duel
        if seat is None or duel is None or state.stage != "raise":
            return
        most = state.groups[duel.group].shares
        enough = (sell for sell in range(most + 1) if is_legal(cls(seat, sell).decide, state))
        least = next(enough, None)
        if least is not None:
            yield Candidate(cls(seat), sell=Range(least, most))

    def label(self, state: BigDealState) -> Sentence:
        duel = not_none(state.duel)
        if not self.sell:
            return say("Pay {amount}", amount=owed(state, duel))
        amount = self.sell * sale_price(state, duel.company, "BD-K6")
        return say_many(
            "Sell {count} won share for {amount} and pay",
            "Sell {count} won shares for {amount} and pay",
            count=self.sell,
            amount=amount,
        )

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return the payment, with the won shares sold for it.

        Raises ``too_few``, ``not_won``, ``still_short``.
        """
        duel = require_winner(state, self.seat, "BD-K6", "raise")
        require_count(self.sell, "BD-K6", least=0)
        _require_won(state.groups[duel.group].shares, self.sell)
        each = sale_price(state, duel.company, "BD-K6") if self.sell else 0
        short = owed(state, duel) - state.money(self.seat) - self.sell * each
        if short > 0:
            sentence = say(
                "{amount} is still missing: sell what lies open before you.", amount=short
            )
            if is_legal(require_failing, state, self.seat):
                sentence = say(
                    "{amount} is still missing: raise it, or say that you cannot pay.", amount=short
                )
            raise Refusal("still_short", "BD-K6", sentence)
        return (_paid(state, duel, self.sell, each),)


def _paid(state: BigDealState, duel: Duel, sold: int = 0, sale_price: int = 0) -> TakeoverPaid:
    return TakeoverPaid(
        seat=duel.attacker,
        defender=duel.defender,
        company=duel.company,
        group=duel.group,
        price=duel.price,
        shares=state.groups[duel.group].shares,
        laid=duel.shares,
        sold=sold,
        sale_price=sale_price,
    )


@event("takeover_paid")
class TakeoverPaid(SeatEvent):
    """The attacker paid for the shares of the group and has them before him (BD-K5).

    laid: his own laid shares, before him too. sold: won shares that the bank bought for
    ``sale_price`` each to pay with (BD-K6).
    """

    defender: int
    company: str
    group: int
    price: int
    shares: int
    laid: int
    sold: int = 0
    sale_price: int = 0

    @property
    def got(self) -> int:
        """What the bank paid for the won shares."""
        return self.sold * self.sale_price

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the sale of won shares, then the payment."""
        name = title(self.company)
        why = say("takeover: {company}", company=name)
        paid = Transfer(purse(self.seat), purse(self.defender), self.price * self.shares, why)
        if not self.sold:
            return (paid,)
        why = say("won shares: {company}", company=name)
        return (Transfer(BANK, purse(self.seat), self.got, why), paid)

    def apply(self, state: BigDealState) -> BigDealState:
        number, won = state.takeovers + 1, self.shares - self.sold
        state = resized(state, self.group, -self.shares)
        state = discarded(state, self.company, self.sold)
        spoils = Spoils(number, self.company, won, self.laid) if won else None
        return replace(state, duel=None, spoils=spoils, takeovers=number)

    def tell(self, state: BigDealState, seat: int | None) -> Sentence | None:
        line = say("{name} takes over {company} and pays {owner} {shares} × {price} = {amount}.")
        if self.sold:
            line = say(
                "{name} takes over {company}, sells {sold} of its shares for {got} "
                "and pays {owner} {shares} × {price} = {amount}."
            )
        return self.fill(state, line)


def _require_won(won_shares: int, asked: int) -> None:
    if asked > won_shares:
        sentence = say_many("{count} share was won.", "{count} shares were won.", count=won_shares)
        raise Refusal("not_won", "BD-K7", sentence)


def require_failing(state: BigDealState, seat: int) -> Duel:
    """Return the takeover that a seat cannot pay (BD-K6).

    Raises ``can_still_pay``; ``cash_spent`` where the cash that is to be lost lies in purchases.
    """
    duel = require_winner(state, seat, "BD-K6", "raise")
    if state.money(seat) + within_reach(state, seat, duel) >= owed(state, duel):
        sentence = say("You own enough to pay: sell some, then pay.")
        raise Refusal("can_still_pay", "BD-K6", sentence)
    # Where no token may be sold any more this turn, what went into tokens is gone.
    gone = 0 if state.sales_left else max(duel.into_tokens, 0)
    missing = duel.offered_cash - state.money(seat) - gone
    if missing > 0:
        sentence = say(
            "Of the cash you had when you won, {amount} is missing: sell again what you bought, or "
            "take it back.",
            amount=missing,
        )
        raise Refusal("cash_spent", "BD-K6", sentence)
    return duel


def within_reach(state: BigDealState, seat: int, duel: Duel) -> int:
    """Return what selling all that lies open would bring: won shares, companies, tokens."""
    groups = state.groups[duel.group], *state.groups_of(seat)
    whites = ((group.shares, state.company(group.company).white) for group in groups)
    found = sum(count * (white + state.bonus) for count, white in whites if white is not None)
    # Sold companies leave their tokens unassigned, so all tokens may be sold within the limit.
    return found + sum(_token_prices(state, seat)[: state.sales_left])


def _token_prices(state: BigDealState, seat: int) -> list[int]:
    """Return what a seat's tokens bring at least, best first: no slot pays less than one below."""
    prices: list[int] = []
    for resource, held in state.tokens[seat].items():
        out = SLOTS - state.in_wheel(resource)
        known = [price or 0 for price in state.copy.ladders[resource]]
        prices += [max(known[: slot + 1]) for slot in range(max(out - held, 0), out)]
    return sorted(prices, reverse=True)


@action("fail")
class Fail(TurnAction):
    """Say that the takeover cannot be paid (BD-K6)."""

    button = Button(say("I cannot pay"))

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return that the attacker loses his laid shares and his cash; raises ``can_still_pay``."""
        duel = require_failing(state, self.seat)
        paid = min(state.money(self.seat), owed(state, duel))
        failed = TakeoverFailed(
            seat=self.seat,
            defender=duel.defender,
            company=duel.company,
            shares=duel.shares,
            cash_cards=duel.cash_cards,
            paid=paid,
        )
        return (failed,)


@event("takeover_failed")
class TakeoverFailed(SeatEvent):
    """The attacker could not pay: laid shares and his cash are lost (BD-K6)."""

    defender: int
    company: str
    shares: int
    cash_cards: int
    paid: int

    def transfers(self) -> tuple[Transfer, ...]:
        if not self.paid:
            return ()
        why = say("takeover not paid: {company}", company=title(self.company))
        return (Transfer(purse(self.seat), purse(self.defender), self.paid, why),)

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(discarded(state, self.company, self.shares), duel=None)

    def tell(self, state: BigDealState, seat: int | None) -> Sentence | None:
        if not is_told(state, seat, self.seat, self.defender):
            line = say_many(
                "{name} cannot pay for {company}: loses {count} laid share, and "
                "the cash to {owner}.",
                "{name} cannot pay for {company}: loses {count} laid shares, and "
                "the cash to {owner}.",
                count=self.shares,
            )
            return self.fill(state, line)
        line = say_many(
            "{name} cannot pay for {company}: loses {count} laid share, and {paid} to {owner}.",
            "{name} cannot pay for {company}: loses {count} laid shares, and {paid} to {owner}.",
            count=self.shares,
        )
        return self.fill(state, line)


@action("sell_won")
class SellWon(TurnAction):
    """Sell won shares to the bank at once (BD-K7)."""

    shares: int

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.spoils is not None:
            yield Candidate(cls(seat, 1), shares=Range(1, state.spoils.won))

    def label(self, state: BigDealState) -> Sentence:
        return say("Sell {count}", count=self.shares)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        spoils = require_spoils(state, self.seat)
        require_count(self.shares, "BD-K7")
        _require_won(spoils.won, self.shares)
        price = sale_price(state, spoils.company, "BD-K7")
        return (WonSold(self.seat, spoils.company, self.shares, price),)


def require_spoils(state: BigDealState, seat: int) -> Spoils:
    """Return what a seat has won and not yet sold, opened or kept; raises ``nothing_won``."""
    require_turn(state, seat, "BD-K7", "actions")
    if state.spoils is None:
        raise Refusal("nothing_won", "BD-K7", say("You have no won shares left."))
    return state.spoils


@event("won_sold")
class WonSold(ShareTrade):
    """The attacker sold won shares to the bank, white and the bonus each (BD-K7, BD-V2)."""

    line = say("{name} sells won shares of {company}: {shares} × {price} = {amount}.")
    earns = "amount", say("won shares: {company}")

    def apply(self, state: BigDealState) -> BigDealState:
        return _left(discarded(state, self.company, self.shares), self.shares, 0)


def _left(state: BigDealState, won: int, laid: int) -> BigDealState:
    """Return the table with what is left before the attacker; laid shares alone are his hand's."""
    spoils = not_none(state.spoils)
    rest = replace(spoils, won=spoils.won - won, laid=spoils.laid - laid)
    return replace(state, spoils=rest if rest.won else None)


@action("open_won")
class OpenWon(TurnAction):
    """Open the company one has won: won shares, then laid ones, then from the hand (BD-K7)."""

    shares: int

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        spoils = state.spoils
        if seat is not None and spoils is not None:
            most = spoils.won + state.unseen_shares(spoils.company)
            yield Candidate(cls(seat, LEAST), shares=Range(LEAST, most))

    def label(self, state: BigDealState) -> Sentence:
        return say("Open with {count}", count=self.shares)

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return the company opened with won shares first, then laid ones, then the hand's."""
        spoils = require_spoils(state, self.seat)
        require_opening(state, self.seat, spoils.company, self.shares, "BD-K7")
        from_won = min(spoils.won, self.shares)
        from_laid = min(spoils.laid, self.shares - from_won)
        require_unseen(state, spoils.company, self.shares - from_won)
        opened = WonOpened(
            seat=self.seat,
            company=spoils.company,
            group=state.groups_opened + 1,
            shares=self.shares,
            won=from_won,
            laid=from_laid,
            takeover=spoils.takeover,
        )
        return (opened,)


@event("won_opened")
class WonOpened(CompanyEvent):
    """The attacker opened what he won: so many shares, of these won, laid, the rest his hand's.

    takeover: its number, for the special income; None in older logs, where that was lost (BD-K7).
    """

    line = OPENS_WON
    group: int
    shares: int
    won: int
    laid: int
    takeover: int | None

    def apply(self, state: BigDealState) -> BigDealState:
        group = Group(self.group, self.seat, self.company, self.shares, self.takeover)
        return _left(with_group(state, group), self.won, self.laid)


@action("keep_won")
class KeepWon(TurnAction):
    """Take what was won and is neither sold nor opened into the hand (BD-K7)."""

    button = Button(say("The rest into my hand"))

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        spoils = require_spoils(state, self.seat)
        return (WonKept(self.seat, spoils.company, spoils.won + spoils.laid),)


@event("won_kept")
class WonKept(CompanyEvent):
    """What the attacker neither sold nor opened went into his hand (BD-K7)."""

    line = say("{name} takes {shares} × {company} into the hand.")
    shares: int

    def apply(self, state: BigDealState) -> BigDealState:
        spoils = not_none(state.spoils)
        kept = {**state.kept, spoils.takeover: Kept(spoils.company, spoils.won)}
        return replace(state, kept=kept, spoils=None)


def with_offer_corrected(state: BigDealState, correction: Event) -> BigDealState:
    """Return the table where an attacker never offered what turns out not to be his."""
    duel = state.duel
    if duel is None:
        return state
    account = purse(duel.attacker)
    taken = sum(moved.amount for moved in correction.transfers() if moved.source == account)
    offered = max(duel.offered_cash - taken, 0)
    return replace(state, duel=replace(duel, offered_cash=offered))


def with_hand_in_reach(state: BigDealState) -> BigDealState:
    """Return the table with no more laid and kept shares than the attacker can still have.

    From where he takes a share makes no difference and is not asked: kept ones leave his hand last,
    and are his while they are at stake. First come takeovers of which nothing is open yet.
    """
    spoils, duel = state.spoils, state.duel
    if spoils is not None:
        laid = min(spoils.laid, state.unseen_shares(spoils.company))
        state = replace(state, spoils=replace(spoils, laid=laid))
    if not state.kept:
        return state
    hands = {held.company: state.unseen_shares(held.company) for held in state.kept.values()}
    if duel is not None and duel.winner != duel.defender and duel.company in hands:
        hands[duel.company] += duel.shares
    kept: dict[int, Kept] = {}
    for number in sorted(state.kept, key=lambda number: (state.is_won_open(number), number)):
        held = state.kept[number]
        shares = min(held.shares, hands[held.company])
        hands[held.company] -= shares
        if shares > 0:
            kept[number] = replace(held, shares=shares)
    return replace(state, kept=kept)
