//! Mapping and conversion between the types of the two families.
//!
//! Both keep the parts and whether there is a scheme or a fragment, so the result matches the same start rule. The
//! result of mapping is not parsed again: its offsets are those of the IRI, each moved by the growth of the
//! characters before it.

use alloc::borrow::Cow;

use crate::error::ParseError;
use crate::identifier::made::try_new;
use crate::identifier::text::Lend;
use crate::identifier::{Identifier, Iri, IriRef, Uri, UriRef};
use crate::reference::Reference;

impl<'i, 'o, T: Lend<'i, 'o>> IriRef<T> {
    /// The URI-reference that this IRI-reference is mapped to (RFC 3987 §3.1); see [`Iri::to_uri`].
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the URI-reference would be.
    ///
    /// ```
    /// assert_eq!(napkin::iri_ref!("../ß?%c3").to_uri_ref()?, "../%C3%9F?%c3");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_uri_ref(&'i self) -> Result<UriRef<Cow<'o, str>>, ParseError> {
        mapped(self)
    }

    /// The URI that this IRI-reference is mapped to, if it has a scheme; see [`Iri::to_uri`].
    ///
    /// # Errors
    ///
    /// [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative reference, and like
    /// [`to_uri_ref`](Self::to_uri_ref).
    ///
    /// ```
    /// assert_eq!(napkin::iri!("http://h/é").to_uri()?, "http://h/%C3%A9");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_uri(&'i self) -> Result<Uri<Cow<'o, str>>, ParseError> {
        mapped(&self.as_iri()?)
    }
}

impl<'i, 'o, T: Lend<'i, 'o>> Iri<T> {
    /// The URI that this IRI is mapped to (RFC 3987 §3.1): each non-ASCII character becomes the triplets of its
    /// UTF-8, also in the host; all else stays unchanged. Borrowed if the IRI is ASCII.
    ///
    /// Resolvers know the host of a DNS name with `xn--`: `Mapping::idna` of the crate `napkin-schemes`, which has the tables,
    /// writes it.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the URI would be.
    ///
    /// ```
    /// let uri = napkin::iri!("http://résumé.example.org/red%09rosé#red").to_uri()?;
    /// assert_eq!(uri, "http://r%C3%A9sum%C3%A9.example.org/red%09ros%C3%A9#red");
    /// assert_eq!(uri.host().unwrap().reg_name().unwrap().decode(), "résumé.example.org");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_uri(&'i self) -> Result<Uri<Cow<'o, str>>, ParseError> {
        mapped(self)
    }
}

impl<'i, 'o, T: Lend<'i, 'o>> UriRef<T> {
    /// The IRI-reference that this URI-reference is converted to (RFC 3987 §3.2); see [`Uri::to_iri`].
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the IRI-reference would be.
    ///
    /// ```
    /// assert_eq!(napkin::uri_ref!("../%C3%9F?%c3").to_iri_ref()?, "../ß?%C3");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_iri_ref(&'i self) -> Result<IriRef<Cow<'o, str>>, ParseError> {
        converted(self)
    }

    /// The IRI that this URI-reference is converted to, if it has a scheme; see [`Uri::to_iri`].
    ///
    /// # Errors
    ///
    /// [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative reference, and like
    /// [`to_iri_ref`](Self::to_iri_ref).
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://h/%C3%A9").to_iri()?, "http://h/é");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_iri(&'i self) -> Result<Iri<Cow<'o, str>>, ParseError> {
        converted(&self.as_uri()?)
    }
}

impl<'i, 'o, T: Lend<'i, 'o>> Uri<T> {
    /// The IRI that this URI is converted to (RFC 3987 §3.2), for people to read. Triplets of unreserved characters
    /// are decoded. Triplets of UTF-8 for a non-ASCII character are decoded too, unless the character is not
    /// allowed at its place, is invisible, looks like a space, or changes the direction of text. Borrowed if
    /// nothing changes.
    ///
    /// [`Iri::to_uri`] reverses this, except for the case of hexadecimal digits and triplets of unreserved ASCII.
    /// To use the URI as an IRI unchanged, use `Iri::from`.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the IRI would be.
    ///
    /// ```
    /// let uri = napkin::uri!("http://www.example.org/D%C3%BCrst/D%FCrst?%E2%80%AE");
    /// assert_eq!(uri.to_iri()?, "http://www.example.org/Dürst/D%FCrst?%E2%80%AE");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_iri(&'i self) -> Result<Iri<Cow<'o, str>>, ParseError> {
        converted(self)
    }
}

fn mapped<'i, 'o, I, J>(iri: &'i I) -> Result<J, ParseError>
where
    I: Identifier<Text: Lend<'i, 'o>>,
    J: Identifier<Text = Cow<'o, str>>,
{
    let reference = Reference::from(iri);
    let components = *reference.components();
    let text = reference.as_str();
    let [offsets @ .., length] = super::mapped(text, || {
        // The length of the text is one offset more.
        let mut offsets = [text.len() as u64; 8];
        for (place, offset) in offsets.iter_mut().zip(components.offsets()) {
            *place = offset.into();
        }
        offsets
    });
    let uri = reference.mapped_to(length)?;
    // No offset is greater than the length, which fits.
    Ok(J::wrap(uri, components.with_offsets(offsets.map(|offset| offset as u32))))
}

fn converted<'i, 'o, I, J>(uri: &'i I) -> Result<J, ParseError>
where
    I: Identifier<Text: Lend<'i, 'o>>,
    J: Identifier<Text = Cow<'o, str>>,
{
    let reference = Reference::from(uri);
    match reference.to_iri()? {
        Cow::Borrowed(text) => Ok(J::wrap(Cow::Borrowed(text), *reference.components())),
        text @ Cow::Owned(_) => Ok(try_new::<J>(text)?),
    }
}
