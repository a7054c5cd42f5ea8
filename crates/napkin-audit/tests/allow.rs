//! `allow` against an attacker: whatever an edition accepts, and for any list and policy, an allowed URI leads to
//! the host and the port that the text has by the generic syntax. A few plain lines here parse that again.

mod support;

use std::collections::BTreeSet;

use napkin::edition::{EDITIONS, RFC3986};
use napkin::scheme::{FACTS, SchemeFacts};
use napkin::{Part, Uri};
use napkin_audit::{
    Answer, Audit, ContactedHost, HostList, PRESETS, Policy, READERS, Refusal, Rule, allow,
    allow_reference, audit, dead_entries, hosts,
};
use napkin_url::edition::by_key;
use support::{cases, text};

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

/// A list as the test reads it: names and names after `*.` at the default port, and those at another port alone.
struct Listed {
    list: &'static str,
    exact: &'static [&'static str],
    below: &'static [&'static str],
    ports: &'static [(&'static str, &'static str)],
}

const LISTS: [Listed; 3] = [
    Listed { list: "trusted.example", exact: &["trusted.example"], below: &[], ports: &[] },
    Listed {
        list: "a_b\n*.cdn.example:8080\n*.example",
        exact: &["a_b"],
        below: &[".example"],
        ports: &[(".cdn.example", "8080")],
    },
    Listed {
        list: "127.0.0.1\nLOCALHOST.\n[2001:db8::1]:8080\ntrusted.example:2121\nx.cdn.example:80",
        exact: &["127.0.0.1", "localhost"],
        below: &[],
        ports: &[("[2001:db8::1]", "8080"), ("trusted.example", "2121"), ("x.cdn.example", "80")],
    },
];

/// Scheme, userinfo, host and port by the generic syntax (RFC 3986 appendix B).
fn split(input: &str) -> Option<(&str, Option<&str>, &str, &str)> {
    let (scheme, rest) = input.split_once(':')?;
    let rest = rest.strip_prefix("//")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let (userinfo, server) = match authority.rsplit_once('@') {
        Some((userinfo, server)) => (Some(userinfo), server),
        None => (None, authority),
    };
    let bracket = server.rfind(']').map_or(0, |at| at + 1);
    let colon = server[bracket..].find(':').map(|at| bracket + at);
    let (host, port) = colon.map_or((server, ""), |at| (&server[..at], &server[at + 1..]));
    Some((scheme, userinfo, host, port))
}

/// Why a URI must not be allowed, by the plain lines.
fn wrong(input: &str, listed: &Listed) -> Option<&'static str> {
    let Some((scheme, userinfo, host, port)) = split(input) else { return Some("no server") };
    let host = host.to_ascii_lowercase();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let is_literal = host.starts_with('[') && host[1..].ends_with(']');
    if !is_literal && !host.bytes().all(is_plain) || host.is_empty() {
        return Some("a host that is not plain");
    }
    let default = match scheme.to_ascii_lowercase().as_str() {
        "http" | "ws" => "80",
        "https" | "wss" => "443",
        "ftp" => "21",
        _ => return Some("a scheme that is not allowed"),
    };
    let number = if port.is_empty() { default } else { port.trim_start_matches('0') };
    // An address in brackets has other spellings.
    let spelled = ContactedHost::normal(host.as_bytes()).to_string();
    let host = if is_literal { spelled } else { host };
    let is_below = |suffix: &str| host.ends_with(suffix) && host.len() > suffix.len();
    let is = |of: &str| host == of || of.starts_with('.') && is_below(of);
    let by_name = listed.exact.iter().chain(listed.below).any(|of| is(of));
    let with_port = listed.ports.iter().any(|(of, port)| is(of) && *port == number);
    let by_default = by_name && number == default;
    if !with_port && !by_default {
        return Some("a host that is not listed with the port");
    }
    (userinfo.is_some()).then_some("a userinfo")
}

/// Why the URI to hand on is not one that all readers take alike, if so.
fn wrong_normal_form(input: &str, list: &HostList, policy: &Policy) -> Option<String> {
    let normal = allow(input.as_bytes(), list, policy).normal_form?;
    let again = allow(normal.as_bytes(), list, policy);
    // Readers of the past are asked too.
    let hosts = hosts(normal.as_bytes());
    let is_fine = again.normal_form.as_ref() == Some(&normal)
        && hosts.contacted().len() == 1
        && !hosts.disagree()
        && Uri::parse(normal.as_str()).is_ok();
    // What only some readers of the URI to hand on see: `@` or `://` behind the host.
    let mut of_use = READERS.iter().filter(|reader| !reader.in_input);
    let is_seen = |answer| match answer {
        Answer::Host(host) => hosts.contacted() == [&host],
        answer => answer == Answer::Refused,
    };
    let is_fine = is_fine && of_use.all(|reader| is_seen(reader.read(normal.as_bytes())));
    let is_one = split(input).zip(split(&normal)).is_some_and(|(before, after)| {
        ContactedHost::normal(before.2.as_bytes()).to_string() == after.2
            && before.0.eq_ignore_ascii_case(after.0)
    });
    (!is_fine || !is_one).then(|| format!("{normal}: {:?} {:?}", again.refusal, hosts.by_host()))
}

/// Editions of the URL Standard: the first and the newest.
const URL_EDITIONS: [&str; 2] = ["whatwg-2018-08", "whatwg"];

#[test]
fn no_edition_allows_what_the_text_does_not() {
    let inputs = inputs();
    assert!(inputs.len() > 5_000, "{}", inputs.len());
    let is_deep = std::env::var_os("NAPKIN_DEEP").is_some();
    let names: Vec<_> = EDITIONS.iter().map(|edition| edition.name).chain(URL_EDITIONS).collect();
    let mut allowed = vec![0; names.len()];
    for (number, name) in names.iter().enumerate() {
        // Each policy is asked for a third of the inputs, or for all; by the URL Standard, which accepts most, for fewer.
        let step = match URL_EDITIONS.contains(name) {
            _ if is_deep => 1,
            true => 49,
            false => 3,
        };
        let usual = by(Policy::default(), name);
        let ftp = Policy::from_toml("schemes = ['http', 'https', 'ws', 'wss', 'ftp']");
        let policies = [usual, by(ftp.unwrap(), name), by(Policy::preset("ssrf").unwrap(), name)];
        for listed in &LISTS {
            let list = HostList::parse(listed.list).unwrap();
            for (turn, policy) in policies.iter().enumerate() {
                for input in inputs.iter().skip(turn % step).step_by(step) {
                    if allow(input.as_bytes(), &list, policy).is_allowed() {
                        allowed[number] += 1;
                        let wrong = wrong(input, listed);
                        assert_eq!(wrong, None, "{name} allows {input} by {}", listed.list);
                        let wrong = wrong_normal_form(input, &list, policy);
                        assert_eq!(wrong, None, "{name} hands on for {input}");
                    }
                }
            }
        }
    }
    // Every edition allows some URIs, so the property is not vacuous.
    assert!(allowed.iter().all(|&count| count > 20), "{allowed:?}");
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
        let by_site = allow(input.as_bytes(), &sites, policy);
        let by_names = allow(input.as_bytes(), &listed, policy);
        assert_eq!(by_site.normal_form, by_names.normal_form, "{input}");
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
            let policy = policy.clone().by(edition);
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
        policy = by(policy, case["edition"].as_str().unwrap_or("rfc3986"));
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
            Some(base) => allow_reference(base, input, &list, &policy).unwrap(),
            None => allow(input, &list, &policy),
        };
        let reason = verdict.refusal.as_ref().map(ToString::to_string);
        let expect = &case["expect"];
        let is_right = reason.as_deref() == expect["reason"].as_str()
            && (expect.get("use").is_none()
                || verdict.normal_form.as_deref() == expect["use"].as_str());
        if !is_right {
            wrong.push(format!("{}: {reason:?}, {:?}", case["id"], verdict.normal_form));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cases.len() >= 90, "{}", cases.len());
}

/// A policy by an edition of the URI syntax or of the URL Standard.
fn by(policy: Policy, name: &str) -> Policy {
    match EDITIONS.iter().find(|edition| edition.name == name) {
        Some(edition) => policy.by(edition),
        None => policy.by_url_standard(by_key(name).unwrap()),
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
        allow(uri.as_bytes(), &list, &policy).is_allowed()
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
                let verdict = allow(input.as_bytes(), &HostList::public(), &policy);
                assert!(verdict.is_allowed(), "{}: {input}: {:?}", preset.name, verdict.refusal);
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
    let expected = [
        (8, "*.localhost"),
        (9, "a$b"),
        (10, "[::ffff:127.0.0.1]"),
        (11, "*.nip.io"),
        (12, "xn--80ak6aa92e.example"),
    ];
    assert_eq!(entries, expected);
    assert!(matches!(found[0].2, Refusal::Finding(_)), "{found:?}");
    // An edition without IPv6 rejects its addresses, and one for which `a_b` is no server rejects that.
    let old = told(&Policy::default().by(napkin::edition::RFC2396));
    let lines: Vec<_> = old.iter().map(|(line, ..)| line.unwrap()).collect();
    assert_eq!(lines, [4, 7, 8, 9, 10, 11, 12]);
    let hosts = Policy::from_toml("hosts = ['example.com']\nschemes = ['https']").unwrap();
    assert_eq!(told(&hosts).len(), 12);
    let nothing = Policy::from_toml("schemes = []").unwrap();
    assert_eq!(told(&nothing).len(), list.entries().len());
}
