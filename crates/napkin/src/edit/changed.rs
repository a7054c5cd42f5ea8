//! An identifier with one part changed: the new value of each setter, before it replaces the old one.
//!
//! Each function checks the piece that it is given and then the whole, by [`Identifier::from_parts`].

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::{Grammar, Identifier};
use crate::pieces::{self, AuthorityPieces, check_piece, write_pair, write_raw_pair};
use crate::query::{Pair, Query};
use crate::recompose::Parts;

pub(super) type Changed<G> = Result<Identifier<G>, ParseError>;

pub(super) fn scheme<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    scheme: Option<&str>,
) -> Changed<G> {
    Identifier::from_parts(&Parts { scheme, ..identifier.parts() })
}

pub(super) fn authority<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    authority: Option<&str>,
) -> Changed<G> {
    Identifier::from_parts(&Parts { authority, ..identifier.parts() })
}

pub(super) fn userinfo<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    userinfo: Option<&str>,
) -> Changed<G> {
    check_piece(G::EDITION, Part::Userinfo, userinfo)?;
    let pieces = pieces_of_authority(identifier, Part::Userinfo)?;
    authority(identifier, Some(&AuthorityPieces { userinfo, ..pieces }.write(G::EDITION)?))
}

pub(super) fn host<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    host: Option<&str>,
) -> Changed<G> {
    check_piece(G::EDITION, Part::Host, host)?;
    match (host, pieces_of_authority(identifier, Part::Host)) {
        (Some(host), Ok(pieces)) => {
            authority(identifier, Some(&AuthorityPieces { host, ..pieces }.write(G::EDITION)?))
        }
        (host, _) => authority(identifier, host),
    }
}

pub(super) fn port<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    port: Option<&str>,
) -> Changed<G> {
    check_piece(G::EDITION, Part::Port, port)?;
    let pieces = pieces_of_authority(identifier, Part::Port)?;
    authority(identifier, Some(&AuthorityPieces { port, ..pieces }.write(G::EDITION)?))
}

pub(super) fn path<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    path: &str,
) -> Changed<G> {
    Identifier::from_parts(&Parts { path, ..identifier.parts() })
}

pub(super) fn query<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    query: Option<&str>,
) -> Changed<G> {
    Identifier::from_parts(&Parts { query, ..identifier.parts() })
}

pub(super) fn fragment<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    fragment: Option<&str>,
) -> Changed<G> {
    Identifier::from_parts(&Parts { fragment, ..identifier.parts() })
}

pub(super) fn pushed_segment<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    data: &str,
) -> Changed<G> {
    let parts = identifier.parts();
    let mut longer = String::from(parts.path);
    pieces::push_segment(G::EDITION, &mut longer, parts.authority.is_some(), true, data)?;
    path(identifier, &longer)
}

/// Without the last segment and the slash before it; `None` if there is no segment.
pub(super) fn popped_segment<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
) -> Option<Identifier<G>> {
    let parts = identifier.parts();
    let shorter = parts.path.rfind('/').and_then(|slash| parts.path.get(..slash));
    let popped = Identifier::from_parts(&Parts { path: shorter.unwrap_or_default(), ..parts });
    if parts.path.is_empty() { None } else { popped.ok() }
}

pub(super) fn appended_pair<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    key: &str,
    value: Option<&str>,
) -> Changed<G> {
    let mut longer = String::from(identifier.parts().query.unwrap_or_default());
    pieces::push_pair(G::EDITION, &mut longer, key, value);
    query(identifier, Some(&longer))
}

pub(super) fn pairs<G: Grammar<Text = String>, K: AsRef<str>, V: AsRef<str>>(
    identifier: &Identifier<G>,
    pairs: impl IntoIterator<Item = (K, V)>,
) -> Changed<G> {
    let mut made: Option<String> = None;
    for (key, value) in pairs {
        pieces::push_pair(
            G::EDITION,
            made.get_or_insert_default(),
            key.as_ref(),
            Some(value.as_ref()),
        );
    }
    query(identifier, made.as_deref())
}

/// With one pair of this key and value, in the place of the first pair with that key, or at the end.
pub(super) fn pair<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    key: &str,
    value: Option<&str>,
    is_meant: impl Fn(Pair<'_>) -> bool,
) -> Changed<G> {
    let mut found = false;
    let mut made: Option<String> = None;
    for pair in identifier.query().into_iter().flat_map(Query::pairs) {
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
            write_pair(G::EDITION, made, key, value);
        } else {
            write_raw_pair(made, pair);
        }
    }
    if found { query(identifier, made.as_deref()) } else { appended_pair(identifier, key, value) }
}

/// With the pairs of the query in the order of their decoded keys; `None` if there are no pairs.
pub(super) fn sorted_pairs<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
) -> Option<Identifier<G>> {
    let mut pairs: Vec<_> = identifier.query()?.pairs().collect();
    pairs.sort_by_cached_key(|(key, _)| key.decode().to_bytes());
    // Reordering the pieces of a valid query keeps it valid and equally long.
    query(identifier, Some(&joined(pairs)?)).ok()
}

/// With the pairs of the query that satisfy `keep`; `None` if there are no pairs.
pub(super) fn kept_pairs<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    mut keep: impl FnMut(Pair<'_>) -> bool,
) -> Option<Identifier<G>> {
    let pairs = identifier.query().filter(|query| !query.is_empty())?.pairs();
    // A part of a valid query is valid.
    query(identifier, joined(pairs.filter(|&pair| keep(pair))).as_deref()).ok()
}

/// The pieces of the authority, one of which is about to change.
fn pieces_of_authority<G: Grammar<Text = String>>(
    identifier: &Identifier<G>,
    part: Part,
) -> Result<AuthorityPieces<'_>, ParseError> {
    let Some(authority) = identifier.authority() else {
        return Err(ParseError::new(G::EDITION, ErrorKind::MissingAuthority, part, 0));
    };
    Ok(AuthorityPieces {
        userinfo: authority.userinfo().map(crate::authority::Userinfo::as_str),
        host: authority.host().as_str(),
        port: authority.port().map(crate::authority::Port::as_str),
    })
}

/// The pairs joined with `&`, unchanged; `None` if there are none.
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
