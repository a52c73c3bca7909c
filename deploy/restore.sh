#!/usr/bin/env bash
# Make a data directory out of a base backup and the archive, as of a moment or the very last.
#   deploy/restore.sh /backups/20261118T120000Z /archive /new/data ['2026-11-18 12:34:56+00']
# Start Postgres on the new directory: it replays the archive, stops at the moment and opens. Then
# judge it before anybody plays on it: `howdah replay --all`.
set -euo pipefail
backup=${1:?a directory that backup.sh made}
archive=${2:?the directory of archived log}
data=${3:?the directory to make}
moment=${4:-}
if [ -e "$data" ]; then
  echo "$data exists: a restore never writes over anything" >&2
  exit 1
fi
python3 "$(dirname "$0")/checked.py" "$backup"
cp -a "$backup" "$data"
chmod 700 "$data"
{
  echo "restore_command = 'cp \"$archive/%f\" \"%p\"'"
  if [ -n "$moment" ]; then
    echo "recovery_target_time = '$moment'"
    echo "recovery_target_action = promote"
  fi
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
