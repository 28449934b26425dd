"""A page as somebody without script sees it: text, links, and forms to fill in."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(("meta", "link", "input", "br", "line", "polyline", "path", "hr", "img"))
SILENT = frozenset(("script", "style", "title"))


@dataclass
class Button:
    """A submit button: what it posts, what stands on it, and where it leads if not by its form."""

    name: str
    value: str
    id: str
    text: str = ""
    action: str = ""


@dataclass
class Form:
    """A form with the values it begins with."""

    action: str
    method: str
    multipart: bool
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)

    def button(self, wanted: str) -> Button:
        """Return the button with this id, this value or these words on it."""
        for button in self.buttons:
            if wanted in (button.id, button.value, " ".join(button.text.split())):
                return button
        known = [" ".join(button.text.split()) for button in self.buttons]
        raise AssertionError(f"no button “{wanted}” among {known}")


@dataclass
class Link:
    """A link and what stands on it."""

    href: str
    attributes: dict[str, str]
    text: str = ""


class Page(HTMLParser):
    """What a browser makes of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.html = html
        self.forms: list[Form] = []
        self.links: list[Link] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self._words: list[str] = []
        self._open: list[str] = []
        self._form: Form | None = None
        self._forms_by_id: dict[str, Form] = {}
        self._button: Button | None = None
        self._link: Link | None = None
        self._select = ""
        # Where a word may break, nobody reads anything.
        self.feed(html.replace("<wbr>", ""))
        self.close()

    @property
    def text(self) -> str:
        """The words on the page, single spaces between them."""
        return " ".join(" ".join(self._words).split())

    def form(self, wanted: str) -> Form:
        """Return the first form that has this button, field or address."""
        for form in self.forms:
            names = {*form.fields, *form.choices, *form.files}
            buttons = {
                part
                for button in form.buttons
                for part in (button.id, button.value, " ".join(button.text.split()))
            }
            if wanted in names | buttons | {form.action}:
                return form
        raise AssertionError(f"no form with “{wanted}” in: {self.text}")

    def link(self, words: str) -> str:
        """Return the address behind the first link that says this."""
        for link in self.links:
            if " ".join(link.text.split()) == words:
                return link.href
        raise AssertionError(f"no link “{words}” among {[link.text for link in self.links]}")

    def linked(self, attribute: str, value: str) -> str:
        """Return the address behind the first link with such an attribute."""
        for link in self.links:
            if link.attributes.get(attribute) == value:
                return link.href
        raise AssertionError(f"no link with {attribute}={value} in: {self.text}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        assert len(given) == len(attrs), f"an attribute twice in {self.get_starttag_text()}"
        self.elements.append((tag, given))
        if tag not in VOID:
            self._open.append(tag)
        if tag == "form":
            assert self._form is None, f"a browser drops a form inside a form: {given}"
            multipart = given.get("enctype") == "multipart/form-data"
            method = given.get("method", "get").lower()
            self._form = Form(given.get("action", ""), method, multipart)
            self.forms.append(self._form)
            self._forms_by_id[given.get("id", "")] = self._form
        elif tag == "a":
            self._link = Link(given.get("href", ""), given)
            self.links.append(self._link)
        elif form := self._forms_by_id.get(given.get("form", "-"), self._form):
            self._field(form, tag, given)

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "button" and "disabled" not in given:
            action = given.get("formaction", "")
            self._button = Button(name, value, given.get("id", ""), action=action)
            form.buttons.append(self._button)
        elif tag == "select":
            self._select = name
            form.choices[name] = []
        elif tag == "option" and "datalist" not in self._open:
            self._option(form, given)
        elif tag == "input" and given.get("type") == "file":
            form.files.append(name)
        elif tag == "input" and given.get("type") in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(given.get("value", "on"))
            if "checked" in given:
                form.fields[name] = given.get("value", "on")
        elif tag == "input" and name:
            form.fields[name] = value

    def _option(self, form: Form, given: dict[str, str]) -> None:
        options = form.choices[self._select]
        if "value" in given:
            if not options or "selected" in given:
                form.fields[self._select] = given["value"]
            options.append(given["value"])

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass
        if tag == "form":
            self._form = None
        elif tag == "a":
            self._link = None
        elif tag == "button":
            self._button = None

    def handle_data(self, data: str) -> None:
        if SILENT.isdisjoint(self._open):
            self._words.append(data)
        if self._button is not None:
            self._button.text += data
        if self._link is not None:
            self._link.text += data
