//! References that user agents do not follow: in attributes for scripts, in metadata for other sites, in the values
//! of options.

use super::{Attribute, Shape};

/// Further references in a page besides its links, found on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Also {
    /// Attributes from which scripts load: `data-src`, `data-srcset`, `data-original` and similar ones.
    Lazy,
    /// The content of `meta` elements that is a URL by its name: Open Graph, Twitter and others.
    Meta,
    /// Microdata: `itemtype`, and properties whose content is a URL.
    Microdata,
    /// RDFa: `about`, `resource`, `vocab`, `prefix`, and absolute names in `typeof`, `property`, `datatype`.
    Rdfa,
    /// Values of options that are written as URLs, as in navigation menus.
    Options,
}

impl Also {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Lazy, Self::Meta, Self::Microdata, Self::Rdfa, Self::Options];

    /// The name on the command line and in JSON, such as `lazy`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lazy => "lazy",
            Self::Meta => "meta",
            Self::Microdata => "microdata",
            Self::Rdfa => "rdfa",
            Self::Options => "options",
        }
    }
}

/// A set of kinds of references.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted(u8);

impl Wanted {
    pub(crate) const fn with(self, also: Also) -> Self {
        Self(self.0 | 1 << also as u8)
    }

    pub(crate) const fn has(self, also: Also) -> bool {
        self.0 & (1 << also as u8) != 0
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Attributes of any element from which scripts load.
const LAZY: &[Attribute] = &[
    ("data-src", Shape::One),
    ("data-srcset", Shape::SourceSet),
    ("data-original", Shape::One),
    ("data-original-set", Shape::SourceSet),
    ("data-lazy", Shape::One),
    ("data-lazy-src", Shape::One),
    ("data-lazy-srcset", Shape::SourceSet),
    ("data-bg", Shape::StyleOrOne),
    ("data-background", Shape::StyleOrOne),
    ("data-background-image", Shape::StyleOrOne),
    ("data-poster", Shape::One),
    ("data-href", Shape::One),
    ("data-url", Shape::One),
    ("data-image", Shape::One),
    ("data-thumb", Shape::One),
    ("data-echo", Shape::One),
    ("data-full", Shape::One),
    ("data-full-src", Shape::One),
    ("data-hi-res-src", Shape::One),
    ("data-large-file", Shape::One),
    ("data-medium-file", Shape::One),
    ("data-orig-file", Shape::One),
];

const RDFA: &[Attribute] = &[
    ("about", Shape::One),
    ("resource", Shape::One),
    ("vocab", Shape::One),
    ("prefix", Shape::Prefixes),
    ("typeof", Shape::Names),
    ("property", Shape::Names),
    ("datatype", Shape::Names),
];

/// The attributes of a tag that decide the meaning of others.
pub(crate) struct Beside<'t> {
    pub(crate) element: &'t str,
    /// The values of `property`, `name` and `itemprop`.
    pub(crate) property: Option<&'t str>,
    pub(crate) name: Option<&'t str>,
    pub(crate) itemprop: Option<&'t str>,
}

/// How an attribute of an HTML element contains references that are not links.
pub(crate) fn shape(beside: &Beside<'_>, name: &str, value: &str) -> Option<(Also, Attribute)> {
    let listed = |list: &'static [Attribute]| list.iter().find(|(known, _)| *known == name);
    if let Some(&attribute) = listed(LAZY) {
        return Some((Also::Lazy, attribute));
    }
    if let Some(&attribute) = listed(RDFA) {
        // Compact names are in brackets, and blank nodes begin with an underscore.
        let is_name = value.starts_with('[') || value.starts_with("_:");
        return (!is_name || attribute.1 != Shape::One).then_some((Also::Rdfa, attribute));
    }
    match (beside.element, name) {
        (_, "itemtype") => Some((Also::Microdata, ("itemtype", Shape::Spaced))),
        ("meta", "content") => {
            let named = |name: Option<&str>| name.is_some_and(is_url_property);
            if named(beside.property) || named(beside.name) {
                Some((Also::Meta, ("content", Shape::One)))
            } else {
                (beside.itemprop.is_some() && is_written_as_url(value))
                    .then_some((Also::Microdata, ("content", Shape::One)))
            }
        }
        ("option", "value") if is_written_as_url(value) => {
            Some((Also::Options, ("value", Shape::One)))
        }
        _ => None,
    }
}

/// Whether the content of a `meta` element with this name is a URL.
fn is_url_property(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase();
    let of_cards =
        name.starts_with("og:") || name.starts_with("twitter:") || name.starts_with("al:");
    let last = name.rsplit(':').next().unwrap_or_default();
    of_cards
        && matches!(
            last,
            "url"
                | "secure_url"
                | "image"
                | "video"
                | "audio"
                | "src"
                | "player"
                | "stream"
                | "see_also"
                | "logo"
        )
        || matches!(
            name.as_str(),
            "article:author"
                | "article:publisher"
                | "image"
                | "thumbnail"
                | "msapplication-config"
                | "msapplication-starturl"
                | "msapplication-tileimage"
                | "identifier-url"
        )
        || name.starts_with("msapplication-square")
        || name.starts_with("msapplication-wide")
}

/// Whether a value is almost certainly a URL: a scheme and two slashes, or the start of a path.
fn is_written_as_url(value: &str) -> bool {
    let value = value.trim();
    let scheme = value.split_once("://").is_some_and(|(scheme, rest)| {
        !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric()) && !rest.is_empty()
    });
    let is_path =
        value.len() > 1 && ["/", "./", "../", "?"].iter().any(|start| value.starts_with(start));
    (scheme || is_path) && !value.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::{is_url_property, is_written_as_url};

    #[test]
    fn properties_and_values() {
        for yes in
            ["og:image", "OG:Image:Secure_URL", "twitter:image:src", "al:web:url", "thumbnail"]
        {
            assert!(is_url_property(yes), "{yes}");
        }
        for no in ["og:title", "twitter:card", "og:image:width", "description", ""] {
            assert!(!is_url_property(no), "{no}");
        }
        for yes in ["http://h/", " /a", "../a", "?q", "//h/x"] {
            assert!(is_written_as_url(yes), "{yes}");
        }
        for no in ["", "/", "a", "1://x y", "://x", "yes", "a b://c", "and/or"] {
            assert!(!is_written_as_url(no), "{no}");
        }
    }
}
