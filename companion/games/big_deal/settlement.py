"""The settlement of a takeover: payment, laid cards, won shares (BD-K4 to BD-K8, BD-V2).

Decided where the book is silent:

- An attacker who cannot pay loses the laid shares, which are discarded for good. The attacker's
  cash, up to the price, goes to the defender, who also keeps the company.
- An attacker may give up paying only if selling everything that lies open would not be enough.
  Anything bought since the victory with the cash held then must first be sold again or undone.
- A won company belongs to the attacker only once it is paid for. Before that, its shares can only
  be sold to the bank for the payment, and the attacker's laid shares are at stake.
- Won shares sold to the bank are discarded for good, like the shares of a sold company (BD-C3).
- After the payment, the attacker can use the laid shares like shares in hand. They lie beside the
  won shares until those are sold, opened or kept.
- Special income depends on the companies that are open at the end of the turn. A company earns it
  if it holds at least one won share. That share may have been kept in the hand, taken back, opened
  again or added to another group of the company in the meantime. Each takeover earns it once. Won
  shares that were sold earn nothing, but selling one part of a company does not affect its other
  parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.big_deal.bases import CompanyEvent, SeatEvent, ShareTrade, TurnAction
from companion.games.big_deal.box import (
    HAND,
    LEAST,
    SLOTS,
    cash_words,
    laid_words,
    shares_words,
    title,
)
from companion.games.big_deal.entities import Duel, Group, Kept, Spoils, Stage
from companion.games.big_deal.guards import (
    require_count,
    require_duel,
    require_opening,
    require_turn,
    require_unseen,
    sale_price,
    white_value,
)
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import Button, Event, action, event
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.refusal import Refusal, is_legal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.money.ledger import BANK, Transfer, purse


def settled(state: BigDealState) -> Event:
    """Return the event that follows when one side of a takeover has given up.

    If the defender won, this is ``TakeoverDefended``. If the attacker won, it is ``TakeoverPaid``,
    or ``TakeoverWon`` if the attacker has too little cash.

    Raises ``figures_needed`` if Cash cards were laid and the white value is unknown (BD-K4).
    """
    duel = not_none(state.duel)
    if duel.winner == duel.defender:
        return _defended_event(state, duel)
    if state.money(duel.attacker) < state.owed(duel):
        return TakeoverWon(duel.attacker)
    return _payment(state, duel)


def _defended_event(state: BigDealState, duel: Duel) -> TakeoverDefended:
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
    """The defender won the takeover and paid the price for each laid card (BD-K4)."""

    attacker: int
    company: str
    price: int
    """The price per card, in millions."""
    shares: int
    """The number of shares that the attacker laid."""
    cash_cards: int
    """The number of Cash cards that the attacker laid."""
    white: int
    """The amount that the bank paid for each laid Cash card: the white value."""

    def transfers(self) -> tuple[Transfer, ...]:
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

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        cards, given = self.shares + self.cash_cards, self.cash_cards * self.white
        if not self.cash_cards:
            return say(
                "{name} keeps {company} and pays {attacker} {cards} × {price} = {amount}.",
                cards=cards,
                amount=cards * self.price,
            ).to_you("You keep {company} and pay {attacker} {cards} × {price} = {amount}.")
        return say_many(
            "{name} keeps {company} and pays {attacker} {cards} × {price} = "
            "{amount}; the bank gives {given} for the Cash card.",
            "{name} keeps {company} and pays {attacker} {cards} × {price} = "
            "{amount}; the bank gives {given} for the {count} Cash cards.",
            count=self.cash_cards,
            cards=cards,
            amount=cards * self.price,
            given=given,
            laid=cash_words(self.cash_cards),
        ).to_you(
            "You keep {company} and pay {attacker} {cards} × {price} = {amount}; the bank gives "
            "you {given} for {laid}."
        )

    def tell_you(self, state: BigDealState, seat: int) -> Sentence | None:
        line = SeatEvent.tell_you(self, state, seat)
        if line is None or seat != self.attacker:
            return line
        if not self.cash_cards:
            return line.to_you(
                "{name} keeps {company} and pays you {cards} × {price} = {amount}."
            ).for_you
        return line.to_you(
            "{name} keeps {company} and pays you {cards} × {price} = {amount}; the bank gives "
            "{given} for {laid}."
        ).for_you

    def scenes(self, state: BigDealState) -> tuple[Scene, ...]:
        amount = (self.shares + self.cash_cards) * self.price
        return _takeover_scene(self, state, self.attacker, self.seat, self.seat, amount)


@event("takeover_won")
class TakeoverWon(SeatEvent):
    """The attacker won the takeover but has to raise the money for it first (BD-K6)."""

    line = say("{name} wins and has to raise the money.").to_you(
        "You win and have to raise the money."
    )


@action("claim")
class Claim(TurnAction):
    """Distribute the laid shares that a defender has won (BD-K4)."""

    into_hand: int = 0
    """The number of shares that go into the hand. The rest go into the company."""
    hand: int | None = None
    """The number of cards held before, needed only if shares go into the hand."""

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
    """Raise a refusal unless the hand can take ``more`` cards without exceeding five.

    hand: the number of cards held before, if the player entered it.
    """
    if hand is None:
        sentence = say("Enter how many cards you held before.")
        raise Refusal("hand_needed", "BD-K4", sentence)
    require_count(hand, "BD-K4", least=0)
    if hand + more > HAND:
        sentence = say(
            "A hand may hold at most {most} cards. Put the rest into the company.", most=HAND
        )
        raise Refusal("hand_over_five", "BD-K4", sentence)


def require_winner(state: BigDealState, seat: int, rule: str, stage: Stage) -> Duel:
    """Return the takeover that the seat has won and still has to settle.

    Raises ``not_the_winner`` and the refusals of ``require_duel``.
    """
    duel = require_duel(state, seat, rule, stage)
    if seat != duel.winner:
        sentence = say("{name} won this takeover.", name=state.name(not_none(duel.winner)))
        raise Refusal("not_the_winner", rule, sentence)
    return duel


@event("shares_claimed")
class SharesClaimed(CompanyEvent):
    """The winning defender distributed the laid shares (BD-K4)."""

    group: int
    into_company: int
    into_hand: int

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(state.resized(self.group, self.into_company), duel=None)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        if not self.into_hand:
            return say_many(
                "{name} adds the laid share to {company}.",
                "{name} adds the {count} laid shares to {company}.",
                count=self.into_company,
                laid=shares_words(self.into_company),
            ).to_you("You add {laid} to {company}.")
        if not self.into_company:
            return say_many(
                "{name} takes the laid share of {company} into their hand.",
                "{name} takes the {count} laid shares of {company} into their hand.",
                count=self.into_hand,
                laid=shares_words(self.into_hand),
            ).to_you("You take {laid} of {company} into your hand.")
        return say(
            "{name} adds {into_company} of the laid shares to {company} and takes {into_hand} "
            "into their hand."
        ).to_you(
            "You add {into_company} of the laid shares to {company} and take {into_hand} into "
            "your hand."
        )


@action("pay")
class Pay(TurnAction):
    """Pay for a won takeover (BD-K6)."""

    sell: int = 0
    """The number of won shares that are sold to the bank for the payment."""

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
            return say("Pay {amount}", amount=state.owed(duel))
        amount = self.sell * sale_price(state, duel.company, "BD-K6")
        return say_many(
            "Sell {count} won share for {amount} and pay",
            "Sell {count} won shares for {amount} and pay",
            count=self.sell,
            amount=amount,
        )

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        """Return ``TakeoverPaid``, which includes any sale of won shares for the payment."""
        duel = require_winner(state, self.seat, "BD-K6", "raise")
        require_count(self.sell, "BD-K6", least=0)
        _require_won(state.groups[duel.group].shares, self.sell)
        each = sale_price(state, duel.company, "BD-K6") if self.sell else 0
        short = state.owed(duel) - state.money(self.seat) - self.sell * each
        if short > 0:
            sentence = say("You are {amount} short: sell companies or resources.", amount=short)
            if is_legal(require_failing, state, self.seat):
                sentence = say(
                    "You are {amount} short: raise it, or tap “I cannot pay”.", amount=short
                )
            raise Refusal("still_short", "BD-K6", sentence)
        return (_payment(state, duel, self.sell, each),)


def _payment(state: BigDealState, duel: Duel, sold: int = 0, sale_price: int = 0) -> TakeoverPaid:
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
    """The attacker paid for the shares of the group and may sell, open or keep them (BD-K5)."""

    defender: int
    company: str
    group: int
    price: int
    """The price per share, in millions."""
    shares: int
    """The number of won shares."""
    laid: int
    """The number of the attacker's own laid shares."""
    sold: int = 0
    """The number of won shares sold to the bank for the payment (BD-K6)."""
    sale_price: int = 0
    """The bank's price per sold share."""

    @property
    def got(self) -> int:
        """The bank's total payment for the won shares sold to it."""
        return self.sold * self.sale_price

    def transfers(self) -> tuple[Transfer, ...]:
        name = title(self.company)
        why = say("takeover: {company}", company=name)
        paid = Transfer(purse(self.seat), purse(self.defender), self.price * self.shares, why)
        if not self.sold:
            return (paid,)
        why = say("won shares: {company}", company=name)
        return (Transfer(BANK, purse(self.seat), self.got, why), paid)

    def apply(self, state: BigDealState) -> BigDealState:
        number, won = state.takeovers + 1, self.shares - self.sold
        state = state.resized(self.group, -self.shares)
        state = state.with_discards(self.company, self.sold)
        spoils = Spoils(number, self.company, won, self.laid) if won else None
        return replace(state, duel=None, spoils=spoils, takeovers=number)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        line = say(
            "{name} takes over {company} and pays {owner} {shares} × {price} = {amount}."
        ).to_you("You take over {company} and pay {owner} {shares} × {price} = {amount}.")
        if self.sold:
            line = say(
                "{name} takes over {company}, sells {sold} of its shares for {got} "
                "and pays {owner} {shares} × {price} = {amount}."
            ).to_you(
                "You take over {company}, sell {sold} of its shares for {got} and pay {owner} "
                "{shares} × {price} = {amount}."
            )
        return line

    def tell_you(self, state: BigDealState, seat: int) -> Sentence | None:
        line = SeatEvent.tell_you(self, state, seat)
        if line is None or seat != self.defender:
            return line
        if not self.sold:
            return line.to_you(
                "{name} takes over your {company} and pays you {shares} × {price} = {amount}."
            ).for_you
        return line.to_you(
            "{name} takes over your {company}, sells {sold} of its shares for {got} and pays you "
            "{shares} × {price} = {amount}."
        ).for_you

    def scenes(self, state: BigDealState) -> tuple[Scene, ...]:
        return _takeover_scene(self, state, self.seat, self.defender, self.seat, self.amount)


def _require_won(won_shares: int, asked: int) -> None:
    if asked > won_shares:
        sentence = say_many("{count} share was won.", "{count} shares were won.", count=won_shares)
        raise Refusal("not_won", "BD-K7", sentence)


def require_failing(state: BigDealState, seat: int) -> Duel:
    """Return the won takeover if the seat may give up paying for it (BD-K6).

    Raises ``can_still_pay`` if the seat owns enough to pay, ``cash_spent`` if the seat has spent
    cash that it would lose, and the refusals of ``require_winner``.
    """
    duel = require_winner(state, seat, "BD-K6", "raise")
    if state.money(seat) + within_reach(state, seat, duel) >= state.owed(duel):
        sentence = say("You own enough to pay: sell some, then pay.")
        raise Refusal("can_still_pay", "BD-K6", sentence)
    # If no more tokens may be sold this turn, the cash spent on tokens cannot be recovered.
    gone = 0 if state.sales_left else max(duel.into_tokens, 0)
    missing = duel.offered_cash - state.money(seat) - gone
    if missing > 0:
        sentence = say(
            "{amount} of the money you had when you won is missing. Sell what you bought, or undo "
            "it.",
            amount=missing,
        )
        raise Refusal("cash_spent", "BD-K6", sentence)
    return duel


def within_reach(state: BigDealState, seat: int, duel: Duel) -> int:
    """Return the amount that a seat could raise by selling won shares, companies and tokens.

    Companies with an unknown white value are not counted.
    """
    groups = state.groups[duel.group], *state.groups_of(seat)
    whites = ((group.shares, state.company(group.company).white) for group in groups)
    found = sum(count * (white + state.bonus) for count, white in whites if white is not None)
    # Selling companies frees their tokens, so all tokens may be sold within the limit.
    return found + sum(_token_prices(state, seat)[: state.sales_left])


def _token_prices(state: BigDealState, seat: int) -> list[int]:
    """Return the guaranteed sale price of each of a seat's tokens, highest first.

    An unknown price counts as the highest known price of a slot with a lower number, or as 0.
    """
    prices: list[int] = []
    for resource, held in state.tokens[seat].items():
        out = SLOTS - state.in_wheel(resource)
        known = [price or 0 for price in state.copy.ladders[resource]]
        prices += [max(known[: slot + 1]) for slot in range(max(out - held, 0), out)]
    return sorted(prices, reverse=True)


@action("fail")
class Fail(TurnAction):
    """Give up a won takeover that the seat cannot pay for (BD-K6)."""

    button = Button(say("I cannot pay"))

    def loss(self, state: BigDealState) -> Sentence:
        (failed,) = self.decide(state)
        return say(
            "Sure? You lose {laid} and pay {owner} {paid}.",
            laid=laid_words(failed.shares, failed.cash_cards),
            owner=state.name(failed.defender),
            paid=failed.paid,
        )

    def decide(self, state: BigDealState) -> tuple[TakeoverFailed]:
        """Let the attacker lose the laid shares, and pay the defender all their cash."""
        duel = require_failing(state, self.seat)
        paid = min(state.money(self.seat), state.owed(duel))
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
    """The attacker could not pay, and lost the laid shares and all their cash (BD-K6)."""

    defender: int
    company: str
    shares: int
    """The number of laid shares, which are lost."""
    cash_cards: int
    """The number of laid Cash cards."""
    paid: int
    """The cash that the attacker paid to the defender."""

    def transfers(self) -> tuple[Transfer, ...]:
        if not self.paid:
            return ()
        why = say("takeover not paid: {company}", company=title(self.company))
        return (Transfer(purse(self.seat), purse(self.defender), self.paid, why),)

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(state.with_discards(self.company, self.shares), duel=None)

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        laid = laid_words(self.shares, self.cash_cards)
        if not state.may_learn_cash(seat, self.seat, self.defender):
            return say(
                "{name} cannot pay for {company}, loses {laid} and pays {owner} what they have.",
                laid=laid,
            ).to_you("You cannot pay for {company}: you lose {laid} and pay {owner} what you have.")
        return say(
            "{name} cannot pay for {company}, loses {laid} and pays {owner} {paid}.", laid=laid
        ).to_you("You cannot pay for {company}: you lose {laid} and pay {owner} {paid}.")

    def tell_you(self, state: BigDealState, seat: int) -> Sentence | None:
        line = SeatEvent.tell_you(self, state, seat)
        if line is None or seat != self.defender:
            return line
        if not state.may_learn_cash(None, self.seat, self.defender):
            line = line.to_you(
                "{name} cannot pay for {company}, loses {laid} and pays you what they have."
            )
        else:
            line = line.to_you("{name} cannot pay for {company}, loses {laid} and pays you {paid}.")
        return line.for_you

    def scenes(self, state: BigDealState) -> tuple[Scene, ...]:
        # The amount of cash that the attacker loses may be hidden.
        return _takeover_scene(self, state, self.seat, self.defender, self.defender)


def _takeover_scene(
    event: TakeoverDefended | TakeoverPaid | TakeoverFailed,
    state: BigDealState,
    attacker: int,
    defender: int,
    winner: int,
    amount: int | None = None,
) -> tuple[Scene, ...]:
    """Return the scene of a decided takeover.

    amount: the amount that the winner pays, or None if the scene must not show an amount.
    """
    shows = {
        "company": title(event.company),
        "attacker": attacker,
        "defender": defender,
        "winner": winner,
        "amount": amount,
    }
    return (event.scene(state, "takeover", shows, cheers=winner),)


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
    """Return the seat's won shares that are not sold, opened or kept yet."""
    require_turn(state, seat, "BD-K7", "actions")
    if state.spoils is None:
        raise Refusal("nothing_won", "BD-K7", say("You have no won shares left."))
    return state.spoils


@event("won_sold")
class WonSold(ShareTrade):
    """The attacker sold won shares for the white value and the bonus (BD-K7, BD-V2)."""

    line = say("{name} sells won shares of {company}: {shares} × {price} = {amount}.").to_you(
        "You sell won shares of {company}: {shares} × {price} = {amount}."
    )
    earns = "amount", say("won shares: {company}")

    def apply(self, state: BigDealState) -> BigDealState:
        return _with_spoils_reduced(state.with_discards(self.company, self.shares), self.shares, 0)


def _with_spoils_reduced(state: BigDealState, won: int, laid: int) -> BigDealState:
    """Return the state after this many won and laid shares were sold or opened.

    Once no won shares are left, the remaining laid shares count as in hand.
    """
    spoils = not_none(state.spoils)
    rest = replace(spoils, won=spoils.won - won, laid=spoils.laid - laid)
    return replace(state, spoils=rest if rest.won else None)


@action("open_won")
class OpenWon(TurnAction):
    """Open the won company (BD-K7).

    Won shares are used first, then laid shares, then shares from the hand.
    """

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
    """The attacker opened the won company."""

    line = say("{name} opens the newly won {company} with {shares} shares.").to_you(
        "You open the newly won {company} with {shares} shares."
    )
    group: int
    shares: int
    """The number of shares in the group. Those neither won nor laid came from the hand."""
    won: int
    """The number of won shares among them."""
    laid: int
    """The number of the attacker's own laid shares among them."""
    takeover: int | None
    """The number of the takeover.

    None in older logs, where the company earns no special income (BD-K7).
    """

    def apply(self, state: BigDealState) -> BigDealState:
        group = Group(self.group, self.seat, self.company, self.shares, self.takeover)
        return _with_spoils_reduced(state.with_group(group), self.won, self.laid)


@action("keep_won")
class KeepWon(TurnAction):
    """Take the rest of the won shares into the hand (BD-K7)."""

    button = Button(say("Keep the rest"))

    def decide(self, state: BigDealState) -> tuple[Event, ...]:
        spoils = require_spoils(state, self.seat)
        return (WonKept(self.seat, spoils.company, spoils.won + spoils.laid),)


@event("won_kept")
class WonKept(CompanyEvent):
    """The attacker took the rest of the won shares into the hand (BD-K7)."""

    line = say("{name} keeps {shares} × {company} in hand.").to_you(
        "You keep {shares} × {company} in hand."
    )
    shares: int

    def apply(self, state: BigDealState) -> BigDealState:
        spoils = not_none(state.spoils)
        kept = {**state.kept, spoils.takeover: Kept(spoils.company, spoils.won)}
        return replace(state, kept=kept, spoils=None)


def with_offer_corrected(state: BigDealState, correction: Event) -> BigDealState:
    """Return the state with the attacker's cash at stake updated after a correction of money.

    Money that the correction took from the attacker is no longer at stake.
    """
    duel = state.duel
    if duel is None:
        return state
    account = purse(duel.attacker)
    taken = sum(moved.amount for moved in correction.transfers() if moved.source == account)
    offered = max(duel.offered_cash - taken, 0)
    return replace(state, duel=replace(duel, offered_cash=offered))


def with_hand_in_reach(state: BigDealState) -> BigDealState:
    """Return the state with the laid and won shares limited to those that a hand may still hold.

    Players do not record which shares leave a hand, so the app assumes that won shares leave last.
    Shares laid in a takeover in progress still count as in hand, unless the defender has won it. If
    the hand cannot hold the won shares of all takeovers, those of takeovers without an open company
    are counted first.
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
