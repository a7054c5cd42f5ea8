//! `uri_surt`: the key by which archives sort, the labels of the host in reverse.

use std::fmt;

use napkin::{Level, Normalizer, Path, Reference};

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The key by which web archives sort: host labels in reverse, a parenthesis, path and query of the \
            normal form at level 'scheme'; the normal form itself where there is no host.",
    answer: |rows| {
        let normalizer = Normalizer::new(Level::Scheme).with_schemes(napkin_schemes::normalize);
        rows.write_texts(|_, reference, column| {
            let whole = reference.without_fragment();
            match normalizer.normalize_reference(whole) {
                Ok(normal) => match reference.edition().parse(&normal) {
                    Ok(normal) => column.push_shown(Surt(normal)),
                    Err(_) => column.push(Some(&normal)),
                },
                Err(error) => {
                    rows.refuse(reference.as_str(), error);
                    column.push(None);
                }
            }
        })
    },
    ..Function::BLANK
};

/// A URI in normal form, to be shown as a key.
struct Surt<'a>(Reference<'a>);

impl fmt::Display for Surt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let uri = &self.0;
        let Some(host) = uri.host().filter(|host| !host.is_empty()) else {
            return f.write_str(uri.as_str());
        };
        if host.in_brackets().is_some() {
            f.write_str(host.as_str())?;
        } else {
            let name = host.as_str().strip_suffix('.').unwrap_or(host.as_str());
            for (number, label) in name.rsplit('.').enumerate() {
                f.write_str(if number > 0 { "," } else { "" })?;
                f.write_str(label)?;
            }
        }
        if let Some(port) = uri.port() {
            write!(f, ":{}", port.as_str())?;
        }
        f.write_str(")")?;
        f.write_str(uri.path().map_or("", Path::as_str))?;
        match uri.query() {
            Some(query) => write!(f, "?{}", query.as_str()),
            None => Ok(()),
        }
    }
}
