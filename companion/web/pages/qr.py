"""QR codes as inline SVG, in the colour of the surrounding text."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup


@lru_cache(maxsize=128)
def qr_svg(text: str) -> Markup:
    """Return the QR code of a text as an SVG element."""
    # Imported here because it loads an imaging library of several megabytes if one is installed.
    import qrcode
    from qrcode.image.svg import SvgPathImage

    image = qrcode.make(text, image_factory=SvgPathImage, border=2)
    drawn = image.to_string(encoding="unicode")
    return Markup(drawn[drawn.index("<svg") :])
