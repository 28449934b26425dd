#!/bin/sh
# Starts Companion on a Mac by a double-click. It was tried on Linux, never on a Mac: docs/hosting.md has the same by hand.
cd "$(dirname "$0")" || exit 1
for python in python3.14 python3.13 python3.12 python3.11 python3; do
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
  python=
done
[ -n "$python" ] || { echo "Python 3.11 or newer is missing. Get it from https://www.python.org/downloads/"; exit 1; }
if [ ! -x .venv-home/bin/companion ]; then
  echo "The first start takes a minute, to install Companion."
  "$python" -m venv --clear .venv-home &&
    .venv-home/bin/python -m pip install -r requirements.lock &&
    .venv-home/bin/python -m pip install --quiet --no-deps . || exit 1
fi
exec .venv-home/bin/companion serve "$@"
