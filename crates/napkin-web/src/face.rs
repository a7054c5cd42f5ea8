//! Who asks: a program the API, or a person the page. An error is JSON for the one and a page for the other, whoever
//! found it.

use crate::page;
use crate::refusal::Refusal;

/// The kind of answers that a path has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    /// JSON.
    Api,
    /// HTML, at a path so many folders below the root.
    Page {
        /// The number of folders.
        depth: usize,
    },
}

impl Default for Face {
    fn default() -> Self {
        Self::Page { depth: 0 }
    }
}

impl Face {
    /// The face of a path.
    pub(crate) fn of(path: &str) -> Self {
        match path.strip_prefix("/api") {
            Some("") => Self::Api,
            Some(rest) if rest.starts_with('/') => Self::Api,
            _ => Self::page(path),
        }
    }

    /// The face of a request: below the path of the API too, HTML where that is asked.
    pub(crate) fn asked(path: &str, wants_page: bool) -> Self {
        match Self::of(path) {
            Self::Api if wants_page => Self::page(path),
            face => face,
        }
    }

    fn page(path: &str) -> Self {
        /// No page is as deep; links from a path that is deeper are not needed.
        const DEEPEST: usize = 16;
        let depth = path.bytes().skip(1).filter(|byte| *byte == b'/').count();
        Self::Page { depth: depth.min(DEEPEST) }
    }

    /// The type and the content of an error.
    pub(crate) fn error(self, refusal: &Refusal) -> (&'static str, Vec<u8>) {
        match self {
            Self::Api => ("application/json", refusal.to_json()),
            Self::Page { depth } => {
                let page = page::refuse(refusal, depth).whole().into_string();
                ("text/html; charset=utf-8", page.into_bytes())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Face;

    #[test]
    fn a_path_has_a_face() {
        for path in ["/api", "/api/", "/api/v1/parse", "/api//"] {
            assert_eq!(Face::of(path), Face::Api, "{path}");
        }
        for path in ["", "/", "*", "/apis", "/assets/page.css", "//api"] {
            assert_ne!(Face::of(path), Face::Api, "{path}");
        }
        assert_eq!(Face::asked("/api/v1/parse", false), Face::Api);
        for (path, depth) in [("/", 0), ("/none", 0), ("/api", 0), ("/api/v1/parse", 2)] {
            assert_eq!(Face::asked(path, true), Face::Page { depth }, "{path}");
        }
    }
}
