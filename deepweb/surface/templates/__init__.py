"""Which query templates of a form are worth submitting? [Madhavan08 §4]

``isit`` searches, ``probing`` asks and decides one template, ``informative`` is the test, ``role``
and ``presentation`` tell what an input does, ``menu_source`` hands the rest of the questions to the
harvest.
"""
