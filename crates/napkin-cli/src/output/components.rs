//! The components of a reference as lines of text.

use std::borrow::Cow;

use napkin::{Edition, Part, Reference};
use napkin_standards::facts::{self, Component, Value};

use crate::terminal::text::Text;

/// Writes the defined components as lines of text. Segments are shown in the path.
pub(crate) fn write(reference: &Reference<'_>, text: &mut Text<'_>) {
    let edition = reference.edition();
    write_all(&facts::list(reference.into()), Some(edition), label_width(edition), text);
}

/// Writes components as lines of text, with the edition's own terms.
pub(crate) fn write_all(
    components: &[Component<'_>],
    edition: Option<&'static Edition>,
    width: usize,
    text: &mut Text<'_>,
) {
    for component in components {
        if let Some(Value::Text(value)) = &component.value {
            let edition = edition.map(|edition| (edition, TERMS.contains(&component.name)));
            let (label, value) = match edition {
                Some((edition, true)) => (label(edition, component), edition.own_term(value)),
                Some((edition, false)) => (label(edition, component), &**value),
                None => (text_name(component.name), &**value),
            };
            text.field(&label, width, value.as_bytes());
        }
    }
}

/// The components whose values are terms that an edition may rename.
const TERMS: [&str; 3] = ["kind", "host_kind", "ref_kind"];

/// The width of an edition's names in text.
pub(crate) fn label_width(edition: &Edition) -> usize {
    const USUAL: usize = 11;
    let own = Part::ALL.iter().filter_map(|part| {
        let (name, own) = (part.name(), edition.own_name(*part));
        (own != name).then(|| own_label(name, own).len())
    });
    let forms = if edition.tells_authority_forms() { "authority-form".len() } else { 0 };
    own.max().unwrap_or(0).max(forms).max(USUAL)
}

/// The name of a component in text, with the edition's own name for it.
fn label(edition: &Edition, component: &Component<'_>) -> Cow<'static, str> {
    let name = component.name;
    match component.part.filter(|part| part.name() == name).map(|part| edition.own_name(part)) {
        Some(own) if own != name => own_label(name, own).into(),
        _ => text_name(name),
    }
}

fn own_label(name: &str, own: &str) -> String {
    format!("{name} ({own})")
}

/// A JSON name as shown in text.
pub(crate) fn text_name(name: &'static str) -> Cow<'static, str> {
    if name.contains('_') { name.replace('_', "-").into() } else { name.into() }
}
