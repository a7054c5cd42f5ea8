//! The parts of the URI as the chosen standard reads it: what is in colour on the page, and where the fault is.

use std::ops::Range;
use std::sync::LazyLock;

use maud::{Markup, html};
use napkin::Part;
use napkin_answers::parse::Parsing;
use napkin_audit::{Policy, RULES, audit};
use napkin_domains::{List, Sections, is_public_suffix};
use napkin_standards::Standard;

use crate::escape::{Shown, floor};

/// The parts that have a colour, innermost first.
pub(super) const PARTS: [Part; 7] =
    [Part::Scheme, Part::Userinfo, Part::Host, Part::Port, Part::Path, Part::Query, Part::Fragment];

/// What a part is for, in words; `None` for what the table of parts has besides.
pub(super) fn about(part: &str) -> Option<&'static str> {
    Some(match part {
        "scheme" => "how the rest is read",
        "userinfo" => "a user name, not the host",
        "host" => "who is contacted",
        "port" => "which service there",
        "path" => "what is asked for",
        "query" => "more about what is asked for",
        "fragment" => "a place in it, which is not sent",
        _ => return None,
    })
}

/// A host, in which the registrable domain stands out: whose site it is, whatever names are below it. Domains that a company gives away, as
/// `github.io` does, are its holders'.
pub(super) fn host(text: &str) -> Markup {
    let domain = List::mozilla().registrable_domain(text, Sections::All);
    let domain = domain.or_else(|| below_unlisted(text));
    let Some((below, domain)) = domain.and_then(|own| Some((text.strip_suffix(own)?, own))) else {
        return html! { (Shown(text)) };
    };
    html! {
        @if !below.is_empty() { span.below { (Shown(below)) } }
        span.domain { (Shown(domain)) }
    }
}

/// The name below a top-level domain that the list lacks, by the list's rule for those: the last two labels.
fn below_unlisted(text: &str) -> Option<&str> {
    let (names, top) = text.rsplit_once('.')?;
    let is_name = top.starts_with(char::is_alphabetic) && !is_public_suffix(top, Sections::All);
    let start = names.rfind('.').map_or(0, |dot| dot + 1);
    text.get(start..).filter(|_| is_name)
}

/// The number of bytes that are coloured; for a longer URI, its first bytes.
const LONGEST: usize = 1024;

/// The parts of one URI.
pub(super) struct Colours {
    spans: Vec<(Part, Range<usize>)>,
    /// The offset of the first error; the part that it is in has no colour.
    pub(super) fault: Option<usize>,
}

/// Finds the parts of any text, and judges nothing.
static WITHOUT_RULES: LazyLock<Policy> = LazyLock::new(|| {
    let mut policy = Policy::default();
    for rule in RULES {
        policy.set(rule.id, "off").unwrap_or_default();
    }
    policy
});

impl Colours {
    pub(super) fn new(standard: Standard, uri: &str) -> Self {
        let failure = Parsing::new(standard).answer(uri.as_bytes()).err();
        let fault = failure.map(|failure| failure.offset().unwrap_or_default());
        let spans = match fault {
            None => standard.places(uri),
            // A browser ends the host at a backslash, where this reading goes on.
            Some(_) if standard.is_url() && uri.contains('\\') => Vec::new(),
            Some(fault) => {
                let audited = audit(uri.as_bytes(), &WITHOUT_RULES.clone().by(standard));
                let span = |part| audited.part(part).map(|span| (part, span.start..span.end));
                let spans = PARTS.into_iter().filter_map(span);
                spans.filter(|(_, span)| !span.contains(&fault)).collect()
            }
        };
        Self { spans, fault }
    }

    /// The part at an offset, if it has a colour.
    pub(super) fn part_at(&self, offset: usize) -> Option<Part> {
        let here = self.spans.iter().find(|(_, span)| span.contains(&offset));
        here.map(|(part, _)| *part)
    }

    /// Whether a part has a colour.
    pub(super) fn has(&self, part: Part) -> bool {
        self.spans.iter().any(|(coloured, span)| *coloured == part && !span.is_empty())
    }

    /// The URI in colours, each part with its name, and the first error marked.
    pub(super) fn line(&self, uri: &str) -> Markup {
        let shown = uri.get(..floor(uri, LONGEST)).unwrap_or_default();
        html! {
            p.coloured dir="ltr" {
                bdi.code dir="ltr" {
                    @for (part, is_fault, text) in self.runs(shown) {
                        @match part {
                            _ if is_fault => mark.fault title="the first error" { (Shown(text)) },
                            Some(part) => span class={ "part part-" (part.name()) } title={ (part.name()) @if let Some(about) = about(part.name()) { ": " (about) } } {
                                @if part == Part::Host { (host(text)) } @else { (Shown(text)) }
                            },
                            None => span.part-delimiter { (Shown(text)) },
                        }
                    }
                }
                @if shown.len() < uri.len() { span.more { " … " (uri.len() - shown.len()) " bytes more" } }
            }
        }
    }

    /// The text in runs of one part, with the first error by itself.
    fn runs<'t>(&self, text: &'t str) -> Vec<(Option<Part>, bool, &'t str)> {
        let kind = |offset| (self.part_at(offset), Some(offset) == self.fault);
        let starts = text.char_indices().map(|(offset, _)| (offset, kind(offset)));
        let mut runs: Vec<(usize, _)> = Vec::new();
        for (offset, kind) in starts {
            if runs.last().is_none_or(|(_, last)| *last != kind) {
                runs.push((offset, kind));
            }
        }
        let ends = runs.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
        let run = |((start, (part, is_fault)), end): (&(usize, (Option<Part>, bool)), usize)| {
            (*part, *is_fault, text.get(*start..end).unwrap_or_default())
        };
        runs.iter().zip(ends).map(run).collect()
    }
}
