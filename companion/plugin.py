"""The public interface for game packages, which should import all names from here.

    from companion.plugin import Action, Event, Game, TableState, action, event, say

``VERSION`` increases when a name or a method is added. Before a name is removed or changed, its use
causes a warning for one version.

Names imported directly from ``companion.mechanics`` may change without a warning. For tests, use
``companion.testing``.
"""

from companion.mechanics.actions.base import (
    Action,
    Button,
    Event,
    SeatAction,
    Setting,
    TableAction,
    TimedAction,
    action,
    event,
    setting,
)
from companion.mechanics.actions.menu import (
    Candidate,
    LegalMove,
    OneOf,
    PrintedRange,
    Range,
    dry_run,
)
from companion.mechanics.actions.pending_events import PendingEvents, apply_event
from companion.mechanics.actions.refusal import Missing, Refusal, is_legal, not_none, refusal_of
from companion.mechanics.auctions import auction, early_pass, open_auction, recorded_sale
from companion.mechanics.auctions.auction import (
    AscendingAuction,
    Auction,
    AuctionAction,
    AuctionEvent,
    AuctionPolicy,
    AuctionRules,
    Award,
    BidLimit,
    StandingBid,
    TurnAuctionPolicy,
    bidder_prompt,
    require_turn_to_bid,
    speaking_order,
)
from companion.mechanics.auctions.open_auction import OpenAuction
from companion.mechanics.clocks.clock import Clock
from companion.mechanics.game import Game
from companion.mechanics.language.words import Sentence, SentenceError, say, say_many, together
from companion.mechanics.money import corrections, loans, shares
from companion.mechanics.money.corrections import Adjustment, Explained
from companion.mechanics.money.ledger import BANK, Ledger, Transfer, purse
from companion.mechanics.money.majority import Majority, majority, sole_most
from companion.mechanics.money.shares import Shares, majorities
from companion.mechanics.parts import (
    Calculator,
    Chart,
    Copy,
    FinalScores,
    Rules,
    Screen,
    plain_calculator,
    plain_rules,
)
from companion.mechanics.play import (
    dice,
    endings,
    first_player,
    joining,
    leaving,
    seat_order,
    stopping,
)
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.endings import GameEnded
from companion.mechanics.play.seating import plain_setup
from companion.mechanics.play.table import (
    PendingDecision,
    SeatSetup,
    Setup,
    TableState,
    not_now,
    option,
    option_is,
    require_running,
    require_seat,
    require_stage,
)
from companion.mechanics.scoring.outcome import Outcome, Place, Term, leaders, ranked
from companion.mechanics.scoring.score_form import (
    Field,
    ScoreForm,
    plain_form,
    plain_holdings,
    seats_in,
    text_in,
    whole_in,
)
from companion.mechanics.screen import PlainSeat, PlainView, plain_view
from companion.mechanics.values.copies import ReadyCopy
from companion.mechanics.values.options import Choice, Option, TextOption, WholeOption

VERSION = 1

__all__ = [
    "Action",
    "Adjustment",
    "AscendingAuction",
    "Auction",
    "AuctionAction",
    "AuctionEvent",
    "AuctionPolicy",
    "AuctionRules",
    "Award",
    "BANK",
    "BidLimit",
    "Button",
    "Calculator",
    "Candidate",
    "Chart",
    "Choice",
    "Clock",
    "Copy",
    "Dice",
    "Event",
    "Explained",
    "Field",
    "FinalScores",
    "Game",
    "GameEnded",
    "Ledger",
    "LegalMove",
    "Majority",
    "Missing",
    "OneOf",
    "OpenAuction",
    "Option",
    "Outcome",
    "PendingDecision",
    "PendingEvents",
    "Place",
    "PlainSeat",
    "PlainView",
    "PrintedRange",
    "Range",
    "ReadyCopy",
    "Refusal",
    "Rules",
    "ScoreForm",
    "Screen",
    "SeatAction",
    "SeatSetup",
    "Sentence",
    "SentenceError",
    "Setting",
    "Setup",
    "Shares",
    "StandingBid",
    "TableAction",
    "TableState",
    "Term",
    "TextOption",
    "TimedAction",
    "Transfer",
    "TurnAuctionPolicy",
    "VERSION",
    "WholeOption",
    "action",
    "apply_event",
    "auction",
    "bidder_prompt",
    "corrections",
    "dice",
    "dry_run",
    "early_pass",
    "endings",
    "event",
    "first_player",
    "is_legal",
    "joining",
    "leaders",
    "leaving",
    "loans",
    "majorities",
    "majority",
    "not_none",
    "not_now",
    "open_auction",
    "option",
    "option_is",
    "plain_calculator",
    "plain_form",
    "plain_holdings",
    "plain_rules",
    "plain_setup",
    "plain_view",
    "purse",
    "ranked",
    "recorded_sale",
    "refusal_of",
    "require_running",
    "require_seat",
    "require_stage",
    "require_turn_to_bid",
    "say",
    "say_many",
    "seat_order",
    "seats_in",
    "setting",
    "shares",
    "sole_most",
    "speaking_order",
    "stopping",
    "text_in",
    "together",
    "whole_in",
]
