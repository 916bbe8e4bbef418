"""The browser: found by itself, started when a page needs it, and without a network of its own."""
