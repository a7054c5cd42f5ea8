# What maps names to the DNS, by the name of the codec: Python's codec, the package idna, libidn2 and libidn, through ctypes.
# The lines are names; else they are as main.rs says.
import ctypes
import sys

# From idn2.h and idna.h.
NFC_INPUT, TRANSITIONAL, NONTRANSITIONAL = 1, 4, 8
ALLOW_UNASSIGNED = 1


def of_library(library, function, flags):
    call = getattr(ctypes.CDLL(library), function)

    def mapped(name):
        result = ctypes.c_char_p()
        code = call(name.encode(), ctypes.byref(result), flags)
        return result.value if code == 0 else None

    return mapped


def of_package(**options):
    import idna

    return lambda name: idna.encode(name, **options)


CODECS = {
    "idna2003": lambda: lambda name: name.encode("idna"),
    "idna2008": lambda: lambda name: of_package()(name.lower()),
    "uts46": lambda: of_package(uts46=True),
    "libidn2": lambda: of_library("libidn2.so.0", "idn2_to_ascii_8z", NFC_INPUT | NONTRANSITIONAL),
    "libidn2-transitional": lambda: of_library("libidn2.so.0", "idn2_to_ascii_8z", NFC_INPUT | TRANSITIONAL),
    "libidn": lambda: of_library("libidn.so.12", "idna_to_ascii_8z", 0),
    "libidn-unassigned": lambda: of_library("libidn.so.12", "idna_to_ascii_8z", ALLOW_UNASSIGNED),
}

codec = CODECS[sys.argv[1]]()
answers = [sys.argv[1]]
for line in sys.stdin:
    try:
        mapped = codec(bytes.fromhex(line.strip()).decode())
    except UnicodeError:
        mapped = None
    answers.append("=" + mapped.hex() if mapped else "!")
print("\n".join(answers))
