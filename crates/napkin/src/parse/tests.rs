//! The fast path against the exact parser: both accept the same texts with the same offsets, and reject the others
//! with the same error.

use alloc::format;
use alloc::vec::Vec;

use napkin_scan::{ByteSet, InstructionSet};

use super::packed::Fault;
use super::{Rfc3986, Rfc3987, Start, exact, fast, parse_by, parse_records};
use crate::edition::rules::{
    AuthorityRule, Colons, EmptyAuthority, NameRule, Opaque, PortRule, UserinfoRule,
};
use crate::edition::{ALPHANUM, EDITIONS, Edition, RFC1630, RFC1738, RFC2396, RFC3986, RFC3987};
use crate::extent::all_or;

const STARTS: [Start; 5] =
    [Start::UriReference, Start::Uri, Start::AbsoluteUri, Start::RelativeRef, Start::RelativeUri];

/// Compares all parsers with the exact one, by RFC 3986 and RFC 3987. Returns whether the text is a reference by
/// RFC 3986.
fn agree(text: &[u8]) -> bool {
    let valid = agree_by(RFC3986, text);
    // Every URI is an IRI with the same parts, and an ASCII text that is no URI is no IRI.
    let iri = agree_by(RFC3987, text);
    assert_eq!(iri, valid || iri && !text.is_ascii(), "{}", text.escape_ascii());
    valid
}

/// Compares the fast parser of an edition with the exact one. Offsets of accepted texts are equal. The fast parser
/// rejects a valid text only if a host is in brackets or the edition has opaque references.
fn agree_by(edition: &'static Edition, text: &[u8]) -> bool {
    for start in STARTS {
        let slow = exact::parse(edition, text, start);
        let quick = parse_by(edition, text, start, |components| components);
        assert_eq!(quick, slow, "{} by {start:?} of {}", text.escape_ascii(), edition.name);
    }
    let slow = exact::parse(edition, text, Start::UriReference);
    let quick = fast::parse_long(edition, text);
    if let Ok(quick) = quick {
        assert_eq!(Ok(quick), slow, "{} by {}", text.escape_ascii(), edition.name);
    }
    slow.is_ok()
}

/// The fast path accepts common references and finds most faults. Without this test, a mistake that sends them to
/// the exact parser would only cost time.
#[test]
fn common_references_are_read_fast() {
    for text in ["http://host.d/a?b#c", "http://user@host.d:80/", "../a/b?c", "#d", "mailto:a@b.d"]
    {
        assert!(fast::parse_short(Rfc3986, text.as_bytes()).is_ok(), "{text}");
    }
    for (edition, text) in [
        (RFC1630, "http://info.cern.ch:80/a/b?c"),
        (RFC1738, "ftp://user:word@a-b.host.dom:21/c/d"),
        (RFC2396, "http://a-b.host.dom:80/c;d?e#f"),
    ] {
        assert!(fast::parse_short_by(edition, text.as_bytes()).0.is_ok(), "{text}");
    }
    for text in
        ["http://host.d/a b", "http://host.d/a?b c", "http://host.d/a#b c", "ht tp://host.d/"]
    {
        assert!(fast::parse_short(Rfc3986, text.as_bytes()).fault().is_some(), "{text}");
    }
    for text in ["http://bücher.d/", "http://é@日本.d:80/я?\u{E000}#ע", "../é/b?ç", "#日"]
    {
        assert!(fast::parse_short(Rfc3987, text.as_bytes()).is_ok(), "{text}");
    }
    for text in ["http://é\u{80}/", "/é/\u{E000}", "?é#\u{E000}", "/日本 "] {
        assert!(fast::parse_short(Rfc3987, text.as_bytes()).fault().is_some(), "{text}");
    }
    assert!(Start::RelativeRef.fits(RFC3986, b"a#b", 0, 1));
}

/// Non-ASCII characters, private-use characters and ill-formed octets, with each delimiter between and after them,
/// at every place of a block and across its end.
#[test]
fn on_characters_beyond_ascii() {
    const PIECES: [&[u8]; 11] = [
        b"?",
        b"#",
        b"/",
        b"@",
        b":",
        b"%C3",
        "é".as_bytes(),
        "日".as_bytes(),
        "\u{E000}".as_bytes(),
        "\u{1F600}".as_bytes(),
        b"\xE9",
    ];
    let mut valid = 0_u32;
    for (before, lengths) in
        [("", 54..68), ("//h", 54..68), ("", 118..132), ("", 0..1), ("//", 0..1), ("a:", 0..1)]
    {
        for length in lengths {
            for number in 0..PIECES.len().pow(3) {
                let mut text = before.as_bytes().to_vec();
                text.resize(before.len() + length, b'a');
                for power in 0..3 {
                    text.extend(PIECES[number / PIECES.len().pow(power) % PIECES.len()]);
                }
                agree(&text);
                valid += u32::from(exact::parse(RFC3987, &text, Start::UriReference).is_ok());
                text.extend(b"aaaaaaaaaaaaaaa");
                agree(&text);
            }
        }
    }
    assert!(valid > 20_000, "{valid}");
}

/// Characters at the boundaries of what masks can check, and ill-formed and cut ones, at every place across the end
/// of a block.
#[test]
fn on_characters_at_the_boundaries_of_masks() {
    const PIECES: [&[u8]; 19] = [
        b"",
        b"a",
        b"\x80",
        b"\xC1\xBF",
        b"\xC2\x80",
        b"\xC2\xA0",
        b"\xC3",
        b"\xDF\xBF",
        b"\xE0\x9F\xBF",
        b"\xE0\xA0\x80",
        b"\xE3\x81",
        b"\xE3\xC3\xA9",
        b"\xED\x9F\xBF",
        b"\xED\xA0\x80",
        b"\xEE\x80\x80",
        b"\xEF\xB7\x90",
        b"\xEF\xBC\x8F",
        b"\xF0\x9F\x98\x80",
        b"\xF4\x8F\xBF\xBE",
    ];
    let mut valid = 0_u32;
    for (length, first, second) in (58..66).flat_map(|length| {
        let pairs = (0..PIECES.len()).flat_map(|first| (0..PIECES.len()).map(move |b| (first, b)));
        pairs.map(move |(first, second)| (length, first, second))
    }) {
        for before in ["a", "?", "日"] {
            let mut text = before.as_bytes().to_vec();
            text.resize(length, b'a');
            for piece in [PIECES[first], PIECES[second], "я日".as_bytes(), b"aaaa"] {
                text.extend(piece);
                agree(&text);
                valid += u32::from(exact::parse(RFC3987, &text, Start::UriReference).is_ok());
            }
        }
    }
    assert!(valid > 8_000, "{valid}");
}

/// Every string of up to six bytes over an alphabet that has each delimiter and one byte of each
/// kind between them.
#[test]
fn on_every_short_string() {
    const ALPHABET: &[u8; 13] = b"av1.:/?#[]@% ";
    let (mut tried, mut valid) = (0u32, 0u32);
    let longest = all_or(6, 4);
    let mut text = Vec::new();
    for length in 0..=longest {
        for mut number in 0..13usize.pow(length) {
            text.clear();
            for _ in 0..length {
                text.push(ALPHABET[number % 13]);
                number /= 13;
            }
            tried += 1;
            valid += u32::from(agree(&text));
        }
    }
    assert_eq!(tried, (0..=longest).map(|n| 13u32.pow(n)).sum::<u32>());
    assert_eq!(valid, all_or(417_493, 5_674));
}

/// Every byte value at every place of a reference that has every part.
#[test]
fn on_every_byte_in_every_place() {
    let templates: [&[u8]; 5] = [
        b"s+1://u:%41@h.example:80/p;a/%20b?q=%2F/?#f/?%7e",
        b"//[2001:db8::192.0.2.1]:1/",
        b"x://u@[v1f.a:b]",
        b"a%20b/c:d?e",
        b"1.22.255.4/[",
    ];
    for template in templates {
        for place in 0..=template.len() {
            for byte in 0..=255 {
                let mut text = template.to_vec();
                text.insert(place, byte);
                agree(&text);
                if place < template.len() {
                    let mut text = template.to_vec();
                    text[place] = byte;
                    agree(&text);
                }
            }
            agree(&template[..place]);
        }
    }
}

/// Every text of up to nine characters that an IP literal may be made of.
#[test]
fn on_ip_literals() {
    const ALPHABET: &[u8; 4] = b"1:.f";
    let mut text = Vec::new();
    let mut valid = 0;
    for length in 0..=all_or(9, 7) {
        for mut number in 0..4usize.pow(length) {
            text.clear();
            text.extend_from_slice(b"//[::");
            for _ in 0..length {
                text.push(ALPHABET[number % 4]);
                number /= 4;
            }
            text.push(b']');
            valid += u32::from(agree(&text));
        }
    }
    assert!(valid > all_or(1000, 100), "{valid}");
}

/// What the fast path assumes of the sets of every edition that it reads.
#[test]
fn sets_differ_in_delimiters_only() {
    let delimiters = ByteSet::of(b"/?");
    let mut editions = 0;
    for edition in EDITIONS {
        let Some(generic) = edition.generic() else { continue };
        editions += 1;
        // The exact parser reads references with allowed brackets.
        let body = generic.query.without(ByteSet::of(b"[]"));
        assert_eq!(generic.segment.or(delimiters), body, "{}", edition.name);
        assert_eq!(generic.fragment, generic.query, "{}", edition.name);
        assert!(body.and(ByteSet::of(b"%#[]\0")).is_empty() && delimiters.is_subset(body));
        if let Opaque::UnlessSlash { first, rest, .. } = generic.opaque {
            assert!(body.without(ByteSet::of(b"/")).is_subset(first) && body.is_subset(rest));
        }
        // An authority that the masks can read.
        let AuthorityRule { host, registry, port, empty, userinfo, .. } = generic.authority;
        if let (NameRule::Registered(name), None) = (host.name, registry) {
            assert_eq!(name, body.without(ByteSet::of(b"/?:@")));
            let Some(UserinfoRule { raw, escapes, colons, empty: no_user }) = userinfo else {
                panic!("{} has no userinfo", edition.name);
            };
            assert_eq!((raw, escapes, colons, no_user), (name, true, Colons::Any, true));
            assert_eq!((port, empty), (PortRule::MaybeDigits, EmptyAuthority::EmptyHost));
        }
    }
    assert_eq!(editions, EDITIONS.iter().filter(|edition| edition.generic().is_some()).count());
}

/// What the fast path assumes of the host rules of the editions other than RFC 3986.
#[test]
fn names_of_hosts_are_labels_or_begin_with_a_letter() {
    let names = ALPHANUM.or(ByteSet::of(b"-."));
    for edition in EDITIONS {
        let of_forms = (1..).map_while(|number| edition.form(number)).map(|form| form.authority);
        let generic = edition.generic().map(|generic| &generic.authority);
        for rule in of_forms.flatten().chain(generic) {
            let fits = match rule.host.name {
                NameRule::Registered(_) => rule.registry.is_none(),
                NameRule::Labels { longest, .. } => longest >= 63,
                NameRule::LetterThen(rest) => names.is_subset(rest),
            };
            assert!(fits, "{}", edition.name);
        }
    }
}

/// Which forms the fast path reads.
#[test]
fn most_forms_are_plain() {
    let mut plain = Vec::new();
    for edition in EDITIONS {
        let forms = (1..).map_while(|number| edition.form(number)).zip(edition.plain);
        plain.extend(
            forms.filter(|(_, (_, plain))| plain.is_some()).map(|(form, _)| form.rule.name),
        );
    }
    let of_1994_june = ["httpaddress", "ftpaddress", "our-file-address", "uri"];
    let of_1994_december =
        ["httpurl", "ftpurl", "fileurl", "gopherurl", "prosperourl", "ip-schemepart", "schemepart"];
    assert_eq!(plain, [&of_1994_june[..], &of_1994_december].concat());
}

/// Texts of every scheme that has a form, built from pieces of the forms, with each of their bytes at every place, and
/// with a byte that no form allows at some place.
#[test]
fn on_texts_of_every_form() {
    const PIECES: [&str; 24] = [
        "//",
        "h.example",
        "/",
        "a",
        "?",
        "q",
        "+",
        ":",
        "80",
        "@",
        "#",
        ";type=",
        "A",
        ";",
        "=",
        "%41",
        "%00",
        "-",
        ".",
        "_",
        "*",
        "1",
        "segments/of/some/length",
        "&",
    ];
    let mut numbers = numbers(11);
    let (mut quick, mut valid, mut placed) = (0, 0, 0);
    for edition in EDITIONS.iter().filter(|edition| edition.generic().is_none()) {
        let schemes = (1..).map_while(|number| edition.form(number)).map(|form| form.scheme);
        for scheme in schemes.chain(["HTTP", "x", "prosperous"]) {
            for round in 0..all_or(8_000, 800) {
                let mut text = format!("{scheme}:");
                if round % 4 > 0 {
                    text.push_str("//h.example");
                }
                if round % 4 > 1 {
                    text.push('/');
                }
                for _ in 0..numbers(9) {
                    text.push_str(PIECES[numbers(PIECES.len())]);
                }
                let _ = InstructionSet::ALL[round % InstructionSet::ALL.len()].choose();
                valid += u32::from(agree_by(edition, text.as_bytes()));
                quick += u32::from(fast::parse_long(edition, text.as_bytes()).is_ok());
                let stray = ["~", "%4", "\\", "é", "~;~"][round % 5];
                text.insert_str(numbers(text.len() + 1), stray);
                agree_by(edition, text.as_bytes());
                let fault = fast::parse_long(edition, text.as_bytes()).err().flatten();
                placed += u32::from(matches!(fault, Some(Fault::Form(..))));
            }
        }
        for template in
            ["http://h.example:8/p;a/%20b+c?q=%2F+r#f", "ftp://u:p@h/a;type=A", "file:///a"]
        {
            for place in 0..=template.len() {
                for byte in 0..=255 {
                    let mut text = template.as_bytes().to_vec();
                    text.insert(place, byte);
                    agree_by(edition, &text);
                    text.remove(place);
                    if let Some(there) = text.get_mut(place) {
                        *there = byte;
                        agree_by(edition, &text);
                    }
                }
            }
        }
    }
    assert!(valid > all_or(40_000, 4_000) && quick > valid / 2, "{valid} {quick}");
    assert!(placed > quick / 4, "{placed} {quick}");
}

/// Reproducible numbers below a bound.
fn numbers(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |bound| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    }
}

/// Texts built from pieces, which meet at every place of a block, by every edition and every instruction set.
#[test]
fn on_long_texts_of_every_edition() {
    const PIECES: [&str; 24] = [
        "http:",
        "//",
        "a.example",
        "/",
        "segment",
        "?",
        "q=1",
        "#",
        "%41",
        "%",
        "@",
        ":",
        ":80",
        "~",
        "[::1]",
        "user",
        "1.2.3.4",
        "..",
        "a-b_c",
        "!$&'()*+,;=",
        "\"",
        "é",
        "abcdefghijklmnopqrstuvwxyz",
        "^",
    ];
    let mut below = numbers(7);
    let mut text = Vec::new();
    let mut valid = 0;
    for round in 0..all_or(60_000, 6_000) {
        text.clear();
        let pieces = 1 + below(40);
        // Rare pieces often make a text invalid, so most texts consist of the first pieces.
        let kinds = [14, 19, 20, 24][round % 4];
        if round % 3 > 0 {
            text.extend_from_slice(b"http://a.example");
        }
        for _ in 0..pieces {
            let piece = PIECES[below(kinds)].as_bytes();
            // `%`, `#` and `[::1]` are kept only sometimes, since they often end or invalidate a text.
            if below(6) > 0 || !matches!(piece, b"%" | b"#" | b"[::1]") {
                text.extend_from_slice(piece);
            }
        }
        let set = InstructionSet::ALL[round % InstructionSet::ALL.len()];
        let _ = set.choose();
        for edition in EDITIONS {
            valid += u32::from(agree_by(edition, &text));
        }
        agree(&text);
    }
    assert!(valid > all_or(30_000, 3_000), "{valid}");
}

/// Every part beginning and ending at every place around the end of a block.
#[test]
fn on_parts_that_meet_the_end_of_a_block() {
    let long = |byte: &str, length: usize| byte.repeat(length);
    for length in all_or(40..140, 62..66) {
        let texts = [
            [&*long("s", length), "://u@h:80/p?q#f"].concat(),
            [&*long("s", length), ":p?q#f"].concat(),
            ["s://", &long("u", length), "@h:80/p?q#f"].concat(),
            ["s://u@", &long("h", length), ":80/p?q#f"].concat(),
            ["s://u@h:", &long("8", length), "/p?q#f"].concat(),
            ["s://h/", &long("p", length), "?q#f"].concat(),
            ["s://h/p?", &long("?", length), "#f"].concat(),
            ["s://h/p?q#", &long("f", length), "#"].concat(),
            ["s://h/", &long("%41", length / 3), "%4"].concat(),
            [&*long("p", length), "/p:q?q#f"].concat(),
            [&*long("p", length), " p"].concat(),
            ["//", &long("h", length), "^#f"].concat(),
        ];
        for text in texts {
            for end in 0..=text.len() {
                let text = &text.as_bytes()[..end];
                for set in InstructionSet::ALL {
                    let _ = set.choose();
                    agree(text);
                }
                for edition in EDITIONS {
                    agree_by(edition, text);
                }
            }
        }
    }
}

/// Common references do not need the exact parser.
#[test]
fn the_fast_path_reads_what_is_common() {
    let long =
        ["http://a.example/", &"segment/".repeat(60), "?", &"q=%41&".repeat(60), "#f"].concat();
    let texts = [
        "http://www.example.com/a/b.html?c=d#e",
        "ftp://user@ftp.example.com/a;type=a",
        "//h/%7Ea",
        "../a/b",
        "?q",
        "#f",
        "http://h.example:80/",
        "file:///etc/hosts",
        "mailto:a@b.example",
        &long,
    ];
    for edition in EDITIONS {
        for text in texts {
            let slow = exact::parse(edition, text.as_bytes(), Start::UriReference).ok();
            // Where schemes have forms, mail addresses, the type after a path and partial forms are not plain.
            let is_plain =
                text.contains(':') && !text.contains("mailto") && !text.contains(";type");
            if edition.generic().is_none() && !is_plain {
                continue;
            }
            assert_eq!(
                fast::parse_long(edition, text.as_bytes()).ok(),
                slow,
                "{text} by {}",
                edition.name
            );
        }
    }
    for text in texts.iter().filter(|text| text.len() <= 64) {
        assert!(fast::parse_short(Rfc3986, text.as_bytes()).is_ok(), "{text}");
    }
}

/// The records of buffers of every length against the same texts parsed one by one, with delimiters at every place.
#[test]
fn records_are_the_texts_between_delimiters() {
    const LINES: [&str; 9] = [
        "http://a.example/",
        "",
        "a b",
        "http://a.example/?%41",
        "%4",
        "x:",
        "http://a.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa#f",
        "//[::1]/",
        "//1.2.3.4:80/é",
    ];
    let mut seed = 3_usize;
    let mut compared = 0;
    for lines in 0..all_or(300, 100) {
        for delimiter in [b'\n', 0, b'|'] {
            let mut buffer = Vec::new();
            for _ in 0..lines {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963);
                buffer.extend_from_slice(LINES[(seed >> 40) % LINES.len()].as_bytes());
                buffer.push(delimiter);
            }
            if lines % 2 > 0 {
                buffer.extend_from_slice(LINES[lines % LINES.len()].as_bytes());
            }
            let mut expected: Vec<_> = buffer.split(|&byte| byte == delimiter).collect();
            if expected.last().is_some_and(|last| last.is_empty()) {
                expected.pop();
            }
            for set in InstructionSet::ALL {
                let _ = set.choose();
                let edition = EDITIONS[lines % EDITIONS.len()];
                let mut expected = expected.iter();
                parse_records(
                    edition,
                    Start::UriReference,
                    &buffer,
                    delimiter,
                    false,
                    |at, text, result| {
                        assert_eq!(Some(&text), expected.next());
                        assert_eq!(text.as_ptr(), buffer[at..].as_ptr());
                        assert_eq!(result, exact::parse(edition, text, Start::UriReference));
                        compared += 1;
                    },
                );
                assert_eq!(expected.next(), None);
            }
        }
    }
    assert!(compared > all_or(300_000, 30_000), "{compared}");
}

/// Separate texts against the same texts parsed one by one, by every edition and rule.
#[test]
fn each_text_is_parsed_as_if_alone() {
    let long = format!("http://user@a.example:80/{}?q#f", "a/%41".repeat(100));
    let texts = [
        "http://a.example/",
        "",
        "../a b",
        "http://a.example/?%41",
        "%4",
        "x:y#z",
        "//[::1]/",
        "//1.2.3.4:80/é",
        &long,
        &long[..64],
        &long[..65],
    ];
    for set in InstructionSet::ALL {
        let _ = set.choose();
        for edition in EDITIONS {
            for start in STARTS {
                let mut results = Vec::new();
                edition.parse_each(start, texts, |result| {
                    results.push(
                        result.map(|reference| (reference.as_str(), *reference.components())),
                    );
                });
                let alone = texts.map(|text| {
                    let components = exact::parse(edition, text.as_bytes(), start)?;
                    Ok((text, components))
                });
                assert_eq!(results, alone, "{}", edition.name);
            }
        }
    }
}
