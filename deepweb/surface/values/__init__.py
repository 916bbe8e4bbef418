"""Which values do typed text boxes and ranges take? [Madhavan08 §5.3]

``typed_box`` finds the type of a box by asking values of each type; ``ranges`` splits the two ends
of a range, which the paper leaves open, until every answer shows all its records.
"""
