//! The laws of napkin that hold for any input.
//!
//! A [`Target`] is a name and a check of any bytes, which panics if a law is broken. Fuzzers call the checks with
//! inputs that they find (`checks/fuzz/`, by `cargo xtask fuzz`). `tests/corpora.rs` calls them with earlier finds
//! (`checks/fuzz/corpus/`), with the cases of `spec/cases/` and with variants of both.
//!
//! `data` turns bytes into choices, and `texts` turns choices into texts: the bytes themselves, composed pieces, or
//! a text derived from the grammar of an edition (`derive`); `moves` derives documents. The checks are in
//! `checks`, a file for each subject.
#![allow(clippy::exhaustive_structs, reason = "not published")]
#![allow(clippy::missing_panics_doc, reason = "to panic is how a check says no")]
#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "shorter than the names of seven types"
)]

// In the order in which data flows; each uses only modules before it.
mod data;
mod grammar;
mod derive;
mod texts;
mod moves;
mod checks;

/// A law for all bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is that of its corpus.
    pub name: &'static str,
    /// The law, in a sentence.
    pub what: &'static str,
    /// Panics if the law is broken.
    pub check: fn(&[u8]),
}

/// The one list of targets, from the names of their files and functions.
macro_rules! targets {
    ($($name:ident: $($check:ident)::+, $what:literal;)*) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(
            Target { name: stringify!($name), what: $what, check: checks::$($check)::+ },
        )*];
    };
}

targets! {
    kernels: kernels::agree, "Each kernel gives the masks and the parts of the reference.";
    parse: parse::parsed, "The parsers agree with each other and with the grammar.";
    records: records::read, "Many texts in one buffer are read as each alone.";
    percent: percent::coded, "Encoding and decoding undo each other, and are what the naive way gives.";
    resolve: resolve::resolved, "Resolution is the algorithm of the document.";
    relativize: relativize::relativized, "A relative reference resolves back.";
    iri_parse: iris::parsed, "IRIs are read as their grammar says, and URIs as both.";
    iri_resolve: iris::resolved, "IRIs resolve by the algorithm, as the URIs do that they are mapped to.";
    iri_map: iris::mapped, "IRIs are mapped and URIs converted as the document writes it down, and back.";
    normalize: normalize::normalized, "Normal forms stay as they are, and keep what they have to.";
    compare: compare::compared, "The ladder is reflexive, symmetric and climbs.";
    edit: edit::edited, "A setter sets what it says, or changes nothing.";
    build: build::built, "What is built has the parts that were given.";
    editions: editions::told_apart, "Editions differ only where their data does.";
    schemes: schemes::viewed, "Views, plans and the normal forms of schemes.";
    secrets: secrets::hidden, "Secrets are places of the text, cut at its characters; nothing around them changes.";
    domains: domains::looked_up, "Public suffixes and registrable domains are ends of their name, in any spelling.";
    extract: extract::found, "Finds are valid, in order, and the same in pieces.";
    typed: extract::typed, "What was typed is valid or nothing.";
    base: base::established, "The base of a document is an absolute URI that resolves references.";
    html: documents::html, "Links of HTML.";
    xml: documents::xml, "Links of XML.";
    css: documents::css, "Links of style sheets.";
    turtle: documents::turtle, "Links of Turtle.";
    n_triples: documents::n_triples, "Links of N-Triples and N-Quads.";
    markdown: documents::markdown, "Links of Markdown.";
    mime: documents::mime, "Links of messages.";
    http: documents::http, "Links of HTTP messages.";
    warc: documents::warc, "Links of archives.";
    rewrite: documents::rewritten, "Documents change where their links stand and nowhere else; what is read again is what was meant.";
    moved: documents::moved, "URIs of derived documents move to where they are meant; a second run changes nothing.";
    url: url::as_the_standard, "URLs, their validation errors and their setters are those of the standard's states.";
    audit: audit::audited, "Findings have their place; what is allowed is valid and on the list.";
    template: templates::expanded, "An expansion keeps the literals, goes in parts, and is read back.";
    repair: repair::repaired, "What is repaired is valid, by its edits; what is marked as kept has the parts that readers find in the input.";
}

impl Target {
    /// The target of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }
}
