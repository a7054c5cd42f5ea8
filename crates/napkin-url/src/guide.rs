//! The guide: links as browsers read them. It is documentation only, and not compiled into programs. The crate `napkin` has
//! [chapters for other jobs](https://docs.rs/napkin/latest/napkin/guide/).
//!
//! # Follow a link
//!
//! A link in a page is any text. A browser removes white space around it, reads `\` as `/`, resolves it against the base of
//! the page, and fails seldom. [`Url::join`](crate::Url::join) does all of this:
//!
//! ```
//! use napkin_url::Url;
//!
//! let page = Url::parse("https://example.com/shop/index.html")?;
//! assert_eq!(page.join(" cart?id=7 ")?.as_str(), "https://example.com/shop/cart?id=7");
//! assert_eq!(page.join("..\\news")?.as_str(), "https://example.com/news");
//! assert_eq!(page.join("//cdn.example/a")?.as_str(), "https://cdn.example/a");
//! assert!(page.join("https://exa mple.com/").is_err());
//! # Ok::<(), napkin_url::ParseError>(())
//! ```
//!
//! # Where does it go?
//!
//! The host is in the form in which it is looked up: lowercase, non-ASCII letters as `xn--`, numbers as addresses.
//!
//! ```
//! use napkin_url::{Host, Url};
//!
//! assert_eq!(Url::parse("http://good.example\\@evil.example/")?.host_str(), Some("good.example"));
//! assert_eq!(Url::parse("http://0x7f.1/")?.host(), Some(Host::Ipv4([127, 0, 0, 1].into())));
//! # #[cfg(feature = "idna")]
//! assert_eq!(Url::parse("http://BÜCHER.example/")?.host_str(), Some("xn--bcher-kva.example"));
//! # Ok::<(), napkin_url::ParseError>(())
//! ```
//!
//! [`origin`](crate::Url::origin) is what a browser compares before it lets two pages read each other:
//!
//! ```
//! use napkin_url::Url;
//!
//! let url = Url::parse("https://example.com/a")?;
//! assert_eq!(url.origin(), Url::parse("https://EXAMPLE.com:443/b")?.origin());
//! assert_eq!(url.origin().ascii_serialization(), "https://example.com");
//! # Ok::<(), napkin_url::ParseError>(())
//! ```
//!
//! # What was repaired
//!
//! The standard names everything that it repairs. [`validation_callback`](crate::ParseOptions::validation_callback) receives
//! each with its place:
//!
//! ```
//! use std::cell::RefCell;
//!
//! use napkin_url::Url;
//!
//! let notes = RefCell::new(Vec::new());
//! let note = |note: napkin_url::Note| notes.borrow_mut().push(note);
//! let url = Url::options().validation_callback(Some(&note)).parse("http:\\\\h/ a")?;
//! assert_eq!(url.as_str(), "http://h/%20a");
//! assert!(notes.borrow().iter().any(|note| note.error.name() == "invalid-URL-unit"));
//! # Ok::<(), napkin_url::ParseError>(())
//! ```
//!
//! # Many URLs
//!
//! [`Url::read`](crate::Url::read) borrows a URL that is in its canonical form, as most are.
//! [`Url::can_parse`](crate::Url::can_parse) only asks.
//!
//! ```
//! use napkin_url::Url;
//!
//! let canonical = ["https://a.example/", "https://b.example"]
//!     .iter()
//!     .filter(|text| Url::read(text).is_ok_and(|url| !url.is_rewritten()));
//! assert_eq!(canonical.count(), 1);
//! ```
//!
//! # Browsers of another year
//!
//! Each [`Edition`](crate::Edition) is the standard of a date, with its own answers:
//!
//! ```
//! use napkin_url::edition;
//!
//! let old = edition::as_of("2018-12").unwrap();
//! assert!(old.parse("https://example.com/").is_ok());
//! assert_eq!(old.key, edition::WHATWG_2018_08.key);
//! ```
//!
//! # To a URI, and from one
//!
//! A URL in its canonical form is often a URI by RFC 3986, and not always: `|` and `^` stay in a query. With the feature
//! `uri`, [`as_uri`] asks whether it is, [`to_uri`] encodes what is excluded and says what that was, and [`from_uri`] says which
//! parts a browser reads otherwise.
//!
#![cfg_attr(feature = "uri", doc = "[`as_uri`]: crate::Url::as_uri")]
#![cfg_attr(feature = "uri", doc = "[`to_uri`]: crate::Url::to_uri")]
#![cfg_attr(feature = "uri", doc = "[`from_uri`]: crate::Url::from_uri")]
// Without the feature, the methods are not there to link to.
#![cfg_attr(not(feature = "uri"), doc = "[`as_uri`]: crate::Url")]
#![cfg_attr(not(feature = "uri"), doc = "[`to_uri`]: crate::Url")]
#![cfg_attr(not(feature = "uri"), doc = "[`from_uri`]: crate::Url")]
//!
//! ```
//! # #[cfg(feature = "uri")] {
//! use napkin_url::Url;
//!
//! let url = Url::parse("https://example.com/?a|b").unwrap();
//! assert!(url.as_uri().is_err());
//! let (uri, excluded) = url.to_uri().unwrap();
//! assert_eq!(uri, "https://example.com/?a%7Cb");
//! assert_eq!(excluded[0].character, '|');
//! # }
//! ```
