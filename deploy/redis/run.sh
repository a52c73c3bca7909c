#!/usr/bin/env bash
# One Redis of a pair. Views and counters only, all of which can be made again: nothing is kept.
#   deploy/redis/run.sh ADDRESS PORT DIRECTORY [LEADER_ADDRESS LEADER_PORT]
set -euo pipefail
address=${1:?an address}; port=${2:?a port}; directory=${3:?a directory}
following=()
if [ $# -gt 3 ]; then following=(--replicaof "$4" "$5"); fi
exec redis-server --bind "$address" --port "$port" --dir "$directory" --save "" --appendonly no \
  --maxmemory 256mb --maxmemory-policy allkeys-lru --repl-diskless-load on-empty-db \
  --protected-mode no --daemonize no "${following[@]}"
