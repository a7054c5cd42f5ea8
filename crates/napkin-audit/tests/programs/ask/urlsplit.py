# Python's urllib.parse. The lines are as main.rs says.
import platform
import sys
from urllib.parse import urlsplit

print("Python", platform.python_version())
for line in sys.stdin:
    try:
        host = urlsplit(bytes.fromhex(line.strip()).decode()).hostname
    except ValueError:
        print("!")
    else:
        print("=" + host.encode().hex() if host else "-")
