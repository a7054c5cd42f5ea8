//! Code as one writes it before more than the front page is read: each function has the name of its job, and does what
//! its comment says.

use std::error::Error;

use napkin::edition::RFC3986;
use napkin::{Uri, uri};
use napkin_audit::{
    Gate, HostList, JudgedBase, Policy, Refusal, allow, allow_reference, audit, hosts, mends,
    same_site,
};

/// What may be followed is a result, whose error is one.
#[test]
fn n18_guard() {
    fn guard(text: &str) -> Result<String, Refusal> {
        let list: HostList = "example.com".parse().map_err(|_| Refusal::NoServer)?;
        Ok(allow(text, &list, &Policy::default())?.uri)
    }
    fn checked(text: &str) -> Result<(), Box<dyn Error>> {
        let (list, policy) = (HostList::public(), "ssrf".parse()?);
        Gate::new(&list, &policy).check(text)?;
        Ok(())
    }
    fn redirect(from: &str, location: &[u8]) -> Result<String, Box<dyn Error>> {
        let (list, policy) = (HostList::parse("example.com")?, Policy::default());
        let base = JudgedBase::new(from, &policy)?;
        Ok(allow_reference(&base, location, &list, &policy)?.to_string())
    }
    assert_eq!(guard("HTTPS://example.com").unwrap(), "https://example.com/");
    assert_eq!(
        guard("https://example.com:8443/").unwrap_err().to_string().split(':').next(),
        Some("the port 8443 is not allowed")
    );
    assert!(checked("https://example.com/").is_ok() && checked("http://10.0.0.1/").is_err());
    assert_eq!(redirect("https://example.com/a/b", b"../c").unwrap(), "https://example.com/c");
    assert!(redirect("https://example.com/", b"//evil.example").is_err());
}

/// Text, bytes and URIs are audited alike.
#[test]
fn n18_text_or_bytes() {
    let policy = Policy::default();
    let rules = |found: &napkin_audit::Audit<'_>| found.findings().len();
    let text = String::from("http://u@h/");
    assert_eq!(rules(&audit(&text, &policy)), rules(&audit(text.as_bytes(), &policy)));
    assert_eq!(rules(&audit("http://u@h/", &policy)), rules(&audit(b"http://u@h/", &policy)));
    assert!(hosts("http://a/").agreed() == hosts(b"http://a/").agreed());
    assert!(allow(uri!("http://h/"), &HostList::parse("h").unwrap(), &policy).is_ok());
}

/// Lists and policies of a configuration.
#[test]
fn b9_configuration() {
    #[derive(serde::Deserialize)]
    struct Config {
        hosts: HostList,
        policy: Policy,
    }

    let read = |text: &str| serde_json::from_str::<Config>(text);
    let config = read(r#"{"hosts": ["example.com", "*.example.org"], "policy": "ssrf"}"#).unwrap();
    assert_eq!(config.policy, Policy::preset("ssrf").unwrap());
    assert!(allow("https://a.example.org/", &config.hosts, &config.policy).is_ok());
    let config = read(r#"{"hosts": "h # a comment\n", "policy": {"schemes": ["https"]}}"#).unwrap();
    assert!(allow("http://h/", &config.hosts, &config.policy).is_err());
    assert!(read(r#"{"hosts": ["127.1"], "policy": "ssrf"}"#).is_err());
    assert!(read(r#"{"hosts": [], "policy": {"no-such-key": 1}}"#).is_err());
}

/// Two pages of one owner.
#[test]
fn n20_same_site() {
    assert!(same_site(&uri!("https://www.BBC.co.uk/"), &uri!("https://bbc.co.uk/a")));
    assert!(!same_site(&uri!("https://bbc.co.uk/"), &uri!("https://itv.co.uk/")));
    assert!(same_site(&uri!("http://[::1]/"), &uri!("http://[0::1]:81/")));
    assert!(!same_site(&uri!("http://10.0.0.1/"), &uri!("http://11.0.0.1/")));
}

/// What the error of the core says to write is the first mend.
#[test]
fn c1_no_scheme() {
    let advised = |text| Uri::parse(text).unwrap_err().diagnose(text).advised().to_string();
    let mended = |text: &str| format!("write {}", &*mends(text.as_bytes(), RFC3986)[0].uri);
    for text in [
        "http//h.example/x",
        "https//h.example",
        "HTTP//h.example/",
        "ftp//h.example/f",
        "www.example.com/a",
        "WWW.example.com",
    ] {
        assert_eq!(advised(text), mended(text));
    }
}
