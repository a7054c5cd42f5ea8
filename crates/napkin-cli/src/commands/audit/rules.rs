//! `--list-rules`: the rules, with their severities by the policy.

use napkin_answers::push_json;
use napkin_audit::{Policy, RULES, Severity};
use serde::Serialize;

use crate::input::options::Options;
use crate::output::{self, Tally};
use crate::terminal::text::Text;

pub(super) fn print(options: &Options, policy: &Policy) -> Tally {
    let mut out = Vec::new();
    let mut text = Text::new(&mut out, options.stdout_palette(), true);
    for rule in RULES {
        let severity = policy.severity(rule.id);
        if options.json {
            let edition = policy.edition();
            let listed = ListedRule {
                rule: rule.id,
                severity: severity.map(Severity::name),
                title: rule.title,
                why: rule.why,
                section: rule.section(edition),
            };
            let mut line = Vec::new();
            push_json(&mut line, &listed);
            text.push_raw(&line);
            continue;
        }
        let title = format!("{}, {}", rule.title, rule.citation(policy.edition()));
        let name = format!("{} ({})", rule.id, severity.map_or("off", Severity::name));
        text.field(&name, 40, title.as_bytes());
    }
    output::print(&out);
    Tally::default()
}

/// A rule in the list.
#[derive(Serialize)]
struct ListedRule {
    rule: &'static str,
    severity: Option<&'static str>,
    title: &'static str,
    why: &'static str,
    section: &'static str,
}
