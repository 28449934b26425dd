"""Big Shot (Alex Randolph, Ravensburger 27 209 9): bank, auctioneer, majority judge, account.

Money is in whole millions. Rule ids (BS-...) are those of the rules digest; "it" and "fr" are the
two editions of the rule book. The refusals by name, beside those of ``mechanics.corrections``:

Setting up: unknown_option, unknown_choice, wrong_player_count, name_missing, name_too_long,
name_taken, unknown_colour, colour_taken, wrong_colour_count.
The copy: malformed, copy_newer, copy_of_another_game, wrong_number_of_lots,
wrong_number_of_parks, bad_lot_name, lot_named_twice, value_out_of_range, unknown_touch,
wrong_colours, lots_renamed.
At any time: unknown_seat, game_over, not_now.
The turn: already_led, not_rolled, not_on_the_die, rolls_do_not_fit, rolls_name_another,
not_the_leader.
The auction: already_passed, out_of_turn, bid_too_low, bid_above_purse, not_the_winner,
not_your_colour, purse_too_small.
Loans: colour_needed, loan_before_auction, loan_out_of_order, loan_taken_this_turn,
loan_pays_nothing, no_certificates_left.
Cubes: cubes_not_followed, lots_unnamed, four_cubes, unknown_lot, lot_sold, colour_used_up,
four_of_a_colour, four_left_on_a_square.
Cubes on the table only: cubes_are_followed, empty_lot, lot_not_full, more_than_handed_out,
too_many_cubes, negative_count, cubes_missing, already_light.
The banker's adjustments: nobody_not_yet, lot_not_sold, and those above.
The score calculator: no_players, value_missing, touches_missing, and those above.
"""

from companion.games.big_shot.game import BigShot

GAME = BigShot()
