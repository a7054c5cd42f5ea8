//! Generic code: functions that take any of the types, over any text.
//!
//! The six types deref to the weaker ones:
//!
//! ```text
//! AbsoluteUri ──▶ Uri ──▶ UriRef ──▶ IriRef ◀── Iri ◀── AbsoluteIri
//! ```
//!
//! # Any identifier, to read its parts
//!
//! Take `&IriRef<T>`: a reference to each of the six types coerces to it.
//!
//! ```
//! use napkin::{IriRef, Text, iri, uri};
//!
//! fn depth<T: Text>(reference: &IriRef<T>) -> usize {
//!     reference.path().segments().count()
//! }
//! assert_eq!(depth(&uri!("http://h/a/b")), 2);
//! assert_eq!(depth(&iri!("http://h/é").into_owned()), 1);
//! ```
//!
//! # Any text
//!
//! [`Text`](crate::Text) is the bound for `&str`, `String`, `Arc<str>` and others. The parts of borrowed text outlive the
//! identifier; where that matters, take an identifier over `&str` by value, which is `Copy`.
//!
//! ```
//! use std::sync::Arc;
//!
//! use napkin::{Text, Uri};
//!
//! fn host<T: Text>(uri: &Uri<T>) -> Option<&str> {
//!     Some(uri.host()?.as_str())
//! }
//! let shared: Uri<Arc<str>> = Uri::try_new(Arc::from("http://h/")).unwrap();
//! assert_eq!(host(&shared), Some("h"));
//!
//! fn host_of(text: &str) -> Option<&str> {
//!     Some(Uri::parse(text).ok()?.host()?.as_str())
//! }
//! assert_eq!(host_of("http://h/"), Some("h"));
//! ```
//!
//! # The type that came in
//!
//! [`Identifier`](crate::Identifier) is the bound where the result has the type of the argument.
//! [`Identifier::With`](crate::Identifier::With) is that type over another text.
//!
//! ```
//! use std::borrow::Cow;
//!
//! use napkin::{Identifier, Level, Normalizer, ParseError, iri, uri};
//!
//! fn normal<'a, I>(identifier: &'a I) -> Result<I::With<Cow<'a, str>>, ParseError>
//! where
//!     I: Identifier<Text = &'a str>,
//! {
//!     Normalizer::new(Level::Path).normalize(identifier)
//! }
//! assert_eq!(normal(&uri!("a:/b/../c"))?, "a:/c");
//! assert_eq!(normal(&iri!("a:/b/../é"))?, "a:/é");
//! # Ok::<(), ParseError>(())
//! ```
//!
//! # From one type to another
//!
//! To a weaker promise by `From`; to a stronger one by `TryFrom`, which asks what the text does not promise yet, and parses
//! nothing again. [`convert`](crate::Uri::convert) changes the type of the text, and
//! [`into_text`](crate::Uri::into_text) takes it out.
//!
//! ```
//! use std::sync::Arc;
//!
//! use napkin::{Iri, Uri, UriRef};
//!
//! let reference = UriRef::parse("http://h/a#b")?;
//! let uri = Uri::try_from(reference)?;
//! let iri: Iri<&str> = uri.into();
//! let shared: Iri<Arc<str>> = iri.convert();
//! assert_eq!(&*shared.into_text(), "http://h/a#b");
//! # Ok::<(), napkin::ParseError>(())
//! ```
//!
//! # Any edition
//!
//! Where the grammar is chosen when the program runs, an [`Edition`](crate::Edition) parses to a
//! [`Reference`](crate::Reference), whose parts have the names of RFC 3986 in every edition. Feature `editions`.
//!
//! ```
//! use napkin::Edition;
//! use napkin::edition::EDITIONS;
//!
//! let accepting = EDITIONS.iter().filter(|edition| edition.parse("http://h/a;b?c").is_ok());
//! assert!(accepting.count() > 5);
//! assert!(Edition::named("rfc1738").is_some());
//! ```
