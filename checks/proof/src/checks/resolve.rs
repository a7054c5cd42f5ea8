//! Resolution against the algorithm of the document, and by every edition with every choice.

#[path = "../../../../crates/napkin/tests/support/transform.rs"]
mod transform;
use napkin::{Edition, Excess, IriRef, Parts, Resolver, Target, Uri, UriRef};

pub(crate) use self::transform::transform;
use super::parse::same_parts;
use crate::data::Data;

pub(crate) fn resolved(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let (base, reference) = (data.text(edition), data.text(edition));
    if let (Ok(base), Ok(reference)) = (Uri::parse(&base), UriRef::parse(&reference)) {
        in_force(base, reference);
    }
    by_edition(edition, &base, &reference, &mut data);
}

fn in_force(base: Uri<&str>, reference: UriRef<&str>) {
    let target = reference.resolve(base).unwrap();
    if base.as_str().len() + reference.as_str().len() < 1024 {
        // Recording the literal algorithm is quadratic.
        assert_eq!(target.as_str(), transform(base.parts(), reference.parts()));
    }
    has_its_offsets(&target);
    let mut buffer = String::from("old");
    let into = Resolver::new(base).resolve_into(reference, &mut buffer).unwrap();
    assert_eq!(into, target);
    has_its_offsets(&into.into_owned());
    let lenient = Resolver::new(base).lenient(true).resolve(reference).unwrap();
    has_its_offsets(&lenient);
    if reference.scheme() == Some(base.scheme()) {
        if reference.as_str().len() + base.as_str().len() < 1024 {
            let without = Parts { scheme: None, ..reference.parts() };
            assert_eq!(lenient.as_str(), transform(base.parts(), without));
        }
    } else {
        assert_eq!(lenient, target);
    }
    // A target resolves to itself against any base.
    assert_eq!(target.resolve(base).unwrap().resolve(base).unwrap(), target.resolve(base).unwrap());
}

/// The offsets of a target are not from parsing, so they are compared with those of parsing it.
pub(crate) fn has_its_offsets(target: &Uri<String>) {
    let parsed = Uri::parse(target.as_str()).unwrap();
    same_parts(parsed.into(), IriRef::from(target.as_borrowed()));
}

fn by_edition(edition: &'static Edition, base: &str, reference: &str, data: &mut Data<'_>) {
    let mut resolver = edition.resolver(base);
    if data.below(2) == 1 {
        resolver = resolver.excess(data.pick(&[Excess::Retain, Excess::Remove, Excess::Error]));
    }
    resolver = resolver.lenient(data.below(2) == 1).literal_slash_runs(data.below(2) == 1);
    if data.below(4) == 1 {
        resolver = resolver.new_request(base);
    }
    match resolver.resolve(reference) {
        // RFC 1630 works on text, and its partial forms are not URIs; `java.net.URI` accepts any base, and does not
        // check its results.
        Ok(Target::Uri(target)) if !edition.resolves_text() && !edition.holds_components() => {
            let read = edition.parse(&target);
            assert!(
                read.is_ok_and(|target| !target.is_relative_ref()),
                "{}: {reference:?} on {base:?} gives {target:?}",
                edition.name
            );
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty() && !error.name().is_empty()),
    }
}
