//! `--sarif`: one log over all inputs.

use std::ffi::OsString;

use napkin_answers::Failure;
use napkin_answers::audit::Auditing;
use napkin_audit::sarif;

use crate::input::Origin;
use crate::input::options::Options;
use crate::output::{self, Message, Output, Sink, Tally, failure};
use crate::run::pipeline::{self, Work};
use crate::terminal::text::{Palette, push};

/// Writes a log whose results `fill` writes, each behind [`SEPARATOR`].
pub(super) fn around(auditing: &Auditing, fill: impl FnOnce() -> Tally) -> Tally {
    output::print(sarif::head(auditing.policy.edition()).as_bytes());
    let tally = fill();
    output::print(format!("{}\n", sarif::TAIL).as_bytes());
    tally
}

/// Writes the log over all inputs.
pub(super) fn write(options: &Options, texts: &[OsString], auditing: &Auditing) -> Tally {
    around(auditing, || {
        let sink = Sink::new(SEPARATOR);
        pipeline::run(options.sources(texts), options.threads(), sink, &Log(auditing))
    })
}

/// The separator between two results of a log.
pub(super) const SEPARATOR: &str = ",\n";

/// The results of a log, each after a separator.
struct Log<'a>(&'a Auditing);

impl Work for Log<'_> {
    fn none(&self, failure: Failure<'_>, origin: Origin<'_>, output: &mut Output) {
        output.tally.faulty += 1;
        output.message(Message::Failure, u64::MAX, |out| {
            failure::tell(&failure, out, origin, None, Palette::default());
        });
    }

    fn one(&self, input: &[u8], origin: Origin<'_>, output: &mut Output) {
        let Self(auditing) = self;
        let findings = auditing.answer(input);
        let denied = findings.is_denied();
        output.tally.fine += u64::from(!denied);
        output.tally.faulty += u64::from(denied);
        let origin = match origin {
            Origin::Argument(number) => sarif::Origin::Argument(number),
            Origin::Record { file, number, .. } => {
                sarif::Origin::Line { file: &file.octets, number }
            }
            Origin::Place(file) => sarif::Origin::Line { file: file.as_bytes(), number: 1 },
        };
        for finding in findings.audited.findings() {
            let result = sarif::result(finding, input, origin, auditing.policy.edition());
            output.stdout(|out| push(out, format_args!("{SEPARATOR}{result}")));
        }
    }
}
