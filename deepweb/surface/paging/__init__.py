"""Is the next page of an answer worth asking for, and can all its records be reached?"""
