//! The parts of an input.

use std::borrow::Cow;

use napkin::{
    Derivation, Edition, Encoded, Host, Node, Part, Parts, Path, Query, Reference, Start, Userinfo,
};
use napkin_audit::json;
use napkin_standards::facts::{self, EachFact, Fact, Number, Text, TextList, Texts};
use napkin_standards::pairs::Pairs;
use napkin_standards::{Octets, Parsed as Row, Standard};
use napkin_url::Url;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::envelope;
use crate::failure::Failure;
use crate::notes;
use crate::options::{Between, one_of, options};
use crate::question::{Ask, Question};
use crate::schema::{OctetsSchema, OrNull};
use crate::url_standard::{self, Read, Rewriting};

options! {
    /// Take URIs and relative references apart
    ///
    /// Shows the parts as they are written. Undefined parts are left out (null in JSON); empty parts are shown as
    /// empty. If the edition has its own name for a part, that name follows.
    pub struct Parse {
        /// The rule of the grammar that the input has to match, by its name in RFC 3986
        rule: Option<Start>, "RULE" = "uri-reference";
        /// Show the parts decoded too: each once, after splitting
        decode: bool;
        /// Only split at the delimiters (Appendix B); takes any text and judges nothing
        split: bool;
        /// Show the derivation too: the rules of the grammar, from the whole down to each character
        tree: bool;
        /// Show the pairs of the query too: as they are written, decoded, and as a form has them, where '+' is a space
        pairs: bool;
        /// Show what follows from the parts too: default port, origin, registrable domain, site, the text without secrets
        facts: bool;
    }
}

one_of!(Start {
    UriReference "uri-reference": "A URI or a relative reference",
    Uri "uri": "With a scheme",
    AbsoluteUri "absolute-uri": "With a scheme and without a fragment",
    RelativeRef "relative-ref": "Without a scheme",
    RelativeUri "relative-uri": "Without a scheme and without a fragment, a relative URI before RFC 3986",
});

impl Question for Parse {
    const NAME: &'static str = "parse";
    const BETWEEN: &'static [Between] = &[
        Between::Excludes("split", "rule"),
        Between::Excludes("split", "decode"),
        Between::Excludes("tree", "split"),
        Between::Excludes("pairs", "split"),
        Between::Excludes("facts", "split"),
    ];
    type Ready = Parsing;

    fn ready(self, standard: Standard) -> Result<Parsing, WrongChoice> {
        let parsing = Parsing { standard, options: self };
        parsing.check()?;
        Ok(parsing)
    }
}

/// Parsing by a standard.
#[derive(Clone, Debug)]
pub struct Parsing {
    /// The standard.
    pub standard: Standard,
    /// The options.
    pub options: Parse,
}

/// The length of the longest input whose derivation is worth its cost to a stranger: each byte has several nodes.
const LONGEST_TREE: usize = 4096;

impl Ask for Parsing {
    type Answer<'a> = Parsed<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Parsed<'a>, Failure<'a>> {
        self.answer(input)
    }

    fn longest(&self) -> Option<usize> {
        self.options.tree.then_some(LONGEST_TREE)
    }

    fn push_line(&self, out: &mut Vec<u8>, input: &[u8], answer: &Result<Parsed<'_>, Failure<'_>>) {
        push_line(out, self.standard, input, answer);
    }
}

impl Parsing {
    /// Parses a URI or a relative reference, by an edition; by the URL Standard a URL.
    pub fn new(standard: impl Into<Standard>) -> Self {
        Self { standard: standard.into(), options: Parse::default() }
    }

    /// The rule that the input has to match.
    fn start(&self) -> Start {
        self.options.rule.unwrap_or(Start::UriReference)
    }

    /// Rejects options that the edition does not have: it cannot split without validation, or has no grammar.
    fn check(&self) -> Result<(), WrongChoice> {
        if self.start() != Start::UriReference {
            choice::option_must_suit(self.standard, "rule", |_| true)?;
        }
        if self.options.tree {
            choice::option_must_suit(self.standard, "tree", |_| true)?;
        }
        if !self.options.split {
            return Ok(());
        }
        // The other editions split by the forms of schemes, or decode characters first.
        let splits =
            |edition: &Edition| edition.has_generic_syntax() && !edition.splits_parameters();
        choice::option_must_suit(self.standard, "split", splits)
    }

    /// Parses an input.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, or that the input matches another rule.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Result<Parsed<'a>, Failure<'a>> {
        // A reference has a derivation and its own text, a URL the steps that rewrote it.
        match self.standard.syntax() {
            Some(edition) => self.by_syntax(edition, input),
            None => self.by_url_standard(input).map(Parsed::Canonical),
        }
    }

    fn by_url_standard<'a>(&self, input: &'a [u8]) -> Result<Canonical, Failure<'a>> {
        let edition = url_standard::edition(self.standard);
        let read = Read::new(edition, input, None).canonical(input)?;
        Ok(Canonical {
            url: read.url,
            decode: self.options.decode,
            pairs: self.options.pairs,
            facts: self.options.facts,
            rewriting: read.rewriting,
        })
    }

    fn by_syntax<'a>(
        &self,
        edition: &'static Edition,
        input: &'a [u8],
    ) -> Result<Parsed<'a>, Failure<'a>> {
        if self.options.split {
            let text =
                str::from_utf8(input).map_err(|error| Failure::not_utf8(edition, error, input))?;
            return Ok(Parsed::Split(Split::new(text)));
        }
        let reference = edition.parse_bytes(self.start(), input);
        let reference = reference.map_err(|error| Failure::refused(error, input))?;
        let decoded = self.options.decode.then(|| Decoded::new(&reference));
        let derivation = self.options.tree.then(|| reference.derivation());
        let pairs = self.options.pairs.then(|| OrNull(Pairs::of(&reference)));
        let note = reference.scheme().and_then(|_| notes::note(reference, input));
        let facts = self.options.facts;
        Ok(Parsed::Whole(Whole { reference, decoded, derivation, pairs, facts, note }))
    }
}

/// A parsed input.
pub enum Parsed<'a> {
    /// By the grammar.
    Whole(Whole<'a>),
    /// At the delimiters only.
    Split(Split<'a>),
    /// By the URL Standard.
    Canonical(Canonical),
}

/// Appends the line of JSON for a parsed input: the output of [`envelope::push_line`], but faster if the input has
/// no character that JSON escapes, as nearly every valid one.
fn push_line(
    out: &mut Vec<u8>,
    standard: Standard,
    input: &[u8],
    answer: &Result<Parsed<'_>, Failure<'_>>,
) {
    match answer {
        Ok(Parsed::Whole(whole)) if whole.has_components_only() && json::is_bare(input) => {
            push_plain(out, standard.name(), input, &whole.reference);
        }
        answer => envelope::push_line(out, Some(standard), input, answer),
    }
}

/// Appends the line for an input without escapes; the components are pieces of it, so they have none either.
fn push_plain(out: &mut Vec<u8>, edition: &str, input: &[u8], reference: &Reference<'_>) {
    out.extend_from_slice(b"{\"input\":\"");
    out.extend_from_slice(input);
    out.extend_from_slice(b"\",\"edition\":\"");
    out.extend_from_slice(edition.as_bytes());
    out.push(b'"');
    facts::components(&mut Plain { row: reference.into(), out });
    out.extend_from_slice(b"}\n");
}

/// A line of JSON that takes components without escapes.
struct Plain<'p, 't> {
    row: Row<'p, 't>,
    out: &'p mut Vec<u8>,
}

impl Plain<'_, '_> {
    /// Writes the entry of a fact, if the edition tells it.
    #[inline(always)]
    fn entry<F: Fact, V>(&mut self, value: Option<V>, push: impl FnOnce(&mut Vec<u8>, V)) {
        match value {
            _ if !F::is_told(self.row) => {}
            None => self.out.extend_from_slice(F::KEY.undefined.as_bytes()),
            Some(value) => {
                self.out.extend_from_slice(F::KEY.defined.as_bytes());
                push(self.out, value);
            }
        }
    }
}

impl EachFact for Plain<'_, '_> {
    #[inline(always)]
    fn text<F: Fact<Out = Text>>(&mut self) {
        self.entry::<F, _>(F::of(self.row), |out, text| push_string(out, text.as_bytes()));
    }

    #[inline(always)]
    fn texts<F: Fact<Out = TextList>>(&mut self) {
        self.entry::<F, _>(F::of(self.row), push_strings);
    }

    #[inline(always)]
    fn number<F: Fact<Out = Number>>(&mut self) {
        self.entry::<F, _>(F::of(self.row), |out, number| {
            out.extend_from_slice(number.to_string().as_bytes());
        });
    }
}

#[inline(always)]
fn push_string(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

fn push_strings(out: &mut Vec<u8>, texts: Texts<'_>) {
    out.push(b'[');
    let mut is_first = true;
    texts.each(|text| {
        if !std::mem::take(&mut is_first) {
            out.push(b',');
        }
        push_string(out, text.as_bytes());
    });
    out.push(b']');
}

/// The parts of a URL, and the changes to the input by the URL Standard.
pub struct Canonical {
    /// The URL, which owns its text.
    pub url: Url<Cow<'static, str>>,
    /// The changes.
    pub rewriting: Rewriting,
    decode: bool,
    /// Whether the answer lists the pairs of the query.
    pub pairs: bool,
    /// Whether the answer lists the facts that follow from the parts.
    pub facts: bool,
}

impl Canonical {
    /// Its parts decoded, if requested.
    pub fn decoded(&self) -> Option<Decoded<'_>> {
        let row = self.decode.then_some(Row::from(&self.url))?;
        Some(Decoded {
            wholes: None,
            userinfo: decoded_of_url::<facts::Userinfo>(row),
            host: decoded_of_url::<facts::Host>(row),
            segments: facts::Segments::of(row)
                .map(|segments| segments.iter().map(Octets::of_url).collect()),
            params: None,
            query: decoded_of_url::<facts::Query>(row),
            fragment: decoded_of_url::<facts::Fragment>(row),
        })
    }
}

fn decoded_of_url<'t, F: Fact<Out = Text>>(row: Row<'_, 't>) -> Option<Octets<'t>> {
    F::of(row).map(Octets::of_url)
}

/// The components of Appendix B.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Split<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

impl<'a> Split<'a> {
    fn new(text: &'a str) -> Self {
        let Parts { scheme, authority, path, query, fragment } = Parts::split(text);
        Self { scheme, authority, path, query, fragment }
    }

    /// The components with their names, in order.
    pub fn components(&self) -> [(&'static str, Option<&'a str>); 5] {
        [
            ("scheme", self.scheme),
            ("authority", self.authority),
            ("path", Some(self.path)),
            ("query", self.query),
            ("fragment", self.fragment),
        ]
    }
}

/// A parsed reference, with the requested details.
pub struct Whole<'a> {
    /// The reference.
    pub reference: Reference<'a>,
    /// Its parts decoded, if requested.
    pub decoded: Option<Decoded<'a>>,
    /// Its derivation by the grammar, if requested.
    pub derivation: Option<Derivation>,
    /// The pairs of its query, if requested.
    pub pairs: Option<OrNull<Pairs<'a>>>,
    /// Whether the answer lists the facts that follow from the parts.
    pub facts: bool,
    /// A note on it, if it is probably not intended.
    pub note: Option<Failure<'a>>,
}

impl Whole<'_> {
    /// Whether the answer has the components alone: no decoded parts, derivation, pairs, facts or note.
    const fn has_components_only(&self) -> bool {
        self.decoded.is_none()
            && self.derivation.is_none()
            && self.pairs.is_none()
            && !self.facts
            && self.note.is_none()
    }
}

/// A rule, the bytes that it derives, and its depth.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "node")]
pub(crate) struct Branch {
    rule: &'static str,
    section: &'static str,
    start: u32,
    end: u32,
    depth: u32,
}

impl From<&Node> for Branch {
    fn from(node: &Node) -> Self {
        let Node { rule, start, end, depth, .. } = *node;
        Self { rule: rule.name, section: rule.section, start, end, depth }
    }
}

/// The parts that have percent-encoded text, decoded.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "decoded")]
pub struct Decoded<'a> {
    /// Larger parts, if the edition decodes them as a whole.
    #[serde(flatten)]
    pub wholes: Option<DecodedWholes<'a>>,
    /// Of the userinfo.
    #[schemars(with = "Option<OctetsSchema>")]
    pub userinfo: Option<Octets<'a>>,
    /// Of the host.
    #[schemars(with = "Option<OctetsSchema>")]
    pub host: Option<Octets<'a>>,
    /// Of each segment; `None` if the path is undefined.
    #[schemars(with = "Option<Vec<OctetsSchema>>")]
    pub segments: Option<Vec<Octets<'a>>>,
    /// Of the parameters, if the edition separates them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OctetsSchema")]
    pub params: Option<Octets<'a>>,
    /// Of the query.
    #[schemars(with = "Option<OctetsSchema>")]
    pub query: Option<Octets<'a>>,
    /// Of the fragment.
    #[schemars(with = "Option<OctetsSchema>")]
    pub fragment: Option<Octets<'a>>,
}

/// Larger parts decoded, with U+FFFD for ill-formed UTF-8.
#[derive(Serialize, JsonSchema)]
pub struct DecodedWholes<'a> {
    /// The text between scheme and fragment.
    #[schemars(with = "OctetsSchema")]
    pub ssp: Octets<'a>,
    /// The authority.
    #[schemars(with = "Option<OctetsSchema>")]
    pub authority: Option<Octets<'a>>,
    /// The path.
    #[schemars(with = "Option<OctetsSchema>")]
    pub path: Option<Octets<'a>>,
}

impl<'a> Decoded<'a> {
    /// Decodes the parts of a reference, each once.
    pub fn new(reference: &Reference<'a>) -> Self {
        let edition = reference.edition();
        if edition.holds_components() {
            return Self::of_characters(reference);
        }
        let decoded = |part| move |text| Octets::of(edition, part, text);
        let segments = |path: Path<'a>| {
            path.segments().map(Encoded::as_str).map(decoded(Part::Path)).collect()
        };
        Self {
            wholes: None,
            userinfo: reference.userinfo().map(Userinfo::as_str).map(decoded(Part::Userinfo)),
            host: reference.host().map(Host::as_str).map(decoded(Part::Host)),
            segments: reference.path().map(segments),
            params: reference.parameters().map(decoded(Part::Path)),
            query: reference.query().map(Query::as_str).map(decoded(Part::Query)),
            fragment: reference.fragment().map(Encoded::as_str).map(decoded(Part::Fragment)),
        }
    }

    /// Decodes the parts by an edition that replaces ill-formed UTF-8.
    fn of_characters(reference: &Reference<'a>) -> Self {
        let decoded = |part| reference.decoded(part).map(Octets::from);
        let segments = |path: Path<'a>| {
            let segments = path.segments().map(Encoded::as_str);
            segments.map(|text| Octets::from(napkin::decode_characters(text))).collect()
        };
        Self {
            wholes: Some(DecodedWholes {
                ssp: reference.decoded_scheme_specific_part().into(),
                authority: decoded(Part::Authority),
                path: decoded(Part::Path),
            }),
            userinfo: decoded(Part::Userinfo),
            host: decoded(Part::Host),
            segments: reference.path().map(segments),
            params: None,
            query: decoded(Part::Query),
            fragment: decoded(Part::Fragment),
        }
    }
}

#[cfg(test)]
mod tests {
    use napkin::edition::EDITIONS;

    use super::{Parsing, push_line};
    use crate::envelope;

    #[test]
    fn the_fast_line_is_the_line() {
        let inputs = [
            "",
            "http://u:p@h:80/a//b/?q#f",
            "HTTP://[::1]/~a",
            "a:b;c/d",
            "mailto:a@b",
            "http:a",
            "//h\\x",
            "a\"b",
            "/\u{e9}",
            "http://\u{4f8b}\u{3048}.jp/\u{5f15}?\u{304d}",
            "x:\u{80}\u{7f}",
            "http://h/\u{202e}\u{2028}",
            "/\u{e9}\u{9b}",
            "/\u{200d}\u{fe0f}\u{e0061}",
            "a b",
        ];
        for edition in EDITIONS {
            for split in [false, true] {
                let mut parsing = Parsing::new(*edition);
                parsing.options.split = split;
                for input in inputs {
                    let answer = parsing.answer(input.as_bytes());
                    let (mut fast, mut slow) = (Vec::new(), Vec::new());
                    push_line(&mut fast, (*edition).into(), input.as_bytes(), &answer);
                    envelope::push_line(&mut slow, Some(*edition), input.as_bytes(), &answer);
                    assert_eq!(fast, slow, "{} by {}", input, edition.name);
                }
            }
        }
    }
}
