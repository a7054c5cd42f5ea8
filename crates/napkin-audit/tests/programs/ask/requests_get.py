# Python's requests.
import os

import idna
import requests
import urllib3

from resolved import answer

# No proxy and no file of passwords of the environment.
os.environ.clear()
session = requests.Session()
session.trust_env = False


def fetch(text):
    # As session.get does, without what it does for cookies and redirects.
    request = requests.Request("GET", text).prepare()
    session.get_adapter(request.url).send(request)


answer(f"requests {requests.__version__} urllib3 {urllib3.__version__} idna {idna.__version__}", fetch)
