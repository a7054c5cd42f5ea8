//! The guide: links in pages, mail and archives. It is documentation only, and not compiled into programs. The crate
//! `napkin` has [chapters for other jobs](https://docs.rs/napkin/latest/napkin/guide/).
//!
//! # URIs in running text
//!
//! ```
//! use napkin_context::Extractor;
//!
//! let text = b"See https://example.com/a_(b), and <http://example.org/c>.";
//! let found: Vec<_> = Extractor::default().find(text).map(|find| find.uri.into_owned()).collect();
//! assert_eq!(found, ["https://example.com/a_(b)", "http://example.org/c"]);
//! ```
//!
//! A stream of any length goes to [`Extractor::read`](crate::Extractor::read).
//!
//! # Links of a page
//!
//! [`Surroundings`](crate::Surroundings) are what is known of a document from outside: where it was found, its type, its
//! charset. [`links`](crate::Surroundings::links) hands out each link with its target, and says what it could not read.
//!
//! ```
//! use napkin::Target;
//! use napkin_context::{Found, Surroundings};
//!
//! let page = b"<base href='/shop/'><a href=cart>cart</a><img src='//cdn.example/a.png'>";
//! let mut targets = Vec::new();
//! # #[cfg(feature = "html")] {
//! let surroundings = Surroundings::default().retrieved_from("https://example.com/index.html");
//! surroundings.links(&page[..], &mut |_, found| match found {
//!     Found::Link { target: Ok(Target::Uri(uri)), .. } => targets.push(uri),
//!     Found::Fault(fault) => eprintln!("{fault}"),
//!     _ => {}
//! })?;
//! // The reference of `base` is one of the links.
//! assert_eq!(targets[1..], ["https://example.com/shop/cart", "https://cdn.example/a.png"]);
//! # }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The kind of the document is found in its content. [`of_kind`](crate::Surroundings::of_kind),
//! [`of_file_name`](crate::Surroundings::of_file_name) or [`of_media_type`](crate::Surroundings::of_media_type) say it.
//!
//! # Mail
//!
//! A message is unpacked: each part has a kind and a base of its own, and a link to another part of the message is told as
//! such. [`Document`](crate::Document) says in which message and part a link is.
//!
//! ```
//! use napkin_context::{Found, Surroundings};
//!
//! let mail = b"From: a@example.com\r\nSubject: News\r\nContent-Type: text/html\r\n\r\n<a href=http://example.com/>x</a>";
//! let mut subjects = Vec::new();
//! # #[cfg(all(feature = "html", feature = "mime"))] {
//! Surroundings::default().links(&mail[..], &mut |document, found| {
//!     if let Found::Link { link, .. } = found {
//!         let subject = document.message.and_then(|message| message.subject).unwrap_or_default();
//!         subjects.push(format!("{subject}: {}", link.reference));
//!     }
//! })?;
//! assert_eq!(subjects, ["News: http://example.com/"]);
//! # }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Archives
//!
//! A WARC or ARC file, compressed or not, is read record by record; the base of each document is the URI that was captured.
//! [`by_record_date`](crate::Surroundings::by_record_date) resolves by the standard that was in force when a record was
//! made. Memory is bounded: [`largest`](crate::Surroundings::largest) and
//! [`largest_unpacked`](crate::Surroundings::largest_unpacked) are the limits. A fault names each text over a limit.
//!
//! ```
//! use napkin::Target;
//! use napkin_context::{Found, Surroundings};
//!
//! let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=b>";
//! let warc = format!(
//!     "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/a\r\n\
//!      Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
//!     http.len(),
//! );
//! let mut found = Vec::new();
//! # #[cfg(all(feature = "html", feature = "warc"))] {
//! Surroundings::default().links(warc.as_bytes(), &mut |document, result| {
//!     if let Found::Link { target: Ok(Target::Uri(target)), .. } = result {
//!         let record = document.record.and_then(|record| record.uri).unwrap_or_default();
//!         found.push(format!("{record} -> {target}"));
//!     }
//! })?;
//! assert_eq!(found, ["http://example.com/a -> http://example.com/b"]);
//! # }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! `napkin-keys` looks captures up in the index of an archive.
