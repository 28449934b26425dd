"""Rendering of screens in fragments, which are cached.

A fragment is an element with an id and may contain other fragments. It is rendered again only if a
value that it shows has changed.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup

from companion.web.live.appearance import chips_in, signs_in
from companion.web.requests.language import Speaker

CAPACITY = 1000
"""Maximum number of tables in the fragment cache. Each table takes a few kB."""
Fragments = dict[str, Markup]
"""The fragments of one screen by id. A screen always has the same ids in the same order."""
TableFragments = dict[Hashable, tuple[object, Markup]]
"""The cached fragments of one table by cache key, each with the values that it shows."""


class FragmentCache:
    """A cache of the fragments of all tables, which evicts the least recently used table.

    Two threads may render the same fragment at the same time. This is harmless, because both
    results are equal.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._tables: OrderedDict[int, TableFragments] = OrderedDict()

    def of(self, table_id: int) -> TableFragments:
        """Return the cached fragments of a table. Callers add new fragments to the dictionary."""
        with self._guard:
            fragments = self._tables.setdefault(table_id, {})
            self._tables.move_to_end(table_id)
            if len(self._tables) > CAPACITY:
                self._tables.popitem(last=False)
        return fragments

    def forget(self, table_id: int) -> None:
        """Drop the fragments of a table that no longer has viewers."""
        with self._guard:
            self._tables.pop(table_id, None)


class FragmentRenderer:
    """A renderer that turns templates into fragments."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._words: dict[str, dict[str, object]] = {}

    def render(
        self,
        id: str,
        template: str | list[str | Template],
        speaker: Speaker,
        inner: Callable[..., Markup] | None = None,
        /,
        **shows: object,
    ) -> Markup:
        """Render a fragment, and return its element, whose id is "part-" followed by ``id``.

        template: the name of the template, or a list of names. The first that exists is used.
        inner: the function ``part`` for the template (see the method ``inner``), or None if the
            template has no inner fragments.
        shows: the values for the template. The value ``row`` contains the CSS classes of a list
            item; without it, the fragment is a ``div``.
        """
        words = self._words.get(speaker.language) or self._words_of(speaker)
        filled = self._environment.get_or_select_template(template)
        # Template.render copies all Jinja globals on each call, which would take half of the time
        # for fragments this small.
        context = self._environment.context_class(
            self._environment, {**words, "part": inner, **shows}, filled.name, filled.blocks
        )
        # The data of a server-sent event must be a single line.
        lines = "".join(filled.root_render_func(context)).split("\n")
        content = " ".join(filter(None, map(str.strip, lines)))
        # Remove spaces that no browser shows, at the end of tags and elements.
        content = content.replace(" >", ">").replace("> </", "></")
        row: Any = shows.get("row")
        name, classes = ("div", "") if row is None else ("li", " ".join(filter(None, row)))
        attributes = f' class="{classes}"' if classes else ""
        return Markup(f'<{name} id="part-{id}"{attributes}>{content}</{name}>')

    def _words_of(self, speaker: Speaker) -> dict[str, object]:
        """Return the values that all templates need in the speaker's language, and cache them."""
        chip = chips_in(self._environment, speaker.language)
        sign = signs_in(self._environment, speaker.language)
        words = {**self._environment.globals, **speaker.words(), "chip": chip, "sign": sign}
        self._words[speaker.language] = words
        return words

    def inner(
        self, cached: TableFragments, speaker: Speaker, whose: object
    ) -> Callable[..., Markup]:
        """Return the template function ``part``, which renders inner fragments.

        cached: the cached fragments of the table.
        whose: a cache key for the kind of screen, so that screens that show different values in the
            same fragment do not replace each other's.
        """

        def part(id: str, template: str, /, **shows: object) -> Markup:
            """Return an inner fragment, and render it again only if a value has changed.

            shows: the values for the template, which gets no others.
            """
            # Fragments are shared by all devices, apart from those with correction links, which
            # are shared by bankers only.
            place = id, template, speaker.language, shows.get("leads", False)
            known = cached.get((place, whose))
            if known is None or known[0] != shows:
                known = cached.get(place)
                if known is None or known[0] != shows:
                    known = cached[place] = shows, self.render(id, template, speaker, **shows)
                cached[place, whose] = known
            return known[1]

        return part
