"""The settings of a free bank, which take the place of a rule book (FB-S, FB-N)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.free_bank.state import (
    EVERYBODY,
    PLAYERS,
    POT,
    USUAL_DICE,
    FreeBankState,
    named_account,
    names_in,
)
from companion.mechanics.actions.refusal import Refusal, about_field
from companion.mechanics.auctions.auction import app_passes
from companion.mechanics.language.words import say
from companion.mechanics.money.ledger import BANK, Ledger, Transfer, purse
from companion.mechanics.play.seating import LONGEST_NAME, checked_names, chosen_options
from companion.mechanics.play.table import SeatSetup, Setup
from companion.mechanics.values.options import (
    PLACES,
    AnyOption,
    Choice,
    Option,
    TextOption,
    WholeOption,
)

MOST_ACCOUNTS, MOST_GOODS = 20, 12
TITLE = say("Free bank").template


OPTIONS: tuple[AnyOption, ...] = (
    TextOption("currency", say("What the money is called"), 20, example=say("ducats, points, …")),
    TextOption("unit", say("Written after an amount"), 6, example=say("$, M, VP")),
    PLACES,
    WholeOption("start", say("Everyone starts with"), 0, is_money=True),
    WholeOption(
        "salary",
        say("Salary"),
        0,
        hint=say("Paid with one tap. You can also set it later."),
        is_money=True,
    ),
    TextOption(
        "accounts",
        say("More accounts"),
        300,
        example=say("Tax office, Harbour"),
        hint=say(
            "The bank and a pot always exist. Separate names with commas; you can add more later."
        ),
    ),
    Option(
        "movers",
        say("Who moves money"),
        (
            Choice("pay", say("players pay from their own money; the banker does the rest")),
            Choice("pay_and_take", say("players pay, and take from the bank and the pot")),
            Choice("banker", say("only the banker")),
        ),
    ),
    WholeOption(
        "debt",
        say("Players may owe up to"),
        0,
        hint=say("If empty, nobody can go below zero."),
        is_money=True,
    ),
    Option(
        "standing",
        say("Who wins"),
        (
            Choice("most_money", say("most money")),
            Choice("most_points", say("most points")),
            Choice("least_money", say("least money")),
            Choice("fewest_points", say("fewest points")),
        ),
        decides=True,
    ),
    Option(
        "dice",
        say("Dice"),
        (
            Choice(USUAL_DICE, say("one or two")),
            Choice("1d6", say("one")),
            Choice("2d6", say("two")),
            Choice("1d20", say("one with 20 sides")),
            Choice("none", say("none, we roll our own")),
        ),
    ),
    Option("auctions", say("Auctions"), (Choice(True, say("yes")), Choice(False, say("no")))),
    app_passes(say("Players who cannot outbid")),
    Option(
        "hidden_money",
        say("Who sees the balances"),
        (
            Choice(False, say("everyone")),
            Choice(True, say("each player only their own, until the end")),
        ),
        is_late=True,
    ),
    TextOption(
        "goods",
        say("Goods"),
        300,
        example=say("Wood, Wool, Ore"),
        hint=say("The app counts them for each player. Separate names with commas."),
        is_late=True,
    ),
)


def require_account_name(name: str, taken: Iterable[str]) -> None:
    """Raise a refusal unless a new account may have this name (FB-N1).

    taken: the names of the players and the existing accounts.

    Raises ``account_name_missing``, ``account_name_too_long``, ``account_name_taken``.
    """
    if not name:
        raise Refusal("account_name_missing", "FB-N1", say("Enter a name for the account."))
    if len(name) > LONGEST_NAME:
        words = say("The name of an account may have at most {most} characters.", most=LONGEST_NAME)
        raise Refusal("account_name_too_long", "FB-N1", words)
    reserved = (BANK, POT, EVERYBODY, *taken)
    if name.casefold() in map(str.casefold, reserved):
        words = say("“{name}” already exists. Choose another name.", name=name)
        raise Refusal("account_name_taken", "FB-N1", words)


def require_few_accounts(count: int) -> None:
    """Raise ``too_many_accounts`` if the number of named accounts exceeds the limit (FB-N1)."""
    if count > MOST_ACCOUNTS:
        words = say("You can add at most {most} accounts.", most=MOST_ACCOUNTS)
        raise Refusal("too_many_accounts", "FB-N1", words)


def require_goods(names: Sequence[str]) -> None:
    """Raise a refusal unless the goods may have these names (FB-G1).

    Raises ``good_name_too_long``, ``good_name_taken``, ``too_many_goods``.
    """
    if any(len(name) > LONGEST_NAME for name in names):
        words = say("The name of a good may have at most {most} characters.", most=LONGEST_NAME)
        raise Refusal("good_name_too_long", "FB-G1", words)
    folded = [name.casefold() for name in names]
    for name in names:
        if folded.count(name.casefold()) > 1:
            words = say("“{name}” already exists. Choose another name.", name=name)
            raise Refusal("good_name_taken", "FB-G1", words)
    if len(names) > MOST_GOODS:
        words = say("A table can have at most {most} goods.", most=MOST_GOODS)
        raise Refusal("too_many_goods", "FB-G1", words)


def prepare(setup: Setup) -> Setup:
    """Return the validated setup, with default settings filled in.

    Raises ``unknown_option``, ``unknown_choice``, ``not_a_whole_number``, ``not_a_text``,
    ``text_too_long``, ``wrong_player_count``, ``name_missing``, ``name_too_long``,
    ``name_taken``, ``account_name_missing``, ``account_name_too_long``, ``account_name_taken``,
    ``too_many_accounts``, ``good_name_too_long``, ``good_name_taken``, ``too_many_goods``.
    """
    options = chosen_options(TITLE, OPTIONS, setup.options)
    for name in ("start", "salary", "debt"):
        options[name] = options[name] or 0
    if len(setup.seats) not in PLAYERS:
        values = {"most": PLAYERS[-1], "count": len(setup.seats)}
        words = say("This table seats 1 to {most}, not {count}.", **values)
        raise Refusal("wrong_player_count", "FB-S1", words)
    seats = tuple(SeatSetup(name) for name in checked_names(setup.seats))
    prepared = Setup(options, seats)
    with about_field("accounts"):
        _require_accounts(prepared)
    with about_field("goods"):
        require_goods(names_in(options.get("goods", "")))
    return prepared


def _require_accounts(setup: Setup) -> None:
    """Raise a refusal unless all accounts named in the settings are allowed (FB-N1)."""
    players = [seat.name for seat in setup.seats]
    names = names_in(setup.options["accounts"])
    for place, name in enumerate(names):
        require_account_name(name, [*players, *names[:place]])
    require_few_accounts(len(names))


def begin(setup: Setup) -> FreeBankState:
    """Return the initial state, in which every seat has the starting money (FB-S1)."""
    start, debt, salary = (setup.options[name] for name in ("start", "debt", "salary"))
    assert isinstance(start, int) and isinstance(debt, int) and isinstance(salary, int)
    purses = [purse(seat) for seat in range(len(setup.seats))]
    pots = [POT, *map(named_account, names_in(setup.options["accounts"]))]
    balances = dict.fromkeys([*purses, BANK, *pots], 0)
    floors = dict.fromkeys(purses, -debt) | dict.fromkeys(pots, 0)
    gifts = [Transfer(BANK, account, start, say("start")) for account in purses if start]
    return FreeBankState(setup, Ledger(balances, floors).posted(gifts), salary)
