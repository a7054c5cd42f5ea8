"""What to write for names of yarl, furl, httpx, pydantic and urllib that napkin does not have: an ``AttributeError`` says it.

The text begins with the name that is there; a test asks the classes for each.
"""

ATTRIBUTES = {
    # yarl
    "absolute": "is_relative, which is the opposite; a Url is always absolute",
    "is_absolute": "is_relative, which is the opposite; a Url is always absolute",
    "is_default_port": "port_or_default and port, and compare them",
    "host_port_subcomponent": "authority without user, or host and port",
    "path_qs": "relative()",
    "raw_path_qs": "relative()",
    "path_safe": "path, which is as it is written",
    "query_string": "query as it is written, or params",
    "raw_suffix": "suffix, which is decoded, or raw_name",
    "raw_suffixes": "name.split('.')",
    "suffixes": "name.split('.')",
    # furl
    "add": "extend_query(…) for parameters, or joinpath(…) for a path",
    "args": "params",
    "asdict": "napkin.questions.parse(u)",
    "join_path": "joinpath(…)",
    "netloc": "authority",
    "pathstr": "path",
    "querystr": "query",
    "remove": "replace(fragment=None) for a part, or without_query_params(…)",
    "set": "replace(…)",
    "tostr": "__str__: str(u)",
    "url": "__str__: str(u)",
    "username": "user",
    # httpx
    "copy_add_param": "extend_query(…)",
    "copy_merge_params": "update_query(…)",
    "copy_remove_param": "without_query_params(…)",
    "copy_set_param": "update_query(…)",
    "copy_with": "replace(…)",
    "is_absolute_url": "is_relative, which is the opposite; a Url is always absolute",
    "is_relative_url": "is_relative",
    "raw": "__str__: str(u).encode()",
    "raw_scheme": "scheme",
    # pydantic
    "query_params": "params.items()",
    "unicode_host": "human_repr(), or to_iri(idna=True).host",
    "unicode_string": "human_repr()",
    # urllib.parse, and browsers
    "_replace": "replace(…)",
    "geturl": "__str__: str(u)",
    "hash": "fragment",
    "hostname": "raw_host without the brackets of an IPv6 address, or host with them",
    "href": "__str__: str(u)",
    "parameters": "path_params of RFC 1808, or params for those of the query",
    "pathname": "path",
    "protocol": "scheme",
    "search": "query",
    "searchParams": "params",
    "with_params": "with_query(…)",
    "without_query": "with_query(None)",
    "without_fragment": "with_fragment(None)",
}

FUNCTIONS = {
    "URL": "napkin.Url to read as browsers do, or napkin.Uri to keep the text as it is written",
    "canonicalize_url": "napkin.compat.w3lib.canonicalize_url, or Url(text).key()",
    "furl": "napkin.Uri",
    "host": "Uri(text).host, or columns.host for many",
    "parse_qs": "Uri(text).params.lists()",
    "parse_qsl": "Uri(text).params.items()",
    "quote": "napkin.encode",
    "registrable_domain": "Uri(text).registrable_domain, or columns.registrable_domain for many",
    "unquote": "napkin.decode",
    "urldefrag": "napkin.compat.urllib.urldefrag",
    "urlencode": "Uri(text).with_query(…)",
    "urljoin": "Uri(base).join(reference), or napkin.compat.urllib.urljoin",
    "urlparse": "napkin.Uri, or napkin.compat.urllib.urlparse",
    "urlsplit": "napkin.Uri, or napkin.compat.urllib.urlsplit",
    "urlunsplit": "napkin.Uri.build, or napkin.compat.urllib.urlunsplit",
}
