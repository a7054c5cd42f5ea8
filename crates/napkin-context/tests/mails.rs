//! The law of mail: nothing in a message is lost. Mails are generated from entities of all kinds, nested in any order; each
//! document ends in its links, or in what is said of it.
//!
//! Python's `email` finds the same documents in these mails, but for messages in a transfer encoding, which it leaves
//! encoded.

use crate::support::{Numbers, rounds};
use napkin_context::{Found, Kind, Surroundings};

/// A document in a mail.
struct Leaf {
    /// The header, without the line end behind it.
    header: &'static str,
    encoding: Encoding,
    /// The text of the part. Each `@` in it is replaced by the URI of a link.
    content: &'static str,
    ends_in: End,
}

/// What a document ends in.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Link,
    /// It is counted, since documents of its type hold no links.
    Count,
    /// It is said that it is not read.
    Fault,
    /// A link, and it is said that the document is cut.
    CutLink,
}

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    None,
    Base64,
    Quoted,
}

const fn leaf(
    header: &'static str,
    encoding: Encoding,
    content: &'static str,
    ends_in: End,
) -> Leaf {
    Leaf { header, encoding, content, ends_in }
}

/// The documents. Those without a type are messages in a digest.
const LEAVES: [Leaf; 10] = [
    leaf("", Encoding::None, "see @ there", End::Link),
    leaf("Subject: s\nContent-ID: <a@b>", Encoding::None, "\n\n@\n", End::Link),
    leaf("Content-Type: text/plain", Encoding::None, "-- \n--b and --bb, @\n--b x", End::Link),
    leaf("Content-Type: text/html", Encoding::None, "<p>--bbb--<a href='@'>x</a>", End::Link),
    leaf("content-type:text/html;charset=latin1", Encoding::Base64, "<a href=@>x</a>", End::Link),
    leaf("Content-Type: text/plain", Encoding::Quoted, "--b\nsee @", End::Link),
    leaf("Content-Type: application/octet-stream", Encoding::Base64, "<html><a href=@>", End::Link),
    leaf("Content-Type: image/gif", Encoding::Base64, "GIF89a", End::Count),
    leaf("Content-Type: application/pdf", Encoding::None, "%PDF-1.4 @", End::Fault),
    leaf("Content-Type: multipart/mixed; boundary=none", Encoding::None, "see @", End::CutLink),
];

const MULTIPARTS: [&str; 5] = ["mixed", "alternative", "digest", "related", "signed"];

/// Messages in mails: the header and the encoding. The first one is that in a digest.
const MESSAGES: [(&str, Encoding); 5] = [
    ("", Encoding::None),
    ("Content-Type: message/rfc822", Encoding::None),
    ("Content-Type: MESSAGE/Global", Encoding::None),
    ("Content-Type: message/global", Encoding::Base64),
    ("Content-Type: message/global", Encoding::Quoted),
];

/// The boundary of a multipart inside `depth` others: prefixes of each other, and others.
const BOUNDARIES: [fn(usize) -> String; 4] = [
    |depth| "b".repeat(depth + 1),
    |depth| "b".repeat(20 - depth),
    |depth| format!("b{}", "-b".repeat(depth)),
    |depth| format!("=_{depth}? :"),
];

/// Lines before the first part and behind the last one. They belong to no part.
const BETWEEN: [&str; 4] = ["", "\n", "This is a message of parts.\n", "--\n--b x\nx--b\n\n"];

/// The deepest nesting of entities.
const DEEPEST: usize = 7;

/// The deepest nesting of encoded messages, which is that in which they are read.
const DEEPEST_ENCODED: usize = 3;

/// The links with the numbers of their parts, the number of parts that are counted, and the kinds of the errors.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    links: Vec<(String, String)>,
    counted: usize,
    faults: Vec<&'static str>,
}

fn read(mail: &[u8]) -> Seen {
    let mut seen = Seen::default();
    let read =
        Surroundings::default().of_kind(Kind::Mime).links(
            mail,
            &mut |document, found| match found {
                Found::Document => {}
                Found::Link { link, .. } => seen
                    .links
                    .push((document.part.unwrap_or_default().into(), link.reference.into())),
                Found::Fault(fault) => seen.faults.push(fault.kind.name()),
                Found::Unread(_) => seen.counted += 1,
            },
        );
    read.unwrap();
    seen
}

/// Generates a mail, and what is to be seen of it.
struct Generator {
    numbers: Numbers,
    boundary: fn(usize) -> String,
    expected: Seen,
    is_cut: bool,
}

/// The place of an entity.
#[derive(Clone, Default)]
struct Place {
    number: String,
    depth: usize,
    encoded: usize,
    in_digest: bool,
}

impl Generator {
    fn mail(number: usize) -> (Vec<u8>, Seen) {
        let mut numbers = Numbers(number as u64);
        let boundary = BOUNDARIES[numbers.below(BOUNDARIES.len())];
        let line_end = ["\n", "\r\n"][numbers.below(2)];
        let mut generator = Self { numbers, boundary, expected: Seen::default(), is_cut: false };
        let mail = ["From: a@h\n", &generator.multipart(&Place::default())].concat();
        if generator.is_cut {
            generator.expected.faults.push("truncated");
        }
        (mail.replace('\n', line_end).into_bytes(), generator.expected)
    }

    fn entity(&mut self, place: &Place) -> String {
        match self.numbers.below(4) {
            0 | 1 if place.depth < DEEPEST => self.message(place),
            2 if place.depth < DEEPEST => self.multipart(place),
            _ => self.leaf(place),
        }
    }

    fn multipart(&mut self, place: &Place) -> String {
        let kind = MULTIPARTS[self.numbers.below(MULTIPARTS.len())];
        let boundary = (self.boundary)(place.depth);
        let mut text = format!("Content-Type: multipart/{kind};\n boundary=\"{boundary}\"\n\n");
        text += self.numbers.pick(&BETWEEN);
        for at in 0..=self.numbers.below(3) {
            let before = if place.number.is_empty() { "" } else { "." };
            let number = format!("{}{before}{}", place.number, at + 1);
            let in_digest = kind == "digest";
            let inside = Place { number, depth: place.depth + 1, in_digest, ..*place };
            let blank = ["", "", " ", "\t"][self.numbers.below(4)];
            text.extend(["--", &boundary, blank, "\n", &self.entity(&inside), "\n"]);
        }
        if self.numbers.below(6) == 0 {
            self.is_cut = true;
        } else {
            text.extend(["--", &boundary, "--\n", self.numbers.pick(&BETWEEN)]);
        }
        text
    }

    fn message(&mut self, place: &Place) -> String {
        let most = if place.encoded < DEEPEST_ENCODED { MESSAGES.len() } else { 3 };
        let (header, encoding) = match self.numbers.below(most) {
            0 if !place.in_digest => MESSAGES[1],
            at => MESSAGES[at],
        };
        let encoded = place.encoded + usize::from(encoding != Encoding::None);
        let inside = Place { depth: place.depth + 1, encoded, in_digest: false, ..place.clone() };
        let message = self.entity(&inside);
        with_header(header, encoding, &message)
    }

    fn leaf(&mut self, place: &Place) -> String {
        let first = if place.in_digest { 2 } else { 0 };
        let leaf = &LEAVES[first + self.numbers.below(LEAVES.len() - first)];
        let seen = &mut self.expected;
        let uri = format!("http://h/{}", seen.links.len());
        match leaf.ends_in {
            End::Count => seen.counted += 1,
            End::Fault => seen.faults.push("not-readable"),
            End::Link | End::CutLink => seen.links.push((place.number.clone(), uri.clone())),
        }
        self.is_cut |= leaf.ends_in == End::CutLink;
        with_header(leaf.header, leaf.encoding, &leaf.content.replace('@', &uri))
    }
}

fn with_header(header: &str, encoding: Encoding, content: &str) -> String {
    let line_end = if header.is_empty() { "" } else { "\n" };
    let (field, content) = match encoding {
        Encoding::None => ("", content.to_owned()),
        Encoding::Base64 => ("Content-Transfer-Encoding: BASE64\n", base64(content.as_bytes())),
        Encoding::Quoted => {
            let quoted = content.replace('=', "=3D").replace("--", "=2D=\n-");
            ("Content-Transfer-Encoding: quoted-printable\n", quoted)
        }
    };
    [header, line_end, field, "\n", &content].concat()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for (at, three) in bytes.chunks(3).enumerate() {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte))
            << (8 * (3 - three.len()));
        let digit = |at: usize| char::from(DIGITS[(bits >> (18 - 6 * at)) as usize & 63]);
        text.extend((0..4).map(|at| if at > three.len() { '=' } else { digit(at) }));
        if at % 19 == 18 {
            text.push('\n');
        }
    }
    text
}

#[test]
fn every_document_ends_in_something() {
    for number in 0..rounds(6000) {
        let (mail, expected) = Generator::mail(number);
        let shown = String::from_utf8_lossy(&mail);
        assert_eq!(read(&mail), expected, "mail {number}:\n{shown}");
    }
}

#[test]
fn a_cut_mail_is_said_to_be_cut() {
    for number in 0..rounds(300) {
        let (mail, expected) = Generator::mail(number);
        if expected.faults.contains(&"truncated") {
            continue;
        }
        let text = String::from_utf8_lossy(&mail);
        let boundary = text.split('"').nth(1).unwrap();
        let first = text.find(&format!("\n--{boundary}")).unwrap();
        let last =
            text.rfind(&format!("\n--{boundary}--")).unwrap() + boundary.len() + "\n----".len();
        for end in (first..last).step_by(5) {
            assert!(
                read(&mail[..end]).faults.contains(&"truncated"),
                "mail {number}, cut at {end}"
            );
        }
    }
}
