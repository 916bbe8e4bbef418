"""Details: what does a record's own page say about it?

The pages of a site are compared: what most of them share is template, what differs is value
[Crescenzi01 §3, Arasu03 §4], and the template names the values [Lockard19 §4].
"""
