"""What a form is and how a browser sends it, by the HTML standard and [Madhavan08 §2, §3.1].

Nothing here decides whether a form is a search or may be submitted: that is ``locate/forms``.
"""
