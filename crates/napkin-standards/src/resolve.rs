//! The target of a reference.

use std::borrow::Cow;
use std::str;

use napkin::Target;
use napkin_url::Url;

use crate::base::{Base, By};
use crate::error::Error;

impl Base {
    /// The target of a reference, by the standard of the base: a URI, or the document that holds the reference where the edition says so.
    ///
    /// # Errors
    ///
    /// If the base or the reference is invalid, or it cannot be resolved.
    pub fn resolve(&self, reference: impl AsRef<[u8]>) -> Result<Target, Error> {
        let reference = reference.as_ref();
        if let By::Url(base) = self.by()? {
            return Ok(Target::Uri(by_url_standard(base, str::from_utf8(reference)?)?.into_text()));
        }
        let mut out = String::new();
        // What is not UTF-8 is no reference; it stays invalid after the conversion.
        let text = String::from_utf8_lossy(reference);
        Ok(match self.resolve_onto(&text, &mut out)? {
            Target::Uri(uri) => Target::Uri(uri.into_owned()),
            Target::CurrentDocument { fragment } => {
                Target::CurrentDocument { fragment: fragment.map(Cow::into_owned) }
            }
        })
    }

    /// The target URI of a reference.
    ///
    /// # Errors
    ///
    /// As [`resolve`](Self::resolve), and if the reference means the document that holds it.
    pub fn resolve_to_uri(&self, reference: impl AsRef<[u8]>) -> Result<String, Error> {
        match (self.resolve(reference)?, self.resolver()?) {
            (Target::CurrentDocument { .. }, Some(resolver)) => {
                Err(Error::current_document(resolver.edition()))
            }
            (Target::CurrentDocument { fragment }, None) => Ok(fragment.unwrap_or_default()),
            (Target::Uri(uri), _) => Ok(uri),
        }
    }

    /// As [`resolve`](Self::resolve), appending the target to `out` if that saves an allocation: for many references, `out` is cleared before
    /// each.
    ///
    /// # Errors
    ///
    /// As [`resolve`](Self::resolve).
    #[inline]
    pub fn resolve_onto<'t>(
        &'t self,
        reference: &'t str,
        out: &'t mut String,
    ) -> Result<Target<Cow<'t, str>>, Error> {
        let resolver = match self.by()? {
            By::Syntax(resolver) => resolver,
            By::Url(base) => {
                return Ok(Target::Uri(by_url_standard(base, reference)?.into_text().into()));
            }
        };
        match resolver.resolve_onto(reference, out) {
            Ok(Target::Uri(uri)) => Ok(Target::Uri(uri.into())),
            Ok(Target::CurrentDocument { fragment }) => {
                Ok(Target::CurrentDocument { fragment: fragment.map(Cow::from) })
            }
            Err(error) => Err(Error::of_resolution(resolver.edition(), error)),
        }
    }
}

/// A text parsed with a base.
fn by_url_standard(base: &Url, text: &str) -> Result<Url, Error> {
    let options = Url::options().edition(base.edition()).base_url(Some(base));
    Ok(options.parse_exactly(text)?)
}

/// A target in words: the URI, or that it is the current document, with the fragment in it.
pub fn target_in_words(target: &Target) -> Cow<'_, str> {
    const CURRENT_DOCUMENT: &str = "(current document)";
    match target {
        Target::Uri(uri) => uri.into(),
        Target::CurrentDocument { fragment: None } => CURRENT_DOCUMENT.into(),
        Target::CurrentDocument { fragment: Some(fragment) } => {
            format!("{CURRENT_DOCUMENT}#{fragment}").into()
        }
    }
}
