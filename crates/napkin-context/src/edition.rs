//! Each edition's rules for URIs in text and for bases: the wrappers around URIs, and the sources of a document's
//! base.
//!
//! Data only. An edition of the core has one row in [`EDITIONS`].

use napkin::Edition;
use napkin::code_points::{BIDI_CONTROLS, CodePoints, SPACES};
use napkin::edition::{
    DRAFT1997, DRAFT2003, JAVA, RFC1630, RFC1738, RFC1808, RFC2396, RFC3986, RFC3987,
};

/// An edition's rules for URIs in text, and for bases of documents.
///
/// ```
/// use napkin::edition::{RFC1738, RFC3986};
/// use napkin_context::Context;
///
/// assert_eq!(Context::of(RFC3986).suffixes, Some("4.5"));
/// assert_eq!(Context::of(RFC1738).delimiting.prefix(), "URL:");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Context {
    /// The wrappers around a URI in text.
    pub delimiting: Delimiting,
    /// The meaning of non-ASCII characters beside a URI in text.
    pub(crate) beyond_ascii: &'static BeyondAscii,
    /// The section that says of any URI in text that white space in it is to be ignored, since it was added to break a long
    /// line, if the edition says so.
    pub blanks: Option<&'static str>,
    /// The section on references without a scheme, meant for people, if the edition has them.
    pub suffixes: Option<&'static str>,
    /// The sources of a document's base.
    pub(crate) base: BaseRule,
}

impl Context {
    /// The rules of an edition. An edition without a row uses those of RFC 3986; a test finds it.
    pub fn of(edition: &Edition) -> &'static Self {
        let listed = EDITIONS.iter().find(|(listed, _)| *listed == edition.unamended());
        listed.map_or(&OF_RFC3986, |(_, context)| context)
    }
}

/// The wrappers and the prefix around a URI in text.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Delimiting {
    /// The section that defines them.
    pub section: &'static str,
    /// The text accepted between angle brackets.
    pub angle_brackets: Taken,
    /// The text accepted between double quotes.
    pub quotes: Taken,
    /// The text accepted without a wrapper.
    pub bare: Taken,
    /// Whether a text that begins with the prefix is taken as a whole.
    pub whole_text: bool,
    /// Whether the prefix is `url:` only, rather than `URL:` in any case.
    pub prefix_in_lowercase: bool,
}

impl Delimiting {
    /// The prefix that marks a URI, in the case in which the edition writes it.
    pub const fn prefix(&self) -> &'static str {
        if self.prefix_in_lowercase { "url:" } else { "URL:" }
    }

    /// Whether brackets or quotes set a URI off.
    pub fn has_wrappers(&self) -> bool {
        [self.angle_brackets, self.quotes].iter().any(|taken| *taken != Taken::Nothing)
    }

    /// Brackets, quotes and white space, with or without the prefix.
    const fn by_wrappers(section: &'static str) -> Self {
        Self {
            section,
            angle_brackets: Taken::Likely,
            quotes: Taken::Likely,
            bare: Taken::Likely,
            whole_text: false,
            prefix_in_lowercase: false,
        }
    }

    /// The prefix, in brackets or bare; and quotation marks, which delimit URLs in some systems (RFC 1738 §2.2).
    const fn by_prefix(section: &'static str) -> Self {
        Self {
            section,
            angle_brackets: Taken::Prefixed,
            quotes: Taken::Likely,
            bare: Taken::Prefixed,
            whole_text: true,
            prefix_in_lowercase: false,
        }
    }
}

/// The meaning of non-ASCII characters beside a URI in text. The core's edition says which ones a URI may contain.
#[derive(Debug)]
pub(crate) struct BeyondAscii {
    /// White space besides ASCII white space.
    pub(crate) spaces: CodePoints,
    /// Characters that always end a URI without a wrapper.
    pub(crate) ends: &'static [CodePoints],
    /// Characters that are punctuation of the sentence at the end of a URI.
    pub(crate) soft: CodePoints,
    /// An opening quotation mark that may also occur in names, and its partner.
    pub(crate) quotation: Option<[char; 2]>,
    /// Characters, besides white space, that are stripped from both ends of typed text.
    pub(crate) around_typed: &'static [CodePoints],
    /// The brackets and quotes around typed text, besides ASCII ones.
    pub(crate) typed_brackets: &'static [[char; 2]],
    pub(crate) typed_quotes: &'static [[char; 2]],
}

impl BeyondAscii {
    /// For URIs: the no-break space is white space.
    const OF_URIS: &Self = &Self {
        spaces: CodePoints::of(&['\u{A0}'..='\u{A0}']),
        ends: &[],
        soft: CodePoints::EMPTY,
        quotation: None,
        around_typed: &[],
        typed_brackets: &[],
        typed_quotes: &[],
    };

    /// For IRIs. RFC 3987 says only that non-ASCII characters do not end one. Many scripts write no spaces, so
    /// brackets, quotation marks and ideographic punctuation end an IRI here. Apostrophes, dashes and other marks
    /// that occur in names do not.
    const OF_IRIS: &Self = &Self {
        spaces: SPACES,
        ends: &[SPACES, INVISIBLE_ENDS, BIDI_CONTROLS, BRACKETS_AND_QUOTES],
        soft: SOFT,
        quotation: Some(['\u{2018}', '\u{2019}']),
        around_typed: &[BIDI_CONTROLS, INVISIBLE_ENDS],
        typed_brackets: &[['\u{3008}', '\u{3009}'], ['\u{FF1C}', '\u{FF1E}']],
        typed_quotes: &[
            ['\u{201C}', '\u{201D}'],
            ['\u{2018}', '\u{2019}'],
            ['\u{AB}', '\u{BB}'],
            ['\u{300C}', '\u{300D}'],
        ],
    };
}

/// The zero-width space and the byte order mark.
const INVISIBLE_ENDS: CodePoints =
    CodePoints::of(&['\u{200B}'..='\u{200B}', '\u{FEFF}'..='\u{FEFF}']);

/// Brackets and quotation marks (categories Ps, Pe, Pi and Pf of Unicode 14, without those that serve as apostrophes),
/// ideographic and full-width punctuation.
const BRACKETS_AND_QUOTES: CodePoints = CodePoints::of(&[
    '\u{AB}'..='\u{AB}',
    '\u{BB}'..='\u{BB}',
    '\u{F3A}'..='\u{F3D}',
    '\u{169B}'..='\u{169C}',
    '\u{201A}'..='\u{201A}',
    '\u{201C}'..='\u{201F}',
    '\u{2039}'..='\u{203A}',
    '\u{2045}'..='\u{2046}',
    '\u{207D}'..='\u{207E}',
    '\u{208D}'..='\u{208E}',
    '\u{2308}'..='\u{230B}',
    '\u{2329}'..='\u{232A}',
    '\u{2768}'..='\u{2775}',
    '\u{27C5}'..='\u{27C6}',
    '\u{27E6}'..='\u{27EF}',
    '\u{2983}'..='\u{2998}',
    '\u{29D8}'..='\u{29DB}',
    '\u{29FC}'..='\u{29FD}',
    '\u{2E02}'..='\u{2E05}',
    '\u{2E09}'..='\u{2E0A}',
    '\u{2E0C}'..='\u{2E0D}',
    '\u{2E1C}'..='\u{2E1D}',
    '\u{2E20}'..='\u{2E29}',
    '\u{2E42}'..='\u{2E42}',
    '\u{2E55}'..='\u{2E5C}',
    '\u{3001}'..='\u{3002}',
    '\u{3008}'..='\u{3011}',
    '\u{3014}'..='\u{301B}',
    '\u{301D}'..='\u{301F}',
    '\u{FD3E}'..='\u{FD3F}',
    '\u{FE10}'..='\u{FE18}',
    '\u{FE35}'..='\u{FE44}',
    '\u{FE47}'..='\u{FE48}',
    '\u{FE50}'..='\u{FE52}',
    '\u{FE54}'..='\u{FE57}',
    '\u{FE59}'..='\u{FE5E}',
    '\u{FF01}'..='\u{FF02}',
    '\u{FF07}'..='\u{FF09}',
    '\u{FF0C}'..='\u{FF0C}',
    '\u{FF0E}'..='\u{FF0E}',
    '\u{FF1A}'..='\u{FF1C}',
    '\u{FF1E}'..='\u{FF1F}',
    '\u{FF3B}'..='\u{FF3B}',
    '\u{FF3D}'..='\u{FF3D}',
    '\u{FF5B}'..='\u{FF5B}',
    '\u{FF5D}'..='\u{FF5D}',
    '\u{FF5F}'..='\u{FF64}',
]);

/// Punctuation that also occurs in names.
const SOFT: CodePoints = CodePoints::of(&[
    '\u{B7}'..='\u{B7}',
    '\u{37E}'..='\u{37E}',
    '\u{387}'..='\u{387}',
    '\u{55C}'..='\u{55E}',
    '\u{589}'..='\u{589}',
    '\u{5C3}'..='\u{5C3}',
    '\u{60C}'..='\u{60C}',
    '\u{61B}'..='\u{61B}',
    '\u{61F}'..='\u{61F}',
    '\u{6D4}'..='\u{6D4}',
    '\u{964}'..='\u{965}',
    '\u{104A}'..='\u{104B}',
    '\u{1362}'..='\u{1368}',
    '\u{17D4}'..='\u{17D5}',
    '\u{2013}'..='\u{2015}',
    '\u{2018}'..='\u{2019}',
    '\u{201B}'..='\u{201B}',
    '\u{2022}'..='\u{2022}',
    '\u{2025}'..='\u{2026}',
    '\u{203C}'..='\u{203D}',
    '\u{2047}'..='\u{2049}',
    '\u{30FB}'..='\u{30FB}',
]);

/// The text accepted as a URI at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::exhaustive_enums,
    reason = "who reads the rules of an edition has to know each kind"
)]
pub enum Taken {
    /// Nothing.
    Nothing,
    /// Text with the prefix `URL:`.
    Prefixed,
    /// Text with the prefix, and text that looks like a URI.
    Likely,
}

/// The sources of a document's base, from the inside out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BaseRule {
    /// The sections on the four layers: in the content, around it, retrieval, default.
    pub(crate) sections: [&'static str; 4],
    /// The header fields that can give the base of an entity; the first valid one wins.
    pub(crate) headers: &'static [BaseHeader],
    /// Whether a relative base in the content is resolved; otherwise it is ignored.
    pub(crate) relative_in_content: bool,
    /// The base by definition, if nothing establishes one.
    pub(crate) none: Option<&'static str>,
    /// The relative references that need no base, since they mean the document that contains them.
    pub(crate) baseless: Baseless,
    /// Whether the base in a header also applies to the references in that header, not only to the content.
    pub(crate) own_header: bool,
    /// Whether fetching an image is always a new request, as sending a form is.
    pub(crate) images_are_requests: bool,
}

/// The relative references that need no base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Baseless {
    /// None of them.
    Nothing,
    /// References that only have a fragment.
    Fragments,
    /// References that only have a fragment, and the empty reference.
    SameDocument,
}

/// A header field that gives the base of an entity. White space in its value is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BaseHeader {
    /// Its name, compared case-insensitively.
    pub(crate) name: &'static str,
    /// Whether the value may be relative; it is then resolved against the base around the entity.
    pub(crate) relative: bool,
    /// Whether the value is written as `<URL:...>`.
    pub(crate) in_brackets: bool,
}

impl BaseHeader {
    const CONTENT_BASE: Self = Self { name: "Content-Base", relative: false, in_brackets: false };
    const CONTENT_LOCATION: Self =
        Self { name: "Content-Location", relative: true, in_brackets: false };
}

/// The editions, oldest first.
const EDITIONS: &[(&Edition, Context)] = &[
    (RFC1630, OF_RFC1630),
    (RFC1738, OF_RFC1738),
    (RFC1808, OF_RFC1808),
    (DRAFT1997, OF_DRAFT1997),
    (RFC2396, OF_RFC2396),
    (DRAFT2003, OF_RFC2396),
    (RFC3986, OF_RFC3986),
    (RFC3987, OF_RFC3987),
    (JAVA, OF_JAVA),
];

const OF_RFC1630: Context = Context {
    delimiting: Delimiting {
        section: "BNF",
        angle_brackets: Taken::Nothing,
        quotes: Taken::Nothing,
        bare: Taken::Prefixed,
        whole_text: false,
        prefix_in_lowercase: true,
    },
    beyond_ascii: BeyondAscii::OF_URIS,
    blanks: None,
    suffixes: None,
    base: BaseRule {
        sections: ["4.1.3"; 4],
        headers: &[],
        relative_in_content: false,
        none: None,
        baseless: Baseless::Nothing,
        own_header: false,
        images_are_requests: false,
    },
};

const OF_RFC1738: Context = Context {
    delimiting: Delimiting::by_prefix("Appendix"),
    blanks: Some("Appendix"),
    base: BaseRule { sections: ["2.3"; 4], ..OF_RFC1630.base },
    ..OF_RFC1630
};

const OF_RFC1808: Context = Context {
    // RFC 1808 leaves URLs in text to RFC 1738.
    delimiting: Delimiting::by_prefix("2.1"),
    beyond_ascii: BeyondAscii::OF_URIS,
    blanks: OF_RFC1738.blanks,
    suffixes: None,
    base: BaseRule {
        sections: ["3.1", "3.2", "3.3", "3.4"],
        headers: &[BaseHeader { name: "Base", relative: false, in_brackets: true }],
        relative_in_content: false,
        none: Some(""),
        baseless: Baseless::Nothing,
        own_header: false,
        images_are_requests: false,
    },
};

const OF_DRAFT1997: Context = Context {
    delimiting: Delimiting::by_wrappers("Appendix E"),
    beyond_ascii: BeyondAscii::OF_URIS,
    blanks: Some("Appendix E"),
    suffixes: None,
    base: BaseRule {
        sections: ["5.1.1", "5.1.2", "5.1.3", "5.1.4"],
        headers: &[BaseHeader::CONTENT_BASE, BaseHeader::CONTENT_LOCATION],
        relative_in_content: false,
        none: Some(""),
        baseless: Baseless::SameDocument,
        own_header: true,
        images_are_requests: true,
    },
};

/// Also of the draft of 2003, which became RFC 3986.
const OF_RFC2396: Context = Context {
    suffixes: Some("Appendix F"),
    base: BaseRule { none: None, images_are_requests: false, ..OF_DRAFT1997.base },
    ..OF_DRAFT1997
};

const OF_RFC3986: Context = Context {
    delimiting: Delimiting::by_wrappers("Appendix C"),
    beyond_ascii: BeyondAscii::OF_URIS,
    blanks: Some("Appendix C"),
    suffixes: Some("4.5"),
    base: BaseRule {
        sections: ["5.1.1", "5.1.2", "5.1.3", "5.1.4"],
        headers: &[BaseHeader::CONTENT_LOCATION],
        relative_in_content: true,
        none: None,
        baseless: Baseless::Fragments,
        own_header: false,
        images_are_requests: false,
    },
};

const OF_RFC3987: Context = Context {
    delimiting: Delimiting::by_wrappers("7.3"),
    beyond_ascii: BeyondAscii::OF_IRIS,
    blanks: None,
    suffixes: Some("7.2"),
    base: BaseRule { sections: ["6.5"; 4], ..OF_RFC3986.base },
};

/// The class does not define documents; RFC 2396, its base, does.
const OF_JAVA: Context = Context {
    delimiting: Delimiting::by_wrappers("11"),
    beyond_ascii: BeyondAscii::OF_URIS,
    blanks: None,
    suffixes: None,
    base: BaseRule { sections: ["11"; 4], ..OF_RFC2396.base },
};

#[cfg(test)]
mod tests {
    use super::EDITIONS;

    #[test]
    fn every_edition_has_its_row() {
        let listed: Vec<_> = EDITIONS.iter().map(|(edition, _)| edition.name).collect();
        let all: Vec<_> = napkin::edition::EDITIONS.iter().map(|edition| edition.name).collect();
        assert_eq!(listed, all);
    }
}
