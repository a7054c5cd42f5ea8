//! The examples of the rules, and the cases of `spec/cases/audit/`: places that a rule finds, and near misses that
//! it does not report.

use std::collections::BTreeMap;
use std::fs;

use crate::support::{cases, root, text};
use napkin_audit::{Audit, Finding, LinkText, Policy, RULES, Rule, Severity, audit, audit_link};
use serde_json::Value;

/// Rules about limits are silent without a policy that has limits.
const LIMITS: [&str; 3] = ["scheme-not-allowed", "port-not-allowed", "host-not-allowed"];

/// A policy with every rule on.
fn everything() -> Policy {
    let mut policy = Policy::default();
    for rule in RULES {
        policy.set(rule.id, "on").unwrap();
    }
    policy
}

fn found_by(rule: &Rule, input: &str, policy: &Policy) -> Vec<Finding> {
    // An example with a text is a link as Markdown has it.
    let link = input.strip_prefix('[').and_then(|input| input.strip_suffix(')')?.split_once("]("));
    match link {
        Some((text, reference)) => found_in_link(rule, reference, LinkText::new(text), policy),
        None => of_rule(rule, &audit(input.as_bytes(), policy)),
    }
}

fn found_in_link(rule: &Rule, input: &str, link: LinkText<'_>, policy: &Policy) -> Vec<Finding> {
    of_rule(rule, &audit_link(input.as_bytes(), link, policy))
}

fn of_rule(rule: &Rule, audit: &Audit<'_>) -> Vec<Finding> {
    let findings = audit.findings().to_vec();
    findings.into_iter().filter(|finding| finding.rule == rule).collect()
}

#[test]
fn examples_do_what_the_pages_say() {
    let policy = everything();
    for rule in RULES {
        let is_limit = LIMITS.contains(&rule.id);
        assert!(is_limit || !(rule.fires.is_empty() || rule.silent.is_empty()), "{rule:?}");
        for input in rule.fires {
            assert!(!found_by(rule, input, &policy).is_empty(), "{rule:?} is silent at {input}");
        }
        for input in rule.silent {
            let found = found_by(rule, input, &policy);
            assert!(found.is_empty(), "{rule:?} fires at {input}: {found:?}");
        }
    }
}

/// The files whose cases have no rule.
const OTHERS: [&str; 7] = [
    "mends.jsonl",
    "hostile.jsonl",
    "repair.jsonl",
    "allow.jsonl",
    "redirects.jsonl",
    "public.jsonl",
    "host_lists.jsonl",
];

/// The cases: `{"id", "op": "audit", "rule", "input", "expect": {"spans": [[start, end]…]}}`, and for
/// rules of limits the `policy` in TOML; for a link its `text` and, if it is known, its `target`.
#[test]
fn cases_of_every_rule() {
    let mut fires: BTreeMap<&str, usize> = BTreeMap::new();
    let mut silent: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut ids = Vec::new();
    let mut all = Vec::new();
    for entry in fs::read_dir(root().join("spec/cases/audit")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        if !OTHERS.contains(&file.as_str()) {
            all.extend(cases(&format!("audit/{file}")));
        }
    }
    for case in &all {
        let rule =
            Rule::named(text(case, "rule")).unwrap_or_else(|| panic!("no such rule: {case}"));
        let policy = match case["policy"].as_str() {
            Some(toml) => Policy::from_toml(toml).unwrap(),
            None => everything(),
        };
        ids.push(text(case, "id").to_owned());
        let input = text(case, "input");
        let found = match case["text"].as_str().map(LinkText::new) {
            Some(link) => {
                let link = case["target"].as_str().map_or(link, |target| link.leading_to(target));
                found_in_link(rule, input, link, &policy)
            }
            None => found_by(rule, input, &policy),
        };
        let spans: Vec<_> = found.iter().map(|f| vec![f.span.start, f.span.end]).collect();
        let expected: Vec<Vec<usize>> =
            serde_json::from_value(case["expect"]["spans"].clone()).unwrap();
        *if expected.is_empty() { &mut silent } else { &mut fires }.entry(rule.id).or_default() +=
            1;
        if spans != expected {
            wrong.push(format!(
                "{}: {input:?}\n  found {spans:?}\n  not   {expected:?}",
                case["id"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "ids are unique");
    for rule in RULES {
        let (fires, silent) = (fires.get(rule.id), silent.get(rule.id));
        // There is one input with nothing in it.
        let least = if rule.id == "empty-input" { 1 } else { 5 };
        assert!(fires >= Some(&least), "{rule:?} has too few cases that fire: {fires:?}");
        assert!(silent >= Some(&5), "{rule:?} has too few near misses: {silent:?}");
    }
}

#[test]
fn fixes_fix() {
    let policy = everything();
    let mut fixed = 0;
    for rule in RULES {
        for input in rule.fires {
            let found = found_by(rule, input, &policy);
            let Some(fix) = found.first().and_then(|finding| finding.fix.clone()) else { continue };
            let changed = napkin_audit::Edit::apply(input.as_bytes(), &[fix]);
            let changed = String::from_utf8(changed).unwrap();
            let left = found_by(rule, &changed, &policy);
            assert!(left.len() < found.len(), "{rule:?}: {input} becomes {changed}: {left:?}");
            fixed += 1;
        }
    }
    assert!(fixed > 30, "{fixed}");
}

#[test]
fn rules_are_told_in_full() {
    for rule in RULES {
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(rule.id.chars().all(kebab), "{rule:?}");
        assert_eq!(RULES.iter().filter(|other| other.id == rule.id).count(), 1, "{rule:?}");
        assert!(rule.why.ends_with('.') && !rule.title.ends_with('.'), "{rule:?}");
        assert!(rule.basis.contains(' '), "{rule:?}");
        let sections =
            rule.listed.iter().filter(|listed| listed.edition == napkin::edition::RFC3986);
        for listed in sections {
            assert!(!listed.section.is_empty());
        }
    }
}

#[test]
fn what_is_found_can_be_serialized() {
    let found = audit(b"http://u:p@0x7f.1/", &Policy::default());
    let findings = serde_json::to_value(found.findings()).unwrap();
    let rare = findings.as_array().unwrap().iter().find(|f| f["rule"] == "rare-ipv4").unwrap();
    let expected = serde_json::json!({
        "rule": "rare-ipv4", "severity": "error", "part": "host", "start": 11, "end": 17,
        "message": "many readers take this for the address 127.0.0.1", "section": "7.4",
        "fix": {"start": 11, "end": 17, "text": "127.0.0.1"}, "address": "127.0.0.1",
    });
    assert_eq!(*rare, expected);
    assert_eq!(found.worst(), Some(Severity::Error));
}

#[test]
fn few_places_of_one_rule_are_told() {
    let input = format!("http://h/{}", "%00a".repeat(10_000));
    let found = audit(input.as_bytes(), &Policy::default());
    assert_eq!(found.findings().len(), 16);
    assert_eq!(found.left_out(), 10_000 - 16);
    assert!(Value::from(found.left_out()).is_number());
}
