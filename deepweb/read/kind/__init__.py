"""What kind of page is it: results, empty, detail, blocked, error? [He13 §5]"""
