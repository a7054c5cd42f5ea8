//! Decides whether a redirect may be followed: to the same host, at any port, never down from https, no userinfo in the reference. What the
//! crate `napkin-audit` has is stricter, and gives the URI to request: `allow_reference`.
//!
//!     cargo run -p napkin --example same_host_redirect https://example.com/old //EXAMPLE.com/new

use std::{env, error::Error, process::ExitCode};

use napkin::{Level, Uri, UriRef};

/// Where the redirect leads, or why it must not be followed.
fn follow(base: &[u8], location: &[u8]) -> Result<Uri<String>, Box<dyn Error>> {
    let base = Uri::parse_bytes(base)?;
    let location = UriRef::parse_bytes(location)?;
    if location.userinfo().is_some() {
        return Err("the location has userinfo".into());
    }
    let target = location.resolve(base)?;
    target.check_scheme()?;
    let (from, to) = (base.normalize(Level::Scheme)?, target.normalize(Level::Scheme)?);
    if to.host() != from.host() {
        return Err(format!("{to} leaves the host").into());
    }
    match (from.scheme().as_str(), to.scheme().as_str()) {
        ("http", "http" | "https") | ("https", "https") => Ok(target),
        (from, to) => Err(format!("a redirect from {from} to {to}").into()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [base, location] = arguments.as_slice() else {
        eprintln!("usage: same_host_redirect BASE LOCATION");
        return ExitCode::from(2);
    };
    match follow(base.as_encoded_bytes(), location.as_encoded_bytes()) {
        Ok(target) => println!("allow: {target}"),
        Err(reason) => println!("refuse: {reason}"),
    }
    ExitCode::SUCCESS
}
