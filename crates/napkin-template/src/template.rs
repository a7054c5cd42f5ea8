//! A template: a text that the grammar accepts, and what can be asked of it.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use napkin::{IriRef, ParseError, UriRef};

use crate::error::{ExpandError, ExpandErrorKind, TemplateError};
use crate::expand::{self, Form};
use crate::matching::{Matcher, NoReading};
use crate::partial;
use crate::pieces::{Expression, Modifier, Piece, Pieces};
use crate::syntax;
use crate::variables::{Values, Variables};

/// A URI template (RFC 6570), over a text of any type, such as `&str` or `String`.
///
/// ```
/// use napkin_template::Template;
///
/// let template = Template::parse("/search{?q,page}")?;
/// assert_eq!(template.expand(&[("q", "a b"), ("page", "2")]).unwrap(), "/search?q=a%20b&page=2");
/// # Ok::<(), napkin_template::TemplateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Template<T = String>(T);

impl<'t> Template<&'t str> {
    /// Parses a template.
    ///
    /// # Errors
    ///
    /// The first fault, with its byte and rule.
    pub const fn parse(text: &'t str) -> Result<Self, TemplateError> {
        match syntax::check(text.as_bytes()) {
            Ok(()) => Ok(Self(text)),
            Err(error) => Err(error),
        }
    }
}

impl<T: AsRef<str>> Template<T> {
    /// Parses a template in a text of any type, and keeps the text.
    ///
    /// # Errors
    ///
    /// The first fault, with its byte and rule.
    ///
    /// ```
    /// let template = napkin_template::Template::try_new(String::from("/{id}"))?;
    /// assert_eq!(template.as_str(), "/{id}");
    /// # Ok::<(), napkin_template::TemplateError>(())
    /// ```
    pub fn try_new(text: T) -> Result<Self, TemplateError> {
        syntax::check(text.as_ref().as_bytes()).map(|()| Self(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_ref()
    }

    /// The text, taken out.
    pub fn into_text(self) -> T {
        self.0
    }

    /// The template over its borrowed text.
    pub fn as_borrowed(&self) -> Template<&str> {
        Template(self.as_str())
    }

    /// Literals and expressions in order, each with the byte at which it begins.
    ///
    /// ```
    /// use napkin_template::{Piece, template};
    ///
    /// let template = template!("/a{?x}");
    /// let (_, piece) = template.pieces().next().unwrap();
    /// assert_eq!(piece, Piece::Literal("/a"));
    /// ```
    pub fn pieces(&self) -> Pieces<'_> {
        Pieces::of(self.as_str())
    }

    /// The expressions in order.
    pub fn expressions(&self) -> impl Iterator<Item = Expression<'_>> {
        self.pieces().filter_map(|(_, piece)| match piece {
            Piece::Expression(expression) => Some(expression),
            Piece::Literal(_) => None,
        })
    }

    /// The names of the variables, in the order in which they stand; a variable that stands twice is there twice.
    ///
    /// ```
    /// let template = napkin_template::template!("/{user}{?page,size}");
    /// assert_eq!(template.names().collect::<Vec<_>>(), ["user", "page", "size"]);
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.expressions()
            .flat_map(|expression| expression.variables())
            .map(|variable| variable.name())
    }

    /// The level that the template needs, from 1 to 4 (RFC 6570 §1.2).
    ///
    /// ```
    /// use napkin_template::template;
    ///
    /// assert_eq!(template!("/users/{id}").level(), 1);
    /// assert_eq!(template!("/{+path}{?q*}").level(), 4);
    /// ```
    pub fn level(&self) -> u8 {
        let of = |expression: Expression<'_>| {
            let mut variables = expression.variables();
            if variables.any(|variable| variable.modifier() != Modifier::None) {
                4
            } else if expression.variables().nth(1).is_some() {
                3
            } else {
                expression.operator().level
            }
        };
        self.expressions().map(of).max().unwrap_or(1)
    }

    /// The expansion, proven to be a URI-reference (RFC 6570 §3).
    ///
    /// # Errors
    ///
    /// If a list or pairs have a prefix, or the expansion is no URI-reference; with the place in the template that is at fault.
    ///
    /// ```
    /// use napkin_template::template;
    ///
    /// let template = template!("http://{host}/{+path}");
    /// let uri = template.expand(&[("host", "example.com"), ("path", "a/b")])?;
    /// assert_eq!(uri.host().unwrap(), "example.com");
    ///
    /// let error = template.expand(&[("host", "h"), ("path", "a[")]).unwrap_err();
    /// assert_eq!(error.offset(), 14); // the expression {+path}
    /// # Ok::<(), napkin_template::ExpandError>(())
    /// ```
    pub fn expand<V: Variables + ?Sized>(
        &self,
        variables: &V,
    ) -> Result<UriRef<String>, ExpandError> {
        let text = self.expand_to_text(variables)?;
        UriRef::try_new(text).map_err(|error| self.refused(Form::Uri, variables, error))
    }

    /// The expansion as an IRI-reference: non-ASCII characters stay as they are.
    ///
    /// # Errors
    ///
    /// As [`expand`](Self::expand).
    ///
    /// ```
    /// let template = napkin_template::template!("/büro/{name}");
    /// assert_eq!(template.expand_to_iri(&[("name", "Müller")])?, "/büro/Müller");
    /// assert_eq!(template.expand(&[("name", "Müller")])?, "/b%C3%BCro/M%C3%BCller");
    /// # Ok::<(), napkin_template::ExpandError>(())
    /// ```
    pub fn expand_to_iri<V: Variables + ?Sized>(
        &self,
        variables: &V,
    ) -> Result<IriRef<String>, ExpandError> {
        let mut text = String::new();
        expand::expand(self.as_str(), Form::Iri, variables, &mut text)?;
        IriRef::try_new(text).map_err(|error| self.refused(Form::Iri, variables, error))
    }

    /// The expansion, which need not be a URI-reference.
    ///
    /// # Errors
    ///
    /// If a list or pairs have a prefix.
    ///
    /// ```
    /// let template = napkin_template::template!("{+x}");
    /// assert_eq!(template.expand_to_text(&[("x", "[")])?, "[");
    /// # Ok::<(), napkin_template::ExpandError>(())
    /// ```
    pub fn expand_to_text<V: Variables + ?Sized>(
        &self,
        variables: &V,
    ) -> Result<String, ExpandError> {
        let mut text = String::with_capacity(2 * self.as_str().len());
        self.expand_into(variables, &mut text)?;
        Ok(text)
    }

    /// Appends the expansion, which need not be a URI-reference, to a text.
    ///
    /// # Errors
    ///
    /// If a list or pairs have a prefix; the text then ends with a part of the expansion.
    ///
    /// ```
    /// let (template, mut text) = (napkin_template::template!("{?x}"), String::from("/a"));
    /// template.expand_into(&[("x", "1")], &mut text)?;
    /// assert_eq!(text, "/a?x=1");
    /// # Ok::<(), napkin_template::ExpandError>(())
    /// ```
    pub fn expand_into<V: Variables + ?Sized>(
        &self,
        variables: &V,
        text: &mut String,
    ) -> Result<(), ExpandError> {
        expand::expand(self.as_str(), Form::Uri, variables, text)
    }

    /// The error of an expansion that is no reference.
    fn refused<V: Variables + ?Sized>(
        &self,
        form: Form,
        variables: &V,
        error: ParseError,
    ) -> ExpandError {
        let offset = expand::origin(self.as_str(), form, variables, error.offset());
        ExpandError::new(ExpandErrorKind::NotReference(error), offset)
    }

    /// The template that is left when only some variables are known.
    ///
    /// A variable that is [undefined](crate::Value::UNDEFINED) vanishes; one of which nothing is known stays. Expanded with all
    /// values, the result gives what this template gives. An expression that cannot be divided stays whole: `{a,b}`, `{+a,b}`,
    /// `{#a,b}`, and `{?a,b}` without `a`.
    ///
    /// # Errors
    ///
    /// If a list or pairs have a prefix.
    ///
    /// ```
    /// let template = napkin_template::template!("/{user}{?q,page}");
    /// assert_eq!(template.expand_partially(&[("user", "fred"), ("q", "x")])?.as_str(), "/fred?q=x{&page}");
    /// assert_eq!(template.expand_partially(&[("page", "2")])?.as_str(), "/{user}{?q,page}");
    /// # Ok::<(), napkin_template::ExpandError>(())
    /// ```
    pub fn expand_partially<V: Variables + ?Sized>(
        &self,
        variables: &V,
    ) -> Result<Template<String>, ExpandError> {
        partial::expand(self.as_str(), variables).map(Template)
    }

    /// Reads the variables back from an expansion.
    ///
    /// # Errors
    ///
    /// If the template does not expand to the text with any values, or with more than one: then with two readings.
    ///
    /// ```
    /// use napkin_template::template;
    ///
    /// let values = template!("/users/{id}{?page}").unexpand("/users/a%20b?page=2").unwrap();
    /// assert_eq!((values.text("id"), values.text("page")), (Some("a b"), Some("2")));
    ///
    /// let error = template!("/{a}{b}").unexpand("/xy").unwrap_err();
    /// let [first, second] = error.readings().unwrap();
    /// assert_eq!((first.text("a"), second.text("a")), (Some("xy"), Some("x")));
    /// ```
    pub fn unexpand(&self, text: &str) -> Result<Values<'static>, NoReading> {
        self.matcher().unexpand(text)
    }

    /// The template made ready to read many texts back.
    pub fn matcher(&self) -> Matcher {
        Matcher::new(self.as_str())
    }
}

impl<T: AsRef<str>> fmt::Display for Template<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl<T: AsRef<str>> AsRef<str> for Template<T> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        Self::try_new(text.into())
    }
}

impl TryFrom<String> for Template {
    type Error = TemplateError;

    fn try_from(text: String) -> Result<Self, TemplateError> {
        Self::try_new(text)
    }
}

impl<'t> TryFrom<&'t str> for Template<&'t str> {
    type Error = TemplateError;

    fn try_from(text: &'t str) -> Result<Self, TemplateError> {
        Self::parse(text)
    }
}
