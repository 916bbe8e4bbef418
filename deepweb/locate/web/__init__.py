"""Which site to visit next, and is it about the topic?

Site locating of [Gujrati]: reverse searching (algorithm 1), site frontier (algorithm 2), site
ranker and site classifier.
"""
