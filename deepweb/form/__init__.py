"""What a form is, and how a browser sends it [Madhavan08 §2]. Nothing here judges a form."""
