# Python's requests, and the name that it has the system resolve: the function that would is told that name
# and resolves nothing. The lines are as main.rs says.
import os
import socket
import sys

import idna
import requests
import urllib3

# No proxy and no file of passwords of the environment.
os.environ.clear()


class Contact(BaseException):
    pass


def told(host, *rest, **more):
    # As the module socket does, in C, with a name that is text.
    raise Contact(host.encode("idna"))


socket.getaddrinfo = told
session = requests.Session()
session.trust_env = False
versions = f"requests {requests.__version__} urllib3 {urllib3.__version__} idna {idna.__version__}"
answers = [versions]
for line in sys.stdin:
    try:
        # As session.get does, without what it does for cookies and redirects.
        request = requests.Request("GET", bytes.fromhex(line.strip()).decode()).prepare()
        session.get_adapter(request.url).send(request)
        answers.append("-")
    except Contact as contact:
        answers.append("=" + contact.args[0].hex())
    except Exception:
        answers.append("!")
print("\n".join(answers))
