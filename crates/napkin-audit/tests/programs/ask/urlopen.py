# Python's urllib.request.
import os
import platform
import ssl
import urllib.request

from resolved import answer

# No proxy of the environment.
os.environ.clear()
opener = urllib.request.OpenerDirector()
# One context for all: each would read the certificates of the system anew.
for handler in (urllib.request.HTTPHandler(), urllib.request.HTTPSHandler(context=ssl.create_default_context()),
                urllib.request.FTPHandler(), urllib.request.UnknownHandler()):
    opener.add_handler(handler)
answer(f"Python {platform.python_version()} urllib.request", opener.open)
