//! What is wrong: the findings of the audit by severity, each rule once, with all its places and its repair.

use std::cmp::Reverse;

use maud::{Markup, html};
use napkin::edition::RFC3987;
use napkin_answers::glance::Glance;
use napkin_audit::{Edit, Finding};

use super::{Asked, LONGEST_IN_LINK};
use crate::escape::{code, marked_all, sentence};

/// The findings of a rule.
struct Group<'a> {
    findings: Vec<&'a Finding>,
}

/// The content of the panel; `None` without a finding.
pub(super) fn panel(asked: &Asked, uri: &str, glance: &Glance) -> Option<Markup> {
    let groups = groups(&glance.findings);
    (!groups.is_empty()).then(|| {
        html! {
            ol.findings { @for group in &groups { (told(asked, uri, group)) } }
            @if glance.left_out > 0 { p { "And " (glance.left_out) " places more." } }
        }
    })
}

/// The findings by rule, the worst first. The first error of the grammar has its own place on the page.
fn groups(findings: &[Finding]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for finding in findings.iter().filter(|finding| finding.rule.id != "invalid-reference") {
        let same =
            groups.iter_mut().find(|group| group.findings.iter().all(|it| it.rule == finding.rule));
        match same {
            Some(group) => group.findings.push(finding),
            None => groups.push(Group { findings: vec![finding] }),
        }
    }
    groups.sort_by_key(|group| group.findings.iter().map(|it| Reverse(it.severity)).min());
    groups
}

/// The number of messages and of repairs that are shown of a rule.
const MOST: usize = 4;

fn told(asked: &Asked, uri: &str, group: &Group<'_>) -> Markup {
    let Some(first) = group.findings.first() else { return Markup::default() };
    let severity = first.severity.name();
    let mut messages: Vec<&str> = group.findings.iter().map(|it| it.message.as_ref()).collect();
    messages.dedup();
    let spans = group.findings.iter().map(|finding| finding.span.start..finding.span.end);
    let edits: Vec<_> = group.findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
    html! {
        li class={ "severity-" (severity) } {
            p {
                strong.severity { (severity) } " "
                @for (number, message) in messages.iter().take(MOST).enumerate() {
                    @if number > 0 { "; " }
                    (sentence(message))
                }
                @if messages.len() > MOST { "; and " (messages.len() - MOST) " more" }
                " " span.section { "(" (first.rule.id) ", " (first.citation(asked.standard.syntax_or(RFC3987))) ")" }
            }
            p { (marked_all(uri, spans)) }
            @if let Some(repair) = repair(asked, uri, &edits) { (repair) }
        }
    }
}

/// The link that makes the changes of all findings of a rule.
fn repair(asked: &Asked, uri: &str, edits: &[&Edit]) -> Option<Markup> {
    let mut text = uri.to_owned();
    let first = edits.first()?;
    let mut end = text.len();
    for edit in edits.iter().rev() {
        // Places that overlap have one repair.
        if edit.span.end <= end && text.get(edit.span.start..edit.span.end).is_some() {
            text.replace_range(edit.span.start..edit.span.end, &edit.text);
            end = edit.span.start;
        }
    }
    let words = html! {
        @match (edits.len(), first.text.is_empty()) {
            (1, true) => "Leave it out",
            (1, false) => { "Write " (code(&first.text)) }
            (count, _) => { "Repair all " (count) }
        }
    };
    let is_short = text.len() <= LONGEST_IN_LINK;
    Some(
        html! { p.fix { @if is_short { a.button href=[asked.link(Some(&text))] { (words) } } @else { (words) } } },
    )
}
