"""One case for every named refusal of a table in play, with the rule it cites."""

from __future__ import annotations

import pytest

import companion.games.big_deal as package
from companion.mechanics.game import Action
from companion.mechanics.refusal import Refusal
from tests.games.big_deal.big_deal_all_cases import ALL_CASES
from tests.games.big_deal.big_deal_moments import Moment


@pytest.mark.parametrize(("name", "rule", "moment", "action"), ALL_CASES)
def test_what_may_not_be_is_refused_by_name_and_rule(
    name: str, rule: str, moment: Moment, action: Action
) -> None:
    with pytest.raises(Refusal) as refused:
        action.decide(moment())

    assert (refused.value.name, refused.value.rule) == (name, rule)
    assert str(refused.value.sentence).endswith(".")


def test_every_refusal_of_a_table_in_play_has_its_case() -> None:
    assert package.__doc__ is not None
    listed = package.__doc__.split("At any time: ")[1]
    names = {word.strip(" .,\n") for word in listed.replace("\n", " ").split() if "_" in word}

    assert names - {name for name, _, _, _ in ALL_CASES} == set()
