"""QR codes as inline SVG, drawn in the text's own colours."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup


@lru_cache(maxsize=128)
def qr_svg(text: str) -> Markup:
    """Return an SVG element that shows the text as a QR code."""
    # Not before one is asked for: it looks for a library for pictures, of some megabytes.
    import qrcode
    from qrcode.image.svg import SvgPathImage

    image = qrcode.make(text, image_factory=SvgPathImage, border=2)
    drawn = image.to_string(encoding="unicode")
    return Markup(drawn[drawn.index("<svg") :])
