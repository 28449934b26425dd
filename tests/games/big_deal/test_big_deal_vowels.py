"""No French or Italian sentence needs an elision before a name that begins with a vowel."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.box import COMPANIES, RESOURCES, resource_words
from companion.games.big_deal.menu import figures_of
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence
from companion.testing.households import NAMES
from companion.testing.tables import Case
from companion.web.requests.language import speaker_for
from tests.extent import choose
from tests.games.big_deal import test_big_deal_refusals, test_big_deal_takeover_refusals
from tests.games.big_deal.big_deal_games import a_game

SHORTENED = {"fr": "de|que|le|la|ne|se", "it": "la|lo|una"}
"""Words that become d’, qu’, l’, un’ before a vowel; "ad Anna" the speaker says."""
VOWELS = re.compile("[aeiouéà]", re.I)


def clashes(language: str, sentences: Iterable[Sentence | str | None]) -> list[str]:
    """Return the places where such a word stands before a name that begins with a vowel."""
    speaker = speaker_for(language)
    resources = (speaker.say(resource_words(resource)) for resource in RESOURCES)
    called = (*NAMES, *COMPANIES.values(), *resources)
    vowelled = "|".join(re.escape(name) for name in called if VOWELS.match(name))
    pattern = re.compile(rf"\b(?:{SHORTENED[language]}) (?:{vowelled})")
    spoken = (speaker.say(sentence) for sentence in sentences if sentence is not None)
    return [clash for words in spoken for clash in pattern.findall(words)]


@cache
def said_in(players: int, *, known: bool) -> frozenset[Sentence | str | None]:
    """Return each sentence of a game: prompts, lines of the history, reasons of payments."""
    found = set[Sentence | str | None]()
    for *_, events, after in a_game(players, known=known):
        found.add(GAME.rules.waiting(after).prompt)
        for event in events:
            found |= {event.tell(after, None), *(one.reason for one in event.transfers())}
    return frozenset(found)


def refused(case: Case) -> Sentence:
    _, _, moment, action = case
    with pytest.raises(Refusal) as found:
        action.decide(moment())
    return found.value.sentence


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("players", choose(check=[3], test=[3, 6], full=[3, 5, 6]))
@pytest.mark.parametrize("language", ["fr", "it"])
def test_no_sentence_elides_a_word_before_a_name(language: str, players: int, known: bool) -> None:
    assert clashes(language, said_in(players, known=known)) == []


@pytest.mark.parametrize("language", ["fr", "it"])
def test_the_question_for_a_companys_numbers_elides_nothing(language: str) -> None:
    assert clashes(language, [figures_of("air_space").question]) == []


@pytest.mark.parametrize("language", ["fr", "it"])
def test_refusals_elide_nothing_before_a_name(language: str) -> None:
    cases = (*test_big_deal_refusals.CASES, *test_big_deal_takeover_refusals.CASES)

    assert clashes(language, map(refused, cases)) == []
