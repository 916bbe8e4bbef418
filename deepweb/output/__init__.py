"""What leaves a crawl: feeds, exports, lines of the log."""
