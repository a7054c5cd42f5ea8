//! Findings as SARIF 2.1.0, a format for code hosts and editors.
//!
//! A log is written piece by piece, so that it is never held in memory as a whole: [`head`], then a [`result`] for
//! every finding with `,` between them, then [`TAIL`].

use napkin::percent::encode;
use napkin::{ByteSet, Edition, Part};
use napkin_schemes::secrets;
use serde_json::{Value, json};

use crate::json;
use crate::rule::{Finding, Rule};
use crate::severity::Severity;
use crate::span::Span;

/// The origin of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "an input is an argument or a line of a file")]
pub enum Origin<'a> {
    /// An argument or another counted input, from 1.
    Argument(u64),
    /// A line of a file.
    Line {
        /// The octets of the name of the file, which need not be UTF-8.
        file: &'a [u8],
        /// The number of the line, from 1.
        number: u64,
    },
    /// A place in a document.
    Place {
        /// The octets of the name of the file, which need not be UTF-8.
        file: &'a [u8],
        /// The number of the line, from 1.
        line: u64,
        /// The column where the input begins, from 1.
        column: u64,
        /// The column where the input ends, if the document spells it differently, for instance with character
        /// references. Each finding then has the whole input as its region, and no fix.
        end: Option<u64>,
        /// What contains the input in the file, in words, such as a message of a mailbox.
        within: Option<&'a str>,
    },
}

/// The end of a log.
pub const TAIL: &str = "]}]}";

/// The start of a log, up to its list of results: the tool and its rules.
///
/// ```
/// use napkin_audit::{Policy, audit, sarif};
///
/// let input = b"http://h:25/";
/// let policy = Policy::default();
/// let origin = sarif::Origin::Line { file: b"links.txt", number: 7 };
/// let found = audit(input, &policy);
/// let results = found.findings().iter().map(|f| sarif::result(f, input, origin, policy.edition()));
/// let log = [sarif::head(policy.edition()), results.collect::<Vec<_>>().join(","), sarif::TAIL.into()];
/// let log: serde_json::Value = serde_json::from_str(&log.concat())?;
/// assert_eq!(log["runs"][0]["results"][0]["ruleId"], "port-not-default");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn head(edition: &Edition) -> String {
    let rules: Vec<_> = crate::rules::RULES.iter().map(|rule| described(rule, edition)).collect();
    let tool = json::to_string(&json!({"driver": {
        "name": "napkin",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules,
    }}));
    let schema =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";
    format!(
        "{{\"$schema\":\"{schema}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":["
    )
}

/// One finding in an input, as a JSON object on one line. The secrets of the input are hidden, since logs are shown and kept.
pub fn result(finding: &Finding, input: &[u8], origin: Origin<'_>, edition: &Edition) -> String {
    let shown = secrets::redacted(input);
    let Finding { rule, severity, part, span, message, .. } = finding;
    let index = crate::rules::RULES.iter().position(|known| known == *rule);
    let mut result = json!({
        "ruleId": rule.id,
        "ruleIndex": index,
        "level": severity.name(),
        "message": {"text": format!("{message} ({})", finding.citation(edition))},
        "locations": [location(input, *span, origin)],
        "properties": {
            "input": String::from_utf8_lossy(&shown),
            "part": part.map(Part::name),
            "start": span.start,
            "end": span.end,
            "section": finding.section,
        },
    });
    if str::from_utf8(input).is_err() {
        let hex: Vec<_> = shown.iter().map(|octet| format!("{octet:02X}")).collect();
        result["properties"]["input_hex"] = hex.concat().into();
    }
    let fix = finding.fix.as_ref().and_then(|fix| match origin {
        Origin::Line { file, number } => Some((fix, file, region(input, fix.span, number, 1))),
        Origin::Place { file, line, column, end: None, .. } => {
            Some((fix, file, region(input, fix.span, line, column)))
        }
        _ => None,
    });
    if let Some((fix, file, region)) = fix {
        result["fixes"] = json!([{
            "description": {"text": rule.title},
            "artifactChanges": [{
                "artifactLocation": artifact(file),
                "replacements": [{
                    "deletedRegion": region,
                    "insertedContent": {"text": fix.text},
                }],
            }],
        }]);
    }
    json::to_string(&result)
}

fn described(rule: &Rule, edition: &Edition) -> Value {
    let mut described = json!({
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": format!("{} ({})", rule.why, rule.citation(edition))},
        "defaultConfiguration": {"enabled": rule.is_on, "level": rule.severity.name()},
    });
    if rule.severity == Severity::Error {
        described["properties"] = json!({"tags": ["security"]});
    }
    described
}

fn location(input: &[u8], span: Span, origin: Origin<'_>) -> Value {
    match origin {
        Origin::Argument(number) => {
            let name = format!("argument {number}");
            json!({"logicalLocations": [{"name": name, "fullyQualifiedName": name}]})
        }
        Origin::Line { file, number } => json!({"physicalLocation": {
            "artifactLocation": artifact(file),
            "region": region(input, span, number, 1),
        }}),
        Origin::Place { file, line, column, end, within } => {
            let mut location = json!({"physicalLocation": {
                "artifactLocation": artifact(file),
                "region": match end {
                    Some(end) => json!({"startLine": line, "startColumn": column, "endColumn": end}),
                    None => region(input, span, line, column),
                },
            }});
            if let Some(within) = within {
                location["logicalLocations"] = json!([{"name": within}]);
            }
            location
        }
    }
}

/// The region of a span. Columns count characters from 1; the end column is after the last character. `first` is
/// the column of the input.
fn region(input: &[u8], span: Span, line: u64, first: u64) -> Value {
    let column =
        |at| first + String::from_utf8_lossy(Span::new(0, at).of(input)).chars().count() as u64;
    json!({"startLine": line, "startColumn": column(span.start), "endColumn": column(span.end)})
}

/// The location of a file: relative to the root of the sources, unless its path is absolute.
fn artifact(file: &[u8]) -> Value {
    let uri = file_uri(file);
    if file.starts_with(b"/") {
        json!({"uri": uri})
    } else {
        json!({"uri": uri, "uriBaseId": "%SRCROOT%"})
    }
}

/// The name of a file as a reference; octets that no segment holds as they are, are percent-encoded.
fn file_uri(file: &[u8]) -> String {
    let file = file.strip_prefix(b"./").unwrap_or(file);
    let path = encode(file).keep(ByteSet::of(b"/")).to_string();
    let absolute = if path.starts_with('/') { "file://" } else { "" };
    format!("{absolute}{path}")
}
