//! The formats whose documents have links: each module passes on the links of a document with their places. The functions
//! here choose the module by the kind of the document.
//!
//! What holds other documents is in `containers/`. Plain text has no module here: [`Extractor`] reads it. Documents of a
//! format whose feature is not chosen do not come here.
//!
//! [`Extractor`]: crate::Extractor

// Each module uses only those before it.
mod xml_declaration;
#[cfg(feature = "html")]
mod places;
#[cfg(feature = "css")]
mod css;
#[cfg(feature = "html")]
mod html;
#[cfg(feature = "xml")]
mod xml;
pub(crate) mod triples;
#[cfg(feature = "turtle")]
mod turtle;
#[cfg(feature = "markdown")]
mod autolinks;
#[cfg(feature = "markdown")]
mod nesting;
#[cfg(feature = "markdown")]
mod markdown;
#[cfg(feature = "markdown")]
pub(crate) mod fragments;

use encoding_rs::Encoding;

use crate::base::Base;
use crate::fault::Fault;
use crate::kind::Kind;
use crate::link::Each;
use crate::vocabulary::also::Wanted;
use triples::Statements;

/// The encoding that a document declares in itself.
pub(crate) fn declared_encoding(kind: Kind, bytes: &[u8]) -> Option<&'static Encoding> {
    match kind {
        #[cfg(feature = "html")]
        Kind::Html => html::declared_encoding(bytes)
            .or_else(|| xml_declaration::encoding(bytes))
            .or_else(|| html::late_encoding(bytes)),
        Kind::Xml | Kind::Xhtml => xml_declaration::encoding(bytes),
        #[cfg(feature = "css")]
        Kind::Css => css::declared_encoding(bytes),
        _ => None,
    }
}

/// The bases of a document.
pub(crate) struct Bases {
    /// The base around it.
    pub(crate) around: Base,
    /// The base by its `base` element.
    pub(crate) in_page: Base,
    /// The base as narrowed by its root.
    pub(crate) base: Base,
}

impl Bases {
    /// The bases of a document in another base.
    pub(crate) fn new(kind: Kind, around: Base, text: &str) -> Self {
        let (element, root): (Option<String>, Option<String>) = match kind {
            #[cfg(feature = "html")]
            Kind::Html => (html::embedded_base(text, around.has_urls()), None),
            #[cfg(feature = "xml")]
            Kind::Xml | Kind::Xhtml => {
                let embedded = xml::embedded_base(text);
                (embedded.element, embedded.root)
            }
            #[cfg(feature = "turtle")]
            Kind::Turtle => {
                let base = turtle::embedded_base(text, &around);
                return Self { around, in_page: base.clone(), base };
            }
            _ => (None, None),
        };
        let in_page = match element {
            Some(reference) => around.clone().embedded(&reference),
            None => around.clone(),
        };
        let base = match root {
            Some(reference) => in_page.clone().scoped(&reference),
            None => in_page.clone(),
        };
        Self { around, in_page, base }
    }
}

/// Passes on the links of a document that is neither plain text nor a container, or of a piece of one.
///
/// # Errors
///
/// If the document, or the rest of it, cannot be read.
pub(crate) fn links(
    kind: Kind,
    text: &str,
    bases: &Bases,
    wanted: Wanted,
    statements: &mut Statements,
    each: &mut Each<'_>,
) -> Result<(), Fault> {
    let Bases { around, in_page, base } = bases;
    match kind {
        #[cfg(feature = "html")]
        Kind::Html => html::links(text, base, around, wanted, each),
        #[cfg(feature = "xml")]
        Kind::Xml | Kind::Xhtml => return xml::links(text, in_page, around, wanted, each),
        #[cfg(feature = "css")]
        Kind::Css => css::links(text, base, each),
        #[cfg(feature = "turtle")]
        Kind::Turtle => return turtle::links(text, around, each),
        #[cfg(feature = "turtle")]
        Kind::NTriples | Kind::NQuads => return turtle::lines(text, around, statements, each),
        #[cfg(feature = "markdown")]
        Kind::Markdown => return markdown::links(text.as_bytes(), base, each),
        _ => {}
    }
    Ok(())
}
