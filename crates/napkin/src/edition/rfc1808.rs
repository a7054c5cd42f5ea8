//! RFC 1808 (June 1995), Relative Uniform Resource Locators.
//!
//! The generic syntax beside RFC 1738: every URL is scheme, `net_loc`, path, parameters, query and fragment, and
//! resolution inherits empty components. Only a slash ends the `net_loc`, which is split further if it is a login.

use napkin_scan::{ByteSet, Classes};

use super::beyond_ascii::BeyondAscii;
use super::rules::{
    Action, AuthorityRule, Colons, EmptyAuthority, Escapes, Excess, FinalDot, Generic, Hierarchy,
    HostRule, Ipv4Rule, LastLabel, Literal, NameRule, NormalizationRule, Opaque, Parameters,
    PartRules, PortRule, Resolution, Rule, SchemeRule, Sections, UserinfoRule, Views,
};
use super::{ALPHANUM, Edition};
use crate::fault::ErrorKind as Kind;
use crate::level::Level;

pub(crate) const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
pub(crate) const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"$-_.+!*'(),"));
pub(crate) const RESERVED: ByteSet = ByteSet::of(b";/?:@&=");
pub(crate) const PCHAR: ByteSet = UNRESERVED.or(ByteSet::of(b":@&="));
const QUERY: ByteSet = UNRESERVED.or(RESERVED);

/// RFC 1808, June 1995.
pub const RFC1808: &Edition = &Edition {
    name: "rfc1808",
    title: "RFC 1808",
    document: "Relative Uniform Resource Locators",
    year: 1995,
    month: 6,
    is_rfc: true,
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
        else_path: true,
        reported_lowercase: false,
    },
    hierarchy: Hierarchy::Generic(&Generic {
        segment: PCHAR.or(ByteSet::of(b";")),
        query: QUERY,
        fragment: QUERY,
        authority: AuthorityRule {
            end: ByteSet::of(b"/"),
            userinfo: Some(UserinfoRule {
                raw: UNRESERVED.or(ByteSet::of(b";?&=")),
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
            port: PortRule::Digits,
            empty: EmptyAuthority::NoHost,
            registry: Some(PCHAR.or(ByteSet::of(b";?"))),
        },
        leading_colon: true,
        empty_is_relative: true,
        parameters: Parameters::Component,
        opaque: Opaque::None,
    }),
    fragment_inside: false,
    sections: Sections::new(["2.2", "2.2", "2.2"], ["3", "4", "4"], "2.1"),
    resolution: Resolution::Inherit,
    excess: &[Excess::Retain],
    normalization: &[
        NormalizationRule::new(Action::Decode(UNRESERVED), Level::Percent, "2.1"),
        NormalizationRule::new(Action::UppercaseHex, Level::Percent, "2.1"),
        NormalizationRule::new(Action::LowercaseScheme, Level::Case, "2.1"),
        NormalizationRule::new(Action::LowercaseHost, Level::Case, "2.1"),
        NormalizationRule::new(Action::ReduceReference, Level::Path, "4"),
        NormalizationRule::new(Action::DropDefaultPort, Level::Scheme, "2.1"),
    ],
    views: Views { forms: Some(["generic", "opaque"]), ..Views::NONE },
    classes: &Classes::new(QUERY, SCHEME, SCHEME),
    plain: &[],
    compiled: None,
    rules_of_kinds: &[
        (Kind::InvalidPercentEncoding, Rule::new("escape", "2.2")),
        (Kind::TooLong, Rule::new("URL", "2.2")),
        (Kind::MissingScheme, Rule::new("absoluteURL", "2.2")),
        (Kind::UnexpectedScheme, Rule::new("relativeURL", "2.2")),
        (Kind::UnexpectedFragment, Rule::new("absoluteURL", "2.4.1")),
        (Kind::PathNotAbempty, Rule::new("net_path", "2.2")),
    ],
    rules_of_parts: PartRules {
        scheme: Rule::new("scheme", "2.4.2"),
        authority: Rule::new("net_loc", "2.4.3"),
        userinfo: Rule::new("net_loc", "2.4.3"),
        host: Rule::new("net_loc", "2.4.3"),
        port: Rule::new("net_loc", "2.4.3"),
        path: Rule::new("path", "2.4.6"),
        query: Rule::new("query", "2.4.4"),
        fragment: Rule::new("fragment", "2.4.1"),
    },
};
