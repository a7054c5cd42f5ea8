//! Opaque hosts: the hosts of URLs that are not special.

use alloc::string::String;

use super::HostText;
use crate::edition::{Class, sets};
use crate::parts::HostKind;
use crate::percent;
use crate::validation::{Failure, ValidationError, is_percent_encoded, is_url_code_point};

impl HostText<'_> {
    /// The *opaque-host parser*.
    pub(super) fn opaque(&self, out: &mut String) -> Result<HostKind, Failure> {
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
