//! Editing: change one part, and leave every other byte as it is.
//!
//! # A copy, or in place
//!
//! A `with_` method makes a changed copy of any identifier. A `set_` method changes an identifier over a `String` in place,
//! and can be chained. A change that fails changes nothing.
//!
//! ```
//! use napkin::uri;
//!
//! let uri = uri!("http://user@example.com:8042/a%2Fb?q=1#top");
//! assert_eq!(uri.with_host("mirror.example")?, "http://user@mirror.example:8042/a%2Fb?q=1#top");
//! assert_eq!(uri.with_fragment(None)?, "http://user@example.com:8042/a%2Fb?q=1");
//!
//! let mut edited = uri.into_owned();
//! edited.set_scheme("https")?.set_port(None)?.set_userinfo(None)?.set_query("q=2")?;
//! assert_eq!(edited, "https://example.com/a%2Fb?q=2#top");
//! # Ok::<(), napkin::ParseError>(())
//! ```
//!
//! # Raw text and data
//!
//! Whole parts are raw text: `set_path`, `set_query` and `set_fragment` take the text as it is written in the URI, and refuse
//! characters that are not allowed there. Segments and pairs are data: what would be a delimiter is encoded.
//!
//! ```
//! use napkin::Uri;
//!
//! let mut uri = Uri::try_new(String::from("http://h/files?lang=fr&q=a"))?;
//! assert!(uri.set_path("/a b").is_err());
//! uri.push_segment("50% off/new")?.set_pair("q", "b & c")?;
//! assert_eq!(uri, "http://h/files/50%25%20off%2Fnew?lang=fr&q=b%20%26%20c");
//! assert_eq!(uri.query().unwrap().value("q").unwrap().decode(), "b & c");
//! # Ok::<(), napkin::ParseError>(())
//! ```
//!
//! # Queries
//!
//! | to | method |
//! | --- | --- |
//! | add a pair | [`append_pair`](crate::Uri::append_pair) |
//! | replace the value of a key, or add it | [`set_pair`](crate::Uri::set_pair) |
//! | the same with `+` for a blank, as forms do | [`set_form_pair`](crate::Uri::set_form_pair) |
//! | remove a key | [`remove_pair`](crate::Uri::remove_pair) |
//! | keep the pairs that a function wants | [`retain_pairs`](crate::Uri::retain_pairs) |
//! | write all pairs | [`set_pairs`](crate::Uri::set_pairs) |
//! | sort | [`sort_pairs`](crate::Uri::sort_pairs) |
//!
//! ```
//! use napkin::Uri;
//!
//! let mut uri = Uri::try_new(String::from("http://h/?utm_source=x&b=%7E&a"))?;
//! uri.retain_pairs(|key, _| !key.starts_with("utm_"));
//! assert_eq!(uri, "http://h/?b=%7E&a"); // the other pairs stay byte for byte
//! uri.append_pair("c", "+")?.sort_pairs();
//! assert_eq!(uri, "http://h/?a&b=%7E&c=%2B");
//! assert!(uri.remove_pair("a"));
//! # Ok::<(), napkin::ParseError>(())
//! ```
//!
//! # Build
//!
//! [`Builder`](crate::Builder) takes parts in any order, and gives the first fault at the end.
//!
//! ```
//! use napkin::Builder;
//!
//! let uri = Builder::new()
//!     .scheme("https")
//!     .host_name("example.com")
//!     .port(8443)
//!     .segment("over")
//!     .segment("there")
//!     .pair("name", "ferret & co")
//!     .uri()?;
//! assert_eq!(uri, "https://example.com:8443/over/there?name=ferret%20%26%20co");
//! # Ok::<(), napkin::ParseError>(())
//! ```
//!
//! # What an edit cannot do
//!
//! No value becomes a delimiter, and no part changes because another one did. Where a path alone would be read as an
//! authority or a scheme, a guard is put before it:
//!
//! ```
//! use napkin::uri;
//!
//! assert_eq!(uri!("http://h//a").with_authority(None)?, "http:/.//a");
//! assert!(uri!("mailto:a@h").with_port(80).is_err()); // there is no authority for it
//! # Ok::<(), napkin::ParseError>(())
//! ```
