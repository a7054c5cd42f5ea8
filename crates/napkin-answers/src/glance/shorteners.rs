//! Hosts of short links: where such a link leads is known to its server alone.

/// Hosts that shorten links, and the package that names each: url-unshort 6.1.0 of npm, urlexpander 0.0.37 of `PyPI`.
const SHORTENERS: &[(&str, &str)] = &[
    ("0rz.tw", "url-unshort"),
    ("adf.ly", "urlexpander"),
    ("alturl.com", "url-unshort"),
    ("amzn.to", "url-unshort"),
    ("bc.vc", "urlexpander"),
    ("bit.do", "url-unshort"),
    ("bit.ly", "url-unshort"),
    ("buff.ly", "urlexpander"),
    ("chilp.it", "url-unshort"),
    ("clck.ru", "url-unshort"),
    ("cort.as", "url-unshort"),
    ("cutt.ly", "urlexpander"),
    ("cutt.us", "url-unshort"),
    ("db.tt", "url-unshort"),
    ("dlvr.it", "urlexpander"),
    ("fave.co", "url-unshort"),
    ("fb.me", "urlexpander"),
    ("flic.kr", "url-unshort"),
    ("goo.gl", "url-unshort"),
    ("ht.ly", "url-unshort"),
    ("ift.tt", "urlexpander"),
    ("is.gd", "url-unshort"),
    ("j.mp", "url-unshort"),
    ("ow.ly", "url-unshort"),
    ("owl.li", "url-unshort"),
    ("shar.es", "urlexpander"),
    ("sh.st", "urlexpander"),
    ("shorl.com", "url-unshort"),
    ("smu.gs", "url-unshort"),
    ("soo.gd", "urlexpander"),
    ("t.co", "url-unshort"),
    ("t2m.io", "urlexpander"),
    ("tiny.cc", "url-unshort"),
    ("tiny.pl", "url-unshort"),
    ("tinyurl.com", "url-unshort"),
    ("trib.al", "urlexpander"),
    ("url.ie", "url-unshort"),
    ("v.gd", "url-unshort"),
    ("vk.cc", "url-unshort"),
    ("wp.me", "url-unshort"),
    ("xurl.es", "url-unshort"),
];

/// Whether a host is one that shortens links.
pub(super) fn is_shortener(host: &str) -> bool {
    let host = host.strip_prefix("www.").unwrap_or(host);
    SHORTENERS.iter().any(|(name, _)| *name == host)
}
