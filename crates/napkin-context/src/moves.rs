//! URIs that move: from one prefix to another, by segments; and references that are made relative.

use std::fmt;

use napkin::scheme::{FACTS, SchemeFacts};
use napkin::{Parts, RelativeForm, Target};
use napkin_standards::Standard;

use crate::base::Base;
use crate::link::Link;

/// A move of all URIs with a prefix to another one, such as from `http://old/` to `https://new/`.
///
/// A prefix ends where a segment ends: `http://old/a` has `http://old/a/b` and `http://old/a?q`, and not `http://old/ab`. Letter case
/// in schemes and hosts makes no difference, nor does a default port.
///
/// ```
/// use napkin_context::Move;
///
/// let moved = Move::new("http://old/a", "https://new/")?;
/// assert_eq!(moved.target("http://OLD:80/a/b?q#f").as_deref(), Some("https://new/b?q#f"));
/// assert_eq!(moved.target("http://old/ab"), None);
/// assert!(Move::new("/a", "https://new/").is_err());
/// # Ok::<(), napkin_context::NotAMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Move {
    from: String,
    to: String,
    /// The first prefix as the newest edition of the URL Standard writes it.
    url: Option<String>,
}

/// Why two texts are no [`Move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotAMove {
    /// The first has no scheme, or is invalid.
    From,
    /// The second has no scheme, or is invalid.
    To,
}

impl fmt::Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::From => "the prefix to move from is no URI with a scheme",
            Self::To => "the prefix to move to is no URI with a scheme",
        })
    }
}

impl std::error::Error for NotAMove {}

impl Move {
    /// A move from a prefix to another one, which are URIs or IRIs.
    ///
    /// # Errors
    ///
    /// If one of them is invalid, or has no scheme.
    pub fn new(from: impl Into<String>, to: impl Into<String>) -> Result<Self, NotAMove> {
        let (from, to) = (from.into(), to.into());
        let is_absolute = |text: &str| {
            napkin::edition::RFC3987.parse(text).is_ok_and(|parsed| !parsed.is_relative_ref())
        };
        if !is_absolute(&from) {
            return Err(NotAMove::From);
        }
        if !is_absolute(&to) {
            return Err(NotAMove::To);
        }
        let url = napkin_url::edition::WHATWG.parse(&from).ok().map(|url| url.as_str().to_owned());
        // The standard adds the slash of an empty path, which the comparison does by itself.
        let url = url.map(|url| match url.strip_suffix('/') {
            Some(bare) if !from.ends_with('/') => bare.to_owned(),
            _ => url,
        });
        Ok(Self { from, to, url })
    }

    /// Where a URI moves; `None` if it does not have the prefix.
    pub fn target(&self, uri: &str) -> Option<String> {
        rest(&self.from, uri).map(|rest| self.joined(rest))
    }

    /// Whether a result of the move has the prefix too, so that it would move again.
    ///
    /// ```
    /// use napkin_context::Move;
    ///
    /// assert!(Move::new("http://h/", "http://h/new/")?.is_repeated());
    /// assert!(!Move::new("http://h/", "https://h/")?.is_repeated());
    /// # Ok::<(), napkin_context::NotAMove>(())
    /// ```
    pub fn is_repeated(&self) -> bool {
        self.target(&self.joined("")).is_some()
    }

    /// The reference to write for a link, if its target moves; as it is spelled behind the prefix. A relative reference moves
    /// only if it is asked for, and is then absolute. IRIs of RDF have the prefix if their text begins with it.
    ///
    /// ```
    /// use napkin_context::{Kind, Move, Surroundings};
    ///
    /// let moved = Move::new("http://old/", "https://new/")?;
    /// let page = b"<a href=HTTP://Old/%7ea>x</a> <a href='b?c=1&d'>y</a>";
    /// let around = Surroundings::default().of_kind(Kind::Html).retrieved_from("http://old/x/");
    /// for (with_relative, expected) in [
    ///     (false, "<a href=https://new/%7ea>x</a> <a href='b?c=1&d'>y</a>"),
    ///     (true, "<a href=https://new/%7ea>x</a> <a href='https://new/x/b?c=1&d'>y</a>"),
    /// ] {
    ///     let result = around.rewrite(page, &mut |link, target| {
    ///         Ok(target.as_ref().ok().and_then(|target| moved.reference(link, target, with_relative)))
    ///     });
    ///     assert_eq!(String::from_utf8_lossy(&result.document), expected);
    /// }
    /// # Ok::<(), napkin_context::NotAMove>(())
    /// ```
    pub fn reference(
        &self,
        link: &Link<'_>,
        target: &Target,
        with_relative: bool,
    ) -> Option<String> {
        let Target::Uri(target) = target else { return None };
        let is_absolute = Parts::split(link.reference).scheme.is_some();
        if !(is_absolute || with_relative) {
            return None;
        }
        let has_urls = link.base.has_urls();
        let from = self.url.as_deref().filter(|_| has_urls).unwrap_or(&self.from);
        if link.is_as_written && !has_urls && !target.starts_with(&self.from) {
            return None;
        }
        if link.is_template {
            return rest(&self.from, link.reference).map(|rest| self.joined(rest));
        }
        let moved = self.joined(rest(from, target)?);
        let Ok(Target::Uri(expected)) = link.base.target(&moved) else { return Some(moved) };
        let spelled = is_absolute.then(|| rest(&self.from, link.reference)).flatten();
        let spelled = spelled.map(|rest| self.joined(rest)).filter(|spelled| {
            link.base.target(spelled).is_ok_and(|target| target == Target::Uri(expected))
        });
        Some(spelled.unwrap_or(moved))
    }

    /// A moved URI: the prefix to move to, with the text that stood behind the prefix to move from. A prefix that ends
    /// with a slash stands for a folder, so that exactly one slash is between the two.
    fn joined(&self, rest: &str) -> String {
        let is_folder = self.to.ends_with('/');
        if self.from.ends_with('/') && !is_folder && !self.to.contains(['?', '#']) {
            return [&self.to, "/", rest].concat();
        }
        let is_doubled = is_folder && !self.from.ends_with('/');
        let rest = rest.strip_prefix('/').filter(|_| is_doubled).unwrap_or(rest);
        [&self.to, rest].concat()
    }
}

/// The text after a prefix, if the text has the prefix.
fn rest<'t>(prefix: &str, text: &'t str) -> Option<&'t str> {
    let (own, other) = (Parts::split(prefix), Parts::split(text));
    let scheme = own.scheme?;
    if !scheme.eq_ignore_ascii_case(other.scheme?) {
        return None;
    }
    match (own.authority, other.authority) {
        (None, None) => {}
        (Some(own), Some(other)) if is_same_server(scheme, own, other) => {}
        _ => return None,
    }
    let tail = behind_server(prefix, &own);
    let text = behind_server(text, &other);
    if matches!(tail, "" | "/") && own.authority.is_some() && !text.starts_with('/') {
        // An empty path is the root.
        return Some(text);
    }
    let rest = text.strip_prefix(tail)?;
    let is_whole = tail.ends_with(['/', '?', '#', ':']) || tail.is_empty();
    (is_whole || rest.is_empty() || rest.starts_with(['/', '?', '#', ':'])).then_some(rest)
}

/// The text behind the scheme and the authority.
fn behind_server<'t>(text: &'t str, parts: &Parts<'_>) -> &'t str {
    let scheme = parts.scheme.map_or(0, |scheme| scheme.len() + 1);
    let authority = parts.authority.map_or(0, |authority| authority.len() + 2);
    text.get(scheme + authority..).unwrap_or_default()
}

/// Whether two authorities are equal but for letter case in the host and a default port.
fn is_same_server(scheme: &str, one: &str, other: &str) -> bool {
    let is_scheme = |facts: &&SchemeFacts| facts.scheme.eq_ignore_ascii_case(scheme);
    let default = FACTS.iter().find(is_scheme).and_then(|facts| facts.default_port);
    let cut = |authority: &str| {
        let (userinfo, server) = match authority.rsplit_once('@') {
            Some((userinfo, server)) => (Some(userinfo.to_owned()), server),
            None => (None, authority),
        };
        let (host, port) = match server.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (host, port),
            _ => (server, ""),
        };
        let port = port.parse::<u16>().ok().filter(|port| Some(*port) != default);
        (userinfo, host.to_ascii_lowercase(), port)
    };
    one == other || cut(one) == cut(other)
}

impl Base {
    /// The shortest relative reference to a URI without a new authority; `None` if there is none, or no base.
    ///
    /// ```
    /// use napkin_context::Base;
    ///
    /// let base = Base::new(napkin::edition::RFC3986).retrieved_from("http://h/a/b");
    /// assert_eq!(base.relative("http://h/a/c").as_deref(), Some("c"));
    /// assert_eq!(base.relative("http://other/"), None);
    /// ```
    pub fn relative(&self, uri: &str) -> Option<String> {
        let standard = Standard::named(self.standard())?;
        let base = napkin_standards::Base::new(self.uri()?, standard);
        let reference = base.relativize(uri, RelativeForm::Shortest).ok()?;
        let is_relative = Parts::split(&reference).scheme.is_none() && !reference.starts_with("//");
        let leads_back =
            || matches!(self.target(&reference), Ok(Target::Uri(found)) if found == uri);
        (is_relative && leads_back()).then_some(reference)
    }
}
