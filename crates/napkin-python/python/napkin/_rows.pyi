"""The types of the functions of ``napkin.columns`` that are made of lists. ``tests/test_stub.py`` writes this file."""

from typing import Literal
from typing_extensions import Unpack

from napkin._napkin import Column
from napkin._texts import Each, Texts
from napkin.questions import AllowOptions, BaseOptions, CheckOptions, CleanOptions, CompareOptions, DecodeOptions, EditionsOptions, EncodeOptions, ExpandOptions, ExtractOptions, GetOptions, GlanceOptions, LinksOptions, PlanOptions, RelativizeOptions, RewriteOptions, RobotsOptions, SetOptions, StandardGroup, TypedOptions, UnexpandOptions, WrapOptions

__all__ = ["kind", "scheme", "authority", "userinfo", "user", "password", "host", "host_kind", "port_text", "path", "segments", "path_params", "query", "fragment", "ssp", "path_kind", "form", "authority_form", "ref_kind", "default_port", "port_or_default", "origin", "public_suffix", "private_suffix", "subdomain", "site", "redacted", "check", "get", "relativize", "compare", "editions", "describe", "plan", "extract", "links", "rewrite", "base", "glance", "allow", "repair", "robots", "encode", "decode", "typed", "clean", "wrap", "expand", "unexpand"]

Level = Literal["simple", "case", "percent", "path", "syntax", "scheme", "protocol"]

Profile = Literal["simple", "case", "percent", "path", "syntax", "scheme", "protocol", "resource", "url", "host-sorted", "surt", "urlcanon-semantic", "urlcanon-google", "w3lib", "scrapy", "normalize-url", "webarchive-commons", "surt-ia", "commoncrawl"]

Preset = Literal["web", "ssrf", "linked-data", "archive"]

def kind(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """Whether there is a scheme: uri or relative-ref.

    A column of texts.
    """

def scheme(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The scheme, in lowercase where the edition reports it so.

    A column of texts.
    """

def authority(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The text between // and the path.

    A column of texts.
    """

def userinfo(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The text before the @ of the authority.

    A column of texts.
    """

def user(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The userinfo up to its first colon.

    A column of texts.
    """

def password(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The userinfo after its first colon.

    A column of texts.
    """

def host(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The host as it is written, with the brackets of an IP literal; empty in file:///.

    A column of texts.
    """

def host_kind(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """What the host is: reg-name, ipv4, ipv6 or ipvfuture; by the URL Standard domain, ipv4, ipv6, opaque or empty.

    A column of texts.
    """

def port_text(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The port as it is written, which may be empty.

    A column of texts.
    """

def path(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The path, which may be empty.

    A column of texts.
    """

def segments(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The segments of the path as they are written; none of the empty path.

    A column of lists of texts.
    """

def path_params(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The parameters behind the path, in editions that have them as a component.

    A column of texts.
    """

def query(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The query without its ?; empty if nothing follows that.

    A column of texts.
    """

def fragment(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The fragment without its #; empty if nothing follows that.

    A column of texts.
    """

def ssp(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The text between the colon of the scheme and the fragment, in editions that have it as a component.

    A column of texts.
    """

def path_kind(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The rule of the path (RFC 3986), such as path-abempty.

    A column of texts.
    """

def form(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The edition's name for the form of the whole: generic, hierarchical, opaque or relative.

    A column of texts.
    """

def authority_form(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """Whether the authority is a server or a registry name, in editions that distinguish them.

    A column of texts.
    """

def ref_kind(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """What a relative reference begins with: network-path, absolute-path or relative-path; absolute with a scheme.

    A column of texts.
    """

def default_port(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The default port of the scheme.

    A column of numbers.
    """

def port_or_default(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The port as a number; if there is none, the default port of the scheme.

    A column of numbers.
    """

def origin(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """Scheme, host and port in lowercase (RFC 6454), without the default port.

    A column of texts.
    """

def public_suffix(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The public suffix of the host, under which a registry registers domains, such as co.uk.

    A column of texts.
    """

def private_suffix(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The suffix of the host under which the owner of a domain gives names to users, such as github.io.

    A column of texts.
    """

def subdomain(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The labels of the host before its registrable domain; empty if the host is the domain.

    A column of texts.
    """

def site(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The site of the host, to group by: its registrable domain, below a private suffix the domain of each user, else the host; in lowercase ASCII.

    A column of texts.
    """

def redacted(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The whole, valid or not, with *** in place of passwords, keys and tokens.

    A column of texts.
    """

def check(texts: Texts, /, *, key: Literal["errors", "href", "mends", "more_errors", "note", "origin", "rewritten", "valid", "validation", "error"] | None = None, threads: int | None = None, **options: Unpack[CheckOptions[Each]]) -> Column:
    """Say which inputs are valid, and what is wrong with the others.

    'repair' lists all that may be meant by an input, and 'clean' writes one of it.

    Each answer is the JSON of ``questions.check``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def get(texts: Texts, /, *, key: Literal["text", "error"] | None = None, threads: int | None = None, **options: Unpack[GetOptions[Each]]) -> Column:
    """Print single parts.

    The parts of an input are printed in one line, with tabs between; ``format`` prints another line. A part that is undefined is empty there, or the text of ``undefined``; in JSON it is null. Control characters are printed as '\\u{a}', and a backslash as '\\\\', so that each line is one input. Lists such as 'segments' are printed with a blank between two values; a blank inside a value is then '\\u{20}', and a value that is empty is '\\u{}'.

    An input that is not valid gives an empty line, unless 'redacted' is asked for. With ``format``, and in CSV, its parts are undefined, except 'input', 'error', 'redacted' and those of 'key:PROFILE': a program makes its key of any text.

    Each answer is the JSON of ``questions.get``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def relativize(texts: Texts, /, *, key: Literal["base", "components", "note", "reference", "error"] | None = None, threads: int | None = None, **options: Unpack[RelativizeOptions[Each]]) -> Column:
    """Find the shortest reference that resolves to a URI.

    Each reference is checked by resolving it. If no reference is shorter, or none has the form that ``form`` names, the result is the URI itself.

    Each answer is the JSON of ``questions.relativize``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def compare(texts: Texts, others: Texts, /, *, key: Literal["a", "b", "differences", "encoded", "equivalent_at", "order", "error"] | None = None, threads: int | None = None, **options: Unpack[CompareOptions[Each]]) -> Column:
    """Say whether two URIs are equivalent, and in which parts they differ.

    The answer is the lowest level of normalization at which the two are equal: 'simple' if they are the same text, else 'case', 'percent', 'path', 'syntax', 'scheme' or 'protocol' (RFC 3986 section 6.2); by the URL Standard 'simple' or 'url'. If there is none, or none up to ``level``, prints the parts in which their normal forms differ. Relative references are compared by their own normal form, which needs no base.

    Each answer is the JSON of ``questions.compare``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def editions(texts: Texts, /, *, key: Literal["differences", "editions", "error"] | None = None, threads: int | None = None, **options: Unpack[EditionsOptions[Each]]) -> Column:
    """Compare what the editions of the URI syntax make of an input.

    Shows a table with a column for each edition, oldest first, and a row for each thing in which they differ; then what differs from the newest edition, in words, and by which rule. RFC 3987 adds to RFC 3986, and java varies RFC 2396: they have a column where they answer otherwise. The last column, whatwg, is the newest edition of the URL Standard, which browsers follow. An input counts as invalid if it is valid in no edition of the URI syntax.

    With ``all``, a second table has the dated editions of the URL Standard, if any of them takes the input. Neighbours that answer alike share a column.

    Each answer is the JSON of ``questions.editions``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def describe(texts: Texts, /, *, key: Literal["default_port", "default_port_document", "document", "registered", "scheme", "scheme_fields", "status", "title", "error"] | None = None, threads: int | None = None, **options: Unpack[StandardGroup[Each]]) -> Column:
    """Say what URIs mean to their scheme.

    Shows the fields of the scheme, decoded once after splitting: UTF-8, or percent-encoded octets. An unknown scheme is reported as unknown and is not an error.

    Each answer is the JSON of ``questions.describe``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def plan(texts: Texts, /, *, key: Literal["plan", "error"] | None = None, threads: int | None = None, **options: Unpack[PlanOptions[Each]]) -> Column:
    """Say step by step what a client does to follow URIs.

    No connection is made: the steps are only listed. A URI that would put CR, LF or NUL into a protocol, or that names the port of another protocol, is refused.

    Each answer is the JSON of ``questions.plan``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def extract(texts: Texts, /, *, threads: int | None = None, **options: Unpack[ExtractOptions[Each]]) -> Column:
    """Find URIs in text.

    Each answer is the JSON of ``questions.extract``.
    """

def links(texts: Texts, /, *, threads: int | None = None, **options: Unpack[LinksOptions[Each]]) -> Column:
    """List the links of documents, resolved.

    In HTML, XML, CSS, Turtle, Markdown, plain text, messages, mailboxes, HTTP responses and web archives: each reference with its place, its base and its target. A reference that cannot be resolved is listed with the error, and the listing goes on. Targets in HTML and CSS are what a browser requests, except in messages, which go by RFC 3986.

    Each answer is the JSON of ``questions.links``.
    """

def rewrite(texts: Texts, /, *, threads: int | None = None, **options: Unpack[RewriteOptions[Each]]) -> Column:
    """Change the URIs of documents, and not one other byte.

    In HTML, XML, CSS, Turtle, N-Triples, N-Quads, Markdown, plain text and JSON: the references that 'links' lists, each written as its place needs it. What is not changed keeps its spelling. Changes are made in this order: ``from_`` and ``map``; the changes of 'set'; ``as_``; ``relative`` or ``absolute``. The result is read again: it has the same links in the same order. A change that cannot be made at its place is named, and the reference is left as it is. Mail, archives, HTTP messages and compressed documents are refused.

    Each answer is the JSON of ``questions.rewrite``.
    """

def base(texts: Texts, /, *, threads: int | None = None, **options: Unpack[BaseOptions[Each]]) -> Column:
    """Establish the base of documents.

    From four layers, of which the innermost that yields a base wins: the content, what encloses it, how it was retrieved, a default. A message or an archive gives one result for each document in it.

    Each answer is the JSON of ``questions.base``.
    """

def glance(texts: Texts, /, *, key: Literal["danger", "host", "imitated", "inside", "lead", "leads_to", "meant", "mends", "port", "repaired", "rule", "safety", "signed", "valid", "validity", "error"] | None = None, threads: int | None = None, **options: Unpack[GlanceOptions[Each]]) -> Column:
    """Say where URIs lead, and whether that is dangerous.

    Says in a sentence each which host browsers, curl and other programs go to, whether a danger was found, whether the input is valid, and what was probably meant. Nothing is looked up or fetched: 'No danger found' is about the text of the URI alone.

    Each answer is the JSON of ``questions.glance``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def allow(texts: Texts, /, *, key: Literal["allowed", "as_is", "hosts", "mends", "readings", "reason", "use", "warnings", "error"] | None = None, threads: int | None = None, **options: Unpack[AllowOptions[Each]]) -> Column:
    """Say which URI to hand on for an input, by a list of hosts.

    The input is read once, the URI is made that all programs read alike, and that one is judged: it is allowed if its host is in the list with the port, every common program contacts that host, and an audit finds no warning or error about the server. Hand on that URI, never the input, unless both are the same (the key 'as_is').

    The input is read by RFC 3986, with the characters percent-encoded that a URI excludes, and by the newest URL Standard, as browsers read it. If both accept it, both have to name one server; otherwise it is refused, and both readings are told. 'edition' takes one standard alone. An input with a userinfo or a percent-encoded host is refused. The URI to hand on has the scheme and the host in lowercase, letters as xn--, no dot segments, and a slash behind the server; behind that it keeps every byte but those that a URI excludes.

    Both http and https are allowed; ``scheme`` with https allows https alone, with wss that alone. Only the text is judged. Do not follow redirects automatically: judge each new location, with the URI that was asked as ``base``. Look at the addresses that a name resolves to, and connect to the one that was judged. For URIs that a server fetches take ``public`` and ``preset`` ssrf, for links that people follow ``preset`` web, for a redirect after a login ``base``.

    Each answer is the JSON of ``questions.allow``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def repair(texts: Texts, /, *, key: Literal["candidates", "mends", "valid", "error"] | None = None, threads: int | None = None, **options: Unpack[StandardGroup[Each]]) -> Column:
    """List every way to mend a URI, the likeliest first.

    'clean' writes the first of them for each line of a list.

    Of an input that is invalid, or valid with a slip such as `htp://h/`. `kept` means that the mended URI surely names the same thing: only characters behind the host were percent-encoded. Scheme and authority stay, path, query and fragment decode to the same data, and no reader that napkin knows contacts another host. docs/audit.md lists the inputs for which that is certain. `as-browsers` means that browsers read the input as the mended URI. `guessed` means everything else: text was removed, a delimiter or a name was guessed, or programs may differ. An invalid input makes the exit status 1, mended or not.

    Each answer is the JSON of ``questions.repair``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def robots(texts: Texts, /, *, key: Literal["allowed", "cut_at", "group", "rule", "error"] | None = None, threads: int | None = None, **options: Unpack[RobotsOptions[Each]]) -> Column:
    """Say whether a robots.txt allows a crawler to access URIs, and by which line.

    By the Robots Exclusion Protocol (RFC 9309): the rules count of all groups of the crawler's name, and of those for '*' only if no group names it; of the rules that match the path with its query, the longest one, and of two as long the one that allows. Without a rule that matches, access is allowed. The file is that of the service which the URI names: scheme, host and port are not compared.

    Each answer is the JSON of ``questions.robots``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def encode(texts: Texts, /, *, key: Literal["output", "error"] | None = None, threads: int | None = None, **options: Unpack[EncodeOptions[Each]]) -> Column:
    """Percent-encode data for use in a URI.

    For data, and for valid URIs; 'repair' and 'clean' encode what is wrong in a URI.

    Takes the data of one part: every octet that is not an unreserved character of the edition is encoded, so that the result can stand in any part. Data may be any bytes; by RFC 1630 text is encoded as ISO Latin-1. By the URL Standard (edition whatwg), the characters of one of its percent-encode sets are encoded, which ``set`` chooses.

    With ``uri`` the input is a whole URI: what may be encoded without another meaning is encoded, and decoding with ``uri`` is the way back.

    Each answer is the JSON of ``questions.encode``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def decode(texts: Texts, /, *, key: Literal["output", "output_base64", "error"] | None = None, threads: int | None = None, **options: Unpack[DecodeOptions[Each]]) -> Column:
    """Decode percent-encoded text.

    Takes the text of one part: split a URI before decoding, since what is decoded can look like a delimiter. Control characters are printed as '\\u{a}', and a backslash as '\\\\'.

    Each answer is the JSON of ``questions.decode``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def typed(texts: Texts, /, *, key: Literal["heuristic", "mends", "note", "other", "uri", "error"] | None = None, threads: int | None = None, **options: Unpack[TypedOptions[Each]]) -> Column:
    """Read references and file paths as people type them.

    For a field in which people type; 'clean' reads lists of all kinds, and mends what is invalid.

    Removes white space, brackets or quotes around them, the prefix 'URL:', and the white space of line breaks; between brackets or quotes all white space. Any other blank is written as %20, and a note says so and gives the reading without it. A Windows path, such as C:\\dir\\file or \\\\server\\share\\file, becomes a file URI, and so does a path of VMS, such as DISK$USER:[MY.NOTES]NOTE.TXT. With ``suffix`` a host name without a scheme is completed by guessing, and a note names the guess. By the URL Standard, the result is what an address bar opens.

    Each answer is the JSON of ``questions.typed``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def clean(texts: Texts, /, *, key: Literal["cleaned", "mends", "note", "uris", "error"] | None = None, threads: int | None = None, **options: Unpack[CleanOptions[Each]]) -> Column:
    """Clean a messy list: one URI a line.

    'repair' lists all that may be meant by an input, and 'typed' reads one text as a field for a URI does.

    Reads each line as people write lists: with a bullet or a number before the URI, with quotes, brackets or punctuation around it, with other text on the line, without a scheme ('www.example.com'), defanged ('hxxp://a[.]example'), as a Windows path, or with blanks and other characters that have to be percent-encoded. Each URI is the first that 'repair' lists. A note tells every guess, such as a scheme that was added, and words that are left out. What has one meaning has no note: brackets and quotes, percent-encoding, xn--. Blank lines are left out of text, and a line that cannot be read is an error.

    Each answer is the JSON of ``questions.clean``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def wrap(texts: Texts, /, *, key: Literal["text", "error"] | None = None, threads: int | None = None, **options: Unpack[WrapOptions[Each]]) -> Column:
    """Write URIs for use in text.

    For valid URIs; 'clean' makes one of other text.

    Puts around a URI what the edition recommends: '<' and '>', with 'URL:' in RFC 1738 and RFC 1808; 'url:' before it in RFC 1630. With ``width`` a long URI is broken into lines, never after a hyphen; RFC 1630 has no line breaks. 'extract' finds each URI again as it was.

    Each answer is the JSON of ``questions.wrap``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def expand(texts: Texts, /, *, key: Literal["template", "uri", "error"] | None = None, threads: int | None = None, **options: Unpack[ExpandOptions[Each]]) -> Column:
    """Expand URI templates (RFC 6570).

    The input is a JSON object: the values of the variables, each a text, a number, a list or an object; null is undefined. In '/users/{id}{?page}' a value is encoded for its place; '{+path}' keeps its delimiters. The result is a URI-reference, or the error says which piece of the template makes it none.

    Each answer is the JSON of ``questions.expand``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def unexpand(texts: Texts, /, *, key: Literal["variables", "error"] | None = None, threads: int | None = None, **options: Unpack[UnexpandOptions[Each]]) -> Column:
    """Read the variables of a URI template back from URIs.

    Finds the values with which the template expands to the input, byte for byte. If there is more than one way, the input is ambiguous, and the error has two of them. With the columns of a table, each variable has one.

    Each answer is the JSON of ``questions.unexpand``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """

def set(texts: Texts, /, *, key: Literal["href", "still_invalid", "uri", "without_effect", "error"] | None = None, threads: int | None = None, **options: Unpack[SetOptions[Each]]) -> Column:
    """Change parts and parameters of the query.

    Whatever the order of the options, the changes are made in this order: ``remove``, ``scheme``, ``authority``, ``host``, ``userinfo``, ``username``, ``password``, ``port``, ``path``, ``pop_segment``, ``push_segment``, ``query``, ``pairs_json``, ``remove_pair``, ``keep_pair``, ``strip_tracking``, ``set_pair``, ``append_pair``, ``dedupe``, ``sort_query``, ``fragment``. Pairs that are not changed keep their order and their spelling. If a change cannot be made, the input counts as invalid. If only pairs are changed, they are changed in a text too whose query or fragment has an invalid character, such as the [ of ?a[]=1; a note says what is still invalid. By the URL Standard changes are made as the setters of its API make them: one that refuses a value ignores it, and a note says so.

    Each answer is the JSON of ``questions.set``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
