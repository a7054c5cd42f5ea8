//! The links of an HTML page as a browser requests them, each once, grouped by host.
//!
//!     cargo run -p napkin-context --example crawl_page http://example.org/ < spec/cases/examples/messy.html

use std::collections::{BTreeMap, BTreeSet};
use std::{env, error::Error, io};

use napkin::Target;
use napkin_context::{Found, Kind, Surroundings};
use napkin_url::Url;

fn main() -> Result<(), Box<dyn Error>> {
    let place = env::args().nth(1).ok_or("usage: crawl_page PLACE < PAGE")?;
    let page = Surroundings::default().of_kind(Kind::Html).retrieved_from(place);
    let mut hosts = BTreeMap::<String, BTreeSet<String>>::new();
    page.links(io::stdin(), &mut |_, found| match found {
        Found::Link { link, target: Err(error), .. } => eprintln!("{:?}: {error}", link.reference),
        Found::Link { target: Ok(target), .. } => {
            let Target::Uri(text) = target else { return };
            let Ok(mut url) = Url::parse(&text) else { return };
            url.set_fragment(None);
            if let Some(host) = url.host_str() {
                hosts.entry(host.to_owned()).or_default().insert(url.to_string());
            }
        }
        Found::Document | Found::Unread(_) => {}
        Found::Fault(fault) => eprintln!("{fault}"),
    })?;
    for (host, urls) in hosts {
        println!("{host}");
        for url in urls {
            println!("  {url}");
        }
    }
    Ok(())
}
