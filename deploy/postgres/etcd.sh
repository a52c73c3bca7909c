#!/usr/bin/env bash
# One of the etcd (three, on three machines) in which Patroni keeps who leads, until it is stopped.
#   deploy/postgres/etcd.sh NAME ADDRESS PORT PEER_PORT DIRECTORY [NAME=http://ADDRESS:PEER_PORT,...]
# The last word lists all of them, this one too; without it there is only this one.
set -euo pipefail
name=${1:?a name}; address=${2:?an address}; port=${3:?a port}
peer=http://$address:${4:?a port for the others}; directory=${5:?a directory}
exec etcd --name "$name" --data-dir "$directory" --initial-cluster "${6:-$name=$peer}" \
  --listen-client-urls "http://$address:$port" --advertise-client-urls "http://$address:$port" \
  --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" \
  --auto-compaction-retention 1h
