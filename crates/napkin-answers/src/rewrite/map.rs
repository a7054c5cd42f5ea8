//! Single URIs that move, as a file lists them.

use std::collections::HashMap;

use napkin::{Parts, Target};
use napkin_context::{Link, Move};
use napkin_url::edition::WHATWG;

use crate::options::Value;

/// URIs, each with the one that takes its place.
#[derive(Clone, Debug)]
pub struct Moves {
    /// By the URI as it is written.
    written: HashMap<String, String>,
    /// By the URI as the URL Standard writes it, for pages.
    urls: HashMap<String, String>,
}

impl Value for Moves {
    const IS_CONTENT: bool = true;

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let mut moves = Self { written: HashMap::new(), urls: HashMap::new() };
        for (number, line) in String::read(octets)?.lines().enumerate() {
            let mut columns = line.split_whitespace();
            let (old, new) = match (columns.next(), columns.next(), columns.next()) {
                (None, ..) => continue,
                (Some(old), Some(new), None) => (old, new),
                _ => {
                    return Err(format!(
                        "has line {}, which does not have two columns",
                        number + 1
                    ));
                }
            };
            Move::new(old, new).map_err(|error| format!("has line {}: {error}", number + 1))?;
            if let Ok(url) = WHATWG.parse(old) {
                moves.urls.entry(url.into_text()).or_insert_with(|| new.to_owned());
            }
            moves.written.entry(old.to_owned()).or_insert_with(|| new.to_owned());
        }
        Ok(moves)
    }
}

impl Moves {
    /// A URI to which one moves and which moves itself.
    pub(super) fn repeated(&self) -> Option<&str> {
        let moves = |uri: &&String| {
            found(&self.written, uri).is_some_and(|new| new != **uri)
                || found(&self.urls, uri).is_some_and(|new| new != **uri)
        };
        self.written.values().filter(moves).min().map(String::as_str)
    }

    /// The reference to write for a link, if its target moves.
    pub(super) fn reference(
        &self,
        link: &Link<'_>,
        target: &Target,
        with_relative: bool,
    ) -> Option<String> {
        let Target::Uri(target) = target else { return None };
        if link.is_template || !(with_relative || Parts::split(link.reference).scheme.is_some()) {
            return None;
        }
        let is_web = link.base.standard().starts_with("whatwg");
        found(if is_web { &self.urls } else { &self.written }, target)
    }
}

/// Where a URI moves, by itself or without its fragment, which stays.
fn found(moves: &HashMap<String, String>, uri: &str) -> Option<String> {
    if let Some(new) = moves.get(uri) {
        return Some(new.clone());
    }
    let (without, fragment) = uri.split_once('#')?;
    let new = moves.get(without)?;
    let new = new.split('#').next().unwrap_or_default();
    Some([new, "#", fragment].concat())
}
