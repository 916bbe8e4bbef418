"""Read: what kind of page came back, what are its records and fields, where do its links lead?

Pure: text, trees and frozen values in and out; no Scrapy, no clock, no file.
"""
