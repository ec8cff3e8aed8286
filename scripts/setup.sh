#!/bin/sh
# Make .venv with the locked packages. Usage: setup.sh run | dev | lock
#   run   what playing needs, and Numba if it supports this machine
#   dev   everything the tests need
#   lock  update requirements/*.txt
# Needs Python >= 3.11; takes uv from the PATH, or fetches it from PyPI into .tools/.
set -eu
cd "$(dirname "$0")/.."

say() { echo "nonante: $*" >&2; }

python=""
for name in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$name
        break
    fi
done
if [ -z "$python" ]; then
    say "no Python 3.11 or newer found; install one, or name it: make PYTHON=/path/to/python …"
    exit 2
fi

fetch_uv() {
    if ! "$python" -m venv --clear .tools >/dev/null 2>&1; then
        # Debian ships venv apart from Python.
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            say "installing python3-venv"
            { apt-get -o DPkg::Lock::Timeout=300 update && apt-get -o DPkg::Lock::Timeout=300 install -y python3-venv; } >/dev/null 2>&1 || true
        fi
        "$python" -m venv --clear .tools >/dev/null 2>&1 || {
            say "Python's venv module is missing; on Debian or Ubuntu: apt install python3-venv"
            exit 2
        }
    fi
    .tools/bin/python -m pip install --quiet --disable-pip-version-check uv
}

if command -v uv >/dev/null 2>&1; then
    uv=uv
else
    [ -x .tools/bin/uv ] || { say "fetching uv"; fetch_uv; }
    uv=.tools/bin/uv
fi

lock() { # lock OUTPUT ARGS…
    output=$1
    shift
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
        --no-emit-find-links --custom-compile-command "make lock" --upgrade --output-file "$output" "$@"
}

sync() { # sync LOCKFILE; with bytecode, so that no start compiles it where Python may not write it
    [ -x .venv/bin/python ] || { rm -rf .venv && "$uv" venv --quiet --python "$python" .venv; }
    "$uv" pip sync --quiet --compile-bytecode --python .venv --require-hashes "$1"
    "$uv" pip install --quiet --python .venv --no-deps --no-build-isolation --editable .
}

fast() { # install the extra [fast] if there are wheels for this machine and Python
    if ! "$uv" pip install --quiet --compile-bytecode --python .venv --require-hashes --only-binary :all: \
        --requirements requirements/fast.txt 2>/dev/null || ! .venv/bin/python -c "import numba" 2>/dev/null; then
        "$uv" pip uninstall --quiet --python .venv numba llvmlite 2>/dev/null || true
        say "Numba does not support this machine and Python: the champion runs in plain Python, without look-ahead"
    fi
}

fast_extra() { # print the requirements of the extra
    "$python" -c 'import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["fast"], sep="\n")'
}

case ${1:-} in
run)
    say "setting up (once)"
    # Never take the test tools away from somebody who has them.
    if [ ! -e .venv/dev.stamp ]; then
        sync requirements/run.txt
        fast
    fi
    touch .venv/run.stamp
    ;;
dev)
    say "setting up for tests (once)"
    sync requirements/dev.txt
    touch .venv/run.stamp .venv/dev.stamp
    ;;
lock)
    lock requirements/run.txt --group build pyproject.toml
    lock requirements/dev.txt --group build --group test --group lint --group docs --all-extras pyproject.toml
    fast_extra | lock requirements/fast.txt --constraints requirements/dev.txt -
    ;;
*)
    say "usage: scripts/setup.sh run | dev | lock"
    exit 2
    ;;
esac
