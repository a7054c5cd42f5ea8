//! Hostile strings, thousands of them: every one gets exactly its answer.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::support::{EDITIONS, batch, is_deep, part_of, run};

/// The number of strings for every command.
const STRINGS: u64 = 20_000;

/// The number of strings for every edition.
const STRINGS_BY_EDITION: u64 = 4_000;

/// A base for every edition that has resolution.
const BASE: &str = "http://a/b/c/d";

/// The generator `SplitMix64`: the same strings in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    /// A piece of something like a URI or, if `wild`, of anything.
    fn piece(&mut self, wild: bool, out: &mut Vec<u8>) {
        const TAME: &[&[u8]] = &[
            b"//",
            b"/",
            b"/.",
            b"/..",
            b"./",
            b"../",
            b"/./",
            b"?",
            b":",
            b"@",
            b"%41",
            b"%2F",
            b"%2e",
            b"%2E%2e",
            b"%00",
            b"%FF",
            b"%c3%A9",
            b"1.2.3.4",
            b"256.1.1.1",
            b":80",
            b":65536",
            b"user:pw@",
            b"a=b&c",
            b"&",
            b"+",
            b";",
            b"~",
            b"A",
            b"mailto:",
        ];
        const WILD: &[&[u8]] = &[
            b"#",
            b"[",
            b"]",
            b"[::1]",
            b"[v1.x]",
            b"[::ffff:1.2.3.4]",
            b"%",
            b"%4",
            b"%zz",
            b"\\",
            b"\t",
            b"\n",
            b"\r",
            b" ",
            b"\x1b[31m",
            b"\x7f",
            "é".as_bytes(),
            "\u{202e}".as_bytes(),
            b"\xff",
            b"\xc3",
            b"\xed\xa0\x80",
            b"|",
            b"\"",
            b"<",
            b"{}",
        ];
        match self.below(4) {
            0 => out.push(b'a' + u8::try_from(self.below(26)).unwrap()),
            1 if wild => out.push(u8::try_from(1 + self.below(255)).unwrap()),
            2 if wild => out.extend_from_slice(WILD[self.below(WILD.len())]),
            _ => out.extend_from_slice(TAME[self.below(TAME.len())]),
        }
    }

    fn string(&mut self) -> Vec<u8> {
        const STARTS: &[&[u8]] = &[
            b"",
            b"http://h",
            b"http://[::1]",
            b"HTTP://%41b:",
            b"file:",
            b"foo:",
            b"//",
            b"[",
            b":",
        ];
        let mut string = STARTS[self.below(STARTS.len())].to_vec();
        let wild = self.below(2) == 0;
        for _ in 0..self.below(16) {
            self.piece(wild, &mut string);
        }
        string
    }
}

/// The input bytes in an answer.
fn input(answer: &Value) -> Vec<u8> {
    let text = answer["input"].as_str().expect("an input");
    let Some(bytes) = answer.get("input_base64") else { return text.into() };
    let bytes = STANDARD.decode(bytes.as_str().unwrap()).unwrap();
    assert!(str::from_utf8(&bytes).is_err(), "bytes only where text does not do: {answer}");
    assert_eq!(text, String::from_utf8_lossy(&bytes));
    bytes
}

#[test]
fn every_string_gets_one_answer() {
    let mut random = Random(0x006e_6170_6b69_6e00);
    let strings: Vec<_> = (0..part_of(STRINGS, 10)).map(|_| random.string()).collect();
    let strings: Vec<_> = strings.iter().map(Vec::as_slice).collect();
    let parts = "scheme,authority,userinfo,user,password,host,host-kind,port,path,segments,\
                 segment:0,segment:-2,query,query:a,fragment";
    let commands: &[(&[&str], &str)] = &[
        (&["parse"], "kind"),
        (&["parse", "--decode", "--rule", "uri"], "decoded"),
        (&["parse", "--split"], "path"),
        (&["check", "--scheme-rules"], "valid"),
        (&["normalize", "--level", "protocol"], "normalized"),
        (&["normalize", "--base", "foo:a/b"], "steps"),
        (&["resolve", "--base", "http://a/b/c/d;p?q"], "target"),
        (&["resolve", "--base", "foo:/a/b", "--lenient", "--normalize-base"], "target"),
        (&["relativize", "--base", "http://h/a/b"], "reference"),
        (&["key", "--profile", "surt", "--explain"], "key"),
        (&["key", "--profile", "w3lib"], "key"),
        (&["compare"], "equivalent_at"),
        (&["get", parts], "host"),
        (&["get", parts, "--decode", "--default-port"], "host"),
        (&["set", "--host", "h", "--push-segment", "é", "--set-pair", "a=ü"], "uri"),
        (&["encode"], "output"),
        (&["decode", "--form"], "output"),
    ];
    let pairs: Vec<_> = strings.windows(2).map(|pair| pair.join(&b'\t')).collect();
    let pairs: Vec<_> = pairs.iter().map(Vec::as_slice).collect();
    for (arguments, key) in commands {
        let strings = if *arguments == ["compare"] { &pairs } else { &strings };
        let answers = batch(arguments, strings, b'\0');
        let mut answered = 0;
        for (string, answer) in strings.iter().zip(&answers) {
            assert_eq!(input(answer), *string, "{arguments:?}");
            let object = answer.as_object().unwrap();
            assert!(object.contains_key(*key) || object.contains_key("error"), "{answer}");
            answered += usize::from(object.contains_key(*key));
        }
        println!("{arguments:?}: {answered} answers, {} errors", strings.len() - answered);
        assert!(
            answered > strings.len() / 20,
            "{arguments:?}: the strings are too wild to say much"
        );
    }
}

#[test]
fn every_edition_gives_one_answer() {
    let mut random = Random(0x0065_6469_7469_6f6e);
    let strings: Vec<_> = (0..part_of(STRINGS_BY_EDITION, 8)).map(|_| random.string()).collect();
    let strings: Vec<_> = strings.iter().map(Vec::as_slice).collect();
    let compared = batch(&["editions", "--base", BASE, "--all"], &strings, b'\0');
    for edition in EDITIONS {
        let run = |arguments: &[&str]| {
            batch(&[arguments, &["--edition", edition]].concat(), &strings, b'\0')
        };
        let parsed = run(&["parse"]);
        let checked = run(&["check"]);
        let resolved = run(&["resolve", "--base", BASE]);
        let normalized = run(&["normalize", "--level", "protocol", "--base", BASE]);
        for (number, string) in strings.iter().enumerate() {
            let reading = &compared[number]["editions"][edition];
            let answers = [&parsed, &checked, &resolved, &normalized].map(|all| &all[number]);
            assert!(answers.iter().all(|answer| input(answer) == *string), "{answers:?}");
            let [parsed, checked, resolved, normalized] = answers;
            // The reading of an edition in `editions` agrees with the command by that edition.
            let valid = parsed.get("error").is_none();
            assert_eq!((&reading["valid"], &checked["valid"]), (&valid.into(), &valid.into()));
            for (key, value) in parsed.as_object().unwrap() {
                if !["input", "input_base64", "edition"].contains(&key.as_str()) {
                    assert_eq!(reading.get(key), Some(value), "{edition}: {key} of {reading}");
                }
            }
            assert_eq!(reading.get("target"), resolved.get("target"), "{edition}: {resolved}");
            assert_eq!(reading.get("target").is_none(), reading.get("target_error").is_some());
            assert_eq!(resolved.get("error").is_some(), reading.get("target_error").is_some());
            let normal = normalized.get("normalized").is_some_and(Value::is_string);
            assert!(normal || normalized["error"]["kind"].is_string(), "{normalized}");
        }
        let valid = parsed.iter().filter(|answer| answer.get("error").is_none()).count();
        println!("{edition}: {valid} of {} are valid", strings.len());
        assert!(valid > strings.len() / 40, "{edition}: the strings are too wild to say much");
        let normals: Vec<_> = normalized.iter().filter_map(|n| n["normalized"].as_str()).collect();
        let normals: Vec<_> = normals.iter().map(|normal| normal.as_bytes()).collect();
        let options = ["normalize", "--level", "protocol", "--edition", edition];
        for answer in batch(&options, &normals, b'\0') {
            assert_eq!(answer["normalized"], answer["input"], "{edition}: not a normal form");
        }
    }
    for (string, answer) in strings.iter().zip(&compared) {
        assert_eq!(input(answer), *string);
        for difference in answer["differences"].as_array().unwrap() {
            assert!(!difference["section"].as_str().unwrap().is_empty(), "{difference}");
        }
    }
}

#[test]
fn text_of_hostile_editions_is_safe_and_narrow() {
    let mut random = Random(0x0074_6578_7400);
    let strings: Vec<_> = (0..part_of(STRINGS_BY_EDITION, 8)).map(|_| random.string()).collect();
    let ran = run(["editions", "--base", BASE, "-0"], &strings.join(&0));
    assert!(ran.code < 2);
    let safe = |text: &str| text.chars().all(|c| c == '\n' || napkin::is_safe_to_show(c));
    let (stdout, stderr) = ran.texts();
    assert!(safe(stdout) && safe(stderr));
    // A table is separated by its head.
    for answer in stdout.split("\n\n") {
        let table = answer.lines().skip(1).take_while(|line| !line.contains(": "));
        assert!(table.clone().all(|line| line.chars().count() <= 100), "{answer}");
    }
}

/// Direction controls, invisible characters and C1 controls are valid in IRIs, or quoted in messages. They are
/// always escaped in reports and messages; a result for another program keeps all of them except control
/// characters.
#[test]
fn nothing_steers_the_terminal() {
    use std::fmt::Write;

    let is_unsafe = |c: &char| !napkin::is_safe_to_show(*c) && !matches!(c, '\n' | '\0');
    let mut lines = String::new();
    let all = ('\0'..='\u{ffff}').chain('\u{1bca0}'..='\u{1d17a}').chain('\u{e0000}'..='\u{e0fff}');
    let unsafe_ones = all.filter(|c| is_unsafe(c) && !c.is_ascii_control());
    // Every character, or one in eight.
    for c in unsafe_ones.step_by(if is_deep() { 1 } else { 8 }) {
        writeln!(lines, "http://u{c}@{c}h/a{c}?{c}#{c}").unwrap();
        writeln!(lines, "http://h/a%{:02X}{c}", 0x80).unwrap();
    }
    lines.push_str("http://h/\u{1b}[31m\nhttp://h/\u{7f}\n");
    assert!(lines.lines().count() as u64 > part_of(4_000, 8));
    let as_iri = ["--edition", "rfc3987"];
    let commands: &[&[&str]] = &[
        &["parse"],
        &["check"],
        &["normalize"],
        &["resolve", "--base", "http://a/b"],
        &["relativize", "--base", "http://a/b"],
        &["describe"],
        &["glance"],
        &["audit"],
        &["repair"],
        &["robots", "--robots", "/dev/null", "--agent", "a"],
        &["editions"],
        &["get", "path"],
        &["get", "host,query"],
        &["typed"],
        &["clean"],
        &["extract"],
        &["links", "--type", "text"],
        &["links", "--type", "markdown"],
        // The document itself is what it was, byte for byte.
        &["rewrite", "--json", "--type", "text", "--strip-tracking"],
        &["dedupe"],
    ];
    for command in commands {
        for options in [&[][..], &as_iri] {
            let has_edition = !matches!(command[0], "editions" | "describe" | "dedupe" | "clean");
            if !options.is_empty() && !has_edition {
                continue;
            }
            let ran = run([command, options].concat(), lines.as_bytes());
            let (stdout, stderr) = ran.texts();
            assert!(ran.code < 2, "{command:?}: {stderr}");
            let reports = ["check", "describe", "audit", "repair", "editions"];
            let has_results = !reports.contains(&command[0]);
            let is_bad = |c: &char| if has_results { c.is_control() } else { is_unsafe(c) };
            let bad = stdout.chars().find(|c| is_bad(c) && !matches!(c, '\t' | '\n' | '\0'));
            assert_eq!(bad, None, "{command:?} {options:?}");
            let bad = stderr.chars().find(|c| is_unsafe(c) && *c != '\t');
            assert_eq!(bad, None, "{command:?} {options:?}");
        }
    }
}
