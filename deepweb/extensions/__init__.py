"""Components that live as long as a crawl: store, progress, summary, report.

They open, show and write; they decide nothing about requests or records.
"""
