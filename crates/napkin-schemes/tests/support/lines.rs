//! The law of what a plan sends: a line has the arguments that its command has, a list the entries.
//!
//! Each line is split as a server of its protocol splits it, by code that knows nothing of how plans are made.

use napkin_schemes::{Fields, Plan, Step, Value};

/// Checks the lines and the lists of a plan for a URI, made without allowing line ends.
pub(crate) fn hold(text: &str, plan: &Plan) {
    let mut schemes = text.split(':').map(str::to_ascii_lowercase);
    // A `jar` has the plan of the URI inside it.
    let scheme = schemes.find(|scheme| scheme != "jar").unwrap_or_default();
    hold_steps(&scheme, text, plan.steps());
}

/// The fields that a description offers as the text of a header or of a request: one line, and of a header's id one pair
/// of brackets.
const OFFERED: [&str; 11] = [
    "header",
    "content_header",
    "content_type",
    "request",
    "send",
    "proxy_send",
    "resource_name",
    "subject",
    "cc",
    "bcc",
    "assigned_name",
];

/// Checks what a description offers as lines.
pub(crate) fn hold_offered(text: &str, fields: &Fields) {
    for name in OFFERED {
        let values = match fields.get(name) {
            Some(Value::List(values)) => &values[..],
            Some(value) => std::slice::from_ref(value),
            None => continue,
        };
        // A filled-in form of Gopher+ is lines.
        let is_form =
            matches!(fields.get("plus"), Some(Value::Text(plus)) if plus.starts_with("+\t1"));
        for value in values.iter().filter(|_| !is_form) {
            let Value::Text(line) = value else { continue };
            let line = line.strip_suffix("\r\n").unwrap_or(line);
            assert!(!line.contains(['\r', '\n', '\0']), "{text}: {name} {line:?}");
            if name.ends_with("header") {
                let inner = line.strip_prefix('<').and_then(|line| line.strip_suffix('>'));
                let is_id =
                    inner.is_some_and(|id| !id.contains(['<', '>']) || id.contains(['"', '[']));
                assert!(is_id, "{text}: {name} {line:?}");
            }
        }
    }
}

fn hold_steps(scheme: &str, text: &str, steps: &[Step]) {
    for step in steps {
        match step {
            Step::Command(command) => {
                if let Some(line) = command.line() {
                    let arguments = line.strip_prefix(command.verb.as_bytes());
                    let arguments = arguments.and_then(|rest| rest.strip_suffix(b"\r\n"));
                    let arguments = arguments.unwrap_or_else(|| panic!("{text}: {step}"));
                    assert!(is_kept(scheme, command.verb, arguments), "{text}: {step}");
                }
            }
            Step::Send(bytes) => assert!(is_request(scheme, bytes), "{text}: {step}"),
            Step::IfReply(_, steps) => hold_steps(scheme, text, steps),
            Step::Perform("compose", message) => hold_message(text, message),
            Step::Perform("AUTH" | "APOP", values) => {
                for name in ["user", "mechanism"] {
                    let value = text_of(values, name);
                    let is_word = value.bytes().all(|byte| byte.is_ascii_graphic());
                    assert!(is_word || name == "user", "{text}: {step}");
                }
            }
            _ => {}
        }
    }
}

/// Whether a line has the arguments of its command.
fn is_kept(scheme: &str, verb: &str, rest: &[u8]) -> bool {
    if rest.iter().any(|octet| b"\r\n\0".contains(octet)) && verb != "A2 SEARCH" {
        return false;
    }
    // In IRC only a space separates words.
    let blanks: &[u8] = if scheme.starts_with("irc") { b" " } else { b" \t" };
    let words = || rest.split(|octet| blanks.contains(octet)).filter(|word| !word.is_empty());
    let is_alone = |word: &[u8]| !word.is_empty() && !word.contains(&b',');
    match (scheme, verb) {
        (_, _) if rest.is_empty() => !matches!(scheme, "irc" | "ircs"),
        ("ftp", _) => rest.starts_with(b" ") && !rest.contains(&0xFF),
        ("news" | "nntp", "ARTICLE") => {
            let inner = rest.strip_prefix(b" <").and_then(|rest| rest.strip_suffix(b">"));
            let is_id = inner.is_some_and(|id| {
                !id.is_empty() && id.iter().all(|it| it.is_ascii_graphic() && !b"<>".contains(it))
            });
            is_id || rest.iter().skip(1).all(u8::is_ascii_digit)
        }
        ("news" | "nntp" | "pop", _) => words().count() == 1,
        ("irc" | "ircs", "JOIN") => {
            words().all(|word| is_alone(word) && !word.starts_with(b":")) && words().count() <= 2
        }
        ("irc" | "ircs", _) => words().count() == 1 && !rest.starts_with(b" :"),
        ("imap", "A1 LIST" | "A2 SEARCH") => true,
        ("imap", "A1 EXAMINE") => is_string(rest.get(1..).unwrap_or_default()),
        ("imap", "A2 UID FETCH") => {
            let list = rest.iter().filter(|octet| b"[]".contains(octet));
            list.copied().eq(*b"[]")
        }
        _ => panic!("the lines of {scheme} are not known: {verb}"),
    }
}

/// Whether a text is one `astring` of IMAP.
fn is_string(text: &[u8]) -> bool {
    let Some(inner) = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\"")) else {
        return !text.is_empty() && !text.iter().any(|octet| b" \"(){%*\\".contains(octet));
    };
    let mut rest = inner.iter();
    while let Some(octet) = rest.next() {
        if *octet == b'"' || *octet == b'\\' && rest.next().is_none() {
            return false;
        }
    }
    true
}

/// Whether the bytes are one request.
fn is_request(scheme: &str, bytes: &[u8]) -> bool {
    if scheme == "gopher" && !bytes.starts_with(b"GET ") {
        let line = bytes.strip_suffix(b"\r\n");
        return line.is_some_and(|line| !line.iter().any(|octet| b"\r\n".contains(octet)));
    }
    let Some(head) = bytes.strip_suffix(b"\r\n\r\n") else { return false };
    let mut lines = head.split(|octet| *octet == b'\n');
    let is_line = lines.next().is_some_and(|line| line.split(|octet| *octet == b' ').count() == 3);
    let names: Vec<_> =
        lines.filter_map(|line| line.split(|octet| *octet == b':').next()).collect();
    is_line && (names.is_empty() || names == [&b"Host"[..], b"Connection"])
}

/// Checks a message to compose: each recipient is one, and no value ends a line, but for the body.
fn hold_message(text: &str, message: &Fields) {
    let Some(Value::List(to)) = message.get("to") else { panic!("{text}: {message:?}") };
    for address in to {
        let Value::Text(address) = address else { panic!("{text}: {address}") };
        let (mut is_quoted, mut is_route) = (false, false);
        for character in address.chars() {
            match character {
                '"' => is_quoted = !is_quoted,
                '<' | '[' if !is_quoted => is_route = true,
                '>' | ']' if !is_quoted => is_route = false,
                ',' | ';' if !is_quoted && !is_route => panic!("{text}: {address}"),
                _ => {}
            }
        }
        assert!(!is_route && address.contains('@'), "{text}: {address}");
    }
    for name in ["subject", "cc", "bcc"] {
        let value = text_of(message, name);
        assert!(
            !value.contains(|character: char| character.is_ascii_control() && character != '\t')
        );
    }
    if let Some(Value::List(headers)) = message.get("headers") {
        assert!(!format!("{headers:?}").contains(['\r', '\n', '\0']), "{text}: {headers:?}");
    }
}

fn text_of<'f>(fields: &'f Fields, name: &str) -> &'f str {
    match fields.get(name) {
        Some(Value::Text(text)) => text,
        _ => "",
    }
}
