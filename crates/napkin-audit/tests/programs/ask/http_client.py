# Python's http.client, given the host and the port that urlsplit finds.
import http.client
import platform
from urllib.parse import urlsplit

from resolved import answer


def fetch(text):
    url = urlsplit(text)
    http.client.HTTPConnection(url.hostname or "", url.port).request("GET", "/")


answer(f"Python {platform.python_version()} http.client", fetch)
