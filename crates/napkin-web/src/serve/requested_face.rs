//! The face that a connection asks for, found in its bytes.

use super::proxies::BasePath;
use crate::face::Face;

/// The face that the newest request asks, found in the bytes of a connection: needed for a request that the HTTP library
/// does not understand, and answers before anybody else sees it.
///
/// A line that looks like the first of a request counts as one, wherever it is; requests that are sent before the
/// answer to an earlier one can be mistaken for it. Where a request is expected (at the beginning, after an empty line, and
/// after an answer), a line counts too if it only has a target somewhere.
#[derive(Debug, Default)]
pub(crate) struct RequestedFace {
    /// The beginning of the line that is being read.
    line: Vec<u8>,
    /// Whether the line before belongs to a request, so that this one does not begin another.
    is_inside: bool,
    pub(crate) face: Face,
    /// The path below which the server is reached.
    base: BasePath,
}

impl RequestedFace {
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
    use super::{Face, RequestedFace};

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
                let mut asked = RequestedFace::default();
                bytes.chunks(size).for_each(|piece| asked.read(piece));
                assert_eq!(asked.face == Face::Api, is_api, "{}", bytes.escape_ascii());
            }
        }
        let mut asked = RequestedFace::below("/napkin".parse().unwrap());
        asked.read(b"GET /napkin/api/v1/parse?input=\xe9 HTTP/1.1\r\n");
        assert_eq!(asked.face, Face::Api);
        let mut asked = RequestedFace::default();
        asked.read(b"GET /api/");
        asked.read(&vec![b'a'; 1 << 20]);
        assert_eq!(asked.face, Face::Api);
        assert!(asked.line.len() <= RequestedFace::LOOKED_AT);
    }
}
