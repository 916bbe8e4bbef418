"""Which request of a page's script is the search, and how is it asked again?

[Madhavan08 §2, §4.4] leaves such forms out; here an observed search becomes a form.
"""
