# Python's http.client, given the host and the port that urlsplit finds, and the name that it has the system resolve:
# the functions that would are told that name and resolve nothing. The lines are as main.rs says.
import http.client
import platform
import socket
import sys
from urllib.parse import urlsplit


class Contact(Exception):
    pass


def told(host, *rest, **more):
    # As the module socket does, in C, with a name that is text.
    raise Contact(host.encode("idna"))


socket.getaddrinfo = told
answers = [f"Python {platform.python_version()} http.client"]
for line in sys.stdin:
    try:
        url = urlsplit(bytes.fromhex(line.strip()).decode())
        http.client.HTTPConnection(url.hostname or "", url.port).request("GET", "/")
        answers.append("-")
    except Contact as contact:
        name = contact.args[0]
        answers.append("=" + name.hex() if name else "-")
    except Exception:
        answers.append("!")
print("\n".join(answers))
