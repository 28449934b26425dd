"""The setup of a table, its pending decision, and the base class of every game's state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from companion.mechanics.actions.base import Action
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.clocks.clock import Timer
from companion.mechanics.language.amounts import WHOLE_NUMBERS, Denomination
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.ledger import BANK, Ledger, purse

PRINTED = "What is printed"
"""The text that refusals cite instead of a rule if the reason is printed on a component."""


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A seat before the game: the player's name and colours."""

    name: str
    colours: tuple[str, ...] = ()
    """The colours of the player's pieces, or the colour that the player chose."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is fixed before the first step of a table, and the names of its players."""

    options: Mapping[str, object]
    """The values of the settings, by name."""
    seats: tuple[SeatSetup, ...]
    """The seats, clockwise."""
    copy: Mapping[str, object] = field(default_factory=dict)
    """The numbers printed on the household's copy."""
    late: tuple[SeatSetup, ...] = ()
    """The seats of players who join during the game (see ``joining``), with their current names."""

    @property
    def all_seats(self) -> tuple[SeatSetup, ...]:
        """All seats, including those of players who join during the game."""
        return (*self.seats, *self.late)


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """A decision that the table waits for, and the seats that make it."""

    prompt: Sentence
    """The sentence that asks for the decision, such as "Anna bids 5 or more, or passes"."""
    seats: tuple[int, ...] = ()
    """The seats that the table waits for. Empty if it waits for the banker."""
    may_speak: bool = False
    """Whether any of the seats may act but none must, as in an open auction."""
    highest: tuple[int, Sentence] | None = None
    """The seat with the highest bid, and the prompt that this seat reads instead of ``prompt``."""

    def is_for(self, seat: int) -> bool:
        """Return whether the seat must act. Screens highlight the rows of such seats."""
        return seat in self.seats and not (self.may_speak and len(self.seats) > 1)

    def read_by(self, seat: int | None) -> PendingDecision:
        """Return the decision with the prompt to show on one seat's device.

        seat: the seat, or None for a device without a seat.
        """
        if self.highest is None or seat != self.highest[0]:
            return self
        return replace(self, prompt=self.highest[1])


V = TypeVar("V")


class option(Generic[V]):
    """A descriptor that returns the value of a setting.

    Example: ``edition = option[str]("edition")``.

    option: the name of the setting.
    before: the value for tables that were set up before the setting existed, or None if there are
    no such tables.
    """

    def __init__(self, option: str, before: V | None = None) -> None:
        self.option, self.before = option, before

    def __get__(self, state: TableState, owner: type) -> V:
        options = state.setup.options
        if self.before is not None and self.option not in options:
            return self.before
        value: V = options[self.option]  # type: ignore[assignment]
        return value


class option_is:
    """A descriptor that returns whether a setting has a given value.

    Example: ``is_shark = option_is("variant", "shark")``.
    """

    def __init__(self, option: str, value: object) -> None:
        self.option, self.value = option, value

    def __get__(self, state: TableState, owner: type) -> bool:
        return bool(state.setup.options[self.option] == self.value)


@dataclass(frozen=True, slots=True)
class TableState:
    """The base class of every game's state, an immutable dataclass."""

    end_rule: ClassVar[str] = ""
    """The id of the rule about the end of the game, cited by refusals after the end."""
    leave_rule: ClassVar[str] = ""
    """The id of the rule about leaving the game, cited by refusals to let a player leave."""
    time_rule: ClassVar[str] = ""
    """The id of the rule about the agreed time, cited by the refusal before its end."""
    join_rule: ClassVar[str] = ""
    """The id of the rule about joining late, cited by refusals to let a player join."""
    order_rule: ClassVar[str] = ""
    """The id of the rule about the order of the players, cited by refusals to move one."""
    team_rule: ClassVar[str] = ""
    """The id of the rule about teams, cited by refusals to set a team."""
    most_seats: ClassVar[int] = 0
    """The maximum number of seats, if players may join late."""
    denomination: ClassVar[Denomination] = WHOLE_NUMBERS
    """How the money of the table is read and written."""
    score_denomination: ClassVar[Denomination] = WHOLE_NUMBERS
    """How the figures that decide the ranking are read and written."""
    called_off: ClassVar[Mapping[str, Any]] = {"stage": "over"}
    """The new values of the fields that change when the game is stopped, by field name."""
    setup: Setup
    ledger: Ledger
    is_stopped: bool = field(default=False, kw_only=True)
    """Whether the banker stopped the game before its end."""
    is_abandoned: bool = field(default=False, kw_only=True)
    """Whether the banker stopped the game without a result."""
    gone: tuple[int, ...] = field(default=(), kw_only=True)
    """The seats whose players have left, in the order in which they left."""
    order: tuple[int, ...] = field(default=(), kw_only=True)
    """The seats clockwise, if a player has moved; empty if they sit by number."""
    teams: Mapping[int, str] = field(default_factory=dict, kw_only=True)
    """The teams of the seats; "" or no entry for a player without a team."""
    timer: Timer | None = field(default=None, kw_only=True)
    """The agreed time, or None if none has begun."""
    paused_at: int | None = field(default=None, kw_only=True)
    """The start of the pause in seconds since the epoch, or None if the game is not paused.

    Also None during pauses in older logs, which did not stop a timer.
    """

    if TYPE_CHECKING:
        # Each game defines ``stage`` as a field or a property.
        @property
        def stage(self) -> str:
            """The current stage of the game. The last stage is "over"."""

    @property
    def late_money(self) -> int:
        """The money that a player who joins late gets from the bank."""
        return 0

    @property
    def seats(self) -> range:
        """The numbers of all seats from 0; ``clockwise_from`` has them as they sit."""
        return range(len(self.setup.seats))

    @property
    def here(self) -> tuple[int, ...]:
        """The seats whose players have not left, in order of their numbers."""
        return tuple(seat for seat in self.seats if seat not in self.gone)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that take part in the game, in order of their numbers."""
        return self.here

    def require_playing(self, seat: int) -> None:
        """Raise a refusal unless a seat takes part in the game; here ``seat_left``."""
        if seat in self.gone:
            sentence = say("{name} has left.", name=self.name(seat)).to_you("You have left.")
            raise Refusal("seat_left", self.leave_rule, sentence, about=(seat,))

    def clockwise_from(self, seat: int, *, backwards: bool = False) -> tuple[int, ...]:
        """Return all seats as they sit, beginning with the given one.

        backwards: whether to go counter-clockwise.
        """
        order = self.order or tuple(range(len(self.setup.seats)))
        if backwards:
            order = order[::-1]
        first = order.index(seat)
        return order[first:] + order[:first]

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise."""
        # Not by ``clockwise_from``, to save function calls whenever a menu is drawn.
        order, seats = self.order, len(self.setup.seats)
        return order[(order.index(seat) + 1) % seats] if order else (seat + 1) % seats

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat.

        An undone step may name a seat that no longer exists.
        """
        seats = self.setup.seats
        return seats[seat].name if seat < len(seats) else "…"

    def side(self, seat: int) -> int:
        """Return the first seat of a seat's team, or the seat itself without a team."""
        team = self.teams.get(seat)
        if not team:
            return seat
        return next(other for other in self.seats if self.teams.get(other) == team)

    def team_totals(self, figures: tuple[int, ...]) -> tuple[int, ...]:
        """Return for each seat the sum of the figures of its team.

        figures: one figure per seat.
        """
        if not self.teams:
            return figures
        sides = tuple(map(self.side, self.seats))
        return tuple(
            sum(figure for figure, other in zip(figures, sides, strict=True) if other == side)
            for side in sides
        )

    def contenders(self, *, least_wins: bool) -> tuple[int, ...]:
        """Return the seats that can win, or all if none can.

        A seat that does not play cannot win. If the least wins, nor can its team, which would gain
        because that seat adds nothing any more.
        """
        can = self.playing
        if least_wins and self.teams:
            short = {self.side(seat) for seat in self.seats if seat not in can}
            can = tuple(seat for seat in can if self.side(seat) not in short)
        return can or tuple(self.seats)

    def side_names(self, seats: Iterable[int]) -> tuple[str, ...]:
        """Return the names of the teams of these seats, and of the players without a team."""
        names = {self.side(seat): self.teams.get(seat) or self.name(seat) for seat in seats}
        return tuple(names.values())

    def money(self, seat: int) -> int:
        """Return the balance of a seat's purse."""
        return self.ledger.balances[purse(seat)]

    def written(self, amount: int) -> Sentence | str:
        """Return an amount as the lines of the history show it."""
        return self.denomination.figure(amount)

    def holds(self, seat: int) -> Sentence | None:
        """Return a description of what a seat holds besides money, or None.

        Every screen shows it beside the player's name, so it must not contain secrets.
        """
        return None

    def secret_of(self, seat: int) -> Sentence | None:
        """Return a sentence with what only this seat may know, such as a card, or None.

        The generated screen of the seat's own phone shows it.
        """
        return None

    def bid_for(self) -> Sentence | None:
        """Return the name of the lot up for auction, or None if it is unknown to the app."""
        return None

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balances a seat may not see.

        seat: the seat, or None for a viewer without a seat.
        """
        return frozenset()

    def kept_for_bids(self, correction: Action) -> Mapping[str, int]:
        """Return the amounts that accounts must keep to cover a standing bid, by account.

        Raises a Refusal if the game does not allow this correction now.
        """
        standing = getattr(getattr(self, "auction", None), "standing", None)
        return {} if standing is None else {purse(standing.seat): standing.amount}

    def check_balances(self, balances: Mapping[str, int]) -> None:
        """Raise a Refusal if a correction would lead to balances that the game does not allow."""

    def stopped(self) -> Self:
        """Return the state after the banker has stopped the game before its end.

        Unfinished auctions and deals are cancelled.
        """
        return replace(self, **self.called_off, is_stopped=True)

    def resumed(self, at: int) -> Self:
        """Return the state after a pause, whose time is added to the agreed time.

        at: the end of the pause in seconds since the epoch.
        """
        timer = self.timer
        if timer is not None and self.paused_at is not None:
            timer = timer.put_off(self.paused_at, at)
        return replace(self, timer=timer, paused_at=None)

    def with_seat(self, newcomer: SeatSetup) -> Self:
        """Return the state with one more seat, whose purse is empty.

        newcomer: the seat, unless ``Setup.late`` has its current name.
        """
        setup = self.setup
        seat = next(iter(setup.late), newcomer)
        setup = replace(setup, seats=(*setup.seats, seat), late=setup.late[1:])
        ledger = self.ledger.with_account(purse(len(self.seats)), like=purse(self.seats[-1]))
        order = (*self.order, len(self.seats)) if self.order else ()
        return replace(self, setup=setup, ledger=ledger, order=order)

    def account_names(self) -> Mapping[str, Sentence]:
        """Return the display names of all accounts, by account."""
        purses = {purse(seat): say("{name}", name=self.name(seat)) for seat in self.seats}
        return {BANK: say("the bank"), **purses}


if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    T_contra = TypeVarWithDefault("T_contra", bound=TableState, contravariant=True, default=Any)
else:
    T_contra = TypeVar("T_contra", contravariant=True)


def require_seat(state: TableState, seat: int | None, rule: str) -> int:
    """Return ``seat`` if the table has a seat with that number.

    Raises ``unknown_seat`` otherwise.

    rule: the id of the rule that the refusal cites.
    """
    if seat is None or not 0 <= seat < len(state.setup.seats):
        raise Refusal(
            "unknown_seat",
            rule,
            say(
                "There is no seat {seat}. Seats are numbered from 0 to {last}.",
                seat=str(seat),
                last=state.seats[-1],
            ),
        )
    return seat


def require_not_negative(count: int) -> None:
    """Raise ``negative_count`` if ``count`` is below 0."""
    if count < 0:
        raise Refusal("negative_count", PRINTED, say("Enter 0 or more, not {count}.", count=count))


def require_running(state: TableState) -> None:
    """Raise ``game_over`` if the game has ended."""
    if state.stage == "over":
        raise Refusal(
            "game_over",
            state.end_rule,
            say("The game is over. The banker can undo moves."),
        )


G = TypeVar("G", bound=TableState)


def require_stage(state: G, stage: str, rule: str, waiting: Callable[[G], PendingDecision]) -> None:
    """Raise ``game_over`` or ``not_now`` unless the game is at the given stage.

    rule: the id of the rule that ``not_now`` cites.
    waiting: a function that returns the pending decision. ``not_now`` contains its prompt.
    """
    if state.stage != stage:
        require_running(state)
        raise not_now(rule, waiting(state))


def refusal_about(state: TableState, seat: int, name: str, rule: str, told: Sentence) -> Refusal:
    """Return a refusal that one seat reads in the second person.

    name: the identifier of the refusal.
    told: the sentence that everyone else reads, together with its second-person wording. The
    placeholder ``{name}`` becomes the name of the player.
    """
    sentence = replace(told, values=(("name", state.name(seat)), *told.values))
    return Refusal(name, rule, sentence, about=(seat,))


def not_now(rule: str, waiting: PendingDecision) -> Refusal:
    """Return the refusal ``not_now``, which contains the prompt of the pending decision."""
    told = say("Not now: {waiting}", waiting=waiting.prompt).to_you("Not now. {waiting}")
    return Refusal("not_now", rule, told, about=waiting.seats)
