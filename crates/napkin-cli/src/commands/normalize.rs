//! `normalize`: the normal form of URIs at a level of normalization, and the steps to it.

use std::borrow::Cow;

use napkin_answers::normalize::{self, Normalized};

use crate::output::columns::Column;
use crate::run::question::{Based, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Normalize = Based<normalize::Normalize>;

impl Shown for normalize::Normalize {
    const REJECTS_FILES: bool = true;

    const EXAMPLE: &'static str = "\
Example:
  napkin normalize --level scheme --explain HTTP://example.com:80/%7Esmith

prints

  http://example.com/~smith
    decode-unreserved (section 6.2.2.2, bytes 22 to 25): HTTP://example.com:80/~smith
    lowercase-scheme (section 6.2.2.1, bytes 0 to 4): http://example.com:80/~smith
    drop-default-port (section 6.2.3, bytes 18 to 21): http://example.com/~smith
    equivalent at scheme";
}

/// A section in words. Rules of a scheme include their document.
fn place(section: &str) -> Cow<'_, str> {
    let of_edition = section.starts_with(|first: char| first.is_ascii_digit());
    if of_edition { format!("section {section}").into() } else { section.into() }
}

impl Answer for Normalized<'_> {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] = &[("normalized", &["normalized"])];

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.text.as_bytes());
        text.end_line();
        for step in &self.steps {
            text.push_raw(b"  ");
            text.styled(text.palette.name, step.rule);
            let bytes = format!("bytes {} to {}", step.start, step.end);
            text.styled(text.palette.faint, &format!(" ({}, {bytes})", place(step.section)));
            text.push_raw(b": ");
            text.push(&step.after);
            text.end_line();
        }
        if let Some(level) = self.equivalent_at {
            text.push_raw(b"  ");
            text.styled(text.palette.good, "equivalent");
            text.push(&format!(" at {level}"));
            text.end_line();
        }
    }
}
