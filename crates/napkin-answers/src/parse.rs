//! An input taken apart.

use napkin::edition::rules::Parameters;
use napkin::{
    Derivation, Edition, Encoded, Node, Part, Parts, Path, Query, Reference, Start, Userinfo,
};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::choice::{self, WrongChoice};
use crate::components;
use crate::failure::Failure;
use crate::octets::Octets;

/// What the parts of an input are.
#[derive(Clone, Copy, Debug)]
pub struct Parsing {
    /// The edition to go by.
    pub edition: &'static Edition,
    /// The rule of the grammar that the input has to match.
    pub start: Start,
    /// Whether the parts are told decoded too.
    pub decode: bool,
    /// Whether to split at the delimiters only, and judge nothing.
    pub split: bool,
    /// Whether the derivation is told too.
    pub tree: bool,
}

impl Parsing {
    /// A URI or a relative reference, by an edition.
    pub const fn new(edition: &'static Edition) -> Self {
        Self { edition, start: Start::UriReference, decode: false, split: false, tree: false }
    }

    /// Refuses choices that the edition does not leave.
    ///
    /// # Errors
    ///
    /// If the edition cannot split without judging.
    pub fn check(&self) -> Result<(), WrongChoice> {
        if !self.split {
            return Ok(());
        }
        // The others split by the forms of schemes, or before they look at characters.
        let splits = |edition: &Edition| {
            edition.generic().is_some_and(|g| g.parameters != Parameters::Component)
        };
        choice::option_must_suit(self.edition, "split", splits)
    }

    /// Takes an input apart.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, or that the input matches another rule.
    pub fn answer<'a>(&self, input: &'a [u8]) -> Result<Parsed<'a>, Failure<'a>> {
        if self.split {
            let text = str::from_utf8(input)
                .map_err(|error| Failure::not_utf8(self.edition, error, input))?;
            return Ok(Parsed::Split(Split::new(text)));
        }
        let reference = self.edition.parse_bytes(self.start, input);
        let reference = reference.map_err(|error| Failure::refused(error, input))?;
        let decoded = self.decode.then(|| Decoded::new(&reference));
        let derivation = self.tree.then(|| reference.derivation());
        let note = Failure::note(reference, input);
        Ok(Parsed::Whole(Whole { reference, decoded, derivation, note }))
    }
}

/// An input taken apart.
pub enum Parsed<'a> {
    /// By the grammar.
    Whole(Whole<'a>),
    /// At the delimiters only.
    Split(Split<'a>),
}

impl Serialize for Parsed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(whole) => whole.serialize(serializer),
            Self::Split(split) => split.serialize(serializer),
        }
    }
}

/// The components of Appendix B.
#[derive(Serialize)]
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

/// All that a parsed reference says.
pub struct Whole<'a> {
    /// The reference.
    pub reference: Reference<'a>,
    /// Its parts decoded, if that was asked for.
    pub decoded: Option<Decoded<'a>>,
    /// How the grammar derives it, if that was asked for.
    pub derivation: Option<Derivation>,
    /// What to know about it, if few would mean it as it is.
    pub note: Option<Failure<'a>>,
}

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        components::serialize(&self.reference, &mut map)?;
        if let Some(decoded) = &self.decoded {
            map.serialize_entry("decoded", decoded)?;
        }
        if let Some(derivation) = &self.derivation {
            map.serialize_entry("tree", &Tree(derivation))?;
        }
        if let Some(note) = &self.note {
            map.serialize_entry("note", note)?;
        }
        map.end()
    }
}

/// A derivation as JSON: its nodes in a list, each with how deep it is.
struct Tree<'d>(&'d Derivation);

impl Serialize for Tree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.nodes().iter().map(Branch::from))
    }
}

/// A rule, the bytes that it derives, and how many nodes it is inside of.
#[derive(Serialize)]
struct Branch {
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
#[derive(Serialize)]
pub struct Decoded<'a> {
    /// Of the userinfo.
    pub userinfo: Option<Octets<'a>>,
    /// Of the host.
    pub host: Option<Octets<'a>>,
    /// Of each segment; none where the path is undefined.
    pub segments: Option<Vec<Octets<'a>>>,
    /// Of the parameters, where the edition tells them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub params: Option<Octets<'a>>,
    /// Of the query.
    pub query: Option<Octets<'a>>,
    /// Of the fragment.
    pub fragment: Option<Octets<'a>>,
}

impl<'a> Decoded<'a> {
    /// Decodes the parts of a reference, each once.
    pub fn new(reference: &Reference<'a>) -> Self {
        let edition = reference.edition();
        let decoded = |part| move |text| Octets::of(edition, part, text);
        let segments = |path: Path<'a>| {
            path.segments().map(Encoded::as_str).map(decoded(Part::Path)).collect()
        };
        Self {
            userinfo: reference.userinfo().map(Userinfo::as_str).map(decoded(Part::Userinfo)),
            host: reference.host().map(|host| Octets::of_host(edition, host)),
            segments: reference.path().map(segments),
            params: reference.parameters().map(decoded(Part::Path)),
            query: reference.query().map(Query::as_str).map(decoded(Part::Query)),
            fragment: reference.fragment().map(Encoded::as_str).map(decoded(Part::Fragment)),
        }
    }
}
