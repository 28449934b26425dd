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

SIZE, FOLDER = (given.partition("=")[2] for given in sys.argv[-2:])
WIDTH, HEIGHT = (int(size) for size in SIZE.split("x"))


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
if FOLDER:
    folders = {"base_data_directory": FOLDER, "base_cache_directory": f"{FOLDER}/cache"}
    manager = WebKit2.WebsiteDataManager(**folders)
    context = WebKit2.WebContext.new_with_website_data_manager(manager)
else:
    context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect("automation-started", started)
Gtk.main()
