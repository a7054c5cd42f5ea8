//! A reference in a document.

use napkin::edition::rules::{NewRequest, Resolution};
use napkin::{ResolveError, Target};

use crate::base::Base;

/// A reference in a document, where it stands, and the base that it is resolved against.
#[derive(Clone, Copy, Debug)]
pub struct Link<'l> {
    /// The reference as it is written, without the white space around it; character references of
    /// the markup are decoded. What is not UTF-8 shows as U+FFFD, and is no valid reference.
    pub reference: &'l str,
    /// Where it begins in the document, in bytes.
    pub start: usize,
    /// The element, or what has its part in other formats: the at-rule or the function in CSS, the
    /// kind of link in Markdown, the header field of a message or a response.
    pub element: &'l str,
    /// The attribute, in formats that have some.
    pub attribute: Option<&'l str>,
    /// The base that counts at this place.
    pub base: &'l Base,
    /// Whether following it always makes a new request, as sending a form does.
    pub is_new_request: bool,
}

impl Link<'_> {
    /// What the reference means.
    ///
    /// # Errors
    ///
    /// If it is not valid, or cannot be resolved; nothing else in the document is touched by that.
    pub fn target(&self) -> Result<Target, ResolveError> {
        if self.is_new_request
            && let Some(base) = self.base.uri()
            && let Some(document) =
                self.base.document().or_else(|| self.stands_for_base().then_some(base))
        {
            let resolver = self.base.edition().resolver(base).new_request(document);
            return match resolver.resolve(self.reference) {
                // An edition that does not tell new requests apart.
                Err(ResolveError::NotAllowed(_)) => self.base.target(self.reference),
                target => target,
            };
        }
        self.base.target(self.reference)
    }

    /// Whether an empty reference of a new request means the base, wherever the document is.
    fn stands_for_base(&self) -> bool {
        matches!(self.base.edition().resolution, Resolution::Merge(rule) if rule.new_request == NewRequest::Base)
    }

    /// Whether a target is the document itself, fragments apart, so that following it fetches
    /// nothing (RFC 3986 §4.4).
    pub fn is_same_document(&self, target: &Target) -> bool {
        match target {
            Target::CurrentDocument { .. } => true,
            Target::Uri(uri) => {
                let uri = uri.split('#').next();
                !self.is_new_request && self.base.uri().is_some_and(|base| uri == Some(base))
            }
        }
    }
}

/// What takes the links of a document, one after the other.
pub(crate) type Each<'e> = dyn FnMut(Link<'_>) + 'e;

/// A reference in a value that holds more than that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'v> {
    /// The reference.
    pub(crate) text: &'v str,
    /// Where it begins in the value.
    pub(crate) start: usize,
}
