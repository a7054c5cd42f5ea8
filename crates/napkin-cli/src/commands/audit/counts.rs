//! `--count`: how many inputs have findings of each rule.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicU64, Ordering};

use napkin_answers::audit::{Auditing, Findings};
use napkin_answers::{Failure, push_json};
use napkin_audit::RULES;
use serde::Serialize;

use crate::input::options::Options;
use crate::output::{self, Tally};
use crate::run::report::{self, PerInput};
use crate::terminal::text::push;

pub(super) fn print(options: &Options, texts: &[OsString], auditing: Auditing) -> Tally {
    let standard = auditing.standard;
    let counting = Counting { auditing, counts: RULES.iter().map(|_| AtomicU64::new(0)).collect() };
    let tally = report::run(options, Some(standard), texts, &counting);
    let counts = RULES.iter().zip(counting.counts);
    let counts = counts.map(|(rule, count)| (rule.id, count.into_inner()));
    let counted = Counted {
        inputs: tally.fine + tally.faulty,
        denied: tally.faulty,
        rules: counts.filter(|(_, count)| *count > 0).collect(),
    };
    let mut out = Vec::new();
    if options.json {
        push_json(&mut out, &counted);
    } else {
        let Counted { inputs, denied, rules } = counted;
        let noun = if inputs == 1 { "input" } else { "inputs" };
        push(&mut out, format_args!("{inputs} {noun}, {denied} denied\n"));
        for (rule, count) in rules {
            push(&mut out, format_args!("{count:8} {rule}\n"));
        }
    }
    output::print(&out);
    tally
}

struct Counting {
    auditing: Auditing,
    /// For each rule, the number of inputs in which it finds something.
    counts: Vec<AtomicU64>,
}

/// The number of inputs that have findings.
#[derive(Serialize)]
struct Counted {
    inputs: u64,
    denied: u64,
    rules: BTreeMap<&'static str, u64>,
}

impl PerInput for Counting {
    type Answer<'a> = Findings<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Findings<'a>, Failure<'a>> {
        let findings = self.auditing.answer(input);
        for (rule, count) in RULES.iter().zip(&self.counts) {
            if findings.audited.findings().iter().any(|finding| finding.rule == rule) {
                count.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(findings)
    }

    fn is_silent(&self) -> bool {
        true
    }
}
