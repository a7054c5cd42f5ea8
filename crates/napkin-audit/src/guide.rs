//! The guide: which host a text leads to, and whether to follow it. It is documentation only, and not compiled into
//! programs. The crate `napkin` has [chapters for other jobs](https://docs.rs/napkin/latest/napkin/guide/).
//!
//! # Why a parser is not enough
//!
//! The program that checks a URI and the program that requests it are two readers. Where they read two hosts, a check of
//! one says nothing about the other. [`hosts()`](crate::hosts()) asks each [`Reader`](crate::Reader) of a list: editions of
//! the standards, and models of programs, each with its source.
//!
//! ```
//! let hosts = napkin_audit::hosts(br"http://trusted.example\@evil.example/");
//! assert!(hosts.disagree());
//! let contacted: Vec<_> = hosts.contacted().iter().map(ToString::to_string).collect();
//! assert_eq!(contacted, ["evil.example", "trusted.example"]);
//!
//! let hosts = napkin_audit::hosts(b"https://example.com/a");
//! assert_eq!(hosts.agreed().unwrap().to_string(), "example.com");
//! ```
//!
//! # Follow only what is in a list
//!
//! [`allow()`](crate::allow()) makes the URI that all readers take alike, and allows it if its host is in the list. Request
//! [`Allowed::uri`](crate::Allowed::uri), not the input.
//!
//! ```
//! use napkin_audit::{HostList, Policy, allow};
//!
//! let list = HostList::parse("trusted.example\n*.cdn.example")?;
//! let policy = Policy::default();
//! assert_eq!(allow("https://IMG.cdn.example", &list, &policy)?.uri, "https://img.cdn.example/");
//!
//! let refusal = allow("https://trusted.example.evil.example/", &list, &policy).unwrap_err();
//! assert!(refusal.to_string().contains("evil.example"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Redirects
//!
//! The target of a redirect is a reference. [`allow_reference`](crate::allow_reference) resolves and judges it; call it again
//! for each hop, with the URI that was requested as the base. Send the target that it gives, never the reference.
//!
//! ```
//! use napkin_audit::{HostList, JudgedBase, Policy, allow_reference};
//!
//! let (list, policy) = (HostList::parse("trusted.example")?, Policy::default());
//! let base = JudgedBase::new("https://trusted.example/login", &policy)?;
//! let target = |to: &str| allow_reference(&base, to, &list, &policy);
//! assert_eq!(target("home")?.uri, "https://trusted.example/home");
//! assert!(target("//evil.example/home").is_err());
//! assert!(target(r"/\evil.example/home").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Requests to any public host
//!
//! A program that fetches what strangers name must not reach its own network. The preset `ssrf` with
//! [`HostList::public`](crate::HostList::public) refuses private addresses in each spelling, and names that only a local
//! network has. A public name can have a private address, so ask the address that you connect to as well:
//! [`special_purpose`](crate::special_purpose).
//!
//! ```
//! use napkin_audit::{HostList, Policy, allow, special_purpose};
//!
//! let (list, policy) = (HostList::public(), Policy::preset("ssrf").unwrap());
//! // The URI to request, or why there is none.
//! let request = |input: &str| allow(input, &list, &policy);
//! assert_eq!(request("HTTPS://Example.com")?.uri, "https://example.com/");
//! assert!(request("http://0x7f.1/").is_err());
//! assert!(request("http://localhost/").is_err());
//! assert!(special_purpose([169, 254, 169, 254].into()).is_some());
//! # Ok::<(), napkin_audit::Refusal>(())
//! ```
//!
//! [`Gate`](crate::Gate) says alone whether an input may be requested as it is, in a fraction of the time, for filtering a list.
//!
//! ```
//! use napkin_audit::{Gate, HostList, Policy};
//!
//! let (list, policy) = (HostList::public(), Policy::preset("ssrf").unwrap());
//! let gate = Gate::new(&list, &policy);
//! let inputs = ["https://example.com/a", "https://example.com:443/a", "http://10.0.0.1/"];
//! let passed: Vec<_> = inputs.iter().filter(|uri| gate.check(uri).is_ok()).collect();
//! assert_eq!(passed, [&"https://example.com/a"]);
//! ```
//!
//! # Say what is wrong
//!
//! [`audit()`](crate::audit()) finds what a person should know before following a link: userinfo that looks like a host,
//! letters of another script, invisible characters. [`audit_link`](crate::audit_link) compares the link's text with its
//! target as well.
//!
//! ```
//! use napkin_audit::{LinkText, Policy, Severity, audit_link};
//!
//! let found = audit_link(b"http://evil.example/", LinkText::new("www.bank.example"), &Policy::default());
//! assert_eq!(found.findings()[0].rule.id, "text-names-other-host");
//! assert_eq!(found.worst(), Some(Severity::Warning));
//! ```
//!
//! # Mends
//!
//! [`mends`](crate::mends()) lists what is wrong with a text, with the valid URIs that it may mean, the likeliest first. A valid
//! text may have a slip: `htp://h/`.
//!
//! ```
//! use napkin::edition::RFC3986;
//!
//! let mends = napkin_audit::mends(b"http://example.com/a b", RFC3986);
//! assert_eq!(mends[0].uri, "http://example.com/a%20b");
//! ```
