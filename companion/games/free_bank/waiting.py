"""What the table waits for, in one sentence."""

from __future__ import annotations

from companion.games.free_bank.state import FreeBankState, UpForAuction
from companion.mechanics.game import Waiting
from companion.mechanics.words import Sentence, say


def waiting(state: FreeBankState) -> Waiting:
    """Return what the table waits for; no seats: nobody in particular."""
    auction = state.auction
    if state.is_over:
        return Waiting(say("The game is over."))
    if auction is None:
        return Waiting(
            say("Round {round}: play on; pay when your game says so.", round=state.round)
        )
    if state.stage == "open":
        return Waiting(_called(state, auction), auction.bids.asked)
    if state.stage == "sealed":
        missing = tuple(seat for seat in state.seats if seat not in auction.sealed)
        names = tuple(map(state.name, missing))
        return Waiting(
            say(
                "{what}: sealed bids of {names} are missing.", what=what_words(auction), names=names
            ),
            missing,
        )
    names = tuple(map(state.name, auction.tied))
    return Waiting(
        say(
            "{names} bid the same: the banker says who takes {what}.",
            names=names,
            what=what_words(auction),
        )
    )


def what_words(auction: UpForAuction) -> Sentence | str:
    """Return what is up for auction as it is said."""
    return auction.what or say("Auction {number}", number=auction.number)


def _called(state: FreeBankState, auction: UpForAuction) -> Sentence:
    standing = auction.bids.standing
    what, lowest = what_words(auction), auction.bids.lowest_bid
    if standing is None:
        return say("{what}: who bids {lowest} or more?", what=what, lowest=state.said(lowest))
    return say(
        "{what}: {name} bids {amount}. Who bids {lowest} or more?",
        what=what,
        name=state.name(standing.seat),
        amount=state.said(standing.amount),
        lowest=state.said(lowest),
    )
