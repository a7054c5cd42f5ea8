//! The host parser (section 3.5): from the text of a host to its serialization.

pub(crate) mod ipv4;
pub(crate) mod ipv6;
pub(crate) mod label;
#[cfg(feature = "idna")]
mod after_unicode_17;
#[cfg(feature = "idna")]
mod idna;
pub(crate) mod domain;

use alloc::string::String;

use crate::edition::{Class, Edition, sets};
use crate::parts::HostKind;
use crate::percent;
use crate::validation::{Failure, Notes, ValidationError, is_percent_encoded, is_url_code_point};

/// The text of a host, with the settings for parsing it.
#[derive(Clone, Copy)]
pub(crate) struct HostText<'a> {
    pub(crate) text: &'a str,
    /// The offset of the text, which all notes report.
    pub(crate) at: usize,
    pub(crate) edition: &'static Edition,
    pub(crate) notes: Notes<'a>,
}

impl HostText<'_> {
    fn note(&self, error: ValidationError) {
        self.notes.note(error, self.at);
    }

    #[cold]
    fn fail(&self, error: ValidationError) -> Failure {
        self.notes.fail(error, self.at)
    }

    /// The *host parser*: appends the serialized host.
    pub(crate) fn parse(&self, special: bool, out: &mut String) -> Result<HostKind, Failure> {
        if let Some(rest) = self.text.strip_prefix('[') {
            let inner =
                rest.strip_suffix(']').ok_or_else(|| self.fail(ValidationError::Ipv6Unclosed))?;
            ipv6::push(out, self.ipv6(inner)?);
            return Ok(HostKind::Ipv6);
        }
        if special { self.domain(out) } else { self.opaque(out) }
    }

    /// The *opaque-host parser*.
    fn opaque(&self, out: &mut String) -> Result<HostKind, Failure> {
        let classes = &self.edition.classes;
        if self.text.bytes().any(|byte| classes.is(byte, Class::ForbiddenHost)) {
            return Err(self.fail(ValidationError::HostInvalidCodePoint));
        }
        if self.notes.wanted() {
            let bytes = self.text.as_bytes();
            if self.text.chars().any(|c| c != '%' && !is_url_code_point(c)) {
                self.note(ValidationError::InvalidUrlUnit);
            }
            if (0..bytes.len()).any(|at| bytes[at] == b'%' && !is_percent_encoded(bytes, at)) {
                self.note(ValidationError::InvalidUrlUnit);
            }
        }
        percent::push(out, self.text, &sets::PRINTABLE);
        Ok(if self.text.is_empty() { HostKind::Empty } else { HostKind::Opaque })
    }
}
