//! Linked data: URIs and IRIs as names.
//!
//! # Compare names by their characters
//!
//! RDF and XML namespaces compare names character by character. `==` does so: it compares texts, and never normalizes.
//!
//! ```
//! use napkin::{Level, iri};
//!
//! let name = iri!("http://example.org/vocab#Zoë");
//! assert_ne!(name, iri!("http://example.org/vocab#Zo%C3%AB"));
//!
//! // Two names that differ, and are equivalent nevertheless, are probably a mistake:
//! let other = iri!("http://EXAMPLE.org/vocab#Zoë");
//! assert_eq!(name.equivalent_at(&other), Some(Level::Case));
//! ```
//!
//! # Resolve
//!
//! A document names its base, or its place is the base. [`IriResolver`](crate::IriResolver) resolves many references against one
//! base, without allocating for each.
//!
//! ```
//! use napkin::{Iri, IriRef, IriResolver};
//!
//! let base = Iri::parse("http://example.org/data/café.ttl")?;
//! assert_eq!(IriRef::parse("#menu")?.resolve(&base)?, "http://example.org/data/café.ttl#menu");
//!
//! let resolver = IriResolver::new(&base);
//! assert_eq!(resolver.resolve(&IriRef::parse("../vocab#Tea")?)?, "http://example.org/vocab#Tea");
//! # Ok::<(), napkin::ParseError>(())
//! ```
//!
//! # Make relative references again
//!
//! [`relativize`](crate::Uri::relativize) is the shortest reference that leads back, for a document that can move.
//!
//! ```
//! use napkin::uri;
//!
//! let base = uri!("http://example.org/data/a.ttl");
//! assert_eq!(uri!("http://example.org/data/b.ttl#x").relativize(&base), "b.ttl#x");
//! ```
//!
//! # Between IRIs and URIs
//!
//! HTTP and older tools take URIs only. [`to_uri`](crate::Iri::to_uri) and [`to_iri`](crate::Uri::to_iri) map by RFC 3987.
//! The way back does not always give the same IRI, so keep the IRI as the name and the URI for the request.
//!
//! ```
//! use napkin::{Iri, Uri};
//!
//! let uri = Iri::parse("http://example.org/Zoë")?.to_uri()?;
//! assert_eq!(uri, "http://example.org/Zo%C3%AB");
//! assert_eq!(uri.to_iri()?, "http://example.org/Zoë");
//! // An octet that is not UTF-8 stays encoded.
//! assert_eq!(Uri::parse("http://example.org/%FC")?.to_iri()?, "http://example.org/%FC");
//! # Ok::<(), napkin::ParseError>(())
//! ```
//!
//! # Clean a set
//!
//! Before names are minted, bring them to one form. [`Level::Path`](crate::Level::Path) keeps the meaning for every scheme;
//! [`Level::Scheme`](crate::Level::Scheme) knows default ports too.
//!
//! ```
//! use napkin::{Level, iri};
//!
//! let name = iri!("HTTP://Example.org:80/a/../%7Ezo%C3%AB").normalize(Level::Scheme)?;
//! assert_eq!(name, "http://example.org/~zoë");
//! # Ok::<(), napkin::ParseError>(())
//! ```
//!
//! `napkin-context` finds the IRIs of Turtle, N-Triples and RDF/XML in documents, with their bases.
