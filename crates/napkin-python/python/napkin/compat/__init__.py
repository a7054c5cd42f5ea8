"""Modules that stand in for others: ``urllib.parse``, ``w3lib.url``, ``tldextract``, and the formats of ``jsonschema``."""
