#!/usr/bin/python3
# mypy: ignore-errors
"""A window of WebKitGTK in any size, which WebKitWebDriver opens and drives.

By default WebKitWebDriver opens MiniBrowser, which cannot be as narrow as a phone. This program
needs the system's Python, for which Debian's python3-gi and gir1.2-webkit2-4.1 are installed.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = (int(size) for size in sys.argv[-1].partition("--size=")[2].split("x"))


def window_of(context):
    """Open a window without a frame; return its page."""
    settings = WebKit2.Settings(enable_page_cache=True)
    page = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(page)
    page.connect("close", lambda _: window.destroy())
    window.show_all()
    return page


def started(context, session):
    """Give the driver the application data that it expects from MiniBrowser."""
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")
    info.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(info)
    session.connect("create-web-view", lambda _: window_of(context))


Gtk.init([])
ephemeral = WebKit2.WebContext.new_ephemeral()
ephemeral.set_automation_allowed(True)
ephemeral.connect("automation-started", started)
Gtk.main()
