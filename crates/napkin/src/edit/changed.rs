//! A reference with one part changed: what each setter makes, before anything is replaced.
//!
//! Each function checks the piece that it is given and then the whole, by [`Parts::recompose`].

use alloc::string::String;
use alloc::vec::Vec;

use crate::edition::RFC3986;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::pieces::{self, AuthorityPieces, check_piece, write_pair, write_raw_pair};
use crate::query::{Pair, Query};
use crate::recompose::Parts;
use crate::uri::UriRef;

pub(super) type Changed = Result<UriRef<String>, ParseError>;

pub(super) fn scheme(reference: &UriRef<String>, scheme: Option<&str>) -> Changed {
    Parts { scheme, ..reference.parts() }.recompose()
}

pub(super) fn authority(reference: &UriRef<String>, authority: Option<&str>) -> Changed {
    Parts { authority, ..reference.parts() }.recompose()
}

pub(super) fn userinfo(reference: &UriRef<String>, userinfo: Option<&str>) -> Changed {
    check_piece(RFC3986, Part::Userinfo, userinfo)?;
    let pieces = pieces_of_authority(reference, Part::Userinfo)?;
    authority(reference, Some(&AuthorityPieces { userinfo, ..pieces }.write()?))
}

pub(super) fn host(reference: &UriRef<String>, host: Option<&str>) -> Changed {
    check_piece(RFC3986, Part::Host, host)?;
    match (host, pieces_of_authority(reference, Part::Host)) {
        (Some(host), Ok(pieces)) => {
            authority(reference, Some(&AuthorityPieces { host, ..pieces }.write()?))
        }
        (host, _) => authority(reference, host),
    }
}

pub(super) fn port(reference: &UriRef<String>, port: Option<&str>) -> Changed {
    check_piece(RFC3986, Part::Port, port)?;
    let pieces = pieces_of_authority(reference, Part::Port)?;
    authority(reference, Some(&AuthorityPieces { port, ..pieces }.write()?))
}

pub(super) fn path(reference: &UriRef<String>, path: &str) -> Changed {
    Parts { path, ..reference.parts() }.recompose()
}

pub(super) fn query(reference: &UriRef<String>, query: Option<&str>) -> Changed {
    Parts { query, ..reference.parts() }.recompose()
}

pub(super) fn fragment(reference: &UriRef<String>, fragment: Option<&str>) -> Changed {
    Parts { fragment, ..reference.parts() }.recompose()
}

pub(super) fn pushed_segment(reference: &UriRef<String>, data: &str) -> Changed {
    let parts = reference.parts();
    let mut longer = String::from(parts.path);
    pieces::push_segment(RFC3986, &mut longer, parts.authority.is_some(), true, data)?;
    path(reference, &longer)
}

/// Without the last segment and the slash before it; `None` if there is no segment.
pub(super) fn popped_segment(reference: &UriRef<String>) -> Option<UriRef<String>> {
    let parts = reference.parts();
    let shorter = parts.path.rfind('/').and_then(|slash| parts.path.get(..slash));
    let popped = Parts { path: shorter.unwrap_or_default(), ..parts }.recompose();
    if parts.path.is_empty() { None } else { popped.ok() }
}

pub(super) fn appended_pair(reference: &UriRef<String>, key: &str, value: Option<&str>) -> Changed {
    let mut longer = String::from(reference.parts().query.unwrap_or_default());
    pieces::push_pair(&mut longer, key, value);
    query(reference, Some(&longer))
}

pub(super) fn pairs<K: AsRef<str>, V: AsRef<str>>(
    reference: &UriRef<String>,
    pairs: impl IntoIterator<Item = (K, V)>,
) -> Changed {
    let mut made: Option<String> = None;
    for (key, value) in pairs {
        pieces::push_pair(made.get_or_insert_default(), key.as_ref(), Some(value.as_ref()));
    }
    query(reference, made.as_deref())
}

/// With one pair of this key and value, in the place of the first that is meant; at the end if none is.
pub(super) fn pair(
    reference: &UriRef<String>,
    key: &str,
    value: Option<&str>,
    is_meant: impl Fn(Pair<'_>) -> bool,
) -> Changed {
    let mut found = false;
    let mut made: Option<String> = None;
    for pair in reference.query().into_iter().flat_map(Query::pairs) {
        let is_meant = is_meant(pair);
        if is_meant && found {
            continue;
        }
        if let Some(made) = &mut made {
            made.push('&');
        }
        let made = made.get_or_insert_default();
        if is_meant {
            found = true;
            write_pair(made, key, value);
        } else {
            write_raw_pair(made, pair);
        }
    }
    if found { query(reference, made.as_deref()) } else { appended_pair(reference, key, value) }
}

/// With the pairs of the query in the order of what their keys decode to; `None` if there are none.
pub(super) fn sorted_pairs(reference: &UriRef<String>) -> Option<UriRef<String>> {
    let mut pairs: Vec<_> = reference.query()?.pairs().collect();
    pairs.sort_by_cached_key(|(key, _)| key.decode().to_bytes());
    // The pieces of a valid query are valid in any order, and as long.
    query(reference, Some(&joined(pairs)?)).ok()
}

/// With the pairs of the query for which `keep` says so; `None` if there are none to begin with.
pub(super) fn kept_pairs(
    reference: &UriRef<String>,
    mut keep: impl FnMut(Pair<'_>) -> bool,
) -> Option<UriRef<String>> {
    let pairs = reference.query().filter(|query| !query.is_empty())?.pairs();
    // What is left of a valid query is valid.
    query(reference, joined(pairs.filter(|&pair| keep(pair))).as_deref()).ok()
}

/// The pieces of the authority, one of which is about to change.
fn pieces_of_authority(
    reference: &UriRef<String>,
    part: Part,
) -> Result<AuthorityPieces<'_>, ParseError> {
    let Some(authority) = reference.authority() else {
        return Err(ParseError::new(RFC3986, ErrorKind::MissingAuthority, part, 0));
    };
    Ok(AuthorityPieces {
        userinfo: authority.userinfo().map(crate::authority::Userinfo::as_str),
        host: authority.host().as_str(),
        port: authority.port().map(crate::authority::Port::as_str),
    })
}

/// Pairs as they are written, with `&` between them; nothing without any.
fn joined<'p>(pairs: impl IntoIterator<Item = Pair<'p>>) -> Option<String> {
    let mut text: Option<String> = None;
    for pair in pairs {
        match &mut text {
            Some(text) => {
                text.push('&');
                write_raw_pair(text, pair);
            }
            None => write_raw_pair(text.insert(String::new()), pair),
        }
    }
    text
}
