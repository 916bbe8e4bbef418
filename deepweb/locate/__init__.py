"""Locate: which site, which page, which form [Gujrati]?

Pure: text, trees and frozen values in and out; no Scrapy, no clock, no file.
"""
