//! The interactive shell, with history and completion.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::tokenizer::{Token, Tokenizer};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor};

use super::complete::{Completer, Known};
use super::failure::Failure;
use super::functions;
use super::output::{Format, Output};
use super::run::{Runner, split};

const HELP: &str = "\
Statements end with ';' and may go over several lines. Ctrl-C ends a statement, Ctrl-D the shell.
  \\d            the tables that were made
  \\d NAME       the columns of a table, or of files: \\d 'crawl/*.parquet'
  \\df [NAME]    the functions, or how one is called
  \\i FILE       run the statements of a file
  \\o [FILE]     write the next answer to a file, and all others here
  \\timing       tell how long statements take, or no more
  \\q            leave
";

/// A shell over a session.
pub(crate) struct Shell {
    runner: Runner,
    format: Option<Format>,
    rows: Option<usize>,
    editor: Editor<Completer, FileHistory>,
    history: Option<PathBuf>,
    has_timing: bool,
    /// The file for the next answer.
    output: Option<PathBuf>,
}

/// Whether to continue.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    Leave,
}

impl Shell {
    /// A shell with the saved history.
    ///
    /// # Errors
    ///
    /// If there is no terminal.
    pub(crate) fn new(
        runner: Runner,
        format: Option<Format>,
        rows: Option<usize>,
    ) -> Result<Self, Failure> {
        let config = Config::builder().auto_add_history(false).build();
        let mut editor = Editor::with_config(config).map_err(|error| of_editor(&error))?;
        let names = functions::all(&runner.session.context).into_iter().map(|of| of.name);
        editor.set_helper(Some(Completer::new(names.collect())));
        let history = std::env::var_os("NAPKIN_SQL_HISTORY")
            .map(PathBuf::from)
            .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".napkin_sql_history")));
        if let Some(history) = &history {
            // There is no history at the first start.
            let _ = editor.load_history(history);
        }
        let has_timing = io::stdin().is_terminal();
        Ok(Self { runner, format, rows, editor, history, has_timing, output: None })
    }

    /// Reads and runs statements until the user leaves.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or the output is closed.
    pub(crate) async fn run(mut self) -> Result<(), Failure> {
        if io::stdin().is_terminal() {
            println!("napkin-sql {}; \\? for help, \\q to leave", env!("CARGO_PKG_VERSION"));
        }
        let mut text = String::new();
        loop {
            let prompt = if text.is_empty() { "napkin> " } else { "      > " };
            let line = match tokio::task::block_in_place(|| self.editor.readline(prompt)) {
                Ok(line) => line,
                Err(ReadlineError::Interrupted) => {
                    text.clear();
                    continue;
                }
                Err(ReadlineError::Eof) => break,
                Err(error) => return Err(of_editor(&error)),
            };
            if text.trim().is_empty() && line.trim_start().starts_with('\\') {
                self.remember(line.trim());
                if self.command(line.trim()).await? == Then::Leave {
                    break;
                }
                continue;
            }
            text += &line;
            text.push('\n');
            if text.trim().is_empty() {
                text.clear();
            } else if is_whole(&text) {
                let statements = std::mem::take(&mut text);
                self.remember(statements.trim());
                self.statements(&statements).await?;
            }
        }
        // A final statement without a semicolon is run too, since a file may end so.
        if !text.trim().is_empty() {
            self.statements(&text).await?;
        }
        Ok(())
    }

    fn remember(&mut self, line: &str) {
        // A history that cannot be saved is not an error.
        let _ = self.editor.add_history_entry(line);
        if let Some(history) = &self.history {
            let _ = self.editor.append_history(history);
        }
    }

    /// Runs statements, and prints failures. Only a closed output ends the shell.
    async fn statements(&mut self, sql: &str) -> Result<(), Failure> {
        self.runner.stop.reset();
        match self.try_statements(sql).await {
            Err(Failure::ClosedPipe) => Err(Failure::ClosedPipe),
            Err(failure) => {
                failure.tell();
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    async fn try_statements(&mut self, sql: &str) -> Result<(), Failure> {
        for statement in split(sql)? {
            let start = Instant::now();
            let path = self.output.clone();
            let mut output = Output::new(self.format, path.as_deref(), self.rows)?;
            let answer = self.runner.run(statement, &mut output).await?;
            if output.is_written() {
                self.output = None;
            }
            output.finish()?;
            if answer.left_out > 0 {
                println!("({} more rows; 'napkin-sql --rows 0' shows them)", answer.left_out);
            }
            if self.has_timing {
                let seconds = start.elapsed().as_secs_f64();
                println!("({} rows, {seconds:.3} s)", answer.rows);
            }
            self.refresh();
        }
        Ok(())
    }

    /// Runs a backslash command.
    async fn command(&mut self, line: &str) -> Result<Then, Failure> {
        let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = argument.trim().trim_end_matches(';').trim();
        match (name, argument) {
            ("\\q" | "\\quit", _) => return Ok(Then::Leave),
            ("\\?" | "\\h" | "\\help", _) => print!("{HELP}"),
            ("\\timing", _) => {
                self.has_timing = !self.has_timing;
                println!("timing is {}", if self.has_timing { "on" } else { "off" });
            }
            ("\\d", "") => {
                let sql = "SELECT table_name AS name, table_type AS kind FROM information_schema.tables \
                           WHERE table_schema <> 'information_schema' ORDER BY name";
                self.quietly(sql).await?;
            }
            ("\\d", table) => {
                self.quietly(&format!("DESCRIBE {table}")).await?;
            }
            ("\\df", "") => self.quietly("SHOW FUNCTIONS").await?,
            ("\\df", name) => self.function(name)?,
            ("\\o", "") => self.output = None,
            ("\\o", path) => self.output = Some(PathBuf::from(unquoted(path))),
            ("\\i", path) if !path.is_empty() => {
                let path = unquoted(path);
                match std::fs::read_to_string(path) {
                    Ok(sql) => self.statements(&sql).await?,
                    Err(error) => Failure::of_file(Path::new(path), &error).tell(),
                }
            }
            _ => eprintln!(
                "napkin-sql: there is no {}; \\? lists the commands",
                napkin::visible(name)
            ),
        }
        Ok(Then::GoOn)
    }

    /// Runs a statement of the shell itself, without progress.
    async fn quietly(&mut self, sql: &str) -> Result<(), Failure> {
        let (timing, output) = (std::mem::take(&mut self.has_timing), self.output.take());
        let done = self.statements(sql).await;
        (self.has_timing, self.output) = (timing, output);
        done
    }

    fn function(&self, name: &str) -> Result<(), Failure> {
        let mut found = false;
        let mut out = io::stdout().lock();
        for function in functions::all(&self.runner.session.context) {
            if function.name.eq_ignore_ascii_case(name) {
                found = true;
                let syntax = function.syntax.unwrap_or_else(|| function.name.clone());
                writeln!(out, "{syntax}: {}", function.about.unwrap_or_default().trim())?;
            }
        }
        if !found {
            eprintln!("napkin-sql: there is no function {}; \\df shows all", napkin::visible(name));
        }
        Ok(())
    }

    /// Updates the completion's tables and columns.
    fn refresh(&mut self) {
        let Some(completer) = self.editor.helper_mut() else { return };
        let context = &self.runner.session.context;
        let names: Vec<_> = context
            .catalog_names()
            .iter()
            .filter_map(|name| context.catalog(name))
            .flat_map(|catalog| {
                let schemas: Vec<_> = catalog
                    .schema_names()
                    .iter()
                    .filter(|name| *name != "information_schema")
                    .filter_map(|name| catalog.schema(name))
                    .collect();
                schemas
            })
            .flat_map(|schema| schema.table_names())
            .collect();
        completer.learn(Known::Tables(names));
        completer.learn(Known::Columns(columns(&self.runner.last_columns)));
    }
}

fn columns(schemas: &[SchemaRef]) -> Vec<String> {
    let fields = schemas.iter().flat_map(|schema| schema.fields().iter());
    fields.map(|field| field.name().clone()).collect()
}

/// Whether a text ends with a semicolon outside literals and comments.
fn is_whole(text: &str) -> bool {
    match Tokenizer::new(&GenericDialect {}, text).tokenize() {
        Ok(tokens) => {
            let last = tokens.iter().rev().find(|token| !matches!(token, Token::Whitespace(_)));
            matches!(last, Some(Token::SemiColon))
        }
        // An unclosed literal; or an invalid text, which two semicolons end.
        Err(_) => text.trim_end().ends_with(";;"),
    }
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')).unwrap_or(text)
}

fn of_editor(error: &ReadlineError) -> Failure {
    Failure::Files(format!("the terminal cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::is_whole;

    #[test]
    fn statements_end_with_semicolons() {
        for text in ["SELECT 1;", "SELECT ';';\n", "SELECT 1; -- no more", "SELECT $a;"] {
            assert!(is_whole(text), "{text}");
        }
        for text in ["SELECT 1", "SELECT ';", "SELECT 1 -- ;", "SELECT 1; SELECT 2", "/* ;"] {
            assert!(!is_whole(text), "{text}");
        }
    }
}
