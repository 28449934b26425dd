"""Detection of names that could be mistaken for the bank or for another player.

These names are refused when a user enters them. Existing tables and saved games keep them.
"""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say

_CYRILLIC = ("АВЕКМНОРСТУХІЈЅаеорсухіјѕһԛԝ", "ABEKMHOPCTYXIJSaeopcyxijshqw")
_GREEK = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ", "ABEZHIKMNOPTYXaikvoptux")
LATIN = str.maketrans(*("".join(letters) for letters in zip(_CYRILLIC, _GREEK, strict=True)))
"""Translation table from Cyrillic and Greek letters to the Latin letters that they look like."""
ACCENTS = dict.fromkeys(range(0x300, 0x370))
"""Translation table that removes combining accents."""
BANK = frozenset(
    (
        *("bank", "the bank", "banker", "the banker"),
        *("banca", "la banca", "banchiere", "il banchiere"),
        *("banque", "la banque", "banquier", "le banquier"),
        *("die bank", "bankhalter", "der bankhalter"),
        *("banco", "el banco", "banquero", "el banquero"),
    )
)
"""The names of the bank and the banker in all supported languages."""


def require_distinct(name: str, others: Iterable[str]) -> None:
    """Raise a refusal if a name looks like the bank's name or like another player's.

    Names that differ only in case are accepted here, because ``require_unique`` refuses them.

    others: the names of the other players.

    Raises ``name_of_the_bank`` or ``name_looks_alike``.
    """
    if look(name) in BANK:
        raise Refusal(
            "name_of_the_bank",
            "",
            say("“{name}” is the name of the bank. Choose another name.", name=name),
        )
    for other in others:
        if look(name) == look(other) and name.casefold() != other.casefold():
            raise Refusal(
                "name_looks_alike",
                "",
                say(
                    "“{name}” looks like “{other}” at this table. Change the name.",
                    name=name,
                    other=other,
                ),
            )


def look(name: str) -> str:
    """Normalize a name for look-alike comparison.

    Accents are removed, similar letters are mapped to Latin ones, and case is ignored.
    """
    plain = normalize("NFKD", name).translate(ACCENTS)
    return normalize("NFC", plain.translate(LATIN)).casefold()
