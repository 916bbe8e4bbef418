"""Models from labelled examples, and knowledge bases from dumps.

Forms and topics as in [Gujrati, Form Classifier]. A crawl never imports this package.
"""
