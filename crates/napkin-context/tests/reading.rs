//! Steps before links are searched: XML entities, and the chosen character encoding.

use napkin::Target;
use napkin_context::{CharacterEncoding, Document, Found, Kind, Surroundings};

/// The references with their targets and places, and the errors.
#[derive(Debug, Default)]
struct Seen {
    references: Vec<String>,
    targets: Vec<String>,
    places: Vec<(usize, usize)>,
    faults: Vec<String>,
}

fn read(surroundings: &Surroundings, document: &[u8]) -> Seen {
    let mut seen = Seen::default();
    let mut sink = |document: &Document<'_>, found: Found<'_>| match found {
        Found::Document | Found::Unread(_) => {}
        Found::Link { link, target, .. } => {
            seen.references.push(link.reference.to_owned());
            let start = document.start.unwrap_or_default();
            seen.places.push((start + link.start, start + link.end));
            if let Ok(Target::Uri(uri)) = target {
                seen.targets.push(uri);
            }
        }
        Found::Fault(fault) => seen.faults.push(format!("{fault} {:?}", fault.offset)),
    };
    surroundings.links(document, &mut sink).unwrap();
    seen
}

fn of_kind(kind: Kind) -> Surroundings {
    Surroundings::default().of_kind(kind).or_default("http://h/")
}

const ENTITIES: &str = r#"<?xml version="1.0"?>
<!DOCTYPE html [
  <!ENTITY menu "<ul xmlns='http://www.w3.org/1999/xhtml'>&item;<li><a href='&site;/b?x=1&amp;y=2'>b</a></li></ul>">
  <!ENTITY item "<li><a href='a'>a</a></li><x:r xml:base='deep/' xlink:href='c'/>">
  <!ENTITY site "http://site.example">
  <!ENTITY lt "&#38;#60;">
  <!ENTITY title "t &lt; <em>u</em>">
  <!ENTITY loop "<p/>&loop;">
  <!ENTITY away SYSTEM "away.xml">
]>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:x="urn:x" xmlns:xlink="http://www.w3.org/1999/xlink">
<body xml:base="http://h/dir/">&menu;<p>&title;</p>
<style>p { background: url(&site;/p.png) }</style>
<a href="last">&item;</a>
&away;&loop;<a href="end">x</a></body></html>
"#;

/// Markup in an entity is parsed at the entity reference, with the bases and namespaces in scope there, and has its
/// place.
#[test]
fn markup_in_entities() {
    let seen = read(&of_kind(Kind::Xhtml), ENTITIES.as_bytes());
    assert_eq!(
        seen.targets,
        [
            "http://h/dir/a",
            "http://h/dir/deep/c",
            "http://site.example/b?x=1&y=2",
            "http://site.example/p.png",
            "http://h/dir/last",
            "http://h/dir/a",
            "http://h/dir/deep/c",
            "http://h/dir/end",
        ]
    );
    let menu = ENTITIES.find(">&menu;").unwrap() + 1;
    assert_eq!(seen.places[..3], [(menu, menu + "&menu;".len()); 3]);
    let end = ENTITIES.find("end\"").unwrap();
    assert_eq!(seen.places[7], (end, end + "end".len()));
    // The error names the first entity that was not expanded.
    let [fault] = seen.faults.as_slice() else { panic!("{:?}", seen.faults) };
    assert!(fault.contains("'away' is outside of the document"), "{fault}");
}

#[test]
fn entities_that_never_end() {
    let text =
        "<!DOCTYPE r [<!ENTITY a '<x/>&b;'><!ENTITY b '&a;'>]><r><x>&a;</x><a href='end'/></r>";
    let seen = read(&of_kind(Kind::Xml), text.as_bytes());
    assert_eq!((seen.targets.as_slice(), seen.faults.len()), (&["http://h/end".to_owned()][..], 1));
    assert!(seen.faults[0].contains("grows too much"), "{:?}", seen.faults);
}

/// An entity contains only whole elements (XML 4.3.2).
#[test]
fn entities_of_half_an_element() {
    for value in ["<p>", "</r>", "<p></q>"] {
        let text =
            format!("<!DOCTYPE r [<!ENTITY a '{value}'>]>\n<r><a href='x'/>&a;<a href='y'/></r>");
        let seen = read(&of_kind(Kind::Xml), text.as_bytes());
        assert_eq!(seen.references, ["x"], "{value}");
        let place = format!("{:?}", text.find("&a;"));
        assert!(seen.faults.iter().all(|fault| fault.ends_with(&place)), "{:?}", seen.faults);
        assert_eq!(seen.faults.len(), 1, "{value}");
    }
}

fn labelled(label: &str) -> CharacterEncoding {
    CharacterEncoding::labelled(label).unwrap()
}

/// The caller's choice overrides the header and the document, but not a byte order mark.
#[test]
fn chosen_encodings() {
    let page = b"<meta charset=windows-1251><a href='/\xC4\xCF\xCD'>x</a>";
    assert_eq!(read(&of_kind(Kind::Html), page).references, ["/ДПН"]);
    let koi8 = of_kind(Kind::Html).in_encoding(labelled("KOI8-R"));
    let seen = read(&koi8, page);
    assert_eq!((seen.references, seen.places), (vec!["/дом".to_owned()], vec![(36, 40)]));
    let marked: Vec<u8> = b"\xFF\xFE"
        .iter()
        .copied()
        .chain("<a href=x>".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    assert_eq!(read(&koi8, &marked).references, ["x"]);
    let response =
        [b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n", &page[..]].concat();
    let koi8 = Surroundings::default().of_kind(Kind::Http).in_encoding(labelled("koi8-r"));
    assert_eq!(read(&koi8, &response).references, ["/дом"]);
    let xml = b"<?xml version='1.0' encoding='utf-8'?><r href='/\xC4\xCF\xCD'/>";
    let koi8 = of_kind(Kind::Xml).in_encoding(labelled("koi8-r"));
    assert_eq!(read(&koi8, xml).references, ["/дом"]);
}

/// In a message it applies to each part, whatever the part declares.
#[test]
fn chosen_encodings_of_messages() {
    let message = b"From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
        --b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\
        <a href='http://h/caf\xE9'>x</a>\r\n\
        --b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        <a href=3D'http://h/th=E9'>x</a>\r\n\
        --b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n\
        PGEgaHJlZj0naHR0cDovL2gv6Sc+eDwvYT4=\r\n--b--\r\n";
    let latin1 = Surroundings::default().of_kind(Kind::Mime).in_encoding(labelled("latin1"));
    let seen = read(&latin1, message);
    assert_eq!(seen.references, ["http://h/café", "http://h/thé", "http://h/é"]);
    // The place of text that is unmodified in the message.
    let start = message.windows(4).position(|window| window == b"http").unwrap();
    assert_eq!(seen.places[0], (start, start + b"http://h/caf\xE9".len()));
}

#[test]
fn labels() {
    assert_eq!(CharacterEncoding::labelled("iso-2022-kr"), None);
    assert_eq!(CharacterEncoding::labelled("x-nonsense"), None);
    assert_eq!(labelled(" SJIS ").name(), "Shift_JIS");
}

/// Browsers look for what draws a page in the page itself, wherever its `base` element leads.
#[test]
fn fragments_that_draw_are_in_the_document() {
    let page = b"<base href=http://b/><img usemap=#m><p style='fill:url(#p)'><svg><use href=#u /><a href=#a>a</a>\
        <path fill='url(#f)'/><linearGradient xlink:href=#g /><use href='x#u'/></svg><a href=#l>l</a>";
    let read = |surroundings: Surroundings| {
        let mut seen = Vec::new();
        let mut sink = |_: &Document<'_>, found: Found<'_>| {
            if let Found::Link { link, target, .. } = found {
                let same = target.as_ref().is_ok_and(|target| link.is_same_document(target));
                let target = match target.unwrap() {
                    Target::Uri(uri) => uri,
                    Target::CurrentDocument { fragment } => format!("#{}", fragment.unwrap()),
                };
                seen.push((target, same));
            }
        };
        surroundings.of_kind(Kind::Html).links(&page[..], &mut sink).unwrap();
        seen.into_iter()
            .skip(1)
            .map(|(target, same)| format!("{target} {same}"))
            .collect::<Vec<_>>()
    };
    let others = ["http://b/#a false", "http://b/x#u false", "http://b/#l false"];
    let expected = |document: &str| {
        let own = |name: &str| format!("{document}#{name} true");
        let [a, x, l] = others.map(str::to_owned);
        vec![own("m"), own("p"), own("u"), a, own("f"), own("g"), x, l]
    };
    assert_eq!(read(Surroundings::default().retrieved_from("http://h/d")), expected("http://h/d"));
    assert_eq!(read(Surroundings::default()), expected(""));
    let by_syntax = read(Surroundings::new(napkin::edition::RFC3986));
    assert_eq!(by_syntax[0], "http://b/#m true");
}
