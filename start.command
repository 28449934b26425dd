#!/bin/sh
# Starts Companion on a Mac with a double click. With a command, it runs that command instead: start.command doctor
# It was never run on a Mac; docs/hosting.md lists the same steps.
cd "$(dirname "$0")" || exit 1
own=.venv-home/bin/python
if ! "$own" -c '' 2>/dev/null || ! cmp -s requirements.lock .venv-home/installed.lock; then
  for python in python3.14 python3.13 python3.12 python3.11 python3; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
    python=
  done
  [ -n "$python" ] || { echo "Companion needs Python 3.11 or newer, from https://www.python.org/downloads/"; exit 1; }
  echo "Installing the packages that Companion needs. This takes a minute or two and needs the internet."
  { "$own" -c '' 2>/dev/null || "$python" -m venv --clear .venv-home; } &&
    "$own" -m pip install --quiet --disable-pip-version-check -r requirements.lock &&
    cp requirements.lock .venv-home/installed.lock || exit 1
fi
# The games stay in the user's data folder when this folder is replaced.
: "${COMPANION_DATA:=$("$own" -c 'import platformdirs; print(platformdirs.user_data_dir("companion", False))')}"
export COMPANION_DATA
exec "$own" -m companion "$@"
