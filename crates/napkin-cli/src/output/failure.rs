//! The error of an input in text output: the message, and a caret under the place.

use std::borrow::Cow;

use napkin_answers::{Failure, Quotation};
use napkin_schemes::secrets::{Secrets, masked};

use crate::input::Origin;
use crate::output::record;
use crate::terminal::text::{Palette, columns, push, push_styled, push_visible};

/// The keys of the two that are compared, in JSON.
const COMPARED: [&str; 2] = ["a", "b"];

/// Writes the message for people.
///
/// If there is no place to show, the input itself is shown, if it is available.
pub(crate) fn tell(
    failure: &Failure<'_>,
    out: &mut Vec<u8>,
    origin: Origin<'_>,
    input: Option<&[u8]>,
    palette: Palette,
) {
    let is_line = matches!(origin, Origin::Record { row: None, .. });
    let of_record = input.filter(|_| is_line).and_then(record::advice);
    let advice = of_record.or_else(|| failure.advice());
    let compared = COMPARED.iter().zip(1..).find(|(name, _)| failure.of_what() == Some(name));
    // The two that are compared are the two arguments.
    let (origin, of) = match (origin, compared) {
        (Origin::Argument(_), Some((_, number))) => (Origin::Argument(number), None),
        (_, Some((_, number))) => (origin, Some(Cow::Owned(format!("URI {number}")))),
        (_, None) => (origin, failure.of_what().map(Cow::Borrowed)),
    };
    push_styled(out, palette.bad, |out| {
        push(out, "napkin: ");
        push_visible(out, origin.to_string().as_bytes());
        push(out, ":");
    });
    push(out, " ");
    if let Some(of) = of {
        push(out, format_args!("{of}: "));
    }
    match failure.quotation() {
        Quotation::Nothing => {
            push_lead(failure, out);
            let secrets = Secrets::of(input.unwrap_or_default());
            push_visible(out, secrets.hidden_in(failure.message(), 0).as_bytes());
            if let Some(input) = input.filter(|_| failure.of_what().is_none()) {
                push_line(out, input);
            }
            if let Some(advice) = failure.advice() {
                push(out, "\n  ");
                push_styled(out, palette.mark, |out| push_visible(out, advice.as_bytes()));
            }
        }
        Quotation::Diagnosis(error, text) => {
            let text = masked(text);
            let diagnosis = error.diagnose(&text);
            let told = diagnosis.to_string();
            let (told, mark) = told.rsplit_once('\n').unwrap_or((&told, ""));
            push(out, failure.lead());
            // The diagnosis says which character stands there.
            match told.split_once('\n').filter(|_| failure.is_secret()) {
                Some((_, quoted)) => {
                    push_visible(out, failure.message().as_bytes());
                    push(out, format_args!("\n{quoted}\n"));
                }
                None => push(out, format_args!("{told}\n")),
            }
            // The library puts its mark below a character; on a terminal, some characters take two columns, and
            // some take none.
            let quoted = told.rsplit('\n').next().unwrap_or_default();
            let hint = mark.trim_start();
            let before: String = quoted.chars().take(mark.len() - hint.len()).collect();
            push(out, format_args!("{:column$}", "", column = columns(before.as_bytes())));
            push_styled(out, palette.mark, |out| match advice {
                Some(advice) => {
                    push(out, "^ ");
                    push_visible(out, advice.as_bytes());
                }
                None if failure.is_secret() => push(out, "^"),
                None => push(out, hint),
            });
            if let Some(exception) = diagnosis.exception() {
                push(out, format_args!("\n  URISyntaxException: {exception}"));
            }
        }
        Quotation::Caret(offset, text) => {
            push_lead(failure, out);
            push_visible(out, failure.message().as_bytes());
            push_caret(out, text, *offset, advice, palette);
        }
    }
    push(out, "\n");
}

/// The message in one line.
pub(crate) fn words(failure: &Failure<'_>) -> String {
    match failure.quotation() {
        Quotation::Diagnosis(error, text) if !failure.is_secret() => {
            let diagnosis = error.diagnose(text).to_string();
            let line = diagnosis.lines().next().unwrap_or_default();
            format!("{}{line}", failure.lead())
        }
        _ => failure.message().into(),
    }
}

/// `at`, or the start of the UTF-8 character that it is inside of: where an excerpt of an input may begin or end.
pub(crate) fn boundary(bytes: &[u8], at: usize) -> usize {
    let is_start = |at: &usize| bytes.get(*at).is_none_or(|byte| !matches!(byte, 0x80..=0xBF));
    let at = at.min(bytes.len());
    (at.saturating_sub(3)..=at).rev().find(is_start).unwrap_or(at)
}

/// Writes the prefix of the message, unless the message has it.
fn push_lead(failure: &Failure<'_>, out: &mut Vec<u8>) {
    if !failure.message().starts_with(failure.lead()) {
        push(out, failure.lead());
    }
}

/// How much of a long input is shown around an offset.
const AROUND: usize = 40;

/// Shows an input, or its beginning.
fn push_line(out: &mut Vec<u8>, input: &[u8]) {
    push(out, "\n  ");
    let input = &*masked(input);
    let shown = &input[..boundary(input, 2 * AROUND)];
    push_visible(out, shown);
    push(out, if shown.len() < input.len() { "…" } else { "" });
}

/// Shows the text around an offset, and a caret below it, as the library's diagnosis does.
fn push_caret(
    out: &mut Vec<u8>,
    text: &[u8],
    offset: usize,
    advice: Option<&str>,
    palette: Palette,
) {
    let text = &*masked(text);
    let (before, after) = text.split_at(boundary(text, offset));
    let hidden = boundary(before, before.len().saturating_sub(AROUND));
    let shown_after = &after[..boundary(after, AROUND)];
    push(out, "\n  ");
    let line_start = out.len();
    if hidden > 0 {
        push(out, "…");
    }
    push_visible(out, &before[hidden..]);
    let column = columns(&out[line_start..]);
    push_visible(out, shown_after);
    if shown_after.len() < after.len() {
        push(out, "…");
    }
    push(out, format_args!("\n  {:column$}", ""));
    push_styled(out, palette.mark, |out| match advice {
        Some(advice) => {
            push(out, "^ ");
            push_visible(out, advice.as_bytes());
        }
        None => push(out, "^"),
    });
}
