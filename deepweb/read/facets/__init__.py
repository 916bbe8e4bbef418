"""Which links of a result page narrow down what it shows?

Drill-down links as in [Huang §4.2], told from one page instead of by requesting them.
"""
