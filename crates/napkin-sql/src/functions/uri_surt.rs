//! `uri_surt`: the key by which archives sort, the labels of the host in reverse.

use std::fmt;

use napkin::{Level, Normalizer};
use napkin_answers::facts::{self, Fact};
use napkin_answers::row::Parsed;

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The key by which web archives sort: host labels in reverse, a parenthesis, path and query of the \
            normal form at level 'scheme'; the normal form itself where there is no host.",
    answer: |rows| {
        let normalizer = Normalizer::new(Level::Scheme).with_schemes(napkin_schemes::normalize);
        rows.write_texts(|row, parsed, column| {
            let whole = match parsed {
                Parsed::Reference(reference) => reference.without_fragment(),
                Parsed::Url(url) => return column.push_shown(Surt(parsed, url.without_fragment())),
            };
            match normalizer.normalize_reference(whole) {
                Ok(normal) => match whole.edition().parse(&normal) {
                    Ok(uri) => column.push_shown(Surt(Parsed::Reference(&uri), &normal)),
                    Err(_) => column.push(Some(&normal)),
                },
                Err(error) => {
                    rows.refuse(rows.text(0, row).unwrap_or_default(), error);
                    column.push(None);
                }
            }
        })
    },
    ..Function::BLANK
};

/// A URI in normal form and its text without fragment, to be shown as a key.
struct Surt<'p, 't>(Parsed<'p, 't>, &'p str);

impl fmt::Display for Surt<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(uri, text) = *self;
        let Some(host) = facts::Host::of(uri).filter(|host| !host.is_empty()) else {
            return f.write_str(text);
        };
        if host.starts_with('[') {
            f.write_str(&host)?;
        } else {
            let name = host.strip_suffix('.').unwrap_or(&host);
            for (number, label) in name.rsplit('.').enumerate() {
                f.write_str(if number > 0 { "," } else { "" })?;
                f.write_str(label)?;
            }
        }
        if let Some(port) = facts::Port::of(uri) {
            write!(f, ":{port}")?;
        }
        f.write_str(")")?;
        f.write_str(&facts::Path::of(uri).unwrap_or_default())?;
        match facts::Query::of(uri) {
            Some(query) => write!(f, "?{query}"),
            None => Ok(()),
        }
    }
}
