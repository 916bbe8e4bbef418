"""Which links of result pages to follow: facets and second-level URLs [He13 §6, Huang §4.3]."""
