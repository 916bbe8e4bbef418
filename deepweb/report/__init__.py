"""From the store to what people read."""
