@echo off
rem Starts Companion on Windows by a double-click. It was never run on Windows: docs/hosting.md has the same by hand.
cd /d "%~dp0"
if not exist .venv-home\Scripts\companion.exe (
  echo The first start takes a minute, to install Companion.
  py -3 -m venv --clear .venv-home || python -m venv --clear .venv-home
  .venv-home\Scripts\python -m pip install -r requirements.lock && .venv-home\Scripts\python -m pip install --quiet --no-deps .
)
if exist .venv-home\Scripts\companion.exe (
  .venv-home\Scripts\companion serve %*
) else (
  echo That did not work. Is Python 3.11 or newer installed? Get it from https://www.python.org/downloads/
)
pause
