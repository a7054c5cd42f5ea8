//! A description, a plan, a composition and an error by an old edition cite its own document, or one as old, wherever
//! that says the thing.

use std::collections::BTreeSet;

use napkin::Edition;
use napkin::edition::{DRAFT1997, DRAFT2003, EDITIONS, JAVA, RFC1630, RFC1738, RFC1808};
use napkin_schemes::schemes::{
    CID, Cid, FILE, FTP, File, Ftp, GOPHER, Gopher, MAILTO, MID, Mailto, Mid, NEWS, NNTP, News,
    Nntp, PROSPERO, Prospero, TELNET, Telnet, WAIS, Wais,
};
use napkin_schemes::{CLASSING, Client, ComposeError, DEFINITIONS, Definition, compose, describe};

/// What the documents of 1994 do not say, so that an error cites a newer one: the rules by which a client of today
/// reads the commands of a protocol, and those of the URI that is written.
const ONLY_NEWER: &[(&str, &str)] = &[
    // The range of ports is that of TCP.
    ("port", "RFC 6335 section 6"),
    // What today's NNTP takes in a command.
    ("newsgroup-name", "RFC 3977 section 9.8"),
    ("message-id", "RFC 3977 section 9.8"),
    ("user-pass-char", "RFC 4643 section 3.1"),
    // What today's grammar of articles takes in a message id.
    ("dot-atom-text", "RFC 5536 section 3.1.3"),
    ("id-right", "RFC 5536 section 3.1.3"),
    ("url-addr-spec", "RFC 2392 section 2"),
    // A header of a message.
    ("unstructured", "RFC 5322 section 3.2.5"),
    // Dot segments are removed from a path since RFC 1808.
    ("path", "RFC 3986 section 5.2.4"),
    // A UNC string is a path of Windows.
    ("unc-path", "RFC 8089 section E.3.2"),
    // A pattern of groups is a field of the scheme of today.
    ("wildmat-pattern", "RFC 3977 section 4.1"),
    ("access", "RFC 3986 section 1.2.2"),
];

/// The number of the RFC that a section is of.
fn rfc(section: &str) -> Option<u32> {
    let number = section.strip_prefix("RFC ")?;
    number.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()
}

/// A URI of the scheme, changed in ways that violate its rules.
fn broken(definition: &Definition) -> Vec<String> {
    let example = definition.example.replace("x-:", "x-demo:");
    let (scheme, rest) = example.split_once(':').unwrap();
    let mut inputs = vec![
        example.clone(),
        format!("{example}%0D%0Ax"),
        format!("{example}#f"),
        format!("{scheme}:"),
        format!("{scheme}:/"),
        format!("{scheme}://"),
        format!("{scheme}:///a/b"),
        format!("{scheme}:a%0D%0A@h"),
        format!("{scheme}:a%0D%0Ab"),
        format!("{scheme}:a.b%20c"),
        format!("{scheme}:%3C@h"),
        format!("{scheme}:////h/a"),
    ];
    for authority in ["u:p@h", "h:25", "h:99999999", "h", "%00"] {
        for path in [
            "",
            "/",
            "/a",
            "/a/b",
            "/a/1%0D%0A",
            "/a%09b",
            "/a;x",
            "/a/b/1=c;",
            "/a/x;type=z",
            "?a",
            "/a%2Fb",
            "/a?b%0D",
        ] {
            inputs.push(format!("{scheme}://{authority}{path}"));
        }
    }
    assert!(!rest.is_empty());
    inputs
}

/// The rules that errors about a scheme cite in an edition, and the documents of its descriptions.
fn cited(
    definition: &Definition,
    edition: &'static Edition,
) -> BTreeSet<(&'static str, &'static str)> {
    let mut cited = BTreeSet::new();
    for input in broken(definition) {
        let Ok(reference) = edition.parse(&input) else { continue };
        let Ok(description) = describe(reference) else { continue };
        if description.definition() != Some(definition) {
            continue;
        }
        cited.insert(("document", description.document().unwrap()));
        cited
            .extend(description.default_port_document().map(|document| ("default port", document)));
        let view = description.view().and_then(Result::err);
        let plan = description.plan(&Client::default()).err();
        let errors = [view, plan, description.check().err()].into_iter().flatten();
        cited.extend(errors.map(|error| (error.rule().name, error.rule().section)));
    }
    let values: [&[u8]; 5] = [b"a\r\n", b"", b"..", b"a b", b"a/b"];
    let scheme = if definition.name == "x-" { "x-demo" } else { definition.name };
    for field in definition.composed_from_in(edition) {
        for value in values {
            for host in [&[("host", &b"h"[..])][..], &[]] {
                let fields = host.iter().copied().chain([(field, value)]);
                if let Err(ComposeError::Refused(error)) = compose(edition, scheme, fields) {
                    cited.insert((error.rule().name, error.rule().section));
                }
            }
        }
    }
    cited
}

/// Every scheme that a document of 1994 defines, by that document.
#[test]
fn the_editions_of_1994_cite_no_newer_document() {
    let mut newer = BTreeSet::new();
    let mut count = 0;
    for &edition in CLASSING {
        for definition in DEFINITIONS.iter().filter(|definition| definition.has_view(edition)) {
            for (rule, section) in cited(definition, edition) {
                count += 1;
                // RFC 1630 has no security considerations of its own.
                let is_own = rfc(section).is_some_and(|number| number <= 1738);
                if !is_own && !ONLY_NEWER.contains(&(rule, section)) {
                    newer.insert((edition.name, definition.name, rule, section));
                }
            }
        }
    }
    assert!(newer.is_empty(), "{newer:#?}");
    assert!(count > 100, "{count}");
}

/// The document of each scheme that an edition of 1994 mentions is that edition.
#[test]
fn a_scheme_of_1994_is_described_by_its_own_document() {
    for definition in DEFINITIONS {
        for standing in definition.standings {
            let document = definition.document_in(standing.edition);
            assert!(
                document.starts_with(standing.edition.title),
                "{}: {document}",
                definition.name
            );
        }
    }
    assert_eq!(DEFINITIONS[0].document_in(RFC1808), DEFINITIONS[0].document);
}

/// The rules that all schemes share are those of the edition.
#[test]
fn shared_rules_are_those_of_the_edition() {
    let by = |edition: &'static Edition| match edition.unamended() {
        edition if edition == RFC1630 || edition == RFC1808 => "RFC 1738".to_owned(),
        edition if edition == JAVA => "RFC 2396".to_owned(),
        edition if edition.name == "rfc3987" => "RFC 3986".to_owned(),
        edition => edition.title.to_owned(),
    };
    for &edition in EDITIONS {
        for input in ["gopher://h:25/1a", "gopher://h/1a%0D%0A"] {
            let reference = edition.parse(input).unwrap();
            let error = napkin_schemes::plan(reference, &Client::default()).unwrap_err();
            let section = error.rule().section;
            assert!(section.starts_with(&by(edition)), "{}: {section}", edition.name);
        }
    }
    assert_eq!(by(DRAFT1997), "the 1997 draft");
    assert_eq!(by(DRAFT2003), "the 2003 draft");
    assert_eq!(by(RFC1738), "RFC 1738");
}

/// A view that is read directly has the errors of the one that a description reads.
#[test]
fn a_view_cites_as_its_description() {
    let mut count = 0;
    macro_rules! same {
        ($($view:ident of $definition:ident),*) => {$(
            for &edition in EDITIONS {
                for input in broken(&$definition) {
                    let Ok(reference) = edition.parse(&input) else { continue };
                    let Ok(description) = describe(reference) else { continue };
                    let Some(described) = description.view() else { continue };
                    count += u32::from(described.is_err());
                    assert_eq!($view::read(reference).err(), described.err(), "{input}");
                }
            }
        )*};
    }
    same! {
        Cid of CID, File of FILE, Ftp of FTP, Gopher of GOPHER, Mailto of MAILTO, Mid of MID, News of NEWS,
        Nntp of NNTP, Prospero of PROSPERO, Telnet of TELNET, Wais of WAIS
    }
    assert!(count > 100, "{count}");
}
