"""A free bank, for any other box with money or points: no rules but those of money itself.

No book stands behind it, so the rules (FB-...) are said here, one sentence each.

FB-S1: One to ten sit at the table, and every purse begins with the starting amount.
FB-S2: The table chooses who moves money: players pay from their own purse, or take from the bank
    and the pots as well, or the banker alone does all; nobody takes from another's purse.
FB-S3: A salary set at set-up or later is paid by the bank with one tap.
FB-N1: Accounts beside the seats are the bank, the pot, and up to twenty with names of their own.
FB-M1: An amount is a whole number from 1 to 10^12.
FB-M2: Money moves between two different accounts.
FB-M3: Money moves between accounts that are there.
FB-M4: No purse goes below zero, or below the debt that the table allows; no pot below zero; the
    bank never runs dry.
FB-M5: No account but the bank holds more than 10^12.
FB-A1: One thing at a time is up for auction, from a lowest bid, for the bank or another account.
FB-A2: In an open auction anybody bids at any time, more than the highest bid and no more than the
    purse can pay, which from then on must cover it; nobody outbids himself.
FB-A3: Whoever passes is out of that auction.
FB-A4: It is sold to the highest bid when all others have passed or the banker's hammer falls.
FB-A5: A sealed bid is put in once or again until all are opened, 0 for no bid, and is nobody
    else's to know before that.
FB-A6: Sealed bids are opened all at once, by the last one or by the banker's hammer; the highest
    that its purse covers wins and pays what it bid.
FB-A7: Where the highest sealed bids are the same, the banker says which of them wins.
FB-A8: Of an auction that is called off nobody pays, and what was sealed is read after the end.
FB-D1: One to twenty dice of 2 to 1000 sides are rolled by the app, or typed as they fell.
FB-R1: Rounds are counted by a tap, from 1 to 9999.
FB-C1: A countdown takes from a second to a day; a new one takes the place of the old.
FB-P1: Points are given and taken beside the money, and may go below zero.
FB-E1: The banker ends the game; most or least money or points win, as chosen, and a tie is shared.
FB-E2: The game does not end while something is up for auction.

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
