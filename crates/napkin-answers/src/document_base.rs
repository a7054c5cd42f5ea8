//! The base of a document, by which the references in it are resolved.

use std::io;

use napkin::Target;
use napkin_context::{Base, Found, NoTarget};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::documents::{BaseKeys, FaultKeys, InDocument, ResolvedKeys, SOURCE, of_fault, unusable};
use crate::failure::Failure;
use crate::options::{Between, options};
use crate::question::{AskDocument, Question, Standards};
use crate::resolve::Meaning;
use crate::surroundings::{self, Around, DocumentContext, GoingBy};

options! {
    /// Establish the base of documents
    ///
    /// From four layers, of which the innermost that yields a base wins: the content, what encloses it,
    /// how it was retrieved, a default. A message or an archive gives one result for each document in
    /// it.
    pub struct DocumentBase {
        /// A reference to resolve against the base of each document
        resolve: Option<String>, "REFERENCE";
    }
    with around: Around
    with going_by: GoingBy
}

impl Question for DocumentBase {
    const NAME: &'static str = "base";
    const STANDARDS: Standards = Standards::Own;
    const BETWEEN: &'static [Between] = &surroundings::BETWEEN;
    type Ready = Establishing;

    fn ready(self, _: Standard) -> Result<Establishing, WrongChoice> {
        let context = DocumentContext::new(self.around, self.going_by);
        Ok(Establishing { reference: self.resolve, context })
    }
}

/// A search for the bases of documents.
pub struct Establishing {
    reference: Option<String>,
    /// What is around a document.
    pub context: DocumentContext,
}

impl Establishing {
    /// The reference that is to be resolved against a base, if there is one.
    pub fn resolved(&self, base: &Base) -> Option<Resolved<'_>> {
        let reference = self.reference.as_deref()?;
        let target = base.target(reference);
        let failure = |error| Failure::no_target(base, error, reference.as_bytes());
        Some(Resolved { reference, error: target.as_ref().err().copied().map(failure), target })
    }
}

/// A reference resolved against the base of a document.
pub struct Resolved<'r> {
    /// The reference.
    pub reference: &'r str,
    /// Its target.
    pub target: Result<Target, NoTarget>,
    /// Why it has none.
    pub error: Option<Failure<'r>>,
}

impl Resolved<'_> {
    /// The keys of an answer.
    pub fn keys(&self) -> ResolvedKeys<'_> {
        let meaning = Meaning(self.target.as_ref().ok());
        ResolvedKeys { reference: self.reference, meaning }
    }
}

impl AskDocument for Establishing {
    type Answer<'a> = BaseAnswer<'a>;

    fn of_media_type(self, media_type: &str) -> Self {
        Self { context: self.context.of_media_type(media_type), ..self }
    }

    fn bounded(self) -> Self {
        Self { context: self.context.bounded(), ..self }
    }

    fn each(&self, document: &[u8], take: &mut dyn FnMut(&BaseAnswer<'_>)) -> io::Result<()> {
        self.context.surroundings().bases(document, &mut |document, found| match found {
            Found::Document => {
                let resolved = self.resolved(document.base);
                let unusable = unusable(document.base);
                let error = resolved.as_ref().and_then(|resolved| resolved.error.as_ref());
                let keys = resolved.as_ref().map(Resolved::keys);
                let keys = BaseKeys::new(document.base, keys, error.or(unusable.as_ref()));
                take(&BaseAnswer::Base(InDocument::new(SOURCE, document, &keys)));
            }
            Found::Fault(fault) => {
                let keys = FaultKeys { error: &of_fault(fault) };
                take(&BaseAnswer::Fault(InDocument::new(SOURCE, document, &keys)));
            }
            Found::Link { .. } | Found::Unread(_) => {}
        })
    }
}

/// The base of a document, or what is wrong with the document.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "base-of-document")]
pub enum BaseAnswer<'a> {
    /// A base.
    Base(InDocument<'a, BaseKeys<'a>>),
    /// What is wrong with a document.
    Fault(InDocument<'a, FaultKeys<'a>>),
}
