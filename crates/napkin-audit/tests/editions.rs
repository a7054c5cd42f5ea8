//! The `security` cases of every edition: the exact set of rules that its document has, of rules about security or
//! good practice.

use std::collections::BTreeSet;

use crate::support::{cases, text};
use napkin::Edition;
use napkin::edition::{
    DRAFT1997, DRAFT2003, EDITIONS, RFC1630, RFC1738, RFC1808, RFC2396, RFC3986, RFC3987,
};
use napkin_audit::{Concern, Policy, RULES, Rule, audit};
use serde_json::Value;

/// The rules of each edition, from its specification and not from the code.
const LISTED: &[(&Edition, Concern, &[&str])] = &[
    (
        RFC3986,
        Concern::Security,
        &[
            "double-encoded",
            "encoded-control",
            "encoded-crlf",
            "encoded-dot-segment",
            "encoded-nul",
            "encoded-slash",
            "fs-device-name",
            "fs-special-char",
            "host-not-utf8",
            "host-too-long",
            "ipvfuture-unknown",
            "password-in-userinfo",
            "port-not-default",
            "port-of-another-protocol",
            "port-out-of-range",
            "port-well-known",
            "rare-ipv4",
            "userinfo-hostlike",
            "userinfo-present",
        ],
    ),
    (
        RFC3986,
        Concern::Practice,
        &[
            "default-port",
            "dot-segment",
            "empty-port",
            "host-not-dns",
            "host-not-utf8",
            "host-too-long",
            "host-uppercase",
            "lowercase-hex",
            "password-in-userinfo",
            "scheme-uppercase",
            "unneeded-escape",
        ],
    ),
    (
        DRAFT2003,
        Concern::Security,
        &[
            "double-encoded",
            "encoded-control",
            "encoded-crlf",
            "encoded-nul",
            "password-in-userinfo",
            "port-not-default",
            "port-of-another-protocol",
            "port-out-of-range",
            "port-well-known",
            "rare-ipv4",
            "userinfo-hostlike",
            "userinfo-present",
        ],
    ),
    (
        DRAFT2003,
        Concern::Practice,
        &[
            "dot-segment",
            "host-uppercase",
            "lowercase-hex",
            "non-utf8-escape",
            "scheme-uppercase",
            "unneeded-escape",
        ],
    ),
    (
        DRAFT1997,
        Concern::Security,
        &[
            "double-encoded",
            "encoded-control",
            "encoded-crlf",
            "encoded-nul",
            "password-in-userinfo",
            "port-not-default",
            "port-of-another-protocol",
            "port-out-of-range",
            "port-well-known",
        ],
    ),
    (
        RFC3987,
        Concern::Security,
        &[
            "bidi-control",
            "bidi-edges",
            "bidi-mixed",
            "bidi-number",
            "compatibility-characters",
            "confusable-host",
            "delimiter-lookalike",
            "encoded-noncharacter",
            "encoded-surrogate",
            "idna-invalid",
            "invisible-character",
            "leading-combining-mark",
            "mixed-scripts",
            "non-utf8-escape",
            "not-nfc",
            "overlong-utf8",
            "private-use",
            "replacement-character",
            "space-lookalike",
        ],
    ),
    (RFC3987, Concern::Practice, &["escaped-character", "not-nfkc", "width-variant"]),
    (DRAFT1997, Concern::Practice, &["scheme-uppercase", "unneeded-escape"]),
    (
        RFC1630,
        Concern::Syntax,
        &[
            "backslash",
            "control-character",
            "double-encoded",
            "encoded-slash",
            "file-host",
            "malformed-escape",
            "non-ascii-character",
            "port-not-a-number",
            "unneeded-escape",
            "whitespace",
        ],
    ),
    (
        RFC1738,
        Concern::Syntax,
        &[
            "backslash",
            "control-character",
            "default-port",
            "empty-port",
            "encoded-slash",
            "file-host",
            "host-not-dns",
            "host-not-plain",
            "malformed-escape",
            "non-ascii-character",
            "percent-encoded-host",
            "port-not-a-number",
            "scheme-uppercase",
            "several-at",
            "unneeded-escape",
            "whitespace",
        ],
    ),
    (
        RFC1808,
        Concern::Syntax,
        &[
            "backslash",
            "control-character",
            "malformed-escape",
            "network-path-reference",
            "non-ascii-character",
            "port-not-a-number",
            "whitespace",
        ],
    ),
    (
        DRAFT1997,
        Concern::Syntax,
        &[
            "backslash",
            "control-character",
            "default-port",
            "host-not-dns",
            "host-not-plain",
            "host-uppercase",
            "malformed-escape",
            "network-path-reference",
            "non-ascii-character",
            "percent-encoded-host",
            "port-not-a-number",
            "several-at",
            "whitespace",
        ],
    ),
    (
        RFC2396,
        Concern::Syntax,
        &[
            "backslash",
            "control-character",
            "default-port",
            "double-encoded",
            "host-not-dns",
            "host-not-plain",
            "host-uppercase",
            "malformed-escape",
            "network-path-reference",
            "non-ascii-character",
            "percent-encoded-host",
            "port-not-a-number",
            "scheme-uppercase",
            "several-at",
            "unneeded-escape",
            "whitespace",
        ],
    ),
    (
        DRAFT2003,
        Concern::Syntax,
        &[
            "backslash",
            "control-character",
            "malformed-escape",
            "network-path-reference",
            "non-ascii-character",
            "port-not-a-number",
            "several-at",
            "whitespace",
        ],
    ),
    (
        RFC1738,
        Concern::Security,
        &[
            "encoded-crlf",
            "password-in-userinfo",
            "port-not-default",
            "port-of-another-protocol",
            "port-well-known",
        ],
    ),
    (
        RFC2396,
        Concern::Security,
        &[
            "encoded-control",
            "encoded-crlf",
            "encoded-nul",
            "password-in-userinfo",
            "port-not-default",
            "port-of-another-protocol",
            "port-well-known",
        ],
    ),
];

fn listed(edition: &Edition, concern: Concern) -> BTreeSet<&'static str> {
    let is = |rule: &&Rule| {
        rule.listed.iter().any(|listed| listed.edition == edition && listed.concern == concern)
    };
    RULES.iter().filter(is).map(|rule| rule.id).collect()
}

#[test]
fn rules_know_who_lists_them() {
    for (edition, concern, expected) in LISTED {
        let expected: BTreeSet<_> = expected.iter().copied().collect();
        assert_eq!(listed(edition, *concern), expected, "{edition:?} {concern:?}");
    }
}

/// A finding cites no document that is newer than the edition where the edition says the thing, in every rule.
#[test]
fn a_rule_cites_the_edition_that_says_it() {
    for rule in RULES {
        for &edition in EDITIONS {
            let is_listed = rule.listed.iter().any(|listed| listed.edition == edition);
            let citation = rule.citation(edition);
            assert_eq!(
                citation.starts_with(edition.title),
                is_listed || rule.basis.starts_with(&format!("{} ", edition.title)),
                "{} by {}: {citation}",
                rule.id,
                edition.name,
            );
        }
    }
}

fn run(edition: &'static Edition, file: &str) -> usize {
    let cases = cases(file);
    let security = |case: &&Value| case["op"] == "security" && case["variant"] != "redact";
    let mut count = 0;
    for case in cases.iter().filter(security) {
        let concern = match text(case, "variant") {
            "lint" => Concern::Practice,
            "" => Concern::Security,
            other => panic!("no such variant: {other}"),
        };
        let mut policy = Policy::default().by(edition);
        if case["filesystem"] == true {
            for rule in ["fs-special-char", "fs-device-name"] {
                policy.set(rule, "on").unwrap();
            }
        }
        if concern == Concern::Practice {
            policy.set("escaped-character", "on").unwrap();
        }
        let input = text(case, "input");
        let found = audit(input.as_bytes(), &policy);
        let mut own = listed(edition, concern);
        if edition == RFC3987 && concern == Concern::Security {
            // The cases also contain invalid IRIs; for rules about labels they list the expected findings.
            own.insert("invalid-reference");
            for rule in ["mixed-scripts", "confusable-host"] {
                own.remove(rule);
            }
        }
        for also in case["expect"]["also"].as_array().into_iter().flatten() {
            let is_found = found.findings().iter().any(|finding| also == finding.rule.id);
            assert!(is_found, "{also} is not found: {case}");
        }
        let ids = found.findings().iter().map(|finding| finding.rule.id);
        let ids: BTreeSet<_> = ids.filter(|id| own.contains(id)).collect();
        let expected = case["expect"]["findings"].as_array().unwrap();
        let expected: BTreeSet<_> = expected.iter().map(|id| id.as_str().unwrap()).collect();
        assert_eq!(ids, expected, "{case}");
        for finding in found.findings() {
            assert!(finding.span.end <= input.len() && finding.span.start <= finding.span.end);
        }
        if let Some(address) = case["expect"]["ipv4"].as_str() {
            let rare =
                found.findings().iter().find(|finding| finding.rule.id == "rare-ipv4").unwrap();
            assert_eq!(rare.address.unwrap().to_string(), address, "{case}");
        }
        count += 1;
    }
    count
}

#[test]
fn rfc3986() {
    assert!(run(RFC3986, "rfc3986.jsonl") > 0);
}

#[test]
fn rfc3987() {
    assert!(run(RFC3987, "rfc3987.jsonl") > 0);
}

#[test]
fn draft2003() {
    assert!(run(DRAFT2003, "draft-rfc2396bis-01.jsonl") > 0);
}

#[test]
fn draft1997() {
    assert!(run(DRAFT1997, "draft-url-syntax-05.jsonl") > 0);
}

#[test]
fn rfc1738() {
    assert!(run(RFC1738, "rfc1738.jsonl") > 0);
}
