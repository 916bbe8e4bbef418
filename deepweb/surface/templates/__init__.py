"""Which query templates of a form are informative? [Madhavan08 §4.1–4.3]"""
