//! Laws of audits, for any input.

use napkin::Start;
use napkin::edition::{EDITIONS, RFC3986};
use napkin_audit::{
    ContactedHost, HostList, Hosts, Policy, RULES, allow, audit, contacted_hosts, hosts, sarif,
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
    // An allowed URI is valid and leads to the host in the list, which is the host by the generic syntax, whatever
    // the edition.
    let list = HostList::parse("h\n*.example\n127.0.0.1").unwrap();
    let verdict = allow(input, &list, &policy);
    if verdict.is_allowed() {
        let host = heard.agreed().unwrap();
        assert!(is_valid && list.find(host).is_some());
        let text = String::from_utf8_lossy(input);
        let rest = text.split_once("://").unwrap().1;
        let server = rest.split(['/', '?', '#']).next().unwrap().rsplit('@').next().unwrap();
        let (name, port) = server.split_once(':').unwrap_or((server, ""));
        assert_eq!(ContactedHost::normal(name.as_bytes()), *host);
        assert!(port.bytes().all(|byte| byte.is_ascii_digit()));
        assert!(name.is_ascii() && !rest.split(['/', '?', '#']).next().unwrap().contains('@'));
        // What is handed on is a URI that leads there too, and is its own normal form.
        let normal = verdict.normal_form.as_deref().unwrap();
        let again = allow(normal.as_bytes(), &list, &policy);
        assert_eq!(again.normal_form.as_deref(), Some(normal), "{:?}", again.refusal);
        assert!(RFC3986.parse(normal).is_ok());
        assert_eq!(again.hosts.contacted(), [host], "readers of the past agree too");
    } else {
        assert_eq!(verdict.normal_form, None);
    }
}
