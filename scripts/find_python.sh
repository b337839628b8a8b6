#!/bin/sh
# Prints the path of a Python 3.11+ that can make virtual environments, or says what is missing.
# PYTHON=/path/to/python in the environment (or `make PYTHON=…`) is taken instead of a search.

usable='import sys; sys.exit(sys.version_info < (3, 11))'
complete='import ensurepip, venv'
seen=''

for name in ${PYTHON:-python3.11 python3.12 python3.13 python3 python}; do
    command -v "$name" >/dev/null 2>&1 || continue
    version=$("$name" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue
    if ! "$name" -c "$usable" 2>/dev/null; then
        seen="$seen $name is $version (too old);"
        continue
    fi
    if ! "$name" -c "$complete" 2>/dev/null; then
        seen="$seen $name is $version but lacks the venv module (on Debian and Ubuntu: apt-get install python3-venv);"
        continue
    fi
    exec "$name" -c 'import sys; print(sys.executable)'
done

{
    echo "amtfv needs Python 3.11 or newer, with its venv module."
    if [ -n "$seen" ]; then
        echo "Found:${seen%;}."
    elif [ -n "$PYTHON" ]; then
        echo "PYTHON=$PYTHON does not run."
    else
        echo "Found no Python on the PATH."
    fi
    echo "Install one (python.org, your package manager, pyenv, uv) or name it: make PYTHON=/path/to/python3"
} >&2
exit 1
