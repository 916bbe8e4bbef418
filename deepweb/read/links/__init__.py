"""What is each argument of a link for, which links select the same, and where is the next page?

Second-level URLs, prevalence and partitions [He13 §6].
"""
