"""Headers, cookies and addresses: what a page may load, who may ask, where a QR code leads."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from tests.conftest import MakeApp
from tests.sources import ROOT
from tests.web.phones import BIDDING, PLACING, Phone, Table, everything_kept, seated

PUBLIC = ["http://192.168.1.20:8000", "http://10.0.0.4:8000", "http://127.0.0.1:8000"]
INSIDE = re.compile(
    r"\sstyle\s*=|<style\b|<script(?![^>]*\ssrc=)|\son[a-z]+\s*=|javascript:", re.IGNORECASE
)


def pages_of(app: Flask, table: Table) -> list[str]:
    """Return the address of every page that can be got."""
    values: dict[str, Any] = {"code": table.code, "number": 1, "name": "big_shot", "token": "x.y"}
    values["thing"] = "9"
    with app.test_request_context():
        return [
            app.url_for(rule.endpoint, **{name: values[name] for name in rule.arguments})
            for rule in app.url_map.iter_rules()
            if "GET" in (rule.methods or ()) and rule.endpoint not in ("static", "live.stream")
        ]


def test_every_response_has_its_security_headers(app: Flask) -> None:
    table = seated(app, *BIDDING)
    paths = [*pages_of(app, table), "/nothing", "/static/nothing.js", "/static/styles/base.css"]

    for path in paths:
        for ask in (table.banker.get, table.onlooker.get):
            answer = ask(path)
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy and "form-action '" in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "same-origin"
            if not path.startswith("/static"):
                # A score's page holds nothing of anybody's and may be shown again from memory.
                kept = "private, no-cache" if path.startswith("/score") else "no-store"
                assert answer.headers["Cache-Control"] == kept, path
            assert answer.status_code < 500


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_a_missing_page_is_reported_in_the_devices_language(app: Flask, language: str) -> None:
    phone = Phone(app, language)

    missing, wrong_way = phone.get("/nothing"), phone.get("/records")

    assert (missing.status_code, wrong_way.status_code) == (404, 405)
    assert "POST" in wrong_way.headers["Allow"]
    for answer in (missing, wrong_way):
        assert f'<html lang="{language}">' in answer.text
        assert answer.text.count('class="notice"') == 1


def test_streams_and_posts_have_security_headers_too(app: Flask) -> None:
    table = seated(app, *BIDDING)
    stream = table.onlooker.get(f"/t/{table.code}/stream")
    stream.close()
    tapped = table.phones[1].tap(table, {"kind": "pass", "seat": 1}, htmx=True)
    refused = table.phones[1].tap(table, {"kind": "pass", "seat": 1})

    for answer in (stream, tapped, refused):
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("stage", [[], BIDDING, PLACING])
def test_no_page_has_an_inline_style_or_script(app: Flask, stage: list[dict[str, object]]) -> None:
    table = seated(app, *stage)
    shown = [*pages_of(app, table), f"{table.page}?screen=table", f"{table.page}?draft=0"]

    for path in shown:
        for phone in (table.banker, table.phones[0], table.onlooker):
            answer = phone.get(path)
            if answer.mimetype == "text/html":
                assert not INSIDE.search(answer.text), (path, INSIDE.search(answer.text))


def test_a_page_loads_only_existing_files_of_the_app(app: Flask) -> None:
    table = seated(app, *BIDDING)
    page = table.phones[0].go(table.page)
    loaded = [
        given.get("src") or given.get("href", "")
        for tag, given in page.elements
        if tag in ("script", "link", "img")
    ]

    assert len(loaded) >= 5
    loaded.remove("data:,")
    for address in loaded:
        assert address.startswith("/static/") and "?v=" in address
        assert table.phones[0].get(address).status_code == 200


@pytest.mark.parametrize("script", sorted(ROOT.glob("static/*.js")), ids=lambda file: file.name)
def test_a_script_is_sent_with_all_its_strings(app: Flask, script: Path) -> None:
    string = re.compile(r'^ *// .*|("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)', re.MULTILINE)

    sent = Phone(app).get(f"/static/{script.name}").text

    sent_strings, strings = (
        [*filter(None, string.findall(text))] for text in (sent, script.read_text("utf-8"))
    )
    assert sent_strings == strings


def test_static_files_are_compressed_and_cached_by_version(app: Flask) -> None:
    client = app.test_client()
    with app.test_request_context():
        address = app.url_for("static", filename="styles/parts.css")

    plain = client.get(address, buffered=True)
    packed = client.get(address, buffered=True, headers={"Accept-Encoding": "gzip, br"})

    assert packed.headers["Content-Encoding"] == "gzip"
    as_it_was, sent = plain.data.decode(), gzip.decompress(packed.data).decode()
    without = re.sub(r"(?s)/\*.*?\*/|\b0(?=\.\d)|\s", "", as_it_was).replace(";}", "}")
    assert re.sub(r"\s", "", sent) == without and len(sent) < len(as_it_was) * 0.9
    assert len(packed.data) < len(plain.data) / 2
    for answer in (plain, packed):
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Vary"] == "Accept-Encoding"


def test_comments_and_indentation_are_stripped_except_in_vendored_files(app: Flask) -> None:
    def sent(name: str) -> bytes:
        with app.test_request_context():
            address = app.url_for("static", filename=name)
        answer = app.test_client().get(address, headers={"Accept-Encoding": "gzip"})
        return gzip.decompress(answer.data)

    ours, others = sent("live.js"), sent("vendor/qrcode.js")

    assert b"\n//" not in ours and b"\n " not in ours and b"EventSource" in ours
    assert others == (ROOT / "static/vendor/qrcode.js").read_bytes()


def test_no_string_in_our_files_looks_like_a_comment(app: Flask) -> None:
    scripts = [script.read_text("utf-8") for script in (ROOT / "static").glob("*.js")]
    styles = [style.read_text("utf-8") for style in (ROOT / "static/styles").rglob("*.css")]

    # A text of several lines might hold what looks like a comment.
    lines = [line for text in scripts for line in text.splitlines()]
    assert not [line for line in lines if line.count("`") % 2]
    assert not [line for line in lines if re.search(r"\S // .*[;{,(]$", line)]
    texts = [text for style in styles for text in re.findall(r'"[^"\n]*"', style)]
    assert texts and not [text for text in texts if re.search(r"[:,>] | [{>]", text)]


def test_a_download_has_only_the_headers_it_needs(app: Flask) -> None:
    with app.test_request_context():
        address = app.url_for("static", filename="touch.js")

    answer = app.test_client().get(address, headers={"Accept-Encoding": "gzip"})

    assert len(str(answer.headers)) < 450, str(answer.headers)


def test_the_cookie_is_http_only_and_same_site(app: Flask) -> None:
    answer = app.test_client().get("/j/" + seated(app, phones=0).code)

    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie
    assert "Expires=" in cookie


def test_the_answer_to_a_move_sets_no_cookie(app: Flask) -> None:
    table = seated(app, *BIDDING)

    answer = table.phones[1].tap(table, {"kind": "pass", "seat": 1}, htmx=True)

    assert "Set-Cookie" not in answer.headers


def test_the_cookie_contains_no_typed_name(app: Flask) -> None:
    """A browser drops a cookie of more than 4 kB."""
    phone = Phone(app, "fr")
    form = phone.go("/new/big_shot?players=4").form("name_0")
    names = {"name_0": "Anna", "name_1": "Bruno", "name_2": "Carla", "name_3": "Dario"}
    phone.submit(form, **names)

    cookie = phone.client.get_cookie("session")

    assert cookie is not None
    reader = SecureCookieSessionInterface().get_signing_serializer(app)
    assert reader is not None
    kept = json.dumps(reader.loads(cookie.value))
    assert not [name for name in names.values() if name in kept]


@pytest.mark.parametrize(
    ("host", "leads_to"),
    [
        ("evil.example", "://192.168.1.20:8000"),
        ("192.168.1.20:8000@evil.example", "://192.168.1.20:8000"),
        ("192.168.1.20:9000", "://192.168.1.20:8000"),
        ("192.168.1.20:8000", "://192.168.1.20:8000"),
        ("10.0.0.4:8000", "://10.0.0.4:8000"),
        ("127.0.0.1:8000", "://192.168.1.20:8000"),
    ],
)
def test_a_qr_code_ignores_the_host_header(make_app: MakeApp, host: str, leads_to: str) -> None:
    app = make_app(PUBLIC_URLS=PUBLIC)
    table = seated(app, phones=0)
    phone = Phone(app)
    answer = phone.client.get(f"/t/{table.code}/invite", headers={"Host": host})
    if answer.status_code == 400:
        return  # Not a host at all.

    assert f"http{leads_to}/j/{table.code}" in answer.text.replace("<wbr>", "")
    assert "evil" not in answer.text


def test_an_unknown_host_name_is_never_put_into_a_qr_code(app: Flask) -> None:
    table = seated(app, phones=0)

    refused = Phone(app).client.get(f"/t/{table.code}/invite", headers={"Host": "evil.example"})

    assert refused.status_code == 400
    assert "--public-url" in refused.text and "evil" not in refused.text
    for host in ("localhost", "192.168.7.7:5000", "[fd00::1]:5000"):
        shown = Phone(app).client.get(f"/t/{table.code}/invite", headers={"Host": host})
        assert f"http://{host}/j/{table.code}" in shown.text.replace("<wbr>", "")


def test_a_device_can_choose_only_addresses_of_this_machine(make_app: MakeApp) -> None:
    app = make_app(PUBLIC_URLS=PUBLIC)
    table = seated(app, phones=0)
    path = f"/t/{table.code}/address"

    def shown(picked: str) -> str:
        data = {"address": picked}
        assert table.banker.post(path, data).status_code == 303
        return table.banker.get(f"/t/{table.code}/invite").text.replace("<wbr>", "")

    assert f"http://10.0.0.4:8000/j/{table.code}" in shown("http://10.0.0.4:8000")
    assert "evil" not in shown("http://evil.example")


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "\t//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example",
        "javascript:alert(1)",
        "",
        "evil.example",
        "/\x00/evil.example",
    ],
)
def test_a_change_of_language_leads_to_no_other_site(app: Flask, back: str) -> None:
    phone = Phone(app)

    answer = phone.post("/language", {"language": "fr", "back": back})

    assert answer.status_code == 303
    assert urljoin("http://localhost/", answer.headers["Location"]).startswith("http://localhost/")
    assert "evil" not in answer.headers["Location"]
    assert '<html lang="fr">' in phone.get("/").text


@pytest.mark.parametrize("back", ["//evil.example", "/", "/t/XXXXXXXX/", "\\evil", "/t/../../x"])
def test_a_move_redirects_only_to_its_own_table(app: Flask, back: str) -> None:
    table = seated(app, *BIDDING)
    phone = table.phones[1]
    data = {"seen": "2", "key": "k", "back": back}
    data["action"] = '{"kind":"pass","seat":1}'

    answer = phone.post(f"/t/{table.code}/act", data)

    assert answer.headers["Location"] == table.page


def test_a_get_request_changes_nothing(app: Flask) -> None:
    table = seated(app, *BIDDING, phones=3)
    kept = everything_kept(app)

    for phone in (*table.everybody, Phone(app)):
        for path in pages_of(app, table):
            phone.get(path)

    assert everything_kept(app) == kept


def test_a_page_is_gzipped_if_the_client_accepts_it(app: Flask) -> None:
    client = app.test_client()
    plain = client.get("/")
    packed = client.get("/", headers={"Accept-Encoding": "gzip, br"})

    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert {"Accept-Encoding", "Cookie"} <= set(packed.headers["Vary"].split(", "))
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert b"</html>" in gzip.decompress(packed.data)
