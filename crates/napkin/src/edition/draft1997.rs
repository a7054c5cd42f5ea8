//! draft-fielding-url-syntax-05 (May 1997), the working draft that became RFC 2396.
//!
//! A generic syntax with a site of user, password and a strict host name. A text with a scheme that does not fit
//! this syntax is an opaque URL. Resolution merges the query with the path.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::rules::{
    Action, AuthorityRule, Colons, EmptyAuthority, EmptyBasePath, Escapes, Excess, FinalDot,
    Generic, Hierarchy, HostRule, Ipv4Rule, LastLabel, Literal, Merge, NameRule, NewRequest,
    NormalizationRule, Opaque, Parameters, PartRules, PortRule, QueryOnly, Resolution, Rule,
    SchemeRule, Sections, UserinfoRule, Views,
};
use super::{ALPHANUM, Edition};
use crate::fault::ErrorKind as Kind;
use crate::level::Level;

const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
pub(crate) const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"$-_.!~*'(),"));
pub(crate) const RESERVED: ByteSet = ByteSet::of(b";/?:@&=+");
pub(crate) const URLC: ByteSet = RESERVED.or(UNRESERVED);

/// draft-fielding-url-syntax-05, May 1997.
pub const DRAFT1997: &Edition = &Edition {
    name: "draft1997",
    title: "the 1997 draft",
    document: "draft-fielding-url-syntax-05, Uniform Resource Locators (URL): Generic Syntax and Semantics",
    year: 1997,
    month: 5,
    is_rfc: false,
    is_addition: false,
    amends: None,
    unreserved: UNRESERVED,
    reserved: RESERVED,
    beyond_ascii: BeyondAscii::NONE,
    escapes: Escapes::Octets,
    plus_is_space: false,
    encoder_keeps: UNRESERVED,
    scheme: SchemeRule {
        first: SCHEME,
        rest: SCHEME,
        escapes: false,
        case_sensitive: false,
        reported_lowercase: false,
        else_path: false,
    },
    hierarchy: Hierarchy::Generic(&Generic {
        segment: UNRESERVED.or(ByteSet::of(b":@&=+;")),
        query: URLC,
        fragment: URLC,
        authority: AuthorityRule {
            end: ByteSet::of(b"/?"),
            userinfo: Some(UserinfoRule {
                raw: UNRESERVED.or(ByteSet::of(b";&=+")),
                escapes: true,
                colons: Colons::One,
                empty: true,
            }),
            host: HostRule {
                name: NameRule::Labels {
                    last: LastLabel::Letter,
                    final_dot: FinalDot::No,
                    longest: usize::MAX,
                },
                ipv4: Ipv4Rule::Digits,
                literal: Literal::No,
            },
            port: PortRule::MaybeDigits,
            empty: EmptyAuthority::NoHost,
            registry: None,
        },
        leading_colon: true,
        empty_is_relative: true,
        parameters: Parameters::OfSegments,
        opaque: Opaque::Fallback(URLC),
    }),
    fragment_inside: false,
    sections: Sections::new(["2", "2.2", "2.4"], ["5.1", "5.2", "5.2"], "2.3"),
    resolution: Resolution::Merge(Merge {
        query_only: QueryOnly::Directory,
        query_in_buffer: true,
        empty_base_path: EmptyBasePath::SlashAfterAuthority,
        empty_base_is_none: true,
        lenient: None,
        new_request: NewRequest::Document,
    }),
    excess: &[Excess::Retain],
    normalization: &[
        NormalizationRule::new(Action::Decode(UNRESERVED), Level::Percent, "2.3"),
        NormalizationRule::new(Action::UppercaseHex, Level::Percent, "2.4.1"),
        NormalizationRule::new(Action::LowercaseScheme, Level::Case, "4.1"),
        NormalizationRule::new(Action::LowercaseHost, Level::Case, "4.3.1"),
        NormalizationRule::new(Action::ReduceReference, Level::Path, "4"),
        NormalizationRule::new(Action::DropEmptyPort, Level::Scheme, "4.3.1"),
        NormalizationRule::new(Action::DropDefaultPort, Level::Scheme, "4.3.1"),
    ],
    views: Views { forms: Some(["generic", "opaque"]), ..Views::NONE },
    classes: &Classes::new(URLC, SCHEME, SCHEME),
    plain: &[],
    compiled: None,
    rules_of_kinds: &[
        (Kind::InvalidPercentEncoding, Rule::new("escaped", "2.4.1")),
        (Kind::TooLong, Rule::new("URL-reference", "3")),
        (Kind::MissingScheme, Rule::new("absoluteURL", "4.2")),
        (Kind::UnexpectedScheme, Rule::new("relativeURL", "5")),
        (Kind::UnexpectedFragment, Rule::new("absoluteURL", "4.2")),
        (Kind::InvalidHost, Rule::new("host", "4.3.1")),
        (Kind::PathNotAbempty, Rule::new("net_path", "5")),
    ],
    rules_of_parts: PartRules {
        scheme: Rule::new("scheme", "4.1"),
        authority: Rule::new("site", "4.3.1"),
        userinfo: Rule::new("user", "4.3.1"),
        host: Rule::new("host", "4.3.1"),
        port: Rule::new("port", "4.3.1"),
        path: Rule::new("segment", "4.3.2"),
        query: Rule::new("query", "4.3.3"),
        fragment: Rule::new("fragment", "3"),
    },
};
