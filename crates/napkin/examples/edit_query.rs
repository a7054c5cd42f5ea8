//! Cleans the query of a URI: removes tracking pairs, and puts the page first.
//!
//!     cargo run -p napkin --example edit_query 'https://example.com/?utm_source=mail&q=uri&page=7'

use std::{env, process::ExitCode};

use napkin::{ParseError, Uri};

/// The keys of tracking pairs, besides `utm_…`.
const TRACKING: [&str; 7] = ["dclid", "fbclid", "gclid", "mc_cid", "mc_eid", "msclkid", "yclid"];

fn is_tracking(key: &str) -> bool {
    key.starts_with("utm_") || TRACKING.contains(&key)
}

fn clean(text: &[u8]) -> Result<Uri<String>, ParseError> {
    let mut uri = Uri::parse_bytes(text)?.into_owned();
    uri.retain_pairs(|key, _| !is_tracking(key));
    uri.set_pair("page", "1")?;
    Ok(uri)
}

fn main() -> ExitCode {
    let Some(argument) = env::args_os().nth(1) else {
        eprintln!("usage: edit_query URI");
        return ExitCode::from(2);
    };
    let text = argument.as_encoded_bytes();
    match clean(text) {
        Ok(uri) => {
            println!("{uri}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}", error.diagnose(text));
            ExitCode::FAILURE
        }
    }
}
