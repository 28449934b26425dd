"""Check scripts and styles for features that the oldest browsers promised in the README lack.

``make lint`` runs this. A feature newer than Chrome 80, iOS 13.4 or Firefox 79 is reported, unless
``LOOKS`` lists it because pages work without it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from tests.sources import ROOT

FAILS = {
    "logical assignment, Chrome 85": r"(\|\||&&|\?\?)=",
    "replaceChildren, Chrome 86": r"\.replaceChildren\b",
    "replaceAll, Chrome 85": r"\.replaceAll\(",
    "at, Chrome 92": r"\.at\(",
    "findLast, Chrome 97": r"\.findLast",
    "toSorted and the like, Chrome 110": r"\.(toSorted|toReversed|toSpliced|with)\(",
    "hasOwn, structuredClone, Chrome 93": r"\bhasOwn\(|\bstructuredClone\(",
    "Promise.any, Chrome 85": r"\bPromise\.(any|withResolvers|try)\(",
    "lookbehind, iOS 16.4": r"\(\?<[=!]",
    "a static block, Chrome 94": r"\bstatic\s*\{",
    "requestIdleCallback, never on iOS": r"\brequestIdleCallback\(",
    "ResizeObserver, iOS 13.4 and BroadcastChannel, iOS 15.4": r"\bBroadcastChannel\(",
    "AbortSignal.timeout, Chrome 103": r"\bAbortSignal\.",
    "a list in :not(), Chrome 88": r":not\((?:[^()\[\]\"'`]|\[[^\]]*\])*,",
    ":is(), Chrome 88, or :has(), Chrome 105": r":(is|where|has)\(",
}
"""Features that scripts must not use, because they fail in old browsers, as patterns."""

PROPERTIES = """
-webkit-appearance -webkit-text-size-adjust align-content align-items align-self animation
animation-delay animation-duration background background-image background-position background-repeat
background-size border border-bottom border-collapse border-color border-left border-left-width
border-radius border-right border-right-width border-spacing border-style border-top border-width
bottom
box-shadow box-sizing break-inside clip-path color column-gap column-span columns content cursor
display fill filter flex flex-basis flex-direction flex-flow flex-wrap float font font-display
font-family font-size font-style font-variant-numeric font-weight gap grid-area grid-auto-flow
grid-auto-rows grid-column grid-row grid-template-columns grid-template-rows height justify-content
justify-items justify-self left letter-spacing line-height list-style margin margin-bottom
margin-left margin-right margin-top max-height max-width min-height min-width object-fit opacity
order outline outline-offset overflow overflow-wrap overflow-x overflow-y padding padding-bottom
padding-left padding-right padding-top place-content place-items pointer-events position quotes
right src stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-width table-layout
text-align text-decoration text-decoration-color text-overflow text-transform top touch-action
transform transform-box
transform-origin transition unicode-range vertical-align visibility white-space width word-break
z-index
""".split()
SELECTORS = """
::-moz-progress-bar ::-webkit-details-marker ::-webkit-progress-bar ::-webkit-progress-value ::after
::before ::placeholder :active :checked :disabled :empty :first-child :first-of-type :focus
:focus-within :hover :lang :last-child :last-of-type :not :nth-child :nth-last-child :only-child
:root :target
""".split()
VALUES = """
attr( brightness( calc( circle( clamp( cubic-bezier( env( fit-content( format( inset(
linear-gradient( max( min( minmax( polygon( radial-gradient( repeat( rotate( scale( url( var(
""".split()
UNITS = "% deg em fr px rem s vh vmin vw".split()
RULES = "@font-face @media @keyframes".split()
KNOWN = frozenset((*PROPERTIES, *SELECTORS, *VALUES, *UNITS, *RULES))
"""Style features that all promised browsers support.

``gap`` in flex boxes, which needs iOS 14.5, only affects the look.
"""
LOOKS = {
    "-webkit-text-security": "Firefox 111: what is written there stays readable",
    ":focus-visible": "Chrome 86, iOS 15.4: the browser's own ring is drawn",
    ":has": "Chrome 105, iOS 15.4, Firefox 121: more stands there than is needed",
    ":is": "Chrome 88: the rule is left out",
    ":not(,)": "Chrome 88, Firefox 84: the rule is left out",
    "@container": "Chrome 105, iOS 16, Firefox 110: the big screen",
    "container-type": "the same",
    "cqw": "the same",
    "accent-color": "Chrome 93, iOS 15.4: the browser's own colour",
    "appearance": "Chrome 84, iOS 15.4: the browser's own frame",
    "aspect-ratio": "Chrome 88, iOS 15: the height of a chart",
    "color-scheme": "Chrome 81: the browser's own colours",
    "dvh": "Chrome 108, iOS 15.4: a value in vh stands before it",
    "padding-block": "Chrome 87, iOS 14.5: a distance",
    "forced-color-adjust": "Chrome 89: its own colours where the reader forces others",
    "scroll-margin-top": "iOS 14.5: where a page stops",
    "text-size-adjust": "iOS knows it with its prefix, Firefox never",
    "text-wrap": "Chrome 114, iOS 17.5: where lines end",
    "zoom": "Firefox 126: printed sizes",
}
"""Newer features, the first version with each, and the effect of its absence.

All forms and buttons work without them.
"""


def lacking_in_script(text: str) -> Iterator[str]:
    """Yield the features of a script that some promised browser lacks."""
    for name, pattern in FAILS.items():
        if re.search(pattern, re.sub(r"(?m)^\s*//.*$", "", text)):
            yield name


def used_by_style(text: str) -> set[str]:
    """Return the properties, selectors, functions, units and rules of a style sheet."""
    # Imported style sheets are checked separately.
    text = re.sub(r'/\*.*?\*/|@import [^;]+;|"[^"]*"', "", text, flags=re.DOTALL)
    heads = [head.strip() for head in re.findall(r"([^{};]+)\{", text)]
    used = {head.split()[0] for head in heads if head.startswith("@")}
    for head in heads:
        if not head.startswith("@"):
            used |= set(re.findall(r"::?[a-z-]+", head))
        if re.search(r":not\((?:[^(),]|\([^()]*\))*,", head):
            used.add(":not(,)")
    for name, value in re.findall(r"(?<=[{;])\s*([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])", text):
        used |= {name, *re.findall(r"[a-z-]+\(", value)}
        used |= set(re.findall(r"(?<![\w#-])-?[\d.]+([a-z%]+)", value))
    return {name for name in used if not name.startswith("--")}


def lacking() -> list[str]:
    """Return a line for each forbidden feature in the project's scripts and styles."""
    scripts = [path for path in (ROOT / "static").rglob("*.js") if path.name != "qrcode.js"]
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in scripts
        for name in lacking_in_script(path.read_text("utf-8"))
    ]
    for path in (ROOT / "static/styles").rglob("*.css"):
        used = used_by_style(path.read_text("utf-8")) - KNOWN - LOOKS.keys()
        found += [f"{path.relative_to(ROOT)}: {name}" for name in sorted(used)]
    return found


def main() -> None:
    """Print the forbidden features; exit with status 1 if there are any."""
    found = lacking()
    for line in found:
        print(f"{line}: not in every promised browser (see tests/promised_browsers.py)")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
