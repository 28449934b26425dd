# mypy: ignore-errors
"""A page in the Chromium 77 of PyQtWebEngine 5.14, driven by lines of JavaScript.

It runs in a separate virtual environment; see ``make test-all``. It evaluates each line of standard
input on the page and prints the value as JSON.
"""

import json
import sys

from PyQt5.QtCore import QEventLoop, QTimer, QUrl
from PyQt5.QtWebEngineWidgets import QWebEngineView
from PyQt5.QtWidgets import QApplication

PAUSE = 200
"""Milliseconds for which the page runs before each line."""


def evaluated(page, script):
    """Return the value of a script on the page, None while the next page is loading."""
    loop, said = QEventLoop(), []
    QTimer.singleShot(PAUSE, loop.quit)
    loop.exec_()
    page.runJavaScript(script, lambda value: (said.append(value), loop.quit()))
    QTimer.singleShot(5000, loop.quit)
    loop.exec_()
    return said[0] if said else None


app = QApplication(sys.argv[:1])
view = QWebEngineView()
view.resize(390, 844)
view.load(QUrl(sys.argv[1]))
view.show()
for line in sys.stdin:
    print(json.dumps(evaluated(view.page(), line)), flush=True)
