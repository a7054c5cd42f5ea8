//! The input shown above its findings: each part in its own colour, the place of a finding underlined.

use anstyle::Style;
use napkin::Part;
use napkin_audit::{Audit, Finding, Span};

use crate::output::failure::boundary;
use crate::terminal::text::{Text, columns, push_visible};

/// How much of an input is shown in one line; of a longer one, this much on each side of a finding.
const MOST: usize = 160;
const AROUND: usize = 40;

/// An input and the places of its parts.
pub(crate) struct Picture<'a> {
    input: &'a [u8],
    /// The parts in reading order, none inside another.
    parts: Vec<(Part, Span)>,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(input: &'a [u8], audit: &Audit<'_>) -> Self {
        use Part::{Fragment, Host, Path, Port, Query, Scheme, Userinfo};
        let parts = [Scheme, Userinfo, Host, Port, Path, Query, Fragment];
        let parts = parts.into_iter().filter_map(|part| Some((part, audit.part(part)?)));
        Self { input, parts: parts.collect() }
    }

    /// Writes the whole input on a line, if it is short enough.
    pub(crate) fn write_line(&self, text: &mut Text<'_>) {
        if self.input.len() <= MOST {
            self.write_between(text, Span::new(0, self.input.len()));
            text.end_line();
        }
    }

    /// Writes the line that underlines a finding, up to the place of its message. If the input is long, the text
    /// around the finding comes first.
    pub(crate) fn write_underline(&self, text: &mut Text<'_>, finding: &Finding) {
        let mut span = finding.span;
        let mut begin = 0;
        if self.input.len() > MOST {
            begin = boundary(self.input, span.start.saturating_sub(AROUND));
            span.end = span.end.min(boundary(self.input, span.start + AROUND));
            let end = boundary(self.input, span.end + AROUND);
            if begin > 0 {
                text.push("…");
            }
            self.write_between(text, Span::new(begin, end));
            text.push(if end < self.input.len() { "…" } else { "" });
            text.end_line();
            text.pad(usize::from(begin > 0));
        }
        text.pad(self.width(Span::new(begin, span.start)));
        let width = self.width(span).max(1);
        text.styled(self.style(text, finding.part), &"^".repeat(width));
        text.pad(1);
    }

    /// Writes a piece of the input with its parts in their colours.
    fn write_between(&self, text: &mut Text<'_>, within: Span) {
        let mut at = within.start;
        for (part, span) in &self.parts {
            let start = span.start.clamp(at, within.end);
            let end = span.end.clamp(start, within.end);
            text.push_bytes(Span::new(at, start).of(self.input));
            let style = self.style(text, Some(*part));
            text.styled_bytes(style, Span::new(start, end).of(self.input));
            at = end;
        }
        text.push_bytes(Span::new(at, within.end).of(self.input));
    }

    #[expect(clippy::unused_self, reason = "reads as a method beside the others")]
    fn style(&self, text: &Text<'_>, part: Option<Part>) -> Style {
        part.map_or(text.palette.mark, |part| text.palette.part(part))
    }

    /// How many columns a piece takes when it is shown.
    fn width(&self, span: Span) -> usize {
        let mut shown = Vec::new();
        push_visible(&mut shown, span.of(self.input));
        columns(&shown)
    }
}
