//! `audit`, `allow` and `repair`: their output and exit status.

use serde_json::{Value, json};

use crate::support::{batch, cases, napkin, one, run, run_command, temporary};

#[test]
fn every_hostile_input_is_found_and_refused() {
    let cases = cases("audit/hostile.jsonl");
    let inputs: Vec<_> =
        cases.iter().map(|case| case["input"].as_str().unwrap().as_bytes()).collect();
    let audited = batch(&["audit", "--hosts", "--all"], &inputs, 0);
    for (case, answer) in cases.iter().zip(&audited) {
        let findings = answer["findings"].as_array().unwrap();
        for rule in case["expect"]["findings"].as_array().unwrap() {
            let finding = findings.iter().find(|finding| finding["rule"] == *rule);
            let finding = finding.unwrap_or_else(|| panic!("no {rule}: {case}"));
            assert!(finding["section"].is_string() && finding["message"].is_string(), "{finding}");
            assert!(finding["start"].as_u64() <= finding["end"].as_u64(), "{finding}");
        }
        assert!(answer["readers"].as_object().unwrap().len() > 12);
    }
    for case in &cases {
        let list = temporary("hostile-hosts.txt", case["hosts"].as_str().unwrap().as_bytes());
        let input = case["input"].as_str().unwrap();
        let ran = run(["allow", "--json", "--hosts", list.to_str().unwrap(), "--", input], b"");
        // A warning on standard error names an entry that allows nothing.
        let answer: Value = serde_json::from_slice(&ran.stdout).unwrap();
        assert_eq!(ran.code == 0, answer["as_is"] == true, "{case}");
        assert!(answer["hosts"].is_array(), "{answer}");
        match answer["use"].as_str() {
            Some(uri) => assert_eq!(case["expect"]["use"], uri, "{case}"),
            None => assert!(answer["allowed"] == false && answer["reason"].is_string(), "{answer}"),
        }
    }
}

#[test]
fn text_and_sarif_tell_every_hostile_input() {
    let cases = cases("audit/hostile.jsonl");
    for case in cases.iter().filter(|case| !case["input"].as_str().unwrap().contains('\n')) {
        let input = case["input"].as_str().unwrap();
        let rules = case["expect"]["findings"].as_array().unwrap();
        // What only `allow` refuses has no finding.
        if rules.is_empty() {
            continue;
        }
        let ran = run(["audit", "--", input], b"");
        assert_eq!(ran.code, 1, "{case}");
        let (text, _) = ran.texts();
        for rule in rules.iter().map(|rule| rule.as_str().unwrap()) {
            // Text leaves out what another rule says better.
            let is_general =
                ["invalid-reference", "non-ascii-character", "host-not-dns"].contains(&rule);
            assert!(is_general || text.contains(&format!("({rule}, ")), "{case}: {text}");
        }
        assert!(text.contains("^ "), "{text}");
    }
    let inputs: Vec<_> = cases.iter().map(|case| case["input"].as_str().unwrap()).collect();
    let ran = run(["audit", "--sarif", "-0", "--threads", "3"], inputs.join("\0").as_bytes());
    assert_eq!(ran.code, 1);
    let log: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    for (case, number) in cases.iter().zip(1..) {
        for rule in case["expect"]["findings"].as_array().unwrap() {
            let told = results.iter().find(|result| {
                let place = &result["locations"][0]["physicalLocation"]["region"];
                result["ruleId"] == *rule && place["startLine"] == json!(number)
            });
            let told = told.unwrap_or_else(|| panic!("no {rule}: {case}"));
            let place = &told["locations"][0]["physicalLocation"]["region"];
            assert!(place["startColumn"].as_u64() <= place["endColumn"].as_u64(), "{told}");
            assert!(place["startColumn"].as_u64() >= Some(1), "{told}");
            assert_ne!(told["properties"]["section"].as_str().unwrap(), "", "{told}");
        }
    }
}

/// Results point at the reference in its source, even if the markup spells it with character references.
#[test]
fn sarif_of_links_points_into_the_sources() {
    let folder = temporary("sarif-sources.md", b"");
    let folder = folder.with_extension("d");
    std::fs::create_dir_all(folder.join("docs")).unwrap();
    let text = "x\né [a](http://127.1/)\n<a href='http://127.1/?a&amp;b'>b</a>\n";
    std::fs::write(folder.join("docs/a b.md"), text).unwrap();
    let rules = ["--rule", "hosts-disagree=off", "--rule", "loopback-address=off"];
    let arguments = [&["audit", "--links", "-r", "--sarif"], &rules[..]].concat();
    let ran = run_command(napkin(arguments).current_dir(&folder), b"");
    assert_eq!(ran.code, 1);
    let log: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let place = |result: &Value| result["locations"][0]["physicalLocation"].clone();
    let at = |line: u32, start: u32, end: u32| {
        json!({
            "artifactLocation": {"uri": "docs/a%20b.md", "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": line, "startColumn": start, "endColumn": end},
        })
    };
    assert_eq!(results.iter().map(place).collect::<Vec<_>>(), [at(2, 14, 19), at(3, 10, 31)]);
    let fix = &results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(fix["deletedRegion"], at(2, 14, 19)["region"]);
    assert!(results[1].get("fixes").is_none(), "the reference is written otherwise");
}

/// The octets of a name that is not UTF-8 are percent-encoded, and the name in ASCII that looks like it is another one.
#[cfg(unix)]
#[test]
fn sarif_has_the_octets_of_a_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = temporary("sarif-octets", b"").with_extension("d");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, uri) in
        [(&b"a\xff:\xc3\xa9.md"[..], "a%FF%3A%C3%A9.md"), (b"a\\xff.md", "a%5Cxff.md")]
    {
        let name = OsStr::from_bytes(name);
        std::fs::write(folder.join(name), "<http://127.1/>\n").unwrap();
        for option in ["--input", "--links"] {
            let mut command = napkin(["audit", "--sarif"]);
            let ran = run_command(command.arg(option).arg(name).current_dir(&folder), b"");
            let log: Value = serde_json::from_slice(&ran.stdout).unwrap();
            let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], uri, "{option}");
        }
    }
}

#[test]
fn sarif_of_nothing_is_a_log() {
    for stdin in [&b""[..], b"http://h/\n", b"http://h/\nhttp://H/\n"] {
        let ran = run(["audit", "--sarif"], stdin);
        let log: Value = serde_json::from_slice(&ran.stdout).unwrap();
        let found = usize::from(stdin.ends_with(b"H/\n"));
        assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), found);
        assert_eq!(ran.code, i32::from(found > 0));
    }
}

#[test]
fn severities_decide_the_exit_status() {
    assert_eq!(run(["audit", "http://h:8080/"], b"").code, 1);
    assert_eq!(run(["audit", "--deny", "warning", "http://h:8080/"], b"").code, 0);
    assert_eq!(run(["audit", "--deny", "warning", "http://h:25/"], b"").code, 1);
    assert_eq!(run(["audit", "--deny", "error", "http://h:25/"], b"").code, 0);
    assert_eq!(
        run(
            ["audit", "--rule", "port-not-default=error", "--deny", "error", "http://h:8080/"],
            b""
        )
        .code,
        1
    );
    assert_eq!(run(["audit", "--preset", "ssrf", "http://127.0.0.1/"], b"").code, 1);
    assert_eq!(run(["audit", "--preset", "archive", "http://127.0.0.1:8080/"], b"").code, 0);
    for preset in ["web", "ssrf", "linked-data", "archive"] {
        assert_eq!(
            run(["audit", "--preset", preset, "http://example.com/"], b"").code,
            0,
            "{preset}"
        );
        assert_eq!(run(["audit", "--preset", preset, "http://0x7f.1/"], b"").code, 1, "{preset}");
    }
}

#[test]
fn policies_come_from_files() {
    let policy = temporary(
        "policy.toml",
        b"deny = \"error\"\nhosts = [\"h\"]\n[rules]\ndefault-port = \"off\"\n",
    );
    let policy = policy.to_str().unwrap();
    assert_eq!(run(["audit", "--policy", policy, "http://h:80/"], b"").code, 0);
    assert_eq!(run(["audit", "--policy", policy, "http://i/"], b"").code, 1);
    let answer = one(&["audit", "--policy", policy, "http://i:80/"]);
    let rules: Vec<_> = answer["findings"].as_array().unwrap().iter().map(|f| &f["rule"]).collect();
    assert_eq!(rules, ["host-not-allowed"]);
    let wrong = temporary("wrong.toml", b"[rules]\nno-such-rule = \"off\"\n");
    let ran = run(["audit", "--policy", wrong.to_str().unwrap(), "http://h/"], b"");
    assert_eq!(ran.code, 2);
    let list = "there is no rule 'no-such-rule'; 'napkin audit --list-rules' lists them";
    assert!(ran.texts().1.contains(list), "{}", ran.texts().1);
    for (toml, message) in [
        ("preset = 'no'", "there is no preset 'no', but web, ssrf, linked-data, archive\n"),
        ("schemes = ['a:b']", "'a:b' is not a scheme\n"),
        ("schemes = ['']", "'' is not a scheme\n"),
        ("ports = [65536]", "65536 is not a port, a number from 1 to 65535\n"),
        ("hosts = ['a b']", "line 1, column 10: not a host, an address or '*.' and a name: a b\n"),
        (
            "hosts = ['a', '*.com']",
            "line 1, column 15: *.com is dangerous: anybody can have a name",
        ),
        ("[rules]\n\nhostz = 'off'", "line 3, column 1: there is no rule 'hostz'; 'napkin audit"),
        ("ports = [80,\n  0]", "line 2, column 3: 0 is not a port"),
        ("ignore-readers = ['nobody']", "line 1, column 19: there is no reader 'nobody'"),
    ] {
        let wrong = temporary("wrong.toml", toml.as_bytes());
        let ran = run(["audit", "--policy", wrong.to_str().unwrap(), "http://h/"], b"");
        assert_eq!(ran.code, 2, "{toml}");
        assert!(ran.texts().1.contains(message), "{}", ran.texts().1);
    }
    assert_eq!(run(["audit", "--policy", "/no/such/file", "http://h/"], b"").code, 3);
    assert_eq!(run(["allow", "--hosts", "/no/such/file", "http://h/"], b"").code, 3);
    assert_eq!(run(["allow", "http://h/"], b"").code, 2);
    let hosts = temporary("no-hosts.txt", b"a b\n");
    assert_eq!(run(["allow", "--hosts", hosts.to_str().unwrap(), "http://h/"], b"").code, 2);
}

#[test]
fn allowed_is_what_every_reader_takes_for_a_host_of_the_list() {
    let hosts = temporary("hosts.txt", b"# mine\nexample.com\n*.example.org\n10.0.0.1\n");
    let hosts = hosts.to_str().unwrap();
    let ran =
        run(["allow", "--hosts", hosts, "http://EXAMPLE.com/", "https://a.example.org/"], b"");
    assert_eq!(
        (ran.code, ran.texts().0),
        (1, "use\thttp://example.com/\thttp://EXAMPLE.com/\nallowed\thttps://a.example.org/\n")
    );
    let alone =
        ["allow", "--use", "--hosts", hosts, "http://EXAMPLE.com/", "https://a.example.org/"];
    let ran = run(alone, b"");
    let printed = "http://example.com/\nhttps://a.example.org/\n";
    assert_eq!((ran.code, ran.texts()), (0, (printed, "")));
    let ran = run(["allow", "--use", "--hosts", hosts, "http://u:secret@example.com/"], b"");
    assert_eq!((ran.code, ran.texts().0), (1, ""));
    assert!(ran.texts().1.contains("refused") && !ran.texts().1.contains("secret"));
    let answer = one(&["allow", "--hosts", hosts, "http://10.1/"]);
    assert_eq!(
        answer,
        json!({
            "input": "http://10.1/", "edition": "rfc3986", "allowed": false, "as_is": false,
            "hosts": ["10.0.0.1", "10.1"],
            "reason": "programs go to different servers: 10.1 by RFC 3986, 10.0.0.1 by the URL Standard",
            "use": null, "readings": [
                { "edition": "rfc3986", "target": "http://10.1/" },
                { "edition": "whatwg", "target": "http://10.0.0.1/" },
            ],
        })
    );
    let answer = one(&["allow", "--hosts", hosts, "http://10.0.0.1/"]);
    assert_eq!((&answer["allowed"], &answer["reason"]), (&json!(true), &Value::Null));
    assert_eq!((answer.get("error"), &answer["use"]), (None, &json!("http://10.0.0.1/")));
    let answer = one(&["allow", "--hosts", hosts, "http://example.com/a b"]);
    assert_eq!((&answer["allowed"], &answer["as_is"]), (&json!(true), &json!(false)));
    assert_eq!(answer["use"], "http://example.com/a%20b");
    // An invalid URI has an offset.
    let answer = one(&["allow", "--hosts", hosts, "http://[x]/"]);
    assert_eq!((&answer["allowed"], &answer["error"]["offset"]), (&json!(false), &json!(8)));
}

/// One line for each input, of which the second field of the allowed ones is what to hand on.
#[test]
fn lines_of_allow_are_for_pipes() {
    let inputs = b"http://Good.example/?a\nhttp://evil.example/\thttp://good.example/\nx\n";
    let ran = run(["allow", "--host", "good.example", "--host", "*.cdn.example:8443"], inputs);
    let lines = [
        "use\thttp://good.example/?a\thttp://Good.example/?a",
        "refused\thttp://evil.example/\\u{9}http://good.example/\tthe host 'evil.example' is not in the list",
        "refused\tx\ta relative reference has the server of its page: give the page as 'base'",
    ];
    assert_eq!((ran.code, ran.texts().0), (1, format!("{}\n", lines.join("\n")).as_str()));
    let wrong = run(["allow", "--host", "good.example:0", "http://good.example/"], b"");
    let message = "good.example:0 matches nothing: nobody can connect to port 0";
    assert!(wrong.code == 2 && wrong.texts().1.contains(message), "{}", wrong.texts().1);
}

#[test]
fn the_hosts_of_a_policy_are_a_list() {
    let policy =
        temporary("listed.toml", b"hosts = ['good.example', 'h.example:8443', '*.github.io']");
    let policy = policy.to_str().unwrap();
    let urls = [
        "https://good.example/",
        "https://h.example:8443/",
        "https://h.example/",
        "https://h.example/",
    ];
    let ran = run([&["allow", "--policy", policy], &urls[..]].concat(), b"");
    let verdicts: Vec<_> =
        ran.texts().0.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(verdicts, ["allowed", "allowed", "refused", "refused"]);
    let port = "the list has h.example with port 8443 only: add h.example too for port 443\n";
    assert!(ran.texts().0.contains(port), "{}", ran.texts().0);
    // Each warning once.
    let told = ran.texts().1;
    assert!(told.contains("*.github.io allows names that anybody can have"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    // An option gives a list in place of it; both have to allow a host then.
    let other = ["allow", "--policy", policy, "--host", "other.example", "https://good.example/"];
    assert_eq!(run(other, b"").code, 1);
    let none = run(["allow", "https://good.example/"], b"");
    let message = "'--host' is missing: use --host, --hosts, --public or --same-site, or a policy that has hosts";
    assert!(none.code == 2 && none.texts().1.contains(message), "{}", none.texts().1);
}

#[test]
fn any_public_host_is_allowed_on_request() {
    for (input, code) in [
        ("https://example.com/?next=https://example.org/", 0),
        ("https://my-host.example.com/a%2Fb", 0),
        ("https://example.com/?email=a&b=c", 0),
        ("https://example.com?email=a", 1),
        ("http://8.8.8.8/", 0),
        ("http://redis/", 1),
        ("http://10.0.0.1/", 1),
        ("http://[64:ff9b:1::808:808]/", 1),
        ("http://db.internal/", 1),
        ("http://service.onion/", 1),
        ("http://1.0.0.10.in-addr.arpa/", 1),
        ("http://metadata.goog/", 1),
        ("http://host.unknowntld/", 1),
        ("http://[3000::1]/", 1),
    ] {
        assert_eq!(
            run(["allow", "--public", "--preset", "ssrf", input], b"").code,
            code,
            "{input}"
        );
    }
    let answer = one(&["allow", "--public", "http://redis/"]);
    let reason =
        "the host 'redis' is not public: a name of one label, which is one of this network";
    assert_eq!((&answer["reason"], &answer["hosts"]), (&json!(reason), &json!(["redis"])));
    // A listed host is intended.
    let hosts = temporary("inside.txt", b"redis:6379\n");
    let hosts = hosts.to_str().unwrap();
    let ran = run(
        ["allow", "--public", "--hosts", hosts, "http://redis:6379/", "http://example.com/"],
        b"",
    );
    assert_eq!(ran.code, 0);
    assert_eq!(run(["allow", "--hosts", hosts, "http://example.com/"], b"").code, 1);
}

#[test]
fn older_editions_do_not_hide_the_port() {
    let hosts = temporary("editions.txt", b"trusted.example\na_b\n");
    let hosts = hosts.to_str().unwrap();
    for (edition, input) in [
        ("draft2003", "http://trusted%2Eexample:22/"),
        ("rfc1808", "http://trusted%2Eexample:22/"),
        ("draft1997", "http://trusted%2Eexample:22/"),
        ("rfc2396", "http://trusted%2Eexample:22/"),
        ("draft1997", "http://u:p:q@trusted.example:22/"),
        ("rfc1808", "http://trusted.example:22?x"),
        ("rfc2396", "http://a_b:6379/"),
    ] {
        let ran = run(["allow", "--json", "--edition", edition, "--hosts", hosts, input], b"");
        let answer: Value = serde_json::from_slice(&ran.stdout).unwrap();
        assert_eq!(answer["allowed"], false, "{answer}");
    }
    for (edition, input, rules) in [
        (
            "draft2003",
            "http://www.example.com&x=y@evil_host/",
            &["userinfo-present", "userinfo-hostlike"][..],
        ),
        ("draft1997", "ftp://u:p@a_b/", &["userinfo-present", "password-in-userinfo"]),
    ] {
        let answer = one(&["audit", "--edition", edition, input]);
        let found: Vec<_> =
            answer["findings"].as_array().unwrap().iter().map(|f| &f["rule"]).collect();
        assert!(rules.iter().all(|rule| found.contains(&&json!(rule))), "{answer}");
    }
}

#[test]
fn an_entry_that_matches_nothing_is_told() {
    let hosts = temporary("dead.txt", b"example.com\n*.localhost\n");
    let ran = run(["allow", "--hosts", hosts.to_str().unwrap(), "http://example.com/"], b"");
    assert_eq!((ran.code, ran.texts().0), (0, "allowed\thttp://example.com/\n"));
    let told = ran.texts().1;
    assert!(told.contains("line 2: *.localhost allows nothing: local-name: "), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    let hosts = temporary("number.txt", b"example.com\n127.1\n");
    let ran = run(["allow", "--hosts", hosts.to_str().unwrap(), "http://example.com/"], b"");
    assert_eq!(ran.code, 2);
    assert!(ran.texts().1.contains("line 2: 127.1 matches nothing, as"), "{}", ran.texts().1);
}

#[test]
fn odd_lists_of_hosts_are_told() {
    let told = |name: &str, list: &[u8], code: i32| {
        let hosts = temporary(name, list);
        let hosts = hosts.to_str().unwrap();
        let ran = run(["allow", "--hosts", hosts, "http://example.com/"], b"");
        assert_eq!(ran.code, code, "{name}");
        ran.texts().1.replace(hosts, "LIST")
    };
    assert_eq!(
        told("empty.txt", b"# none\n\n", 1),
        "napkin: 'LIST': the list of hosts is empty: nothing is allowed\n"
    );
    assert_eq!(
        told(
            "twice.txt",
            b"example.com\nexample.com:81\nEXAMPLE.com.\n[::1]\n[0::1]\nexample.com",
            0
        ),
        "napkin: 'LIST', line 3: example.com is in the list already, in line 1\n\
         napkin: 'LIST', line 5: [::1] is in the list already, in line 4\n\
         napkin: 'LIST', line 6: example.com is in the list already, in line 1\n"
    );
    assert_eq!(
        told("latin.txt", b"example.com\nexample.org\nb\xfccher.example\n", 3),
        "napkin: LIST: line 3 is not valid UTF-8\n"
    );
    let ran =
        run(["allow", "--host", "h.example", "--edition", "whatwg", "http://h.example/"], b"");
    assert_eq!((ran.code, ran.texts().0), (0, "allowed\thttp://h.example/\n"));
}

#[test]
fn hosts_are_told_where_readers_disagree() {
    let inputs = ["http://example.com/", r"http://a.example\@b.example/"];
    let hosts = |options: &[&str]| {
        let ran = run([&["audit", "--json", "--hosts"], options, &inputs].concat(), b"");
        let (stdout, stderr) = ran.texts();
        let answers = stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let told = answers.map(|answer| {
            assert_eq!(answer["hosts"].is_null(), answer["readers"].is_null());
            answer["hosts"].clone()
        });
        (told.collect::<Vec<_>>(), stderr.to_owned())
    };
    let both = json!(["a.example", "b.example"]);
    let (told, message) = hosts(&[]);
    assert_eq!(told, [Value::Null, both.clone()]);
    assert_eq!(
        message,
        "napkin: readers disagree on 1 of 2; --all shows the hosts of every input\n"
    );
    assert_eq!(hosts(&["--all"]), (vec![json!(["example.com"]), both], String::new()));
    let ran = run(["audit", "--hosts", "--csv", "http://example.com/"], b"");
    assert_eq!(ran.code, 2);
}

#[test]
fn readers_are_ignored_by_name() {
    let input = "http://t\tevil/";
    let answer = one(&["audit", input]);
    let rules = |answer: &Value| -> Vec<String> {
        let findings = answer["findings"].as_array().unwrap().iter();
        findings.map(|found| found["rule"].as_str().unwrap().to_owned()).collect()
    };
    assert!(rules(&answer).contains(&"hosts-disagree".into()), "{answer}");
    let ignored = ["whatwg", "whatwg-15", "libcurl"].map(|name| ["--ignore-reader", name]);
    let answer = one(&[&["audit", "http://127.1/"][..], ignored.as_flattened()].concat());
    assert!(!rules(&answer).contains(&"hosts-disagree".into()), "{answer}");
    assert!(rules(&answer).contains(&"hosts-may-disagree".into()), "{answer}");
    assert_eq!(run(["audit", "--ignore-reader", "nobody", input], b"").code, 2);
    let policy = temporary("ignoring.toml", b"ignore-readers = ['nobody']\n");
    let ran = run(["audit", "--policy", policy.to_str().unwrap(), input], b"");
    assert!(ran.texts().1.contains("there is no reader 'nobody'"), "{}", ran.texts().1);
}

/// Otherwise every URI of a list that was never read would be allowed.
#[test]
fn hosts_and_inputs_do_not_come_through_one_pipe() {
    for options in [&["-i", "-"][..], &[]] {
        let ran = run([&["allow", "--hosts", "-"], options].concat(), b"h\nhttp://h/\n");
        assert_eq!((ran.code, ran.texts().0), (2, ""));
        let message = "standard input has the hosts, so inputs are arguments, or '--input FILE'";
        assert!(ran.texts().1.contains(message), "{}", ran.texts().1);
    }
    assert_eq!(run(["allow", "--hosts", "-", "http://h/"], b"h\n").code, 0);
    let inputs = temporary("inputs.txt", b"http://h/\n");
    assert_eq!(run(["allow", "--hosts", "-", "-i", inputs.to_str().unwrap()], b"h\n").code, 0);
}

#[test]
fn fixes_are_told_in_words() {
    for (input, words) in [
        (" http://h/", ", leave it out\n"),
        ("http://h:80/", ", leave out ':80'\n"),
        ("http://u:p@h/", ", leave out ':*'\n"),
        ("http://H/", ", write it as h\n"),
        ("localhost:3000", ", put 'http://' before it\n"),
        ("http://h/a/../b", ", write '/b' for '/a/../b'\n"),
    ] {
        let ran = run(["audit", input], b"");
        assert!(ran.texts().0.contains(words), "{}", ran.texts().0);
    }
}

#[test]
fn counts_and_rules() {
    let ran = run(["audit", "--count"], b"http://h/\nhttp://H:80/\nhttp://I/\n");
    let counted = "3 inputs, 2 denied\n       1 default-port\n       2 host-uppercase\n";
    assert_eq!((ran.code, ran.texts().0), (1, counted));
    assert_eq!(run(["audit", "--count", "http://h/"], b"").texts().0, "1 input, 0 denied\n");
    let ran = run(["audit", "--count", "--json"], b"http://H/\n");
    assert_eq!(ran.json()[0], json!({"inputs": 1, "denied": 1, "rules": {"host-uppercase": 1}}));
    let rules = run(["audit", "--list-rules", "--json"], b"").json();
    assert!(rules.len() > 60);
    let rare = rules.iter().find(|rule| rule["rule"] == "rare-ipv4").unwrap();
    assert_eq!((&rare["severity"], &rare["section"]), (&json!("error"), &json!("7.4")));
}

#[test]
fn parts_have_their_colours() {
    let ran = run(["audit", "--color", "always", "http://u@h/"], b"");
    let (text, _) = ran.texts();
    let userinfo = "\u{1b}[7m\u{1b}[33mu\u{1b}[0m";
    assert!(text.contains(userinfo), "{text:?}");
}

#[test]
fn long_and_broken_inputs_are_shown_around_their_places() {
    let input = format!("http://h/{}\u{1b}{}", "a".repeat(5_000), "b".repeat(5_000));
    let ran = run(["audit", "--", &input], b"");
    let (text, _) = ran.texts();
    assert!(text.len() < 2_000 && !text.contains('\u{1b}'), "{text}");
    assert!(text.contains("aaa\\u{1b}bbb"), "{text}");
    let answers = batch(&["audit"], &[b"http://h/\xff\xfe", b"", b"\x80"], 0);
    assert!(
        answers[0]["findings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|f| f["rule"] == "non-ascii-character")
    );
    assert_eq!(answers[1]["findings"][0]["rule"], "empty-input");
}

#[test]
fn repairs_are_told_with_their_edits() {
    let answer = one(&["repair", "http://h/a b"]);
    assert_eq!(answer["error"]["kind"], "invalid-character");
    let message = &answer["error"]["message"];
    let mend = |text: &str, uri: &str, identity: &str| {
        json!({
            "what": "invalid-character", "message": message, "start": 10, "end": 10,
            "edits": [{"start": 10, "end": 11, "text": text}], "uri": uri, "identity": identity,
        })
    };
    assert_eq!(
        answer,
        json!({
            "input": "http://h/a b", "edition": "rfc3986", "valid": false, "error": answer["error"],
            "mends": [mend("%20", "http://h/a%20b", "kept"), mend("", "http://h/ab", "guessed")],
            "candidates": [
                {"uri": "http://h/a%20b", "edits": [{"start": 10, "end": 11, "text": "%20", "removed": " "}], "identity": "kept"},
                {"uri": "http://h/ab", "edits": [{"start": 10, "end": 11, "text": "", "removed": " "}], "identity": "guessed"},
            ],
        })
    );
    let octets = run(["repair", "--json"], b"http://h:\xff80/\n").json();
    assert_eq!(
        octets[0]["candidates"][0]["edits"][0],
        json!({"start": 9, "end": 10, "text": "", "removed": "\u{fffd}", "removed_base64": "/w=="})
    );
    let text = run(["repair"], b"http://h:\xff80/\n").texts().0.to_owned();
    assert!(text.ends_with("http://h/  removes ':\\xff80'\n"), "{text}");
    for host in ["a\u{200b}b", "\u{fc}\u{200b}"] {
        let text = run(["repair"], format!("http://{host}/\n").as_bytes()).texts().0.to_owned();
        assert!(text.ends_with("/  removes '\\u{200b}'\n"), "{text}");
    }
    assert_eq!(run(["repair", "http://h/a b"], b"").code, 1);
    let ran = run(["repair", "http://h/"], b"");
    assert_eq!((ran.code, ran.texts().0), (0, "valid\thttp://h/\n"));
    let ran = run(["repair", "--edition", "rfc1738", "foo"], b"");
    assert_eq!((ran.code, ran.texts().0), (1, "invalid\tfoo\n  no proposal\n"));
    let then = one(&["repair", "--edition", "rfc1738", "http://h/~fred"]);
    assert_eq!(then["candidates"][0]["uri"], "http://h/%7Efred");
}
