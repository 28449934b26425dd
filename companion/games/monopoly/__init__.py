"""Monopoly Travel (Hasbro 29188, 2010): bank, auctioneer, judge, rent collector, account.

Money is in whole M. Rule ids (MO-...) are those of the rules digest. The refusals by name, beside
those of ``mechanics.corrections``:

Setting up: unknown_option, unknown_choice, not_a_whole_number, minutes_out_of_range,
wrong_player_count, name_missing, name_too_long, name_taken; of the copy see ``copy.check_copy``.
At any time: unknown_seat, seat_bankrupt, game_over, not_now, not_your_turn, unknown_space,
not_a_property, not_your_property, not_enough_money, debt_open.
The start: already_begun, not_rolled, not_on_the_die, rolls_do_not_fit, rolls_name_another,
already_dealt, two_deeds, already_owned, named_twice.
The turn: salaries_out_of_range, not_in_jail, no_key, two_dice, three_dice, line_unknown,
line_known, effect_out_of_range, rent_too_late, no_rent_due.
Auctions: already_passed, not_in_this_auction, already_highest, bid_too_low, bid_above_means,
bid_above_cash, bid_stands.
Buildings: not_a_street, group_not_whole, group_mortgaged, hotel_stands, uneven_building,
no_houses_left, no_hotels_left, several_want, unknown_group, level_out_of_range,
nothing_to_build, nothing_built, uneven_selling, no_houses_for_swap, not_asked, other_building.
Mortgages: already_mortgaged, buildings_on_it, not_mortgaged.
Deals: same_seat, group_has_buildings, negative_amount, deal_of_money_alone, deal_above_cash,
no_such_deal, not_your_deal.
Debts: no_debt, debt_above_cash, money_enough; in property: bank_takes_money, other_debt_first,
payment_out_of_range, payment_without_property.
The clock: no_clock, time_left, turn_running, time_over, moment_unknown.
The banker's adjustments: in_jail, under_the_hammer, keys_out_of_range, rolls_out_of_range,
line_out_of_range.
The score calculator: malformed, empty_amount, owner_missing, and those above.
"""

from companion.games.monopoly.game import Monopoly

GAME = Monopoly()
