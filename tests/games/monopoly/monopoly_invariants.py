"""What must hold at every step of every game of Monopoly Travel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.monopoly import GAME
from companion.games.monopoly.auctions import BidMade
from companion.games.monopoly.course import DebtOpened, Paid
from companion.games.monopoly.debts import DebtSettled
from companion.games.monopoly.lists import LineFollowed
from companion.games.monopoly.mortgages import could_raise
from companion.games.monopoly.rents import RentAsked, RentClaimable, RentLost
from companion.games.monopoly.state import Claim, MonopolyState, groups
from companion.mechanics.game import Action, Fact
from companion.mechanics.ledger import BANK

Facts = tuple[Fact, ...]
FORGET_CLAIMS = {"went_bankrupt", "space_set", "deed_set", "game_ended"}
"""Facts after which a rent may be gone though nobody asked for it and nobody else has rolled."""


def assert_sound(state: MonopolyState) -> None:
    """Money, buildings and keys are where they should be."""
    balances = state.ledger.balances
    assert sum(balances.values()) == 0
    assert all(amount >= 0 for account, amount in balances.items() if account != BANK)
    assert state.houses_left >= 0 and state.hotels_left >= 0
    assert min(state.keys) >= 0 and state.keys_left >= 0
    for places in groups().values():
        levels = [state.level(place) for place in places]
        if any(levels):
            assert max(levels) - min(levels) <= 1
            assert len({state.owner(place) for place in places}) == 1
    for deed in state.deeds.values():
        assert deed.owner in state.active
        assert not (deed.mortgaged and (deed.houses or deed.hotel))
        assert deed.houses <= state.most_houses and not (deed.houses and deed.hotel)
    assert all(debt.amount > 0 for debt in state.debts)


def assert_step(before: MonopolyState, action: Action, facts: Facts, state: MonopolyState) -> None:
    """What one action leads to keeps to the rules, beside the soundness of the state."""
    assert_rents(before, facts, state)
    assert_bail_comes_first(state)
    assert_nothing_changes_after_the_time(before, action, state)
    assert_wishes_are_within_the_purse(facts, state)
    for fact in facts:
        if isinstance(fact, BidMade):
            assert fact.amount <= could_raise(before, fact.seat)
        if isinstance(fact, LineFollowed):
            known = before.board.outcome(fact.list_name, fact.total)
            assert known is None or (known.kind, known.amount) == (fact.effect, fact.amount)
        if isinstance(fact, DebtSettled):
            (debt,) = [debt for debt in before.debts if debt.number == fact.number]
            assert fact.amount + fact.left == debt.amount and debt.creditor == fact.creditor


def claims_in(facts: Facts, *kinds: type[Fact]) -> Iterator[Claim]:
    """Yield the rents that facts of these kinds speak of."""
    for fact in facts:
        if isinstance(fact, (RentClaimable, RentAsked, RentLost)) and isinstance(fact, kinds):
            yield Claim(fact.owner, fact.debtor, fact.position, fact.amount)


def assert_rents(before: MonopolyState, facts: Facts, state: MonopolyState) -> None:
    """Each landing is a rent of its own, none on mortgages, and stays until asked for or lost."""
    told = {fact.kind for fact in facts}
    for claim in claims_in(facts, RentClaimable):
        assert before.owner(claim.position) == claim.owner
        assert not before.deeds[claim.position].mortgaged
    if "rent_asked" not in told:
        due = [fact for fact in facts if isinstance(fact, (Paid, DebtOpened))]
        for fact in due:
            if fact.reason == "rent":
                assert not before.deeds[fact.position or 0].mortgaged
    assert "dice_rolled" in told or "rent_lost" not in told
    counted = Counter(before.claims) + Counter(claims_in(facts, RentClaimable))
    counted.subtract(claims_in(facts, RentAsked, RentLost))
    assert min(counted.values(), default=0) >= 0
    if not told & FORGET_CLAIMS:
        assert +counted == Counter(state.claims)


def assert_bail_comes_first(state: MonopolyState) -> None:
    """Whoever owes his bail is in jail, and nobody else has the turn."""
    for debt in state.debts:
        if debt.reason == "bail":
            assert state.jail[debt.debtor] is not None
            assert (state.stage, state.turn_seat, state.moving) == ("roll", debt.debtor, True)


def assert_nothing_changes_after_the_time(
    before: MonopolyState, action: Action, state: MonopolyState
) -> None:
    """After the agreed time and the running turn only a debt, or a rent due, moves wealth."""
    at = getattr(action, "at", None)
    if before.ends_at is None or at is None or at < before.ends_at:
        return
    if before.is_between_turns:
        assert GAME.chart.wealth(state) == GAME.chart.wealth(before)


def assert_wishes_are_within_the_purse(facts: Facts, state: MonopolyState) -> None:
    """An auction of buildings is opened only for what those who want them can pay."""
    wants = state.wants
    if wants is None or not any(fact.kind == "auction_opened" for fact in facts):
        return
    for seat, places in wants.said.items():
        assert sum(state.board[place].house_price for place in places) <= state.cash(seat)
    assert sum(map(len, wants.said.values())) > state.left(wants.building)
