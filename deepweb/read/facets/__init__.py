"""Which links of a result page narrow down what it shows? [He13 §6]"""
