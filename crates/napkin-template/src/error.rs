//! The errors: of a template, with byte, rule and section, and of an expansion, with its place in the template.

use core::fmt;

use napkin::{ParseError, visible};

/// Why a text is not a template.
///
/// ```
/// use napkin_template::{ErrorKind, Template};
///
/// let error = Template::parse("/users/{id").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::UnclosedExpression, 7));
/// assert_eq!(
///     error.to_string(),
///     "the expression has no '}' at byte 7 (expression, RFC 6570 section 2.2)",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TemplateError {
    kind: ErrorKind,
    offset: usize,
}

/// Declares the kinds, each with its name, its message, and the rule and section that it cites.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $Kind:ident $name:literal: $message:literal, $rule:literal $section:literal;)+) => {
        /// The kinds of faults of a template.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$doc])+ $Kind,)+
        }

        impl ErrorKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$Kind),+];

            /// The name, with hyphens.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind => $name,)+
                }
            }

            const fn message(self) -> &'static str {
                match self {
                    $(Self::$Kind => $message,)+
                }
            }

            /// The rule of the grammar that is broken, and its section of RFC 6570.
            pub const fn rule(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$Kind => ($rule, $section),)+
                }
            }
        }
    };
}

kinds! {
    /// A character that is not allowed outside of expressions.
    InvalidLiteral "invalid-literal": "invalid character outside of an expression", "literals" "2.1";
    /// A percent sign without two hexadecimal digits.
    InvalidPercentEncoding "invalid-percent-encoding": "'%' without two hexadecimal digits", "pct-encoded" "1.5";
    /// An expression without its closing brace.
    UnclosedExpression "unclosed-expression": "the expression has no '}'", "expression" "2.2";
    /// A brace that opens an expression inside another.
    NestedExpression "nested-expression": "an expression inside an expression", "expression" "3.2";
    /// An operator that is reserved for extensions.
    ReservedOperator "reserved-operator": "the operator is reserved", "op-reserve" "2.2";
    /// No name where there has to be one.
    MissingVariable "missing-variable": "the name of a variable is missing", "varname" "2.3";
    /// A character that no name has.
    InvalidVariable "invalid-variable": "invalid character in the name of a variable", "varname" "2.3";
    /// A prefix whose length is not a number from 1 to 9999.
    InvalidPrefix "invalid-prefix": "the length of a prefix is a number from 1 to 9999", "max-length" "2.4.1";
    /// Text behind a modifier.
    InvalidModifier "invalid-modifier": "only ',' or '}' may follow a modifier", "modifier-level4" "2.4";
}

impl TemplateError {
    pub(crate) const fn new(kind: ErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// The kind of fault.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The byte of the template at which the rule fails.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Formats this error with the template: the text, and a caret under the byte.
    ///
    /// ```
    /// let text = "/{id}/{na me}";
    /// let error = napkin_template::Template::parse(text).unwrap_err();
    /// assert_eq!(
    ///     error.diagnose(text).to_string(),
    ///     "\
    /// invalid character in the name of a variable at byte 9 (varname, RFC 6570 section 2.3)
    ///   /{id}/{na me}
    ///            ^",
    /// );
    /// ```
    pub fn diagnose<'t>(&self, template: &'t str) -> impl fmt::Display + 't {
        Diagnosis { error: *self, template }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((rule, section), message) = (self.kind.rule(), self.kind.message());
        write!(f, "{message} at byte {} ({rule}, RFC 6570 section {section})", self.offset)
    }
}

impl core::error::Error for TemplateError {}

/// An error beside its template.
struct Diagnosis<'t> {
    error: TemplateError,
    template: &'t str,
}

impl fmt::Display for Diagnosis<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.template.get(..self.error.offset).unwrap_or(self.template);
        let column = alloc::format!("{}", visible(before)).chars().count();
        write!(f, "{}\n  {}\n  {:column$}^", self.error, visible(self.template), "")
    }
}

/// Why a template has no expansion with some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExpandError {
    kind: ExpandErrorKind,
    offset: usize,
}

/// The kinds of faults of an expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExpandErrorKind {
    /// The variable has a prefix, and its value is a list or pairs (RFC 6570 §2.4.1).
    PrefixOfComposite,
    /// The expansion is not a URI-reference, or not an IRI-reference.
    NotReference(ParseError),
}

impl ExpandError {
    pub(crate) const fn new(kind: ExpandErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// The kind of fault.
    pub const fn kind(&self) -> ExpandErrorKind {
        self.kind
    }

    /// The byte of the template at which the variable, or the expression or literal that is at fault, begins.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The name of the kind, with hyphens.
    pub const fn name(&self) -> &'static str {
        match self.kind {
            ExpandErrorKind::PrefixOfComposite => "prefix-of-composite",
            ExpandErrorKind::NotReference(_) => "not-reference",
        }
    }

    /// The section that is broken, of RFC 6570 or of the document that the error names.
    pub fn section(&self) -> &'static str {
        match self.kind {
            ExpandErrorKind::PrefixOfComposite => "2.4.1",
            ExpandErrorKind::NotReference(error) => error.rule().section,
        }
    }
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ExpandErrorKind::PrefixOfComposite => {
                let at = self.offset;
                write!(
                    f,
                    "a list or pairs have no prefix, at byte {at} of the template (prefix, RFC 6570 section 2.4.1)"
                )
            }
            ExpandErrorKind::NotReference(error) => {
                write!(
                    f,
                    "what byte {} of the template expands to makes no reference: {error}",
                    self.offset
                )
            }
        }
    }
}

impl core::error::Error for ExpandError {}
