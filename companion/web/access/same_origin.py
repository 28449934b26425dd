"""Protection against cross-site request forgery (CSRF), without tokens.

Another site can make a browser post to the app, with the device's cookie. Browsers name the origin
of a request in headers that no page can change. The app accepts only requests from its own pages.
"""

from __future__ import annotations

from flask import Flask, request

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.web.access.addresses import public_urls, uses_https

SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
"""The methods that change nothing."""
DEFAULT_PORTS = {"http": ":80", "https": ":443"}
"""The port that browsers leave out of an origin, by scheme. Some proxies add it to the host."""


def init_app(app: Flask) -> None:
    """Refuse requests that other sites may have sent, before a view function handles them."""
    app.before_request(require_own_page)


def require_own_page() -> None:
    """Raise ``session_ended`` unless a request is safe or comes from one of the app's pages.

    The first of these headers that a request has decides:

    - ``Sec-Fetch-Site``, sent by current browsers, but over plain HTTP only to localhost. The value
      "none" means that the user, not a page, made the request. This value decides nothing, because
      users make no POST requests, and a browser may send it when a refused page is reloaded.
    - ``Origin``, sent by all supported browsers with a POST. It is "null" if the page hides it.
    - ``Referer``, sent by older browsers, because the app's Referrer-Policy is "same-origin".
    """
    # Without an endpoint, nothing can be changed, and the Host header may be invalid.
    is_safe = request.endpoint is None or request.method in SAFE_METHODS
    if not is_safe and not _is_from_own_page():
        raise Refusal(
            "session_ended",
            "",
            say(
                "This request did not come from a Companion page. Open Companion at its own "
                "address, in another browser if necessary."
            ),
        )


def _is_from_own_page() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site in ("same-origin", "same-site", "cross-site"):
        return site == "same-origin"
    page = request.headers.get("Origin") or request.referrer
    return page is not None and _origin(page) in own_origins()


def own_origins() -> set[str]:
    """Return the origins of the app's pages: those of this request's host and of the public URLs.

    The host counts with both schemes, because a proxy may handle HTTPS without adding a header. If
    the host is known to use HTTPS, it counts only with HTTPS.
    """
    schemes = ("https",) if uses_https() else ("http", "https")
    here = [f"{scheme}://{request.host}" for scheme in schemes]
    return {_origin(url) for url in (*here, *public_urls())}


def _origin(url: str) -> str:
    """Return the scheme, host and port of a URL as in ``Origin``, without a default port."""
    scheme, _, rest = url.lower().partition("://")
    host = rest.partition("/")[0].removesuffix(DEFAULT_PORTS.get(scheme, ""))
    return f"{scheme}://{host}"
