//! The keys of a parsed input in JSON.

use napkin_standards::pairs::Pairs;
use schemars::JsonSchema;
use serde::Serialize;

use crate::component_keys::{Components, Derived};
use crate::failure::Failure;
use crate::parse::{Branch, Canonical, Decoded, Parsed, Split, Whole};
use crate::schema::{OrNull, PairSchema, written_as};
use crate::url_standard::Rewriting;

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Keys<'r> {
    /// By the grammar.
    Whole(Box<WholeKeys<'r>>),
    /// At the delimiters only.
    Split(&'r Split<'r>),
    /// By the URL Standard.
    Url(Box<UrlKeys<'r>>),
}

/// The keys of an input that is parsed by the URI syntax.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct WholeKeys<'r> {
    #[serde(flatten)]
    components: Components<'r>,
    /// The parts decoded, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Decoded<'r>")]
    decoded: Option<&'r Decoded<'r>>,
    /// The nodes of the derivation by the grammar, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Branch>")]
    tree: Option<Vec<Branch>>,
    /// The pairs of the query, if they were asked for; null without a query.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<PairSchema>>")]
    pairs: Option<OrNull<Pairs<'r>>>,
    /// The facts that follow from the parts, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Derived<'r, 'r>")]
    facts: Option<Derived<'r, 'r>>,
    /// A note on an input that is probably not intended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'r>")]
    note: Option<&'r Failure<'r>>,
}

/// The keys of an input that is parsed by the URL Standard.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct UrlKeys<'r> {
    #[serde(flatten)]
    components: Components<'r>,
    /// The parts decoded, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Decoded<'r>")]
    decoded: Option<Decoded<'r>>,
    /// The pairs of the query, if they were asked for; null without a query.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<PairSchema>>")]
    pairs: Option<OrNull<Pairs<'r>>>,
    /// The facts that follow from the parts, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Derived<'r, 'r>")]
    facts: Option<Derived<'r, 'r>>,
    #[serde(flatten)]
    rewriting: &'r Rewriting,
}

impl<'r> From<&'r Whole<'_>> for WholeKeys<'r> {
    fn from(whole: &'r Whole<'_>) -> Self {
        let derivation = whole.derivation.as_ref();
        Self {
            components: Components::of((&whole.reference).into()),
            decoded: whole.decoded.as_ref(),
            tree: derivation.map(|tree| tree.nodes().iter().map(Branch::from).collect()),
            pairs: whole.pairs,
            facts: whole.facts.then_some(Derived((&whole.reference).into())),
            note: whole.note.as_ref(),
        }
    }
}

impl<'r> From<&'r Canonical> for UrlKeys<'r> {
    fn from(canonical: &'r Canonical) -> Self {
        Self {
            components: Components::of((&canonical.url).into()),
            decoded: canonical.decoded(),
            pairs: canonical.pairs.then(|| OrNull(canonical.url.query().map(Pairs::of_url))),
            facts: canonical.facts.then_some(Derived((&canonical.url).into())),
            rewriting: &canonical.rewriting,
        }
    }
}

impl Parsed<'_> {
    fn keys(&self) -> Keys<'_> {
        match self {
            Self::Whole(whole) => Keys::Whole(Box::new(whole.into())),
            Self::Split(split) => Keys::Split(split),
            Self::Canonical(canonical) => Keys::Url(Box::new(canonical.into())),
        }
    }
}

written_as!(Parsed<'_> as Keys<'_>, Parsed::keys);
