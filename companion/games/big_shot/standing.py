"""From a table to its account: holdings, wealth on the way, and the outcome at the end."""

from __future__ import annotations

from companion.games.big_shot.account import Holdings, Player, Stake, final_account, fortune
from companion.games.big_shot.state import BigShotState
from companion.mechanics.game import Outcome


def holdings_of(state: BigShotState) -> Holdings:
    """Return what the account is made from, as it stands."""
    players = tuple(
        Player(seat.name, _stakes(state, number)) for number, seat in enumerate(state.setup.seats)
    )
    owners = {lot: sold.owner for lot, sold in state.sold.items()}
    return Holdings(players, owners, state.edition)


def _stakes(state: BigShotState, seat: int) -> tuple[Stake, ...]:
    return tuple(
        Stake(colour, state.ledger.balances[account], state.loans[account])
        for colour, account in state.purses(seat)
    )


def outcome(state: BigShotState) -> Outcome | None:
    """Return the final account, None while the game goes on or the copy is not complete."""
    return final_account(holdings_of(state), state.copy) if state.is_over else None


def wealth(state: BigShotState) -> tuple[int, ...]:
    """Return what each seat would be worth if the game ended with the lots sold so far.

    With hidden money this is not for other players' eyes while the game goes on.
    """
    held = holdings_of(state)
    return tuple(
        sum(term.amount for term in fortune(held, state.copy, seat))
        for seat in range(len(held.players))
    )


def holdings(state: BigShotState) -> dict[str, object]:
    """Return the holdings as a JSON object: the copy, lots with owner and known cubes, purses."""
    held = holdings_of(state)
    lots = {
        name: {
            "owner": held.owners.get(name),
            "sold": name in state.sold,
            "counts": dict(state.lot_counts(name)),
        }
        for name in state.copy.lots
    }
    seats = [
        {
            "name": player.name,
            "colours": {
                stake.colour: {"cash": stake.cash, "loans": stake.loans} for stake in player.stakes
            },
        }
        for player in held.players
    ]
    return {"edition": held.edition, "copy": state.setup.copy, "lots": lots, "seats": seats}
