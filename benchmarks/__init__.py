"""Measures amtfv against a yardstick of the same run: ratios hold where seconds do not."""
