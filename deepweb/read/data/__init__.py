"""What does an answer say that is meant for a program: its lists, records and fields?

``answer_data``: JSON or XML in an answer; ``json_lists``: the lists of objects in it;
``json_records`` and ``json_fields``: what a list and each of its objects say.
"""
