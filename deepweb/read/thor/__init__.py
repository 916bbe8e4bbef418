"""Page clusters and pagelets [Caverlee §V, VI]."""
