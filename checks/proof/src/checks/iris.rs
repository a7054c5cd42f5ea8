//! IRIs by their types: parsed by the grammar, resolved by the document's algorithm, mapped to URIs and converted
//! from them by its rules.

#[path = "../../../../crates/napkin/tests/support/mapping.rs"]
mod mapping;

use std::borrow::Cow;

use napkin::edition::RFC3987;
use napkin::{AbsoluteIri, Iri, IriRef, IriResolver, Level, Reference, UriRef};

use super::parse::{any_bytes, judged, kept, same, same_parts, told};
use super::resolve::transform;
use crate::data::Data;

pub(crate) fn parsed(data: &[u8]) {
    let mut data = Data::new(data);
    let text = data.text(RFC3987);
    same(IriRef::parse(&text), IriRef::parse_const(&text));
    same(Iri::parse(&text), Iri::parse_const(&text));
    same(AbsoluteIri::parse(&text), AbsoluteIri::parse_const(&text));
    match (IriRef::parse(&text), IriRef::try_keep(text.clone())) {
        (Ok(borrowed), Ok(owned)) => {
            same_parts(borrowed, owned.as_borrowed());
            assert_eq!(RFC3987.parse(&text), Ok(Reference::from(&borrowed)));
            kept(&Reference::from(&borrowed), &text);
        }
        (Err(error), Err(refused)) => {
            told(error, text.as_bytes());
            assert_eq!(refused.diagnose().to_string(), error.diagnose(&text).to_string());
            assert_eq!(RFC3987.parse(&text), Err(error));
        }
        (borrowed, owned) => panic!("{borrowed:?}, {owned:?}"),
    }
    families(&text);
    judged(RFC3987, &text);
    any_bytes(RFC3987, data.rest());
}

/// Every URI is an IRI with the same parts, and every ASCII IRI is a URI (RFC 3987 §1.2).
fn families(text: &str) {
    match UriRef::parse(text) {
        Ok(uri) => same_parts(uri.into(), IriRef::parse(text).unwrap()),
        Err(_) if text.is_ascii() => assert!(IriRef::parse(text).is_err(), "{text}"),
        Err(error) => {
            let Ok(iri) = IriRef::parse(text) else { return };
            let first = text.bytes().position(|byte| !byte.is_ascii());
            assert_eq!(Some(error.offset()), first, "{text}");
            assert_eq!(UriRef::try_from(iri).unwrap_err(), error, "{text}");
        }
    }
}

pub(crate) fn resolved(data: &[u8]) {
    let mut data = Data::new(data);
    let (base, text) = (data.text(RFC3987), data.text(RFC3987));
    let (Ok(base), Ok(reference)) = (Iri::parse(&base), IriRef::parse(&text)) else { return };
    let target = reference.resolve(base).unwrap();
    if base.as_str().len() + text.len() < 1024 {
        // Recording the literal algorithm is quadratic.
        assert_eq!(target.as_str(), transform(base.parts(), reference.parts()));
    }
    has_its_offsets(&target);
    let mut buffer = String::from("old");
    let into = IriResolver::new(base).resolve_into(reference, &mut buffer).unwrap();
    assert_eq!(into, target);
    has_its_offsets(&into.into_owned());

    // Resolving and mapping commute (RFC 3987 §6.5).
    let base_uri = base.to_uri().unwrap();
    let mapped = reference.to_uri_ref().unwrap().resolve(&base_uri).unwrap();
    assert_eq!(target.to_uri().unwrap(), mapped, "{reference} on {base}");

    let relative = target.relativize(base);
    assert_eq!(IriRef::parse(relative.as_str()).unwrap().parts(), relative.parts());
    assert!(relative.as_str().len() <= target.as_str().len(), "{relative} for {target} on {base}");
    if relative.as_str() != target.as_str() || target.resolve(base).unwrap() == target {
        assert_eq!(relative.resolve(base).unwrap(), target, "{relative} on {base}");
    }
}

fn has_its_offsets(target: &Iri<String>) {
    same_parts(Iri::parse(target.as_str()).unwrap().into(), target.as_borrowed().into());
}

pub(crate) fn mapped(data: &[u8]) {
    let mut data = Data::new(data);
    let text = data.text(RFC3987);
    let Ok(iri) = IriRef::parse(&text) else { return };
    let uri = iri.to_uri_ref().unwrap();
    assert_eq!(uri, mapping::mapped(&text));
    same_parts(UriRef::parse(uri.as_str()).unwrap().into(), uri.as_borrowed().into());
    // Mapping is idempotent, and changes no URI.
    let again = IriRef::from(&uri).to_uri_ref().unwrap().into_text();
    assert!(matches!(again, Cow::Borrowed(again) if uri == again), "{text}");
    assert_eq!(Reference::from(&iri).to_uri().unwrap(), uri.as_str());

    let converted = uri.to_iri_ref().unwrap();
    assert_eq!(converted, mapping::converted(uri.as_str()), "{uri}");
    same_parts(IriRef::parse(converted.as_str()).unwrap(), converted.as_borrowed());
    // Converting an IRI equals converting the URI that it is mapped to.
    assert_eq!(Reference::from(&iri).to_iri().unwrap(), converted.as_str(), "{text}");
    // Mapping it back gives the URI, except for triplets of unreserved ASCII and the case of digits.
    let back = converted.to_uri_ref().unwrap();
    assert_eq!(back.to_iri_ref().unwrap(), converted, "{uri}");
    assert_eq!(mapping::spelled(back.as_str()), mapping::spelled(uri.as_str()), "{uri}");
    let (Ok(iri), Ok(uri)) = (iri.as_iri(), uri.as_uri()) else { return };
    // IRIs are equivalent if the URIs that they are mapped to are (RFC 3987 §5.1).
    let normal = iri.normalize(Level::Syntax).unwrap().to_uri().unwrap().into_owned();
    assert_eq!(normal.normalize(Level::Syntax), uri.normalize(Level::Syntax), "{iri}");
}
