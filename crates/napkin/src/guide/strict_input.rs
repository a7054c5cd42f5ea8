//! Strict input: refuse what is no URI, and say where and why.
//!
//! # Choose the type
//!
//! The type says what the text has to be. A function that takes an [`AbsoluteUri`](crate::AbsoluteUri) needs no check of
//! its own.
//!
//! | the input has to be | type | accepts `../a` | accepts `http://h/#f` |
//! | --- | --- | --- | --- |
//! | a link in a page | [`UriRef`](crate::UriRef) | yes | yes |
//! | a complete URI | [`Uri`](crate::Uri) | no | yes |
//! | a base, or the target of a request | [`AbsoluteUri`](crate::AbsoluteUri) | no | no |
//!
//! [`IriRef`](crate::IriRef), [`Iri`](crate::Iri) and [`AbsoluteIri`](crate::AbsoluteIri) accept non-ASCII characters as
//! well. Nothing is repaired on the way: the text of an accepted URI is the input, byte for byte.
//!
//! ```
//! use napkin::{AbsoluteUri, Uri, UriRef};
//!
//! assert!(UriRef::parse("../a").is_ok());
//! assert!(Uri::parse("../a").is_err());
//! assert!(Uri::parse("http://h/#f").is_ok());
//! assert!(AbsoluteUri::parse("http://h/#f").is_err());
//! assert!(Uri::parse("http://example.com/a b").is_err());
//! assert!(Uri::parse("http://example.com/é").is_err());
//! ```
//!
//! # Tell what is wrong
//!
//! A program asks the error for its [kind](crate::ParseError::kind), [part](crate::ParseError::part) and
//! [offset](crate::ParseError::offset). For people, [`diagnose`](crate::ParseError::diagnose) puts the message beside the
//! input. [`fix`](crate::ParseError::fix) is an edit that repairs the fault, where one is likely:
//!
//! ```
//! use napkin::{ErrorKind, Part, Uri};
//!
//! let input = "http://example.com/a b";
//! let error = Uri::parse(input).unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::InvalidCharacter);
//! assert_eq!((error.part(), error.offset()), (Part::Path, 20));
//! assert!(error.diagnose(input).to_string().ends_with("^ write it as %20"));
//!
//! let fix = error.fix(input).unwrap();
//! let mut repaired = String::from(input);
//! repaired.replace_range(fix.range(), fix.text());
//! assert_eq!(Uri::parse(&repaired)?.path(), "/a%20b");
//! # Ok::<(), napkin::ParseError>(())
//! ```
//!
//! [`advice`](crate::Diagnosis::advice) is what the message says after the caret, alone. The core has no tables of names, so
//! its advice for a name in other letters has no `xn--` form; `napkin-url` and the command have the tables.
//!
//! ```
//! let mut told = Vec::new();
//! for line in "http://example.com/a b\nhttp://h/\nhttp://bücher.example/".lines() {
//!     if let Err(error) = napkin::Uri::parse(line) {
//!         let advice = error.diagnose(line).advice().map(|advice| advice.to_string());
//!         told.push(format!("{}: {}", error.offset(), advice.unwrap_or_default()));
//!     }
//! }
//! assert_eq!(told, ["20: write it as %20", "8: a name of the DNS is written in ASCII, as xn--..."]);
//! ```
//!
//! # Keep the text
//!
//! `parse` borrows. [`try_new`](crate::Uri::try_new) takes owned text without copying it, and [`try_keep`](crate::Uri::try_keep)
//! gives it back with the error if it is refused. Bytes of unknown encoding go to [`parse_bytes`](crate::Uri::parse_bytes).
//!
//! ```
//! use napkin::{ErrorKind, Iri, Uri};
//!
//! let refused = Uri::try_keep(String::from("http://a b/")).unwrap_err();
//! assert_eq!(refused.text, "http://a b/");
//!
//! let error = Iri::parse_bytes(b"http://h/\xE9").unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::IllFormedUtf8);
//! ```
//!
//! # Many lines
//!
//! [`Lines`](crate::Lines) parses a whole buffer faster than line by line, and
//! [splits](crate::Lines::split) it for threads.
//!
//! ```
//! use napkin::Lines;
//!
//! let mut faults = Vec::new();
//! Lines::new(b"http://a/\nhttp://b b/\n").for_each(|line| {
//!     if let Err(error) = line.result {
//!         faults.push((line.offset, error.offset()));
//!     }
//! });
//! assert_eq!(faults, [(10, 8)]);
//! ```
//!
//! # Show it safely
//!
//! A URI can hold a password, and refused input can hold control characters or text that runs from right to left.
//! [`redacted`](crate::IriRef::redacted) hides secrets, and [`visible`](crate::visible()) escapes what would deceive a
//! reader.
//!
//! ```
//! use napkin::{uri, visible};
//!
//! let log = uri!("http://user:secret@h/").redacted().to_string();
//! assert!(!log.contains("secret"));
//! assert_eq!(visible("a\u{202e}b").to_string(), r"a\u{202e}b");
//! ```
//!
//! # Fields of structures
//!
//! With the feature `serde`, a field of type `Uri` is checked where the structure is read. `Uri` is `FromStr`, so it is
//! a type of arguments for clap as well. With `url` and `http` there are conversions that refuse where the other crate
//! would read another host or path.
