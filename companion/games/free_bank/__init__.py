"""A free bank, for any other box with money or points: no rules but those of money itself.

No book stands behind it, so its rules (FB-...) are said in ``rulebook``, a sentence each.

The refusals by name, beside those of ``mechanics.corrections`` and ``mechanics.amounts``:

Setting up: unknown_option, unknown_choice, not_a_whole_number, not_a_text, text_too_long,
wrong_player_count, name_missing, name_too_long, name_taken.
At any time: game_over, unknown_seat, not_now.
Accounts: account_name_missing, account_name_too_long, account_name_taken, too_many_accounts.
Money: unknown_account, same_account, nobody_else, not_your_purse, not_enough, account_full,
no_salary.
Auctions: auction_running, another_auction, already_passed, already_highest, bid_too_low,
bid_above_purse, bid_rests_on_it, not_tied.
Beside the money: no_such_dice, wrong_number_of_faces, not_on_the_die, faces_not_read,
dice_not_read,
no_such_round, no_such_time, no_clock, no_points.
The account of typed holdings: no_players, malformed.
"""

from companion.games.free_bank.game import FreeBank

GAME = FreeBank()
