//! The components of a reference as lines of text.

use std::borrow::Cow;

use napkin::{Edition, Part, Reference};
use napkin_answers::components::{Component, Value, components};

use crate::text::Text;

/// Writes the components that are there as lines of text. Segments are told by the path.
pub(crate) fn write(reference: &Reference<'_>, text: &mut Text<'_>) {
    let edition = reference.edition();
    write_all(&components(reference), Some(edition), label_width(edition), text);
}

/// Writes components as lines of text, with the words of an edition that has its own.
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

/// The components whose values are terms, which editions have their own of.
const TERMS: [&str; 3] = ["kind", "host_kind", "ref_kind"];

/// How wide the names of an edition are in text.
pub(crate) fn label_width(edition: &Edition) -> usize {
    const USUAL: usize = 11;
    let own = Part::ALL.iter().filter_map(|part| {
        let (name, own) = (part.name(), edition.own_name(*part));
        (own != name).then(|| own_label(name, own).len())
    });
    let forms = if edition.tells_authority_forms() { "authority-form".len() } else { 0 };
    own.max().unwrap_or(0).max(forms).max(USUAL)
}

/// The name of a component in text, with what the edition itself calls it.
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

/// A name of JSON as it stands in text.
pub(crate) fn text_name(name: &'static str) -> Cow<'static, str> {
    if name.contains('_') { name.replace('_', "-").into() } else { name.into() }
}
