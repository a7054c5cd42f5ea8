//! Hosts that are public, and hosts that are not: the cases of `spec/cases/audit/public.jsonl`.

use crate::support::{cases, text};
use napkin::edition::EDITIONS;
use napkin_audit::{ContactedHost, HostList, Policy, audit, verdict};

/// `{"host": as in a URI, "public", "why"}`: `not_public` has a reason for the hosts that are not, and `allow` lets in
/// the public ones only, unless the policy has something else to say of them.
#[test]
fn hosts_are_public_or_not() {
    let cases = cases("audit/public.jsonl");
    let list = HostList::public();
    let policies = [Policy::default(), Policy::preset("ssrf").unwrap()];
    let mut wrong = Vec::new();
    for case in &cases {
        let (host, public) = (text(case, "host"), case["public"] == true);
        let reason = ContactedHost::normal(host.as_bytes()).not_public();
        if reason.is_none() != public {
            wrong.push(format!("{case}: {reason:?}"));
        }
        // Programs do not agree on the port behind an IPv6 address.
        let port = if host.starts_with('[') { ":80" } else { "" };
        let input = format!("http://{host}{port}/");
        for policy in &policies {
            let verdict = verdict(input.as_bytes(), &list, policy);
            let passes = audit(input.as_bytes(), policy).passes(policy);
            let is_wrong =
                if public { passes && !verdict.is_allowed() } else { verdict.is_allowed() };
            if is_wrong {
                wrong.push(format!("{case}: {:?}", verdict.refusal()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(!cases.is_empty());
}

/// A host that is not public is refused in any spelling, by every edition.
#[test]
fn no_spelling_makes_a_host_public() {
    let cases = cases("audit/public.jsonl");
    let hosts = cases.iter().filter(|case| case["public"] == false).map(|case| text(case, "host"));
    let policies = EDITIONS.iter().map(|edition| Policy::default().by(*edition));
    let policies: Vec<_> = policies
        .map(|mut policy| {
            for rule in ["percent-encoded-host", "trailing-dot", "host-uppercase", "host-not-plain"]
            {
                policy.set(rule, "off").unwrap();
            }
            policy.ignore_reader("url-parse").unwrap();
            policy
        })
        .collect();
    for host in hosts {
        let encoded: Vec<_> = host.bytes().map(|byte| format!("%{byte:02X}")).collect();
        for spelled in
            [host.to_uppercase(), format!("{host}."), format!("a.{host}"), encoded.concat()]
        {
            // A name below a public suffix is public.
            let is_below = spelled.starts_with("a.") && !host.starts_with('[');
            let is_other =
                is_below && ContactedHost::normal(spelled.as_bytes()).not_public().is_none();
            let input = format!("http://{spelled}/");
            for policy in &policies {
                let verdict = verdict(input.as_bytes(), &HostList::public(), policy);
                assert!(is_other || !verdict.is_allowed(), "{input} by {:?}", policy.edition());
            }
        }
    }
}
