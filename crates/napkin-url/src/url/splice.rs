//! Replaces the text of a part, and moves the offsets after it.
//!
//! Each function takes encoded text. It returns `false`, and changes nothing, if the URL would be 4 GiB long.

use alloc::string::String;
use core::ops::Range;

use super::Url;
use crate::edition::OpaqueSpace;
use crate::parts::{Field, HostKind};

/// Replaces a piece of a text. The core's setters have the same function: the two crates share no other one that makes text.
#[inline]
fn replace(text: &mut String, range: Range<usize>, piece: &str) {
    /// Up to this length, the bytes are sooner taken one by one than what is behind them is moved twice.
    const SHORT: usize = 8;
    let (start, is_empty) = (range.start, range.is_empty());
    if !is_empty && !piece.is_empty() && piece.len() <= SHORT {
        text.replace_range(range, piece);
        return;
    }
    if !is_empty {
        text.drain(range);
    }
    if !piece.is_empty() {
        text.insert_str(start, piece);
    }
}

impl Url {
    /// Replaces a piece of the text by others, if the whole stays below 4 GiB.
    fn replace<const N: usize>(&mut self, from: usize, to: usize, with: [&str; N]) -> bool {
        let length = self.text.len() - (to - from) + with.map(str::len).iter().sum::<usize>();
        if u32::try_from(length).is_err() {
            return false;
        }
        if to == self.text.len() {
            self.text.truncate(from);
            for with in with.iter().filter(|with| !with.is_empty()) {
                self.text.push_str(with);
            }
        } else if length <= self.text.capacity() {
            let [rest @ .., last] = &with[..] else { return false };
            replace(&mut self.text, from..to, last);
            for with in rest.iter().rev().filter(|with| !with.is_empty()) {
                self.text.insert_str(from, with);
            }
        } else {
            // Cheaper than to move the text to new memory first, and then its end.
            let mut text = String::with_capacity(length);
            text.push_str(self.text.get(..from).unwrap_or_default());
            text.extend(with);
            text.push_str(self.text.get(to..).unwrap_or_default());
            self.text = text;
        }
        true
    }

    /// Replaces the scheme by another of its kind.
    pub(crate) fn put_scheme(&mut self, scheme: &str) -> bool {
        let old = self.parts.scheme_end as usize;
        if !self.replace(0, old, [scheme]) {
            return false;
        }
        self.parts.scheme_end = scheme.len() as u32;
        self.parts.set_scheme(self.parts.edition.special.scheme_type(scheme));
        self.parts.shift(Field::UsernameEnd, old, scheme.len());
        if self.parts.port().is_some() && self.parts.port() == self.parts.scheme().default_port() {
            self.put_port(None);
        }
        true
    }

    /// Replaces user name and password. There is a host.
    pub(crate) fn put_credentials(&mut self, username: &str, password: &str) -> bool {
        let (start, end) = (self.parts.scheme_end as usize + 3, self.parts.host_start as usize);
        let colon = if password.is_empty() { "" } else { ":" };
        let at = if username.is_empty() && password.is_empty() { "" } else { "@" };
        if !self.replace(start, end, [username, colon, password, at]) {
            return false;
        }
        let length = username.len() + colon.len() + password.len() + at.len();
        self.parts.username_end = (start + username.len()) as u32;
        self.parts.shift(Field::HostStart, end, start + length);
        true
    }

    /// Replaces the user name by one that is not empty. There are a user name or a password.
    pub(crate) fn put_username(&mut self, username: &str) -> bool {
        let (start, end) = (self.parts.scheme_end as usize + 3, self.parts.username_end as usize);
        if !self.replace(start, end, [username]) {
            return false;
        }
        self.parts.shift(Field::UsernameEnd, end, start + username.len());
        true
    }

    /// Replaces the password by one that is not empty. There are a user name or a password.
    pub(crate) fn put_password(&mut self, password: &str) -> bool {
        let (colon, at) = (self.parts.username_end as usize, self.parts.host_start as usize - 1);
        let is_put = if colon < at {
            self.replace(colon + 1, at, [password])
        } else {
            self.replace(colon, at, [":", password])
        };
        if is_put {
            self.parts.shift(Field::HostStart, at, colon + 1 + password.len());
        }
        is_put
    }

    /// Replaces the host, or adds one to a URL without, and removes its guard.
    pub(crate) fn put_host(&mut self, kind: HostKind, host: &str) -> bool {
        let after_colon = self.parts.scheme_end as usize + 1;
        if self.parts.host().is_some() {
            let (start, end) = (self.parts.host_start as usize, self.parts.host_end as usize);
            if !self.replace(start, end, [host]) {
                return false;
            }
            self.parts.shift(Field::HostEnd, end, start + host.len());
        } else {
            let path = self.parts.path_start as usize;
            if !self.replace(after_colon, path, ["//", host]) {
                return false;
            }
            self.parts.username_end = after_colon as u32 + 2;
            self.parts.host_start = self.parts.username_end;
            self.parts.host_end = self.parts.host_start + host.len() as u32;
            self.parts.shift(Field::PathStart, path, self.parts.host_end as usize);
        }
        self.parts.set_host(Some(kind));
        true
    }

    /// Removes the authority, and adds the guard if the path needs it.
    pub(crate) fn remove_authority(&mut self) -> bool {
        let after_colon = self.parts.scheme_end as usize + 1;
        let path = self.parts.path_start as usize;
        let guard = if self.path().starts_with("//") && self.parts.edition.dot_slash_guard {
            "/."
        } else {
            ""
        };
        if !self.replace(after_colon, path, [guard]) {
            return false;
        }
        self.parts.username_end = after_colon as u32;
        self.parts.host_start = self.parts.username_end;
        self.parts.host_end = self.parts.username_end;
        self.parts.shift(Field::PathStart, path, after_colon + guard.len());
        self.parts.set_host(None);
        self.parts.set_port(None);
        true
    }

    /// Replaces the port, which is not the default one. The URL has a host.
    pub(crate) fn put_port(&mut self, port: Option<u16>) -> bool {
        if port == self.parts.port() {
            return true;
        }
        let (start, end) = (self.parts.host_end as usize, self.parts.path_start as usize);
        let mut digits = Decimal::EMPTY;
        let text = port.map_or("", |port| digits.write_behind_colon(port));
        if !self.replace(start, end, [text]) {
            return false;
        }
        self.parts.set_port(port);
        self.parts.shift(Field::PathStart, end, start + text.len());
        true
    }

    /// Replaces the query, given without its `?`.
    pub(crate) fn put_query(&mut self, query: Option<&str>) -> bool {
        let (start, end) =
            (self.parts.path_end(self.text.len()), self.parts.query_end(self.text.len()));
        let is_put = match query {
            Some(query) if self.parts.query_start != 0 => self.replace(start + 1, end, [query]),
            Some(query) => self.replace(start, end, ["?", query]),
            None => self.replace(start, end, [""]),
        };
        if !is_put {
            return false;
        }
        if self.parts.fragment_start != 0 {
            self.parts.fragment_start = (start + query.map_or(0, |query| 1 + query.len())) as u32;
        }
        self.parts.query_start = if query.is_some() { start as u32 } else { 0 };
        self.strip_spaces();
        true
    }

    /// Replaces the fragment, given without its `#`.
    pub(crate) fn put_fragment(&mut self, fragment: Option<&str>) -> bool {
        let (start, end) = (self.parts.query_end(self.text.len()), self.text.len());
        match fragment {
            Some(fragment) if !self.replace(start, end, ["#", fragment]) => return false,
            Some(_) => {}
            None => self.text.truncate(start),
        }
        self.parts.fragment_start = if fragment.is_some() { start as u32 } else { 0 };
        self.strip_spaces();
        true
    }

    /// *Strip trailing spaces from an opaque path*, a step of the setters for two years.
    fn strip_spaces(&mut self) {
        let parts = &self.parts;
        if parts.opaque_path()
            && parts.query_start == 0
            && parts.fragment_start == 0
            && parts.edition.opaque_space == OpaqueSpace::StripInSetters
        {
            let length = self.text.trim_end_matches(' ').len();
            self.text.truncate(length.max(parts.path_start as usize));
        }
    }
}

/// A port behind its colon, on the stack.
struct Decimal([u8; 6]);

impl Decimal {
    const EMPTY: Self = Self([b':'; 6]);

    fn write_behind_colon(&mut self, port: u16) -> &str {
        let (mut rest, mut start) = (port, self.0.len());
        for place in self.0.iter_mut().rev() {
            *place = b'0' + (rest % 10) as u8;
            rest /= 10;
            start -= 1;
            if rest == 0 {
                break;
            }
        }
        let colon = start.saturating_sub(1);
        self.0.get(colon..).and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}
