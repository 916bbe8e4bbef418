"""From the store to what people read: the summary, the progress of a crawl, report.html."""
