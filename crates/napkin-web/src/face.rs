//! Who asks: a program the API, or a person the page. An error is JSON for the one and a page for the other, whoever
//! found it: our code, the router, or the HTTP library.

use axum::body::Body;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use crate::accept::prefers_html;
use crate::page;
use crate::proxies::BasePath;
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
    pub(crate) fn asked(path: &str, headers: &HeaderMap) -> Self {
        match Self::of(path) {
            Self::Api if prefers_html(headers) => Self::page(path),
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
                let page = page::refuse(refusal, depth).into_string();
                ("text/html; charset=utf-8", page.into_bytes())
            }
        }
    }

    /// A response that has the content of its error, if it is one; it may come from the router, without words.
    pub(crate) fn told(self, mut response: Response) -> Response {
        let status = response.status();
        let is_error = status.is_client_error() || status.is_server_error();
        if !is_error || response.extensions().get::<Told>().is_some() {
            return response;
        }
        let refusal = response.extensions_mut().remove::<Refusal>();
        let (kind, content) = self.error(&refusal.unwrap_or_else(|| Refusal::bare(status)));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        response.headers_mut().remove(CONTENT_LENGTH);
        response.headers_mut().remove(CONTENT_ENCODING);
        *response.body_mut() = Body::from(content);
        response
    }
}

/// Marks an error whose page is written already.
#[derive(Clone, Copy)]
pub(crate) struct Told;

/// The face that the newest request asks, found in the bytes of a connection: needed for a request that the HTTP library
/// does not understand, and answers before anybody else sees it.
///
/// A line that looks like the first of a request counts as one, wherever it is; requests that are sent before the
/// answer to an earlier one can be mistaken for it. Where a request is expected (at the beginning, after an empty line, and
/// after an answer), a line counts too if it only has a target somewhere.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// The beginning of the line that is being read.
    line: Vec<u8>,
    /// Whether the line before belongs to a request, so that this one does not begin another.
    is_inside: bool,
    pub(crate) face: Face,
    /// The path below which the server is reached.
    base: BasePath,
}

impl Asked {
    /// The number of bytes of a line that are looked at.
    const LOOKED_AT: usize = 512;

    /// For a server below a path.
    pub(crate) fn below(base: BasePath) -> Self {
        Self { base, ..Self::default() }
    }

    /// Takes the next bytes of a connection.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let room = Self::LOOKED_AT.saturating_sub(self.line.len());
            self.line.extend(piece.iter().take(room));
            if room > 0
                && let Some(face) = face_of_line(&self.line, !self.is_inside, &self.base)
            {
                self.face = face;
            }
            if piece.ends_with(b"\n") {
                self.is_inside = !self.line.trim_ascii().is_empty();
                self.line.clear();
            }
        }
    }

    /// Records that something is answered: a request may follow right behind the body of the one before.
    pub(crate) fn answered(&mut self) {
        if self.is_inside {
            self.line.clear();
            self.is_inside = false;
        }
    }
}

/// The face of the target in the first line of a request; `None` for any other line, and in a damaged line if there is no
/// target.
fn face_of_line(line: &[u8], damaged: bool, base: &BasePath) -> Option<Face> {
    let face = |path: &str| Face::of(base.below(path).unwrap_or(path));
    let line = String::from_utf8_lossy(line);
    if damaged {
        return line.split_whitespace().find_map(path).map(face).or_else(|| {
            // The target has lost the blank or the slash before it.
            let path = line.split(['?', '#']).next()?;
            let mut names = path.split(|end: char| end == '/' || end.is_whitespace());
            names.any(|name| name == "api").then_some(Face::Api)
        });
    }
    let (method, target) = line.split_once(' ')?;
    // The name of a header field has a colon behind it.
    if method.is_empty() || method.contains(':') {
        return None;
    }
    path(target.split_whitespace().next()?).map(face)
}

/// The path of a target.
fn path(target: &str) -> Option<&str> {
    let path = match target.split_once("://") {
        Some((scheme, rest))
            if ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) =>
        {
            rest.get(rest.find('/')?..)?
        }
        _ => target,
    };
    let end = path.find(['?', '#']).unwrap_or(path.len());
    path.starts_with('/').then(|| &path[..end])
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::ACCEPT;

    use super::{Asked, Face};

    #[test]
    fn a_path_has_a_face() {
        for path in ["/api", "/api/", "/api/v1/parse", "/api//"] {
            assert_eq!(Face::of(path), Face::Api, "{path}");
        }
        for path in ["", "/", "*", "/apis", "/assets/page.css", "//api"] {
            assert_ne!(Face::of(path), Face::Api, "{path}");
        }
        let mut headers = HeaderMap::new();
        assert_eq!(Face::asked("/api/v1/parse", &headers), Face::Api);
        headers.insert(ACCEPT, "text/html".parse().unwrap());
        for (path, depth) in [("/", 0), ("/none", 0), ("/api", 0), ("/api/v1/parse", 2)] {
            assert_eq!(Face::asked(path, &headers), Face::Page { depth }, "{path}");
        }
    }

    #[test]
    fn the_newest_request_counts_however_it_arrives() {
        for (bytes, is_api) in [
            (&b"GET /api/v1/parse?input=a HTTP/1.1\r\nHost: h"[..], true),
            (b"GET /api/v1/parse?input=\xe9 HTTP/1.1\r\n\r\n", true),
            (b"POST http://localhost/api HTTP/9\r\n\r\n", true),
            (b"GET /api/ HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n", false),
            (b"GET / HTTP/1.1\r\nX: /api/\r\n Y /api/", false),
            (b"GET http://localhost HTTP/1.1\r\n", false),
            (b"GET / HTTP/1.1\r\n\r\n /api HTTP/1.1\r\n", true),
            (b" /api HTTP/1.1\r\nA /\r\n", false),
            (b" HTTP://localhost/api HTTP/1.1\r\n", true),
            (b"GET\xa0/api/ HTTP/1.1\r\n", true),
            (b"GET api/v1/parse?input=a HTTP/1.1\r\n", true),
            (b"GET\t/?uri=http://h/api/ /api/ HTTP/1.1\r\n", false),
            (b"GET?uri=http://h/api/ HTTP/1.1\r\n", false),
            (b"\x16\x03\x01\x02\n\n", false),
            (b"", false),
        ] {
            for size in [1, 3, 7, 1000] {
                let mut asked = Asked::default();
                bytes.chunks(size).for_each(|piece| asked.read(piece));
                assert_eq!(asked.face == Face::Api, is_api, "{}", bytes.escape_ascii());
            }
        }
        let mut asked = Asked::below("/napkin".parse().unwrap());
        asked.read(b"GET /napkin/api/v1/parse?input=\xe9 HTTP/1.1\r\n");
        assert_eq!(asked.face, Face::Api);
        let mut asked = Asked::default();
        asked.read(b"GET /api/");
        asked.read(&vec![b'a'; 1 << 20]);
        assert_eq!(asked.face, Face::Api);
        assert!(asked.line.len() <= Asked::LOOKED_AT);
    }
}
