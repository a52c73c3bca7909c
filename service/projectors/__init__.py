"""What follows the log and keeps the read models true to it.

Any number of processes may run these. A shard belongs to whoever holds its lease; the epoch of the
lease fences out a former owner that has not noticed yet.
"""
