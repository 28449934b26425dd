"""The Big Deal game, assembled from its modules."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from companion.games.big_deal import copy, final_scores, learning, panels, screen, seating
from companion.games.big_deal.box import COMPANIES, PACKINGS, Packing
from companion.games.big_deal.copy import copy_from_record
from companion.games.big_deal.resume import is_resumed
from companion.games.big_deal.rulebook import RULES, SUBJECTS
from companion.games.big_deal.settlement import with_hand_in_reach, with_offer_corrected
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.waiting import waiting
from companion.mechanics.auctions import recorded_sale
from companion.mechanics.game import Event, Game
from companion.mechanics.language.words import say
from companion.mechanics.money import corrections
from companion.mechanics.parts import Calculator, Chart, Copy, FinalScores, Rules, Screen
from companion.mechanics.play import first_player, seat_order


class BigDeal(Game[BigDealState]):
    """Big Deal (Zuckerman, Harpaz, Wagner, Rotem; Amigo 2001), for two to six players."""

    name = "big_deal"
    title = "Big Deal"
    summary = say("Tracks prices and companies, settles takeovers.")
    unit = say("M$")
    players = seating.PLAYERS
    options = seating.OPTIONS
    rulebook, rule_subjects = RULES, SUBJECTS
    titles = COMPANIES
    typing_note = say(
        "You can leave this blank: the app asks for each number when it is first needed, and keeps "
        "it for the next game."
    )
    selling_note = say(
        "Count all companies and all colours together: every share and every resource sells for "
        "the same price. Cash cards are worth nothing."
    )
    shared_chapters = (corrections, first_player, recorded_sale, seat_order)
    rules = Rules(seating.prepare, seating.begin, waiting)
    felt = "navy"
    screen = Screen(screen.view, panels.draft)
    final = FinalScores(
        final_scores.outcome,
        final_scores.holdings,
        final_scores.outcome_of,
        final_scores.read_holdings,
    )
    calculator = Calculator(final_scores.score_form, final_scores.typed_holdings)
    chart = Chart(
        attrgetter("turns_finished"),
        final_scores.wealth,
        last=say("after {turn} turns by all players"),
    )
    copy = Copy(
        blank=copy.blank_copy,
        check=copy.check_copy,
        from_form=copy.copy_from_form,
        fields=copy.copy_fields,
        is_complete=lambda record: copy_from_record(record).is_complete,
        missing=lambda state: copy.missing(state.copy, state.packing.companies),
        put_right=learning.with_copy,
        learnt=attrgetter("learnt"),
    )

    def apply(self, state: BigDealState, event: Event) -> BigDealState:
        """Return the state after an event.

        Besides the event's own changes, this updates the cash at stake in a takeover, the place
        where the wizard continues, and the numbers of won shares that may be in hand.
        """
        state = super().apply(state, event)
        if isinstance(event, corrections.CORRECTION_FACTS):
            state = with_offer_corrected(state, event)
        if is_resumed(event):
            state = replace(state, latest=event)
        return with_hand_in_reach(state)

    def packing(self, players: int) -> Packing:
        return PACKINGS[players]

    def starting_money(self, players: int) -> tuple[int, ...]:
        """Return the starting money of each player in millions, first player first (BD-S1)."""
        return seating.first_purses(range(players))
