"""Base classes for actions (commands) and events.

``Action.decide`` checks an action once, when somebody takes it, and returns its events. The events
are logged, and ``Event.apply`` returns the state after an event. A replay applies the logged events
without repeating any checks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Self, TypeVar, dataclass_transform

from companion.mechanics.actions.menu import Candidate, OneOf
from companion.mechanics.actions.refusal import not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.texts import tidy
from companion.mechanics.language.words import FillsTemplates, S_contra, Sentence, say
from companion.mechanics.money.ledger import BANK, Transfer, purse
from companion.mechanics.play.dice import Dice
from companion.mechanics.values.codec import Kind, malformed

By = Literal["seat", "player", "banker"]
"""The people who may take an action (see ``Action.by``)."""
FREE_TEXTS = ("name", "reason", "team", "typed", "value", "what")
"""The names of the action fields that contain text typed by people, if they contain text."""


class Button(NamedTuple):
    """The button for an action: its text, and when screens show it."""

    label: Sentence | None = None
    """The text of the button.

    If the text depends on the action, leave this None and override ``Action.label``.
    """
    is_relayed: bool = False
    """Whether the banker can press the button for a player without a phone, for example to bid."""
    is_rare: bool = False
    """Whether the banker's screen collapses the button because it is rarely used."""
    shows_automatically: bool = False
    """Whether screens show the button of a legal action even if no template includes it."""


@dataclass(frozen=True, slots=True)
class Action(Kind, Generic[S_contra]):
    """Base class for actions, which are the commands of event sourcing.

    The name of an action class is an imperative, such as ``Bid``. An action that belongs to one
    seat has a field ``seat``.

    Annotated fields are logged. Class attributes that have no annotation, or the annotation
    ``ClassVar``, configure the class.

    To call a method of a base class, name the class: ``Event.apply(self, state)``. Plain
    ``super()`` does not work in a dataclass with slots.
    """

    by: ClassVar[By] = "seat"
    """The people who may take the action.

    - "seat": the player in the action's seat.
    - "player": any player.
    - "banker": only the banker.

    The banker may take every action.
    """
    turn_bound: ClassVar[bool] = True
    """Whether the action is refused if the sender's screen is out of date."""
    keeps_turn: ClassVar[bool] = False
    """Whether the action does not advance the turn, so that no other seat's form becomes stale."""
    is_offered: ClassVar[bool] = True
    """Whether the menu contains the action; False if screens show it elsewhere."""
    button: ClassVar[Button] = Button()
    """The button that takes the action."""
    money_fields: ClassVar[tuple[str, ...]] = ()
    """The names of the fields with amounts of money, which may have decimal places in forms."""
    reads_purse: ClassVar[bool] = True
    """Whether the answer to a seat's action could reveal what the seat has.

    If so, the banker cannot take the action while that is hidden.
    """
    chance: ClassVar[str] = ""
    """The name of the field that depends on a dice roll; "" if there is none.

    If the field is None, the app rolls the dice. The action also has a field ``by_app``, which is
    True if the app rolled.
    """
    words: ClassVar[Mapping[str, Sentence]] = {
        "amount": say("Amount"),
        "name": say("Name"),
        "reason": say("Why"),
        "what": say("What"),
    }
    """The labels of input fields on screens that are generated from the menu, by field name."""

    @classmethod
    def candidates(cls, state: S_contra, seat: int | None) -> Iterable[Candidate]:
        """Return the candidate moves of a seat.

        The menu contains the candidates for which ``decide`` raises no refusal.

        seat: if None, return the candidates that belong to no seat.
        """
        return ()

    def label(self, state: S_contra) -> Sentence | str:
        """Return the text of the button for this action."""
        assert self.button.label is not None, self.kind
        return self.button.label

    def loss(self, state: S_contra) -> Sentence | None:
        """Return the question that names what the seat loses, or None if nothing has to be asked.

        Screens show the question once before they send the action.
        """
        return None

    @classmethod
    def asked_by(cls, state: S_contra) -> By:
        """Return the people who may take the action at this table; by default ``by``."""
        return cls.by

    def accounts_read(self, state: S_contra) -> Collection[str]:
        """Return the accounts whose balances the answer to this action could reveal.

        While such a balance is hidden, the banker cannot take the action.
        """
        return ()

    def bound_to_current(self, state: S_contra) -> Self:
        """Return a copy of the action that is valid only in the auction under way.

        By default, the action is returned unchanged.
        """
        return self

    def timed(self, state: S_contra, at: int) -> Self:
        """Return the action with the current time, for an action whose field ``at`` is None.

        By default, the action is returned unchanged.

        at: whole seconds since the epoch.
        """
        return self

    def with_chance(self, state: S_contra, dice: Dice) -> Self:
        """Roll dice for the random fields, if any, and return the action with their results."""
        return self

    def require_values(self, state: S_contra) -> None:
        """Raise ``malformed`` if a field has a value that is not among the possible choices.

        Requests are untrusted, so this check runs before ``decide``.
        """

    def decide(self, state: S_contra) -> tuple[Event[S_contra], ...]:
        """Return the events of the action.

        Raises a Refusal with the id of the rule if the action is illegal.
        """
        raise NotImplementedError(self.kind)

    def require_legal(self, state: S_contra) -> None:
        """Raise a Refusal if the action is illegal.

        The menu calls this method for every candidate. Override it with the checks of ``decide`` if
        these are much cheaper than creating the events.
        """
        self.decide(state)

    def tidied(self) -> Self:
        """Return the action with invisible characters and extra spaces removed from its texts."""
        typed = _free_text_fields(type(self))  # type: ignore[arg-type]
        if not typed:
            return self
        return replace(self, **{name: tidy(getattr(self, name)) for name in typed})

    @property
    def is_chance(self) -> bool:
        """Whether the app rolls the dice for this action; if so, only the banker can undo it."""
        if not self.chance:
            return False
        return getattr(self, "by_app", False) or getattr(self, self.chance) is None


Values = Mapping[str, Iterable[str | int] | Callable[[Any], Iterable[str | int]]]
"""The allowed values of fields, by field name.

A function that returns the values for a state may take their place.
"""


@dataclass(frozen=True, slots=True)
class OfferedAction(Action[S_contra]):
    """Base class for actions whose candidates are derived from class attributes.

    Every field except ``seat`` needs a default value or an entry in ``values``.
    """

    stage: ClassVar[str] = ""
    """The stage at which the action is a candidate; "" for every stage."""
    needs: ClassVar[str] = ""
    """The state attribute on which the action depends, such as "debts"; "" for none.

    While that attribute is empty or None, the menu skips the action. ``decide`` must refuse it as
    well.
    """
    values: ClassVar[Values] = {}
    """The allowed values, by field name, for example ``{"fruit": FRUITS}``.

    Other values are refused.
    """

    @classmethod
    def may_be_legal(cls, state: S_contra, seat: int | None) -> bool:
        """Return whether the action may be legal for a seat, or for the table if ``seat`` is None.

        This is a fast filter for the menu. ``decide`` makes the full check.
        """
        return cls.stage in ("", getattr(state, "stage", ""))

    def require_values(self, state: S_contra) -> None:
        for name, listed in listed_in(self.values, state).items():
            if getattr(self, name) not in listed:
                raise malformed(f"{name}: {' | '.join(map(str, listed))}")


@dataclass(frozen=True, slots=True)
class SeatAction(OfferedAction[S_contra]):
    """Base class for actions that are offered to each seat."""

    seat: int

    @classmethod
    def candidates(cls, state: S_contra, seat: int | None) -> Iterable[Candidate]:
        if seat is None or not cls.may_be_legal(state, seat):
            return ()
        return _listed(cls, cls.values, state, seat=seat) if cls.values else (Candidate(cls(seat)),)


@dataclass(frozen=True, slots=True)
class TableAction(OfferedAction[S_contra]):
    """Base class for actions that belong to the table as a whole, not to a seat."""

    @classmethod
    def candidates(cls, state: S_contra, seat: int | None) -> Iterable[Candidate]:
        if seat is not None or not cls.may_be_legal(state, seat):
            return ()
        return _listed(cls, cls.values, state) if cls.values else (Candidate(cls()),)


def listed_in(values: Values, state: object) -> dict[str, tuple[str | int, ...]]:
    """Return the values that fields may have in this state, by field name."""
    return {name: tuple(of(state) if callable(of) else of) for name, of in values.items()}


def _listed(
    kind: Callable[..., Action], values: Values, state: object, **seat: int
) -> tuple[Candidate, ...]:
    """Return one candidate, whose ranges are the allowed values of its fields.

    Return an empty tuple if a field has no allowed values.
    """
    lists = listed_in(values, state)
    if not all(lists.values()):
        return ()
    action = kind(**seat, **{name: of[0] for name, of in lists.items()})
    return (Candidate(action, **{name: OneOf(of) for name, of in lists.items()}),)


@dataclass(frozen=True, slots=True)
class TimedAction(Action[S_contra]):
    """Base class for actions that depend on the current time, which the app fills in and logs."""

    at: int | None = field(default=None, kw_only=True)
    """The current time in whole seconds since the epoch; requests cannot set it."""

    def timed(self, state: S_contra, at: int) -> Self:
        """Return the action with the current time, in whole seconds since the epoch."""
        return replace(self, at=at)


@dataclass(frozen=True, slots=True)
class Event(Kind, FillsTemplates[S_contra]):
    """Base class for events, which record what happened.

    The name of an event class is in the past tense, such as ``BidMade``. Events are logged.
    Applying an event never checks or refuses anything.
    """

    reveals: ClassVar[bool] = False
    """Whether the event reveals information. If so, only the banker can undo it."""
    is_secret: ClassVar[bool] = False
    """Whether the event contains information that other players may not see yet.

    If the event is undone, the information stays hidden until the end of the game.
    """
    line: ClassVar[Sentence | None] = None
    """The history line.

    ``{name}`` becomes the name of the player in the event's seat; any other placeholder becomes the
    field of that name.
    """
    is_minor: ClassVar[bool] = False
    """Whether screens show the other lines of the same step instead. The history has all lines."""
    addresses: ClassVar[str] = "seat"
    """The name of the field with the seat that reads the history line in the second person."""
    costs: ClassVar[tuple[str | Callable[[Any], int], Sentence] | None] = None
    """The payment from the event's seat to the bank: the amount and the reason.

    None if the seat pays nothing. The amount is the name of a field, or a function that takes the
    event. The seat pays from its purse, or from the event's field ``account`` if it has one.
    """
    earns: ClassVar[tuple[str | Callable[[Any], int], Sentence] | None] = None
    """The payment from the bank to the event's seat, in the same form as ``costs``."""

    @property
    def remedy(self) -> Action | None:
        """An action that the banker can take to make up for this event, or None.

        For example, the banker can still charge a rent that its owner did not collect in time.
        """
        return None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the money transfers of this event; by default those of ``costs`` or ``earns``."""
        declared = self.costs or self.earns
        if declared is None:
            return ()
        amount_of, reason = declared
        amount = amount_of(self) if callable(amount_of) else getattr(self, amount_of)
        mine: Any = self
        own: str = getattr(self, "account", None) or purse(mine.seat)
        ends = (own, BANK) if self.costs else (BANK, own)
        nobody: Any = None
        return (Transfer(*ends, amount, self.fill(nobody, reason)),) if amount else ()

    def because(self, state: S_contra, reason: Sentence) -> Sentence:
        """Return the reason for a transfer, as shown in a player's money history.

        Games override this method to add details that depend on the state, such as names.

        state: any later state of the same table.
        reason: the reason given by ``transfers``.
        """
        return reason

    def shown_to(self) -> Collection[int] | None:
        """Return the seats to which an event with ``reveals`` shows a secret; None for everybody.

        Override it for a swap or a peek, and return () if the event shows no secret.
        """
        return None

    def apply(self, state: S_contra) -> Any:
        """Return the state after this event.

        state: the state before the event, with the event's transfers already posted.
        This method must not check or refuse anything.
        """
        return state

    def line_for(self, state: S_contra, seat: int | None) -> Sentence | None:
        """Return the history line for the player in a seat, or None for no line.

        By default, this is ``line``. Games override this method if the line depends on the event.
        Placeholders without a value are filled as in ``line``.

        state: any later state of the same table, for names and labels.
        seat: if None, return the line that everybody may read.
        """
        return self.line

    def tell(self, state: S_contra, seat: int | None) -> Sentence | None:
        """Return the line of ``line_for`` with all placeholders filled, or None for no line."""
        line = self.line_for(state, seat)
        return None if line is None else self.fill(state, line)

    def tell_you(self, state: S_contra, seat: int) -> Sentence | None:
        """Return the public history line for a seat's own device, or None for no line.

        The line is in the second person if the event is about this seat.
        """
        line = self.tell(state, None)
        is_about_you = getattr(self, self.addresses, None) == seat
        return line.for_you if line is not None and is_about_you else line

    def matters_to(self, seat: int | None) -> bool:
        """Return whether a minor event matters to a seat, so that its own device shows the line."""
        return False

    def scene(
        self, state: S_contra, kind: str, shows: Mapping[str, object], cheers: int | None = None
    ) -> Scene:
        """Return a scene of this event, with its public history line as the sentence.

        kind, shows, cheers: see ``Scene``.
        """
        return Scene(kind, not_none(self.tell(state, None)), shows, cheers)

    def throw(self, state: S_contra, seat: int, *faces: int, sides: int = 6) -> tuple[Scene, ...]:
        """Return the scene of the dice that a seat has rolled, for its own phone only.

        sides: the number of sides of each die.
        """
        scene = self.scene(state, "dice", {"faces": faces, "sides": sides}, seat)
        return (replace(scene, is_private=True),)

    def scenes(self, state: S_contra) -> tuple[Scene, ...]:
        """Return the scenes that the big screen shows for this event, by default none.

        They must contain only what everybody may know.

        state: the state right after the event.
        """
        return ()


@dataclass(frozen=True, slots=True)
class Setting(Action[S_contra], Event[S_contra]):
    """Base class that defines an action and its event together if both have the same fields.

    Decorate subclasses with ``setting``. To define the action's refusals, override ``require``. To
    define the event, override ``apply``, ``transfers``, and either ``line`` or ``tell``.
    """

    happened: ClassVar[type[Event]]
    """The event class, which the decorator ``setting`` creates."""

    def require(self, state: S_contra) -> None:
        """Raise a Refusal if the action is illegal."""

    def decide(self, state: S_contra) -> tuple[Event[S_contra], ...]:
        self.require(state)
        return (self.happened(**{part.name: getattr(self, part.name) for part in fields(self)}),)


@cache
def _free_text_fields(kind: type[Action]) -> tuple[str, ...]:
    """Return the names of the free-text fields of an action class.

    Callers need a ``type: ignore`` (see ``codec.fields_of``).
    """
    parts = kind.__dataclass_fields__
    return tuple(name for name in FREE_TEXTS if name in parts and parts[name].type in ("str", str))


A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Event)


@dataclass_transform(frozen_default=True)
def action(
    kind: str,
    *,
    by: By | None = None,
    turn_bound: bool | None = None,
    keeps_turn: bool = False,
) -> Callable[[type[A]], type[A]]:
    """Return a decorator that turns a class into an action with this ``kind``.

    Omitted options are inherited from the base class. Raises TypeError if the ``values`` of a field
    are a set, because the order of its buttons would differ from process to process.
    """

    def made(cls: type[A]) -> type[A]:
        for name, of in cls.values.items() if issubclass(cls, OfferedAction) else ():
            if isinstance(of, set | frozenset):
                raise TypeError(f"{kind}: the values of {name} need an order, such as a tuple has")
        cls.kind = kind
        cls.by = cls.by if by is None else by
        cls.turn_bound = cls.turn_bound if turn_bound is None else turn_bound
        cls.keeps_turn = cls.keeps_turn or keeps_turn
        return dataclass(frozen=True, slots=True)(cls)

    return made


@dataclass_transform(frozen_default=True)
def event(
    kind: str, *, reveals: bool = False, is_secret: bool = False
) -> Callable[[type[F]], type[F]]:
    """Return a decorator that turns a class into an event with this ``kind``.

    Omitted options are inherited from the base class.
    """

    def made(cls: type[F]) -> type[F]:
        cls.kind = kind
        cls.reveals = cls.reveals or reveals
        cls.is_secret = cls.is_secret or is_secret
        return dataclass(frozen=True, slots=True)(cls)

    return made


C = TypeVar("C", bound=Setting)


@dataclass_transform(frozen_default=True)
def setting(
    asked: str, happened: str, *, by: By | None = None, turn_bound: bool | None = None
) -> Callable[[type[C]], type[C]]:
    """Return a decorator that turns a ``Setting`` into an action and creates its event class.

    asked: the ``kind`` of the action.
    happened: the ``kind`` of the event.
    """

    def made(cls: type[C]) -> type[C]:
        asking = action(asked, by=by, turn_bound=turn_bound)(cls)
        names = {"__module__": cls.__module__, "__doc__": cls.__doc__}
        asking.happened = event(happened)(type(f"{cls.__name__}Happened", (asking,), names))
        return asking

    return made
