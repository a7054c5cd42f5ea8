//! The changes by an edition of the URI syntax, which parses each text that they make.

use std::borrow::Cow;

use napkin::{Part, Query, Reference, ResolveError, Userinfo};

use super::{Change, Changed, Field, Refused};
use crate::error::Error;

/// The text of a reference with some changes.
pub(super) fn set(reference: Reference<'_>, changes: &[Change<'_>]) -> Result<Changed, Refused> {
    let edition = reference.edition();
    let mut text = reference.as_str().to_owned();
    let mut make = |number: usize, change: &Change<'_>| -> Result<(), Refused> {
        let changed = edition.parse(&text).map_err(Error::from);
        let refused = |error| Refused { change: number, value: value(change).into(), error };
        text = changed.and_then(|before| changed_by(before, change)).map_err(refused)?;
        Ok(())
    };
    // The old path must not prevent an authority that the new path can follow. The empty path can follow anything.
    let is_path = |change: &Change<'_>| matches!(change, Change::Replace(Field::Path, _));
    let moves_path = |change: &Change<'_>| {
        matches!(change, Change::Replace(Field::Scheme | Field::Authority | Field::Host, _))
    };
    let path = changes.iter().position(is_path);
    let moved = path.and_then(|path| changes[..path].iter().position(moves_path));
    for (number, change) in changes.iter().enumerate() {
        if moved == Some(number) {
            make(path.unwrap_or(number), &Change::Replace(Field::Path, "".into()))?;
        }
        make(number, change)?;
    }
    Ok(Changed { text, ignored: Vec::new() })
}

/// The text with one change.
fn changed_by(before: Reference<'_>, change: &Change<'_>) -> Result<String, Error> {
    let edition = before.edition();
    let (user, password) = user_and_password(before);
    let behind_user = password.map(|password| format!(":{password}"));
    let changed = match change {
        Change::Remove(Field::Username) => before.with_part(Part::Userinfo, behind_user.as_deref()),
        Change::Remove(Field::Password) => before.with_part(Part::Userinfo, user),
        Change::Remove(field) => before.with_part(field.part(), None),
        Change::Replace(Field::Username, user) if user.contains(':') => {
            return Err(Error::colon_in_user(edition));
        }
        Change::Replace(Field::Username, user) => {
            let userinfo = [user, behind_user.as_deref().unwrap_or_default()].concat();
            before.with_part(Part::Userinfo, Some(&userinfo))
        }
        Change::Replace(Field::Password, password) => {
            let userinfo = [user.unwrap_or_default(), ":", password].concat();
            before.with_part(Part::Userinfo, Some(&userinfo))
        }
        Change::Replace(field, text) => before.with_part(field.part(), Some(text)),
        Change::Attribute(..) => {
            return Err(Error::of_resolution(edition, ResolveError::NotAllowed(edition)));
        }
        Change::PopSegment => {
            Ok(before.without_last_segment().unwrap_or_else(|| before.as_str().into()))
        }
        Change::PushSegments(segments) => before.with_segments(*segments),
        Change::SetPair(..) | Change::AppendPair(..) | Change::Rewrite(_) => {
            let query = before.query().map(Query::as_str);
            match change.of_query(edition.into(), query) {
                changed if changed.as_deref() == query => Ok(before.as_str().into()),
                changed => before.with_part(Part::Query, changed.as_deref()),
            }
        }
    };
    Ok(changed?)
}

/// The new text of a change.
fn value<'c>(change: &'c Change<'_>) -> Cow<'c, str> {
    match change {
        Change::Replace(_, text) => text.as_ref().into(),
        Change::PushSegments(segments) => {
            let is_refused = |segment: &&String| matches!(segment.as_str(), "." | "..");
            let told = segments.iter().find(is_refused).or(segments.last());
            told.map(String::as_str).unwrap_or_default().into()
        }
        Change::SetPair(key, Some(value)) | Change::AppendPair(key, Some(value)) => {
            [key, "=", value].concat().into()
        }
        Change::SetPair(key, None) | Change::AppendPair(key, None) => (*key).into(),
        Change::Attribute(_, value) => (*value).into(),
        Change::Remove(_) | Change::PopSegment | Change::Rewrite(_) => "".into(),
    }
}

/// The userinfo up to its first colon and after it; each is `None` if undefined.
fn user_and_password(reference: Reference<'_>) -> (Option<&str>, Option<&str>) {
    let userinfo = reference.userinfo().map(Userinfo::as_str);
    match userinfo.and_then(|userinfo| userinfo.split_once(':')) {
        Some((user, password)) => (Some(user), Some(password)),
        None => (userinfo, None),
    }
}
