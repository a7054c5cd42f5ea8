//! Laws of every view, on the inputs of all cases and on small variations of them, parsed by every edition.

use crate::hold::hold;
use crate::inputs::{changes, inputs};
use napkin::edition::{EDITIONS, RFC3986, RFC3987};
use napkin::{Level, Normalizer, Reference};
use napkin_schemes::{Client, ErrorKind, View, describe, normalize, plan};

#[test]
fn views_are_total_and_written_as_they_are_read() {
    let mut views = 0_usize;
    for input in inputs() {
        for text in changes(&input).chain([input.clone()]) {
            for edition in EDITIONS {
                if let Ok(reference) = edition.parse(&text) {
                    views += usize::from(hold(reference));
                }
            }
        }
    }
    println!("{views} views");
    assert!(views > 20_000, "{views}");
}

/// `describe` and `plan` support the same schemes: if there is a view, there is a plan or the view's reason against
/// one.
#[test]
fn describe_and_plan_know_the_same() {
    let registered = napkin_schemes::registry::REGISTRATIONS.iter();
    let registered = registered.map(|known| format!("{}://h/x", known.scheme));
    let mut without_view = 0;
    for text in inputs().into_iter().chain(registered) {
        for edition in EDITIONS {
            let Ok(reference) = edition.parse(&text) else { continue };
            let Ok(description) = describe(reference) else { continue };
            let planned = plan(reference, &Client::default());
            match description.view() {
                Some(Err(error)) => assert_eq!(planned, Err(error), "{text}"),
                Some(Ok(_)) => {
                    let reason = planned.map_err(|error| error.to_string()).err();
                    let of_registry = reason.filter(|it| it.contains("RFC 7595 section 3)"));
                    assert_eq!(of_registry, None, "{text}");
                }
                None => {
                    without_view += 1;
                    let reason = planned.unwrap_err().to_string();
                    let knows = match (description.definition(), description.registration()) {
                        (Some(_), _) => "this edition does not define the fields of the scheme",
                        (None, Some(_)) => {
                            "the scheme is registered, but napkin does not know its fields"
                        }
                        (None, None) => "napkin does not know this scheme",
                    };
                    assert!(reason.contains(knows), "{text}: {reason}");
                }
            }
        }
    }
    assert!(without_view > 1000, "{without_view}");
}

/// URIs whose fields are put into lines and lists, besides the examples.
const WITH_FIELDS: &[&str] = &[
    "ftp://us:pw@h.d/cw/nm;type=a",
    "ftp://h.d/cw/;type=d",
    "news:gr",
    "news://us:pw@h.d/gr",
    "news:g*",
    "news:un@do.m",
    "nntp://us:pw@h.d/gr/4",
    "nntp:gr/4",
    "pop://us;AUTH=XX@h.d",
    "pop://us;AUTH=+APOP@h.d",
    "pop://us@h.d",
    "imap://us;AUTH=XX@h.d/mb/;UID=2/;SECTION=1.2",
    "imap://us@h.d/mb?ALL",
    "irc://us:pw@h.d/ch?key=ke",
    "irc://us:pw;ns@h.d/ni,isnick",
    "gopher://h.d/0se",
    "gopher://h.d/7se%09wo%09+",
    "gopher://h.d/7se",
    "gopher://h.d/8us",
    "mailto:a@b.d",
    "mailto:a@b.d,k@l.d?cc=m@n.d&subject=su&to=o@p.d&keywords=ke&body=bo",
    "mailserver:a@b.d/su/bo",
    "wais://h.d/db?wo",
    "wais://h.d/db/TY/1=a;",
    "prospero://h.d/na;fi=va",
    "http://h.d/pa?se",
    "ws://h.d/pa?se",
    "rtsp://us:pw@h.d/pa",
    "cid:pa",
    "mid:me@h.d/pa@h.d",
    "data:te/pl;na=va,x",
    "ni:///sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk?ct=te/pl",
    "cid:a@[b]",
];

/// Data never becomes a delimiter: with any octet at any place, in every edition, a line has the arguments that it had.
#[test]
fn any_octet_in_any_field_stays_in_its_place() {
    let octets: Vec<u8> = match std::env::var_os("NAPKIN_DEEP") {
        Some(_) => (0..=255).collect(),
        None => b"\r\n\0 \t,<>\"@:;[]()\\%\x07\xFF".to_vec(),
    };
    let mut count = 0_usize;
    let examples = napkin_schemes::DEFINITIONS.iter().map(|known| known.example);
    for text in examples.chain(WITH_FIELDS.iter().copied()) {
        let start = text.find(':').unwrap() + 1;
        for at in (start..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            for octet in &octets {
                let changed = format!("{}%{octet:02X}{}", &text[..at], &text[at..]);
                for edition in EDITIONS {
                    if let Ok(reference) = edition.parse(&changed) {
                        count += usize::from(hold(reference));
                    }
                }
            }
        }
    }
    assert!(count > 20_000, "{count}");
}

#[test]
fn normal_forms_stay_as_they_are() {
    let normalizer = Normalizer::new(Level::Scheme).with_schemes(normalize);
    for input in inputs() {
        for text in changes(&input).chain([input.clone()]) {
            let Ok(uri) = napkin::Uri::parse(&text) else { continue };
            let once = normalizer.normalize(&uri).unwrap();
            let twice = normalizer.normalize(&once).unwrap();
            assert_eq!(once.as_str(), twice.as_str(), "{text}");
        }
    }
}

/// The fast paths of the core apply the rules of schemes as its list of actions does.
#[test]
fn the_short_way_is_the_long_way() {
    for level in Level::ALL {
        let normalizer = Normalizer::new(level).with_schemes(normalize);
        for input in inputs() {
            for edition in EDITIONS {
                let Ok(reference) = edition.parse(&input) else { continue };
                let Ok((explained, _)) = normalizer.explain_reference(reference) else { continue };
                let short = normalizer.normalize_reference(reference).unwrap();
                assert_eq!(short, explained, "{input} at {level:?} by {}", edition.name);
            }
        }
    }
}

/// The error of a scheme's rules: what is wrong, where, and of which field.
type Wrong = (ErrorKind, &'static str, Option<usize>);

fn wrong(reference: Reference<'_>) -> Option<Wrong> {
    let description = describe(reference).ok()?;
    let error = description.view()?.and_then(View::check).err()?;
    Some((error.kind(), error.field(), error.offset()))
}

/// The rules of a scheme are asked of the URI that an IRI is mapped to (RFC 3987 §3.1): with a non-ASCII letter at
/// any place, an IRI has the errors of its URI, at the places of the IRI.
#[test]
fn a_scheme_judges_an_iri_as_its_uri() {
    let step = if std::env::var_os("NAPKIN_DEEP").is_some() { 1 } else { 7 };
    let (mut count, mut fine) = (0, 0);
    for input in inputs().into_iter().filter(|input| input.is_ascii()) {
        let start = input.find(':').map_or(input.len(), |colon| colon + 1);
        for at in (start..=input.len()).step_by(step) {
            let text = [&input[..at], "é", &input[at..]].concat();
            let Ok(iri) = RFC3987.parse(&text) else { continue };
            let Ok(uri) = iri.to_uri() else { continue };
            let by_uri = wrong(RFC3986.parse(&uri).unwrap());
            // The letter has two bytes in the IRI, and six in the URI.
            let back = |offset: usize| match offset.checked_sub(at + 6) {
                Some(behind) => at + 2 + behind,
                None => offset.min(at),
            };
            let by_uri = by_uri.map(|(kind, field, offset)| (kind, field, offset.map(back)));
            let by_iri = wrong(iri);
            // A host of `sip` is mapped to A-labels.
            let scheme = iri.scheme().map_or("", |scheme| scheme.as_str()).to_ascii_lowercase();
            if let ("sip" | "sips", Some((_, "host" | "maddr", _))) = (&*scheme, by_uri) {
                continue;
            }
            assert_eq!(by_iri, by_uri, "{text}");
            count += 1;
            fine += usize::from(by_iri.is_none());
        }
    }
    assert!(count > 3000 && fine > 1000, "{count} {fine}");
}
