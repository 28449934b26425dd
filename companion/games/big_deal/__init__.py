"""Big Deal (Zuckerman, Harpaz, Wagner, Rotem; Amigo 2001): companies, takeovers, Game Over cards.

Money is in millions of dollars, multiples of 50. Rule ids (BD-...) are those of the rules
digest. Hands are secret and stay in people's hands; a count is asked only where a rule needs it.
The refusals by name, beside those of ``mechanics.corrections``:

Setting up: unknown_option, unknown_choice, wrong_player_count, name_missing, name_too_long,
name_taken.
The copy: malformed, copy_newer, copy_of_another_game, unknown_company, unknown_resource,
figure_out_of_range, needs_out_of_range, wrong_number_of_prices, prices_must_rise, company_known,
figure_differs, company_left_out.
At any time: unknown_seat, game_over, not_now, too_few, figures_needed, too_many_shares.
The turn: not_your_turn, income_first, too_many_overs.
Resources: three_bought, three_sold, wheel_empty, no_token, token_in_use, price_needed,
price_differs, purse_too_small.
Shares and companies: not_in_pool, another_company, unknown_group, not_your_company,
not_in_company, two_shares_needed, resources_missing.
Takeovers: own_company, won_shares_first, nothing_laid, no_cash_cards_left, price_below_white,
price_off_the_fifties, price_too_low, beyond_cash, not_your_word, not_the_winner, not_laid,
hand_needed, hand_over_five, not_won, still_short, can_still_pay, cash_spent, nothing_won.
Cash cards and hands: one_or_two_opponents, not_asked, hand_counted.
The banker's adjustments: duel_under_way, too_many_tokens, money_off_the_fifties, and those above.
"""

from companion.games.big_deal.game import BigDeal

GAME = BigDeal()
