//! Misleading inputs, each caught and none of them allowed; how readers read inputs; and harmless inputs.

use crate::support::{cases, text};
use napkin::edition::EDITIONS;
use napkin_audit::{ContactedHost, HostList, Hosts, Policy, READERS, Rule, audit, hosts, verdict};

/// `{"row", "input", "hosts": what the list holds, "expect": {"findings": some of them, "use": the URI to hand on}}`. The row is
/// refused by both standards, by every edition, by the presets for URIs of strangers, and by a policy that allows its scheme, or
/// another URI is handed on in its place; `edition` names one that accepts the input.
#[test]
fn every_row_is_caught_and_refused() {
    let cases = cases("audit/hostile.jsonl");
    assert!(cases.len() >= 55);
    let mut wrong = Vec::new();
    for case in &cases {
        let input = text(case, "input").as_bytes();
        let found = audit(input, &Policy::default());
        for rule in case["expect"]["findings"].as_array().unwrap() {
            let rule = Rule::named(rule.as_str().unwrap()).unwrap_or_else(|| panic!("{case}"));
            let finding = found.findings().iter().find(|finding| finding.rule == rule);
            let finding = finding.unwrap_or_else(|| panic!("{rule:?} is silent: {case}"));
            assert!(!finding.section.is_empty() && finding.span.end <= input.len(), "{finding:?}");
        }
        let list = HostList::parse(text(case, "hosts")).unwrap();
        let scheme = text(case, "input").split(':').next().unwrap();
        let of_scheme =
            Policy::from_toml(&format!("schemes = [{scheme:?}]\nhost-is-server = [{scheme:?}]"));
        let presets = ["ssrf", "web"].map(|name| Policy::preset(name).unwrap());
        for policy in [Policy::default()].into_iter().chain(presets).chain(of_scheme) {
            let editions = EDITIONS.iter().map(|edition| policy.clone().by(*edition));
            for policy in [policy.clone()].into_iter().chain(editions) {
                let verdict = verdict(input, &list, &policy);
                let name = policy.edition().name;
                if let Some(uri) = verdict.uri()
                    && case["expect"]["use"] != uri
                {
                    wrong.push(format!("{name}: {} {uri}", case["id"]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The readers that contact a host, by its text, without the dated editions of the URL Standard.
fn readers_of(hosts: &Hosts, host: &str) -> Vec<&'static str> {
    let mut readers = all_readers_of(hosts, host);
    readers.retain(|reader| !reader.starts_with("whatwg-20"));
    readers
}

/// The readers that contact a host, by its text.
fn all_readers_of(hosts: &Hosts, host: &str) -> Vec<&'static str> {
    let by_host = hosts.by_host();
    let found =
        by_host.iter().find(|(found, _)| found.is_some_and(|found| found.to_string() == host));
    found.map(|(_, readers)| readers.iter().map(|reader| reader.name).collect()).unwrap_or_default()
}

#[test]
fn readers_fall_for_what_their_families_fall_for() {
    let backslash = hosts(br"http://t\@evil/");
    assert_eq!(
        readers_of(&backslash, "t"),
        ["whatwg", "whatwg-15", "url-parse", "requests", "backslash"]
    );
    // A reader that decodes first finds no encoded backslash.
    let evil = [
        "libcurl",
        "wget",
        "urllib",
        "http-client",
        "php",
        "first-at",
        "first-slash",
        "elinks",
        "lftp",
        "puf",
        "snarf",
        "decode-first",
        "normalize-first",
    ];
    assert_eq!(readers_of(&backslash, "evil"), evil);

    let slashes = hosts(b"http:/evil/");
    assert_eq!(readers_of(&slashes, "evil"), ["whatwg", "whatwg-15", "libcurl"]);
    assert!(slashes.agreed().is_none());

    let number = hosts(b"http://0x7f.1/");
    assert_eq!(readers_of(&number, "127.0.0.1"), ["whatwg", "whatwg-15", "libcurl"]);
    assert!(readers_of(&number, "0x7f.1").contains(&"rfc3986"));

    let in_brackets = ["urllib", "elinks"];
    assert_eq!(readers_of(&hosts(b"http://[::1]evil/"), "[::1]"), in_brackets);
    let zone = hosts(b"http://[fe80::1%25eth0]/");
    let in_zone = ["libcurl", "urllib", "urllib-request", "requests", "java", "php"];
    assert_eq!(readers_of(&zone, "[fe80::1]"), in_zone);
    let until_slash = ["rfc1808", "first-slash", "elinks", "lftp", "puf", "snarf"];
    assert_eq!(readers_of(&hosts(b"http://t?@evil/"), "evil"), until_slash);
    assert_eq!(readers_of(&hosts(b"http://t#@evil?a"), "evil"), ["elinks"]);
    assert_eq!(readers_of(&hosts(b"http://t?[::1]/"), "[::1]"), ["elinks"]);
    assert_eq!(readers_of(&hosts(b"http://t?a,evil/"), "evil"), ["lftp"]);
    assert_eq!(readers_of(&hosts(b"http://a@b@c/"), "b"), ["first-at", "lynx"]);
    assert_eq!(readers_of(&hosts(b"http://evil:@t/"), "evil"), ["lynx", "httping"]);
    assert_eq!(readers_of(&hosts(b"http://evil:x@t/"), "evil"), ["httping"]);
    assert_eq!(readers_of(&hosts(b"ftp://t.evil/http://h/"), ".evil"), ["snarf"]);
    assert_eq!(readers_of(&hosts(b"http://t//a/../..//evil/"), "evil"), ["puf"]);
    let ipv6 = hosts(b"http://[2606:4700::1:22]/");
    assert_eq!(readers_of(&ipv6, "[2606:4700::1]"), ["http-client"]);
    assert!(readers_of(&hosts(b"http://a@b@c/"), "c").contains(&"urllib"));
    let decoded = ["url-parse", "lynx", "decode-first"];
    assert_eq!(readers_of(&hosts(b"http://evil%2f.t/"), "evil"), decoded);
    let until_nul = ["url-parse", "lynx", "lftp", "decode-first"];
    assert_eq!(readers_of(&hosts(b"http://t%00.evil/"), "t"), until_nul);
    let split = hosts("http://evil.c\u{2100}.t/".as_bytes());
    assert_eq!(readers_of(&split, "evil.ca"), ["lynx", "normalize-first"]);
    let stripped = ["whatwg", "whatwg-15", "urllib", "http-client"];
    assert_eq!(readers_of(&hosts(b"ht\ntp://t/"), "t"), stripped);
    assert_eq!(readers_of(&hosts(b"http://t\tevil/"), "t_evil"), ["php"]);
    assert_eq!(readers_of(&hosts(b"evil:80/"), "evil"), ["php"]);
    assert_eq!(readers_of(&hosts(b"///evil"), "evil"), ["whatwg", "whatwg-15"]);
    assert_eq!(readers_of(&hosts(br"/\evil"), "evil"), ["whatwg", "whatwg-15", "backslash"]);
    assert_eq!(readers_of(&hosts(b"http://%74rusted/"), "localhost"), ["url-parse"]);
    assert_eq!(readers_of(&hosts(b"http://evil;.t/"), "evil"), ["url-parse"]);
    let sharp = hosts("http://stra%C3%9Fe.t/".as_bytes());
    assert_eq!(readers_of(&sharp, "strasse.t"), ["urllib-request"]);
    let capital = hosts("http://stra%E1%BA%9Ee.t/".as_bytes());
    assert_eq!(readers_of(&capital, "strasse.t"), ["whatwg-15", "libcurl", "wget"]);
    assert!(readers_of(&capital, "xn--strae-oqa.t").contains(&"whatwg"));
    let joined = hosts("http://a%E2%80%8Db.t/".as_bytes());
    assert_eq!(readers_of(&joined, "ab.t"), ["libcurl", "wget"]);
}

/// The dated editions show which generation of browsers contacted which host.
#[test]
fn dated_readers_show_the_generation() {
    let of = |input: &[u8], host: &str| -> Vec<&str> {
        let readers = all_readers_of(&hosts(input), host).into_iter();
        readers.filter(|reader| reader.starts_with("whatwg")).collect()
    };
    assert_eq!(of(b"gopher:evil", "evil"), ["whatwg-2018-08"]);
    let before_august_2021 =
        ["whatwg-2018-08", "whatwg-2020-02", "whatwg-2020-08", "whatwg-2021-02"];
    assert_eq!(of(b"http://2021.08.05.x.1/", "2021.08.05.x.1"), before_august_2021);
    assert_eq!(of(b"http://xn--8i7caa/", "xn--8i7caa"), ["whatwg"]);
    assert_eq!(
        of("http://stra\u{1e9e}e.t/".as_bytes(), "xn--strae-oqa.t"),
        ["whatwg", "whatwg-2025-08"]
    );
    let dated = READERS.iter().filter(|reader| reader.name.starts_with("whatwg-20"));
    assert!(dated.clone().count() == 7 && dated.clone().all(|reader| !reader.in_use));
}

#[test]
fn readers_agree_on_what_is_fine() {
    for (input, host) in [
        ("http://example.com/", "example.com"),
        ("https://user@EXAMPLE.com/a?b#c", "example.com"),
        ("https://EXAMPLE.com:8080/a?b#c", "example.com"),
        ("http://127.0.0.1/", "127.0.0.1"),
        ("http://[2001:DB8::1]/", "[2001:db8::1]"),
        ("ftp://ftp.example/a;type=i", "ftp.example"),
    ] {
        let hosts = hosts(input.as_bytes());
        let agreed = hosts.agreed().map(ContactedHost::to_string);
        assert_eq!(agreed.as_deref(), Some(host), "{input}: {hosts:?}");
    }
    for input in ["mailto:a@b", "urn:isbn:1", "../a", "", "file:///etc/motd"] {
        let hosts = hosts(input.as_bytes());
        assert!(!hosts.disagree() && hosts.agreed().is_none(), "{input}: {hosts:?}");
    }
    assert!(
        READERS.iter().all(|reader| !reader.source.is_empty() && !reader.stands_for.is_empty())
    );
}

#[test]
fn what_is_in_the_list_is_allowed() {
    let list =
        "example.com\n*.cdn.example\n10.0.0.1\nlocalhost:8080\n[2001:db8::1]\nb\u{fc}cher.example";
    let list = HostList::parse(list).unwrap();
    let allowed = |input: &str| verdict(input.as_bytes(), &list, &Policy::default());
    for input in [
        "http://example.com/",
        "https://EXAMPLE.com:443/a/b?c=d&e=%20#f",
        "https://a.b.cdn.example/",
        "http://10.0.0.1/",
        "http://localhost:8080/",
        "http://[2001:DB8:0::1]:80/",
        "http://xn--bcher-kva.example/",
    ] {
        let verdict = allowed(input);
        assert!(verdict.is_allowed(), "{input}: {:?}", verdict.refusal());
    }
    let userinfo = "it has a userinfo, the text before '@', with which some programs look the host up: leave it out";
    for (input, reason) in [
        ("http://evil.example/", "the host 'evil.example' is not in the list"),
        ("http://cdn.example/", "the host 'cdn.example' is not in the list"),
        ("http://xcdn.example/", "the host 'xcdn.example' is not in the list"),
        (
            "http://10.1/",
            "programs go to different servers: 10.1 by RFC 3986, 10.0.0.1 by the URL Standard",
        ),
        (
            "http://localhost:8081/",
            "the port 8081 is not allowed: an entry with it, or 'ports' of a policy, allows it",
        ),
        (
            "http://localhost/",
            "the list has localhost with port 8080 only (line 4): add localhost too for port 80",
        ),
        ("ftp://example.com/", "the scheme ftp is not allowed"),
        ("ws://example.com/", "the scheme ws is not allowed: 'scheme' or a policy allows it"),
        (
            "//example.com/",
            "a relative reference has the server of its page: give the page as 'base'",
        ),
        (
            "http://%65xample.com/",
            "the host '%65xample.com' is percent-encoded, and not all programs decode it: write example.com",
        ),
        (
            "http://b%C3%BCcher.example/",
            "the host 'b%C3%BCcher.example' is percent-encoded, and not all programs decode it: write xn--bcher-kva.example",
        ),
        ("http://u@example.com/", userinfo),
        ("http://u:p@example.com/", userinfo),
    ] {
        let verdict = allowed(input);
        let refusal = verdict.refusal().map(ToString::to_string);
        assert_eq!(refusal.as_deref(), Some(reason), "{input}");
    }
    let ftps =
        Policy::from_toml("schemes = [\"FTPS\"]\nhost-is-server = [\"ftps\"]\nports = [2121]")
            .unwrap();
    assert!(verdict(b"ftps://example.com:2121/", &list, &ftps).is_allowed());
    let git =
        Policy::from_toml("schemes = ['git', 'ssh']\nhost-is-server = ['git', 'ssh']").unwrap();
    assert!(verdict(b"git://example.com:9418/a/--b", &list, &git).is_allowed());
    assert!(verdict(b"ssh://example.com:22/a", &list, &git).is_allowed());
    for input in ["git://example.com:9418/--upload-pack=x", "ssh://example.com:22/%2Dx"] {
        let verdict = verdict(input.as_bytes(), &list, &git);
        let reason = "option-like-part: a program that is handed this part takes it for an option";
        assert_eq!(verdict.refusal().map(ToString::to_string).as_deref(), Some(reason));
    }
}
