"""The functions of ``napkin.columns`` that need no more than their names and options. This file is made from the lists of facts and of questions in
``crates/napkin-answers``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from napkin import _napkin
from napkin._by_row import by_row
from napkin._napkin import Column
from napkin._texts import Each, Texts
from napkin.questions import Text

Level = Literal["simple", "case", "percent", "path", "syntax", "scheme", "protocol"]
Profile = Literal["simple", "case", "percent", "path", "syntax", "scheme", "protocol", "resource", "url", "host-sorted", "surt", "urlcanon-semantic", "urlcanon-google", "w3lib", "scrapy", "normalize-url", "webarchive-commons", "surt-ia", "commoncrawl"]
Preset = Literal["web", "ssrf", "linked-data", "archive"]


def _one_of(key: str | None, keys: dict[str, str]) -> tuple[str, str] | None:
    if key is None:
        return None
    if key not in keys:
        raise ValueError(f"no key {key!r} in answers; there are {', '.join(keys)}")
    return key, keys[key]

__all__ = ["kind", "scheme", "authority", "userinfo", "user", "password", "host", "host_kind", "port_text", "path", "segments", "path_params", "query", "fragment", "ssp", "path_kind", "form", "authority_form", "ref_kind", "default_port", "port_or_default", "origin", "public_suffix", "private_suffix", "subdomain", "site", "redacted", "check", "get", "relativize", "compare", "editions", "describe", "plan", "extract", "links", "rewrite", "base", "glance", "allow", "repair", "robots", "encode", "decode", "typed", "clean", "wrap", "expand", "unexpand"]


@by_row
def kind(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """Whether there is a scheme: uri or relative-ref.

    A column of texts.
    """
    return _napkin.column_part(texts, "kind", edition, threads)


@by_row
def scheme(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The scheme, in lowercase where the edition reports it so.

    A column of texts.
    """
    return _napkin.column_part(texts, "scheme", edition, threads)


@by_row
def authority(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The text between // and the path.

    A column of texts.
    """
    return _napkin.column_part(texts, "authority", edition, threads)


@by_row
def userinfo(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The text before the @ of the authority.

    A column of texts.
    """
    return _napkin.column_part(texts, "userinfo", edition, threads)


@by_row
def user(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The userinfo up to its first colon.

    A column of texts.
    """
    return _napkin.column_part(texts, "user", edition, threads)


@by_row
def password(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The userinfo after its first colon.

    A column of texts.
    """
    return _napkin.column_part(texts, "password", edition, threads)


@by_row
def host(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The host as it is written, with the brackets of an IP literal; empty in file:///.

    A column of texts.
    """
    return _napkin.column_part(texts, "host", edition, threads)


@by_row
def host_kind(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """What the host is: reg-name, ipv4, ipv6 or ipvfuture; by the URL Standard domain, ipv4, ipv6, opaque or empty.

    A column of texts.
    """
    return _napkin.column_part(texts, "host_kind", edition, threads)


@by_row
def port_text(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The port as it is written, which may be empty.

    A column of texts.
    """
    return _napkin.column_part(texts, "port_text", edition, threads)


@by_row
def path(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The path, which may be empty.

    A column of texts.
    """
    return _napkin.column_part(texts, "path", edition, threads)


@by_row
def segments(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The segments of the path as they are written; none of the empty path.

    A column of lists of texts.
    """
    return _napkin.column_part(texts, "segments", edition, threads)


@by_row
def path_params(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The parameters behind the path, in editions that have them as a component.

    A column of texts.
    """
    return _napkin.column_part(texts, "path_params", edition, threads)


@by_row
def query(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The query without its ?; empty if nothing follows that.

    A column of texts.
    """
    return _napkin.column_part(texts, "query", edition, threads)


@by_row
def fragment(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The fragment without its #; empty if nothing follows that.

    A column of texts.
    """
    return _napkin.column_part(texts, "fragment", edition, threads)


@by_row
def ssp(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The text between the colon of the scheme and the fragment, in editions that have it as a component.

    A column of texts.
    """
    return _napkin.column_part(texts, "ssp", edition, threads)


@by_row
def path_kind(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The rule of the path (RFC 3986), such as path-abempty.

    A column of texts.
    """
    return _napkin.column_part(texts, "path_kind", edition, threads)


@by_row
def form(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The edition's name for the form of the whole: generic, hierarchical, opaque or relative.

    A column of texts.
    """
    return _napkin.column_part(texts, "form", edition, threads)


@by_row
def authority_form(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """Whether the authority is a server or a registry name, in editions that distinguish them.

    A column of texts.
    """
    return _napkin.column_part(texts, "authority_form", edition, threads)


@by_row
def ref_kind(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """What a relative reference begins with: network-path, absolute-path or relative-path; absolute with a scheme.

    A column of texts.
    """
    return _napkin.column_part(texts, "ref_kind", edition, threads)


@by_row
def default_port(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The default port of the scheme.

    A column of numbers.
    """
    return _napkin.column_part(texts, "default_port", edition, threads)


@by_row
def port_or_default(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The port as a number; if there is none, the default port of the scheme.

    A column of numbers.
    """
    return _napkin.column_part(texts, "port_or_default", edition, threads)


@by_row
def origin(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """Scheme, host and port in lowercase (RFC 6454), without the default port.

    A column of texts.
    """
    return _napkin.column_part(texts, "origin", edition, threads)


@by_row
def public_suffix(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The public suffix of the host, under which a registry registers domains, such as co.uk.

    A column of texts.
    """
    return _napkin.column_part(texts, "public_suffix", edition, threads)


@by_row
def private_suffix(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The suffix of the host under which the owner of a domain gives names to users, such as github.io.

    A column of texts.
    """
    return _napkin.column_part(texts, "private_suffix", edition, threads)


@by_row
def subdomain(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The labels of the host before its registrable domain; empty if the host is the domain.

    A column of texts.
    """
    return _napkin.column_part(texts, "subdomain", edition, threads)


@by_row
def site(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The site of the host, to group by: its registrable domain, below a private suffix the domain of each user, else the host; in lowercase ASCII.

    A column of texts.
    """
    return _napkin.column_part(texts, "site", edition, threads)


@by_row
def redacted(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:
    """The whole, valid or not, with *** in place of passwords, keys and tokens.

    A column of texts.
    """
    return _napkin.column_part(texts, "redacted", edition, threads)


@by_row
def check(
    texts: Texts,
    /,
    *,
    rule: Literal["uri-reference", "uri", "absolute-uri", "relative-ref", "relative-uri"] | None | Each = None,
    scheme_rules: bool | Each = False,
    strict: bool | Each = False,
    explain: bool | Each = False,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["errors", "href", "mends", "more_errors", "note", "origin", "rewritten", "valid", "validation", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Say which inputs are valid, and what is wrong with the others.

    'repair' lists all that may be meant by an input, and 'clean' writes one of it.

    - ``rule``: What an input has to be: a rule of the grammar, by its name in RFC 3986
    - ``scheme_rules``: Also check the rules of the scheme, such as the host that http requires
    - ``strict``: Count validation errors of the URL Standard as faults, not as notes
    - ``explain``: Show every fault of an invalid input, each once

    Each answer is the JSON of ``questions.check``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("check", (texts,), {"rule": rule, "scheme_rules": scheme_rules, "strict": strict, "explain": explain, "edition": edition, "as_of": as_of}, _one_of(key, {"errors": "text", "href": "text", "mends": "text", "more_errors": "boolean", "note": "text", "origin": "text", "rewritten": "boolean", "valid": "boolean", "validation": "text", "error": "text"}), threads)


@by_row
def get(
    texts: Texts,
    /,
    *,
    parts: Text | None | Each = None,
    format: Text | None | Each = None,
    decode: bool | Each = False,
    form: bool | Each = False,
    default_port: bool | Each = False,
    windows: bool | Each = False,
    undefined: Text | None | Each = None,
    hide: Text | Iterable[Text] | None | Each = None,
    keep: Text | Iterable[Text] | None | Each = None,
    suffix_list: Text | Iterable[str] | None | Each = None,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["text", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Print single parts.

    The parts of an input are printed in one line, with tabs between; ``format`` prints another line. A part that is undefined is empty there, or the text of ``undefined``; in JSON it is null. Control characters are printed as '\\u{a}', and a backslash as '\\\\', so that each line is one input. Lists such as 'segments' are printed with a blank between two values; a blank inside a value is then '\\u{20}', and a value that is empty is '\\u{}'.

    An input that is not valid gives an empty line, unless 'redacted' is asked for. With ``format``, and in CSV, its parts are undefined, except 'input', 'error', 'redacted' and those of 'key:PROFILE': a program makes its key of any text.

    - ``parts``: The parts, with commas between, such as host,segment:-1,query:q
    - ``format``: Print a line of this form, such as '{host}\\t{query:q}\\t{input}', instead of a list of parts
    - ``decode``: Decode percent-encoded text, once
    - ``form``: Decode percent-encoded text, once, and '+' in the query as a space
    - ``default_port``: If the port is undefined, print the default port of the scheme
    - ``windows``: Print the part 'file-path' as Windows has it: 'C:\\Users\\Ann\\x', '\\\\server\\share\\x'
    - ``undefined``: What to print for a part that is undefined; no part is printed as '\\-'
    - ``hide``: In the part 'redacted', hide the values of parameters with this name too; may be repeated
    - ``keep``: In the part 'redacted', show the values of parameters with this name; may be repeated
    - ``suffix_list``: Take domains apart by this public suffix list instead of Mozilla's: registrable-domain, public-suffix, private-suffix, subdomain, site; the text of the file, or its lines

    Each answer is the JSON of ``questions.get``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("get", (texts,), {"parts": parts, "format": format, "decode": decode, "form": form, "default_port": default_port, "windows": windows, "undefined": undefined, "hide": hide, "keep": keep, "suffix_list": suffix_list, "edition": edition, "as_of": as_of}, _one_of(key, {"text": "text", "error": "text"}), threads)


@by_row
def relativize(
    texts: Texts,
    /,
    *,
    base: Text | Each,
    form: Literal["shortest", "path", "relative", "authority"] | None | Each = None,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["base", "components", "note", "reference", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Find the shortest reference that resolves to a URI.

    Each reference is checked by resolving it. If no reference is shorter, or none has the form that ``form`` names, the result is the URI itself.

    - ``base``: The base URI; its fragment is dropped
    - ``form``: The form of the reference

    Each answer is the JSON of ``questions.relativize``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("relativize", (texts,), {"base": base, "form": form, "edition": edition, "as_of": as_of}, _one_of(key, {"base": "text", "components": "text", "note": "text", "reference": "text", "error": "text"}), threads)


@by_row
def set(
    texts: Texts,
    /,
    *,
    if_scheme: Text | Iterable[Text] | None | Each = None,
    if_host: Text | Iterable[Text] | None | Each = None,
    remove: Literal["scheme", "authority", "userinfo", "password", "port", "query", "fragment"] | Iterable[Literal["scheme", "authority", "userinfo", "password", "port", "query", "fragment"]] | None | Each = None,
    scheme: Text | None | Each = None,
    authority: Text | None | Each = None,
    userinfo: Text | None | Each = None,
    username: Text | None | Each = None,
    password: Text | None | Each = None,
    host: Text | None | Each = None,
    port: Text | None | Each = None,
    path: Text | None | Each = None,
    pop_segment: int | Each = 0,
    push_segment: Text | Iterable[Text] | None | Each = None,
    query: Text | None | Each = None,
    pairs_json: Text | None | Each = None,
    remove_pair: Text | Iterable[Text] | None | Each = None,
    keep_pair: Text | Iterable[Text] | None | Each = None,
    strip_tracking: bool | Each = False,
    set_pair: Text | Iterable[Text] | Mapping[str, str] | None | Each = None,
    append_pair: Text | Iterable[Text] | Mapping[str, str] | None | Each = None,
    dedupe: bool | Each = False,
    sort_query: bool | Each = False,
    fragment: Text | None | Each = None,
    encode: bool | Each = False,
    href: Text | None | Each = None,
    protocol: Text | None | Each = None,
    hostname: Text | None | Each = None,
    pathname: Text | None | Each = None,
    search: Text | None | Each = None,
    hash: Text | None | Each = None,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["href", "still_invalid", "uri", "without_effect", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Change parts and parameters of the query.

    Whatever the order of the options, the changes are made in this order: ``remove``, ``scheme``, ``authority``, ``host``, ``userinfo``, ``username``, ``password``, ``port``, ``path``, ``pop_segment``, ``push_segment``, ``query``, ``pairs_json``, ``remove_pair``, ``keep_pair``, ``strip_tracking``, ``set_pair``, ``append_pair``, ``dedupe``, ``sort_query``, ``fragment``. Pairs that are not changed keep their order and their spelling. If a change cannot be made, the input counts as invalid. If only pairs are changed, they are changed in a text too whose query or fragment has an invalid character, such as the [ of ?a[]=1; a note says what is still invalid. By the URL Standard changes are made as the setters of its API make them: one that refuses a value ignores it, and a note says so.

    - ``if_scheme``: Change only inputs with this scheme, and leave the others as they are; may be repeated
    - ``if_host``: Change only inputs with this host, in which '*' is any text, such as '*.example.com', and leave the others as they are; may be repeated
    - ``remove``: Remove a part; may be repeated
    - ``scheme``: Replace the scheme
    - ``authority``: Replace what follows '//' up to the path
    - ``userinfo``: Replace the userinfo, which precedes '@' in the authority
    - ``username``: Replace the user name, which is the userinfo up to its first colon
    - ``password``: Replace the password, which is the userinfo after its first colon
    - ``host``: Replace the host; makes an authority where there is none
    - ``port``: Replace the port
    - ``path``: Replace the path
    - ``pop_segment``: Remove the last segment of the path; may be repeated
    - ``push_segment``: Add a segment to the path: data, which is encoded; may be repeated
    - ``query``: Replace the query
    - ``pairs_json``: Replace the query by pairs in JSON, as 'get pairs --json' writes them, or a list of {"key": …, "value": …} with data, which is encoded; null removes the query
    - ``remove_pair``: Remove the pairs of the query that have this key: data, in which '*' is any text and '\\*' an asterisk; may be repeated
    - ``keep_pair``: Remove all pairs of the query but those with this key, in which '*' is any text and '\\*' an asterisk; may be repeated
    - ``strip_tracking``: Remove the pairs whose key is a known tracking parameter, such as utm_source and fbclid
    - ``set_pair``: Give a key of the query this value, and remove its other pairs: data, which is encoded; may be repeated
    - ``append_pair``: Add a pair to the query: data, which is encoded; may be repeated
    - ``dedupe``: Remove pairs of the query that are equal to an earlier one
    - ``sort_query``: Sort the pairs of the query by key
    - ``fragment``: Replace the fragment
    - ``encode``: Take the texts for userinfo, user name, password, host, path, query and fragment as data and encode them; the slashes of a path and an address in brackets stay
    - ``href``: Set the whole
    - ``protocol``: Set the scheme; what follows a colon is ignored
    - ``hostname``: Set the host without a port
    - ``pathname``: Set the path
    - ``search``: Set the query; a '?' at its start is ignored, and nothing removes it
    - ``hash``: Set the fragment; a '#' at its start is ignored, and nothing removes it

    Each answer is the JSON of ``questions.set``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("set", (texts,), {"if_scheme": if_scheme, "if_host": if_host, "remove": remove, "scheme": scheme, "authority": authority, "userinfo": userinfo, "username": username, "password": password, "host": host, "port": port, "path": path, "pop_segment": pop_segment, "push_segment": push_segment, "query": query, "pairs_json": pairs_json, "remove_pair": remove_pair, "keep_pair": keep_pair, "strip_tracking": strip_tracking, "set_pair": set_pair, "append_pair": append_pair, "dedupe": dedupe, "sort_query": sort_query, "fragment": fragment, "encode": encode, "href": href, "protocol": protocol, "hostname": hostname, "pathname": pathname, "search": search, "hash": hash, "edition": edition, "as_of": as_of}, _one_of(key, {"href": "text", "still_invalid": "text", "uri": "text", "without_effect": "text", "error": "text"}), threads)


@by_row
def compare(
    texts: Texts, others: Texts,
    /,
    *,
    base: Text | None | Each = None,
    level: Literal["simple", "case", "percent", "path", "syntax", "scheme", "protocol", "url"] | None | Each = None,
    loopback_port: bool | Each = False,
    network: bool | Each = False,
    observed: Iterable[tuple[Text, Text]] | Mapping[str, Text] | None | Each = None,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["a", "b", "differences", "encoded", "equivalent_at", "order", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Say whether two URIs are equivalent, and in which parts they differ.

    The answer is the lowest level of normalization at which the two are equal: 'simple' if they are the same text, else 'case', 'percent', 'path', 'syntax', 'scheme' or 'protocol' (RFC 3986 section 6.2); by the URL Standard 'simple' or 'url'. If there is none, or none up to ``level``, prints the parts in which their normal forms differ. Relative references are compared by their own normal form, which needs no base.

    - ``base``: Resolve relative references against this first
    - ``level``: Compare up to this level: what is equal at a higher one counts as different. 'simple' compares the texts as they are, as OAuth compares redirect URIs
    - ``loopback_port``: Let the port of an http URI with the host 127.0.0.1 or [::1] be any, as in a redirect to a native app (RFC 8252 section 7.3)
    - ``network``: Ignore fragments, which are not part of a request
    - ``observed``: A redirect that was observed, for the level 'protocol': it counts as equivalence if the two differ by a final slash only; may be repeated

    Each answer is the JSON of ``questions.compare``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("compare", (texts, others), {"base": base, "level": level, "loopback_port": loopback_port, "network": network, "observed": observed, "edition": edition, "as_of": as_of}, _one_of(key, {"a": "text", "b": "text", "differences": "text", "encoded": "text", "equivalent_at": "text", "order": "int64", "error": "text"}), threads)


@by_row
def editions(
    texts: Texts,
    /,
    *,
    base: Text | None | Each = None,
    all: bool | Each = False,
    key: Literal["differences", "editions", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Compare what the editions of the URI syntax make of an input.

    Shows a table with a column for each edition, oldest first, and a row for each thing in which they differ; then what differs from the newest edition, in words, and by which rule. RFC 3987 adds to RFC 3986, and java varies RFC 2396: they have a column where they answer otherwise. The last column, whatwg, is the newest edition of the URL Standard, which browsers follow. An input counts as invalid if it is valid in no edition of the URI syntax.

    With ``all``, a second table has the dated editions of the URL Standard, if any of them takes the input. Neighbours that answer alike share a column.

    - ``base``: Resolve the input against this too
    - ``all``: Show what is the same in all editions too, and the dated editions of the URL Standard

    Each answer is the JSON of ``questions.editions``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("editions", (texts,), {"base": base, "all": all}, _one_of(key, {"differences": "text", "editions": "text", "error": "text"}), threads)


@by_row
def describe(
    texts: Texts,
    /,
    *,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["default_port", "default_port_document", "document", "registered", "scheme", "scheme_fields", "status", "title", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Say what URIs mean to their scheme.

    Shows the fields of the scheme, decoded once after splitting: UTF-8, or percent-encoded octets. An unknown scheme is reported as unknown and is not an error.

    Each answer is the JSON of ``questions.describe``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("describe", (texts,), {"edition": edition, "as_of": as_of}, _one_of(key, {"default_port": "uint16", "default_port_document": "text", "document": "text", "registered": "boolean", "scheme": "text", "scheme_fields": "text", "status": "text", "title": "text", "error": "text"}), threads)


@by_row
def plan(
    texts: Texts,
    /,
    *,
    email: Text | None | Each = None,
    news_server: Text | None | Each = None,
    proxy: Text | None | Each = None,
    gateway: Text | Iterable[Text] | Mapping[str, str] | None | Each = None,
    allow: Literal["foreign-port", "control-octets"] | Iterable[Literal["foreign-port", "control-octets"]] | None | Each = None,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["plan", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Say step by step what a client does to follow URIs.

    No connection is made: the steps are only listed. A URI that would put CR, LF or NUL into a protocol, or that names the port of another protocol, is refused.

    - ``email``: The user's e-mail address, the password of anonymous FTP
    - ``news_server``: The host that news is read from
    - ``proxy``: Hand whole URIs of any scheme to this HTTP proxy
    - ``gateway``: Hand whole URIs of a scheme to this HTTP gateway, such as 'wais=http://gate.example:8001/'; may be repeated, and goes before ``proxy``
    - ``allow``: Allow what is refused by default; may be repeated

    Each answer is the JSON of ``questions.plan``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("plan", (texts,), {"email": email, "news_server": news_server, "proxy": proxy, "gateway": gateway, "allow": allow, "edition": edition, "as_of": as_of}, _one_of(key, {"plan": "text", "error": "text"}), threads)


@by_row
def extract(
    texts: Texts,
    /,
    *,
    scheme: Text | Iterable[Text] | None | Each = None,
    host: Text | Iterable[Text] | None | Each = None,
    any_scheme: bool | Each = False,
    suffix: bool | Each = False,
    defanged: bool | Each = False,
    escaped: bool | Each = False,
    percent_encoded: bool | Each = False,
    wrapped: bool | Each = False,
    longest: Text | None | Each = None,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    threads: int | None = None,
) -> Column:
    """Find URIs in text.

    - ``scheme``: Find only URIs with these schemes, such as 'http,https'
    - ``host``: Find only URIs with this host, in which '*' is any text, such as '*.example.com'; may be repeated
    - ``any_scheme``: Take any word before a colon as a scheme, not only registered ones
    - ``suffix``: Also find host names without a scheme, such as 'www.example.com', and mail addresses, and complete them by guessing
    - ``defanged``: Also find defanged URIs, with 'hxxps' for 'https' and '[.]' for a dot
    - ``escaped``: Also find escaped URIs, as strings of JSON and scripts have them: 'https:\\/\\/example.com\\/'; always on in files whose name ends with .json, .jsonl, .ndjson, .geojson, .har or .ipynb
    - ``percent_encoded``: Also find URIs that are percent-encoded as a whole, such as 'https%3A%2F%2Fexample.com%2F', but not inside another URI
    - ``wrapped``: Join URIs that go on in the next line without brackets or quotes, as in the text of PDF files; a hyphen before the break has both readings. Without it, a note tells where one may go on
    - ``longest``: The longest URI to look for, in bytes; bounds memory

    Each answer is the JSON of ``questions.extract``.
    """
    return _napkin.column_answer("extract", (texts,), {"scheme": scheme, "host": host, "any_scheme": any_scheme, "suffix": suffix, "defanged": defanged, "escaped": escaped, "percent_encoded": percent_encoded, "wrapped": wrapped, "longest": longest, "edition": edition, "as_of": as_of}, None, threads)


@by_row
def links(
    texts: Texts,
    /,
    *,
    also: Text | Iterable[Text] | None | Each = None,
    unread: bool | Each = False,
    same_site: Text | bool | None | Each = None,
    other_site: Text | bool | None | Each = None,
    type: Text | None | Each = None,
    charset: Text | None | Each = None,
    base: Text | None | Each = None,
    retrieved_from: Text | Iterable[Text] | None | Each = None,
    http: Literal["1997", "1999", "2022"] | None | Each = None,
    encapsulating: Text | Iterable[Text] | None | Each = None,
    default_base: Text | None | Each = None,
    largest: Text | None | Each = None,
    largest_unpacked: Text | None | Each = None,
    edition: Text | None | Each = None,
    as_of: Text | None | Each = None,
    threads: int | None = None,
) -> Column:
    """List the links of documents, resolved.

    In HTML, XML, CSS, Turtle, Markdown, plain text, messages, mailboxes, HTTP responses and web archives: each reference with its place, its base and its target. A reference that cannot be resolved is listed with the error, and the listing goes on. Targets in HTML and CSS are what a browser requests, except in messages, which go by RFC 3986.

    - ``also``: Also find references that are not links: 'lazy' for attributes from which scripts load, 'meta' for Open Graph and its like, 'microdata', 'rdfa', 'options' for values that are URLs; or 'all'
    - ``unread``: Also list documents that are not read since they hold no links by their type, such as pictures in an archive
    - ``same_site``: Only list links to the same site as the document, or as a URI: to hosts with the same registrable domain; below a private suffix such as github.io, to hosts of the same user. A broken link is listed with its error
    - ``other_site``: Only list links to other sites than the document's, or than a URI's: those with a host that ``same_site`` leaves out. A broken link is listed with its error
    - ``type``: The type of the document, instead of guessing by name or content: a name, the ending of file names such as 'html' or 'html.br', or a media type such as 'text/html; charset=utf-8'
    - ``charset``: The character encoding of the document, by a label of the Encoding Standard such as 'latin1'; overrides its headers and declarations, but not a byte order mark
    - ``base``: The URI of what is read
    - ``retrieved_from``: The URIs of a chain of redirects, one each time, of which the last counts; ``base`` for a single one
    - ``http``: Read HTTP as its documents of a year say: in 1999, Content-Location gives the base of a response (RFC 2616 section 14.14), in 1997 Content-Base before it (RFC 2068 section 14.11)
    - ``encapsulating``: The base of an enclosing entity, such as a message; may be repeated, outermost first
    - ``default_base``: The default base: for documents that neither their content nor their retrieval gives a base
    - ``largest``: The largest document to read, in bytes; bounds memory
    - ``largest_unpacked``: The largest decompressed document to read, in bytes
    - ``edition``: The edition of the URI syntax or of the URL Standard to go by, rather than the standard of each document's format: the URL Standard in HTML and CSS, as in browsers, RFC 3987 in XML, Turtle, Markdown and plain text, else RFC 3986
    - ``as_of``: Go by the RFC that was in force at the end of a year, such as 1996; by the URL Standard of a date, such as whatwg:2021; or with 'record', by the RFC in force in the year of each record of an archive

    Each answer is the JSON of ``questions.links``.
    """
    return _napkin.column_answer("links", (texts,), {"also": also, "unread": unread, "same_site": same_site, "other_site": other_site, "type": type, "charset": charset, "base": base, "retrieved_from": retrieved_from, "http": http, "encapsulating": encapsulating, "default_base": default_base, "largest": largest, "largest_unpacked": largest_unpacked, "edition": edition, "as_of": as_of}, None, threads)


@by_row
def rewrite(
    texts: Texts,
    /,
    *,
    from_: Text | None | Each = None,
    to: Text | None | Each = None,
    map: Text | Iterable[str] | None | Each = None,
    resolved: bool | Each = False,
    with_base: bool | Each = False,
    relative: bool | Each = False,
    absolute: bool | Each = False,
    as_: Literal["uri", "iri"] | None | Each = None,
    if_scheme: Text | Iterable[Text] | None | Each = None,
    if_host: Text | Iterable[Text] | None | Each = None,
    scheme: Text | None | Each = None,
    strip_tracking: bool | Each = False,
    remove_pair: Text | Iterable[Text] | None | Each = None,
    keep_pair: Text | Iterable[Text] | None | Each = None,
    set_pair: Text | Iterable[Text] | Mapping[str, str] | None | Each = None,
    again: bool | Each = False,
    also: Text | Iterable[Text] | None | Each = None,
    type: Text | None | Each = None,
    charset: Text | None | Each = None,
    base: Text | None | Each = None,
    retrieved_from: Text | Iterable[Text] | None | Each = None,
    http: Literal["1997", "1999", "2022"] | None | Each = None,
    encapsulating: Text | Iterable[Text] | None | Each = None,
    default_base: Text | None | Each = None,
    largest: Text | None | Each = None,
    largest_unpacked: Text | None | Each = None,
    edition: Text | None | Each = None,
    as_of: Text | None | Each = None,
    threads: int | None = None,
) -> Column:
    """Change the URIs of documents, and not one other byte.

    In HTML, XML, CSS, Turtle, N-Triples, N-Quads, Markdown, plain text and JSON: the references that 'links' lists, each written as its place needs it. What is not changed keeps its spelling. Changes are made in this order: ``from_`` and ``map``; the changes of 'set'; ``as_``; ``relative`` or ``absolute``. The result is read again: it has the same links in the same order. A change that cannot be made at its place is named, and the reference is left as it is. Mail, archives, HTTP messages and compressed documents are refused.

    - ``from_``: The prefix to move from, which ends where a segment of a path ends; in pages, as browsers read it
    - ``to``: The prefix to move to
    - ``map``: Move single URIs: a line has the old URI and the new one, with white space between; the fragment of a reference stays; the text of the file, or its lines
    - ``resolved``: Also move relative references that lead to what moves: they become absolute
    - ``with_base``: Also change what declares a base: the base element of pages, xml:base, and @base of Turtle
    - ``relative``: Make absolute references relative to the base, where it has their authority
    - ``absolute``: Make relative references absolute, but not those into the document itself
    - ``as_``: Write references as URIs or as IRIs
    - ``if_scheme``: Make the changes of 'set' only in references with this scheme; may be repeated
    - ``if_host``: Make the changes of 'set' only in references with this host, in which '*' is any text; may be repeated
    - ``scheme``: Replace the scheme; needs ``if_host`` or ``if_scheme``
    - ``strip_tracking``: Remove the pairs of queries whose key is a known tracking parameter, such as utm_source and fbclid
    - ``remove_pair``: Remove the pairs of queries that have this key: data, in which '*' is any text; may be repeated
    - ``keep_pair``: Remove all pairs of queries but those with this key, in which '*' is any text; may be repeated
    - ``set_pair``: Give a key of queries this value, and remove its other pairs: data, which is encoded; needs ``if_host`` or ``if_scheme``; may be repeated
    - ``again``: Make changes too whose results would change again if the result were rewritten
    - ``also``: Also change references that are not links: 'lazy', 'meta', 'microdata', 'rdfa', 'options', as 'links' finds them; or 'all'
    - ``type``: The type of the document, instead of guessing by name or content: a name, the ending of file names such as 'html' or 'html.br', or a media type such as 'text/html; charset=utf-8'
    - ``charset``: The character encoding of the document, by a label of the Encoding Standard such as 'latin1'; overrides its headers and declarations, but not a byte order mark
    - ``base``: The URI of what is read
    - ``retrieved_from``: The URIs of a chain of redirects, one each time, of which the last counts; ``base`` for a single one
    - ``http``: Read HTTP as its documents of a year say: in 1999, Content-Location gives the base of a response (RFC 2616 section 14.14), in 1997 Content-Base before it (RFC 2068 section 14.11)
    - ``encapsulating``: The base of an enclosing entity, such as a message; may be repeated, outermost first
    - ``default_base``: The default base: for documents that neither their content nor their retrieval gives a base
    - ``largest``: The largest document to read, in bytes; bounds memory
    - ``largest_unpacked``: The largest decompressed document to read, in bytes
    - ``edition``: The edition of the URI syntax or of the URL Standard to go by, rather than the standard of each document's format: the URL Standard in HTML and CSS, as in browsers, RFC 3987 in XML, Turtle, Markdown and plain text, else RFC 3986
    - ``as_of``: Go by the RFC that was in force at the end of a year, such as 1996; by the URL Standard of a date, such as whatwg:2021; or with 'record', by the RFC in force in the year of each record of an archive

    Each answer is the JSON of ``questions.rewrite``.
    """
    return _napkin.column_answer("rewrite", (texts,), {"from": from_, "to": to, "map": map, "resolved": resolved, "with_base": with_base, "relative": relative, "absolute": absolute, "as": as_, "if_scheme": if_scheme, "if_host": if_host, "scheme": scheme, "strip_tracking": strip_tracking, "remove_pair": remove_pair, "keep_pair": keep_pair, "set_pair": set_pair, "again": again, "also": also, "type": type, "charset": charset, "base": base, "retrieved_from": retrieved_from, "http": http, "encapsulating": encapsulating, "default_base": default_base, "largest": largest, "largest_unpacked": largest_unpacked, "edition": edition, "as_of": as_of}, None, threads)


@by_row
def base(
    texts: Texts,
    /,
    *,
    resolve: Text | None | Each = None,
    type: Text | None | Each = None,
    charset: Text | None | Each = None,
    base: Text | None | Each = None,
    retrieved_from: Text | Iterable[Text] | None | Each = None,
    http: Literal["1997", "1999", "2022"] | None | Each = None,
    encapsulating: Text | Iterable[Text] | None | Each = None,
    default_base: Text | None | Each = None,
    largest: Text | None | Each = None,
    largest_unpacked: Text | None | Each = None,
    edition: Text | None | Each = None,
    as_of: Text | None | Each = None,
    threads: int | None = None,
) -> Column:
    """Establish the base of documents.

    From four layers, of which the innermost that yields a base wins: the content, what encloses it, how it was retrieved, a default. A message or an archive gives one result for each document in it.

    - ``resolve``: A reference to resolve against the base of each document
    - ``type``: The type of the document, instead of guessing by name or content: a name, the ending of file names such as 'html' or 'html.br', or a media type such as 'text/html; charset=utf-8'
    - ``charset``: The character encoding of the document, by a label of the Encoding Standard such as 'latin1'; overrides its headers and declarations, but not a byte order mark
    - ``base``: The URI of what is read
    - ``retrieved_from``: The URIs of a chain of redirects, one each time, of which the last counts; ``base`` for a single one
    - ``http``: Read HTTP as its documents of a year say: in 1999, Content-Location gives the base of a response (RFC 2616 section 14.14), in 1997 Content-Base before it (RFC 2068 section 14.11)
    - ``encapsulating``: The base of an enclosing entity, such as a message; may be repeated, outermost first
    - ``default_base``: The default base: for documents that neither their content nor their retrieval gives a base
    - ``largest``: The largest document to read, in bytes; bounds memory
    - ``largest_unpacked``: The largest decompressed document to read, in bytes
    - ``edition``: The edition of the URI syntax or of the URL Standard to go by, rather than the standard of each document's format: the URL Standard in HTML and CSS, as in browsers, RFC 3987 in XML, Turtle, Markdown and plain text, else RFC 3986
    - ``as_of``: Go by the RFC that was in force at the end of a year, such as 1996; by the URL Standard of a date, such as whatwg:2021; or with 'record', by the RFC in force in the year of each record of an archive

    Each answer is the JSON of ``questions.base``.
    """
    return _napkin.column_answer("base", (texts,), {"resolve": resolve, "type": type, "charset": charset, "base": base, "retrieved_from": retrieved_from, "http": http, "encapsulating": encapsulating, "default_base": default_base, "largest": largest, "largest_unpacked": largest_unpacked, "edition": edition, "as_of": as_of}, None, threads)


@by_row
def glance(
    texts: Texts,
    /,
    *,
    names: Text | Iterable[str] | None | Each = None,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["danger", "host", "imitated", "inside", "lead", "leads_to", "meant", "mends", "port", "repaired", "rule", "safety", "signed", "valid", "validity", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Say where URIs lead, and whether that is dangerous.

    Says in a sentence each which host browsers, curl and other programs go to, whether a danger was found, whether the input is valid, and what was probably meant. Nothing is looked up or fetched: 'No danger found' is about the text of the URI alone.

    - ``names``: Further domains that hosts may imitate, one a line, such as your own: 'paypal.com' in front of another domain and 'paypa1' are dangerous. The brands that phishing imitates most are known without it; the text of the file, or its lines

    Each answer is the JSON of ``questions.glance``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("glance", (texts,), {"names": names, "edition": edition, "as_of": as_of}, _one_of(key, {"danger": "text", "host": "text", "imitated": "text", "inside": "text", "lead": "text", "leads_to": "text", "meant": "text", "mends": "text", "port": "uint16", "repaired": "text", "rule": "text", "safety": "text", "signed": "text", "valid": "boolean", "validity": "text", "error": "text"}), threads)


@by_row
def allow(
    texts: Texts,
    /,
    *,
    host: Text | Iterable[Text] | None | Each = None,
    hosts: Text | Iterable[str] | None | Each = None,
    public: bool | Each = False,
    same_site: Text | Iterable[Text] | None | Each = None,
    scheme: Text | Iterable[Text] | None | Each = None,
    base: Text | None | Each = None,
    readers: Literal["common", "all"] | None | Each = None,
    policy: Text | Iterable[str] | None | Each = None,
    preset: Literal["web", "ssrf", "linked-data", "archive"] | None | Each = None,
    rule: Text | Iterable[Text] | Mapping[str, str] | None | Each = None,
    ignore_reader: Literal["rfc1630", "rfc1738", "rfc1808", "draft1997", "rfc2396", "draft2003", "rfc3986", "rfc3987", "whatwg", "whatwg-15", "whatwg-2018-08", "whatwg-2020-02", "whatwg-2020-08", "whatwg-2021-02", "whatwg-2021-08", "whatwg-2022-02", "whatwg-2025-08", "url-parse", "libcurl", "wget", "urllib", "http-client", "urllib-request", "requests", "java", "php", "first-at", "first-slash", "elinks", "lynx", "lftp", "httping", "puf", "httrack", "openssl-ocsp", "gsoap", "socket-io", "gftp", "streamripper", "ocsptool", "netsurf", "check-http", "superagent", "fasthttp", "snarf", "backslash", "decode-first", "normalize-first"] | Iterable[Literal["rfc1630", "rfc1738", "rfc1808", "draft1997", "rfc2396", "draft2003", "rfc3986", "rfc3987", "whatwg", "whatwg-15", "whatwg-2018-08", "whatwg-2020-02", "whatwg-2020-08", "whatwg-2021-02", "whatwg-2021-08", "whatwg-2022-02", "whatwg-2025-08", "url-parse", "libcurl", "wget", "urllib", "http-client", "urllib-request", "requests", "java", "php", "first-at", "first-slash", "elinks", "lynx", "lftp", "httping", "puf", "httrack", "openssl-ocsp", "gsoap", "socket-io", "gftp", "streamripper", "ocsptool", "netsurf", "check-http", "superagent", "fasthttp", "snarf", "backslash", "decode-first", "normalize-first"]] | None | Each = None,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["allowed", "as_is", "hosts", "mends", "readings", "reason", "use", "warnings", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Say which URI to hand on for an input, by a list of hosts.

    The input is read once, the URI is made that all programs read alike, and that one is judged: it is allowed if its host is in the list with the port, every common program contacts that host, and an audit finds no warning or error about the server. Hand on that URI, never the input, unless both are the same (the key 'as_is').

    The input is read by RFC 3986, with the characters percent-encoded that a URI excludes, and by the newest URL Standard, as browsers read it. If both accept it, both have to name one server; otherwise it is refused, and both readings are told. 'edition' takes one standard alone. An input with a userinfo or a percent-encoded host is refused. The URI to hand on has the scheme and the host in lowercase, letters as xn--, no dot segments, and a slash behind the server; behind that it keeps every byte but those that a URI excludes.

    Both http and https are allowed; ``scheme`` with https allows https alone, with wss that alone. Only the text is judged. Do not follow redirects automatically: judge each new location, with the URI that was asked as ``base``. Look at the addresses that a name resolves to, and connect to the one that was judged. For URIs that a server fetches take ``public`` and ``preset`` ssrf, for links that people follow ``preset`` web, for a redirect after a login ``base``.

    - ``host``: Allow a host: a name, '*.' and a name for all below it, or an address; with ':' and a port at that port alone, with ':*' a loopback address at any port, else at the scheme's default port and those of the policy; may be repeated
    - ``hosts``: Allow the hosts of a file, one a line as in ``host``; the text of the file, or its lines
    - ``public``: Allow any public host: a name below a public suffix, or a global unicast address
    - ``same_site``: Allow the hosts of the same site as a URI: those with the same registrable domain; below a private suffix such as github.io, those of the same user; the host alone, if it is an address or has no registrable domain; may be repeated
    - ``scheme``: Allow only this scheme of http, https, ws and wss, or of those of the policy; may be repeated. Without it, http and https are allowed, or those of the policy
    - ``base``: Judge relative references too, such as a Location: by their targets against this URI
    - ``readers``: Ask the readers of rare programs too, some of which look for a host behind the server: '@' and '://' there are percent-encoded then
    - ``policy``: Use the policy in this file (TOML), with keys such as schemes, hosts, ports and rules; docs/audit.md has all; the text of the file, or its lines
    - ``preset``: Use a built-in policy
    - ``rule``: Set a rule to off, on, note, warning or error; may be repeated
    - ``ignore_reader``: Leave out what a program, such as lynx, makes of the URIs, since it never gets them; may be repeated

    Each answer is the JSON of ``questions.allow``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("allow", (texts,), {"host": host, "hosts": hosts, "public": public, "same_site": same_site, "scheme": scheme, "base": base, "readers": readers, "policy": policy, "preset": preset, "rule": rule, "ignore_reader": ignore_reader, "edition": edition, "as_of": as_of}, _one_of(key, {"allowed": "boolean", "as_is": "boolean", "hosts": "text", "mends": "text", "readings": "text", "reason": "text", "use": "text", "warnings": "text", "error": "text"}), threads)


@by_row
def repair(
    texts: Texts,
    /,
    *,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["candidates", "mends", "valid", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """List every way to mend a URI, the likeliest first.

    'clean' writes the first of them for each line of a list.

    Of an input that is invalid, or valid with a slip such as `htp://h/`. `kept` means that the mended URI surely names the same thing: only characters behind the host were percent-encoded. Scheme and authority stay, path, query and fragment decode to the same data, and no reader that napkin knows contacts another host. docs/audit.md lists the inputs for which that is certain. `as-browsers` means that browsers read the input as the mended URI. `guessed` means everything else: text was removed, a delimiter or a name was guessed, or programs may differ. An invalid input makes the exit status 1, mended or not.

    Each answer is the JSON of ``questions.repair``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("repair", (texts,), {"edition": edition, "as_of": as_of}, _one_of(key, {"candidates": "text", "mends": "text", "valid": "boolean", "error": "text"}), threads)


@by_row
def robots(
    texts: Texts,
    /,
    *,
    robots: Text | Each,
    agent: Text | Each,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["allowed", "cut_at", "group", "rule", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Say whether a robots.txt allows a crawler to access URIs, and by which line.

    By the Robots Exclusion Protocol (RFC 9309): the rules count of all groups of the crawler's name, and of those for '*' only if no group names it; of the rules that match the path with its query, the longest one, and of two as long the one that allows. Without a rule that matches, access is allowed. The file is that of the service which the URI names: scheme, host and port are not compared.

    - ``robots``: The robots.txt; 500 KiB of it are read; the text of the file, or its lines
    - ``agent``: The name of the crawler, by which it finds its groups: letters, '-' and '_', such as Googlebot; '*' for one that no group names

    Each answer is the JSON of ``questions.robots``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("robots", (texts,), {"robots": robots, "agent": agent, "edition": edition, "as_of": as_of}, _one_of(key, {"allowed": "boolean", "cut_at": "int64", "group": "text", "rule": "text", "error": "text"}), threads)


@by_row
def encode(
    texts: Texts,
    /,
    *,
    keep: Text | None | Each = None,
    set: Literal["component", "userinfo", "path", "query", "special-query", "fragment", "form", "c0"] | None | Each = None,
    uri: bool | Each = False,
    part: Literal["userinfo", "host", "path", "query", "fragment"] | None | Each = None,
    raw: bool | Each = False,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["output", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Percent-encode data for use in a URI.

    For data, and for valid URIs; 'repair' and 'clean' encode what is wrong in a URI.

    Takes the data of one part: every octet that is not an unreserved character of the edition is encoded, so that the result can stand in any part. Data may be any bytes; by RFC 1630 text is encoded as ISO Latin-1. By the URL Standard (edition whatwg), the characters of one of its percent-encode sets are encoded, which ``set`` chooses.

    With ``uri`` the input is a whole URI: what may be encoded without another meaning is encoded, and decoding with ``uri`` is the way back.

    - ``keep``: Characters to keep as they are, such as '/' in a path
    - ``set``: By edition whatwg, the percent-encode set: which characters are encoded; 'component' if not given
    - ``uri``: Encode whole URIs: every character that may be encoded without changing the meaning, except letters, digits, the host and the characters of ``keep``
    - ``part``: Encode for one part: by RFC 3987 each has its own non-ASCII characters
    - ``raw``: Encode the octets as they are, without converting them to the character set of the edition

    Each answer is the JSON of ``questions.encode``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("encode", (texts,), {"keep": keep, "set": set, "uri": uri, "part": part, "raw": raw, "edition": edition, "as_of": as_of}, _one_of(key, {"output": "text", "error": "text"}), threads)


@by_row
def decode(
    texts: Texts,
    /,
    *,
    form: bool | Each = False,
    uri: bool | Each = False,
    raw: bool | Each = False,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["output", "output_base64", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Decode percent-encoded text.

    Takes the text of one part: split a URI before decoding, since what is decoded can look like a delimiter. Control characters are printed as '\\u{a}', and a backslash as '\\\\'.

    - ``form``: Decode '+' as a space, as in queries of HTML forms and of RFC 1630
    - ``uri``: Decode whole URIs: only triplets that mean the same when raw, and no reserved character
    - ``raw``: Print the octets as they are, control characters too; on a terminal they are escaped

    Each answer is the JSON of ``questions.decode``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("decode", (texts,), {"form": form, "uri": uri, "raw": raw, "edition": edition, "as_of": as_of}, _one_of(key, {"output": "text", "output_base64": "text", "error": "text"}), threads)


@by_row
def typed(
    texts: Texts,
    /,
    *,
    suffix: bool | Each = False,
    base: Text | None | Each = None,
    blanks: Literal["encode", "drop"] | None | Each = None,
    file_path: bool | Each = False,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["heuristic", "mends", "note", "other", "uri", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Read references and file paths as people type them.

    For a field in which people type; 'clean' reads lists of all kinds, and mends what is invalid.

    Removes white space, brackets or quotes around them, the prefix 'URL:', and the white space of line breaks; between brackets or quotes all white space. Any other blank is written as %20, and a note says so and gives the reading without it. A Windows path, such as C:\\dir\\file or \\\\server\\share\\file, becomes a file URI, and so does a path of VMS, such as DISK$USER:[MY.NOTES]NOTE.TXT. With ``suffix`` a host name without a scheme is completed by guessing, and a note names the guess. By the URL Standard, the result is what an address bar opens.

    - ``suffix``: Complete what has no scheme, such as 'www.example.com'
    - ``base``: With ``suffix``, the base URI of the place where it was typed; text without a scheme is then a relative reference, and is not completed
    - ``blanks``: What becomes of blanks inside: 'drop' takes them for breaks of a long line, as the appendix of the edition does
    - ``file_path``: Read the whole input as the absolute path of a file, and make a file URI of it: of Unix if it begins with a slash, otherwise of Windows or VMS

    Each answer is the JSON of ``questions.typed``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("typed", (texts,), {"suffix": suffix, "base": base, "blanks": blanks, "file_path": file_path, "edition": edition, "as_of": as_of}, _one_of(key, {"heuristic": "text", "mends": "text", "note": "text", "other": "text", "uri": "text", "error": "text"}), threads)


@by_row
def clean(
    texts: Texts,
    /,
    *,
    no_guess: bool | Each = False,
    key: Literal["cleaned", "mends", "note", "uris", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Clean a messy list: one URI a line.

    'repair' lists all that may be meant by an input, and 'typed' reads one text as a field for a URI does.

    Reads each line as people write lists: with a bullet or a number before the URI, with quotes, brackets or punctuation around it, with other text on the line, without a scheme ('www.example.com'), defanged ('hxxp://a[.]example'), as a Windows path, or with blanks and other characters that have to be percent-encoded. Each URI is the first that 'repair' lists. A note tells every guess, such as a scheme that was added, and words that are left out. What has one meaning has no note: brackets and quotes, percent-encoding, xn--. Blank lines are left out of text, and a line that cannot be read is an error.

    - ``no_guess``: Refuse guesses: a line of which a URI can only be guessed is an error

    Each answer is the JSON of ``questions.clean``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("clean", (texts,), {"no_guess": no_guess}, _one_of(key, {"cleaned": "text", "mends": "text", "note": "text", "uris": "text", "error": "text"}), threads)


@by_row
def wrap(
    texts: Texts,
    /,
    *,
    width: Text | None | Each = None,
    edition: str | None | Each = None,
    as_of: str | None | Each = None,
    key: Literal["text", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Write URIs for use in text.

    For valid URIs; 'clean' makes one of other text.

    Puts around a URI what the edition recommends: '<' and '>', with 'URL:' in RFC 1738 and RFC 1808; 'url:' before it in RFC 1630. With ``width`` a long URI is broken into lines, never after a hyphen; RFC 1630 has no line breaks. 'extract' finds each URI again as it was.

    - ``width``: Break lines that would be longer than this

    Each answer is the JSON of ``questions.wrap``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("wrap", (texts,), {"width": width, "edition": edition, "as_of": as_of}, _one_of(key, {"text": "text", "error": "text"}), threads)


@by_row
def expand(
    texts: Texts,
    /,
    *,
    template: Text | Each,
    vars: Text | Iterable[str] | None | Each = None,
    partial: bool | Each = False,
    iri: bool | Each = False,
    key: Literal["template", "uri", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Expand URI templates (RFC 6570).

    The input is a JSON object: the values of the variables, each a text, a number, a list or an object; null is undefined. In '/users/{id}{?page}' a value is encoded for its place; '{+path}' keeps its delimiters. The result is a URI-reference, or the error says which piece of the template makes it none.

    - ``template``: The template, such as '/search{?q,page}'
    - ``vars``: The values of variables that the input does not have: a JSON object; the text of the file, or its lines
    - ``partial``: Expand only the variables that have values; the result is a template
    - ``iri``: Expand to an IRI: non-ASCII characters stay as they are

    Each answer is the JSON of ``questions.expand``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("expand", (texts,), {"template": template, "vars": vars, "partial": partial, "iri": iri}, _one_of(key, {"template": "text", "uri": "text", "error": "text"}), threads)


@by_row
def unexpand(
    texts: Texts,
    /,
    *,
    template: Text | Each,
    iri: bool | Each = False,
    key: Literal["variables", "error"] | None = None,
    threads: int | None = None,
) -> Column:
    """Read the variables of a URI template back from URIs.

    Finds the values with which the template expands to the input, byte for byte. If there is more than one way, the input is ambiguous, and the error has two of them. With the columns of a table, each variable has one.

    - ``template``: The template, such as '/search{?q,page}'
    - ``iri``: Take inputs as IRIs: non-ASCII characters stand as they are

    Each answer is the JSON of ``questions.unexpand``, or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there is none.
    """
    return _napkin.column_answer("unexpand", (texts,), {"template": template, "iri": iri}, _one_of(key, {"variables": "text", "error": "text"}), threads)
