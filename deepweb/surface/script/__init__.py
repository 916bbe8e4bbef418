"""Which request of a page's script is the search, and how is it asked again? [Madhavan08 §4.4]"""
