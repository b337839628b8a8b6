#!/bin/sh
# Starts a container engine of its own for the tests, without a network, with gVisor where runsc is installed.
#
#   scripts/test_engine.sh start DIR   prints the address (for DOCKER_HOST) once the engine answers
#   scripts/test_engine.sh stop DIR    ends it and removes what it kept
#
# Needs root, dockerd and containerd. Nothing of an engine that runs already is touched.
set -eu
dir=$2

start() {
    mkdir -p "$dir"
    runtimes=
    if command -v runsc >/dev/null; then
        # Old releases of runsc ask for the host's network unless told otherwise, and kvm hangs in some machines.
        runtimes='"runsc": {"path": "'$(command -v runsc)'", "runtimeArgs": ["--platform=ptrace", "--network=none"]}'
    fi
    printf '{"runtimes": {%s}}\n' "$runtimes" >"$dir/daemon.json"
    # sh's own & gives the engine no terminal; its words go to a file.
    dockerd --config-file "$dir/daemon.json" --host "unix://$dir/docker.sock" --data-root "$dir/data" \
        --exec-root "$dir/exec" --pidfile "$dir/docker.pid" --iptables=false --bridge=none \
        </dev/null >"$dir/log" 2>&1 &
    for _ in $(seq 60); do
        if [ -S "$dir/docker.sock" ] && docker --host "unix://$dir/docker.sock" info >/dev/null 2>&1; then
            echo "unix://$dir/docker.sock"
            return
        fi
        sleep 0.5
    done
    echo "the engine did not start:" >&2
    tail -5 "$dir/log" >&2
    exit 1
}

stop() {
    if [ -f "$dir/docker.pid" ]; then
        pid=$(cat "$dir/docker.pid")
        kill "$pid" 2>/dev/null || :
        for _ in $(seq 40); do
            kill -0 "$pid" 2>/dev/null || break
            sleep 0.5
        done
    fi
    rm -rf "$dir"
}

case $1 in
start) start ;;
stop) stop ;;
*) echo "usage: $0 start|stop DIR" >&2; exit 2 ;;
esac
