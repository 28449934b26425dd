"""The link that adds a finished game to the BG Stats app.

The URL carries all the data, in the format described on the help page "Push plays to BG Stats from
other apps or websites". Ids are stable, so the same game is never added twice, and they do not
identify the table.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from urllib.parse import quote

from companion.mechanics.history.play_time import ending_entry, seconds_played
from companion.mechanics.language.amounts import Denomination
from companion.mechanics.scoring.outcome import Outcome
from companion.tables.household.people import people_in
from companion.tables.live.cache import OpenTable
from companion.tables.play import entries_of

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SECONDS = 60


def _score(denomination: Denomination, total: int) -> int | float:
    # The nearest floating-point number is printed with the same digits.
    return float(denomination.plain(total)) if denomination.places else total


def bg_stats_link(table: OpenTable, outcome: Outcome, sentence: str) -> str:
    """Return the URL that adds a finished game to BG Stats.

    sentence: the result as a sentence, used as the comment in BG Stats.
    """
    ending = ending_entry(table.timeline)
    log = entries_of(table)[: ending.sequence if ending else 0]
    ended_at = table.created_at if ending is None else ending.at
    own = table.own_title
    play = {
        "sourceName": "Companion",
        "sourcePlayId": hashlib.sha256(table.code.encode()).hexdigest()[:16],
        "playDate": datetime.fromtimestamp(ended_at, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": round(seconds_played(log) / SECONDS),
        "comments": sentence,
        "game": {
            "name": own or table.game.title,
            "sourceGameId": f"{table.game.name}/{own.casefold()}" if own else table.game.name,
            "highestWins": not outcome.least_wins,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name.casefold(),
                "score": _score(outcome.denomination, place.total),
                "rank": rank,
                "winner": place.seat in outcome.winners,
                # Required by the Android app, though the help page calls it optional.
                "startPlayer": False,
            }
            for rank, place in zip(outcome.ranks, outcome.standings, strict=True)
            for name in people_in(place.name)
        ],
    }
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
