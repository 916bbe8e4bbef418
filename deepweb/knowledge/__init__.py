"""Query logs and knowledge bases that a user gives [He13 §4]."""
