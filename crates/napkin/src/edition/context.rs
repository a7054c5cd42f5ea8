//! What an edition says of URIs where they live: the wrappers that set them off from
//! text, and what establishes the base of a document.
//!
//! Data only; the crate `napkin-context` reads it.

/// What an edition says of URIs where they live: in text, and in documents that have a base.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Context {
    /// The wrappers that set a URI off from text.
    pub delimiting: Delimiting,
    /// The section on references without a scheme, meant for people, if the edition has them.
    pub suffixes: Option<&'static str>,
    /// What establishes the base of a document.
    pub base: BaseRule,
}

/// The wrappers and the prefix that set a URI off from text.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Delimiting {
    /// The section that defines them.
    pub section: &'static str,
    /// What is taken from between angle brackets.
    pub angle_brackets: Taken,
    /// What is taken from between double quotes.
    pub quotes: Taken,
    /// What is taken from text without such a wrapper.
    pub bare: Taken,
    /// Whether a text that begins with the prefix is taken as a whole.
    pub whole_text: bool,
    /// Whether the prefix is `url:` only, rather than `URL:` in any case.
    pub prefix_in_lowercase: bool,
}

impl Delimiting {
    /// The prefix that tells a URI from other data, in the case in which the edition writes it.
    pub const fn prefix(&self) -> &'static str {
        if self.prefix_in_lowercase { "url:" } else { "URL:" }
    }

    /// Brackets, quotes and white space, with or without the prefix.
    pub(crate) const fn by_wrappers(section: &'static str) -> Self {
        Self {
            section,
            angle_brackets: Taken::Likely,
            quotes: Taken::Likely,
            bare: Taken::Likely,
            whole_text: false,
            prefix_in_lowercase: false,
        }
    }

    /// Brackets and the prefix; and quotation marks, which delimit URLs in some systems (RFC 1738 §2.2).
    pub(crate) const fn by_prefix_in_brackets(section: &'static str) -> Self {
        Self {
            section,
            angle_brackets: Taken::Prefixed,
            quotes: Taken::Likely,
            bare: Taken::Nothing,
            whole_text: true,
            prefix_in_lowercase: false,
        }
    }
}

/// What is taken as a URI from a place in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::exhaustive_enums,
    reason = "who reads the rules of an edition has to know each kind"
)]
pub enum Taken {
    /// Nothing.
    Nothing,
    /// What has the prefix `URL:`.
    Prefixed,
    /// What has the prefix, and what looks like a URI.
    Likely,
}

/// What establishes the base of a document, from the inside out.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BaseRule {
    /// The sections on the four layers: in the content, around it, retrieval, default.
    pub sections: [&'static str; 4],
    /// The header fields that give the base of an entity; the first that does wins.
    pub headers: &'static [BaseHeader],
    /// Whether a relative base in the content is resolved, rather than ignored.
    pub relative_in_content: bool,
    /// What the base is said to be when there is none.
    pub none: Option<&'static str>,
    /// Which relative references need no base, since they mean the document that holds them.
    pub baseless: Baseless,
    /// Whether the base that a header gives serves the references in that header too, rather than only those of
    /// what it is the header of.
    pub own_header: bool,
    /// Whether fetching an image is always a new request, as sending a form is.
    pub images_are_requests: bool,
}

/// Which relative references need no base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::exhaustive_enums,
    reason = "who reads the rules of an edition has to know each kind"
)]
pub enum Baseless {
    /// None of them.
    Nothing,
    /// Those that have a fragment and nothing else.
    Fragments,
    /// Those, and the empty one.
    SameDocument,
}

/// A header field that gives the base of an entity. White space in its value does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BaseHeader {
    /// Its name, compared without case.
    pub name: &'static str,
    /// Whether its value may be relative, and is then resolved against what is around the entity.
    pub relative: bool,
    /// Whether its value is written as `<URL:...>`.
    pub in_brackets: bool,
}

impl BaseHeader {
    pub(crate) const CONTENT_BASE: Self =
        Self { name: "Content-Base", relative: false, in_brackets: false };
    pub(crate) const CONTENT_LOCATION: Self =
        Self { name: "Content-Location", relative: true, in_brackets: false };
}
