# The part common to scripts that ask programs of Python which name they have the system resolve: the functions that
# would resolve it raise an exception with the name. The lines are as main.rs says.
import socket
import sys


# No program catches it, as some do an Exception.
class Contact(BaseException):
    pass


def contact(host, *rest, **more):
    # As the module socket does, in C, with a name that is text.
    raise Contact(host.encode("idna"))


socket.getaddrinfo = socket.gethostbyname = contact


def answer(version, fetch):
    """Prints the version, and the name that `fetch` has the system resolve for each line."""
    answers = [version]
    for line in sys.stdin:
        try:
            fetch(bytes.fromhex(line.strip()).decode())
            answers.append("-")
        except Contact as contacted:
            name = contacted.args[0]
            answers.append("=" + name.hex() if name else "-")
        except Exception:
            answers.append("!")
    print("\n".join(answers))
