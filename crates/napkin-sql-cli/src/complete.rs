//! Completion in the shell: functions, SQL keywords, tables, columns of earlier queries, and file names between
//! quotation marks.

use rustyline::completion::{Completer as Complete, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper, Result};

/// The keywords.
const WORDS: &[&str] = &[
    "ALL",
    "AND",
    "AS",
    "ASC",
    "BETWEEN",
    "BY",
    "CASE",
    "CAST",
    "COPY",
    "COUNT",
    "CREATE",
    "CROSS",
    "DESC",
    "DESCRIBE",
    "DISTINCT",
    "DROP",
    "ELSE",
    "END",
    "EXCEPT",
    "EXISTS",
    "EXPLAIN",
    "EXTERNAL",
    "FALSE",
    "FROM",
    "FULL",
    "FUNCTIONS",
    "GROUP",
    "HAVING",
    "ILIKE",
    "IN",
    "INNER",
    "INTERSECT",
    "IS",
    "JOIN",
    "LEFT",
    "LIKE",
    "LIMIT",
    "LOCATION",
    "NOT",
    "NULL",
    "OFFSET",
    "ON",
    "OR",
    "ORDER",
    "OUTER",
    "OVER",
    "PARTITION",
    "RIGHT",
    "SELECT",
    "SET",
    "SHOW",
    "STORED",
    "TABLE",
    "TABLES",
    "THEN",
    "TRUE",
    "UNION",
    "UNNEST",
    "USING",
    "VALUES",
    "VIEW",
    "WHEN",
    "WHERE",
    "WITH",
];

/// Names for completion that the shell learns while it runs.
pub(crate) enum Known {
    Tables(Vec<String>),
    Columns(Vec<String>),
}

pub(crate) struct Completer {
    functions: Vec<String>,
    tables: Vec<String>,
    columns: Vec<String>,
    files: FilenameCompleter,
}

impl Completer {
    pub(crate) fn new(functions: Vec<String>) -> Self {
        let files = FilenameCompleter::new();
        Self { functions, tables: Vec::new(), columns: Vec::new(), files }
    }

    /// Adds tables and columns. Columns accumulate, since the next query often uses the same ones.
    pub(crate) fn learn(&mut self, known: Known) {
        match known {
            Known::Tables(tables) => self.tables = tables,
            Known::Columns(columns) => {
                self.columns.extend(columns);
                self.columns.sort();
                self.columns.dedup();
            }
        }
    }

    /// The completions of a word.
    fn words(&self, word: &str) -> Vec<Pair> {
        if word.is_empty() {
            return Vec::new();
        }
        let begins = |name: &str| {
            name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let pair = |shown: &str, put: String| Pair { display: shown.to_owned(), replacement: put };
        let names = self.columns.iter().chain(&self.tables).filter(|name| begins(name));
        let names = names.map(|name| pair(name, quoted(name)));
        let functions = self.functions.iter().filter(|name| begins(name));
        let functions = functions.map(|name| pair(&format!("{name}()"), format!("{name}(")));
        let words =
            WORDS.iter().filter(|name| begins(name)).map(|name| pair(name, format!("{name} ")));
        names.chain(functions).chain(words).collect()
    }
}

/// A name, quoted if needed.
fn quoted(name: &str) -> String {
    let is_plain = |character: char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || character == '_'
    };
    if name.chars().all(is_plain) && !name.starts_with(|first: char| first.is_ascii_digit()) {
        name.to_owned()
    } else {
        format!("\"{}\"", name.replace('"', "\"\""))
    }
}

impl Complete for Completer {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let before = line.get(..at).unwrap_or(line);
        if before.matches('\'').count() % 2 == 1 {
            return self.files.complete_path_unsorted(line, at);
        }
        let is_part = |character: char| character.is_alphanumeric() || character == '_';
        let start = before.rfind(|character| !is_part(character)).map_or(0, |end| {
            end + before.get(end..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
        });
        Ok((start, self.words(before.get(start..).unwrap_or_default())))
    }
}

impl Hinter for Completer {
    type Hint = String;
}

impl Highlighter for Completer {}
impl Validator for Completer {}
impl Helper for Completer {}

#[cfg(test)]
mod tests {
    use rustyline::history::MemHistory;

    use super::*;

    #[test]
    fn words_are_completed_by_what_is_known() {
        let mut completer = Completer::new(vec!["uri_host".to_owned(), "uri_hosts".to_owned()]);
        completer.learn(Known::Tables(vec!["links".to_owned()]));
        completer.learn(Known::Columns(vec!["uri".to_owned(), "A b".to_owned()]));
        let history = MemHistory::new();
        let context = Context::new(&history);
        let completed = |line: &str| {
            let (start, found) = completer.complete(line, line.len(), &context).unwrap();
            let found: Vec<_> = found.into_iter().map(|pair| pair.replacement).collect();
            (start, found.join("|"))
        };
        assert_eq!(completed("SELECT uri_ho"), (7, "uri_host(|uri_hosts(".to_owned()));
        assert_eq!(completed("SELECT uri"), (7, "uri|uri_host(|uri_hosts(".to_owned()));
        assert_eq!(completed("SELECT A"), (7, "\"A b\"|ALL |AND |AS |ASC ".to_owned()));
        assert_eq!(completed("SELECT é, li"), (11, "links|LIKE |LIMIT ".to_owned()));
        assert_eq!(completed("sel"), (0, "SELECT ".to_owned()));
        assert_eq!(completed("SELECT 1 FROM 'src/files/conte").1, "src/files/content.rs");
    }
}
