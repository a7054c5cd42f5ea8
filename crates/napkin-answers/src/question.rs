//! What a question is: options, which an edition has or has not, made ready once and then asked of inputs.
//!
//! [`list`](crate::list) is the one list of questions. A face implements [`Face`] and visits the list; what it does for a question it
//! writes once, for all of them.

use std::borrow::Cow;
use std::io;

use napkin::Edition;
use napkin::edition::{RFC3986, RFC3987};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::envelope;
use crate::failure::Failure;
use crate::options::{Between, Options, Source};

/// A question: what is asked of an input, with options.
pub trait Question: Options {
    /// Its name.
    const NAME: &'static str;

    /// The standards by which it is answered.
    const STANDARDS: Standards = Standards::All;

    /// Rules between two options.
    const BETWEEN: &'static [Between] = &[];

    /// The options that a command takes as arguments without a name, in order.
    const ARGUMENTS: &'static [&'static str] = &[];

    /// The condition of a yes; `None` if the question has other answers than yes and no.
    const YES: Option<Yes> = None;

    /// The question with its options checked and prepared.
    type Ready;

    /// Checks and prepares the options.
    ///
    /// # Errors
    ///
    /// An option that the standard does not have, or whose value cannot be used.
    fn ready(self, standard: Standard) -> Result<Self::Ready, WrongChoice>;

    /// Checks and prepares the options where nobody has chosen a standard; `standard` is the default.
    ///
    /// # Errors
    ///
    /// As [`Self::ready`].
    fn ready_by_default(self, standard: Standard) -> Result<Self::Ready, WrongChoice> {
        self.ready(standard)
    }

    /// Checks the standard.
    ///
    /// # Errors
    ///
    /// If the question has no meaning by the URL Standard.
    fn suits(standard: Standard) -> Result<(), WrongChoice> {
        match Self::STANDARDS {
            Standards::All | Standards::Own => Ok(()),
            Standards::Syntax | Standards::Text => choice::syntax(standard, Self::NAME).map(drop),
        }
    }

    /// Reads the options, and checks the rules between them.
    ///
    /// # Errors
    ///
    /// The first option that is missing, has a wrong value, or breaks a rule.
    fn given<S: Source>(source: &mut S) -> Result<Self, S::Error> {
        for rule in Self::BETWEEN {
            let has = |name: &str| {
                let option = Self::list().find(|option| option.name == name);
                option.is_some_and(|option| source.has(option))
            };
            rule.check(has)?;
        }
        Self::read(source)
    }
}

/// When the answer to a question of yes or no is yes: the truth of the answer in a language where an object has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yes {
    /// The keys of the answer none of which is false or null.
    pub keys: &'static [&'static str],
    /// What the yes says, after "if".
    pub about: &'static str,
}

/// The standards by which a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standards {
    /// Editions of the URI syntax and of the URL Standard.
    All,
    /// Editions of the URI syntax.
    Syntax,
    /// Editions of the URI syntax; that of IRIs, which text has, if none is chosen.
    Text,
    /// The question has its own.
    Own,
}

impl Standards {
    /// The standard if none is chosen.
    pub const fn default(self) -> &'static Edition {
        match self {
            Self::All | Self::Syntax | Self::Own => RFC3986,
            Self::Text => RFC3987,
        }
    }
}

/// A question that is asked of one input.
pub trait Ask: Sync {
    /// The answer; serialized, it is the keys after `"input"` and `"edition"`.
    type Answer<'a>: Serialize + JsonSchema
    where
        Self: 'a;

    /// Whether answers name a standard.
    const BY_EDITION: bool = true;

    /// The standard that answers name.
    fn standard(&self) -> Option<Standard>;

    /// Answers.
    ///
    /// `scratch` is a buffer for new text that the answer borrows; its old content is meaningless.
    ///
    /// # Errors
    ///
    /// What is wrong with the input.
    fn ask<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Self::Answer<'a>, Failure<'a>>;

    /// This question, if its answers are to be JSON, which may have more than text.
    #[must_use]
    fn for_json(self) -> Self
    where
        Self: Sized,
    {
        self
    }

    /// Whether inputs are URIs, and not data.
    fn takes_uris(&self) -> bool {
        true
    }

    /// The text that is printed for an invalid input if it is to be printed unchanged: the input, but without a secret that the
    /// question is asked to remove.
    fn kept<'i>(&self, input: &'i [u8]) -> Cow<'i, [u8]> {
        input.into()
    }

    /// The length of the longest input whose answer is worth its cost to a stranger, in bytes, if there is a limit.
    fn longest(&self) -> Option<usize> {
        None
    }

    /// Appends the line of JSON for an input.
    fn push_line(
        &self,
        out: &mut Vec<u8>,
        input: &[u8],
        answer: &Result<Self::Answer<'_>, Failure<'_>>,
    ) {
        envelope::push_line(out, self.standard(), input, answer);
    }
}

/// A question whose base may be another one for each input, as that of a row of a table.
pub trait Rebase: Ask + Sized {
    /// This question by another base, as it is typed.
    #[must_use]
    fn rebased(&self, base: &[u8]) -> Self;
}

/// A question that is asked of two inputs, `a` and `b`.
pub trait AskPair: Sync {
    /// The answer.
    type Answer<'a>: Serialize + JsonSchema
    where
        Self: 'a;

    /// The standard that answers name.
    fn standard(&self) -> Option<Standard>;

    /// Answers.
    ///
    /// # Errors
    ///
    /// What is wrong with one of the inputs.
    fn ask<'a>(&'a self, a: &'a [u8], b: &'a [u8]) -> Result<Self::Answer<'a>, Failure<'a>>;
}

/// A question that is asked of a text, which holds any number of answers.
pub trait AskText: Sync + 'static {
    /// An answer.
    type Answer<'a>: Serialize + JsonSchema;

    /// Calls a function with each answer, in the order of the text.
    fn each(&self, text: &[u8], take: &mut dyn FnMut(&Self::Answer<'_>));
}

/// A question that is asked of a document, which holds any number of answers.
pub trait AskDocument: Sync + 'static {
    /// An answer.
    type Answer<'a>: Serialize + JsonSchema;

    /// This question about a document of a media type, as a header says it; the option `type` comes before it.
    #[must_use]
    fn of_media_type(self, media_type: &str) -> Self
    where
        Self: Sized;

    /// This question with a bound of work and memory, for a stranger who asks a server.
    #[must_use]
    fn bounded(self) -> Self
    where
        Self: Sized;

    /// Calls a function with each answer, in the order of the document.
    ///
    /// # Errors
    ///
    /// If reading fails. What is wrong with the document is an answer.
    fn each(&self, document: &[u8], take: &mut dyn FnMut(&Self::Answer<'_>)) -> io::Result<()>;
}

/// A question without an input, which has any number of answers.
pub trait AskAlone: Sync + 'static {
    /// An answer.
    type Answer<'a>: Serialize + JsonSchema;

    /// Whether there can be other than one answer.
    const IS_LIST: bool = true;

    /// Calls a function with each answer.
    fn each(&self, take: &mut dyn FnMut(&Self::Answer<'_>));

    /// This question with a bound of work, for a stranger who asks a server.
    ///
    /// # Errors
    ///
    /// If the options ask for more.
    fn bounded(self) -> Result<Self, WrongChoice>
    where
        Self: Sized,
    {
        Ok(self)
    }
}

/// A face of the questions: a command, an API, a document.
pub trait Face {
    /// Takes a question that is asked of one input.
    fn one<Q: Question<Ready: Ask> + 'static>(&mut self);

    /// Takes a question that is asked of two inputs.
    fn pair<Q: Question<Ready: AskPair> + 'static>(&mut self);

    /// Takes a question that is asked of a text.
    fn text<Q: Question<Ready: AskText> + 'static>(&mut self);

    /// Takes a question that is asked of a document.
    fn document<Q: Question<Ready: AskDocument> + 'static>(&mut self);

    /// Takes a question without an input.
    fn alone<Q: Question<Ready: AskAlone> + 'static>(&mut self);
}
