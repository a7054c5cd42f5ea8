//! Display without secrets (RFC 3986 §3.2.1, §7.5).

use core::fmt::{self, Write};
use core::ops::Range;

use crate::identifier::IriRef;
use crate::identifier::text::Lend;
use crate::reference::Reference;

impl<'i, 'o, T: Lend<'i, 'o>> IriRef<T> {
    /// The text for display. `***` replaces the userinfo after its first colon, unless that is empty, and the
    /// [secret](crate::scheme::SchemeFacts::secret) of the scheme. The crate `napkin-schemes` finds tokens and parameters too, in any
    /// text (`secrets::redacted`).
    ///
    /// ```
    /// let uri = napkin::UriRef::parse("http://fred:secret@example.com/")?;
    /// assert_eq!(uri.redacted().to_string(), "http://fred:***@example.com/");
    /// let uri = napkin::UriRef::parse("sip:alice:secretword@atlanta.com")?;
    /// assert_eq!(uri.redacted().to_string(), "sip:alice:***@atlanta.com");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn redacted(&'i self) -> Redacted<'o> {
        Redacted(self.into())
    }
}

impl<'a> Reference<'a> {
    /// The text for display, by any edition, as [`IriRef::redacted`] has it.
    ///
    /// ```
    /// use napkin::edition::RFC1738;
    ///
    /// let url = RFC1738.parse("ftp://fred:secret@example.com/a;type=i")?;
    /// assert_eq!(url.redacted().to_string(), "ftp://fred:***@example.com/a;type=i");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn redacted(&self) -> Redacted<'a> {
        Redacted(*self)
    }
}

/// A reference that hides its secrets. Made by [`IriRef::redacted`] and [`Reference::redacted`].
#[derive(Clone, Copy)]
#[must_use = "it is shown by `Display`"]
pub struct Redacted<'a>(Reference<'a>);

impl Redacted<'_> {
    fn password(&self) -> Option<Range<usize>> {
        let userinfo = self.0.userinfo()?;
        let end = self.0.components().host_start as usize - 1;
        Some(end - userinfo.password()?.as_str().len()..end)
    }

    /// The secrets that the scheme holds.
    fn secrets(&self) -> impl Iterator<Item = Range<usize>> {
        let components = self.0.components();
        let (start, end) = (components.after_scheme() as usize, components.query_end as usize);
        let text = self.0.as_str().as_bytes().get(start..end).unwrap_or_default();
        let secret = self.0.scheme().and_then(|scheme| scheme.facts()?.secret);
        let places = secret.map(|secret| secret.places(text));
        places.into_iter().flatten().map(move |place| start + place.start..start + place.end)
    }

    /// Passes the text on in pieces, with stars in place of secrets.
    fn pieces(&self, mut each: impl FnMut(&str) -> fmt::Result) -> fmt::Result {
        let text = self.0.as_str();
        let mut done = 0;
        for hidden in self.password().into_iter().chain(self.secrets()) {
            // The scheme's secret can overlap the password.
            let start = hidden.start.max(done);
            if start < hidden.end {
                each(text.get(done..start).unwrap_or_default())?;
                each("***")?;
                done = hidden.end;
            }
        }
        each(text.get(done..).unwrap_or_default())
    }
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As `Formatter::pad` does, for a text in pieces.
        let most = f.precision().unwrap_or(usize::MAX);
        let mut length: usize = 0;
        self.pieces(|piece| {
            length += piece.chars().count();
            Ok(())
        })?;
        let blank = f.width().unwrap_or(0).saturating_sub(length.min(most));
        let lead = match f.align() {
            Some(fmt::Alignment::Right) => blank,
            Some(fmt::Alignment::Center) => blank / 2,
            _ => 0,
        };
        let fill = f.fill();
        (0..lead).try_for_each(|_| f.write_char(fill))?;
        let mut left = most;
        self.pieces(|piece| {
            let end = piece.char_indices().nth(left).map_or(piece.len(), |(at, _)| at);
            let shown = piece.get(..end).unwrap_or(piece);
            left -= shown.chars().count();
            f.write_str(shown)
        })?;
        (lead..blank).try_for_each(|_| f.write_char(fill))
    }
}

impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
