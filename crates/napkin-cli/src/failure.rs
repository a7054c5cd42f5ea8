//! What is wrong with an input, as people read it: the message, and the caret under the place.

use napkin_answers::{Failure, Quotation};

use crate::input::Origin;
use crate::text::{Palette, push, push_styled, push_visible};

/// Writes the message for people.
pub(crate) fn tell(failure: &Failure<'_>, out: &mut Vec<u8>, origin: Origin<'_>, palette: Palette) {
    push_styled(out, palette.bad, |out| {
        push(out, "napkin: ");
        push_visible(out, origin.to_string().as_bytes());
        push(out, ":");
    });
    push(out, " ");
    if let Some(of) = failure.of_what() {
        push(out, format_args!("{of}: "));
    }
    match failure.quotation() {
        Quotation::Nothing => push_visible(out, failure.message().as_bytes()),
        Quotation::Diagnosis(error, text) => {
            let told = error.diagnose(text).to_string();
            let (told, mark) = told.rsplit_once('\n').unwrap_or((&told, ""));
            push(out, format_args!("{}{told}\n", failure.lead()));
            push_styled(out, palette.mark, |out| push(out, mark));
        }
        Quotation::Caret(offset, text) => {
            push_visible(out, failure.message().as_bytes());
            push_caret(out, text, *offset, palette);
        }
    }
    push(out, "\n");
}
/// Shows the text around a place, and a caret below it; as the library's diagnosis does.
fn push_caret(out: &mut Vec<u8>, text: &[u8], offset: usize, palette: Palette) {
    const AROUND: usize = 40;
    let (before, after) = text.split_at(offset.min(text.len()));
    push(out, "\n  ");
    let line_start = out.len();
    if before.len() > AROUND {
        push(out, "…");
    }
    push_visible(out, &before[before.len().saturating_sub(AROUND)..]);
    let column = String::from_utf8_lossy(&out[line_start..]).chars().count();
    push_visible(out, &after[..after.len().min(AROUND)]);
    if after.len() > AROUND {
        push(out, "…");
    }
    push(out, format_args!("\n  {:column$}", ""));
    push_styled(out, palette.mark, |out| push(out, "^"));
}

/// Writes a message about a file.
pub(crate) fn tell_file(out: &mut Vec<u8>, message: &str) {
    push(out, "napkin: ");
    push_visible(out, message.as_bytes());
    push(out, "\n");
}
