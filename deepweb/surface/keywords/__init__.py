"""Which word is asked next? Iterative probing [Madhavan08 §5.1], background queries [He13 §5].

``first_words`` start, ``keywords`` chooses what follows, ``word_source`` asks it and tests the box.
"""
