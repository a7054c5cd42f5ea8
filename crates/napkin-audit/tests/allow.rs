//! The cases of `allow`, its lists of hosts, and the rules about the server in every edition. `handed_on.rs` has the law of `allow`.

use std::collections::BTreeSet;

use crate::support::{cases, text};
use napkin::Part;
use napkin::edition::{EDITIONS, RFC3986};
use napkin::scheme::{FACTS, SchemeFacts};
use napkin_audit::{
    Audit, HostList, JudgedBase, PRESETS, Policy, Refusal, Rule, audit, dead_entries,
    reference_verdict, verdict,
};
use napkin_url::edition::by_key;

/// Insertions into inputs, at every place.
const PIECES: [&str; 34] = [
    "/",
    "\\",
    "@",
    ":",
    "#",
    "?",
    "[",
    "]",
    "%",
    ";",
    "'",
    "&",
    "=",
    "$",
    ",",
    "!",
    "*",
    "\"",
    "~",
    "_",
    "%2f",
    "%2E",
    "%40",
    "%3A",
    "%00",
    "%20",
    "%25",
    ".",
    "..",
    ":22",
    "@evil.example",
    "u:p@",
    "//",
    "1",
];

/// The inputs of the table of attacks, and inputs with listed hosts.
fn seeds() -> BTreeSet<String> {
    let hostile = cases("audit/hostile.jsonl");
    let more = [
        "http://trusted.example/",
        "https://user@trusted.example:443/a?b#c",
        "http://a_b:6379/",
        "http://x.cdn.example:8080/?q",
        "ftp://u:p@trusted.example/a;type=i",
        "ftp://trusted.example:2121/",
        "file://trusted.example/x",
        "gopher://trusted.example:70/00",
        "telnet://u@trusted.example:23/",
        "prospero://trusted.example:1525/a;b=c",
        "foo://trusted.example:22/",
        "//trusted.example:22/",
        "http://127.0.0.1:80/",
        "http://[2001:db8::1]:8080/",
        "mailto:root@trusted.example",
    ];
    let hostile = hostile.iter().map(|case| text(case, "input").to_owned());
    hostile.chain(more.map(str::to_owned)).collect()
}

/// The seeds, and each with a piece inserted at every place, or with a character removed or replaced by a piece.
fn inputs() -> BTreeSet<String> {
    let seeds = seeds();
    let short = std::env::var_os("NAPKIN_DEEP").is_none();
    let mut all = seeds.clone();
    for (number, seed) in seeds.iter().enumerate() {
        let places = seed.char_indices().map(|(at, _)| at).chain([seed.len()]);
        for at in places.filter(|&at| at < 44) {
            let (before, behind) = seed.split_at(at);
            let rest: String = behind.chars().skip(1).collect();
            all.insert(format!("{before}{rest}"));
            for (turn, piece) in PIECES.iter().enumerate() {
                // Each seed gets every piece at some place, and each place gets some pieces.
                if !short || (turn + at + number) % 48 == 0 {
                    all.insert(format!("{before}{piece}{behind}"));
                    all.insert(format!("{before}{piece}{rest}"));
                }
            }
        }
    }
    all
}

/// The entries of a site against the entries of its domain and of all names below it. They are the same where no public suffix
/// is below the domain.
#[test]
fn a_site_is_its_domain_and_what_is_below() {
    let mut sites = HostList::default();
    for uri in ["https://trusted.com/", "http://a.b.cdn.com:8080/x", "http://localhost"] {
        sites.push_site(uri).unwrap();
    }
    let text = "trusted.com\n*.trusted.com\ncdn.com\n*.cdn.com\nlocalhost";
    let listed = HostList::parse(text).unwrap();
    let policies = [Policy::default(), Policy::preset("ssrf").unwrap()];
    let mut allowed = 0;
    for (turn, input) in inputs().iter().enumerate() {
        let input = input.replace("d.example", "d.com").replace("cdn.example", "cdn.com");
        let policy = &policies[turn % policies.len()];
        let by_site = verdict(input.as_bytes(), &sites, policy);
        let by_names = verdict(input.as_bytes(), &listed, policy);
        assert_eq!(by_site.uri(), by_names.uri(), "{input}");
        allowed += u32::from(by_site.is_allowed());
    }
    assert!(allowed > 100, "{allowed}");
}

/// The rules about host, port and userinfo.
const OF_SERVER: [&str; 41] = [
    "userinfo-present",
    "password-in-userinfo",
    "userinfo-hostlike",
    "encoded-delimiter-in-userinfo",
    "several-at",
    "slashes-missing",
    "slashes-extra",
    "empty-host",
    "text-after-bracket",
    "ipv6-zone",
    "hosts-disagree",
    "port-not-default",
    "port-well-known",
    "port-of-another-protocol",
    "port-out-of-range",
    "port-not-a-number",
    "empty-port",
    "default-port",
    "rare-ipv4",
    "host-becomes-address",
    "unspecified-address",
    "loopback-address",
    "private-address",
    "link-local-address",
    "metadata-address",
    "multicast-address",
    "special-address",
    "ipv6-embeds-ipv4",
    "local-name",
    "special-name",
    "single-label-name",
    "address-in-name",
    "host-uppercase",
    "host-not-dns",
    "percent-encoded-host",
    "host-not-plain",
    "host-too-long",
    "trailing-dot",
    "encoded-delimiter-in-host",
    "ipvfuture-unknown",
    "host-not-allowed",
];

fn of_server<'a>(found: &'a Audit<'_>) -> Vec<(&'static str, usize, usize, &'a str)> {
    let findings = found.findings().iter();
    let findings = findings.filter(|finding| OF_SERVER.contains(&finding.rule.id));
    findings.map(|f| (f.rule.id, f.span.start, f.span.end, f.message.as_ref())).collect()
}

/// In every edition those rules find the same places as by RFC 3986.
#[test]
fn rules_about_the_server_fire_in_every_edition() {
    assert!(OF_SERVER.iter().all(|id| Rule::named(id).is_some()));
    let policy =
        Policy::from_toml("hosts = ['trusted.example']\n[rules]\nsingle-label-name = 'on'")
            .unwrap();
    let mut fired = 0;
    for input in inputs() {
        let generic = policy.clone().by(RFC3986);
        let expected = audit(input.as_bytes(), &generic);
        for edition in EDITIONS {
            let policy = policy.clone().by(*edition);
            let found = audit(input.as_bytes(), &policy);
            assert_eq!(of_server(&found), of_server(&expected), "{edition:?}: {input}");
            for part in [Part::Authority, Part::Userinfo, Part::Host, Part::Port] {
                assert_eq!(found.part(part), expected.part(part), "{edition:?}: {input}");
            }
            fired += of_server(&found).len();
        }
    }
    assert!(fired > 50_000, "{fired}");
}

/// `{"input", "base", "edition", "hosts", "preset" or "policy" in TOML, "rules": settings, "ignore": readers, "expect": {"reason": or null,
/// "use": the URI to hand on, or null}}`.
#[test]
fn cases_of_allow() {
    let cases = cases("audit/allow.jsonl");
    let mut wrong = Vec::new();
    for case in &cases {
        let mut policy = match (case["policy"].as_str(), case["preset"].as_str()) {
            (Some(policy), _) => Policy::from_toml(policy).unwrap(),
            (None, Some(preset)) => Policy::preset(preset).unwrap(),
            (None, None) => Policy::default(),
        };
        if let Some(edition) = case["edition"].as_str() {
            policy = by(policy, edition);
        }
        for setting in case["rules"].as_array().into_iter().flatten() {
            let (rule, setting) = setting.as_str().unwrap().split_once('=').unwrap();
            policy.set(rule, setting).unwrap();
        }
        for reader in case["ignore"].as_array().into_iter().flatten() {
            policy.ignore_reader(reader.as_str().unwrap()).unwrap();
        }
        let mut list = HostList::parse(text(case, "hosts")).unwrap();
        if case["public"] == true {
            list = list.and_public();
        }
        let input = text(case, "input").as_bytes();
        let verdict = match case["base"].as_str() {
            Some(base) => JudgedBase::new(base, &policy)
                .map(|base| reference_verdict(&base, input, &list, &policy))
                .map_err(|refusal| format!("the base cannot be used: {refusal}")),
            None => Ok(verdict(input, &list, &policy)),
        };
        let verdict = verdict.and_then(|verdict| {
            let decision = verdict.decision.map_err(|refusal| refusal.to_string());
            decision.map(|allowed| (Some(allowed.uri), allowed.as_is))
        });
        let reason = verdict.as_ref().err();
        let (uri, as_is) = verdict.clone().unwrap_or_default();
        let expect = &case["expect"];
        let is_right = reason.map(String::as_str) == expect["reason"].as_str()
            && (expect.get("use").is_none() || uri.as_deref() == expect["use"].as_str())
            && (expect.get("as_is").is_none() || as_is == expect["as_is"]);
        if !is_right {
            wrong.push(format!("{}: {reason:?}, {uri:?}", case["id"]));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cases.len() >= 90, "{}", cases.len());
}

/// A policy by an edition of the URI syntax or of the URL Standard.
fn by(policy: Policy, name: &str) -> Policy {
    match EDITIONS.iter().find(|edition| edition.name == name) {
        Some(edition) => policy.by(*edition),
        None => policy.by(by_key(name).unwrap()),
    }
}

/// The documentation lists the schemes in whose URIs a query may follow the host: all others may name a server there.
#[test]
fn schemes_with_a_query_are_listed() {
    let page = include_str!("../../../docs/audit.md");
    let listed =
        page.split("<!-- schemes -->").nth(1).unwrap().split("<!-- end -->").next().unwrap();
    let listed: BTreeSet<_> = listed.split('`').skip(1).step_by(2).collect();
    let list = HostList::parse("good.example").unwrap();
    let is_allowed = |facts: &&SchemeFacts| {
        let scheme = facts.scheme;
        let port = facts.default_port.unwrap_or(1);
        let policy = format!("schemes = ['{scheme}']\nhost-is-server = ['{scheme}']");
        let policy = Policy::from_toml(&policy).unwrap();
        let uri = format!("{scheme}://good.example:{port}/a;b=c?d=e");
        verdict(uri.as_bytes(), &list, &policy).is_allowed()
    };
    let allowed = FACTS.iter().filter(is_allowed).map(|facts| facts.scheme);
    assert_eq!(allowed.collect::<BTreeSet<_>>(), listed);
}

/// `{"input": a list of hosts, "expect": {"error": why it is none}}`.
#[test]
fn lists_that_are_refused() {
    let cases = cases("audit/host_lists.jsonl");
    for case in &cases {
        let error = HostList::parse(text(case, "input")).unwrap_err().to_string();
        assert_eq!(error, case["expect"]["error"].as_str().unwrap(), "{}", case["id"]);
    }
}

/// An ordinary URL passes the presets for URLs of strangers.
#[test]
fn presets_pass_what_is_ordinary() {
    for preset in PRESETS {
        let policy = Policy::preset(preset.name).unwrap();
        for input in [
            "https://example.com/",
            "https://example.com/a/b.html?c=d&e=%20#f",
            "https://sub-domain.example.com/",
            "https://example.com/?email=a&b=c",
            "https://example.com/?callback=https://example.org/hook",
            "https://example.com/projects/group%2Fproject",
            "https://example.com/100%2525",
            "https://xn--bcher-kva.example.com/",
        ] {
            // The other two presets report some of these on purpose.
            if preset.name == "ssrf" || input == "https://example.com/" {
                let found = audit(input.as_bytes(), &policy);
                assert!(found.passes(&policy), "{}: {input}: {:?}", preset.name, found.findings());
                let verdict = verdict(input.as_bytes(), &HostList::public(), &policy);
                assert!(verdict.is_allowed(), "{}: {input}: {:?}", preset.name, verdict.refusal());
            }
        }
    }
}

#[test]
fn entries_that_match_nothing_are_told() {
    let list = "example.com\n*.example.org\n10.0.0.1\n[::1]:8080\nlocalhost\nredis:6379\na_b\n\
                *.localhost\na$b\n[::ffff:127.0.0.1]\n*.nip.io\nxn--80ak6aa92e.example\nb\u{fc}cher.example";
    let list = HostList::parse(list).unwrap();
    let told = |policy: &Policy| -> Vec<_> {
        let dead = dead_entries(&list, policy).into_iter();
        dead.map(|dead| (dead.entry.line(), dead.entry.to_string(), dead.refusal)).collect()
    };
    let found = told(&Policy::default());
    let entries: Vec<_> =
        found.iter().map(|(line, entry, _)| (line.unwrap(), entry.as_str())).collect();
    let expected = [(8, "*.localhost"), (9, "a$b"), (10, "[::ffff:127.0.0.1]"), (11, "*.nip.io")];
    assert_eq!(entries, expected);
    assert!(matches!(found[0].2, Refusal::Finding(_)), "{found:?}");
    // An edition without IPv6 rejects its addresses, and one for which `a_b` is no server rejects that.
    let old = told(&Policy::default().by(napkin::edition::RFC2396));
    let lines: Vec<_> = old.iter().map(|(line, ..)| line.unwrap()).collect();
    assert_eq!(lines, [4, 7, 8, 9, 10, 11]);
    let hosts = Policy::from_toml("hosts = ['example.com']\nschemes = ['https']").unwrap();
    assert_eq!(told(&hosts).len(), 12);
    let nothing = Policy::from_toml("schemes = []").unwrap();
    assert_eq!(told(&nothing).len(), list.entries().len());
}
