"""The two spiders: ``sitelocator`` finds sites, ``surfacer`` brings back their records."""
