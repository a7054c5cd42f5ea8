//! Why the command could not do what it was asked for, and the exit status that says so.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use datafusion::arrow::error::ArrowError;
use datafusion::common::DataFusionError;

/// A failure, by what the exit status tells of it.
pub(crate) enum Failure {
    /// 1: a strict function refused a value, or the query could not be run to its end.
    Query(String),
    /// 2: the query or the command line is wrong.
    Usage(String),
    /// 3: a file could not be read or written.
    Files(String),
    /// 0: nobody reads what is written any more.
    ClosedPipe,
}

impl Failure {
    /// Tells it on standard error.
    pub(crate) fn report(self) -> ExitCode {
        let (status, message) = match self {
            Self::ClosedPipe => return ExitCode::SUCCESS,
            Self::Query(message) => (1, message),
            Self::Usage(message) => (2, message),
            Self::Files(message) => (3, message),
        };
        eprintln!("napkin-sql: {message}");
        ExitCode::from(status)
    }

    /// A file that could not be read or written.
    pub(crate) fn of_file(path: &Path, error: &io::Error) -> Self {
        Self::Files(format!("{}: {error}", path.display()))
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
            // What writes CSV tells a closed pipe in words only.
            ArrowError::CsvError(message) if message.contains("Broken pipe") => Self::ClosedPipe,
            other => DataFusionError::from(other).into(),
        }
    }
}

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Self {
        let root = error.find_root();
        let message = root.message().into_owned();
        match root {
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
