"""The decisions about each form and each answer, one file per decision.

Is a form a search [Gujrati, Form Classifier], is a page empty [He13 §5], is it a duplicate
[He13 §6.3]? ``query_surfacing`` submits the forms, ``store`` commits the items.
"""
