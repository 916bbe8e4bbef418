"""Which requests may leave, when, and what is done with broken answers; one file each."""
