# Python's urllib.request, and the name that it has the system resolve: the functions that would are told that
# name and resolve nothing. The lines are as main.rs says.
import os
import platform
import socket
import ssl
import sys
import urllib.request

# No proxy of the environment.
os.environ.clear()


class Contact(Exception):
    pass


def told(host, *rest, **more):
    # As the module socket does, in C, with a name that is text.
    raise Contact(host.encode("idna"))


socket.getaddrinfo = socket.gethostbyname = told
opener = urllib.request.OpenerDirector()
# One context for all: each would read the certificates of the system anew.
for handler in (urllib.request.HTTPHandler(), urllib.request.HTTPSHandler(context=ssl.create_default_context()),
                urllib.request.FTPHandler(), urllib.request.UnknownHandler()):
    opener.add_handler(handler)
answers = [f"Python {platform.python_version()} urllib.request"]
for line in sys.stdin:
    try:
        opener.open(bytes.fromhex(line.strip()).decode())
        answers.append("-")
    except Contact as contact:
        name = contact.args[0]
        answers.append("=" + name.hex() if name else "-")
    except Exception:
        answers.append("!")
print("\n".join(answers))
