"""What a page is: its tree, text and words, its links, its address and its site.

Nothing here knows forms or records. Two pages are compared by their signature [Madhavan08 §4.1].
"""
