# wget, and the host that it asks a proxy for. The proxy is this script, on loopback; it answers 404 to all and
# connects to nothing. The lines are as main.rs says.
#
# Between two texts stands a URL of ours, which tells whether the text before it led to a request. What has no
# scheme is refused: wget would guess one for it.
import re
import socket
import subprocess
import sys
import threading

MARK = "http://mark.invalid/"
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n"
SCHEME = re.compile(rb"(?i)(https?|ftps?)://")
# Arguments of one call.
MOST = 400


def serve(listener, heads):
    """Notes the head of each request."""
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=converse, args=(connection, heads), daemon=True).start()


def converse(connection, heads):
    left = b""
    with connection:
        while True:
            while b"\r\n\r\n" not in left:
                try:
                    more = connection.recv(1 << 16)
                except OSError:
                    return
                if not more:
                    return
                left += more
            head, left = left.split(b"\r\n\r\n", 1)
            heads.append(head)
            connection.sendall(NOT_FOUND)
            # The proxy is asked for a tunnel once a connection.
            if head.startswith(b"CONNECT "):
                return


def host(head):
    """The host of a request, without its port."""
    if head.startswith(b"CONNECT "):
        server = head.split(b" HTTP/")[0][len(b"CONNECT "):]
    else:
        server = re.search(rb"\r\nHost: (.*?)(\r\n|$)", head, re.S).group(1)
    return re.sub(rb":[0-9]*$", b"", server)


def asked(texts):
    """The hosts of texts, each with its place."""
    heads.clear()
    arguments = []
    for place, text in enumerate(texts):
        arguments += [text, f"{MARK}{place}".encode()]
    command = ["wget", "--no-config", "--quiet", "--tries=1", "--timeout=20", "--no-hsts", "--no-netrc",
               "--no-check-certificate", "--output-document=/dev/null", "--max-redirect=0", "--"]
    subprocess.run([*command, *arguments], env=environment, stdin=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    found, place = {}, 0
    for head in heads:
        mark = re.match(rb"GET http://mark\.invalid/([0-9]+) ", head)
        if mark:
            place = int(mark.group(1)) + 1
        else:
            found.setdefault(place, host(head))
    assert place == len(texts), f"{place} of {len(texts)} texts were read"
    return [found.get(place) for place in range(len(texts))]


heads = []
listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=serve, args=(listener, heads), daemon=True).start()
proxy = f"http://127.0.0.1:{listener.getsockname()[1]}/"
environment = {"LC_ALL": "C.UTF-8", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin:/usr/local/bin",
               "http_proxy": proxy, "https_proxy": proxy, "ftp_proxy": proxy, "ftps_proxy": proxy}
version = subprocess.run(["wget", "--version"], capture_output=True, text=True, check=True).stdout
answers = [" ".join(version.split()[1:3])]
texts = [bytes.fromhex(line.strip()) for line in sys.stdin]
can = [text for text in texts if SCHEME.match(text) and b"\0" not in text]
hosts = []
for start in range(0, len(can), MOST):
    hosts += asked(can[start:start + MOST])
known = dict(zip(can, hosts))
for text in texts:
    host_of = known.get(text)
    answers.append("=" + host_of.hex() if host_of else "!")
print("\n".join(answers))
