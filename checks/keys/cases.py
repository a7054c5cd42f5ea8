"""Writes the keys that the programs make of texts that show what each does: of those in Java, or of the others.

    target/keys/venv/bin/python checks/keys/cases.py > spec/cases/keys/programs.jsonl
    target/keys/venv/bin/python checks/keys/cases.py java > spec/cases/keys/java.jsonl
"""

import json
import sys

from programs import ALIASES, JAVA, PROFILES, keys

TEXTS = r"""
http://www.archive.org/goo/
http://www.archive.org/goo
http://www.archive.org
http://www.archive.org/
HTTP://WWW.Archive.org/Goo/?A=B&a=b
https://www2.example.com/
http://wwwx.example.com/
http://example.com:80/
https://example.com:443/a
http://example.com:8080/a
http://example.com:/a
http://example.com:0/
http://example.com:65536/
http://example.com:a/
http://ann:secret@example.com/
http://@example.com/
http://:@example.com/
http://example.com/a?b&a=1&&c=
http://example.com/a?
http://example.com/a?#
http://example.com?b=2&a=1
http://example.com/a#b
http://example.com/a?b#c?
http://example.com/a/../b/./c//d
http://example.com/../a
http://example.com/a/..
http://example.com/%7Eann/%41
http://example.com/%25%32%35
http://example.com/%2525252525
http://example.com/100%
http://example.com/a b
http://example.com/a%20b+c?d+e=f%20g
http://example.com/r%C3%A9sum%C3%A9
http://example.com/résumé?é=à
http://example.com/%E9?%E9=%ff
http://example.com/a|b[c]
http://example.com/a;b=1/c;d
http://example.com/a%2Fb%3Fc%23d%3Be
http://example.com/?a=%26&b=%3D
http://bücher.example/
http://B%C3%BCcher.example/
http://straße.example/
http://faß。example/
http://a..example/
http://.example.com./
http://EXAMPLE.com./a
http://127.1/
http://0x7f.1/
http://0177.0.0.1/
http://2130706433/
http://4294967297/
http://256.1.1.1/
http://1.2.3.4:80/
http://[::1]/
http://[0:0:0:0:0:FFFF:1.2.3.4]/
http://[::1%25eth0]/
http://[::1
http://a_b.example/
http://xn--bcher-kva.example/
http:///example.com/a
http:example.com/a
http:/example.com/a
http:////example.com/a
http:\\example.com\a
http://a.example\@b.example/
http://http://example.com/
https://http://example.com/
http://https/order.example
example.com/a
www.example.com
example.com:80/a
//example.com/a
/a/b
a?b=c:d
mailto:Ann@Example.com
MAILTO:ann@example.com
dns:www.example.com
data:text/plain,A%41
urn:isbn:0451450523
ftp://ftp.example.com:21/a;type=i
file:///C:/a
file:a
ws://example.com:80
gopher://example.com:70/
whois://example.com
filedesc:abc.arc.gz
http://example.com/a?sid=0123456789abcdef0123456789abcdef&b=1
http://example.com/a?b=1&PHPSESSID=0123456789abcdef0123456789ABCDEF
http://example.com/a?jsessionid=0123456789abcdef0123456789abcdef
http://example.com/a?cfid=1&cftoken=2&x=3
http://example.com/a?ASPSESSIONIDABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX&z
http://example.com/(S(4hqa0555fwsecu455xqckv45))/a.aspx
http://example.com/(4hqa0555fwsecu455xqckv45)/a.aspx?b
http://example.com/(a(4hqa0555fwsecu455xqckv45)S(4hqa0555fwsecu455xqckv45))/x/a.ASPX
http://example.com/a?b=2&b=1&a
http://example.com/a?B=2&a=1
http://u%40:p%3A@example.com/
http://example.com/%2e%2E/a
http://a@b@example.com/
http://example.com＠evil.example/
http://www.example.com/?utm_source=a&b=%2F&%2e=+&c&c=&d=%20
http://example.com/a//b/http://c//
http://example.com/#:~:text=a
http://example.com/%5c%3b%c3%a9/%ff%41
data:text/HTML;charset="UTF-8";base64, %41 
data:,a#
example.com:a
localhost:80/a
http://1kr.ua/newslist.html?tag=%E4%EE%F8%EA%EE%EB%FC%ED%EE%E5
https://[2600:1f18:200d:fb00:2b74:867c:ab0c:150a]/robots.txt
http://archive.org/goo/?a=2&b&a=1
http://www.www1.example.com/%C3%A9%E9
http://example.com/%25C3%A9?%E9%c3%a9
http://1.02.3.4/
http://0.44.78/
http://0.44.70/
ftp://example.com:0/
dns:
dns:[::1]
warcinfo:a
http://a@b:c@example.com:80/A
http://example.com:+80/
http:///
Foo_1://a.b..c.:80/D?E#F
http://ann:x@1.2.3.4:8080/A
http://ann@/a
http://example.com:80:90/a
file://www.example.com./C|/a/
""".strip("\n").split("\n")

MORE = ["", " ", " http://example.com/a ", "http://exa\tmple.com/a\tb", "\x01http://example.com/\x7f"]

TEXTS += MORE
others = [profile for profile in PROFILES if profile not in JAVA and profile not in ALIASES]
profiles = list(JAVA) if sys.argv[1:] == ["java"] else others
made = {profile: keys(profile, [text.encode() for text in TEXTS]) for profile in profiles}
for number, text in enumerate(TEXTS):
    for profile in profiles:
        case = {"input": text, "profile": profile, "key": made[profile][number]}
        sys.stdout.write(json.dumps(case, ensure_ascii=False) + "\n")
