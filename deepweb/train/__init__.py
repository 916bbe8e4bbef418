"""Models from labelled examples, knowledge bases from dumps. A crawl never imports this."""
