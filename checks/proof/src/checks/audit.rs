//! Laws of audits, for any input.

use napkin::Start;
use napkin::edition::{EDITIONS, RFC3986};
use napkin_audit::{
    ContactedHost, HostList, Hosts, Policy, RULES, audit, contacted_hosts, hosts, sarif, verdict,
};

/// The first byte chooses the edition; the rest is the input.
pub(crate) fn audited(data: &[u8]) {
    let (&first, input) = data.split_first().unwrap_or((&0, &[]));
    let edition = EDITIONS[usize::from(first) % EDITIONS.len()];
    let mut policy = Policy::default().by(edition);
    for rule in RULES {
        policy.set(rule.id, "on").unwrap();
    }
    let audit = audit(input, &policy);
    for finding in audit.findings() {
        let span = finding.span;
        assert!(span.start <= span.end && span.end <= input.len(), "{finding:?}");
        assert!(!finding.message.is_empty() && !finding.section.is_empty(), "{finding:?}");
        assert!(finding.message.chars().all(napkin::is_safe_to_show), "{finding:?}");
        if let Some(fix) = &finding.fix {
            assert!(fix.span.start <= fix.span.end && fix.span.end <= input.len(), "{finding:?}");
        }
        let origin = sarif::Origin::Line { file: b"a", number: 1 };
        assert!(sarif::result(finding, input, origin, edition).starts_with('{'));
    }
    // The findings agree with the parser, and with the readers run one by one.
    let is_found = |id: &str| audit.findings().iter().any(|finding| finding.rule.id == id);
    let is_valid = edition.parse_bytes(Start::UriReference, input).is_ok();
    assert_eq!(is_found("invalid-reference"), !is_valid);
    let hosts = hosts(input);
    let heard = policy.limits().heard(&hosts);
    let reported = |hosts: &Hosts| hosts.among(|reader| reader.in_audits).disagree();
    let told = || hosts.contacted();
    assert!(contacted_hosts(input).iter().eq(hosts.contacted()), "{:?}", told());
    assert_eq!(is_found("hosts-disagree"), reported(&heard), "{:?}", told());
    let may_disagree = reported(&hosts) && !reported(&heard);
    assert_eq!(is_found("hosts-may-disagree"), may_disagree, "{:?}", told());
    // The URI to hand on leads to a host in the list, which is the host by the generic syntax, and is its own.
    let list = HostList::parse("h\n*.example\n127.0.0.1").unwrap();
    for policy in [Policy::default(), policy] {
        let judged = verdict(input, &list, &policy);
        let Some(uri) = judged.uri() else {
            assert!(judged.refusal().is_some() && !judged.as_is());
            continue;
        };
        let host = judged.hosts.agreed().unwrap();
        assert!(list.find(host).is_some() && RFC3986.parse(uri).is_ok(), "{uri}");
        let rest = uri.split_once("://").unwrap().1;
        let server = rest.split(['/', '?', '#']).next().unwrap();
        let (name, port) = server.split_once(':').unwrap_or((server, ""));
        assert_eq!(ContactedHost::normal(name.as_bytes()), *host);
        assert!(port.bytes().all(|byte| byte.is_ascii_digit()));
        assert_eq!(judged.as_is(), uri.as_bytes() == input);
        let again = verdict(uri.as_bytes(), &list, &policy);
        assert!(again.as_is(), "{uri}: {:?}", again.refusal());
    }
}
