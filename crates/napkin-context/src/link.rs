//! A reference in a document.

use napkin::{ResolveError, Target};
use std::borrow::Cow;
use std::ops::Range;

use crate::base::Base;
use crate::urls::NoTarget;
use crate::vocabulary::also::Also;

/// A reference in a document, where it stands, and the base that it is resolved against.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Link<'l> {
    /// The reference without the white space around it, and without tabs and line ends in it; character
    /// references of the markup are decoded. What cannot be decoded shows as U+FFFD, and is no valid reference.
    pub reference: &'l str,
    /// Where it begins in the document, in bytes.
    pub start: usize,
    /// Where it ends in the document, in bytes.
    pub end: usize,
    /// The element, or its counterpart in other formats: the at-rule or the function in CSS, the kind of link
    /// in Markdown, the header field of a message or a response.
    pub element: &'l str,
    /// The attribute, in formats that have attributes.
    pub attribute: Option<&'l str>,
    /// The base that counts at this place.
    pub base: &'l Base,
    /// Whether following it always makes a new request, as sending a form does.
    pub is_new_request: bool,
    /// How the target is related to the document, as `rel` says: relation types with blanks between (RFC 8288
    /// §3.3).
    pub rel: Option<&'l str>,
    /// What it is, if it is no link but a reference that was asked for.
    pub also: Option<Also>,
    /// Whether it stands in a `template` element, so that it is followed only if a script makes use of that.
    pub is_inert: bool,
    /// Whether it is the template of references, with parameters in braces.
    pub is_template: bool,
}

impl<'l> Link<'l> {
    pub(crate) const fn new(
        reference: &'l str,
        place: Range<usize>,
        element: &'l str,
        base: &'l Base,
    ) -> Self {
        Self {
            reference,
            start: place.start,
            end: place.end,
            element,
            attribute: None,
            base,
            is_new_request: false,
            rel: None,
            also: None,
            is_inert: false,
            is_template: false,
        }
    }

    /// Whether its relation types ask not to follow it: `nofollow` is one of them.
    pub fn is_nofollow(&self) -> bool {
        let mut types = self.rel.unwrap_or_default().split_ascii_whitespace();
        types.any(|relation| relation.eq_ignore_ascii_case("nofollow"))
    }

    /// What the reference means. Of a template, what it means without any parameter.
    ///
    /// # Errors
    ///
    /// If it is not valid, or cannot be resolved; nothing else in the document is touched by that.
    pub fn target(&self) -> Result<Target, NoTarget> {
        let reference = if self.is_template {
            without_parameters(self.reference)
        } else {
            self.reference.into()
        };
        if self.is_new_request && self.base.has_urls() {
            // An empty action is the document itself, wherever the base is (HTML standard, form submission).
            let document = self.base.document().filter(|_| reference.is_empty());
            return self.requested(document.unwrap_or(&reference));
        }
        if self.is_new_request {
            let document =
                self.base.document().or_else(|| self.base.uri().filter(|_| self.stands_for_base()));
            if let (Some(resolver), Some(document)) = (self.base.resolver(), document) {
                return match resolver.new_request(document).resolve(&reference) {
                    // An edition that does not tell new requests apart.
                    Err(ResolveError::NotAllowed(_)) => self.base.target(&reference),
                    target => target.map_err(NoTarget::from),
                };
            }
            return self.requested(&reference);
        }
        self.base.target(&reference)
    }

    /// What a new request asks for. It needs a URI; that of a document that nobody has told is not known.
    fn requested(&self, reference: &str) -> Result<Target, NoTarget> {
        match self.base.target(reference) {
            Ok(Target::CurrentDocument { .. }) if self.base.uri().is_none() => {
                Err(ResolveError::NoBase.into())
            }
            target => target,
        }
    }

    /// Whether an empty reference of a new request means the base, wherever the document is.
    fn stands_for_base(&self) -> bool {
        self.base.edition().requests_base()
    }

    /// Whether a target is the document itself, fragments apart, so that following it fetches
    /// nothing (RFC 3986 §4.4).
    pub fn is_same_document(&self, target: &Target) -> bool {
        !self.is_new_request
            && match target {
                Target::CurrentDocument { .. } => true,
                Target::Uri(uri) => {
                    let uri = uri.split('#').next();
                    self.base.uri().is_some_and(|base| uri == Some(base))
                }
            }
    }
}

/// A template whose parameters are all left out, as those are that a client does not know.
fn without_parameters(template: &str) -> Cow<'_, str> {
    let mut rest = template;
    let mut without = String::new();
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((_, behind)) = behind.split_once('}') else { break };
        without.push_str(before);
        rest = behind;
    }
    without.push_str(rest);
    without.into()
}

/// What takes the links of a document, one after the other.
pub(crate) type Each<'e> = dyn FnMut(Link<'_>) + 'e;
