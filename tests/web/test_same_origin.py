"""Only the app's own pages may post, whatever the browser and whatever proxy is in between."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import create_app
from tests.conftest import close
from tests.web.pages import Page
from tests.web.phones import BIDDING, HTMX, Phone, everything_kept, seated

GAMES = "https://games.example.org"
NAMED = {"X-Forwarded-Host": "games.example.org", "X-Forwarded-Proto": "https"}


@dataclass(frozen=True)
class Site:
    """An address of the app in a browser, and how its requests arrive."""

    url: str
    host: str = ""
    """The Host header that arrives, if a proxy changes it."""
    public: str = ""
    """The configured public URL."""
    is_trusted: bool = False
    """Whether the app trusts the proxy."""
    forwarded: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_trustworthy(self) -> bool:
        """Whether browsers send fetch metadata to this address."""
        return self.url.startswith(("https:", "http://localhost", "http://127."))


SITES = {
    "Wi-Fi": Site("http://192.168.1.20:8000"),
    "port 80": Site("http://192.168.1.20"),
    "same machine": Site("http://localhost:8000"),
    "loopback": Site("http://127.0.0.1:8000"),
    "IPv6": Site("http://[fd00::1]:8000"),
    "name": Site("http://laptop.local:8000"),
    "Caddy": Site(GAMES, "", GAMES, True, NAMED),
    "nginx": Site(GAMES, "", GAMES, True, {"X-Forwarded-Proto": "https"}),
    "proxy on another port": Site(f"{GAMES}:8443"),
    "proxy that nobody named": Site(GAMES),
    "proxy that adds its port": Site(GAMES, "games.example.org:443"),
    "proxy that hides the host": Site(GAMES, "127.0.0.1:8000", GAMES),
    "trusted proxy that hides the host": Site(GAMES, "127.0.0.1:8000", "", True, NAMED),
    "public URL as people write it": Site(
        GAMES, "127.0.0.1:8000", "https://Games.Example.org:443/"
    ),
}
every_site = pytest.mark.parametrize("site", SITES.values(), ids=SITES)


def sent_from(page: str, relation: str, is_trustworthy: bool) -> dict[str, dict[str, str]]:
    """Return the headers of a POST from a page, by kind of browser.

    relation: the relation of the page to the app, as in ``Sec-Fetch-Site``.
    """
    origin, referer = {"Origin": page}, {"Referer": f"{page}/page?with=query"}
    fetch = {"Sec-Fetch-Site": relation} if is_trustworthy else {}
    return {
        "current": fetch | origin | referer,
        "current without a referrer": fetch | origin,
        "Chrome 80, Firefox 79, iOS 13.4": origin | referer,
        "older": referer,
        "of the future": {"Sec-Fetch-Site": "something-new"} | origin,
        "reloading": {"Sec-Fetch-Site": "none"} | origin,
    }


Change = Callable[[Site, Mapping[str, str]], int]


@pytest.fixture(scope="module")
def change_language(
    shared_app: Flask, empty_data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Change]:
    """A function that posts to the app under a site's address, and returns the status."""
    folder = shutil.copytree(empty_data, tmp_path_factory.mktemp("trusting") / "data")
    trusting = create_app({"DATA_DIR": folder, "TESTING": True, "TRUSTED_PROXY": "127.0.0.1"})

    def change(site: Site, headers: Mapping[str, str]) -> int:
        app = trusting if site.is_trusted else shared_app
        app.config["PUBLIC_URLS"] = [site.public] if site.public else []
        host = {"Host": site.host or site.url.partition("://")[2]}
        return (
            app.test_client()
            .post(
                "/language", data={"language": "it"}, headers={**host, **site.forwarded, **headers}
            )
            .status_code
        )

    yield change
    shared_app.config.pop("PUBLIC_URLS")
    close(trusting)


@every_site
def test_a_page_of_the_app_may_post_in_every_browser(change_language: Change, site: Site) -> None:
    answers = {
        browser: change_language(site, headers)
        for browser, headers in sent_from(site.url, "same-origin", site.is_trustworthy).items()
    }

    assert set(answers.values()) == {303}, answers


FOREIGN = {
    "another site": ("https://evil.example", "cross-site"),
    "another site on http": ("http://evil.example", "cross-site"),
    "a name that begins alike": ("https://games.example.org.evil.example", "cross-site"),
    "a name before an at sign": ("https://games.example.org@evil.example", "cross-site"),
    "a name that ends alike": ("https://evilgames.example.org", "same-site"),
    "another host of the domain": ("https://evil.example.org", "same-site"),
    "another port": ("https://games.example.org:8444", "same-site"),
    "another device": ("http://192.168.1.66:8000", "cross-site"),
    "another app on the machine": ("http://192.168.1.20:9000", "same-site"),
    "another app on this machine": ("http://localhost:9000", "same-site"),
    "a page that hides its origin": ("null", "cross-site"),
    "a file": ("file://", "cross-site"),
    "another scheme": ("chrome-extension://192.168.1.20:8000", "cross-site"),
}


@every_site
def test_no_page_of_another_origin_may_post_in_any_browser(
    change_language: Change, site: Site
) -> None:
    answers = {
        (name, browser): change_language(site, headers)
        for name, (page, relation) in FOREIGN.items()
        for browser, headers in sent_from(page, relation, site.is_trustworthy).items()
    }

    assert set(answers.values()) == {400}, answers


@every_site
@pytest.mark.parametrize("site_header", ["same-site", "cross-site"])
def test_sec_fetch_site_outweighs_a_matching_origin(
    change_language: Change, site: Site, site_header: str
) -> None:
    headers = {"Sec-Fetch-Site": site_header, "Origin": site.url, "Referer": site.url}

    assert change_language(site, headers) == 400


@every_site
def test_a_current_browser_may_hide_the_origin_of_the_apps_own_page(
    change_language: Change, site: Site
) -> None:
    headers = {"Sec-Fetch-Site": "same-origin", "Origin": "null"}

    assert change_language(site, headers) == 303


@every_site
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "none", "Origin": "null"},
        {"Origin": ""},
        {"Origin": "null", "Referer": "http://192.168.1.20:8000/"},
    ],
    ids=str,
)
def test_a_post_that_does_not_say_where_it_comes_from_is_refused(
    change_language: Change, site: Site, headers: dict[str, str]
) -> None:
    assert change_language(site, headers) == 400


@pytest.mark.parametrize("name", ["Caddy", "nginx", "proxy that hides the host"])
def test_with_https_an_http_page_is_another_site(change_language: Change, name: str) -> None:
    site = SITES[name]

    headers = {"Origin": "http://games.example.org", "Referer": "http://games.example.org/"}

    assert change_language(site, headers) == 400


def test_a_forwarded_host_counts_only_from_a_trusted_proxy(change_language: Change) -> None:
    site = Site("http://192.168.1.20:8000", forwarded={"X-Forwarded-Host": "evil.example"})

    assert change_language(site, {"Origin": "https://evil.example"}) == 400


def test_dns_rebinding_gives_a_page_no_rights(app: Flask) -> None:
    table = seated(app, *BIDDING)
    kept, victim = everything_kept(app), table.phones[1]
    here = {"Host": "evil.example", "Origin": "http://evil.example"}

    # The browser has no cookie for that name, so none is sent.
    home = Phone(app).get("/", **here)
    answer = victim.client.post(
        f"/t/{table.code}/act",
        base_url="http://evil.example",
        headers=here,
        data={"action": '{"kind":"pass","seat":1}', "seen": "2", "key": "k"},
    )

    assert answer.status_code == 403
    assert table.code not in home.text
    assert everything_kept(app) == kept


def posts(app: Flask) -> list[str]:
    """Return the path of every route that takes posts."""
    values: dict[str, Any] = {"code": "23456789", "number": 1, "name": "big_shot", "token": "x.y"}
    with app.test_request_context():
        return [
            app.url_for(rule.endpoint, **{name: values[name] for name in rule.arguments})
            for rule in app.url_map.iter_rules()
            if "POST" in (rule.methods or ())
        ]


def test_no_route_accepts_a_post_from_another_site(app: Flask) -> None:
    table = seated(app, *BIDDING)
    kept = everything_kept(app)
    data = {"language": "it", "free": "1", "seat": "1", "action": '{"kind":"fall_back"}'}
    data |= {"seen": "2", "key": "k", "name_0": "Anna"}

    for path in posts(app):
        for headers in ({}, HTMX):
            answer = table.banker.client.post(
                path.replace("23456789", table.code), data=data, headers=headers
            )
            assert answer.status_code == 400, path
            assert "at its own address" in answer.text, path
            assert ("HX-Retarget" in answer.headers) is bool(headers)
    assert everything_kept(app) == kept
    assert '<html lang="en">' in table.banker.get("/").text


def test_a_cross_site_refusal_is_in_the_devices_language(app: Flask) -> None:
    answer = Phone(app, "it").post("/records", {}, {"Origin": "https://evil.example"})

    assert answer.status_code == 400
    assert "pagina di Companion" in Page(answer.text).text


def test_a_form_of_an_older_page_is_accepted_with_its_token(app: Flask) -> None:
    table = seated(app, *BIDDING)
    form = {"csrf_token": "ImE5.Zx.y", "action": '{"kind":"pass","seat":1}', "seen": "2"}

    answer = table.phones[1].post(f"/t/{table.code}/act", {**form, "key": "k"}, HTMX)

    assert answer.status_code == 200
    assert table.sequence == 3


@pytest.mark.parametrize("path", ["/", "/score/big_shot", "/score/", "/new/big_shot", "/health"])
def test_a_page_that_needs_no_cookie_sets_none(app: Flask, path: str) -> None:
    answer = Phone(app).get(path)

    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
