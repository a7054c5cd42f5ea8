//! Display without the password (RFC 3986 §3.2.1, §7.5).

use core::fmt::{self, Write};

use crate::text::Text;
use crate::uri::UriRef;

impl<'i, 'o, T: Text<'i, 'o>> UriRef<T> {
    /// The text for display, with `***` for what follows the first colon of the userinfo, unless
    /// that is empty.
    ///
    /// ```
    /// let uri = napkin::UriRef::parse("http://fred:secret@example.com/")?;
    /// assert_eq!(uri.redacted().to_string(), "http://fred:***@example.com/");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn redacted(&'i self) -> Redacted<'o> {
        Redacted(self.as_borrowed())
    }
}

/// A reference that hides its password. Made by [`UriRef::redacted`].
#[derive(Clone, Copy)]
#[must_use = "it is shown by `Display`"]
pub struct Redacted<'a>(UriRef<&'a str>);

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.as_str();
        let userinfo = self.0.authority().and_then(|authority| authority.userinfo());
        let password = userinfo.and_then(super::authority::Userinfo::password);
        let hidden = password.filter(|password| !password.is_empty()).and_then(|password| {
            let end = self.0.components().host_start as usize - 1;
            Some((text.get(..end - password.as_str().len())?, text.get(end..)?))
        });
        let (before, stars, after) = match hidden {
            Some((before, after)) => (before, "***", after),
            None => (text, "", ""),
        };
        // What `Formatter::pad` does, for a text in pieces, which are ASCII.
        let mut left = f.precision().unwrap_or(usize::MAX);
        let pieces = [before, stars, after].map(|piece| {
            let shown = piece.get(..left.min(piece.len())).unwrap_or(piece);
            left -= shown.len();
            shown
        });
        let length: usize = pieces.iter().map(|piece| piece.len()).sum();
        let blank = f.width().unwrap_or(0).saturating_sub(length);
        let lead = match f.align() {
            Some(fmt::Alignment::Right) => blank,
            Some(fmt::Alignment::Center) => blank / 2,
            _ => 0,
        };
        let fill = f.fill();
        (0..lead).try_for_each(|_| f.write_char(fill))?;
        pieces.into_iter().try_for_each(|piece| f.write_str(piece))?;
        (lead..blank).try_for_each(|_| f.write_char(fill))
    }
}

impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
