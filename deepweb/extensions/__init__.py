"""What lives as long as a crawl: its store, its closing summary."""
