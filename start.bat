@echo off
rem Starts Companion on Windows with a double click. It was never run on Windows; docs/hosting.md lists the same steps.
cd /d "%~dp0"
if not exist .venv-home\Scripts\companion.exe (
  echo First start: installing Companion and the packages it needs. This takes about a minute and needs the internet.
  py -3 -m venv --clear .venv-home || python -m venv --clear .venv-home
  .venv-home\Scripts\python -m pip install --disable-pip-version-check --progress-bar on -r requirements.lock && .venv-home\Scripts\python -m pip install --disable-pip-version-check --no-deps .
)
if exist .venv-home\Scripts\companion.exe (
  .venv-home\Scripts\companion serve %*
) else (
  echo Companion could not be installed. It needs Python 3.11 or newer, from https://www.python.org/downloads/
)
pause
