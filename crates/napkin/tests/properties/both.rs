//! Laws between the families.

use std::borrow::Cow;
use std::mem::size_of;

use napkin::{
    AbsoluteIri, AbsoluteUri, ErrorKind, Host, Iri, IriBuilder, IriRef, IriResolver, Level, Part,
    Resolver, Uri, UriRef, iri, iri_ref, uri, uri_ref,
};

use super::mapping::{converted, mapped, spelled};
use super::support::{Numbers, iri_reference, reference, rounds};

const ROUNDS: usize = 60_000;

/// Accepts any of the six types over this text, since a stronger type derefs to the weaker one.
fn path_of<'a>(reference: &IriRef<&'a str>) -> &'a str {
    reference.path().as_str()
}

fn length_of(reference: &IriRef<String>) -> usize {
    reference.as_str().len()
}

/// The lifetime of the text may be shortened.
fn shorter<'a>(_: &'a str, uri: Uri<&'static str>) -> Iri<&'a str> {
    let uri: Uri<&'a str> = uri;
    uri.into()
}

#[test]
fn every_type_is_lent_as_a_weaker_one() {
    assert_eq!(path_of(&uri_ref!("a")), "a");
    assert_eq!(path_of(&uri!("x:a")), "a");
    assert_eq!(path_of(&napkin::absolute_uri!("x:a")), "a");
    assert_eq!(path_of(&iri_ref!("é")), "é");
    assert_eq!(path_of(&iri!("x:é")), "é");
    assert_eq!(path_of(&napkin::absolute_iri!("x:é")), "é");
    assert_eq!(length_of(&uri!("x:a").into_owned()), 3);
    assert_eq!(shorter("", uri!("x:a")), "x:a");
}

#[test]
fn a_uri_becomes_an_iri_for_nothing() {
    assert_eq!(size_of::<Uri<&str>>(), size_of::<IriRef<&str>>());
    assert_eq!(size_of::<AbsoluteIri<String>>(), size_of::<UriRef<String>>());

    let owned = uri!("http://h/a?b#c").into_owned();
    let text = owned.as_str().as_ptr();
    let lent = Iri::from(&owned);
    assert_eq!(lent.as_str().as_ptr(), text);
    let taken: Iri<String> = owned.into();
    assert_eq!(taken.as_str().as_ptr(), text);
    let back: Uri<String> = taken.try_into().unwrap();
    assert_eq!(back.as_str().as_ptr(), text);

    let absolute: AbsoluteUri<&str> = back.without_fragment();
    let absolute: AbsoluteIri<&str> = absolute.into();
    assert_eq!(AbsoluteUri::try_from(&absolute).unwrap(), "http://h/a?b");
    assert_eq!(AbsoluteIri::from(&back), absolute);
    assert_eq!(UriRef::try_from(IriRef::from(uri_ref!("../a"))).unwrap(), "../a");
}

#[test]
fn what_is_no_uri_is_refused_with_its_place() {
    let iri = iri!("http://h/é").into_owned();
    let error = Uri::try_from(&iri).unwrap_err();
    assert_eq!(
        (error.kind(), error.part(), error.offset()),
        (ErrorKind::InvalidCharacter, Part::Path, 9)
    );
    assert_eq!(Uri::try_from(iri).unwrap_err().offset(), 9);
    assert!(UriRef::try_from(iri_ref!("é")).is_err());
    assert!(AbsoluteUri::try_from(&napkin::absolute_iri!("http://é/")).is_err());
}

/// Every URI is an IRI with the same parts, and every ASCII IRI is a URI.
#[test]
fn families_agree_on_ascii() {
    let mut numbers = Numbers(20);
    let mut ascii = 0;
    for round in 0..rounds(ROUNDS) {
        let text =
            if round % 2 == 0 { reference(&mut numbers) } else { iri_reference(&mut numbers) };
        let (uri, iri) = (UriRef::parse(&text), IriRef::parse(&text));
        if !text.is_ascii() {
            assert!(uri.is_err(), "{text}");
            continue;
        }
        let (Ok(uri), Ok(iri)) = (uri, iri) else {
            assert!(uri.is_err() && iri.is_err(), "{text}");
            continue;
        };
        ascii += 1;
        let lent: IriRef<&str> = (&uri).into();
        for iri in [lent, iri] {
            assert_eq!(iri.parts(), uri.parts());
            assert_eq!(
                (iri.host(), iri.port(), iri.userinfo()),
                (uri.host(), uri.port(), uri.userinfo())
            );
            assert_eq!(iri.path_kind(), uri.path_kind());
            assert_eq!(iri.redacted().to_string(), uri.redacted().to_string());
        }
        let base = uri!("http://h/a/b?c");
        let target = uri.resolve(base).unwrap();
        let as_iri = iri.resolve(base).unwrap();
        assert_eq!(target, as_iri);
        assert_eq!(target.relativize(base), as_iri.relativize(base));
        // Only triplets of non-ASCII characters change.
        if !text.contains(['8', '9', 'A', 'a', 'B', 'C', 'c', 'E', 'F']) {
            for level in Level::ALL {
                assert_eq!(target.normalize(level).unwrap(), as_iri.normalize(level).unwrap());
            }
        }
    }
    assert!(ascii > rounds(ROUNDS) / 4, "{ascii}");
}

/// Equality compares code points; levels are looser (RFC 3987 §5.3.1).
#[test]
fn equality_maps_nothing() {
    assert_ne!(iri!("x:é"), iri!("x:e\u{301}"));
    assert_ne!(iri!("x:é"), iri!("x:%C3%A9"));
    assert_eq!(iri!("x:a"), uri!("x:a"));
    assert!(iri_ref!("é") > uri_ref!("z"));
}

#[test]
fn an_iri_takes_a_base_of_either_family() {
    for base in [iri!("http://h/a/b#c"), uri!("http://h/a/b#c").into()] {
        assert_eq!(IriResolver::new(base).resolve(iri_ref!("../ß")).unwrap(), "http://h/ß");
    }
    let base = uri!("http://h/a/b#c");
    assert_eq!(iri_ref!("ß").resolve(base).unwrap(), "http://h/a/ß");
    assert_eq!(iri_ref!("ß").resolve(&base.into_owned()).unwrap(), "http://h/a/ß");
    assert_eq!(IriResolver::new(base).resolve(uri_ref!("d")).unwrap(), "http://h/a/d");
    assert_eq!(Resolver::new(base).resolve(uri_ref!("d")).unwrap(), "http://h/a/d");
}

#[test]
fn setters_and_builder_go_by_the_family() {
    let mut uri = uri!("http://h/a").into_owned();
    let mut iri: Iri<String> = uri.clone().into();
    assert_eq!(uri.set_path("/ß").unwrap_err().offset(), 1);
    iri.set_path("/ß").unwrap();
    iri.set_host("例え.jp").unwrap();
    iri.set_query("\u{E000}").unwrap();
    assert_eq!(iri.set_fragment("\u{E000}").unwrap_err().part(), Part::Fragment);
    assert_eq!(iri.set_userinfo("\u{FFFD}").unwrap_err().part(), Part::Userinfo);
    assert_eq!(iri, "http://例え.jp/ß?\u{E000}");

    let built = IriBuilder::from(&iri).port(80).fragment("ç");
    assert_eq!(built.iri().unwrap(), "http://例え.jp:80/ß?\u{E000}#ç");
    iri.push_segment("例/é\u{200B}").unwrap();
    iri.set_pair("clé", "\u{E000}&").unwrap();
    iri.set_pair("clé", "ü").unwrap();
    assert_eq!(iri, "http://例え.jp/ß/例%2Fé%E2%80%8B?\u{E000}&clé=ü");
    uri.push_segment("é").unwrap();
    assert_eq!(uri, "http://h/a/%C3%A9");
    assert_eq!(IriBuilder::from(uri!("http://h/a")).path("/é").iri_ref().unwrap(), "http://h/é");
}

/// Calls `check` with pairs of IRIs and IRI-references, not all of them ASCII.
fn for_iris(seed: u64, mut check: impl FnMut(Iri<&str>, IriRef<&str>)) {
    let mut numbers = Numbers(seed);
    let mut checked = 0;
    for _ in 0..rounds(ROUNDS) {
        let (base, text) = (iri_reference(&mut numbers), iri_reference(&mut numbers));
        let (Ok(base), Ok(reference)) = (Iri::parse(&base), IriRef::parse(&text)) else { continue };
        checked += 1;
        check(base, reference);
    }
    assert!(checked > rounds(ROUNDS) / 4, "{checked}");
}

/// Mapping changes only non-ASCII characters, gives the offsets of parsing, and is idempotent (RFC 3987 §3.1).
#[test]
fn mapping_gives_the_uri_with_the_same_parts() {
    for_iris(21, |iri, reference| {
        let uri = reference.to_uri_ref().unwrap();
        let parsed = UriRef::parse(uri.as_str()).unwrap();
        assert_eq!(uri.parts(), parsed.parts(), "{reference}");
        assert_eq!((uri.host(), uri.port()), (parsed.host(), parsed.port()), "{reference}");
        assert_eq!(uri.userinfo(), parsed.userinfo(), "{reference}");
        assert_eq!(uri.host().map(Host::kind), reference.host().map(Host::kind), "{reference}");
        assert_eq!(uri, mapped(reference.as_str()));
        let again = IriRef::from(&uri);
        assert!(
            matches!(again.to_uri_ref().unwrap().into_text(), Cow::Borrowed(same) if same == uri)
        );
        assert_eq!(reference.to_uri().is_ok(), reference.as_iri().is_ok());
        assert_eq!(iri.to_uri().unwrap(), iri.to_uri_ref().unwrap());
        assert_eq!(
            iri.without_fragment().to_uri().unwrap(),
            *iri.to_uri().unwrap().without_fragment()
        );
    });
}

/// Resolving and mapping commute.
#[test]
fn resolving_commutes_with_mapping() {
    for_iris(22, |base, reference| {
        let first_resolved = reference.resolve(base).unwrap();
        let base_uri = base.to_uri().unwrap();
        let first_mapped = reference.to_uri_ref().unwrap().resolve(&base_uri).unwrap();
        assert_eq!(first_resolved.to_uri().unwrap(), first_mapped, "{reference} on {base}");
    });
}

/// Conversion loses nothing and is idempotent, and a converted text is recognized (RFC 3987 §3.2).
#[test]
fn conversion_leads_back() {
    let mut changed = 0;
    for_iris(23, |iri, _| {
        let uri = iri.to_uri().unwrap();
        let converted = uri.to_iri().unwrap();
        assert_eq!(converted, self::converted(uri.as_str()), "{uri}");
        let back = converted.to_uri().unwrap();
        changed += usize::from(converted != uri);
        assert_eq!(back.normalize(Level::Syntax), uri.normalize(Level::Syntax), "{uri}");
        assert_eq!(spelled(back.as_str()), spelled(uri.as_str()), "{uri}");
        let parsed = IriRef::parse(converted.as_str()).unwrap();
        assert_eq!((parsed.parts(), parsed.host()), (converted.parts(), converted.host()));
        let of_converted = Uri::parse(back.as_str()).unwrap().to_iri().unwrap();
        assert_eq!(of_converted, converted, "{uri}");
        assert_eq!(uri.to_iri_ref().unwrap(), converted);
    });
    assert!(changed > rounds(ROUNDS) / 10, "{changed}");
}

/// From `syntax` on, IRIs are equivalent if the URIs that they are mapped to are (RFC 3987 §5.1).
#[test]
fn equivalence_is_that_of_the_mapped_uris() {
    let mut equal = 0;
    for_iris(24, |a, reference| {
        let normal = a.normalize(Level::Syntax).unwrap().into_owned();
        let spelled = a.to_uri().unwrap();
        let other = reference.resolve(a).unwrap();
        for b in [normal, Iri::from(&spelled).into_owned(), other] {
            let iris = a.normalize(Level::Syntax) == b.normalize(Level::Syntax);
            let [x, y] = [a.to_uri().unwrap(), b.to_uri().unwrap()];
            let uris = x.normalize(Level::Syntax) == y.normalize(Level::Syntax);
            assert_eq!(iris, uris, "{a} and {b}");
            equal += usize::from(iris);
        }
    });
    assert!(equal > rounds(ROUNDS) / 8, "{equal}");
}
