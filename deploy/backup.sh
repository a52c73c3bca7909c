#!/usr/bin/env bash
# A base backup of a running Postgres into a directory, checked before it counts.
#   deploy/backup.sh postgresql://... /backups
# With the archive of its log (archive_command in deploy/postgres/patroni.yaml) every later moment
# can be restored: deploy/restore.sh. Run it daily; keep two weeks.
set -euo pipefail
url=${1:?the URL of a user with the right to replicate}
backups=${2:?a directory}
name=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$backups"
trap 'rm -rf "$backups/.$name"' EXIT
pg_basebackup --dbname="$url" --pgdata="$backups/.$name" --format=plain --wal-method=stream \
  --checkpoint=fast --manifest-checksums=SHA256
python3 "$(dirname "$0")/checked.py" "$backups/.$name"
mv "$backups/.$name" "$backups/$name"
echo "$backups/$name"
