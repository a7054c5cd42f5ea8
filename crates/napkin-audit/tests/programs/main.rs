//! Compares the readers with the programs that they represent, on every misleading input and on variants changed in
//! one place.
//!
//! The scripts in `ask/` read lines of text in hexadecimal. They print a line with the name and version of the
//! program, and then one for each text: `=` and the host in hexadecimal, `-` for no host, `!` for a rejected text.
//! `checks/install/readers` installs the programs; a missing one is skipped, or fails the test if the variable `CI`
//! is set. No program connects to another machine: each only splits the text, or its network access is replaced by
//! a function that records the host. `watch.rs` replaces that access for programs that are no library.

mod mappings;
mod program;
#[path = "../support/mod.rs"]
mod support;
mod sweep;
mod ports;
mod watch;

use std::collections::BTreeSet;

use napkin_audit::{Answer, ContactedHost, READERS, hosts};
use program::{Program, Told};
use support::{cases, text};

/// An input on which a program differs from its reader, or contacts a host that no reader does.
struct Difference {
    program: &'static str,
    why: &'static str,
    /// Whether an input is this difference, by the reader's answer and the program's answer.
    is: fn(&str, Option<&ContactedHost>, Option<&ContactedHost>) -> bool,
}

const DIFFERENCES: &[Difference] = &[
    Difference {
        program: "libcurl",
        why: "refuses zones that begin with an encoded NUL or slash, which the reader takes",
        is: |input, _, theirs| theirs.is_none() && (input.contains("%00") || input.contains("%2f")),
    },
    Difference {
        program: "whatwg-15",
        why: "takes labels that end in letters from the right, and begin with others; UTS #46 does not",
        is: |_, ours, theirs| {
            ours.is_none() && theirs.is_some_and(|host| host.to_string().starts_with("xn--a-"))
        },
    },
    Difference {
        program: "whatwg-15",
        why: "refuses 'xn--' alone as a label, which UTS #46 took for nothing until revision 33",
        is: |input, _, theirs| theirs.is_none() && input.contains("xn--."),
    },
    Difference {
        program: "requests",
        why: "refuses zones that are none any more when their percent sign was quoted again",
        is: |input, _, theirs| theirs.is_none() && input.contains('[') && input.contains('%'),
    },
    Difference {
        program: "requests",
        why: "refuses names of users beyond ISO Latin-1, which the reader takes",
        is: |input, _, theirs| {
            theirs.is_none() && input.contains('@') && str::from_utf8(&decoded(input)).is_err()
        },
    },
    Difference {
        program: "go",
        why: "maps octets that are not UTF-8 as U+FFFD; no zone has such names",
        is: |input, _, theirs| {
            let octets = decoded(input);
            theirs.is_some() && str::from_utf8(&octets).is_err()
        },
    },
    Difference {
        program: "perl",
        why: "encodes labels without mapping them first; no resolver has such names",
        is: |input, _, theirs| {
            !input.is_ascii() && theirs.is_some_and(|host| host.to_string().contains("xn--"))
        },
    },
];

const BLANK: Program = Program {
    name: "",
    command: &[],
    needs: &[],
    package: "",
    is_of_pip: false,
    is_slow: false,
    refuses_percent: false,
    takes_brackets_off: false,
};

const URLLIB: Program = Program {
    name: "urllib",
    command: &["python3", "urlsplit.py"],
    needs: &["python3", "--version"],
    package: "python3",
    takes_brackets_off: true,
    ..BLANK
};

const URLLIB_REQUEST: Program = Program {
    name: "urllib-request",
    command: &["python3", "urlopen.py"],
    needs: &["python3", "--version"],
    package: "python3",
    takes_brackets_off: true,
    ..BLANK
};

const HTTP_CLIENT: Program = Program {
    name: "http-client",
    command: &["python3", "http_client.py"],
    needs: &["python3", "--version"],
    package: "python3",
    takes_brackets_off: true,
    ..BLANK
};

const REQUESTS: Program = Program {
    name: "requests",
    command: &["python3", "requests_get.py"],
    needs: &["python3", "-c", "import requests"],
    package: "requests",
    is_of_pip: true,
    is_slow: true,
    takes_brackets_off: true,
    ..BLANK
};

const WGET: Program = Program {
    name: "wget",
    command: &["python3", "wget.py"],
    needs: &["wget", "--version"],
    package: "wget",
    is_slow: true,
    refuses_percent: true,
    takes_brackets_off: true,
    ..BLANK
};

const URL_PARSE: Program = Program {
    name: "url-parse",
    command: &["node", "urlparse.mjs"],
    needs: &["node", "--version"],
    package: "nodejs",
    takes_brackets_off: true,
    ..BLANK
};

const LIBCURL: Program = Program {
    name: "libcurl",
    command: &["python3", "libcurl.py"],
    needs: &["python3", "-c", "import ctypes; ctypes.CDLL('libcurl.so.4')"],
    package: "libcurl4",
    refuses_percent: true,
    ..BLANK
};

const JAVA: Program = Program {
    name: "java",
    command: &["java", "Ask.java"],
    needs: &["javac", "--version"],
    package: "default-jdk-headless",
    ..BLANK
};

const JAVA_URL: Program =
    Program { name: "java-url", command: &["java", "Ask.java", "URL"], ..JAVA };

const NODE: Program = Program {
    name: "whatwg-15",
    command: &["node", "url.mjs"],
    needs: &["node", "--version"],
    package: "nodejs",
    ..BLANK
};

const PERL: Program = Program {
    name: "perl",
    command: &["perl", "uri.pl"],
    needs: &["perl", "-MURI", "-e1"],
    package: "liburi-perl",
    takes_brackets_off: true,
    ..BLANK
};

const PHP: Program = Program {
    name: "php",
    command: &["php", "parse_url.php"],
    needs: &["php", "--version"],
    package: "php-cli",
    ..BLANK
};

const RUBY: Program = Program {
    name: "ruby",
    command: &["ruby", "uri.rb"],
    needs: &["ruby", "--version"],
    package: "ruby",
    ..BLANK
};

const GO: Program = Program {
    name: "go",
    command: &["go", "run", "url.go"],
    needs: &["go", "version"],
    package: "golang-go",
    takes_brackets_off: true,
    ..BLANK
};

/// Compares a program with the reader of its name, if there is one. In any case, the host that it contacts has to
/// be contacted by some reader, so that `allow` is right about it.
fn compare(program: &Program) {
    let inputs = inputs();
    let Some(Told { version, hosts: told }) = program.ask(&inputs) else { return };
    let reader = READERS.iter().find(|reader| reader.name == program.name);
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (input, theirs) in inputs.iter().zip(&told) {
        let ours = match reader.map(|reader| reader.read(input.as_bytes())) {
            Some(Answer::Host(host) | Answer::Server(host, _)) => Some(host),
            Some(_) => None,
            None => theirs.clone(),
        };
        // `allow` uses the host that all current programs agree on.
        let hosts = hosts(input.as_bytes());
        let agreed = hosts.among(|reader| reader.in_use);
        let is_known = theirs.as_ref().is_none_or(|host| {
            hosts.contacted().contains(&host) && agreed.agreed().is_none_or(|agreed| agreed == host)
        });
        if ours == *theirs && is_known {
            continue;
        }
        let listed = DIFFERENCES.iter().find(|difference| {
            difference.program == program.name
                && (difference.is)(input, ours.as_ref(), theirs.as_ref())
        });
        match listed {
            Some(difference) => _ = seen.insert(difference.why),
            None => wrong.push(format!("{input:?}: {theirs:?}, and not {ours:?}, {is_known}")),
        }
    }
    let most = wrong.get(..20).unwrap_or(&wrong).join("\n");
    assert!(wrong.is_empty(), "{version}, {} inputs:\n{most}", wrong.len());
    for difference in DIFFERENCES.iter().filter(|listed| listed.program == program.name) {
        assert!(seen.contains(difference.why), "{version} does not differ: {}", difference.why);
    }
    assert!(told.iter().flatten().count() > 1_000, "{version} sees hosts");
}

/// The octets of a text, with its triplets decoded.
fn decoded(text: &str) -> Vec<u8> {
    let mut pieces = text.split('%');
    let mut octets = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        match piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(octet) => {
                octets.push(octet);
                octets.extend(piece[2..].bytes());
            }
            None => octets.extend(["%", piece].concat().bytes()),
        }
    }
    octets
}

/// The rows of the hostile table, the harmless inputs, and each with a piece inserted at every place of its first
/// bytes, or a character removed.
fn inputs() -> Vec<String> {
    const PIECES: [&str; 15] =
        ["/", "\\", "@", ":", "#", "?", "[", "]", "%", "%2f", "%00", ".", "\t", " ", "\u{e9}"];
    let hostile = cases("audit/hostile.jsonl");
    let mut all: BTreeSet<String> =
        hostile.iter().map(|case| text(case, "input").to_owned()).collect();
    let fine = [
        "http://example.com/",
        "https://user@h.example:8080/a?b#c",
        "ftp://u:p@h/",
        "http://[2001:db8::1]:80/",
        "mailto:a@b",
        "example.com:80/a",
    ];
    all.extend(fine.map(str::to_owned));
    for row in all.clone() {
        let places = row.char_indices().map(|(at, _)| at).chain([row.len()]);
        for at in places.filter(|&at| at < 48) {
            let (before, behind) = row.split_at(at);
            all.extend(PIECES.map(|piece| format!("{before}{piece}{behind}")));
            let rest = behind.chars().skip(1);
            all.insert(before.chars().chain(rest).collect());
        }
    }
    all.into_iter().collect()
}

#[test]
fn python() {
    compare(&URLLIB);
}

#[test]
fn urllib_request() {
    compare(&URLLIB_REQUEST);
}

#[test]
fn http_client() {
    compare(&HTTP_CLIENT);
}

#[test]
fn requests() {
    compare(&REQUESTS);
}

#[test]
fn wget() {
    compare(&WGET);
}

#[test]
fn url_parse() {
    compare(&URL_PARSE);
}

#[test]
fn curl() {
    compare(&LIBCURL);
}

#[test]
fn java() {
    compare(&JAVA);
    compare(&JAVA_URL);
}

#[test]
fn node() {
    compare(&NODE);
}

#[test]
fn perl() {
    compare(&PERL);
}

#[test]
fn php() {
    compare(&PHP);
}

#[test]
fn ruby() {
    compare(&RUBY);
}

#[test]
fn go() {
    compare(&GO);
}
