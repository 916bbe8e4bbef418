"""What are the arguments of links for, and where does a list go on? [He13 §6.3]"""
