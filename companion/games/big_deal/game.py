"""Big Deal, put together from its parts."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import ClassVar

from companion.games.big_deal import account, copy, learning, panels, screen, seating
from companion.games.big_deal.box import COMPANIES, PACKINGS, Packing
from companion.games.big_deal.rulebook import RULES
from companion.games.big_deal.settlement import with_laid_in_reach, with_offer_corrected
from companion.games.big_deal.state import BigDealState, waiting
from companion.games.big_deal.turn import with_current_step
from companion.mechanics import corrections
from companion.mechanics.game import Fact, Game, Outcome
from companion.mechanics.options import AnyOption
from companion.mechanics.parts import Account, Calculator, Chart, Copy, Rules, Screen
from companion.mechanics.words import Sentence, say


def account_of(holdings: Mapping[str, object]) -> Outcome:
    """Return the account of holdings as a table or the calculator writes them."""
    return account.final_account(account.read_holdings(holdings))


def is_complete(record: Mapping[str, object]) -> bool:
    """Tell whether nothing at all is left to be asked of a copy."""
    return copy.copy_from_record(record).is_complete


def chart_words(turns: int) -> tuple[Sentence, Sentence]:
    """Return what the chart of fortunes is called, and its last point."""
    end = say("after {turn} turns, all players together", turn=turns)
    return say("Fortune, turn by turn"), end


class BigDeal(Game[BigDealState]):
    """Big Deal, Zuckerman, Harpaz, Wagner and Rotem, Amigo 2001, for two to six players."""

    name: ClassVar[str] = "big_deal"
    title: ClassVar[str] = "Big Deal"
    summary: ClassVar[Sentence] = say("Keeps prices and companies, settles takeovers.")
    unit: ClassVar[Sentence] = say("M$")
    players: ClassVar[range] = seating.PLAYERS
    options: ClassVar[tuple[AnyOption, ...]] = seating.OPTIONS
    rulebook: ClassVar[Mapping[str, Sentence]] = RULES
    titles: ClassVar[Mapping[str, str]] = COMPANIES
    typing_note: ClassVar[Sentence] = say(
        "You need not type anything here: a missing figure is asked for when it first matters, and "
        "kept for the next game."
    )
    selling_note: ClassVar[Sentence] = say(
        "All companies and all colours together: every share and every resource is sold for the "
        "same price. Cash cards bring nothing."
    )
    shared_chapters = (corrections,)
    rules = Rules(seating.prepare, seating.begin, waiting)
    screen = Screen(screen.view, panels.draft)
    final = Account(account.outcome, account.holdings, account_of)
    calculator = Calculator(account.score_form, account.typed_holdings)
    chart = Chart(attrgetter("turns_finished"), account.wealth, chart_words)
    copy = Copy(
        blank=copy.blank_copy,
        check=copy.check_copy,
        from_form=copy.copy_from_form,
        is_complete=is_complete,
        put_right=learning.with_copy,
        learnt=attrgetter("learnt"),
    )

    def evolve(self, state: BigDealState, fact: Fact) -> BigDealState:
        """Return the state after a fact, and after what every fact at this table leads to."""
        state = super().evolve(state, fact)
        if isinstance(fact, corrections.CORRECTION_FACTS):
            state = with_offer_corrected(state, fact)
        return with_current_step(with_laid_in_reach(state), fact)

    def packing(self, players: int) -> Packing:
        """Return what goes into the deck for so many players."""
        return PACKINGS[players]

    def starts(self, players: int) -> tuple[int, ...]:
        """Return the first money, from the player who begins on (BD-S1)."""
        return seating.first_purses(players, 0)
