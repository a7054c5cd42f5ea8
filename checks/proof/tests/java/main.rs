//! Compares edition `java` with a running JDK, on texts composed from characteristic pieces and changed at random.
//!
//! `Ask.java` reads lines of two texts. It prints the components of each text; of the first, also the decoded
//! components, the normal form and the ASCII form. If both are valid, it prints the results of resolving and
//! relativizing the second against the first, and their equality and order. If a text is invalid, it prints reason
//! and index. This test writes the same line by the edition, and compares the two.
//!
//! `checks/install/readers` installs the JDK. Without it the test prints that it is skipped, and fails if the
//! variable `CI` is set.

mod texts;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, thread};

use napkin::edition::JAVA;
use napkin::{
    Encoded, Host, Level, Normalizer, Object, Part, Port, Query, Reference, Scheme, Userinfo,
};
use texts::pairs;

/// The number of pairs, by default and with `NAPKIN_DEEP`.
const SHORT: usize = 5_000;
const DEEP: usize = 200_000;

#[test]
fn a_running_jdk_answers_the_same() {
    let is_deep = env::var_os("NAPKIN_DEEP").is_some();
    let pairs = pairs(if is_deep { DEEP } else { SHORT });
    let Some(told) = ask(&pairs) else { return };
    let mut told = told.lines();
    let version = told.next().unwrap();
    let feature: u32 = version.split(' ').next().unwrap().parse().unwrap();
    assert!(feature >= 17, "the edition is that of Java 17 and later, and this is {version}");
    let mut wrong = Vec::new();
    let (mut valid, mut compared) = (0, 0);
    for (pair, theirs) in pairs.iter().zip(told.by_ref()) {
        let (a, b) = pair;
        let ours = answer(a, b);
        let (a_is_valid, b_is_valid) = (JAVA.parse(a).is_ok(), JAVA.parse(b).is_ok());
        valid += usize::from(a_is_valid);
        compared += usize::from(a_is_valid && b_is_valid);
        wrong.extend(difference(feature, &ours, theirs).map(|what| format!("{a:?} {b:?}: {what}")));
    }
    assert_eq!(told.next(), None);
    let shown = wrong.get(..40).unwrap_or(&wrong).join("\n");
    assert!(
        wrong.is_empty(),
        "Java {version} differs on {} of {}:\n{shown}",
        wrong.len(),
        pairs.len()
    );
    // If all texts were rejected, the test would show little.
    assert!(valid * 3 > pairs.len() && valid * 10 < pairs.len() * 9, "{valid} valid");
    assert!(compared * 6 > pairs.len(), "{compared} compared");
}

/// The lines that a JDK prints for pairs of texts, after the line with its version; `None` without a JDK.
fn ask(pairs: &[(String, String)]) -> Option<String> {
    const PACKAGE: &str = "default-jdk-headless";
    const INSTALLED: &str = include_str!("../../../install/readers");
    assert!(INSTALLED.contains(PACKAGE), "{PACKAGE} is never installed");
    let mut javac = Command::new("javac");
    javac.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if !javac.status().is_ok_and(|status| status.success()) {
        let reason = format!("no JDK; checks/install/readers installs {PACKAGE}");
        assert!(env::var_os("CI").is_none(), "{reason}");
        // Written directly, since the output of print macros in a passing test is hidden.
        io::stderr().write_all(format!("skipped: {reason}\n").as_bytes()).unwrap();
        return None;
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    let mut java = Command::new("java");
    java.arg("Ask.java").current_dir(here).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut java = java.spawn().unwrap();
    let mut stdin = java.stdin.take().unwrap();
    let lines =
        pairs.iter().fold(String::new(), |lines, (a, b)| lines + &hex(a) + " " + &hex(b) + "\n");
    let writer = thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = java.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{}", output.status);
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The first field that differs, readable; `None` if the answers are equal.
fn difference(feature: u32, ours: &str, theirs: &str) -> Option<String> {
    if ours == theirs {
        return None;
    }
    let has_highest_port = ours.contains("port 2147483647\t") && ours.contains("port -1\t");
    let (mut ours, mut theirs) = (ours.split('\t'), theirs.split('\t'));
    let mut reason = "";
    loop {
        let (own, other) = (ours.next()?, theirs.next()?);
        // Since Java 21, the index is that of the character, and can be before the start of the authority.
        let is_moved = feature >= 21 && reason == ILLEGAL_IN_AUTHORITY && own.starts_with("index");
        // JAVA-74: the class subtracts -1 from the highest port, which overflows.
        let is_overflow = own == "order 1" && other == "order -1" && has_highest_port;
        if own != other && !is_moved && !is_overflow {
            return Some(format!("{}, and not {}", shown(other), shown(own)));
        }
        if own.starts_with("reason") {
            reason = own;
        }
    }
}

/// "Illegal character in authority".
const ILLEGAL_IN_AUTHORITY: &str =
    "reason =496c6c6567616c2063686172616374657220696e20617574686f72697479";

/// A field with its text decoded from hexadecimal digits.
fn shown(field: &str) -> String {
    let Some((name, digits)) = field.split_once('=') else { return field.into() };
    let octets: Vec<u8> = digits
        .as_bytes()
        .chunks(2)
        .filter_map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok())
        .collect();
    format!("{name}{:?}", String::from_utf8_lossy(&octets))
}

fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// A line of answers under construction.
#[derive(Default)]
struct Line(String);

impl Line {
    fn tell(&mut self, name: &str, value: Option<&str>) {
        let value = value.map_or_else(|| "-".into(), |value| format!("={}", hex(value)));
        self.put(name, value);
    }

    fn put(&mut self, name: &str, value: impl std::fmt::Display) {
        write!(self.0, "{name} {value}\t").unwrap();
    }

    /// Writes the components, exception and forms of one text; returns the reference if the text is valid.
    fn read<'a>(&mut self, text: &'a str) -> Option<Reference<'a>> {
        let uri = match JAVA.parse(text) {
            Ok(uri) => uri,
            Err(error) => {
                match error.diagnose(text).exception() {
                    Some(exception) => {
                        self.tell("reason", Some(exception.reason()));
                        let index = exception.index().map(|index| index.to_string());
                        self.put("index", index.as_deref().unwrap_or("-1"));
                    }
                    // JAVA-73.
                    None => self.tell("thrown", Some("NumberFormatException")),
                }
                return None;
            }
        };
        self.tell("read", Some(uri.as_str()));
        self.tell("scheme", uri.scheme().map(Scheme::as_str));
        self.tell("ssp", Some(uri.scheme_specific_part()));
        self.tell("authority", uri.authority());
        self.tell("userinfo", uri.userinfo().map(Userinfo::as_str));
        self.tell("host", uri.host().map(Host::as_str));
        let digits = uri.port().map(Port::as_str).filter(|digits| !digits.is_empty());
        self.put("port", digits.map_or(-1, |digits| digits.parse::<i32>().unwrap()));
        self.tell("path", uri.path().map(napkin::Path::as_str));
        self.tell("query", uri.query().map(Query::as_str));
        self.tell("fragment", uri.fragment().map(Encoded::as_str));
        self.put("absolute", !uri.is_relative_ref());
        self.put("opaque", uri.is_opaque());
        Some(uri)
    }

    /// Writes the components of a resolved, relativized or normalized URI.
    fn computed(&mut self, name: &str, object: &Object<'_>) {
        self.tell(name, Some(&object.text()));
        self.tell("scheme", object.scheme());
        self.tell("ssp", Some(&object.scheme_specific_part()));
        self.tell("authority", object.authority());
        self.tell("userinfo", object.userinfo());
        self.tell("host", object.host());
        self.put("port", object.port().map_or(-1, i64::from));
        self.tell("path", object.path());
        self.tell("query", object.query());
        self.tell("fragment", object.fragment());
    }
}

/// The line that `Ask.java` should print, by the edition.
fn answer(first: &str, second: &str) -> String {
    let mut line = Line::default();
    let (a, b) = (line.read(first), line.read(second));
    if let Some(a) = a {
        line.tell("decoded ssp", Some(&a.decoded_scheme_specific_part()));
        for part in [Part::Authority, Part::Userinfo, Part::Path, Part::Query, Part::Fragment] {
            line.tell(&format!("decoded {part}"), a.decoded(part).as_deref());
        }
        let normal = Normalizer::new(Level::Path).normalize_reference(a).unwrap();
        line.tell("normalized", Some(&normal));
        line.tell("ascii", Some(&napkin_schemes::to_ascii(a)));
    }
    if let (Some(a), Some(b)) = (a, b) {
        let resolver = JAVA.resolver(first);
        line.computed("resolved", &resolver.resolve_to_components(second).unwrap());
        line.computed("relativized", &resolver.relativize_to_components(second).unwrap());
        line.put("equals", a.equivalent_at(&b) == Some(Level::Simple));
        line.put("order", a.component_order(&b).unwrap() as i8);
    }
    line.0
}
