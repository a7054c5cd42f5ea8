//! The functions of ClickHouse: they answer every text, with '' or 0 if nothing is found.

mod split;

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, UInt16Builder};
use datafusion_common::arrow::datatypes::DataType;

use super::Alias;
use crate::columns::{Lists, TextColumn, list_of};
use crate::function::{Engine, Function};
use crate::functions;
use crate::rows::Rows;

/// A row of the pack; names are in lowercase, as SQL converts names without quotation marks.
const fn alias(
    name: &'static str,
    function: &'static Function,
    own: Option<&'static str>,
) -> Alias {
    Alias { name, function, is_strict: false, own }
}

pub(super) const ALIASES: &[Alias] = &[
    alias("protocol", &PROTOCOL, Some("uri_scheme")),
    alias("domain", &DOMAIN, Some("uri_host")),
    alias("domainwithoutwww", &DOMAIN_WITHOUT_WWW, None),
    alias("topleveldomain", &TOP_LEVEL_DOMAIN, None),
    alias("cuttofirstsignificantsubdomain", &CUT_TO_FIRST_SIGNIFICANT_SUBDOMAIN, None),
    alias("port", &PORT, Some("uri_port")),
    alias("path", &PATH, Some("uri_path")),
    alias("pathfull", &PATH_FULL, None),
    alias("querystring", &QUERY_STRING, Some("uri_query")),
    alias("fragment", &FRAGMENT, Some("uri_fragment")),
    alias("netloc", &NETLOC, None),
    alias("urlhierarchy", &HIERARCHY, None),
    alias("extracturlparameter", &EXTRACT_PARAMETER, Some("uri_query_param")),
    alias("extracturlparameters", &EXTRACT_PARAMETERS, None),
    alias("extracturlparameternames", &EXTRACT_PARAMETER_NAMES, None),
    alias("cutquerystring", &CUT_QUERY_STRING, None),
    alias("cuturlparameter", &CUT_PARAMETER, None),
    alias("decodeurlcomponent", &DECODE, Some("uri_decode")),
    alias("encodeurlcomponent", &ENCODE, Some("uri_encode")),
];

const BLANK: Function = Function {
    texts: &["url"],
    choices: &[],
    like: Some(Engine { in_plans: "clickhouse-26.9", told: "ClickHouse 26.9 (chDB 4.4.0)" }),
    has_strict: false,
    ..Function::BLANK
};

static PROTOCOL: Function = Function {
    about: "The scheme, if at least four characters follow it.",
    answer: |rows| slices(rows, split::protocol),
    ..BLANK
};

static DOMAIN: Function = Function {
    about: "The host, if it has a dot within.",
    answer: |rows| slices(rows, split::domain),
    ..BLANK
};

static DOMAIN_WITHOUT_WWW: Function = Function {
    about: "The host without `www.`.",
    answer: |rows| slices(rows, split::domain_without_www),
    ..BLANK
};

static TOP_LEVEL_DOMAIN: Function = Function {
    about: "The last label of the host.",
    answer: |rows| slices(rows, split::top_level_domain),
    ..BLANK
};

static CUT_TO_FIRST_SIGNIFICANT_SUBDOMAIN: Function = Function {
    about: "The host from the label on that somebody registered.",
    answer: |rows| slices(rows, split::cut_to_first_significant_subdomain),
    ..BLANK
};

static PORT: Function = Function {
    about: "The port, or 0.",
    result: || DataType::UInt16,
    answer: |rows| {
        let mut ports = UInt16Builder::with_capacity(rows.count());
        (0..rows.count()).for_each(|row| ports.append_option(rows.text(0, row).map(split::port)));
        Ok(Arc::new(ports.finish()))
    },
    ..BLANK
};

static PATH: Function = Function {
    about: "The path without the query.",
    answer: |rows| slices(rows, split::path),
    ..BLANK
};

static PATH_FULL: Function = Function {
    about: "The path with query and fragment.",
    answer: |rows| slices(rows, split::path_full),
    ..BLANK
};

static QUERY_STRING: Function = Function {
    about: "The query without its `?`.",
    answer: |rows| slices(rows, split::query_string),
    ..BLANK
};

static FRAGMENT: Function = Function {
    about: "The fragment without its `#`.",
    answer: |rows| slices(rows, split::fragment),
    ..BLANK
};

static NETLOC: Function =
    Function { about: "User, host and port.", answer: |rows| slices(rows, split::netloc), ..BLANK };

static HIERARCHY: Function = Function {
    about: "The URL up to each `/`, `?` and `#`, as a list.",
    result: || list_of(DataType::Utf8View),
    answer: |rows| {
        lists(rows, |text, items| split::hierarchy(text).map(|it| items.push(Some(it))).count())
    },
    ..BLANK
};

static EXTRACT_PARAMETER: Function = Function {
    about: "The value of the first parameter with this name, of query or fragment, as it is written.",
    texts: &["url", "name"],
    answer: |rows| {
        texts(rows, |row, text, column| {
            let value = rows.text(1, row).map(|name| split::extract_url_parameter(text, name));
            column.push(value);
        })
    },
    ..BLANK
};

static EXTRACT_PARAMETERS: Function = Function {
    about: "The parameters of query and fragment, as a list; the last only if it has a `=`.",
    result: || list_of(DataType::Utf8View),
    answer: |rows| {
        lists(rows, |text, items| {
            split::parameters(text).map(|(it, _)| items.push(Some(it))).count()
        })
    },
    ..BLANK
};

static EXTRACT_PARAMETER_NAMES: Function = Function {
    about: "The names of the parameters of query and fragment, as a list.",
    result: || list_of(DataType::Utf8View),
    answer: |rows| {
        lists(rows, |text, items| {
            split::parameters(text).map(|(it, name)| items.push(it.get(..name))).count()
        })
    },
    ..BLANK
};

static CUT_QUERY_STRING: Function = Function {
    about: "The URL without the query.",
    answer: |rows| {
        texts(rows, |_, text, column| {
            let (before, behind) = split::cut_query_string(text);
            column.push_shown(format_args!("{before}{behind}"));
        })
    },
    ..BLANK
};

static CUT_PARAMETER: Function = Function {
    about: "The URL without the first parameter with this name.",
    texts: &["url", "name"],
    answer: |rows| {
        texts(rows, |row, text, column| {
            let Some(name) = rows.text(1, row) else { return column.push(None) };
            let (before, behind) = split::cut_url_parameter(text, name);
            column.push_shown(format_args!("{before}{behind}"));
        })
    },
    ..BLANK
};

static DECODE: Function = Function {
    about: "The data that triplets stand for; broken ones stay, and what is not UTF-8 becomes U+FFFD.",
    texts: &["text"],
    answer: |rows| {
        texts(rows, |_, text, column| {
            column.push(Some(&String::from_utf8_lossy(&split::decode(text))));
        })
    },
    ..BLANK
};

static ENCODE: Function = Function { choices: &[], like: BLANK.like, ..functions::UNRESERVED };

/// A column of the output of `write` for each text, NULL for NULL.
fn texts(rows: &Rows<'_>, write: impl Fn(usize, &str, &mut TextColumn)) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    for row in 0..rows.count() {
        match rows.text(0, row) {
            Some(text) => write(row, text, &mut column),
            None => column.push(None),
        }
    }
    column.finish()
}

fn slices(rows: &Rows<'_>, slice: impl Fn(&str) -> &str) -> Result<ArrayRef> {
    texts(rows, |_, text, column| column.push(Some(slice(text))))
}

/// A column of lists; `write` adds the items of each text and returns their number.
fn lists(rows: &Rows<'_>, write: impl Fn(&str, &mut TextColumn) -> usize) -> Result<ArrayRef> {
    let mut items = TextColumn::new(rows.count());
    let mut lists = Lists::new(rows.count());
    for row in 0..rows.count() {
        lists.push(rows.text(0, row).map(|text| write(text, &mut items)));
    }
    lists.finish(items.finish()?)
}
