//! Whether it is dangerous to follow an input, by the findings of its audit.

use std::net::IpAddr;

use napkin::Part;
use napkin_audit::{Finding, Severity};

use super::Seen;
use super::inside::Inside;
use super::lead::{Direction, Lead, is_of_web};
use super::safety::Safety;
use super::sentence::shown;
use super::shorteners::is_shortener;
use super::suggestion::Meant;

/// The worst that is known of an input.
#[derive(Clone, Debug)]
pub struct Danger {
    /// The grade.
    pub safety: Safety,
    /// The rule that found it.
    pub rule: Option<&'static str>,
    /// The danger in a sentence.
    pub sentence: String,
}

/// Rules whose findings only make the text invalid, or another spelling. They say nothing about danger.
const OF_FORM: &[&str] =
    &["invalid-reference", "whitespace", "non-ascii-character", "malformed-escape"];

/// Rules whose findings are errors of form that programs repair in different ways.
const OF_REPAIR: &[&str] = &[
    "backslash",
    "control-character",
    "empty-host",
    "port-not-a-number",
    "port-out-of-range",
    "slashes-extra",
    "slashes-missing",
    "text-after-bracket",
];

/// Rules in the order in which their findings explain most.
const MOST_TELLING: &[&str] = &[
    "script-scheme",
    "handler-scheme",
    "metadata-address",
    "rare-ipv4",
    "host-becomes-address",
    "loopback-address",
    "confusable-host",
    "compatibility-characters",
    "mixed-scripts",
    "delimiter-lookalike",
    "bidi-control",
    "hosts-disagree",
    "userinfo-hostlike",
    "several-at",
];

impl Danger {
    pub(super) fn of(
        seen: &Seen<'_>,
        lead: &Lead,
        inside: &[Inside],
        meant: Option<&Meant>,
    ) -> Self {
        let no_address = "it is not the address that it looks like";
        if let Some(meant) = meant.filter(|_| lead.host.is_none()) {
            // Nobody contacts the host of the text as it stands, but people follow what is meant.
            let danger = meant.danger.trim_start_matches("Dangerous: ").trim_end_matches('.');
            let words = match meant.safety {
                Safety::Dangerous => danger,
                _ if meant.is_defanged => "it is written so that nobody follows it by mistake",
                _ => no_address,
            };
            return Self::new(meant.safety.max(Safety::Careful), None, words);
        }
        let findings = seen.audited.findings().iter();
        let graded = findings.filter_map(|finding| Some((grade(seen, finding)?, finding)));
        let worst = graded.max_by_key(|(safety, finding)| (*safety, telling(finding)));
        let is_nowhere = lead.direction == Direction::Nowhere;
        let worst = worst.filter(|(safety, _)| !is_nowhere || *safety == Safety::Dangerous);
        if let Some((safety, finding)) = worst {
            return Self::new(safety, Some(finding.rule.id), &words(seen, finding));
        }
        // The innermost of the other hosts is where it ends.
        if let Some(inside) = inside.iter().rev().find(|inside| inside.host != lead.host) {
            let host = shown(inside.host.as_deref().unwrap_or(&inside.uri));
            let words =
                format!("it holds another address, {host}, to which the server may send on");
            return Self::new(Safety::Careful, Some("url-in-query"), &words);
        }
        if meant.is_some() {
            return Self::new(Safety::Careful, None, no_address);
        }
        if lead.host.as_deref().is_some_and(is_shortener)
            && seen.scheme().is_some_and(|scheme| is_of_web(&scheme))
        {
            let words = "it is a short link, and where that leads is not in the text";
            return Self::new(Safety::Careful, None, words);
        }
        if is_nowhere {
            return Self::new(Safety::Careful, None, "what a program makes of it is not known");
        }
        let sentence = String::from("No danger found.");
        Self { safety: Safety::NoDangerFound, rule: None, sentence }
    }

    /// This danger, or a greater one that no rule of an audit finds.
    pub(super) fn or_dangerous(self, words: &str) -> Self {
        match self.safety {
            Safety::Dangerous => self,
            _ => Self::new(Safety::Dangerous, None, words),
        }
    }

    fn new(safety: Safety, rule: Option<&'static str>, words: &str) -> Self {
        let grade = if safety == Safety::Dangerous { "Dangerous" } else { "Careful" };
        Self { safety, rule, sentence: format!("{grade}: {words}.") }
    }
}

/// The grade of a finding; `None` if it is no danger.
fn grade(seen: &Seen<'_>, finding: &Finding) -> Option<Safety> {
    let rule = finding.rule.id;
    let scheme = seen.scheme().unwrap_or_default();
    match finding.severity {
        _ if OF_FORM.contains(&rule) => None,
        // A user is usual where one logs in, and a page of the browser is its own.
        _ if rule == "userinfo-present" && !is_of_web(&scheme) => None,
        _ if rule == "content-scheme" && scheme == "about" => None,
        _ if rule == "file-host" && is_share(seen, finding) => Some(Safety::Dangerous),
        Severity::Error if !OF_REPAIR.contains(&rule) => Some(Safety::Dangerous),
        Severity::Error | Severity::Warning => Some(Safety::Careful),
        Severity::Note => None,
    }
}

/// Whether a finding of another machine's file is a share that is written as a file of this machine: the host is no host to the
/// syntax.
fn is_share(seen: &Seen<'_>, finding: &Finding) -> bool {
    finding.rule.id == "file-host" && finding.part != Some(Part::Host) && seen.has("local-scheme")
}

/// How much a finding explains.
fn telling(finding: &Finding) -> usize {
    let place = MOST_TELLING.iter().position(|rule| *rule == finding.rule.id);
    place.map_or(0, |place| MOST_TELLING.len() - place)
}

/// A finding in words, without the full stop.
fn words(seen: &Seen<'_>, finding: &Finding) -> String {
    let text = |span: napkin_audit::Span| shown(&String::from_utf8_lossy(span.of(seen.input)));
    match finding.rule.id {
        "script-scheme" => "the script has all the rights of that page".into(),
        "handler-scheme" => "it starts another program, with what follows as its input".into(),
        "content-scheme" => {
            "whoever wrote the link wrote the content, and no server answers for it".into()
        }
        "local-scheme" => "it reads from the machine of whoever opens it".into(),
        "hosts-disagree" => {
            "programs go to different hosts, so one may check a host and another contact it".into()
        }
        "userinfo-hostlike" | "userinfo-present" => {
            let before = text(finding.span);
            format!("'{before}' before the @ is a user name, not the host")
        }
        "password-in-userinfo" => "it holds a password that everyone can read".into(),
        "secret-in-uri" => {
            let before = seen.input.get(..finding.span.start).unwrap_or_default();
            let name = before.strip_suffix(b"=").and_then(|pair| {
                let start = pair.iter().rposition(|byte| b"?&#;".contains(byte))?;
                Some(shown(&String::from_utf8_lossy(pair.get(start + 1..)?)))
            });
            let name = name.map(|name| format!(", the value of {name}")).unwrap_or_default();
            format!("it holds a secret{name}, which whoever has it can use")
        }
        "private-address" => {
            let host = text(finding.span);
            format!("{host} is a machine of a private network, another one in each network")
        }
        "rare-ipv4" | "host-becomes-address" => in_disguise(seen, finding, &text(finding.span)),
        "loopback-address" => {
            let address = finding.address.map_or_else(String::new, |address| address.to_string());
            format!("{address} is the machine that opens it (loopback)")
        }
        // The two names look alike, so one of them is shown, with a letter that the other lacks; the findings below name the others.
        "confusable-host" => {
            let told = finding.message.split_once(" (").and_then(|(_, rest)| {
                let (letters, like) = rest.split_once(") looks like ")?;
                let letter = letters.split(", ").next()?;
                Some(format!("it imitates {like} with the letter {letter}"))
            });
            told.unwrap_or_else(|| finding.message.trim_end_matches('.').to_owned())
        }
        "file-host" => {
            let host = text(finding.span);
            let disguise = if is_share(seen, finding) {
                "looks like a file of this machine, but "
            } else {
                ""
            };
            format!(
                "{disguise}Windows asks {host} for the file, and sends it the credentials of the user"
            )
        }
        "metadata-address" => finding.message.replacen(": ", " is ", 1),
        "local-name" | "special-name" => no_public(finding, "name"),
        "special-address" | "link-local-address" | "unspecified-address" => {
            no_public(finding, "address")
        }
        "ipv6-zone" => {
            "it names a network card of one machine (a zone), which means nothing elsewhere".into()
        }
        "compatibility-characters" => {
            finding.message.replacen("this becomes", "it is written with letters that become", 1)
        }
        "network-path-reference" => "it leads to another host than that of the page".into(),
        _ => finding.message.trim_end_matches('.').to_owned(),
    }
}

/// A name or an address that is not of the public network, with what it is for. The message has a document behind it.
fn no_public(finding: &Finding, kind: &str) -> String {
    let message = finding.message.as_ref();
    let message = message.rfind(" (RFC ").and_then(|end| message.get(..end)).unwrap_or(message);
    let (subject, use_of) = message.split_once(": ").unwrap_or((message, kind));
    format!("{subject} is no public {kind} ({use_of})")
}

/// An address that is written so that few people see it.
fn in_disguise(seen: &Seen<'_>, finding: &Finding, written: &str) -> String {
    let address =
        finding.address.map_or_else(|| "an address".into(), |address| address.to_string());
    let is_here = finding.address.is_some_and(|address| match address {
        IpAddr::V4(address) => address.is_loopback(),
        IpAddr::V6(address) => address.is_loopback(),
    });
    let kind = if is_here {
        ", the machine that opens it"
    } else if seen.has("metadata-address") {
        ", the metadata service of a cloud"
    } else if seen.has("private-address") {
        ", a machine of a private network"
    } else {
        ""
    };
    format!("'{written}' is the address {address} in disguise{kind}")
}
