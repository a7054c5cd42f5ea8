//! A scheme whose family is not compiled in is an error that names the feature. CI runs this with the feature `data` alone,
//! too.

use napkin::edition::RFC3986;
use napkin_schemes::{
    Client, ComposeError, DEFINITIONS, Definition, ErrorKind, FAMILIES, Server, compose, describe,
    plan,
};

/// The families, and whether each is compiled in.
const CHOSEN: [(&str, bool); 10] = [
    ("data", cfg!(feature = "data")),
    ("directory", cfg!(feature = "directory")),
    ("file", cfg!(feature = "file")),
    ("hash", cfg!(feature = "hash")),
    ("mail", cfg!(feature = "mail")),
    ("misc", cfg!(feature = "misc")),
    ("ssh", cfg!(feature = "ssh")),
    ("tel", cfg!(feature = "tel")),
    ("urn", cfg!(feature = "urn")),
    ("web", cfg!(feature = "web")),
];

#[test]
fn each_scheme_is_compiled_in_or_an_error() {
    for (name, family) in FAMILIES {
        let (_, is_chosen) = CHOSEN.iter().find(|(chosen, _)| chosen == family).unwrap();
        assert_eq!(Definition::named(name).is_some(), *is_chosen, "{name}");
        let scheme = if *name == "x-" { "x-own" } else { name };
        let uri = format!("{}:a", scheme.to_uppercase());
        let uri = napkin::Uri::parse(uri.as_str()).unwrap();
        let is_error = |kind| kind == Some(ErrorKind::NotCompiled);
        let described = describe(&uri).err().map(|error| error.kind());
        let planned = plan(&uri, &Client::default()).err().map(|error| error.kind());
        assert_eq!(is_error(described), !is_chosen, "{name}");
        assert_eq!(is_error(planned), !is_chosen, "{name}");
        // A namespace is composed as a scheme of its own.
        let composed = compose(RFC3986, name, [("path", &b"x"[..])]).err();
        let is_refused =
            matches!(composed, Some(ComposeError::Refused(error)) if is_error(Some(error.kind())));
        assert_eq!(is_refused, !is_chosen, "{name}");
    }
    let chosen = |(_, family): &&(&str, &str)| CHOSEN.contains(&(*family, true));
    assert_eq!(FAMILIES.iter().filter(chosen).count(), DEFINITIONS.len());
}

#[test]
fn the_error_names_the_feature() {
    if cfg!(feature = "ssh") {
        return;
    }
    let uri = napkin::Uri::parse("sftp://h/a").unwrap();
    let error = describe(&uri).unwrap_err().to_string();
    assert_eq!(
        error,
        "the scheme is not compiled in: feature `ssh` of napkin-schemes (scheme, RFC 3986 section 3.1)"
    );
}

#[test]
fn a_proxy_needs_the_web() {
    let client = Client::default().proxy(Server::new("proxy.example"));
    let uri = napkin::Uri::parse("unknown:a").unwrap();
    let kind = plan(&uri, &client).err().map(|error| error.kind());
    assert_eq!(kind, (!cfg!(feature = "web")).then_some(ErrorKind::NotCompiled));
}
