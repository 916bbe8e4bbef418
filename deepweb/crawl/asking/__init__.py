"""How an algorithm's question becomes a request, and the response an answer.

``submissions`` sends and waits, ``requests`` makes what is sent, ``answers`` reads the response,
``fingerprint`` tells which links are the same [He13 §6].
"""
