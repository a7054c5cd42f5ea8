//! Visits the links in the header fields of messages and responses.

use super::visit::{Inside, Place, Walk};
use crate::base::Base;
use crate::containers::header::{self, Field, InField};
use crate::link::Link;
use crate::vocabulary::values;

impl Walk<'_, '_> {
    /// The references in header fields.
    pub(super) fn fields(
        &mut self,
        place: Place<'_>,
        base: &Base,
        fields: &[Field<'_>],
        inside: Option<&Inside<'_>>,
    ) {
        let document = self.found(place, None, base);
        for field in fields {
            let mut place = field.places();
            for InField { text, place: at, rel } in references(field) {
                let at = place(at.start)..place(at.end);
                let text = if inside.is_none() { header::in_ascii(text) } else { text };
                let link = Link { rel: rel.as_deref(), ..Link::new(&text, at, field.name, base) };
                self.link(&document, link, inside);
            }
        }
    }
}

/// The references in the value of a header field, with their places in it.
fn references<'f>(field: &'f Field<'_>) -> Box<dyn Iterator<Item = InField> + 'f> {
    let is = |names: &[&str]| names.iter().any(|name| field.name.eq_ignore_ascii_case(name));
    let value = &field.value;
    if is(&["Location"]) {
        let start = value.len() - value.trim_start().len();
        let text = header::joined(value.trim());
        let place = start..start + value.trim().len();
        Box::new(std::iter::once(InField { text, place, rel: None }))
    } else if is(&["Refresh"]) {
        let refresh = values::refresh(value).map(|piece| InField {
            text: header::joined(&piece.text),
            place: piece.start..piece.end,
            rel: None,
        });
        Box::new(refresh.into_iter())
    } else if is(&["Link"]) {
        // As browsers send it, which parse it by the URL Standard.
        let encoded = |link: InField| InField { text: link.text.replace(' ', "%20"), ..link };
        Box::new(header::link_values(value).map(encoded))
    } else if is(&["Archived-At"])
        || field.name.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("list-"))
            && !is(&["List-Id"])
    {
        Box::new(header::bracketed(value))
    } else {
        Box::new(std::iter::empty())
    }
}
