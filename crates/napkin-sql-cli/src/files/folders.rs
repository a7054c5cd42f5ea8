//! Columns that stand in the names of folders, as `COPY … PARTITIONED BY`, Hive and Spark write them: `day=2026-01-01/`; and the
//! column with the name of the file.

use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema};
use datafusion::common::{Result, ScalarValue, plan_err};

/// The folder of rows without a value. DataFusion has the empty text for them.
const NO_VALUE: &str = "__HIVE_DEFAULT_PARTITION__";

/// The name of the column with the name of the file.
pub(crate) const FILE_NAME: &str = "filename";

/// The columns of the folders of files, each with the type that its values suggest: an integer, a date, or text.
///
/// # Errors
///
/// If the folders of two files have different columns.
pub(super) fn columns(files: &[Vec<&str>]) -> Result<Vec<FieldRef>> {
    let Some(first) = files.first() else { return Ok(Vec::new()) };
    let names: Vec<_> = pairs(first).map(|(name, _)| name).collect();
    for file in files {
        if !pairs(file).map(|(name, _)| name).eq(names.iter().copied()) {
            return plan_err!(
                "'{}' and '{}' have different columns in the names of their folders; name those of one kind by a pattern",
                first.join("/"),
                file.join("/")
            );
        }
    }
    if let Some(name) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        return plan_err!(
            "'{}' has the column {} twice in the names of its folders",
            first.join("/"),
            name.1
        );
    }
    let column = |(at, name): (usize, &&str)| {
        let values = || files.iter().filter_map(|file| pairs(file).nth(at)?.1);
        let is = |of: &DataType| {
            values().next().is_some() && values().all(|value| read(&value, of).is_some())
        };
        let of = [DataType::Int64, DataType::Date32].into_iter().find(is);
        Field::new(*name, of.unwrap_or(DataType::Utf8View), true).into()
    };
    Ok(names.iter().enumerate().map(column).collect())
}

/// The value that a file has in such a column.
pub(super) fn value(file: &[&str], column: &Field) -> ScalarValue {
    let found = pairs(file).find(|(name, _)| *name == column.name());
    let value = found.and_then(|(_, value)| read(&value?, column.data_type()));
    value.unwrap_or_else(|| ScalarValue::try_from(column.data_type()).unwrap_or(ScalarValue::Null))
}

/// Checks that no file has a column of the folders' names.
///
/// # Errors
///
/// If one has.
pub(super) fn check(name: &str, files: &Schema, folders: &[FieldRef]) -> Result<()> {
    match folders.iter().find(|field| files.field_with_name(field.name()).is_ok()) {
        Some(field) => plan_err!(
            "'{name}': the column {0} is both in the files and in the names of their folders ({0}=…)",
            field.name()
        ),
        None => Ok(()),
    }
}

/// The columns that the folders of a file name, and their values.
fn pairs<'a>(file: &'a [&str]) -> impl Iterator<Item = (&'a str, Option<String>)> {
    let (_, folders) = file.split_last().unwrap_or((&"", &[]));
    let pairs = folders.iter().filter_map(|folder| folder.split_once('='));
    pairs.filter(|(name, _)| !name.is_empty()).map(|(name, value)| {
        (
            name,
            (value != NO_VALUE && !value.is_empty())
                .then(|| napkin::decode_characters(value).into_owned()),
        )
    })
}

fn read(value: &str, of: &DataType) -> Option<ScalarValue> {
    let is_number = || {
        let digits = value.strip_prefix('-').unwrap_or(value);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_right = match of {
        DataType::Int64 => is_number(),
        DataType::Date32 => value.len() == 10,
        _ => true,
    };
    if is_right { ScalarValue::try_from_string(value.to_owned(), of).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_tell_the_type() {
        for (values, of) in [
            (["1", "20"], DataType::Int64),
            (["01", "-5"], DataType::Int64),
            (["1", NO_VALUE], DataType::Int64),
            (["2026-01-01", "2026-12-31"], DataType::Date32),
            (["2026-01-01", "2026-13-01"], DataType::Utf8View),
            (["1", "a"], DataType::Utf8View),
            (["1", "2026-01-01"], DataType::Utf8View),
            (["", "1"], DataType::Int64),
            ([NO_VALUE, NO_VALUE], DataType::Utf8View),
            (["99999999999999999999", "1"], DataType::Utf8View),
        ] {
            let folders = values.map(|value| format!("k={value}"));
            let files: Vec<_> = folders.iter().map(|folder| vec![folder.as_str(), "f"]).collect();
            assert_eq!(columns(&files).unwrap()[0].data_type(), &of, "{values:?}");
        }
    }

    #[test]
    fn values_are_decoded() {
        let field = Field::new("k", DataType::Utf8View, true);
        for (folder, expected) in
            [("k=a%2Fb", Some("a/b")), ("k=", None), (&format!("k={NO_VALUE}"), None)]
        {
            let expected = ScalarValue::Utf8View(expected.map(str::to_owned));
            assert_eq!(value(&[folder, "f"], &field), expected);
        }
    }
}
