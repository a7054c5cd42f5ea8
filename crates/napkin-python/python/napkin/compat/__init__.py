"""Modules that stand in for others: ``urllib.parse``, ``urllib.robotparser``, ``w3lib.url``, ``tldextract``, and the formats of ``jsonschema``."""
