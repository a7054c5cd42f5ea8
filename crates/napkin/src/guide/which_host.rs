//! Which host: compare hosts, origins and domains without mistakes.
//!
//! # The host is a part, not a piece of text
//!
//! Looking for a name in the text of a URI is wrong: the name can be in the userinfo, the path or another label.
//!
//! ```
//! use napkin::Uri;
//!
//! let uri = Uri::parse("http://example.com@evil.example/example.com")?;
//! assert_eq!(uri.host().unwrap(), "evil.example");
//! assert_eq!(uri.userinfo().unwrap(), "example.com");
//! # Ok::<(), napkin::ParseError>(())
//! ```
//!
//! # Compare
//!
//! Two [`Host`](crate::Host)s are equal if they are the same without regard to case and percent-encoding.
//! [`is_in_domain`](crate::Host::is_in_domain) compares whole labels:
//!
//! ```
//! use napkin::uri;
//!
//! assert_eq!(uri!("http://Example.com/").host(), uri!("https://example.com:8443/a").host());
//!
//! let host = uri!("http://www.example.com/").host().unwrap();
//! assert!(host.is_in_domain("example.com"));
//! assert!(!uri!("http://badexample.com/").host().unwrap().is_in_domain("example.com"));
//! ```
//!
//! # Origins
//!
//! An [`Origin`](crate::Origin) is scheme, host and port, with the default port filled in:
//!
//! ```
//! use napkin::uri;
//!
//! let origin = uri!("https://Example.com/a").origin();
//! assert_eq!(origin, uri!("HTTPS://example.com:443/b").origin());
//! assert_ne!(origin, uri!("http://example.com/a").origin());
//! ```
//!
//! A URI without one, such as `data:,a`, has an opaque origin, which equals no other. So `a.origin() == b.origin()` is safe to ask of any two.
//!
//! # Addresses
//!
//! A name is a name: `2130706433` and `0x7f.1` are no addresses in RFC 3986, but browsers read both as `127.0.0.1`.
//!
//! ```
//! use napkin::{HostKind, uri};
//!
//! let host = uri!("http://[::1]:8080/").host().unwrap();
//! assert_eq!((host.kind(), host.in_brackets()), (HostKind::Ipv6, Some("::1")));
//! assert!(host.to_ip().unwrap().is_loopback());
//! assert_eq!(uri!("http://2130706433/").host().unwrap().to_ip(), None);
//! ```
//!
//! # Before a program follows a URI
//!
//! A text that one program has checked is read again by another, which may see another host: `http://a.example\@b.example/`
//! is no URI, a browser goes to `a.example`, and some libraries go to `b.example`. `napkin_audit::allow` asks all of these
//! readers, and allows a URI only if they agree on a host of the list. A check of the host alone does not keep a name from
//! having the address of a private network: ask the address that was connected to as well.
