"""What the reading side counts and gauges, for /metrics."""

from prometheus_client import Counter, Gauge, Histogram

DEGRADED = Gauge("howdah_degraded", "1 while Redis is away and the log is polled instead")
LIVE_TABLES = Gauge("howdah_live_tables", "Tables that this process keeps up to date")
SUBSCRIPTIONS = Gauge("howdah_subscriptions", "Followers of tables in this process")
READS = Counter("howdah_reads", "Table views by where they came from", ["source"])
REDIS_TRIPS = Counter("howdah_redis_trips", "Round trips to Redis by what for", ["purpose"])
VIEWS_WRITTEN = Counter("howdah_views_written", "Views handed to Redis")
LAG = Gauge("howdah_projection_lag_events", "Events not yet projected", ["projection"])
PARKED = Gauge("howdah_projection_parked_streams", "Streams set aside", ["projection"])
PROJECTED = Counter("howdah_projected_events", "Events projected", ["projection"])
PROJECTION_DELAY = Histogram(
    "howdah_projection_delay_seconds", "From commit to read model", ["projection"]
)
