//! A reference in a document.

use napkin::{ResolveError, Target};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::base::{Base, Layer};
use crate::notation::Notation;
use crate::urls::NoTarget;
use crate::vocabulary::also::Also;
use crate::vocabulary::xml::is_local;

/// A reference in a document, its place, and the base that it is resolved against.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Link<'l> {
    /// The reference without surrounding white space, and without inner tabs and line ends; character references of
    /// the markup are decoded. Undecodable bytes become U+FFFD, which makes the reference invalid.
    pub reference: &'l str,
    /// Its start in the document, in bytes.
    pub start: usize,
    /// Its end in the document, in bytes.
    pub end: usize,
    /// The element, or its counterpart in other formats: the at-rule or the function in CSS, the kind of link
    /// in Markdown, the header field of a message or a response.
    pub element: &'l str,
    /// The attribute, in formats that have attributes.
    pub attribute: Option<&'l str>,
    /// The base in scope at this place.
    pub base: &'l Base,
    /// Whether following it always makes a new request, as sending a form does.
    pub is_new_request: bool,
    /// The relation of the target to the document, by `rel`: relation types separated by blanks (RFC 8288 §3.3).
    pub rel: Option<&'l str>,
    /// Its kind, if it is not a link but a requested further reference.
    pub also: Option<Also>,
    /// Whether it is in a `template` element, so that it is followed only if a script uses that.
    pub is_inert: bool,
    /// Whether it is a template for references, with parameters in braces.
    pub is_template: bool,
    /// Whether a target with a scheme stays as it is written: IRIs of RDF are compared as text (RDF 1.1 Concepts, 3.2).
    pub(crate) is_as_written: bool,
    /// The source of the text that the document shows for it, if it shows one.
    pub(crate) shown: Option<Shown<'l>>,
    /// How a reference is written at its place.
    pub(crate) notation: Notation,
    /// The part that it has in the bases and the names of the document.
    pub(crate) role: Role,
}

/// The part that a reference has in the bases and the names of its document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    /// None: it is a link.
    #[default]
    Link,
    /// It declares a base, and is a link, as that of the element `base`.
    Base,
    /// It declares a base, and is no link, as `xml:base` and `@base`.
    OnlyBase,
    /// It is a prefixed name, whose namespace has a length.
    Name(usize),
}

/// The source of the text of a link. It is read only if somebody asks for the text.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'l> {
    /// The source: for an element, what follows its start tag.
    pub(crate) source: &'l [u8],
    /// The element.
    pub(crate) element: &'l str,
    /// Reads the text from the source of an element.
    pub(crate) read: fn(&[u8], &str) -> String,
}

impl fmt::Debug for Shown<'_> {
    /// Without the source, which may be the rest of the document.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shown").field("element", &self.element).finish_non_exhaustive()
    }
}

/// The maximum length of the text of a link, in bytes.
pub(crate) const LONGEST_TEXT: usize = 1 << 14;

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
            is_as_written: false,
            shown: None,
            notation: Notation::NONE,
            role: Role::Link,
        }
    }

    /// This link, whose target stays as it is written if it has a scheme.
    pub(crate) const fn as_written(self) -> Self {
        Self { is_as_written: true, ..self }
    }

    /// The text that the document shows for it, with inner white space as written, and at most 16 KiB of it: the content of
    /// the element in HTML and XML, with the `alt` of pictures in it; the text in brackets in Markdown; in plain text, the
    /// brackets' content or the word before a reference in brackets. `None` if the document shows nothing for it, or the
    /// reference itself.
    ///
    /// ```
    /// use napkin_context::{Found, Kind, Surroundings};
    ///
    /// let page = b"<a href='http://h/'>to <b>the</b> host</a><img src='i'>";
    /// let mut texts = Vec::new();
    /// Surroundings::default().of_kind(Kind::Html).links(&page[..], &mut |_, found| {
    ///     if let Found::Link { link, .. } = found {
    ///         texts.push(link.text());
    ///     }
    /// })?;
    /// assert_eq!(texts, [Some("to the host".into()), None]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn text(&self) -> Option<String> {
        let Shown { source, element, read } = self.shown?;
        Some(read(source, element)).filter(|text| !text.trim().is_empty())
    }

    /// Whether its relation types include `nofollow`.
    ///
    /// ```
    /// use napkin_context::{Found, Kind, Surroundings};
    ///
    /// let page = b"<a rel='ugc nofollow' href='http://h/'><a href='#top'>";
    /// let mut found = Vec::new();
    /// let around = Surroundings::default().of_kind(Kind::Html).retrieved_from("http://h/");
    /// around.links(&page[..], &mut |_, result| {
    ///     if let Found::Link { link, target: Ok(target), .. } = result {
    ///         found.push((link.is_nofollow(), link.is_same_document(&target)));
    ///     }
    /// })?;
    /// assert_eq!(found, [(true, true), (false, true)]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn is_nofollow(&self) -> bool {
        let mut types = self.rel.unwrap_or_default().split_ascii_whitespace();
        types.any(|relation| relation.eq_ignore_ascii_case("nofollow"))
    }

    /// Whether it declares the base of references behind it: the `href` of the element `base`, `xml:base`, or `@base` of Turtle. Only
    /// [`Surroundings::rewrite`](crate::Surroundings::rewrite) passes on declarations that are no links.
    pub const fn is_base(&self) -> bool {
        matches!(self.role, Role::Base | Role::OnlyBase)
    }

    /// The target of the reference. For a template, the target without any parameters.
    ///
    /// # Errors
    ///
    /// If it is invalid or cannot be resolved; other links of the document are not affected.
    pub fn target(&self) -> Result<Target, NoTarget> {
        let reference = if self.is_template {
            without_parameters(self.reference)
        } else {
            self.reference.into()
        };
        if reference.starts_with('#')
            && is_local(self.element, self.attribute)
            && let Some(target) = self.base.target_in_document(&reference)
        {
            return target;
        }
        if self.is_as_written && !self.base.has_urls() && self.base.is_absolute(&reference) {
            return Ok(Target::Uri(reference.into_owned()));
        }
        if self.is_new_request && self.base.has_urls() {
            // An empty action means the document itself, even if it has another base (HTML standard, form
            // submission).
            let document = self.base.document().filter(|_| reference.is_empty());
            return self.requested(document.unwrap_or(&reference));
        }
        if self.is_new_request {
            let document =
                self.base.document().or_else(|| self.base.uri().filter(|_| self.stands_for_base()));
            if let (Some(resolver), Some(document)) = (self.base.resolver(), document) {
                return match resolver.new_request(document).resolve(&reference) {
                    // The edition does not distinguish new requests.
                    Err(ResolveError::NotAllowed(_)) => self.base.target(&reference),
                    target => target.map_err(NoTarget::from),
                };
            }
            return self.requested(&reference);
        }
        self.base.target(&reference)
    }

    /// The target of a new request. It needs a URI; the document's own is unknown unless it was given.
    fn requested(&self, reference: &str) -> Result<Target, NoTarget> {
        match self.base.target(reference) {
            Ok(Target::CurrentDocument { .. }) if self.base.uri().is_none() => {
                Err(ResolveError::NoBase.into())
            }
            target => target,
        }
    }

    /// Whether an empty reference in a new request means the base, not the document.
    fn stands_for_base(&self) -> bool {
        self.base.edition().requests_base()
    }

    /// Whether a target is the document itself, ignoring fragments, so that following it fetches nothing. By the editions of
    /// the syntax, that is the base (RFC 3986 §4.4); by the URL Standard, it is the document, wherever its `base` element
    /// leads.
    pub fn is_same_document(&self, target: &Target) -> bool {
        let base = self.base.uri();
        let document = if self.base.has_urls() {
            let is_outside = self.base.layer() != Layer::Content;
            self.base.document().or_else(|| base.filter(|_| is_outside))
        } else {
            base
        };
        !self.is_new_request
            && match target {
                Target::CurrentDocument { .. } => true,
                Target::Uri(uri) => {
                    document.is_some_and(|document| uri.split('#').next() == Some(document))
                }
            }
    }
}

/// A template without its parameters, as a client expands unknown parameters.
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

/// Receives the links of a document, one after the other.
pub(crate) type Each<'e> = dyn FnMut(Link<'_>) + 'e;
