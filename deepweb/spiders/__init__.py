"""The spiders: ``sitelocator`` finds sites [Gujrati], ``surfacer`` crawls their records.

``surfacer`` follows [Madhavan08] and [He13]. Arguments are checked in ``arguments``.
"""
