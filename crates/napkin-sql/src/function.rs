//! A function as data, and its adapter for DataFusion.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion_common::Result;
use datafusion_common::ScalarValue;
use datafusion_common::arrow::array::{Array, ArrayRef, AsArray, make_array};
use datafusion_common::arrow::compute::{cast, take};
use datafusion_common::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion_common::exec_err;
use datafusion_expr::{
    ColumnarValue, DocSection, Documentation, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF,
    ScalarUDFImpl, Signature, Volatility,
};

use napkin::Edition;
use napkin::edition::RFC3986;

use crate::arguments::{Choice, Choices, Knows, Texts, coerce, syntax};
use crate::rows::Rows;

/// Another engine, whose answers some functions give.
#[derive(Clone, Copy)]
pub(crate) struct Engine {
    /// Its name and version in the names of functions in plans.
    pub(crate) in_plans: &'static str,
    /// Its name and version for people.
    pub(crate) told: &'static str,
}

/// One function. If an argument is NULL, the answer is NULL.
#[derive(Clone, Copy)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// Its description, in a sentence.
    pub(crate) about: &'static str,
    /// The arguments that are text.
    pub(crate) texts: &'static [&'static str],
    /// Further, optional text arguments.
    pub(crate) more_texts: &'static [&'static str],
    /// The choices after the texts.
    pub(crate) choices: &'static [Choice],
    /// The type of its answers.
    pub(crate) result: fn() -> DataType,
    /// The default edition.
    pub(crate) edition: &'static Edition,
    /// Whether an edition can answer the question of the function.
    pub(crate) knows: Knows,
    /// The other engine whose answers it gives, if any.
    pub(crate) like: Option<Engine>,
    /// Whether the function is NULL for some texts, and has a strict twin that rejects them.
    pub(crate) has_strict: bool,
    /// Checks those of its texts that are literals, before rows are read.
    pub(crate) check: fn(&[Option<&str>]) -> Result<()>,
    /// Computes one answer for each row.
    pub(crate) answer: fn(&Rows<'_>) -> Result<ArrayRef>,
}

impl Function {
    /// The default values: text from the URI, by an edition.
    pub(crate) const BLANK: Self = Self {
        name: "",
        about: "",
        texts: &["uri"],
        more_texts: &[],
        choices: &[Choice::Edition],
        result: || DataType::Utf8View,
        edition: RFC3986,
        knows: |_| true,
        like: None,
        has_strict: true,
        check: |_| Ok(()),
        answer: |_| exec_err!("a function without an answer"),
    };

    /// The function and its strict twin.
    pub(crate) fn udfs(&'static self) -> impl Iterator<Item = Arc<ScalarUDF>> {
        let strict = self.has_strict.then(|| Udf::new(self, format!("{}_strict", self.name), true));
        let udfs = std::iter::once(Udf::new(self, self.name.to_owned(), false)).chain(strict);
        udfs.map(|udf| Arc::new(ScalarUDF::from(udf)))
    }

    /// The function under the name that another engine has for it, or its strict twin.
    pub(crate) fn alias(&'static self, name: &str, is_strict: bool) -> Arc<ScalarUDF> {
        Arc::new(ScalarUDF::from(Udf::new(self, name.to_owned(), is_strict)))
    }

    /// The function under its own name, with other names as aliases.
    pub(crate) fn known_as(
        &'static self,
        names: impl Iterator<Item = &'static str>,
    ) -> Arc<ScalarUDF> {
        let udf = ScalarUDF::from(Udf::new(self, self.name.to_owned(), false));
        Arc::new(udf.with_aliases(names))
    }

    fn all_texts(&self) -> Vec<&'static str> {
        [self.texts, self.more_texts].concat()
    }

    /// Whether the answers for a dictionary of texts are a dictionary.
    fn keeps_keys(&self) -> bool {
        self.all_texts().len() == 1 && (self.result)() == DataType::Utf8View
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A function under one of its names.
#[derive(Debug)]
struct Udf {
    function: &'static Function,
    /// The name in queries.
    called: String,
    /// The name in plans. It is different for each set of answers, so that no other machine answers by another
    /// function that is called alike: with the engine and its version, if the answers are those of an engine.
    name: String,
    /// The name in queries, if that in plans is another one.
    aliases: Vec<String>,
    /// Whether the function fails for a text without an answer.
    is_strict: bool,
    signature: Signature,
    documentation: Documentation,
}

impl Udf {
    fn new(function: &'static Function, called: String, is_strict: bool) -> Self {
        let texts = function.all_texts();
        let names =
            texts.iter().copied().chain(function.choices.iter().map(|choice| choice.name()));
        let signature = Signature::user_defined(Volatility::Immutable);
        // Fails only if a name occurs twice.
        let signature =
            signature.clone().with_parameter_names(names.collect()).unwrap_or(signature);
        let section = DocSection { include: true, label: "URI functions", description: None };
        let syntax = syntax(&called, function.texts, function.more_texts, function.choices);
        let about = match function.like {
            Some(engine) => format!("{} As {} answers.", function.about, engine.told),
            None => function.about.to_owned(),
        };
        let documentation = Documentation::builder(section, about, syntax);
        let documentation = texts
            .iter()
            .fold(documentation, |told, text| told.with_argument(*text, "text of any string type"));
        let documentation = function
            .choices
            .iter()
            .fold(documentation, |told, choice| told.with_argument(choice.name(), choice.about()));
        let (name, aliases) = match function.like {
            Some(engine) => (format!("{}:{called}", engine.in_plans), vec![called.clone()]),
            None => (called.clone(), Vec::new()),
        };
        let documentation = documentation.build();
        Self { function, called, name, aliases, is_strict, signature, documentation }
    }

    /// The answers for `count` rows, or a single one if no argument is a column.
    fn answer(&self, arguments: &[ColumnarValue], count: usize) -> Result<ArrayRef> {
        let texts = self.function.all_texts().len().min(arguments.len());
        let (texts, chosen) = arguments.split_at(texts);
        let mut choices = Choices::by(self.function.edition.into());
        for (choice, argument) in self.function.choices.iter().zip(chosen) {
            choices.take(*choice, argument, (self.function.name, self.function.knows))?;
        }
        let texts = texts.iter().map(Texts::new).collect::<Result<_>>()?;
        let rows = Rows::new(count, texts, choices, self.is_strict.then_some(self.called.as_str()));
        let answers = (self.function.answer)(&rows)?;
        rows.finish().map(|()| answers)
    }

    /// The answers for each value of a dictionary, if all other arguments are the same for all rows. A strict
    /// function must not evaluate values that no row has.
    fn answer_values(&self, arguments: &[ColumnarValue], rows: usize) -> Result<Option<ArrayRef>> {
        let Some((ColumnarValue::Array(first), rest)) = arguments.split_first() else {
            return Ok(None);
        };
        let is_same = rest.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let dictionary = first.as_any_dictionary_opt();
        let dictionary = dictionary.filter(|dictionary| dictionary.values().len() <= rows);
        let Some(dictionary) = dictionary.filter(|_| is_same && !self.is_strict) else {
            return Ok(None);
        };
        let values = ColumnarValue::Array(Arc::clone(dictionary.values()));
        let arguments: Vec<_> = std::iter::once(values).chain(rest.iter().cloned()).collect();
        let answers = self.answer(&arguments, dictionary.values().len())?;
        if !self.function.keeps_keys() {
            return Ok(Some(take(&answers, dictionary.keys(), None)?));
        }
        let answers = dictionary.with_values(cast(&answers, &DataType::Utf8)?);
        // Not every reader of dictionaries checks for NULL among the values, so the keys have the nulls.
        let nulls = answers.logical_nulls();
        Ok(Some(make_array(answers.to_data().into_builder().nulls(nulls).build()?)))
    }
}

impl ScalarUDFImpl for Udf {
    fn name(&self) -> &str {
        &self.name
    }

    fn aliases(&self) -> &[String] {
        &self.aliases
    }

    /// The name of a column of answers, as the query calls the function.
    fn schema_name(&self, arguments: &[Expr]) -> Result<String> {
        let arguments = arguments.iter().map(|argument| argument.schema_name().to_string());
        Ok(format!("{}({})", self.called, arguments.collect::<Vec<_>>().join(",")))
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        let Function { texts, more_texts, choices, .. } = self.function;
        coerce(&self.called, texts, more_texts, choices, given)
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        Ok(match arguments.first() {
            Some(DataType::Dictionary(keys, _)) if self.function.keeps_keys() => {
                DataType::Dictionary(keys.clone(), Box::new(DataType::Utf8))
            }
            _ => (self.function.result)(),
        })
    }

    /// The type of the answers. Arguments that are literals are checked here, so that a wrong one is an error before a job runs.
    fn return_field_from_args(&self, call: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let texts = call.scalar_arguments.iter().take(self.function.all_texts().len());
        let texts: Vec<_> = texts.map(|value| literal(*value)).collect();
        (self.function.check)(&texts)?;
        let types: Vec<_> = call.arg_fields.iter().map(|field| field.data_type().clone()).collect();
        Ok(Arc::new(Field::new(self.name(), self.return_type(&types)?, true)))
    }

    /// NULL in, NULL out.
    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arguments = &call.args;
        let is_constant =
            arguments.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let answers = if is_constant {
            self.answer(arguments, 1)?
        } else {
            match self.answer_values(arguments, call.number_rows)? {
                Some(answers) => answers,
                None => self.answer(arguments, call.number_rows)?,
            }
        };
        let answers = cast(&answers, call.return_type())?;
        Ok(if is_constant {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&answers, 0)?)
        } else {
            ColumnarValue::Array(answers)
        })
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

/// The text of an argument that is a literal.
fn literal(argument: Option<&ScalarValue>) -> Option<&str> {
    argument?.try_as_str().flatten()
}

impl PartialEq for Udf {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Udf {}

impl Hash for Udf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
