"""``tldextract`` with the public suffix list of the wheel: nothing is fetched, and nothing is cached.

>>> from napkin.compat import tldextract
>>> tldextract.extract("http://forums.bbc.co.uk/")
ExtractResult(subdomain='forums', domain='bbc', suffix='co.uk', is_private=False)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from napkin._napkin import Reference, Url, split_host

__all__ = ["ExtractResult", "TLDExtract", "extract"]


@dataclass(order=True)
class ExtractResult:
    """The host of a text in three: the text before the domain, the label before the suffix, and the public suffix.

    >>> from napkin.compat.tldextract import extract
    >>> result = extract("https://waiterrant.blogspot.com/", include_psl_private_domains=True)
    >>> result.suffix, result.is_private, result.top_domain_under_public_suffix, result.registry_suffix
    ('blogspot.com', True, 'waiterrant.blogspot.com', 'com')
    """

    subdomain: str
    domain: str
    suffix: str
    is_private: bool
    registry_suffix: str = field(repr=False)

    @property
    def fqdn(self) -> str:
        """The whole name, if it has a suffix."""
        if self.suffix and (self.domain or self.is_private):
            return ".".join(label for label in (self.subdomain, self.domain, self.suffix) if label)
        return ""

    @property
    def ipv4(self) -> str:
        """The IPv4 address, if the host is one."""
        if self.suffix or self.subdomain:
            return ""
        return self.domain if _is_ipv4(self.domain) else ""

    @property
    def ipv6(self) -> str:
        """The IPv6 address without its brackets, if the host is one."""
        if not self.domain.startswith("["):
            return ""
        try:
            IPv6Address(self.domain[1:-1])
        except AddressValueError:
            return ""
        return self.domain[1:-1]

    @property
    def registered_domain(self) -> str:
        """``top_domain_under_public_suffix`` by its former name."""
        return self.top_domain_under_public_suffix

    @property
    def reverse_domain_name(self) -> str:
        """The suffix, the domain, and the labels before it from the last on."""
        labels = [self.suffix, self.domain, *reversed(self.subdomain.split("."))]
        return ".".join(label for label in labels if label)

    @property
    def top_domain_under_public_suffix(self) -> str:
        """The domain and its suffix, if there are both."""
        return f"{self.domain}.{self.suffix}" if self.suffix and self.domain else ""

    @property
    def top_domain_under_registry_suffix(self) -> str:
        """The label before the suffix of the registry, and that suffix."""
        domain = self.top_domain_under_public_suffix
        if not domain or not self.is_private:
            return domain
        return ".".join(domain.split(".")[-self.registry_suffix.count(".") - 2 :])


def _is_ipv4(text: str) -> bool:
    try:
        IPv4Address(text)
    except AddressValueError:
        return False
    return True


class TLDExtract:
    """What splits hosts. There is one setting: whether the suffixes count that companies give to their users.

    >>> from napkin.compat.tldextract import TLDExtract
    >>> TLDExtract(include_psl_private_domains=True)("me.github.io").domain
    'me'
    """

    def __init__(self, *, include_psl_private_domains: bool = False) -> None:
        self.include_psl_private_domains = include_psl_private_domains

    def __call__(self, url: str | Reference | Url, include_psl_private_domains: bool | None = None) -> ExtractResult:
        private = include_psl_private_domains
        if private is None:
            private = self.include_psl_private_domains
        return ExtractResult(*split_host(url if type(url) is str else str(url), private))


extract = TLDExtract()
