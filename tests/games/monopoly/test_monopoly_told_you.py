"""A line on somebody's own phone says "you" to them, also where another player acts."""

from __future__ import annotations

import pytest

from companion.games.monopoly.corrections import DeedSet, JailSet
from companion.games.monopoly.deals import DealDeclined, DealMade, DealWithdrawn
from companion.games.monopoly.debts import DebtSettled, WentBankrupt
from companion.games.monopoly.obligations import DebtOpened, Paid
from companion.games.monopoly.rents import RentClaimable, RentCollected
from companion.mechanics.actions.base import Event
from companion.mechanics.actions.refusal import not_none
from companion.testing.tables import ANNA, BRUNO, CARLA
from tests.games.monopoly.monopoly_tables import WHITECHAPEL, begun

RENT = Paid(ANNA, BRUNO, amount=4, reason="rent", position=WHITECHAPEL)
DEBT = DebtOpened(
    number=1, seat=ANNA, creditor=BRUNO, amount=4, reason="rent", position=WHITECHAPEL
)
CLAIM = RentClaimable(owner=BRUNO, debtor=ANNA, position=WHITECHAPEL, amount=4)
LATE = RentCollected(owner=BRUNO, debtor=ANNA, position=WHITECHAPEL, amount=4)
DEAL = DealMade(number=1, seat=ANNA, other=BRUNO, gives=(WHITECHAPEL,), asks=90)
COUNTER = DealDeclined(number=1, seat=ANNA, other=BRUNO, has_counter=True)
DECLINED = DealDeclined(number=1, seat=ANNA, other=BRUNO)
WITHDRAWN = DealWithdrawn(number=1, seat=ANNA, other=BRUNO)
OUT = WentBankrupt(ANNA, creditor=BRUNO, cash=7, deeds=(WHITECHAPEL,), keys=0)
PART = DebtSettled(number=1, seat=ANNA, creditor=BRUNO, amount=60, left=40)
WHOLE = DebtSettled(number=1, seat=ANNA, creditor=BRUNO, amount=60)
PLACE = "Whitechapel Road"


@pytest.mark.parametrize(
    ("event", "seat", "line"),
    [
        (RENT, ANNA, f"You pay Bruno 4 (rent, {PLACE})."),
        (RENT, BRUNO, f"Anna pays you 4 (rent, {PLACE})."),
        (RENT, CARLA, f"Anna pays Bruno 4 (rent, {PLACE})."),
        (DEBT, BRUNO, f"Anna owes you 4 and cannot pay yet (rent, {PLACE})."),
        (CLAIM, ANNA, f"Bruno can collect 4 from you: {PLACE}."),
        (CLAIM, BRUNO, f"You can collect 4 from Anna: {PLACE}."),
        (LATE, BRUNO, f"You collect the forgotten rent for {PLACE}."),
        (DEAL, BRUNO, f"Anna gives you {PLACE} and gets 90 M."),
        (COUNTER, ANNA, "Bruno answers you with a counter-offer."),
        (DECLINED, ANNA, "Bruno declines your offer."),
        (WITHDRAWN, BRUNO, "Anna withdraws the offer to you."),
        (OUT, ANNA, f"You are bankrupt. Bruno gets everything: 7 and {PLACE}."),
        (OUT, BRUNO, f"Anna is bankrupt. You get everything: 7 and {PLACE}."),
        (PART, BRUNO, "Anna still owes you 40."),
        (WHOLE, BRUNO, "Anna has paid you with property."),
        (DeedSet(WHITECHAPEL, ANNA), ANNA, f"Correction: {PLACE} belongs to you."),
        (JailSet(ANNA, None), ANNA, "Correction: you are not in jail."),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, Event) else None,
)
def test_a_history_line_addresses_its_reader(event: Event, seat: int, line: str) -> None:
    assert str(not_none(event.tell_you(begun(), seat))) == line
