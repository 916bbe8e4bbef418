"""Which word to ask a text box next? [Madhavan08 §5.1]"""
