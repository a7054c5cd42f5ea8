"""The settings of tests of any input: without a deadline, since a shared machine has none."""

from hypothesis import settings

settings.register_profile("napkin", max_examples=300, deadline=None, database=None)
settings.load_profile("napkin")
