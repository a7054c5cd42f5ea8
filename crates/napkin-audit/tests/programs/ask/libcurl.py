# The URL API of libcurl, which curl cuts URLs by, through ctypes. The lines are as main.rs says.
#
# What has no scheme is refused: the command curl would guess one for it. Names are mapped as the command has
# them mapped, which takes libcurl 7.88.
import ctypes
import sys

curl = ctypes.CDLL("libcurl.so.4")
curl.curl_version.restype = ctypes.c_char_p
curl.curl_url.restype = ctypes.c_void_p
curl.curl_url_cleanup.argtypes = [ctypes.c_void_p]
curl.curl_free.argtypes = [ctypes.c_void_p]
curl.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
curl.curl_url_get.argtypes = [
    ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint]

# From curl/urlapi.h.
URL, HOST = 0, 5
NO_HOST = 14
PUNYCODE = 1 << 12

print(curl.curl_version().decode().split()[0])
for line in sys.stdin:
    text = bytes.fromhex(line.strip())
    handle = curl.curl_url()
    host = ctypes.c_void_p()
    if b"\0" in text or curl.curl_url_set(handle, URL, text, 0) != 0:
        print("!")
    else:
        code = curl.curl_url_get(handle, HOST, ctypes.byref(host), PUNYCODE)
        text = ctypes.string_at(host) if host.value else b""
        print("-" if code in (0, NO_HOST) and not text else "!" if code else "=" + text.hex())
        curl.curl_free(host)
    curl.curl_url_cleanup(handle)
