"""Deprecated names that keep plugins written for version 1.0 working.

Using a deprecated name issues a ``DeprecationWarning``. All these names will be removed in 2.0.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from operator import attrgetter
from types import ModuleType
from typing import Any

PACKAGE = __name__.rpartition(".")[0]
"""The dotted name of the package that contains the renamed modules."""
MODULES = {
    "beginning": "first_player",
    "early": "early_pass",
    "elsewhere": "plugins",
    "folding": "pending_events",
    "moment": "identity_cache",
    "steps": "event_sourcing",
    "told": "recorded_sale",
}
"""The new names of the renamed modules of this package, by old name."""
NAMES: Mapping[str, Mapping[str, str]] = {
    "auction": {
        "Means": "BidLimit",
        "Rising": "AscendingAuction",
        "Said": "AuctionEvent",
        "Word": "AuctionAction",
        "purse_words": "limit_prompt",
        "require_word": "require_turn_to_bid",
        "word_awaited": "bidder_prompt",
        "word_wanted": "bid_prompt",
    },
    "event_sourcing": {"Fact": "Event", "fact": "event", "its": "attrgetter"},
    "game": {
        "Account": "FinalScores",
        "Fact": "Event",
        "Offer": "LegalMove",
        "Sitting": "SeatSetup",
        "Waiting": "PendingDecision",
        "Whole": "Range",
        "folded": "apply_events",
    },
    "menu": {
        "Offer": "LegalMove",
        "Printed": "PrintedRange",
        "Unfinished": "MultiStepCandidate",
        "Whole": "Range",
        "offers": "legal_moves",
        "thoughts": "candidate_moves",
        "tried": "dry_run",
    },
    "pending_events": {"after_fact": "apply_event"},
    "recorded_sale": {"TellSale": "RecordSale", "ToldAtTable": "RecordedAtTable"},
    "parts": {"Account": "FinalScores"},
    "table": {
        "Sitting": "SeatSetup",
        "Waiting": "PendingDecision",
        "chosen": "option",
        "is_chosen": "option_is",
    },
    "words": {"Told": "FillsTemplates"},
    "refusal": {"allows": "is_legal", "held_back": "refusal_of", "sure": "not_none"},
    "dice": {"told_rolls": "displayed_rolls"},
}
"""The new names of the renamed functions and classes, by module and old name."""
ATTRIBUTES = {
    "can_but_pass": "must_pass",
    "choices": "candidates",
    "filled_in": "with_chance",
    "follows": "consequences",
    "heard": "current_auction",
    "means": "bid_limit",
    "said": "checked_event",
    "hides": "is_secret",
    "is_aside": "keeps_turn",
    "mended_by": "remedy",
    "shows": "reveals",
    "spoken": "display_value",
    "thought_of": "candidate",
    "tied": "bound_to_current",
}
"""The new names of the renamed attributes of actions and events, by old name."""


def warn(old: str, new: str) -> None:
    """Issue a ``DeprecationWarning`` for the line of code that uses the old name."""
    warnings.warn(f"{old} is now {new}; the old name goes in 2.0", DeprecationWarning, stacklevel=3)


def names_of(module: str) -> Callable[[str], object]:
    """Return a ``__getattr__`` function that looks up the deprecated names of a module.

    module: the full name of the module.
    """
    renamed = NAMES[module.rpartition(".")[2]]

    def found(name: str) -> object:
        if name not in renamed:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn(f"{module}.{name}", renamed[name])
        if renamed[name] == "attrgetter":
            return attrgetter
        return getattr(sys.modules[module], renamed[name])

    return found


def rename_attributes(cls: type) -> None:
    """Copy the attributes that a class defines under old names to their new names."""
    for old, new in ATTRIBUTES.items():
        if old in vars(cls):
            warn(f"{cls.__qualname__}.{old}", new)
            setattr(cls, new, vars(cls)[old])


def take_declared_effects(cls: Any) -> None:
    """Add ``apply`` and ``tell`` to an event class of a plugin written for 1.0.

    ``apply`` is derived from the class attribute ``sets``, which maps state fields to new values or
    to functions of the event. ``tell`` is derived from ``unless``, a (field, value, line) tuple: if
    the field has the value, the line replaces the usual history line. Methods that the class
    defines itself are kept.
    """
    declared = vars(cls)
    if (sets := declared.get("sets")) and "apply" not in declared:
        warn(f"{cls.__qualname__}.sets", "apply(self, state)")
        cls.apply = lambda self, state: replace(
            state, **{name: of(self) if callable(of) else of for name, of in sets.items()}
        )
    if (unless := declared.get("unless")) and "tell" not in declared:
        warn(f"{cls.__qualname__}.unless", "tell(self, state, seat)")
        field, value, other = unless

        def tell(self: Any, state: Any, seat: int | None) -> Any:
            line = other if getattr(self, field) == value else self.line
            return None if line is None else self.fill(state, line)

        cls.tell = tell


def add_policy(cls: Any) -> None:
    """Set ``cls.policy`` of an action class of a plugin written for 1.0.

    In 1.0, the action classes themselves defined the attributes of the policy. Classes without the
    old method ``awarded`` are not changed.
    """
    bidding, sale = getattr(cls, "word", cls), getattr(cls, "sale", cls)
    if not hasattr(bidding, "awarded"):
        return
    warn(f"{cls.__qualname__}.awarded", "AuctionPolicy.award")
    auction = import_module(f"{PACKAGE}.auction")
    end = getattr(sale, "rule", "")
    seats, bids, passes = (getattr(sale, f"{of}_rule", end) for of in ("seat", "bid", "pass"))
    policy = auction.TurnAuctionPolicy(None)
    policy.rules = auction.AuctionRules(seats, end, end, bids, passes, end)
    policy.award = lambda pending, award: pending.emit(*bidding.awarded(pending.state, award))
    for holder, old, new in ((holder, *part) for holder in (bidding, sale) for part in _PARTS):
        if hasattr(holder, old):
            setattr(policy, new, getattr(holder, old))
    if sale is not bidding:
        policy.require_auction = sale.current_auction
    cls.policy = policy
    if hasattr(cls, "number"):
        policy.number = cls.number
    if hasattr(cls, "consequences"):
        cls.decide = _decide


_PARTS = [(name, name) for name in ("auction_in", "bid_limit", "must_pass", "reach")]
_PARTS += ("by_app", "passed_by_app"), ("made", "bid_made"), ("made", "passed"), ("bid", "bid_made")
"""Pairs of names: an action's attribute in 1.0, and the policy attribute that replaces it."""


def _decide(self: Any, state: Any) -> tuple[Any, ...]:
    """Return the event of a bid or pass, followed by the events of its ``consequences`` method."""
    auction, event = self.current_auction(state), self.checked_event(state)
    return (event, *self.consequences(state, auction, event))


def flag(given: dict[str, bool], old: str, new: str) -> bool:
    """Remove a deprecated keyword argument and return its value, or False if it is absent.

    given: the keyword arguments, which this function modifies.
    old: the deprecated name.
    new: the current name, for the warning.
    """
    if old in given:
        warn(old, new)
    return given.pop(old, False)


class _OldModules(MetaPathFinder, Loader):
    """Import hook that finds renamed modules under their old names."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, module = name.rpartition(".")
        return ModuleSpec(name, self) if package == PACKAGE and module in MODULES else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        new = f"{PACKAGE}.{MODULES[spec.name.rpartition('.')[2]]}"
        warn(spec.name, new)
        module = ModuleType(spec.name)
        vars(module)["__getattr__"] = lambda name: getattr(import_module(new), name)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing, because ``create_module`` returns a complete module."""


def install() -> None:
    """Make the renamed modules importable under their old names."""
    sys.meta_path.append(_OldModules())
