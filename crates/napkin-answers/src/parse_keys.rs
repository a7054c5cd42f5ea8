//! The keys of a parsed input.

use schemars::JsonSchema;

use crate::component_keys::Components;
use crate::failure::Failure;
use crate::pairs::Pairs;
use crate::parse::{Branch, Decoded, Parsed, Split};
use crate::schema::schema_of;
use crate::url_standard::Rewriting;

schema_of!(Parsed<'_>, Keys<'_>);

/// The keys of an answer.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "the schema of `Parsed`")]
enum Keys<'a> {
    /// By the grammar.
    Whole(Whole<'a>),
    /// At the delimiters only.
    Split(Split<'a>),
    /// By the URL Standard.
    Url(Url<'a>),
}

/// The keys of an input that is parsed by the URI syntax.
#[derive(JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "the schema of `Parsed`")]
struct Whole<'a> {
    #[schemars(flatten)]
    components: Components<'a>,
    /// The parts decoded, if they were asked for.
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Decoded<'a>")]
    decoded: Option<Decoded<'a>>,
    /// The nodes of the derivation by the grammar, if it was asked for.
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Branch>")]
    tree: Option<Vec<Branch>>,
    /// The pairs of the query, if they were asked for; null without a query.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pairs: Option<Pairs<'a>>,
    /// A note on an input that is probably not intended.
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'a>")]
    note: Option<Failure<'a>>,
}

/// The keys of an input that is parsed by the URL Standard.
#[derive(JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "the schema of `Parsed`")]
struct Url<'a> {
    #[schemars(flatten)]
    components: Components<'a>,
    /// The parts decoded, if they were asked for.
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Decoded<'a>")]
    decoded: Option<Decoded<'a>>,
    /// The pairs of the query, if they were asked for; null without a query.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pairs: Option<Pairs<'a>>,
    #[schemars(flatten)]
    rewriting: Rewriting,
}
