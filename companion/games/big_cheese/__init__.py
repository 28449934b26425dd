"""The Big Cheese (James Ernest, Jon Wilkie, Cheapass Games): auctioneer, foreman, scorekeeper.

Workers are whole; a seat has ten, free or on its projects. Rule ids (BC-...) are those of the
rules digest. The refusals by name:

Setting up: unknown_option, unknown_choice, not_a_whole_number, target_too_low,
exactly_30_with_one_die, wrong_player_count, name_missing, name_too_long, name_taken.
At any time: unknown_seat, game_over, not_now.
The next card: already_open, unknown_card, left_out, fifth_of_a_kind.
The auction: already_passed, out_of_turn, bid_too_low, more_than_free, nothing_on_offer, no_veto.
Results: not_your_project, unknown_project, not_finished, already_rolled,
not_rolled, not_on_the_die, not_rolled_yet, no_big_cheese.
The banker's adjustments: no_worker_left, bid_rests_on_it, negative_count, past_30, and those above.
The score calculator: no_players, half_a_project, malformed, and those above.
"""

from companion.games.big_cheese.game import BigCheese

GAME = BigCheese()
