//! The guide: archives. It is documentation only, and not compiled into programs. The crate `napkin` has
//! [chapters for other jobs](https://docs.rs/napkin/latest/napkin/guide/); `napkin-context` reads the links in WARC files.
//!
//! # Make the key that the archive has
//!
//! An archive sorts its captures by a key, and each program has its own rules. Choose the [`Profile`](crate::Profile) of the
//! program that wrote the index; [`PROFILES`](crate::PROFILES) lists them, and [`Profile::source`](crate::Profile::source)
//! says where the rules are from.
//!
//! ```
//! use napkin_keys::{Keys, Profile, SURT};
//!
//! assert_eq!(SURT.key("http://www.example.com:80/Path/?b=2&a=1")?, "com,example)/path?a=1&b=2");
//! assert!(Profile::named("surt").is_some());
//!
//! // For many texts, memory is used again.
//! let mut keys = Keys::new(&SURT);
//! assert_eq!(keys.key(b"https://example.com/a/")?, "com,example)/a");
//! # Ok::<(), napkin_keys::NoKey>(())
//! ```
//!
//! # Why do two URLs have one key?
//!
//! ```
//! use napkin_keys::SURT;
//!
//! let steps: Vec<_> = SURT.explain("http://www.example.com/A")?.iter().map(|change| change.step).collect();
//! assert!(steps.contains(&"remove-www") && steps.contains(&"lowercase-path"));
//! # Ok::<(), napkin_keys::NoKey>(())
//! ```
//!
//! # Look a URL up
//!
//! With the feature `cdx`, an [`Index`] finds a [range](crate::KeyRange) of keys by binary search:
//! [one URL](crate::Match::Exact), all below [a path](crate::Match::Prefix), a [host](crate::Match::Host), or a
//! [domain](crate::Match::Domain) with its subdomains.
//!
//! ```
//! # #[cfg(feature = "cdx")] {
//! use std::io::Cursor;
//!
//! use napkin_keys::{Match, SURT, cdx::Index};
//!
//! let file = "com,example)/ 20200101000000 {\"url\": \"http://example.com/\", \"status\": \"200\"}\n\
//!             com,example)/a 20210101000000 {\"url\": \"https://example.com/a\", \"status\": \"404\"}\n";
//! let mut index = Index::new(Cursor::new(file)).unwrap();
//! index.check_keys(&SURT).unwrap(); // is the index by these keys?
//!
//! let range = SURT.range("http://example.com/", Match::Host).unwrap();
//! let mut captures = index.find(&range).unwrap();
//! let mut found = Vec::new();
//! while let Some(capture) = captures.next().unwrap() {
//!     let fields = capture.fields().unwrap();
//!     found.push(format!("{} {}", fields.timestamp.unwrap(), fields.status.unwrap()));
//! }
//! assert_eq!(found, ["20200101000000 200", "20210101000000 404"]);
//! # }
//! ```
//!
//! `Index::open` opens a file. [`Index::with_parts`] searches a `ZipNum` cluster, as Common Crawl publishes it: it asks you to open
//! each part that the search needs.
//!
#![cfg_attr(feature = "cdx", doc = "[`Index`]: crate::cdx::Index")]
#![cfg_attr(feature = "cdx", doc = "[`Index::with_parts`]: crate::cdx::Index::with_parts")]
// Without the feature, they are not there to link to.
#![cfg_attr(not(feature = "cdx"), doc = "[`Index`]: crate")]
#![cfg_attr(not(feature = "cdx"), doc = "[`Index::with_parts`]: crate")]
//!
//! # A profile of your own
//!
//! With the feature `toml`, [`Profile::from_toml`] reads a profile as a list of the steps in [`STEPS`](crate::STEPS).
//!
#![cfg_attr(feature = "toml", doc = "[`Profile::from_toml`]: crate::Profile::from_toml")]
#![cfg_attr(not(feature = "toml"), doc = "[`Profile::from_toml`]: crate::Profile")]
