"""Asks three questions by the client of openapi-python-client."""

import io
import os

from napkin_client import Client
from napkin_client.api.default import describe, links, set_
from napkin_client.types import File

client = Client(base_url=os.environ["NAPKIN_API"], raise_on_unexpected_status=True)

changed = set_.sync(client=client, input_="http://h/a?utm_source=x&b=1", strip_tracking=True)
assert changed.uri == "http://h/a?b=1", changed

described = describe.sync(client=client, input_="mailto:a@b.example")
assert described.scheme == "mailto", described
assert described.scheme_fields["to"], described.scheme_fields

page = File(payload=io.BytesIO(b"<!doctype html><a href='../x'>"))
found = links.sync(client=client, body=page, base="http://h/a/b")
assert [link.target for link in found] == ["http://h/x"], found
print("clients: Python asked three questions")
