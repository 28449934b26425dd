"""The app's own rules for the score pad, keyed by rule id.

Refusals and final scores cite these ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.mechanics.clocks.turn_clock import TURN_CLOCK
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.scoring.teams import TEAMS

RULES: Mapping[str, Sentence] = {
    "SP-S1": say("One to ten can play. Everyone begins with 0 points."),
    "SP-S2": say(
        "Somebody may join late, with 0 points. The banker can fill in the rounds before that."
    ),
    "SP-S3": say(
        "The banker can change the settings during the game. They count from the next points on."
    ),
    "SP-S4": TEAMS,
    "SP-P1": say(
        "In each round, every player gets points, which can be 0 or below: from -1,000,000 to "
        "1,000,000. Players enter their own; the banker enters them for anyone."
    ),
    "SP-P2": say("A round is complete as soon as everyone has points in it. Then the next begins."),
    "SP-P3": say("The banker can correct the points of any round."),
    "SP-L1": say(
        "Bonuses and penalties are outside the rounds. Players take their own; the banker gives "
        "them to anyone."
    ),
    "SP-L2": say("They can have a name, such as “Longest road”. There are up to twenty names."),
    "SP-T1": say(
        "After a complete round, a player with the points of the target or more has reached it. "
        "The settings say whether this ends the game, puts the player out, or is only announced."
    ),
    "SP-O1": say("A player who is out gets no more points, and cannot win unless everyone is out."),
    "SP-O2": say("The banker can take a player out, and back in. Somebody always plays on."),
    "SP-D1": say(
        "After each round, the dealer or the first player moves on to the next player, clockwise. "
        "The banker can name another one."
    ),
    "SP-D2": say("A random draw can choose a player, who then deals or goes first."),
    "SP-C1": TURN_CLOCK,
    "SP-E1": say("The game ends when the banker ends it, after the last round, or by the target."),
    "SP-E2": say(
        "The settings say whether the most or the fewest points win. Tied players share the win."
    ),
}

SUBJECTS: Mapping[str, Sentence] = {
    "S": say("Setup"),
    "PL": say("Points"),
    "T": say("Target"),
    "O": say("Players who are out"),
    "D": say("Rounds"),
    "C": say("Clocks"),
    "E": say("End of the game"),
}
