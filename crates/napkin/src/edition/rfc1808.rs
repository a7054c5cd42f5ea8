//! RFC 1808 (June 1995), Relative Uniform Resource Locators.
//!
//! The generic syntax beside RFC 1738: every URL is scheme, `net_loc`, path, parameters, query and
//! fragment, and resolution inherits what is empty. Only a slash ends the `net_loc`, which is split
//! further where it is a login.

use super::context::{BaseHeader, BaseRule, Context, Delimiting};
use super::rules::{
    Action, AuthorityRule, Colons, EmptyAuthority, Escapes, Excess, FinalDot, Generic, Hierarchy,
    HostRule, Ipv4Rule, Literal, NameRule, NormalizationRule, Opaque, PartRules, PortRule,
    Resolution, Rule, SchemeRule, Sections, UserinfoRule,
};
use super::{ALPHANUM, Edition};
use crate::fault::{ErrorKind as Kind, Part};
use crate::level::Level;
use crate::scan::Classes;
use crate::set::ByteSet;

const SCHEME: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"$-_.+!*'(),"));
const RESERVED: ByteSet = ByteSet::of(b";/?:@&=");
const PCHAR: ByteSet = UNRESERVED.or(ByteSet::of(b":@&="));
const QUERY: ByteSet = UNRESERVED.or(RESERVED);

/// RFC 1808, June 1995.
pub const RFC1808: &Edition = &Edition {
    name: "rfc1808",
    title: "RFC 1808",
    document: "Relative Uniform Resource Locators",
    year: 1995,
    month: 6,
    is_rfc: true,
    unreserved: UNRESERVED,
    reserved: RESERVED,
    escapes: Escapes::Octets,
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
                    last_begins_with_letter: true,
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
        parameters: true,
        opaque: Opaque::None,
    }),
    fragment_inside: false,
    sections: Sections::new(["2.2", "2.2", "2.2"], ["3", "4", "4"], "2.1"),
    resolution: Resolution::Inherit,
    context: Context {
        // It leaves URLs in text to RFC 1738.
        delimiting: Delimiting::by_prefix_in_brackets("2.1"),
        suffixes: None,
        base: BaseRule {
            sections: ["3.1", "3.2", "3.3", "3.4"],
            headers: &[BaseHeader { name: "Base", relative: false, in_brackets: true }],
            relative_in_content: false,
            none: Some(""),
        },
    },
    excess: &[Excess::Retain],
    normalization: &[
        NormalizationRule::new(Action::Decode(UNRESERVED), Level::Percent, "2.1"),
        NormalizationRule::new(Action::UppercaseHex, Level::Percent, "2.1"),
        NormalizationRule::new(Action::LowercaseScheme, Level::Case, "2.1"),
        NormalizationRule::new(Action::LowercaseHost, Level::Case, "2.1"),
        NormalizationRule::new(Action::DropDefaultPort, Level::Scheme, "2.1"),
    ],
    own_names: &[(Part::Authority, "net_loc")],
    forms: Some(["generic", "opaque"]),
    authority_forms: false,
    path_kinds: false,
    classes: Some(&Classes::new(QUERY, SCHEME, SCHEME)),
    compiled_in: false,
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
