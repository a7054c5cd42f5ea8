//! Display without the password (RFC 3986 §3.2.1, §7.5).

use core::fmt;

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
        match hidden {
            Some((before, after)) => write!(f, "{before}***{after}"),
            None => f.write_str(text),
        }
    }
}

impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
