//! The Robots Exclusion Protocol (RFC 9309): whether the rules of a `robots.txt` allow a crawler to access a URI, and by which line.
//!
//! Where the document is silent or contradicts itself, [docs/robots.md](https://github.com/napkin-uri/napkin/blob/main/docs/robots.md) has the decision by its number.

use std::fmt;

use memchr::memmem;

/// The bytes of a file that are read: the least that RFC 9309 section 2.5 asks for. Rules behind them do not count.
pub const LARGEST_ROBOTS: usize = 500 << 10;

/// The rules of a `robots.txt`.
///
/// ```
/// use napkin_context::{Robots, RobotsAgent};
///
/// let robots = Robots::parse(b"User-agent: *\nDisallow: /private/\nAllow: /private/open$\n");
/// let agent = RobotsAgent::new("ExampleBot")?;
/// assert!(robots.judge(&agent, "/page").is_allowed());
/// assert!(robots.judge(&agent, "/private/open").is_allowed());
/// let verdict = robots.judge(&agent, "/private/x?y=1");
/// assert!(!verdict.is_allowed());
/// assert_eq!(verdict.rule.unwrap().to_string(), "line 2: Disallow: /private/");
/// # Ok::<(), napkin_context::NoAgent>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robots {
    groups: Vec<Group>,
    sitemaps: Vec<String>,
    is_cut: bool,
}

/// A group: its product tokens, and its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Group {
    agents: Vec<String>,
    rules: Vec<RobotsRule>,
}

/// A rule of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RobotsRule {
    /// Whether it allows what it matches.
    pub allows: bool,
    /// The pattern as it is written, in which octets that are not UTF-8 are replaced.
    pub pattern: String,
    /// The number of its line, from 1.
    pub line: usize,
    /// What is between the asterisks, as [`push_comparable`] writes it.
    pieces: Vec<Vec<u8>>,
    /// Whether the path has to end where the pattern does.
    is_anchored: bool,
}

/// The name by which a crawler looks for its groups: a product token (section 2.2.1). That of a crawler which no group names is `*`, the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsAgent(String);

impl Default for RobotsAgent {
    fn default() -> Self {
        Self("*".to_owned())
    }
}

/// A text that is no product token.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoAgent {
    /// The product token with which the text begins, if it has one.
    pub token: Option<String>,
}

/// The answer of a `robots.txt` about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RobotsVerdict<'r> {
    /// The rule that counts: the most specific one that matches. Without one, the path is allowed.
    pub rule: Option<&'r RobotsRule>,
    /// The product token of the group whose rules count, as the file writes it; `*` for the group of all others.
    pub group: Option<&'r str>,
}

impl RobotsVerdict<'_> {
    /// Whether a crawler may access the path.
    pub fn is_allowed(&self) -> bool {
        self.rule.is_none_or(|rule| rule.allows)
    }
}

impl RobotsAgent {
    /// The product token of a crawler, or `*`.
    ///
    /// # Errors
    ///
    /// If the text has other characters than letters of ASCII, `-` and `_`, as a whole `User-Agent` of HTTP has.
    pub fn new(token: &str) -> Result<Self, NoAgent> {
        match product_token(token) {
            _ if token == "*" => Ok(Self::default()),
            found if !found.is_empty() && found == token => Ok(Self(found.to_owned())),
            found => Err(NoAgent { token: (!found.is_empty()).then(|| found.to_owned()) }),
        }
    }
}

impl fmt::Display for NoAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is no product token, which has letters of ASCII, '-' and '_' alone (RFC 9309 section 2.2.1)")?;
        self.token.as_ref().map_or(Ok(()), |token| write!(f, "; perhaps '{token}'"))
    }
}

impl std::error::Error for NoAgent {}

impl fmt::Display for RobotsRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.allows { "Allow" } else { "Disallow" };
        write!(f, "line {}: {kind}: {}", self.line, self.pattern)
    }
}

impl Robots {
    /// Reads a file. Whatever is in it, the lines that can be read count (section 2.3.1.5).
    pub fn parse(content: &[u8]) -> Self {
        let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
        let (read, rest) = content.split_at(content.len().min(LARGEST_ROBOTS));
        let mut robots = Self { is_cut: !rest.is_empty(), ..Self::default() };
        // A group ends with the first line of an agent behind a rule (section 2.1). Other records end none (section 2.2.4).
        let mut has_rules = true;
        for (line, number) in lines(read).zip(1..) {
            let Some((key, value)) = record(line) else { continue };
            let is = |name: &str| key.eq_ignore_ascii_case(name.as_bytes());
            if is("user-agent") {
                if has_rules {
                    robots.groups.push(Group::default());
                    has_rules = false;
                }
                let value = String::from_utf8_lossy(value);
                let token = if value.starts_with('*') { "*" } else { product_token(&value) };
                if let Some(group) = robots.groups.last_mut().filter(|_| !token.is_empty()) {
                    group.agents.push(token.to_owned());
                }
            } else if is("allow") || is("disallow") {
                let Some(group) = robots.groups.last_mut() else { continue };
                has_rules = true;
                // An empty pattern matches nothing (R4).
                if !value.is_empty() {
                    group.rules.push(RobotsRule::new(is("allow"), value, number));
                }
            } else if is("sitemap") {
                robots.sitemaps.push(String::from_utf8_lossy(value).into_owned());
            }
        }
        robots
    }

    /// Judges a path with its query, as a URI has them: percent-encoded or not, `/` for an empty path.
    pub fn judge(&self, agent: &RobotsAgent, path: &str) -> RobotsVerdict<'_> {
        let named = |name: &str| {
            let groups = self.groups.iter().filter_map(|group| {
                let agent = group.agents.iter().find(|agent| agent.eq_ignore_ascii_case(name))?;
                Some((agent.as_str(), group))
            });
            groups.collect::<Vec<_>>()
        };
        let mut groups = named(&agent.0);
        if groups.is_empty() {
            groups = named("*");
        }
        let group = groups.first().map(|(agent, _)| *agent);
        // The file of the rules itself is always allowed (section 2.2.2).
        if path == "/robots.txt" {
            return RobotsVerdict { rule: None, group };
        }
        let (mut is_query, mut compared) = (false, Vec::with_capacity(path.len()));
        push_comparable(path.as_bytes(), &mut is_query, &mut compared);
        let rules = groups.iter().flat_map(|(_, group)| &group.rules);
        let matching = rules.filter(|rule| rule.matches(&compared));
        // Of two as long, the one that allows; of two of these, the first.
        let rule = matching.reduce(|best, rule| {
            let is_better = (rule.octets(), rule.allows) > (best.octets(), best.allows);
            if is_better { rule } else { best }
        });
        RobotsVerdict { rule, group }
    }

    /// The sitemaps that it names, in order; usually URIs.
    pub fn sitemaps(&self) -> &[String] {
        &self.sitemaps
    }

    /// Whether the file is longer than [`LARGEST_ROBOTS`], so that its end does not count.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl RobotsRule {
    fn new(allows: bool, value: &[u8], line: usize) -> Self {
        let is_anchored = value.ends_with(b"$");
        let text = value.strip_suffix(b"$").unwrap_or(value);
        let mut is_query = false;
        let comparable = |piece: &[u8]| {
            let mut compared = Vec::with_capacity(piece.len());
            push_comparable(piece, &mut is_query, &mut compared);
            compared
        };
        let pieces = text.split(|byte| *byte == b'*').map(comparable).collect();
        let pattern = String::from_utf8_lossy(value).into_owned();
        Self { allows, pattern, line, pieces, is_anchored }
    }

    /// The octets of the pattern, by which the most specific one is chosen (R3).
    fn octets(&self) -> usize {
        let text: usize = self.pieces.iter().map(Vec::len).sum();
        text + self.pieces.len() - 1 + usize::from(self.is_anchored)
    }

    /// Whether it matches a path from its first octet on. The leftmost place is taken for each piece, so no place is tried twice.
    fn matches(&self, path: &[u8]) -> bool {
        let [first, others @ ..] = &self.pieces[..] else { return false };
        let Some(mut rest) = path.strip_prefix(&first[..]) else { return false };
        let Some((last, between)) = others.split_last() else {
            return !self.is_anchored || rest.is_empty();
        };
        for piece in between {
            let Some(at) = memmem::find(rest, piece) else { return false };
            rest = &rest[at + piece.len()..];
        }
        if self.is_anchored { rest.ends_with(last) } else { memmem::find(rest, last).is_some() }
    }
}

/// The lines of a file: they end with CR, LF or both.
fn lines(content: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(content);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = memchr::memchr2(b'\r', b'\n', text) else { return rest.take() };
        let (line, behind) = text.split_at(end);
        rest = behind.strip_prefix(b"\r\n").or_else(|| behind.get(1..));
        Some(line)
    })
}

/// The key and the value of a line without its comment. A missing colon is read as there, as Google's crawler does (R5).
fn record(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = memchr::memchr(b'#', line).unwrap_or(line.len());
    let line = line[..end].trim_ascii();
    if let Some(colon) = memchr::memchr(b':', line) {
        let (key, value) = line.split_at(colon);
        return Some((key.trim_ascii(), value[1..].trim_ascii()));
    }
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    match (words.next(), words.next(), words.next()) {
        (Some(key), Some(value), None) => Some((key, value)),
        _ => None,
    }
}

/// The beginning of a text that is a product token, possibly empty.
fn product_token(text: &str) -> &str {
    let is_of_token = |byte: u8| byte.is_ascii_alphabetic() || byte == b'-' || byte == b'_';
    let end = text.bytes().position(|byte| !is_of_token(byte)).unwrap_or(text.len());
    &text[..end]
}

/// Appends a text in the form in which octets are compared (R1, R2): triplets of characters that delimit nothing where they stand are decoded,
/// and what no URI has raw is percent-encoded with capitals. `is_query` says whether a `?` was before it.
fn push_comparable(text: &[u8], is_query: &mut bool, out: &mut Vec<u8>) {
    let mut rest = text;
    while let [byte, behind @ ..] = rest {
        let triplet = behind.first_chunk().filter(|_| *byte == b'%').copied().and_then(octet);
        rest = if triplet.is_some() { &behind[2..] } else { behind };
        let octet = triplet.unwrap_or(*byte);
        let is_raw = match octet {
            _ if octet.is_ascii_alphanumeric() || b"-._~:@!$'()*+,;[]".contains(&octet) => true,
            b'/' | b'?' => *is_query || triplet.is_none(),
            b'&' | b'=' => !*is_query || triplet.is_none(),
            _ => false,
        };
        *is_query |= octet == b'?' && triplet.is_none();
        if is_raw {
            out.push(octet);
        } else {
            out.extend([b'%', DIGITS[usize::from(octet >> 4)], DIGITS[usize::from(octet & 15)]]);
        }
    }
}

const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// The octet that two hexadecimal digits stand for.
fn octet(digits: [u8; 2]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(digits[0])? << 4 | digit(digits[1])?).ok()
}

#[cfg(test)]
mod tests {
    use super::{LARGEST_ROBOTS, Robots, RobotsAgent, lines};

    #[test]
    fn lines_end_in_three_ways() {
        let found: Vec<_> = lines(b"a\r\nb\rc\n\n\r\nd").collect();
        assert_eq!(found, [&b"a"[..], b"b", b"c", b"", b"", b"d"]);
    }

    #[test]
    fn what_is_behind_the_limit_does_not_count() {
        let rule = b"user-agent: *\ndisallow: /";
        let agent = RobotsAgent::new("a").unwrap();
        for (length, is_cut) in [(LARGEST_ROBOTS, false), (LARGEST_ROBOTS + 1, true)] {
            let mut content = rule.to_vec();
            content.push(b'\n');
            content.resize(length, b'#');
            assert_eq!(Robots::parse(&content).is_cut(), is_cut);
            let mut content = vec![b'\n'; length - rule.len()];
            content.extend(rule);
            let robots = Robots::parse(&content);
            // Cut, it is an empty pattern.
            assert_eq!(robots.judge(&agent, "/x").is_allowed(), is_cut);
        }
    }
}
