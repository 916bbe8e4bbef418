"""Everything on disk, and who may write it: the store of a crawl, the queue of sites, resources."""
