//! The arguments of a call: texts of any of Arrow's string types, and choices, which are usually the same for all
//! rows.

use std::ops::Range;

use datafusion_common::Result;
use datafusion_common::arrow::array::{Array, ArrayRef, AsArray, StringViewArray};
use datafusion_common::arrow::compute::cast;
use datafusion_common::arrow::datatypes::DataType;
use datafusion_common::plan_err;
use datafusion_expr::ColumnarValue;
use napkin::Level;
use napkin_standards::Standard;

/// An optional argument after the texts of a call, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Whether the scheme's default port is used.
    WithDefault,
    /// Whether the name of a host is mapped by IDNA.
    Idna,
    /// The level of normalization.
    Level,
    /// The edition of the URI syntax, or of the URL Standard.
    Edition,
}

impl Choice {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::WithDefault => "with_default",
            Self::Idna => "idna",
            Self::Level => "level",
            Self::Edition => "edition",
        }
    }

    pub(crate) const fn about(self) -> &'static str {
        match self {
            Self::WithDefault => {
                "whether the default port of the scheme is given where there is none"
            }
            Self::Idna => "whether the name of a host is mapped by IDNA, not percent-encoded",
            Self::Level => "the level of normalization, 'syntax' if not given",
            Self::Edition => {
                "the edition of the URI syntax or of the URL Standard, 'rfc3986' if not given"
            }
        }
    }
}

/// The type to which an argument is coerced, if it is text of some type.
pub(crate) fn text_type(given: &DataType) -> Option<DataType> {
    match given {
        // Bytes are text where they are UTF-8, and NULL where they are not.
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView => Some(given.clone()),
        DataType::Dictionary(_, values) if text_type(values).is_some() => Some(given.clone()),
        DataType::Null => Some(DataType::Utf8View),
        _ => None,
    }
}

/// The texts of an argument: one for all rows, or one for each.
pub(crate) struct Texts {
    array: StringViewArray,
    is_one: bool,
}

impl Texts {
    /// Takes an argument of any string type. Long text is not copied.
    ///
    /// # Errors
    ///
    /// If it is not text.
    pub(crate) fn new(argument: &ColumnarValue) -> Result<Self> {
        let (array, is_one) = match argument {
            ColumnarValue::Array(array) => (ArrayRef::clone(array), false),
            ColumnarValue::Scalar(scalar) => (scalar.to_array()?, true),
        };
        let array = cast(&array, &DataType::Utf8View)?;
        Ok(Self { array: array.as_string_view().clone(), is_one })
    }

    /// The text of a row; `None` for NULL.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        let row = if self.is_one { 0 } else { row };
        self.array.is_valid(row).then(|| self.array.value(row))
    }
}

/// A choice: one for all rows, or one for each. NULL makes no choice, and the row's answer is NULL.
pub(crate) enum PerRow<T> {
    All(Option<T>),
    Each(Vec<Option<T>>),
}

impl<T: Copy + PartialEq> PerRow<T> {
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<T> {
        match self {
            Self::All(choice) => *choice,
            Self::Each(choices) => choices.get(row).copied().flatten(),
        }
    }

    /// Whether it is one choice for all rows.
    const fn is_made_for_all(&self) -> bool {
        matches!(self, Self::All(Some(_)))
    }

    /// The rows in runs with the same choice.
    pub(crate) fn runs(&self, rows: usize) -> impl Iterator<Item = (Range<usize>, Option<T>)> {
        let mut start = 0;
        std::iter::from_fn(move || {
            if start >= rows {
                return None;
            }
            let choice = self.get(start);
            let end = match self {
                Self::All(_) => rows,
                Self::Each(_) => (start..rows).find(|&row| self.get(row) != choice).unwrap_or(rows),
            };
            let run = start..end;
            start = end;
            Some((run, choice))
        })
    }

    fn of_names(argument: &ColumnarValue, named: impl Fn(&str) -> Result<T>) -> Result<Self> {
        let texts = Texts::new(argument)?;
        if texts.is_one {
            return Ok(Self::All(texts.get(0).map(named).transpose()?));
        }
        let mut last: Option<(&str, T)> = None;
        let choices = (0..texts.array.len()).map(|row| {
            let Some(name) = texts.get(row) else { return Ok(None) };
            let choice = match last {
                Some((known, choice)) if known == name => choice,
                _ => named(name)?,
            };
            last = Some((name, choice));
            Ok(Some(choice))
        });
        Ok(Self::Each(choices.collect::<Result<_>>()?))
    }
}

/// Whether a question can be answered by an edition.
pub(crate) type Knows = fn(Standard) -> bool;

/// The choices of a call.
pub(crate) struct Choices {
    pub(crate) with_default: PerRow<bool>,
    pub(crate) idna: PerRow<bool>,
    pub(crate) level: PerRow<Level>,
    pub(crate) standard: PerRow<Standard>,
}

impl Choices {
    /// The defaults of the choices.
    pub(crate) const fn by(standard: Standard) -> Self {
        Self {
            with_default: PerRow::All(Some(false)),
            idna: PerRow::All(Some(false)),
            level: PerRow::All(Some(Level::Syntax)),
            standard: PerRow::All(Some(standard)),
        }
    }

    /// Reads a choice from its argument, for a function that knows some editions.
    ///
    /// # Errors
    ///
    /// If it is not an existing name, or an edition that the function does not know.
    pub(crate) fn take(
        &mut self,
        choice: Choice,
        argument: &ColumnarValue,
        (function, knows): (&str, Knows),
    ) -> Result<()> {
        match choice {
            Choice::WithDefault => self.with_default = flags(argument)?,
            Choice::Idna => self.idna = flags(argument)?,
            Choice::Level => self.level = PerRow::of_names(argument, level)?,
            Choice::Edition => {
                self.standard = PerRow::of_names(argument, |name| standard(name, function, knows))?;
            }
        }
        Ok(())
    }

    /// Whether every row has every choice, and the same.
    pub(crate) const fn are_made_for_all(&self) -> bool {
        self.with_default.is_made_for_all()
            && self.idna.is_made_for_all()
            && self.level.is_made_for_all()
            && self.standard.is_made_for_all()
    }

    pub(crate) fn are_made(&self, row: usize) -> bool {
        self.with_default.get(row).is_some()
            && self.idna.get(row).is_some()
            && self.level.get(row).is_some()
            && self.standard.get(row).is_some()
    }
}

fn flags(argument: &ColumnarValue) -> Result<PerRow<bool>> {
    let (array, is_one) = match argument {
        ColumnarValue::Array(array) => (ArrayRef::clone(array), false),
        ColumnarValue::Scalar(scalar) => (scalar.to_array()?, true),
    };
    let array = cast(&array, &DataType::Boolean)?;
    let mut flags = array.as_boolean().iter();
    Ok(if is_one { PerRow::All(flags.next().flatten()) } else { PerRow::Each(flags.collect()) })
}

fn level(name: &str) -> Result<Level> {
    match Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name)) {
        Some(level) => Ok(level),
        None => {
            plan_err!("'{name}' is no level; levels are {}", Level::ALL.map(Level::name).join(", "))
        }
    }
}

fn standard(name: &str, function: &str, knows: Knows) -> Result<Standard> {
    let names = |of: Knows| {
        let names = Standard::all().filter(|standard| of(*standard)).map(Standard::name);
        names.collect::<Vec<_>>().join(", ")
    };
    match Standard::named(&name.to_ascii_lowercase()) {
        None => plan_err!("'{name}' is no edition; editions are {}", names(|_| true)),
        Some(standard) if !knows(standard) => {
            plan_err!(
                "{function} does not know edition {}; editions that it knows: {}",
                standard.name(),
                names(knows)
            )
        }
        Some(standard) => Ok(standard),
    }
}

/// The types to which the arguments of a function are coerced.
///
/// # Errors
///
/// If there are too few or too many, or one has an unsuitable type.
pub(crate) fn coerce(
    function: &str,
    texts: &[&str],
    more_texts: &[&str],
    choices: &[Choice],
    given: &[DataType],
) -> Result<Vec<DataType>> {
    let most = texts.len() + more_texts.len() + choices.len();
    if given.len() < texts.len() || given.len() > most {
        let syntax = syntax(function, texts, more_texts, choices);
        return plan_err!("{} arguments for {syntax}", given.len());
    }
    let names = texts.iter().chain(more_texts).map(|name| (*name, None));
    let names = names.chain(choices.iter().map(|choice| (choice.name(), Some(*choice))));
    let types = names.zip(given).map(|((name, choice), given)| match (choice, text_type(given)) {
        (Some(Choice::WithDefault | Choice::Idna), _) => match given {
            DataType::Boolean | DataType::Null => Ok(DataType::Boolean),
            _ => plan_err!("{function}: {name} is true or false, not {given}"),
        },
        (_, Some(text)) => Ok(text),
        (_, None) => plan_err!("{function}: {name} is text, not {given}; CAST makes text of it"),
    });
    types.collect()
}

/// The syntax of a call: `uri_port(uri[, with_default[, edition]])`.
pub(crate) fn syntax(
    function: &str,
    texts: &[&str],
    more_texts: &[&str],
    choices: &[Choice],
) -> String {
    let mut syntax = format!("{function}({}", texts.join(", "));
    let optional = more_texts.iter().copied().chain(choices.iter().map(|choice| choice.name()));
    let mut brackets = 0;
    for name in optional {
        syntax.push_str("[, ");
        syntax.push_str(name);
        brackets += 1;
    }
    syntax.push_str(&"]".repeat(brackets));
    syntax.push(')');
    syntax
}
