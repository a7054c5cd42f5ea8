//! Questions about columns of texts: one function for each, which gives a column of answers.

use std::slice::IterMut;
use std::sync::{Arc, Mutex};

use arrow_array::builder::{LargeStringBuilder, NullBufferBuilder, UInt16Builder, UInt64Builder};
use arrow_array::{ArrayRef, LargeListArray, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};
use napkin::edition::{RFC3986, RFC3987};
use napkin::{Part, Target};
use napkin_answers::key::Keys;
use napkin_answers::normalize::{Normalizing, Profile};
use napkin_answers::{Failure, base};
use napkin_audit::{Gate, HostList, audit};
use napkin_domains::Sections;
use napkin_schemes::Mapping;
use napkin_standards::facts::{self, EachFact, Fact, Number, Text, TextList};
use napkin_standards::{Base, Parsed, Standard, UrlStandard};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::answers::{is_permitted, policy};
use crate::arrays::TEXT;
use crate::column::Column;
use crate::column_answers::make;
use crate::params::column_port;
use crate::rows::Rows;
use crate::values::{self, By, Details, Given, characters, raise};

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

/// The name of a fact in Python, where objects and columns have one name for one thing: the port is a number, and parameters are those of
/// the query.
const fn name_of<F: Fact>() -> &'static str {
    match F::NAME.as_bytes() {
        b"params" => "path_params",
        b"port" => "port_text",
        _ => F::NAME,
    }
}

/// A fact: its name, what it is, and what a column of it is of.
type Described = (&'static str, &'static str, &'static str);

struct Facts(Vec<Described>);

impl Facts {
    fn add<F: Fact>(&mut self, values: &'static str) {
        self.0.push((name_of::<F>(), F::ABOUT, values));
    }
}

impl EachFact for Facts {
    fn text<F: Fact<Out = Text>>(&mut self) {
        self.add::<F>("texts");
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {
        self.add::<F>("lists of texts");
    }

    fn number<F: Fact<Out = Number>>(&mut self) {
        self.add::<F>("numbers");
    }
}

/// The facts, in the order of the list.
#[pyfunction(name = "facts")]
pub(crate) fn described_facts() -> Vec<Described> {
    let mut all = Facts(Vec::new());
    facts::all(&mut all);
    all.0
}

/// The names of all facts, and of the port as a number.
fn part_names() -> impl Iterator<Item = &'static str> {
    described_facts().into_iter().map(|(name, ..)| name).chain(["port"])
}

/// A fact of each row.
#[pyfunction]
pub(crate) fn column_part(
    texts: Any<'_, '_>,
    part: &str,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    if part == "port" {
        return column_port(texts, edition, threads);
    }
    let mut named =
        Named { name: part, texts, by: By::new(edition, RFC3986)?, threads, column: None };
    facts::all(&mut named);
    named.column.unwrap_or_else(|| {
        let parts = part_names().collect::<Vec<_>>().join(", ");
        Err(PyValueError::new_err(format!("no part '{part}'; parts: {parts}")))
    })
}

/// The column of the fact with a name, made by a loop that is compiled for it.
struct Named<'a, 'py> {
    name: &'a str,
    texts: Any<'a, 'py>,
    by: By,
    threads: Option<usize>,
    column: Option<PyResult<Column>>,
}

impl Named<'_, '_> {
    fn make<F: Fact>(&mut self, kind: DataType, answer: fn(&Rows, Standard) -> ArrayRef) {
        if name_of::<F>() == self.name {
            let made = make(
                [self.texts],
                (name_of::<F>(), kind),
                self.by,
                self.threads,
                |standard, rows| answer(&rows[0], standard),
            );
            self.column = Some(made);
        }
    }
}

impl EachFact for Named<'_, '_> {
    fn text<F: Fact<Out = Text>>(&mut self) {
        self.make::<F>(TEXT, |rows, standard| rows.texts_of::<F>(standard));
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {
        let item = Arc::new(Field::new_list_field(TEXT, true));
        self.make::<F>(DataType::LargeList(item), |rows, standard| {
            let mut items = LargeStringBuilder::with_capacity(rows.len(), 16 * rows.len());
            let mut lengths = Vec::with_capacity(rows.len());
            let mut valid = NullBufferBuilder::new(rows.len());
            rows.parse(standard, |row| {
                let texts = row.and_then(|row| F::of(row));
                valid.append(texts.is_some());
                let length = texts.map(|texts| texts.each(|text| items.append_value(text)));
                lengths.push(length.unwrap_or(0));
            });
            let item = Arc::new(Field::new_list_field(TEXT, true));
            let (items, offsets) = (Arc::new(items.finish()), OffsetBuffer::from_lengths(lengths));
            Arc::new(LargeListArray::new(item, offsets, items, valid.finish()))
        });
    }

    fn number<F: Fact<Out = Number>>(&mut self) {
        self.make::<F>(DataType::UInt16, |rows, standard| {
            let mut built = UInt16Builder::with_capacity(rows.len());
            rows.parse(standard, |row| built.append_option(row.and_then(|row| F::of(row))));
            Arc::new(built.finish())
        });
    }
}

/// The fields of a struct of texts.
fn text_fields(names: impl IntoIterator<Item = &'static str>) -> Fields {
    names.into_iter().map(|name| Field::new(name, TEXT, true)).collect()
}

/// Whether a fact is a whole part of the text, not of one, as the user is. A struct has those, in the order of the text.
fn is_part<F: Fact>() -> bool {
    F::PART.is_some_and(|part| part.name() == F::NAME)
}

/// All parts of each row.
#[pyfunction]
pub(crate) fn column_parse(
    texts: Any<'_, '_>,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let by = By::new(edition, RFC3986)?;
    let mut names = PartNames(Vec::new());
    facts::components(&mut names);
    let fields = text_fields(names.0);
    make([texts], ("parse", DataType::Struct(fields.clone())), by, threads, |standard, rows| {
        let mut columns: Vec<_> = fields.iter().map(|_| LargeStringBuilder::new()).collect();
        let mut valid = NullBufferBuilder::new(rows[0].len());
        rows[0].parse(standard, |row| {
            valid.append(row.is_some());
            facts::components(&mut Cells { row, columns: columns.iter_mut() });
        });
        let columns = columns.into_iter().map(|mut built| Arc::new(built.finish()) as ArrayRef);
        Arc::new(StructArray::new(fields.clone(), columns.collect(), valid.finish()))
    })
}

/// The names of the whole parts.
struct PartNames(Vec<&'static str>);

impl EachFact for PartNames {
    fn text<F: Fact<Out = Text>>(&mut self) {
        if is_part::<F>() {
            self.0.push(name_of::<F>());
        }
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {}

    fn number<F: Fact<Out = Number>>(&mut self) {}
}

/// The cells of one row: the next part goes into the next column.
struct Cells<'c, 'p, 't> {
    row: Option<Parsed<'p, 't>>,
    columns: IterMut<'c, LargeStringBuilder>,
}

impl EachFact for Cells<'_, '_, '_> {
    #[expect(clippy::inline_always, reason = "a row is one function without calls")]
    #[inline(always)]
    fn text<F: Fact<Out = Text>>(&mut self) {
        if !is_part::<F>() {
            return;
        }
        if let Some(column) = self.columns.next() {
            column.append_option(self.row.and_then(|row| F::of(row)));
        }
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {}

    fn number<F: Fact<Out = Number>>(&mut self) {}
}

/// The normal form of each row at a level.
#[pyfunction]
pub(crate) fn column_normalize(
    texts: Any<'_, '_>,
    level: &str,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let (level, by) = (values::level(level)?, By::new(edition, RFC3986)?);
    make([texts], ("normalize", TEXT), by, threads, |standard, rows| {
        let normalizing = Normalizing::new(standard, level).explained(false);
        let mut scratch = String::new();
        rows[0].write(|text, built| {
            let normal = text.map(|text| normalizing.answer(text, &mut scratch));
            built.append_option(normal.and_then(Result::ok).map(|normal| normal.text));
        })
    })
}

/// The text in the place of the key of a text that has none.
#[derive(Clone, Copy)]
enum Keyless {
    Text,
    Null,
    Raise,
}

impl Keyless {
    fn named(name: &str) -> PyResult<Self> {
        match &*name.to_ascii_lowercase() {
            "text" => Ok(Self::Text),
            "null" => Ok(Self::Null),
            "raise" => Ok(Self::Raise),
            _ => Err(PyValueError::new_err(format!(
                "no value '{name}' of invalid; there are text, null, raise"
            ))),
        }
    }
}

/// The key of each row by a profile.
#[pyfunction]
pub(crate) fn column_key(
    texts: Any<'_, '_>,
    profile: &str,
    invalid: &str,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let (keyless, profile) = (Keyless::named(invalid)?, &*profile.to_ascii_lowercase());
    // The profile is of URLs, so that is what texts are.
    let is_of_urls = profile == Profile::Url.name();
    let default: Standard = if is_of_urls { UrlStandard::NEWEST.into() } else { RFC3986.into() };
    let by = By::new(edition, default)?;
    values::keys(by.standard(None), profile)?;
    let wrong = Mutex::new(None);
    let column = make([texts], ("key", TEXT), by, threads, |standard, rows| {
        let Some(keys) = Keys::named(standard, profile, false) else {
            return arrow_array::new_null_array(&TEXT, rows[0].len());
        };
        let mut keys = keys.of_many();
        rows[0].write(|text, built| {
            let Some(text) = text else { return built.append_null() };
            if let Ok(key) = keys.key(text) {
                return built.append_value(key);
            }
            match (keyless, str::from_utf8(text)) {
                (Keyless::Text, Ok(text)) => built.append_value(text),
                (Keyless::Null, _) => built.append_null(),
                // Octets that are not UTF-8 are no text that could be the key.
                _ => {
                    if let Ok(mut wrong) = wrong.lock() {
                        wrong.get_or_insert_with(|| (standard, text.to_owned()));
                    }
                    built.append_null();
                }
            }
        })
    })?;
    if let Ok(Some((standard, text))) = wrong.into_inner() {
        let keys = values::keys(standard, profile)?;
        if let Err(failure) = keys.key(&text, &mut String::new()) {
            return Err(raise(texts.py(), &failure, &String::from_utf8_lossy(&text)));
        }
    }
    Ok(column)
}

/// The URI or the IRI that each row is mapped to.
#[pyfunction]
pub(crate) fn column_mapped(
    texts: Any<'_, '_>,
    to_iri: bool,
    idna: bool,
    nfc: bool,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let by = By::new(edition, RFC3987)?;
    if by.chosen().is_some_and(Standard::is_url) && (idna || nfc) {
        let message = "idna and nfc are for editions of the URI syntax; a URL has both already";
        return Err(PyValueError::new_err(message));
    }
    let name = if to_iri { "to_iri" } else { "to_uri" };
    let mapping = Mapping::new().idna(idna).nfc(nfc);
    make([texts], (name, TEXT), by, threads, |standard, rows| {
        let mut built = LargeStringBuilder::with_capacity(rows[0].len(), 0);
        rows[0].parse(standard, |parsed| {
            let mapped = parsed.and_then(|parsed| {
                if to_iri { parsed.to_iri(&mapping) } else { parsed.to_uri(&mapping) }
            });
            built.append_option(mapped);
        });
        Arc::new(built.finish())
    })
}

/// Adds what a reference means by a base; null, if that is no URI.
fn resolve(reference: Option<&str>, base: &Base, built: &mut LargeStringBuilder, out: &mut String) {
    let Some(reference) = reference else { return built.append_null() };
    out.clear();
    match base.resolve_onto(reference, out) {
        Ok(Target::Uri(target)) => built.append_value(target),
        _ => built.append_null(),
    }
}

/// Each row resolved against one base.
#[pyfunction]
pub(crate) fn column_resolve(
    texts: Any<'_, '_>,
    base: Any<'_, '_>,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let base = Given::of(base)?;
    let by = By::new(edition, RFC3986)?.beside(base.own);
    let base = base.text.to_str()?;
    let judged = Base::new(base, by.standard(None));
    base::check(&judged).map_err(|failure| raise(texts.py(), &failure, base))?;
    make([texts], ("resolve", TEXT), by, threads, |standard, rows| {
        let judged = Base::new(base, standard);
        let mut out = String::new();
        rows[0].write_of_texts(|text, built| resolve(text, &judged, built, &mut out))
    })
}

/// Each row resolved against the base in its row.
#[pyfunction]
pub(crate) fn column_resolve_each(
    texts: Any<'_, '_>,
    bases: Any<'_, '_>,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let by = By::new(edition, RFC3986)?;
    make([texts, bases], ("resolve", TEXT), by, threads, |standard, rows| {
        let (mut out, mut bases) = (String::new(), rows[1].texts());
        let mut last: Option<(&str, Base)> = None;
        rows[0].write_of_texts(|text, built| {
            let Some(base) = bases.next().flatten() else { return built.append_null() };
            // The links of a page stand together.
            if last.as_ref().is_none_or(|(text, _)| *text != base) {
                last = Some((base, Base::new(base, standard)));
            }
            match &last {
                Some((_, base)) => resolve(text, base, built, &mut out),
                None => built.append_null(),
            }
        })
    })
}

/// Whether each row is valid.
#[pyfunction]
pub(crate) fn column_valid(
    texts: Any<'_, '_>,
    relative: bool,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let by = By::new(edition, RFC3986)?;
    make([texts], ("valid", DataType::Boolean), by, threads, |standard, rows| {
        rows[0].judge_texts(|text| standard.accepts(relative, text))
    })
}

/// Why each row is not valid; null, if it is.
#[pyfunction]
pub(crate) fn column_error(
    texts: Any<'_, '_>,
    relative: bool,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    const TEXTS: [&str; 6] = ["kind", "part", "rule", "section", "advice", "message"];
    let by = By::new(edition, RFC3986)?;
    let offset = Field::new("offset", DataType::UInt64, true);
    let fields: Fields = text_fields(TEXTS).iter().cloned().chain([Arc::new(offset)]).collect();
    make([texts], ("error", DataType::Struct(fields.clone())), by, threads, |standard, rows| {
        let mut texts = TEXTS.map(|_| LargeStringBuilder::new());
        let mut offsets = UInt64Builder::with_capacity(rows[0].len());
        let mut wrong = NullBufferBuilder::new(rows[0].len());
        for text in rows[0].octets() {
            let failure = text.and_then(|text| refusal(standard, relative, text));
            wrong.append(failure.is_some());
            let details = failure
                .as_ref()
                .zip(text)
                .map(|(failure, text)| Details::of(failure, &String::from_utf8_lossy(text)));
            offsets.append_option(details.as_ref().and_then(|of| Some(of.offset? as u64)));
            let told = [
                failure.as_ref().map(Failure::kind),
                failure.as_ref().and_then(Failure::part),
                details.as_ref().and_then(|details| details.rule),
                details.as_ref().and_then(|details| details.section),
                details.as_ref().and_then(|details| details.advice.as_deref()),
                failure.as_ref().map(Failure::message),
            ];
            texts.iter_mut().zip(told).for_each(|(built, told)| built.append_option(told));
        }
        let texts = texts.map(|mut built| Arc::new(built.finish()) as ArrayRef);
        let offsets: ArrayRef = Arc::new(offsets.finish());
        let columns = texts.into_iter().chain([offsets]).collect();
        Arc::new(StructArray::new(fields.clone(), columns, wrong.finish()))
    })
}

/// Why a text is refused.
fn refusal(standard: Standard, relative: bool, text: &[u8]) -> Option<Failure<'_>> {
    Some(Failure::refused(standard.check(relative, text).err()?, text))
}

/// The findings of an audit of each row.
#[pyfunction]
pub(crate) fn column_audit(
    texts: Any<'_, '_>,
    preset: Option<&str>,
    rules: Option<&Bound<'_, PyDict>>,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    const TEXTS: [&str; 5] = ["rule", "severity", "part", "section", "message"];
    let (policy, by) = (policy(preset, rules)?, By::new(edition, RFC3986)?);
    let places = ["start", "end"].map(|name| Arc::new(Field::new(name, DataType::UInt64, true)));
    let fields: Fields = text_fields(TEXTS).iter().cloned().chain(places).collect();
    let item = Arc::new(Field::new_list_field(DataType::Struct(fields.clone()), true));
    make(
        [texts],
        ("audit", DataType::LargeList(Arc::clone(&item))),
        by,
        threads,
        |standard, rows| {
            let policy = policy.clone().by(standard);
            let mut texts = TEXTS.map(|_| LargeStringBuilder::new());
            let mut places = [UInt64Builder::new(), UInt64Builder::new()];
            let mut lengths = Vec::with_capacity(rows[0].len());
            for text in rows[0].octets() {
                let audited = text.map(|text| audit(text, &policy));
                let findings = audited.as_ref().map_or(&[][..], |audited| audited.findings());
                lengths.push(findings.len());
                for found in findings {
                    let part = found.part.map(Part::name);
                    let told = [
                        Some(found.rule.id),
                        Some(found.severity.name()),
                        part,
                        Some(found.section),
                        Some(&*found.message),
                    ];
                    texts.iter_mut().zip(told).for_each(|(built, told)| built.append_option(told));
                    let span = [found.span.start, found.span.end];
                    let characters = |at| match str::from_utf8(text.unwrap_or_default()) {
                        Ok(text) => characters(text, at),
                        Err(_) => at,
                    };
                    let span = span.map(|at| characters(at) as u64);
                    places.iter_mut().zip(span).for_each(|(built, at)| built.append_value(at));
                }
            }
            let texts = texts.map(|mut built| Arc::new(built.finish()) as ArrayRef);
            let places = places.map(|mut built| Arc::new(built.finish()) as ArrayRef);
            let columns = texts.into_iter().chain(places).collect();
            let findings = Arc::new(StructArray::new(fields.clone(), columns, None));
            let lengths = OffsetBuffer::from_lengths(lengths);
            Arc::new(LargeListArray::new(Arc::clone(&item), lengths, findings, rows[0].nulls()))
        },
    )
}

/// Whether a server may fetch each row; null for what cannot be read.
#[pyfunction]
pub(crate) fn column_any_public_host(
    texts: Any<'_, '_>,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let by = By::new(edition, RFC3986)?;
    let (list, policy) = (HostList::public(), policy(Some("ssrf"), None)?);
    make([texts], ("any_public_host", DataType::Boolean), by, threads, |standard, rows| {
        // By both standards, unless one is chosen.
        let policy = policy.clone();
        let policy = if edition.is_some() { policy.by(standard) } else { policy };
        let gate = Gate::new(&list, &policy);
        rows[0].judge(|text| is_permitted(&gate, text))
    })
}

/// The sections of the public suffix list that count: with `private`, both.
pub(crate) const fn sections(private: bool) -> Sections {
    if private { Sections::All } else { Sections::Icann }
}

/// The registrable domain of each row.
#[pyfunction]
pub(crate) fn column_registrable_domain(
    texts: Any<'_, '_>,
    private: bool,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let (by, sections) = (By::new(edition, RFC3986)?, sections(private));
    make([texts], ("registrable_domain", TEXT), by, threads, |standard, rows| {
        let names = facts::Names::mozilla();
        let mut built = LargeStringBuilder::with_capacity(rows[0].len(), 12 * rows[0].len());
        rows[0].parse(standard, |row| {
            built.append_option(row.and_then(|row| names.registrable_domain(row, sections)));
        });
        Arc::new(built.finish())
    })
}

/// Declares the check of a format of JSON Schema, which all that is no text has.
macro_rules! checks {
    ($name:ident, $edition:expr, $relative:expr, $about:literal) => {
        #[doc = $about]
        #[pyfunction]
        #[pyo3(signature = (instance, /))]
        pub(crate) fn $name(instance: Any<'_, '_>) -> bool {
            let Ok(text) = instance.cast::<PyString>() else { return true };
            // A lone surrogate is no character of any format.
            text.to_str().is_ok_and(|text| Standard::from($edition).accepts($relative, text))
        }
    };
}

checks!(is_uri, RFC3986, false, "Whether a text is a URI; what is no text passes.");
checks!(
    is_uri_reference,
    RFC3986,
    true,
    "Whether a text is a URI or a relative reference; what is no text passes."
);
checks!(is_iri, RFC3987, false, "Whether a text is an IRI; what is no text passes.");
checks!(
    is_iri_reference,
    RFC3987,
    true,
    "Whether a text is an IRI or a relative reference; what is no text passes."
);
