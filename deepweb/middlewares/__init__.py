"""Which requests may leave, a file each."""
