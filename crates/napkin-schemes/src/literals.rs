//! IP literals whose brackets are raw in a path, as some scheme documents write them where the host is not part of
//! an authority (RFC 3261 §25.1, RFC 5122 §2.2, RFC 7064 §3.1, RFC 7065 §3.1, RFC 7565 §7).

use napkin::edition::RFC3986;
use napkin::scheme::FACTS;

use crate::describe::describe;
use crate::server::literal;

/// A URI with the raw brackets of IP literals in its path escaped, as RFC 3986 requires. `None` if there are none,
/// if the [scheme](napkin::scheme::SchemeFacts::host_in_path) has no host there, or if the result is not a valid
/// URI of the scheme.
///
/// ```
/// use napkin_schemes::{escape_literals, schemes::Stun};
///
/// let text = escape_literals("stun:[2001:db8::10]:3479").unwrap();
/// assert_eq!(text, "stun:%5B2001:db8::10%5D:3479");
/// let uri = napkin::Uri::parse(&text)?;
/// assert_eq!(Stun::read(&uri)?.server.host, "[2001:db8::10]");
/// assert_eq!(escape_literals("urn:[2001:db8::10]"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn escape_literals(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once(':')?;
    let facts = FACTS.iter().find(|facts| scheme.eq_ignore_ascii_case(facts.scheme))?;
    if !facts.host_in_path {
        return None;
    }
    // In an authority the brackets stay raw, and userinfo has none.
    let behind_authority = rest.strip_prefix("//").map_or(rest, |authority| {
        authority.find('/').and_then(|slash| authority.get(slash..)).unwrap_or_default()
    });
    let host = behind_authority.split_once('@').map_or(behind_authority, |(_, host)| host);
    let mut escaped = String::from(text.strip_suffix(host)?);
    let mut left = host;
    while let Some((before, behind)) = left.split_once('[') {
        let (inside, after) = behind.split_once(']')?;
        literal(&["[", inside, "]"].concat())?;
        escaped.extend([before, "%5B", inside, "%5D"]);
        left = after;
    }
    escaped.push_str(left);
    let is_read = |uri| matches!(describe(uri).ok()?.view(), Some(Ok(_))).then_some(());
    RFC3986.parse(&escaped).ok().and_then(is_read)?;
    (escaped != text).then_some(escaped)
}
