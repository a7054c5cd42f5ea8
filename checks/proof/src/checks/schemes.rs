//! Views are total, and written as they were read; plans have places; the normal forms of schemes are stable.

#[path = "../../../../crates/napkin-schemes/tests/support/hold.rs"]
mod hold;

use napkin_schemes::DEFINITIONS;

use crate::data::Data;

pub(crate) fn viewed(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let mut text = data.text(edition);
    // Few random texts have a scheme with a view.
    if data.below(4) > 0 {
        let rest = text.find(':').map_or(0, |colon| colon + 1);
        let definition = DEFINITIONS[data.below(DEFINITIONS.len())];
        text = match data.below(2) {
            0 => format!("{}:{}", definition.name, &text[rest..]),
            _ => format!("{}{}", definition.example, &text[rest..]),
        };
    }
    if let Ok(reference) = edition.parse(&text) {
        hold::hold(reference);
    }
}
