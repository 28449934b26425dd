"""No French or Italian sentence has to shorten a word before a name that begins with a vowel."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.box import COMPANIES, RESOURCES, resource_words
from companion.games.big_deal.menu import figures_of
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence
from companion.testing.households import NAMES
from companion.testing.tables import Case
from companion.web.requests.language import Speaker, speaker_for
from tests.games.big_deal import test_big_deal_refusals, test_big_deal_takeover_refusals
from tests.games.big_deal.big_deal_player import Household, a_setup

SHORTENED = {"fr": "de|que|le|la|ne|se", "it": "la|lo|una"}
"""Words that become d’, qu’, l’, un’ before a vowel; "ad Anna" the speaker says."""
VOWELS = re.compile("[aeiouéà]", re.I)


def clashes(speaker: Speaker, sentence: Sentence | str | None) -> list[str]:
    """Return where such a word stands before a name, a company or a resource with a vowel."""
    if sentence is None:
        return []
    resources = (speaker.say(resource_words(resource)) for resource in RESOURCES)
    called = (*NAMES, *COMPANIES.values(), *resources)
    vowelled = "|".join(re.escape(name) for name in called if VOWELS.match(name))
    pattern = rf"\b(?:{SHORTENED[speaker.language]}) (?:{vowelled})"
    return re.findall(pattern, speaker.say(sentence))


def refused(case: Case) -> Sentence:
    _, _, moment, action = case
    with pytest.raises(Refusal) as found:
        action.decide(moment())
    return found.value.sentence


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("language", ["fr", "it"])
def test_names_stand_where_nothing_is_shortened_before_them(language: str, seed: int) -> None:
    speaker, found = speaker_for(language), []
    for _, _, facts, after in Household(Random(seed)).played(a_setup(6, shark=seed % 2 == 1)):
        found += clashes(speaker, GAME.rules.waiting(after).sentence)
        for fact in facts:
            found += clashes(speaker, fact.tell(after, None))
            for transfer in fact.transfers():
                found += clashes(speaker, transfer.reason)
    assert found == []


@pytest.mark.parametrize("language", ["fr", "it"])
def test_the_question_for_a_companys_figures_shortens_nothing(language: str) -> None:
    assert clashes(speaker_for(language), figures_of("air_space").question) == []


@pytest.mark.parametrize("language", ["fr", "it"])
def test_refusals_shorten_nothing_either(language: str) -> None:
    speaker = speaker_for(language)
    cases = (*test_big_deal_refusals.CASES, *test_big_deal_takeover_refusals.CASES)
    said = map(refused, cases)

    assert [clash for sentence in said for clash in clashes(speaker, sentence)] == []
