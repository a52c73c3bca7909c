#!/usr/bin/env bash
# One Postgres of the cluster, under Patroni, until it is stopped.
#   PASSWORD=... deploy/postgres/run.sh NAME ADDRESS PORT REST_PORT DIRECTORY ETCD[,ETCD,...]
# The first of the cluster makes the database; the others copy it and follow.
set -euo pipefail
name=${1:?a name}; address=${2:?an address}; port=${3:?a port}; rest=${4:?a port for Patroni}
directory=${5:?a directory}; etcd=${6:?etcd as host:port,host:port}
: "${PASSWORD:?the password of postgres, replicator and rewinder}"
umask 077
mkdir -p "$directory" "${ARCHIVE:=$directory/archive}"
export ARCHIVE
export PATRONI_NAME=$name PATRONI_ETCD3_HOSTS=$etcd
export PATRONI_RESTAPI_LISTEN=$address:$rest PATRONI_RESTAPI_CONNECT_ADDRESS=$address:$rest
export PATRONI_POSTGRESQL_LISTEN=$address:$port PATRONI_POSTGRESQL_CONNECT_ADDRESS=$address:$port
export PATRONI_POSTGRESQL_DATA_DIR=$directory/data PATRONI_POSTGRESQL_PGPASS=$directory/pgpass
export PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD=$PASSWORD
export PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD=$PASSWORD
export PATRONI_REWIND_USERNAME=rewinder PATRONI_REWIND_PASSWORD=$PASSWORD
unset PASSWORD
exec patroni "$(dirname "$0")/patroni.yaml"
