@echo off
rem Starts Companion on Windows with a double click. With a command, it runs that command instead: start.bat doctor
rem It was never run on Windows; docs/hosting.md lists the same steps.
cd /d "%~dp0"
rem The games stay in the user's data folder when this folder is replaced.
if not defined COMPANION_DATA set "COMPANION_DATA=%LOCALAPPDATA%\companion"
set own=.venv-home\Scripts\python
%own% -c "" 2>nul && fc /b requirements.lock .venv-home\installed.lock >nul 2>nul || call :install
%own% -m companion %*
pause
exit /b
:install
echo Installing the packages that Companion needs. This takes a minute or two and needs the internet.
%own% -c "" 2>nul || py -3 -m venv --clear .venv-home || python -m venv --clear .venv-home
%own% -m pip install --quiet --disable-pip-version-check -r requirements.lock && copy /y requirements.lock .venv-home\installed.lock >nul && exit /b
echo Companion could not be installed. It needs Python 3.11 or newer, from https://www.python.org/downloads/
