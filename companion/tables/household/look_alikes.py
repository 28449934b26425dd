"""Names that are easily mistaken for another player's or for the bank's.

They are refused on input. Existing tables and saved games keep them.
"""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say

_CYRILLIC = ("АВЕКМНОРСТУХІЈЅаеорсухіјѕһԛԝ", "ABEKMHOPCTYXIJSaeopcyxijshqw")
_GREEK = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ", "ABEZHIKMNOPTYXaikvoptux")
LATIN = str.maketrans(*("".join(letters) for letters in zip(_CYRILLIC, _GREEK, strict=True)))
"""Maps Cyrillic and Greek letters to the Latin letters that they look like."""
ACCENTS = dict.fromkeys(range(0x300, 0x370))
BANK = frozenset(
    (
        *("bank", "the bank", "banker", "the banker"),
        *("banca", "la banca", "banchiere", "il banchiere"),
        *("banque", "la banque", "banquier", "le banquier"),
        *("die bank", "bankhalter", "der bankhalter"),
        *("banco", "el banco", "banquero", "el banquero"),
    )
)
"""Names of the bank and the banker in all languages."""


def require_clear(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like another one or like the bank's.

    Equal names are left to ``require_unique``. Raises ``name_of_the_bank``, ``name_looks_alike``.
    """
    if look(name) in BANK:
        raise Refusal(
            "name_of_the_bank",
            "",
            say("The screens call the bank “{name}”; choose another name.", name=name),
        )
    for other in others:
        if look(name) == look(other) and name.casefold() != other.casefold():
            raise Refusal(
                "name_looks_alike",
                "",
                say(
                    "“{name}” looks like “{other}” at this table; add a letter.",
                    name=name,
                    other=other,
                ),
            )


def look(name: str) -> str:
    """Return a name's appearance: without accents and in look-alike Latin letters."""
    plain = normalize("NFKD", name).translate(ACCENTS)
    return normalize("NFC", plain.translate(LATIN)).casefold()
