"""The types of the functions of ``napkin.questions``, and of their options. ``tests/test_stub.py`` writes this file."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, Literal, type_check_only
from typing_extensions import Never, Required, TypedDict, TypeVar, Unpack

from napkin._made import Text as Text
from napkin._verdict import Verdict

__all__ = ["parse", "check", "get", "resolve", "relativize", "normalize", "key", "compare", "editions", "witness", "schemes", "describe", "compose", "plan", "extract", "links", "rewrite", "base", "glance", "audit", "allow", "repair", "robots", "encode", "decode", "typed", "clean", "wrap", "expand", "unexpand"]

_Each = TypeVar("_Each")

@type_check_only
class StandardGroup(TypedDict, Generic[_Each], total=False):
    edition: str | _Each | None
    """The edition by which texts are read, and objects too"""
    as_of: str | _Each | None
    """A year, or a date of the URL Standard: the edition that was in force then"""

@type_check_only
class SettersOfTheUrlStandardGroup(TypedDict, Generic[_Each], total=False):
    href: Text | _Each | None
    """Set the whole"""
    protocol: Text | _Each | None
    """Set the scheme; what follows a colon is ignored"""
    hostname: Text | _Each | None
    """Set the host without a port"""
    pathname: Text | _Each | None
    """Set the path"""
    search: Text | _Each | None
    """Set the query; a '?' at its start is ignored, and nothing removes it"""
    hash: Text | _Each | None
    """Set the fragment; a '#' at its start is ignored, and nothing removes it"""

@type_check_only
class DocumentGroup(TypedDict, Generic[_Each], total=False):
    type: Text | _Each | None
    """The type of the document, instead of guessing by name or content: a name, the ending of file names such as 'html' or 'html.br', or a media type such as 'text/html; charset=utf-8'"""
    charset: Text | _Each | None
    """The character encoding of the document, by a label of the Encoding Standard such as 'latin1'; overrides its headers and declarations, but not a byte order mark"""
    base: Text | _Each | None
    """The URI of what is read"""
    retrieved_from: Text | Iterable[Text] | _Each | None
    """The URIs of a chain of redirects, one each time, of which the last counts; ``base`` for a single one"""
    http: Literal["1997", "1999", "2022"] | _Each | None
    """Read HTTP as its documents of a year say: in 1999, Content-Location gives the base of a response (RFC 2616 section 14.14), in 1997 Content-Base before it (RFC 2068 section 14.11)"""
    encapsulating: Text | Iterable[Text] | _Each | None
    """The base of an enclosing entity, such as a message; may be repeated, outermost first"""
    default_base: Text | _Each | None
    """The default base: for documents that neither their content nor their retrieval gives a base"""
    largest: Text | _Each | None
    """The largest document to read, in bytes; bounds memory"""
    largest_unpacked: Text | _Each | None
    """The largest decompressed document to read, in bytes"""

@type_check_only
class EditionGroup(TypedDict, Generic[_Each], total=False):
    edition: Text | _Each | None
    """The edition of the URI syntax or of the URL Standard to go by, rather than the standard of each document's format: the URL Standard in HTML and CSS, as in browsers, RFC 3987 in XML, Turtle, Markdown and plain text, else RFC 3986"""
    as_of: Text | _Each | None
    """Go by the RFC that was in force at the end of a year, such as 1996; by the URL Standard of a date, such as whatwg:2021; or with 'record', by the RFC in force in the year of each record of an archive"""

@type_check_only
class PolicyGroup(TypedDict, Generic[_Each], total=False):
    policy: Text | Iterable[str] | _Each | None
    """Use the policy in this file (TOML), with keys such as schemes, hosts, ports and rules; docs/audit.md has all; the text of the file, or its lines"""
    preset: Literal["web", "ssrf", "linked-data", "archive"] | _Each | None
    """Use a built-in policy"""
    rule: Text | Iterable[Text] | Mapping[str, str] | _Each | None
    """Set a rule to off, on, note, warning or error; may be repeated"""
    ignore_reader: Literal["rfc1630", "rfc1738", "rfc1808", "draft1997", "rfc2396", "draft2003", "rfc3986", "rfc3987", "whatwg", "whatwg-15", "whatwg-2018-08", "whatwg-2020-02", "whatwg-2020-08", "whatwg-2021-02", "whatwg-2021-08", "whatwg-2022-02", "whatwg-2025-08", "url-parse", "libcurl", "wget", "urllib", "http-client", "urllib-request", "requests", "java", "php", "first-at", "first-slash", "elinks", "lynx", "lftp", "httping", "puf", "httrack", "openssl-ocsp", "gsoap", "socket-io", "gftp", "streamripper", "ocsptool", "netsurf", "check-http", "superagent", "fasthttp", "snarf", "backslash", "decode-first", "normalize-first"] | Iterable[Literal["rfc1630", "rfc1738", "rfc1808", "draft1997", "rfc2396", "draft2003", "rfc3986", "rfc3987", "whatwg", "whatwg-15", "whatwg-2018-08", "whatwg-2020-02", "whatwg-2020-08", "whatwg-2021-02", "whatwg-2021-08", "whatwg-2022-02", "whatwg-2025-08", "url-parse", "libcurl", "wget", "urllib", "http-client", "urllib-request", "requests", "java", "php", "first-at", "first-slash", "elinks", "lynx", "lftp", "httping", "puf", "httrack", "openssl-ocsp", "gsoap", "socket-io", "gftp", "streamripper", "ocsptool", "netsurf", "check-http", "superagent", "fasthttp", "snarf", "backslash", "decode-first", "normalize-first"]] | _Each | None
    """Leave out what a program, such as lynx, makes of the URIs, since it never gets them; may be repeated"""

@type_check_only
class ParseOptions(StandardGroup[_Each], total=False):
    rule: Literal["uri-reference", "uri", "absolute-uri", "relative-ref", "relative-uri"] | _Each | None
    """The rule of the grammar that the input has to match, by its name in RFC 3986"""
    decode: bool | _Each
    """Show the parts decoded too: each once, after splitting"""
    split: bool | _Each
    """Only split at the delimiters (Appendix B); takes any text and judges nothing"""
    tree: bool | _Each
    """Show the derivation too: the rules of the grammar, from the whole down to each character"""
    pairs: bool | _Each
    """Show the pairs of the query too: as they are written, decoded, and as a form has them, where '+' is a space"""
    facts: bool | _Each
    """Show what follows from the parts too: default port, origin, registrable domain, site, the text without secrets"""

@type_check_only
class CheckOptions(StandardGroup[_Each], total=False):
    rule: Literal["uri-reference", "uri", "absolute-uri", "relative-ref", "relative-uri"] | _Each | None
    """What an input has to be: a rule of the grammar, by its name in RFC 3986"""
    scheme_rules: bool | _Each
    """Also check the rules of the scheme, such as the host that http requires"""
    strict: bool | _Each
    """Count validation errors of the URL Standard as faults, not as notes"""
    explain: bool | _Each
    """Show every fault of an invalid input, each once"""

@type_check_only
class GetOptions(StandardGroup[_Each], total=False):
    parts: Text | _Each | None
    """The parts, with commas between, such as host,segment:-1,query:q"""
    format: Text | _Each | None
    """Print a line of this form, such as '{host}\\t{query:q}\\t{input}', instead of a list of parts"""
    decode: bool | _Each
    """Decode percent-encoded text, once"""
    form: bool | _Each
    """Decode percent-encoded text, once, and '+' in the query as a space"""
    default_port: bool | _Each
    """If the port is undefined, print the default port of the scheme"""
    windows: bool | _Each
    """Print the part 'file-path' as Windows has it: 'C:\\Users\\Ann\\x', '\\\\server\\share\\x'"""
    undefined: Text | _Each | None
    """What to print for a part that is undefined; no part is printed as '\\-'"""
    hide: Text | Iterable[Text] | _Each | None
    """In the part 'redacted', hide the values of parameters with this name too; may be repeated"""
    keep: Text | Iterable[Text] | _Each | None
    """In the part 'redacted', show the values of parameters with this name; may be repeated"""
    suffix_list: Text | Iterable[str] | _Each | None
    """Take domains apart by this public suffix list instead of Mozilla's: registrable-domain, public-suffix, private-suffix, subdomain, site; the text of the file, or its lines"""

@type_check_only
class ResolveOptions(StandardGroup[_Each], total=False):
    base: Required[Text | _Each]
    """The base URI; its fragment is dropped"""
    lenient: bool | _Each
    """Ignore the scheme of a reference if the base has the same one: 'http:g' is 'g'"""
    excess: Literal["retain", "remove", "error"] | _Each | None
    """How to treat '..' that climbs above the root; the edition decides which values are allowed and which is the default"""
    literal_slash_runs: bool | _Each
    """Count a run of slashes only if no longer run follows, as RFC 1630 words its rule"""
    new_request: Text | bool | _Each | None
    """Resolve for new requests, such as those of forms: an empty reference then means the base instead of the current document; by edition draft1997 it means the document, which has to be given"""
    normalize_base: bool | _Each
    """Normalize the base by syntax before it is used"""
    explain: bool | _Each
    """Show the steps from the reference to the target as the document of the edition words them: which case it is, how paths are merged, each dot segment that is removed, and the recomposition"""

@type_check_only
class RelativizeOptions(StandardGroup[_Each], total=False):
    base: Required[Text | _Each]
    """The base URI; its fragment is dropped"""
    form: Literal["shortest", "path", "relative", "authority"] | _Each | None
    """The form of the reference"""

@type_check_only
class NormalizeOptions(StandardGroup[_Each], total=False):
    level: Literal["simple", "case", "percent", "path", "syntax", "scheme", "protocol", "url"] | _Each | None
    """How far to go; 'syntax' if not given, and 'url' by the URL Standard, which has no other level"""
    base: Text | _Each | None
    """Resolve relative references against this first"""
    nfc: bool | _Each
    """Compose characters first (NFC), by edition rfc3987; no level includes this"""
    observed: Iterable[tuple[Text, Text]] | Mapping[str, Text] | _Each | None
    """A redirect that was observed, for the level 'protocol': it counts as equivalence if the two differ by a final slash only; may be repeated"""
    explain: bool | _Each
    """Show what each step did; JSON has the steps always"""

@type_check_only
class KeyOptions(TypedDict, Generic[_Each], total=False):
    profile: Literal["resource", "url", "host-sorted", "surt", "urlcanon-semantic", "urlcanon-google", "w3lib", "scrapy", "normalize-url", "webarchive-commons", "surt-ia", "commoncrawl"] | _Each | None
    """Whose keys; 'resource' if not given"""
    profile_file: Text | Iterable[str] | _Each | None
    """Make the keys of your own profile, which is in this file (TOML); the text of the file, or its lines"""
    range: Literal["exact", "prefix", "host", "domain", "key"] | _Each | None
    """The range of keys of what is looked for in a sorted index, in place of the key"""
    explain: bool | _Each
    """Show what each step did"""

@type_check_only
class SetOptions(SettersOfTheUrlStandardGroup[_Each], StandardGroup[_Each], total=False):
    if_scheme: Text | Iterable[Text] | _Each | None
    """Change only inputs with this scheme, and leave the others as they are; may be repeated"""
    if_host: Text | Iterable[Text] | _Each | None
    """Change only inputs with this host, in which '*' is any text, such as '*.example.com', and leave the others as they are; may be repeated"""
    remove: Literal["scheme", "authority", "userinfo", "password", "port", "query", "fragment"] | Iterable[Literal["scheme", "authority", "userinfo", "password", "port", "query", "fragment"]] | _Each | None
    """Remove a part; may be repeated"""
    scheme: Text | _Each | None
    """Replace the scheme"""
    authority: Text | _Each | None
    """Replace what follows '//' up to the path"""
    userinfo: Text | _Each | None
    """Replace the userinfo, which precedes '@' in the authority"""
    username: Text | _Each | None
    """Replace the user name, which is the userinfo up to its first colon"""
    password: Text | _Each | None
    """Replace the password, which is the userinfo after its first colon"""
    host: Text | _Each | None
    """Replace the host; makes an authority where there is none"""
    port: Text | _Each | None
    """Replace the port"""
    path: Text | _Each | None
    """Replace the path"""
    pop_segment: int | _Each
    """Remove the last segment of the path; may be repeated"""
    push_segment: Text | Iterable[Text] | _Each | None
    """Add a segment to the path: data, which is encoded; may be repeated"""
    query: Text | _Each | None
    """Replace the query"""
    pairs_json: Text | _Each | None
    """Replace the query by pairs in JSON, as 'get pairs --json' writes them, or a list of {"key": …, "value": …} with data, which is encoded; null removes the query"""
    remove_pair: Text | Iterable[Text] | _Each | None
    """Remove the pairs of the query that have this key: data, in which '*' is any text and '\\*' an asterisk; may be repeated"""
    keep_pair: Text | Iterable[Text] | _Each | None
    """Remove all pairs of the query but those with this key, in which '*' is any text and '\\*' an asterisk; may be repeated"""
    strip_tracking: bool | _Each
    """Remove the pairs whose key is a known tracking parameter, such as utm_source and fbclid"""
    set_pair: Text | Iterable[Text] | Mapping[str, str] | _Each | None
    """Give a key of the query this value, and remove its other pairs: data, which is encoded; may be repeated"""
    append_pair: Text | Iterable[Text] | Mapping[str, str] | _Each | None
    """Add a pair to the query: data, which is encoded; may be repeated"""
    dedupe: bool | _Each
    """Remove pairs of the query that are equal to an earlier one"""
    sort_query: bool | _Each
    """Sort the pairs of the query by key"""
    fragment: Text | _Each | None
    """Replace the fragment"""
    encode: bool | _Each
    """Take the texts for userinfo, user name, password, host, path, query and fragment as data and encode them; the slashes of a path and an address in brackets stay"""

@type_check_only
class MapOptions(TypedDict, Generic[_Each], total=False):
    to: Literal["uri", "iri", "ascii"] | _Each | None
    """The result"""
    host: Literal["percent", "idna"] | _Each | None
    """How to write the host of http and other schemes that have domain names. To a URI 'idna' if not given, which writes xn--; to an IRI 'percent', which leaves xn-- as it is, where 'idna' writes the letters"""
    nfc: bool | _Each
    """Compose the characters first, as text from paper or from other encodings than Unicode needs it (NFC)"""
    encode_ascii: bool | _Each
    """Encode space, quotes, brackets and other ASCII that no IRI has, instead of refusing it"""

@type_check_only
class CompareOptions(StandardGroup[_Each], total=False):
    base: Text | _Each | None
    """Resolve relative references against this first"""
    level: Literal["simple", "case", "percent", "path", "syntax", "scheme", "protocol", "url"] | _Each | None
    """Compare up to this level: what is equal at a higher one counts as different. 'simple' compares the texts as they are, as OAuth compares redirect URIs"""
    loopback_port: bool | _Each
    """Let the port of an http URI with the host 127.0.0.1 or [::1] be any, as in a redirect to a native app (RFC 8252 section 7.3)"""
    network: bool | _Each
    """Ignore fragments, which are not part of a request"""
    observed: Iterable[tuple[Text, Text]] | Mapping[str, Text] | _Each | None
    """A redirect that was observed, for the level 'protocol': it counts as equivalence if the two differ by a final slash only; may be repeated"""

@type_check_only
class EditionsOptions(TypedDict, Generic[_Each], total=False):
    base: Text | _Each | None
    """Resolve the input against this too"""
    all: bool | _Each
    """Show what is the same in all editions too, and the dated editions of the URL Standard"""

@type_check_only
class WitnessOptions(TypedDict, Generic[_Each], total=False):
    first: Required[Text | _Each]
    """One edition"""
    second: Required[Text | _Each]
    """The other, of the same kind"""
    part: Literal["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"] | _Each | None
    """Look only for strings in which this part differs"""
    length: Text | _Each | None
    """The longest strings to try: in bytes, 5 if not given; by the URL Standard in pieces behind the scheme, 4 if not given; a server tries 4 and 3"""
    limit: Text | _Each | None
    """How many to show of each kind"""

@type_check_only
class SchemesOptions(TypedDict, Generic[_Each], total=False):
    name: Text | Iterable[Text] | _Each | None
    """Schemes to list; lists all if none are given"""
    edition: Literal["rfc1630", "rfc1738"] | _Each | None
    """The schemes of this edition, by its own document"""

@type_check_only
class ComposeOptions(StandardGroup[_Each], total=False):
    scheme: Required[Text | _Each]
    """The scheme, or a namespace such as urn:isbn"""
    field: Iterable[tuple[Text, Text]] | Mapping[str, Text] | _Each | None
    """A field of the scheme, and its value; may be repeated"""

@type_check_only
class PlanOptions(StandardGroup[_Each], total=False):
    email: Text | _Each | None
    """The user's e-mail address, the password of anonymous FTP"""
    news_server: Text | _Each | None
    """The host that news is read from"""
    proxy: Text | _Each | None
    """Hand whole URIs of any scheme to this HTTP proxy"""
    gateway: Text | Iterable[Text] | Mapping[str, str] | _Each | None
    """Hand whole URIs of a scheme to this HTTP gateway, such as 'wais=http://gate.example:8001/'; may be repeated, and goes before ``proxy``"""
    allow: Literal["foreign-port", "control-octets"] | Iterable[Literal["foreign-port", "control-octets"]] | _Each | None
    """Allow what is refused by default; may be repeated"""

@type_check_only
class ExtractOptions(StandardGroup[_Each], total=False):
    scheme: Text | Iterable[Text] | _Each | None
    """Find only URIs with these schemes, such as 'http,https'"""
    host: Text | Iterable[Text] | _Each | None
    """Find only URIs with this host, in which '*' is any text, such as '*.example.com'; may be repeated"""
    any_scheme: bool | _Each
    """Take any word before a colon as a scheme, not only registered ones"""
    suffix: bool | _Each
    """Also find host names without a scheme, such as 'www.example.com', and mail addresses, and complete them by guessing"""
    defanged: bool | _Each
    """Also find defanged URIs, with 'hxxps' for 'https' and '[.]' for a dot"""
    escaped: bool | _Each
    """Also find escaped URIs, as strings of JSON and scripts have them: 'https:\\/\\/example.com\\/'; always on in files whose name ends with .json, .jsonl, .ndjson, .geojson, .har or .ipynb"""
    percent_encoded: bool | _Each
    """Also find URIs that are percent-encoded as a whole, such as 'https%3A%2F%2Fexample.com%2F', but not inside another URI"""
    wrapped: bool | _Each
    """Join URIs that go on in the next line without brackets or quotes, as in the text of PDF files; a hyphen before the break has both readings. Without it, a note tells where one may go on"""
    longest: Text | _Each | None
    """The longest URI to look for, in bytes; bounds memory"""

@type_check_only
class LinksOptions(DocumentGroup[_Each], EditionGroup[_Each], total=False):
    also: Text | Iterable[Text] | _Each | None
    """Also find references that are not links: 'lazy' for attributes from which scripts load, 'meta' for Open Graph and its like, 'microdata', 'rdfa', 'options' for values that are URLs; or 'all'"""
    unread: bool | _Each
    """Also list documents that are not read since they hold no links by their type, such as pictures in an archive"""
    same_site: Text | bool | _Each | None
    """Only list links to the same site as the document, or as a URI: to hosts with the same registrable domain; below a private suffix such as github.io, to hosts of the same user. A broken link is listed with its error"""
    other_site: Text | bool | _Each | None
    """Only list links to other sites than the document's, or than a URI's: those with a host that ``same_site`` leaves out. A broken link is listed with its error"""

@type_check_only
class RewriteOptions(DocumentGroup[_Each], EditionGroup[_Each], total=False):
    from_: Text | _Each | None
    """The prefix to move from, which ends where a segment of a path ends; in pages, as browsers read it"""
    to: Text | _Each | None
    """The prefix to move to"""
    map: Text | Iterable[str] | _Each | None
    """Move single URIs: a line has the old URI and the new one, with white space between; the fragment of a reference stays; the text of the file, or its lines"""
    resolved: bool | _Each
    """Also move relative references that lead to what moves: they become absolute"""
    with_base: bool | _Each
    """Also change what declares a base: the base element of pages, xml:base, and @base of Turtle"""
    relative: bool | _Each
    """Make absolute references relative to the base, where it has their authority"""
    absolute: bool | _Each
    """Make relative references absolute, but not those into the document itself"""
    as_: Literal["uri", "iri"] | _Each | None
    """Write references as URIs or as IRIs"""
    if_scheme: Text | Iterable[Text] | _Each | None
    """Make the changes of 'set' only in references with this scheme; may be repeated"""
    if_host: Text | Iterable[Text] | _Each | None
    """Make the changes of 'set' only in references with this host, in which '*' is any text; may be repeated"""
    scheme: Text | _Each | None
    """Replace the scheme; needs ``if_host`` or ``if_scheme``"""
    strip_tracking: bool | _Each
    """Remove the pairs of queries whose key is a known tracking parameter, such as utm_source and fbclid"""
    remove_pair: Text | Iterable[Text] | _Each | None
    """Remove the pairs of queries that have this key: data, in which '*' is any text; may be repeated"""
    keep_pair: Text | Iterable[Text] | _Each | None
    """Remove all pairs of queries but those with this key, in which '*' is any text; may be repeated"""
    set_pair: Text | Iterable[Text] | Mapping[str, str] | _Each | None
    """Give a key of queries this value, and remove its other pairs: data, which is encoded; needs ``if_host`` or ``if_scheme``; may be repeated"""
    again: bool | _Each
    """Make changes too whose results would change again if the result were rewritten"""
    also: Text | Iterable[Text] | _Each | None
    """Also change references that are not links: 'lazy', 'meta', 'microdata', 'rdfa', 'options', as 'links' finds them; or 'all'"""

@type_check_only
class BaseOptions(DocumentGroup[_Each], EditionGroup[_Each], total=False):
    resolve: Text | _Each | None
    """A reference to resolve against the base of each document"""

@type_check_only
class GlanceOptions(StandardGroup[_Each], total=False):
    names: Text | Iterable[str] | _Each | None
    """Further domains that hosts may imitate, one a line, such as your own: 'paypal.com' in front of another domain and 'paypa1' are dangerous. The brands that phishing imitates most are known without it; the text of the file, or its lines"""

@type_check_only
class AuditOptions(PolicyGroup[_Each], StandardGroup[_Each], total=False):
    hosts: bool | _Each
    """Show only inputs on which common readers disagree, and which host each would contact: whatwg is what browsers do, libcurl what curl does, and 'napkin glance' says it in a sentence; in JSON the hosts are null for other inputs"""
    all: bool | _Each
    """With ``hosts``, also show inputs on which all readers agree"""
    only: Text | Iterable[Text] | _Each | None
    """Report only what this rule finds, such as 'text-names-other-host'; may be repeated"""

@type_check_only
class AllowOptions(PolicyGroup[_Each], StandardGroup[_Each], total=False):
    host: Text | Iterable[Text] | _Each | None
    """Allow a host: a name, '*.' and a name for all below it, or an address; with ':' and a port at that port alone, with ':*' a loopback address at any port, else at the scheme's default port and those of the policy; may be repeated"""
    hosts: Text | Iterable[str] | _Each | None
    """Allow the hosts of a file, one a line as in ``host``; the text of the file, or its lines"""
    public: bool | _Each
    """Allow any public host: a name below a public suffix, or a global unicast address"""
    same_site: Text | Iterable[Text] | _Each | None
    """Allow the hosts of the same site as a URI: those with the same registrable domain; below a private suffix such as github.io, those of the same user; the host alone, if it is an address or has no registrable domain; may be repeated"""
    scheme: Text | Iterable[Text] | _Each | None
    """Allow only this scheme of http, https, ws and wss, or of those of the policy; may be repeated. Without it, http and https are allowed, or those of the policy"""
    base: Text | _Each | None
    """Judge relative references too, such as a Location: by their targets against this URI"""
    readers: Literal["common", "all"] | _Each | None
    """Ask the readers of rare programs too, some of which look for a host behind the server: '@' and '://' there are percent-encoded then"""

@type_check_only
class RobotsOptions(StandardGroup[_Each], total=False):
    robots: Required[Text | _Each]
    """The robots.txt; 500 KiB of it are read; the text of the file, or its lines"""
    agent: Required[Text | _Each]
    """The name of the crawler, by which it finds its groups: letters, '-' and '_', such as Googlebot; '*' for one that no group names"""

@type_check_only
class EncodeOptions(StandardGroup[_Each], total=False):
    keep: Text | _Each | None
    """Characters to keep as they are, such as '/' in a path"""
    set: Literal["component", "userinfo", "path", "query", "special-query", "fragment", "form", "c0"] | _Each | None
    """By edition whatwg, the percent-encode set: which characters are encoded; 'component' if not given"""
    uri: bool | _Each
    """Encode whole URIs: every character that may be encoded without changing the meaning, except letters, digits, the host and the characters of ``keep``"""
    part: Literal["userinfo", "host", "path", "query", "fragment"] | _Each | None
    """Encode for one part: by RFC 3987 each has its own non-ASCII characters"""
    raw: bool | _Each
    """Encode the octets as they are, without converting them to the character set of the edition"""

@type_check_only
class DecodeOptions(StandardGroup[_Each], total=False):
    form: bool | _Each
    """Decode '+' as a space, as in queries of HTML forms and of RFC 1630"""
    uri: bool | _Each
    """Decode whole URIs: only triplets that mean the same when raw, and no reserved character"""
    raw: bool | _Each
    """Print the octets as they are, control characters too; on a terminal they are escaped"""

@type_check_only
class TypedOptions(StandardGroup[_Each], total=False):
    suffix: bool | _Each
    """Complete what has no scheme, such as 'www.example.com'"""
    base: Text | _Each | None
    """With ``suffix``, the base URI of the place where it was typed; text without a scheme is then a relative reference, and is not completed"""
    blanks: Literal["encode", "drop"] | _Each | None
    """What becomes of blanks inside: 'drop' takes them for breaks of a long line, as the appendix of the edition does"""
    file_path: bool | _Each
    """Read the whole input as the absolute path of a file, and make a file URI of it: of Unix if it begins with a slash, otherwise of Windows or VMS"""

@type_check_only
class CleanOptions(TypedDict, Generic[_Each], total=False):
    no_guess: bool | _Each
    """Refuse guesses: a line of which a URI can only be guessed is an error"""

@type_check_only
class WrapOptions(StandardGroup[_Each], total=False):
    width: Text | _Each | None
    """Break lines that would be longer than this"""

@type_check_only
class ExpandOptions(TypedDict, Generic[_Each], total=False):
    template: Required[Text | _Each]
    """The template, such as '/search{?q,page}'"""
    vars: Text | Iterable[str] | _Each | None
    """The values of variables that the input does not have: a JSON object; the text of the file, or its lines"""
    partial: bool | _Each
    """Expand only the variables that have values; the result is a template"""
    iri: bool | _Each
    """Expand to an IRI: non-ASCII characters stay as they are"""

@type_check_only
class UnexpandOptions(TypedDict, Generic[_Each], total=False):
    template: Required[Text | _Each]
    """The template, such as '/search{?q,page}'"""
    iri: bool | _Each
    """Take inputs as IRIs: non-ASCII characters stand as they are"""

def parse(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[ParseOptions[Never]]) -> dict[str, Any]:
    """Take URIs and relative references apart.

    Shows the parts as they are written. Undefined parts are left out (null in JSON); empty parts are shown as empty. If the edition has its own name for a part, that name follows.
    """

def check(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[CheckOptions[Never]]) -> Verdict:
    """Say which inputs are valid, and what is wrong with the others.

    'repair' lists all that may be meant by an input, and 'clean' writes one of it.

    The answer is a ``dict`` whose truth is the verdict: ``bool(answer)`` is ``True`` if the input is valid by all that was asked (``valid``).
    """

def get(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[GetOptions[Never]]) -> dict[str, Any]:
    """Print single parts.

    The parts of an input are printed in one line, with tabs between; ``format`` prints another line. A part that is undefined is empty there, or the text of ``undefined``; in JSON it is null. Control characters are printed as '\\u{a}', and a backslash as '\\\\', so that each line is one input. Lists such as 'segments' are printed with a blank between two values; a blank inside a value is then '\\u{20}', and a value that is empty is '\\u{}'.

    An input that is not valid gives an empty line, unless 'redacted' is asked for. With ``format``, and in CSV, its parts are undefined, except 'input', 'error', 'redacted' and those of 'key:PROFILE': a program makes its key of any text.
    """

def resolve(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[ResolveOptions[Never]]) -> dict[str, Any]:
    """Resolve references against a base.

    In some editions a reference can mean the current document; the result then says so instead of a URI.
    """

def relativize(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[RelativizeOptions[Never]]) -> dict[str, Any]:
    """Find the shortest reference that resolves to a URI.

    Each reference is checked by resolving it. If no reference is shorter, or none has the form that ``form`` names, the result is the URI itself.
    """

def normalize(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[NormalizeOptions[Never]]) -> dict[str, Any]:
    """Bring URIs into normal form.

    What has the same normal form is the same URI. The level says how much is rewritten; what the edition does not state is left out. The path '/a/./b%7e' of 'HTTP://H:80' becomes '/a/b~' at level 'syntax', and the port is removed at level 'scheme'. By the URL Standard the normal form is what a browser makes of the input.
    """

def key(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[KeyOptions[Never]]) -> dict[str, Any]:
    """Make keys by which archives and crawlers find URLs.

    URLs that have the same key are the same page to the program of the profile. 'resource', 'host-sorted' and 'url' are normal forms, so only valid inputs have such a key. The other profiles make their keys of any text, exactly as their programs do. docs/keys.md says how to write a profile of your own.
    """

def set(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[SetOptions[Never]]) -> dict[str, Any]:
    """Change parts and parameters of the query.

    Whatever the order of the options, the changes are made in this order: ``remove``, ``scheme``, ``authority``, ``host``, ``userinfo``, ``username``, ``password``, ``port``, ``path``, ``pop_segment``, ``push_segment``, ``query``, ``pairs_json``, ``remove_pair``, ``keep_pair``, ``strip_tracking``, ``set_pair``, ``append_pair``, ``dedupe``, ``sort_query``, ``fragment``. Pairs that are not changed keep their order and their spelling. If a change cannot be made, the input counts as invalid. If only pairs are changed, they are changed in a text too whose query or fragment has an invalid character, such as the [ of ?a[]=1; a note says what is still invalid. By the URL Standard changes are made as the setters of its API make them: one that refuses a value ignores it, and a note says so.
    """

def map(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[MapOptions[Never]]) -> dict[str, Any]:
    """Map IRIs to URIs, or convert URIs to IRIs.

    For valid IRIs, as RFC 3987 maps them; 'clean' takes other text too, and writes hosts as browsers do.

    By RFC 3987. In a URI, each non-ASCII character is written as the percent-encoded octets of its UTF-8, and a domain name with xn--, as resolvers need it; all else stays. In an IRI, percent-encoded octets become characters if they are UTF-8 and the characters are allowed and visible: spaces, invisible characters and bidirectional controls stay encoded. Relative references are mapped too.

    Back to a text for people: ``to`` iri with ``host`` idna, which gives http://bücher.example/ü.

    With ``to`` as 'ascii', the input is read as java.net.URI reads it, and the answer is what its method toASCIIString gives. That method composes characters across delimiters, so its answer may not be a URI.
    """

def compare(a: Text, b: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[CompareOptions[Never]]) -> Verdict:
    """Say whether two URIs are equivalent, and in which parts they differ.

    The answer is the lowest level of normalization at which the two are equal: 'simple' if they are the same text, else 'case', 'percent', 'path', 'syntax', 'scheme' or 'protocol' (RFC 3986 section 6.2); by the URL Standard 'simple' or 'url'. If there is none, or none up to ``level``, prints the parts in which their normal forms differ. Relative references are compared by their own normal form, which needs no base.

    The answer is a ``dict`` whose truth is the verdict: ``bool(answer)`` is ``True`` if the two are equivalent at a level (``equivalent_at``).
    """

def editions(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[EditionsOptions[Never]]) -> dict[str, Any]:
    """Compare what the editions of the URI syntax make of an input.

    Shows a table with a column for each edition, oldest first, and a row for each thing in which they differ; then what differs from the newest edition, in words, and by which rule. RFC 3987 adds to RFC 3986, and java varies RFC 2396: they have a column where they answer otherwise. The last column, whatwg, is the newest edition of the URL Standard, which browsers follow. An input counts as invalid if it is valid in no edition of the URI syntax.

    With ``all``, a second table has the dated editions of the URL Standard, if any of them takes the input. Neighbours that answer alike share a column.
    """

def witness(**options: Unpack[WitnessOptions[Never]]) -> list[dict[str, Any]]:
    """Find the shortest strings on which two editions differ.

    For each way in which they differ (which one accepts a string, what they read as each part, what it means against the base of the standards' examples) the shortest strings that show it. The search tries every string up to the length, over one character of each kind that the two tell apart, and says how far it went. Two editions of the URI syntax can be compared, or two of the URL Standard.
    """

def schemes(**options: Unpack[SchemesOptions[Never]]) -> list[dict[str, Any]]:
    """List the registered schemes, or describe some of them.

    Without a name, lists every scheme of IANA's registry and every other one that napkin knows, one a line. With names, adds the grammar and an example of each. A name that is not registered is reported as such. With ``edition``, lists the schemes of a document of 1994, which was a registry itself, with their class and section.
    """

def describe(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[StandardGroup[Never]]) -> dict[str, Any]:
    """Say what URIs mean to their scheme.

    Shows the fields of the scheme, decoded once after splitting: UTF-8, or percent-encoded octets. An unknown scheme is reported as unknown and is not an error.
    """

def compose(**options: Unpack[ComposeOptions[Never]]) -> dict[str, Any]:
    """Compose the URI of a scheme from its fields.

    The fields have the names that a description of a URI of the scheme shows. Each value is data and is encoded for its place. A field that is a list is given once for each value, a pair as NAME=VALUE. What a description shows as it is written, such as the path of http, keeps its escapes. For an unknown field, the message lists the fields of the scheme.

    The URI is described again, and is refused unless it says what was given.
    """

def plan(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[PlanOptions[Never]]) -> dict[str, Any]:
    """Say step by step what a client does to follow URIs.

    No connection is made: the steps are only listed. A URI that would put CR, LF or NUL into a protocol, or that names the port of another protocol, is refused.
    """

def extract(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[ExtractOptions[Never]]) -> list[dict[str, Any]]:
    """Find URIs in text."""

def links(document: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[LinksOptions[Never]]) -> list[dict[str, Any]]:
    """List the links of documents, resolved.

    In HTML, XML, CSS, Turtle, Markdown, plain text, messages, mailboxes, HTTP responses and web archives: each reference with its place, its base and its target. A reference that cannot be resolved is listed with the error, and the listing goes on. Targets in HTML and CSS are what a browser requests, except in messages, which go by RFC 3986.
    """

def rewrite(document: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[RewriteOptions[Never]]) -> list[dict[str, Any]]:
    """Change the URIs of documents, and not one other byte.

    In HTML, XML, CSS, Turtle, N-Triples, N-Quads, Markdown, plain text and JSON: the references that 'links' lists, each written as its place needs it. What is not changed keeps its spelling. Changes are made in this order: ``from_`` and ``map``; the changes of 'set'; ``as_``; ``relative`` or ``absolute``. The result is read again: it has the same links in the same order. A change that cannot be made at its place is named, and the reference is left as it is. Mail, archives, HTTP messages and compressed documents are refused.
    """

def base(document: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[BaseOptions[Never]]) -> list[dict[str, Any]]:
    """Establish the base of documents.

    From four layers, of which the innermost that yields a base wins: the content, what encloses it, how it was retrieved, a default. A message or an archive gives one result for each document in it.
    """

def glance(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[GlanceOptions[Never]]) -> dict[str, Any]:
    """Say where URIs lead, and whether that is dangerous.

    Says in a sentence each which host browsers, curl and other programs go to, whether a danger was found, whether the input is valid, and what was probably meant. Nothing is looked up or fetched: 'No danger found' is about the text of the URI alone.
    """

def audit(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[AuditOptions[Never]]) -> dict[str, Any]:
    """Report what is wrong or dangerous in inputs, where, and why.

    Takes anything, valid or not. The places are underlined, each part in its own colour. docs/audit.md describes every rule.
    """

def allow(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[AllowOptions[Never]]) -> Verdict:
    """Say which URI to hand on for an input, by a list of hosts.

    The input is read once, the URI is made that all programs read alike, and that one is judged: it is allowed if its host is in the list with the port, every common program contacts that host, and an audit finds no warning or error about the server. Hand on that URI, never the input, unless both are the same (the key 'as_is').

    The input is read by RFC 3986, with the characters percent-encoded that a URI excludes, and by the newest URL Standard, as browsers read it. If both accept it, both have to name one server; otherwise it is refused, and both readings are told. 'edition' takes one standard alone. An input with a userinfo or a percent-encoded host is refused. The URI to hand on has the scheme and the host in lowercase, letters as xn--, no dot segments, and a slash behind the server; behind that it keeps every byte but those that a URI excludes.

    Both http and https are allowed; ``scheme`` with https allows https alone, with wss that alone. Only the text is judged. Do not follow redirects automatically: judge each new location, with the URI that was asked as ``base``. Look at the addresses that a name resolves to, and connect to the one that was judged. For URIs that a server fetches take ``public`` and ``preset`` ssrf, for links that people follow ``preset`` web, for a redirect after a login ``base``.

    The answer is a ``dict`` whose truth is the verdict: ``bool(answer)`` is ``True`` if the input is allowed and may be handed on itself (``allowed`` and ``as_is``).
    """

def repair(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[StandardGroup[Never]]) -> dict[str, Any]:
    """List every way to mend a URI, the likeliest first.

    'clean' writes the first of them for each line of a list.

    Of an input that is invalid, or valid with a slip such as `htp://h/`. `kept` means that the mended URI surely names the same thing: only characters behind the host were percent-encoded. Scheme and authority stay, path, query and fragment decode to the same data, and no reader that napkin knows contacts another host. docs/audit.md lists the inputs for which that is certain. `as-browsers` means that browsers read the input as the mended URI. `guessed` means everything else: text was removed, a delimiter or a name was guessed, or programs may differ. An invalid input makes the exit status 1, mended or not.
    """

def robots(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[RobotsOptions[Never]]) -> Verdict:
    """Say whether a robots.txt allows a crawler to access URIs, and by which line.

    By the Robots Exclusion Protocol (RFC 9309): the rules count of all groups of the crawler's name, and of those for '*' only if no group names it; of the rules that match the path with its query, the longest one, and of two as long the one that allows. Without a rule that matches, access is allowed. The file is that of the service which the URI names: scheme, host and port are not compared.

    The answer is a ``dict`` whose truth is the verdict: ``bool(answer)`` is ``True`` if the crawler may access the input (``allowed``).
    """

def encode(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[EncodeOptions[Never]]) -> dict[str, Any]:
    """Percent-encode data for use in a URI.

    For data, and for valid URIs; 'repair' and 'clean' encode what is wrong in a URI.

    Takes the data of one part: every octet that is not an unreserved character of the edition is encoded, so that the result can stand in any part. Data may be any bytes; by RFC 1630 text is encoded as ISO Latin-1. By the URL Standard (edition whatwg), the characters of one of its percent-encode sets are encoded, which ``set`` chooses.

    With ``uri`` the input is a whole URI: what may be encoded without another meaning is encoded, and decoding with ``uri`` is the way back.
    """

def decode(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[DecodeOptions[Never]]) -> dict[str, Any]:
    """Decode percent-encoded text.

    Takes the text of one part: split a URI before decoding, since what is decoded can look like a delimiter. Control characters are printed as '\\u{a}', and a backslash as '\\\\'.
    """

def typed(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[TypedOptions[Never]]) -> dict[str, Any]:
    """Read references and file paths as people type them.

    For a field in which people type; 'clean' reads lists of all kinds, and mends what is invalid.

    Removes white space, brackets or quotes around them, the prefix 'URL:', and the white space of line breaks; between brackets or quotes all white space. Any other blank is written as %20, and a note says so and gives the reading without it. A Windows path, such as C:\\dir\\file or \\\\server\\share\\file, becomes a file URI, and so does a path of VMS, such as DISK$USER:[MY.NOTES]NOTE.TXT. With ``suffix`` a host name without a scheme is completed by guessing, and a note names the guess. By the URL Standard, the result is what an address bar opens.
    """

def clean(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[CleanOptions[Never]]) -> dict[str, Any]:
    """Clean a messy list: one URI a line.

    'repair' lists all that may be meant by an input, and 'typed' reads one text as a field for a URI does.

    Reads each line as people write lists: with a bullet or a number before the URI, with quotes, brackets or punctuation around it, with other text on the line, without a scheme ('www.example.com'), defanged ('hxxp://a[.]example'), as a Windows path, or with blanks and other characters that have to be percent-encoded. Each URI is the first that 'repair' lists. A note tells every guess, such as a scheme that was added, and words that are left out. What has one meaning has no note: brackets and quotes, percent-encoding, xn--. Blank lines are left out of text, and a line that cannot be read is an error.
    """

def wrap(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[WrapOptions[Never]]) -> dict[str, Any]:
    """Write URIs for use in text.

    For valid URIs; 'clean' makes one of other text.

    Puts around a URI what the edition recommends: '<' and '>', with 'URL:' in RFC 1738 and RFC 1808; 'url:' before it in RFC 1630. With ``width`` a long URI is broken into lines, never after a hyphen; RFC 1630 has no line breaks. 'extract' finds each URI again as it was.
    """

def expand(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[ExpandOptions[Never]]) -> dict[str, Any]:
    """Expand URI templates (RFC 6570).

    The input is a JSON object: the values of the variables, each a text, a number, a list or an object; null is undefined. In '/users/{id}{?page}' a value is encoded for its place; '{+path}' keeps its delimiters. The result is a URI-reference, or the error says which piece of the template makes it none.
    """

def unexpand(text: Text, /, *, errors: Literal["strict", "replace"] = "strict", **options: Unpack[UnexpandOptions[Never]]) -> dict[str, Any]:
    """Read the variables of a URI template back from URIs.

    Finds the values with which the template expands to the input, byte for byte. If there is more than one way, the input is ambiguous, and the error has two of them. With the columns of a table, each variable has one.
    """
