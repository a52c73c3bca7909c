"""History that proves itself: records, receipts, checkpoints, the replay gate."""
