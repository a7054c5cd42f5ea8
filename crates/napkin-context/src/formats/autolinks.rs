//! URLs and mail addresses that stand in the text of Markdown without brackets, as GitHub Flavored Markdown links them
//! (its section 6.9, "Autolinks (extension)").

use std::ops::Range;

/// A URL or a mail address in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Autolink {
    /// Where it stands.
    pub(crate) place: Range<usize>,
    /// The part of the URL that is implied: `http://`, `mailto:` or nothing.
    pub(crate) before: &'static str,
}

/// A text in which autolinks are searched.
#[derive(Clone)]
pub(crate) struct Run<'t> {
    /// The text, up to the latest end of its autolinks.
    pub(crate) text: &'t str,
    /// Where inline text begins; the text before is markup or belongs to another link.
    pub(crate) start: usize,
}

/// The URL schemes that are recognized before a domain.
const URLS: [&str; 3] = ["http://", "https://", "ftp://"];

/// The URL schemes that are recognized before a mail address.
const ADDRESSES: [&str; 2] = ["mailto:", "xmpp:"];

impl Run<'_> {
    /// The first autolink that begins in a range of the text, of which the domain may have been read before.
    pub(crate) fn find(&self, range: Range<usize>, domain: &mut Domain) -> Option<Autolink> {
        let bytes = self.text.as_bytes();
        let mut from = range.start;
        loop {
            let at = from + bytes.get(from..range.end)?.iter().position(|&byte| may_begin(byte))?;
            let found = match bytes.get(at) {
                Some(b'@') => self.address(at),
                _ if self.begins(at) => self.url(at, domain),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
            from = at + 1;
        }
    }

    /// Whether an autolink may begin here: at the start of the text, after white space and after some delimiters.
    fn begins(&self, at: usize) -> bool {
        let before = self.text.get(self.start..at).and_then(|before| before.chars().next_back());
        before.is_none_or(|c| c.is_whitespace() || matches!(c, '*' | '_' | '~' | '('))
    }

    /// The autolink at a place that begins with a scheme or with `www.`.
    fn url(&self, at: usize, domain: &mut Domain) -> Option<Autolink> {
        let rest = self.text.get(at..)?;
        let has = |scheme: &&&str| {
            let head = rest.as_bytes().get(..scheme.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(scheme.as_bytes()))
        };
        let (len, before) = if let Some(scheme) = URLS.iter().find(has) {
            (scheme.len() + url_len(self.text, at + scheme.len(), domain)?, "")
        } else if rest.starts_with("www.") {
            (4 + url_len(self.text, at + 4, domain)?, "http://")
        } else {
            let scheme = ADDRESSES.iter().find(has)?;
            let address = &rest[scheme.len()..];
            let local = address.bytes().take_while(|&byte| is_local(byte)).count();
            let host = address.get(local..)?.strip_prefix('@').filter(|_| local > 0)?;
            let len = scheme.len() + local + 1 + mail_domain_len(host)?;
            let resource = if *scheme == "xmpp:" { resource_len(&rest[len..]) } else { 0 };
            (len + resource, "")
        };
        Some(Autolink { place: at..at + len, before })
    }

    /// The mail address around an `@`.
    fn address(&self, at: usize) -> Option<Autolink> {
        let before = self.text.as_bytes().get(self.start..at)?;
        let local = before.iter().rev().take_while(|&&byte| is_local(byte)).count();
        let (start, domain) = (at - local, self.text.get(at + 1..)?);
        let end = at + 1 + mail_domain_len(domain)?;
        (local > 0 && self.begins(start))
            .then_some(Autolink { place: start..end, before: "mailto:" })
    }
}

/// Whether the byte begins what is found, or is the `@` of an address.
const fn may_begin(byte: u8) -> bool {
    matches!(byte, b'@' | b'w' | b'h' | b'H' | b'f' | b'F' | b'm' | b'M' | b'x' | b'X')
}

/// The characters of a domain that were read last. A URL may begin behind each `_` among them, and all of these end
/// where the first ends, so they are read once.
#[derive(Debug, Default)]
pub(crate) struct Domain {
    /// Where they stand.
    read: Range<usize>,
    /// Where they end without the periods behind the last label.
    end: usize,
    /// The last period, and the one before it.
    periods: [Option<usize>; 2],
    /// The last period that another one follows.
    gap: Option<usize>,
    underscore: Option<usize>,
}

impl Domain {
    /// Reads the characters from a place on.
    fn read(text: &str, start: usize) -> Option<Self> {
        let rest = text.get(start..)?;
        let rest = &rest[..rest.find(|c| !is_domain(c)).unwrap_or(rest.len())];
        let domain = rest.trim_end_matches('.');
        let last = domain.rfind('.');
        let before = last.and_then(|last| domain[..last].rfind('.'));
        let place = |at: Option<usize>| at.map(|at| start + at);
        Some(Self {
            read: start..start + rest.len(),
            end: start + domain.len(),
            periods: [place(last), place(before)],
            gap: place(domain.rfind("..")),
            underscore: place(domain.rfind('_')),
        })
    }

    /// Where a domain ends that begins at a place: it has two labels or more, none is empty, and the last two have no
    /// underscores ("valid domain").
    fn end(&mut self, text: &str, start: usize) -> Option<usize> {
        if !self.read.contains(&start) {
            *self = Self::read(text, start)?;
        }
        let [last, before] = self.periods;
        let has_labels = last? > start && !text.get(start..)?.starts_with('.');
        let last_two = before.map_or(start, |before| start.max(before));
        let is_valid = has_labels
            && self.gap.is_none_or(|gap| gap < start)
            && self.underscore.is_none_or(|underscore| underscore < last_two);
        is_valid.then_some(self.end)
    }
}

/// The length of the domain and the path after the prefix of a URL.
fn url_len(text: &str, start: usize, domain: &mut Domain) -> Option<usize> {
    let domain_end = domain.end(text, start)?;
    let rest = text.get(start..)?;
    let end = rest.find(|c: char| c.is_whitespace() || c == '<').unwrap_or(rest.len());
    Some(trimmed(&rest[..end]).max(domain_end - start))
}

fn is_domain(c: char) -> bool {
    matches!(c, '.' | '-' | '_') || c.is_alphanumeric()
}

/// The length of a URL without the punctuation of the sentence after it ("extended autolink path validation").
fn trimmed(url: &str) -> usize {
    let mut rest = url;
    let count = |c| url.matches(c).count();
    let mut unmatched = count(')').saturating_sub(count('('));
    loop {
        let shorter = match rest.chars().next_back() {
            Some('?' | '!' | '.' | ',' | ':' | '*' | '_' | '~') => &rest[..rest.len() - 1],
            Some(')') if unmatched > 0 => {
                unmatched -= 1;
                &rest[..rest.len() - 1]
            }
            Some(';') => match entity(rest) {
                Some(start) => &rest[..start],
                None => return rest.len(),
            },
            _ => return rest.len(),
        };
        rest = shorter;
    }
}

/// The start of a final text that looks like a character reference.
fn entity(text: &str) -> Option<usize> {
    let name = text.strip_suffix(';')?;
    let before = name.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    (before.len() < name.len() && before.ends_with('&')).then(|| before.len() - 1)
}

const fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+')
}

/// How long the domain of a mail address is.
fn mail_domain_len(rest: &str) -> Option<usize> {
    let is_label = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let mut len = 0;
    let mut labels = 0;
    loop {
        let label = rest.as_bytes()[len..].iter().take_while(|&&byte| is_label(byte)).count();
        labels += 1;
        len += label;
        // A period counts only between labels.
        match rest.as_bytes().get(len..) {
            Some([b'.', next, ..]) if label > 0 && is_label(*next) => len += 1,
            _ => break,
        }
    }
    let ends_well = rest.as_bytes()[..len].last().is_some_and(u8::is_ascii_alphanumeric);
    (labels > 1 && ends_well).then_some(len)
}

/// How long the resource behind an address of XMPP is.
fn resource_len(rest: &str) -> usize {
    let Some(resource) = rest.strip_prefix('/') else { return 0 };
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'.');
    match resource.bytes().take_while(is_part).count() {
        0 => 0,
        len => 1 + resource[..len].trim_end_matches('.').len(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Domain, Run};

    fn all(text: &str) -> Vec<String> {
        let (mut found, mut start, mut domain) = (Vec::new(), 0, Domain::default());
        while let Some(link) = (Run { text, start }).find(start..text.len(), &mut domain) {
            start = link.place.end;
            found.push(format!("{}{}", link.before, &text[link.place]));
        }
        found
    }

    /// The examples 622 to 635 of GitHub Flavored Markdown 0.29, and places where nothing begins.
    #[test]
    fn examples_of_the_document() {
        for (text, expected) in [
            ("www.commonmark.org", &["http://www.commonmark.org"][..]),
            ("Visit www.commonmark.org/help for", &["http://www.commonmark.org/help"]),
            (
                "Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.",
                &["http://www.commonmark.org", "http://www.commonmark.org/a.b"],
            ),
            (
                "www.google.com/search?q=Markup+(business)\n\
                 www.google.com/search?q=Markup+(business)))\n\
                 (www.google.com/search?q=Markup+(business))\n\
                 (www.google.com/search?q=Markup+(business)",
                &["http://www.google.com/search?q=Markup+(business)"; 4],
            ),
            (
                "www.google.com/search?q=(business))+ok",
                &["http://www.google.com/search?q=(business))+ok"],
            ),
            (
                "www.google.com/search?q=commonmark&hl=en\nwww.google.com/search?q=commonmark&hl;",
                &[
                    "http://www.google.com/search?q=commonmark&hl=en",
                    "http://www.google.com/search?q=commonmark",
                ],
            ),
            ("www.commonmark.org/he<lp", &["http://www.commonmark.org/he"]),
            (
                "http://commonmark.org\n(Visit https://encrypted.google.com/search?q=Markup+(business))",
                &[
                    "http://commonmark.org",
                    "https://encrypted.google.com/search?q=Markup+(business)",
                ],
            ),
            ("foo@bar.baz", &["mailto:foo@bar.baz"]),
            (
                "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
                &["mailto:hello+xyz@mail.example"],
            ),
            (
                "a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_",
                &["mailto:a.b-c_d@a.b", "mailto:a.b-c_d@a.b"],
            ),
            (
                "mailto:foo@bar.baz mailto:a.b-c_d@a.b- xmpp:foo@bar.baz.",
                &["mailto:foo@bar.baz", "xmpp:foo@bar.baz"],
            ),
            ("xmpp:foo@bar.baz/txt@bin.com/x", &["xmpp:foo@bar.baz/txt@bin.com"]),
            (
                "xhttp://a.b \"http://a.b http://a http://a_b.c http://a..b www.a.b.",
                &["http://www.a.b"],
            ),
            ("*http://a.b/*, HTTP://é.example/ü.", &["http://a.b/", "HTTP://é.example/ü"]),
            ("@ a@ @a.b www. http:// mailto:@a.b", &[]),
            (
                "www.a..b_www.c.d www.x_www.y www.x_www.www.y www.a_b.c.d www.a.b_.",
                &["http://www.c.d", "http://www.x_www.www.y", "http://www.a_b.c.d"],
            ),
        ] {
            assert_eq!(all(text), expected, "{text}");
        }
    }

    /// Only the DNS limits the length of a domain, and domains with many places where URLs may begin are read once.
    #[test]
    fn domains_are_as_long_as_they_like() {
        let long = "label.".repeat(100);
        let text = format!("See http://{long}example/path.");
        assert_eq!(all(&text), [format!("http://{long}example/path")]);
        assert_eq!(all(&"_www.a_".repeat(100_000)), [""; 0]);
    }
}
