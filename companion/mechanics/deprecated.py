"""Old names, for packages written for version 1.0. Each one warns, and is removed in 2.0."""

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
MODULES = {
    "beginning": "first_player",
    "early": "early_pass",
    "elsewhere": "plugins",
    "folding": "pending_events",
    "moment": "identity_cache",
    "steps": "event_sourcing",
    "told": "recorded_sale",
}
"""Renamed modules of this package."""
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
"""Renamed functions and classes by module."""
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
"""Renamed attributes of actions and events that a package may define."""


def warn(old: str, new: str) -> None:
    """Warn that a name is deprecated, at the line that uses it."""
    warnings.warn(f"{old} is now {new}; the old name goes in 2.0", DeprecationWarning, stacklevel=3)


def names_of(module: str) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a module that has renamed names.

    module: its full name.
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
    """Give what a new class defines under an old name its new name, too."""
    for old, new in ATTRIBUTES.items():
        if old in vars(cls):
            warn(f"{cls.__qualname__}.{old}", new)
            setattr(cls, new, vars(cls)[old])


def take_declared_effects(cls: Any) -> None:
    """Give an event that declares ``sets`` or ``unless`` the methods ``apply`` or ``tell``."""
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
    """Give a class of an auction the policy that a package for 1.0 defines as parts of classes."""
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
"""Attributes of an auction's classes for 1.0, with those of a policy that took their place."""


def _decide(self: Any, state: Any) -> tuple[Any, ...]:
    """Return the events of a bid or pass whose class defines its consequences."""
    auction, event = self.current_auction(state), self.checked_event(state)
    return (event, *self.consequences(state, auction, event))


def flag(given: dict[str, bool], old: str, new: str) -> bool:
    """Return the value of a keyword that is given under its old name; False if it is not."""
    if old in given:
        warn(old, new)
    return given.pop(old, False)


class _OldModules(MetaPathFinder, Loader):
    """Imports a renamed module under its old name."""

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
        """Do nothing: the module is complete."""


def install() -> None:
    """Let the renamed modules be imported under their old names, too."""
    sys.meta_path.append(_OldModules())
