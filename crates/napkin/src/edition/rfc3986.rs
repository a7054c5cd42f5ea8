//! RFC 3986 (January 2005), STD 66: the grammar in force, as sets and rules.
//!
//! The sets are the rules of Appendix A by name; `tests/grammar` derives the same sets from
//! `grammars/rfc3986.abnf`.

use super::{ALPHA, DIGIT, Edition, Excess, Rule, RuleOf};
use crate::fault::{ErrorKind as Kind, Part};
use crate::set::ByteSet;

const UNRESERVED: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-._~"));
const GEN_DELIMS: ByteSet = ByteSet::of(b":/?#[]@");
const SUB_DELIMS: ByteSet = ByteSet::of(b"!$&'()*+,;=");
const REG_NAME: ByteSet = UNRESERVED.or(SUB_DELIMS);
const PCHAR: ByteSet = REG_NAME.or(ByteSet::of(b":@"));

/// RFC 3986, January 2005, the edition of [`Uri`](crate::Uri) and [`UriRef`](crate::UriRef).
pub const RFC3986: &Edition = &Edition {
    name: "rfc3986",
    title: "RFC 3986",
    year: 2005,
    unreserved: UNRESERVED,
    reserved: GEN_DELIMS.or(SUB_DELIMS),
    scheme_first: ALPHA,
    scheme: ALPHA.or(DIGIT).or(ByteSet::of(b"+-.")),
    userinfo: REG_NAME.or(ByteSet::of(b":")),
    reg_name: REG_NAME,
    ipv_future: REG_NAME.or(ByteSet::of(b":")),
    segment: PCHAR,
    query: PCHAR.or(ByteSet::of(b"/?")),
    fragment: PCHAR.or(ByteSet::of(b"/?")),
    excess: &[Excess::Remove],
    rules: &[
        rule(Some(Kind::InvalidPercentEncoding), None, "pct-encoded", "2.1"),
        rule(Some(Kind::TooLong), None, "URI-reference", "4.1"),
        rule(Some(Kind::MissingScheme), None, "URI", "3"),
        rule(Some(Kind::UnexpectedScheme), None, "relative-ref", "4.2"),
        rule(Some(Kind::UnexpectedFragment), None, "absolute-URI", "4.3"),
        rule(Some(Kind::ColonInFirstSegment), None, "path-noscheme", "3.3"),
        rule(Some(Kind::UnclosedIpLiteral), None, "IP-literal", "3.2.2"),
        rule(Some(Kind::InvalidIpv6), None, "IPv6address", "3.2.2"),
        rule(Some(Kind::InvalidIpvFuture), None, "IPvFuture", "3.2.2"),
        rule(Some(Kind::MissingHost), None, "host", "3.2.2"),
        rule(Some(Kind::PathNotAbempty), None, "path-abempty", "3.3"),
        rule(Some(Kind::MissingAuthority), None, "authority", "3.2"),
        rule(None, Some(Part::Scheme), "scheme", "3.1"),
        rule(None, Some(Part::Authority), "authority", "3.2"),
        rule(None, Some(Part::Userinfo), "userinfo", "3.2.1"),
        rule(None, Some(Part::Host), "reg-name", "3.2.2"),
        rule(None, Some(Part::Port), "port", "3.2.3"),
        rule(None, Some(Part::Path), "segment", "3.3"),
        rule(None, Some(Part::Query), "query", "3.4"),
        rule(None, Some(Part::Fragment), "fragment", "3.5"),
    ],
};

const fn rule(
    kind: Option<Kind>,
    part: Option<Part>,
    name: &'static str,
    section: &'static str,
) -> RuleOf {
    RuleOf { kind, part, rule: Rule { name, section } }
}
