//! The text that a document shows for a link, and the hosts that it names.
//!
//! People read a host in a text that is, or has, a URL, a name of the DNS, or a mail address. File names, versions and names of
//! programs look alike; what is ordinary is not taken for a host.

use std::borrow::Cow;

use napkin_domains::{List, Sections};
use unicode_normalization::UnicodeNormalization;

use crate::name::is_dns_label;

/// The text that a document shows for a link, for [`audit_link()`](crate::audit_link()).
#[derive(Clone, Copy, Debug)]
pub struct LinkText<'t> {
    text: &'t str,
    target: Option<&'t str>,
}

impl<'t> LinkText<'t> {
    /// A text as people see it, without markup. Of a long text, the first 16 KiB are read.
    pub const fn new(text: &'t str) -> Self {
        Self { text, target: None }
    }

    /// This text of a link that leads to a target. Without it, the reference alone says where the link leads, which a relative
    /// reference does not.
    ///
    /// ```
    /// use napkin_audit::{LinkText, Policy, audit_link};
    ///
    /// let text = LinkText::new("bank.example").leading_to("http://evil.example/login");
    /// let found = audit_link(b"/login", text, &Policy::default());
    /// assert_eq!(found.findings()[0].rule.id, "text-names-other-host");
    /// ```
    #[must_use]
    pub const fn leading_to(self, target: &'t str) -> Self {
        Self { target: Some(target), ..self }
    }

    pub(crate) const fn target(&self) -> Option<&'t str> {
        self.target
    }

    /// The hosts that the text names, as it writes them. A text that is the reference itself names none: the reference says what
    /// it says.
    pub(crate) fn named(&self, reference: &str) -> Vec<String> {
        let text = self.text.trim();
        if text == reference || Some(text) == self.target {
            return Vec::new();
        }
        let visible = visible(text);
        let leads_to = self.target.unwrap_or(reference).to_ascii_lowercase();
        let mut named = Vec::new();
        for word in visible.split(ends_word) {
            named_in(word, &leads_to, &mut named);
        }
        named
    }
}

/// The maximum length of a text that is read, in bytes.
const LONGEST: usize = 1 << 14;

/// The text in the letters that it looks like, without what is not seen.
fn visible(text: &str) -> String {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let seen = text.get(..end).unwrap_or_default().nfkc().filter(|&c| !is_unseen(c));
    seen.map(|c| if c == '\u{3002}' { '.' } else { c }).collect()
}

/// Whether a character shows nothing: soft hyphens, joiners, marks of direction and variation selectors.
const fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
        || matches!(c, '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character ends a word, whatever URL it is in.
fn ends_word(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '<' | '>' | '"' | '\u{ab}' | '\u{bb}' | '\u{201c}'..='\u{201e}')
}

/// Whether a character is in a name, as people read one.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '-' | '_' | '.')
        || !c.is_ascii() && !c.is_control() && !is_punctuation(c)
}

/// Non-ASCII punctuation that stands around names.
const fn is_punctuation(c: char) -> bool {
    matches!(c, '\u{a0}'..='\u{bf}' | '\u{2010}'..='\u{205e}' | '\u{2190}'..='\u{21ff}' | '\u{3001}'..='\u{301f}')
}

/// What makes a name a host for a reader.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// A port, a path or a query follows.
    Path,
    /// It is the domain of a mail address.
    Mail,
    /// Nothing but its letters.
    None,
}

/// Adds the hosts in a word. What is behind a host with a path is the path, whatever it looks like.
fn named_in(word: &str, leads_to: &str, named: &mut Vec<String>) {
    let mut rest = word;
    let mut is_domain = false;
    loop {
        let len = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(len);
        let authority =
            behind.strip_prefix("://").or_else(|| behind.strip_prefix("//").filter(|_| len == 0));
        if let Some(authority) = authority {
            return named_in_authority(authority, leads_to, named);
        }
        let is_path = behind.starts_with(BEGINS_PATH) || begins_port(behind);
        let is_local_part = behind.starts_with('@');
        let sign = match (is_path, is_domain) {
            (true, _) => Sign::Path,
            (false, true) => Sign::Mail,
            (false, false) => Sign::None,
        };
        let name = trimmed(name);
        if (!is_local_part || name.starts_with("www.")) && is_host(name, sign, leads_to) {
            named.push(name.to_owned());
        }
        let mut after = behind.chars();
        // A handle, as `@name`, is no address.
        if after.next().is_none() || is_path || is_local_part && len == 0 {
            return;
        }
        (is_domain, rest) = (is_local_part, after.as_str());
    }
}

/// What begins a path, a query or a fragment.
const BEGINS_PATH: [char; 4] = ['/', '?', '#', '\\'];

/// Adds the host of a URL, and what looks like a host in its userinfo.
fn named_in_authority(rest: &str, leads_to: &str, named: &mut Vec<String>) {
    let authority = rest.split(BEGINS_PATH).next().unwrap_or_default();
    let (userinfo, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let in_userinfo = userinfo.split([':', '@']).map(trimmed);
    named.extend(in_userinfo.filter(|name| is_host(name, Sign::Path, leads_to)).map(str::to_owned));
    let host = match host.find(']') {
        Some(end) if host.starts_with('[') => host.get(..=end).unwrap_or_default(),
        _ => trimmed(host.split(|c| !is_of_name(c)).next().unwrap_or_default()),
    };
    if host.contains(char::is_alphanumeric) {
        named.push(host.to_owned());
    }
}

/// A name without the punctuation at its ends.
fn trimmed(name: &str) -> &str {
    name.trim_matches(['.', '-', '_'])
}

/// Whether a port begins here.
fn begins_port(behind: &str) -> bool {
    behind.strip_prefix(':').is_some_and(|port| port.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether people read a host in a name.
fn is_host(name: &str, sign: Sign, leads_to: &str) -> bool {
    let labels = name.split('.').count();
    if labels < 2 || name.split('.').any(str::is_empty) {
        return false;
    }
    let lower = name.to_lowercase();
    if lower.starts_with("www.") && labels > 2 {
        return true;
    }
    if lower.rsplit('.').next().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit())) {
        // A version is no address.
        return sign != Sign::None
            && labels == 4
            && lower.split('.').all(|octet| octet.parse::<u8>().is_ok());
    }
    let is_plain = |label: &str| !label.is_ascii() || is_dns_label(label.as_bytes());
    lower.split('.').all(is_plain)
        && has_domain(&lower)
        && (sign != Sign::None || !is_ordinary(name, &lower, leads_to))
}

/// Whether a name is below a suffix of the list, or below the domain of examples.
fn has_domain(name: &str) -> bool {
    let registrable = List::mozilla().registrable_domain(name, Sections::All).is_some();
    registrable || name.ends_with(".example")
}

/// Suffixes that people know as such.
const KNOWN: &[&str] = &["com", "net", "org", "edu", "gov", "mil", "int", "info", "biz", "example"];

/// Suffixes of two letters that files have too.
const OF_FILES: &[&str] = &[
    "ai", "app", "cc", "id", "la", "md", "mk", "ml", "pl", "pm", "ps", "py", "rs", "sh", "so",
    "st", "tf", "vi",
];

/// Names of files that are written about.
const FILES: &[&str] = &[
    "build",
    "changelog",
    "conftest",
    "contributing",
    "index",
    "install",
    "lib",
    "license",
    "main",
    "manage",
    "mod",
    "readme",
    "run",
    "security",
    "setup",
    "test",
    "tests",
];

/// Names of programs and libraries.
const PROGRAMS: &[&str] = &[
    "ado.net",
    "asp.net",
    "java.io",
    "java.net",
    "ml.net",
    "socket.io",
    "system.io",
    "system.net",
    "vb.net",
];

/// Whether a bare name is rather a file, a program, a package, an expression, or the end of a sentence.
fn is_ordinary(name: &str, lower: &str, leads_to: &str) -> bool {
    let (first, last) =
        (lower.split('.').next().unwrap_or_default(), lower.rsplit('.').next().unwrap_or_default());
    let labels = lower.split('.').count();
    let is_package = labels > 2 && ["com", "org", "net", "io", "edu", "gov"].contains(&first);
    let written = name.rsplit('.').next().unwrap_or_default();
    let is_sentence = labels == 2
        && written.starts_with(char::is_uppercase)
        && !written.chars().skip(1).any(char::is_uppercase)
        && !name.starts_with(char::is_uppercase);
    let is_of_files = OF_FILES.contains(&last);
    let is_word = is_of_files || last.len() > 2 && !KNOWN.contains(&last);
    let is_file = is_of_files && (FILES.contains(&first) || is_shouted(name));
    PROGRAMS.contains(&lower)
        || is_package
        || is_sentence
        || is_file
        || is_word && behind_host(leads_to).contains(lower)
}

/// Whether the first label is in capitals and the last one is not, as in `README.md`.
fn is_shouted(name: &str) -> bool {
    let mut labels = name.split('.');
    let is_in = |label: Option<&str>, has: fn(&char) -> bool| {
        label.is_some_and(|label| label.chars().all(|c| has(&c)))
    };
    is_in(labels.next(), char::is_ascii_uppercase)
        && is_in(labels.next_back(), char::is_ascii_lowercase)
}

/// What follows the authority of a target.
fn behind_host(target: &str) -> &str {
    let rest = target.split_once("://").map_or(target, |(_, rest)| rest);
    rest.find(['/', '?', '#']).and_then(|at| rest.get(at..)).unwrap_or_default()
}

/// The group of a name: its registrable domain by both sections of the list. A name below no suffix of the list is grouped by
/// its last two labels, as the list has it for suffixes that it does not know.
pub(crate) fn site(name: &str) -> Cow<'_, str> {
    let list = List::mozilla();
    if list.public_suffix(name, Sections::All).is_some() {
        return list.site(name);
    }
    let name = name.strip_suffix('.').unwrap_or(name);
    let start = name.rmatch_indices('.').nth(1).map_or(0, |(dot, _)| dot + 1);
    name.get(start..).unwrap_or(name).into()
}

#[cfg(test)]
mod tests {
    use super::LinkText;

    #[test]
    fn hosts_in_texts() {
        for (text, expected) in [
            ("http://user:p@a.b.example:80/x.com?y.com", &["a.b.example"][..]),
            ("http://www.bank.example@evil.example/", &["www.bank.example", "evil.example"]),
            ("http://[2001:db8::1]/ http://intranet/", &["[2001:db8::1]", "intranet"]),
            ("http://...", &[]),
            ("see (www.a.example), b.example.", &["www.a.example", "b.example"]),
            ("//a.example/", &["a.example"]),
            ("ann@a.example", &["a.example"]),
            ("@ann.bsky.social", &[]),
            ("a.example:8080", &["a.example"]),
            ("a\u{200b}.exam\u{ad}ple \u{ff42}.com", &["a.example", "b.com"]),
            ("bank\u{3002}com", &["bank.com"]),
            ("192.0.2.1/x 1.2.3.4 v1.2.3", &["192.0.2.1"]),
            ("p\u{430}ypal.com", &["p\u{430}ypal.com"]),
            ("src/main.rs and/or.com", &[]),
            (
                "node.js index.html e.g. i.e. 3.14 a.m. Ph.D. ASP.NET README.md com.example.app it.Is",
                &[],
            ),
            ("", &[]),
        ] {
            assert_eq!(LinkText::new(text).named("http://h/"), expected, "{text}");
        }
        assert!(LinkText::new("app.run").named("http://h/#flask.App.run").is_empty());
        assert_eq!(LinkText::new("app.run").named("http://h/"), ["app.run"]);
        assert!(LinkText::new("http://a.example/").named("http://a.example/").is_empty());
    }
}
