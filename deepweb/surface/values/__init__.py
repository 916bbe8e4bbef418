"""Which values do typed text boxes and ranges take? [Madhavan08 §5.2, 5.3]"""
