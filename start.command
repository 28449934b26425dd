#!/bin/sh
# Starts Companion on a Mac with a double click. It was never run on a Mac; docs/hosting.md lists the same steps.
cd "$(dirname "$0")" || exit 1
for python in python3.14 python3.13 python3.12 python3.11 python3; do
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
  python=
done
[ -n "$python" ] || { echo "Companion needs Python 3.11 or newer, from https://www.python.org/downloads/"; exit 1; }
if [ ! -x .venv-home/bin/companion ]; then
  echo "First start: installing Companion and the packages it needs. This takes about a minute and needs the internet."
  "$python" -m venv --clear .venv-home &&
    .venv-home/bin/python -m pip install --disable-pip-version-check --progress-bar on -r requirements.lock &&
    .venv-home/bin/python -m pip install --disable-pip-version-check --no-deps . || exit 1
fi
exec .venv-home/bin/companion serve "$@"
