//! The failures of the command, and their exit status.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use datafusion::arrow::error::ArrowError;
use datafusion::common::DataFusionError;
use napkin_sql::Aliases;

use super::message::sentence;
use super::signal::Signal;

const TOO_LITTLE: &str = "the query needs more memory than it may hold, even with temporary files; \
    '--memory SIZE' lets it hold more, '--threads 1' lets it need less";

/// A failure, by exit status.
pub(crate) enum Failure {
    /// 1: a strict function rejected a value, or the query failed while running.
    Query(String),
    /// 2: the query or the command line is invalid.
    Usage(String),
    /// 3: a file could not be read or written.
    Files(String),
    /// 128 plus the number of the signal that ended it.
    Interrupted(Signal),
    /// 0: the reader of the output has closed it.
    ClosedPipe,
}

impl Failure {
    /// Prints it on standard error; returns the exit status.
    pub(crate) fn report(self) -> ExitCode {
        let status = match self {
            Self::ClosedPipe => 0,
            Self::Query(_) => 1,
            Self::Usage(_) => 2,
            Self::Files(_) => 3,
            Self::Interrupted(signal) => 128 + signal.0,
        };
        self.tell();
        ExitCode::from(status)
    }

    /// Prints it on standard error.
    pub(crate) fn tell(&self) {
        match self {
            Self::ClosedPipe => {}
            Self::Interrupted(_) => eprintln!("napkin-sql: interrupted"),
            Self::Query(message) | Self::Usage(message) | Self::Files(message) => {
                eprintln!("napkin-sql: {}", napkin::visible(message));
            }
        }
    }

    /// Whether a query needed more memory than it may hold.
    pub(crate) fn is_of_memory(&self) -> bool {
        matches!(self, Self::Query(message) if message == TOO_LITTLE)
    }

    /// A file that could not be read or written.
    pub(crate) fn of_file(path: &Path, error: &io::Error) -> Self {
        Self::Files(format!("{}: {error}", path.display()))
    }
}

impl From<Signal> for Failure {
    fn from(signal: Signal) -> Self {
        Self::Interrupted(signal)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Files(error.to_string()),
        }
    }
}

impl From<ArrowError> for Failure {
    fn from(error: ArrowError) -> Self {
        match error {
            ArrowError::IoError(_, error) => error.into(),
            other => DataFusionError::from(other).into(),
        }
    }
}

/// The message, or which option adds the function that it does not find.
fn of_another_engine(message: String) -> String {
    let name = message.strip_prefix("Invalid function '").and_then(|rest| rest.split('\'').next());
    let Some(name) = name.map(str::to_ascii_lowercase) else { return message };
    let has =
        |pack: &Aliases| pack.functions().iter().any(|function| function.aliases().contains(&name));
    let engines: Vec<_> = Aliases::ALL.into_iter().filter(has).map(Aliases::name).collect();
    match engines.as_slice() {
        [] => message,
        [one] => format!("'{name}' is a function of another engine; '--aliases {one}' adds it"),
        more => {
            let more = more.join("' or '--aliases ");
            format!("'{name}' is a function of other engines; '--aliases {more}' adds it")
        }
    }
}

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Self {
        let root = error.find_root();
        let message = root.message();
        if message.contains("ResourcesExhausted(") || message.contains("Resources exhausted: ") {
            return Self::Query(TOO_LITTLE.to_owned());
        }
        let message = of_another_engine(sentence(&message));
        match root {
            DataFusionError::ResourcesExhausted(_) => Self::Query(TOO_LITTLE.to_owned()),
            DataFusionError::IoError(_)
            | DataFusionError::ObjectStore(_)
            | DataFusionError::ParquetError(_) => Self::Files(message),
            DataFusionError::ArrowError(error, _) => match **error {
                ArrowError::IoError(..) | ArrowError::CsvError(_) | ArrowError::JsonError(_) => {
                    Self::Files(message)
                }
                _ => Self::Query(message),
            },
            DataFusionError::SQL(..)
            | DataFusionError::Plan(_)
            | DataFusionError::SchemaError(..)
            | DataFusionError::Configuration(_)
            | DataFusionError::NotImplemented(_)
            | DataFusionError::Diagnostic(..) => Self::Usage(message),
            _ => Self::Query(message),
        }
    }
}
