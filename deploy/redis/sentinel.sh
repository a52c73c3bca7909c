#!/usr/bin/env bash
# One of the Sentinels (three, on three machines) that watch the pair and choose who leads.
#   deploy/redis/sentinel.sh ADDRESS PORT DIRECTORY LEADER_ADDRESS LEADER_PORT
# The service then says HOWDAH_REDIS_URL=redis+sentinel://one:26379,two:26379,three:26379/howdah
set -euo pipefail
address=${1:?an address}; port=${2:?a port}; directory=${3:?a directory}
configuration=$directory/sentinel-$port.conf
if [ ! -e "$configuration" ]; then  # from then on it is the Sentinel's own
  cat > "$configuration" <<EOF
bind $address
port $port
dir $directory
protected-mode no
sentinel monitor howdah ${4:?the leader\'s address} ${5:?the leader\'s port} 2
sentinel down-after-milliseconds howdah 2000
sentinel failover-timeout howdah 10000
sentinel parallel-syncs howdah 1
EOF
fi
exec redis-sentinel "$configuration"
