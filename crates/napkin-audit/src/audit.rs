//! The audit: applies every rule of a policy to one input.

use std::cmp::Reverse;
use std::sync::OnceLock;

use napkin::edition::RFC3986;
use napkin::{Edition, Part};
use napkin_schemes::secrets::Secrets;

use crate::features::Features;
use crate::host_list::Entry;
use crate::hosts::{Hosts, hosts};
use crate::link_text::LinkText;
use crate::name::ContactedHost;
use crate::policy::Policy;
use crate::reading::Reading;
use crate::rule::{Context, Finding, Yields};
use crate::rules::RULES;
use crate::severity::Severity;
use crate::span::Span;

/// The result of an audit. Made by [`audit()`].
#[derive(Clone, Debug)]
pub struct Audit<'a> {
    input: &'a [u8],
    edition: &'static Edition,
    findings: Vec<Finding>,
    left_out: usize,
    hosts: OnceLock<Hosts>,
}

/// For each feature, the rules that may find something if it occurs: for the bit of the feature, the bits of the
/// rules' positions in the list. Most inputs have few features, so most rules are skipped.
const WAKES: [u128; Features::COUNT] = {
    let mut wakes = [0; Features::COUNT];
    let mut bit = 0;
    while bit < Features::COUNT {
        let mut place = 0;
        while place < RULES.len() {
            if RULES[place].when.meets(Features::nth(bit)) {
                wakes[bit] |= 1 << place;
            }
            place += 1;
        }
        bit += 1;
    }
    wakes
};

/// Checks an input, which may be any bytes, for errors and dangers.
///
/// Rules that the policy's edition has are cited by its sections. The findings are in the order of their places.
/// For each rule at most sixteen places are reported.
///
/// ```
/// use napkin_audit::{Policy, audit};
///
/// let policy = Policy::default();
/// let found = audit("http://trusted.example@evil.example/", &policy);
/// let rules: Vec<_> = found.findings().iter().map(|finding| finding.rule.id).collect();
/// assert_eq!(rules, ["userinfo-present", "userinfo-hostlike"]);
/// assert_eq!(found.findings()[1].span, napkin_audit::Span::new(7, 22));
/// assert!(audit("http://example.com/", &policy).findings().is_empty());
/// ```
pub fn audit<'a>(input: &'a (impl AsRef<[u8]> + ?Sized), policy: &Policy) -> Audit<'a> {
    Audit::of(input.as_ref(), None, policy)
}

/// Checks an input that the policy's edition has read, for an allow-list: secrets are not searched.
#[inline]
pub(crate) fn audit_read<'a>(reading: &Reading<'a>, policy: &Policy) -> Audit<'a> {
    let input = reading.bytes();
    let mut audit = Audit::begin(input, policy);
    let features = reading.features() | policy.features();
    if features != Features::NONE {
        audit.find(reading, None, policy, features);
    }
    audit
}

/// Checks a link as [`audit()`] does, and what the document shows for it: the text of the link may name another host.
///
/// ```
/// use napkin_audit::{LinkText, Policy, audit_link};
///
/// let policy = Policy::default();
/// let rules = |text, input: &'static str| {
///     let audited = audit_link(input, LinkText::new(text), &policy);
///     audited.findings().iter().map(|finding| finding.rule.id).collect::<Vec<_>>()
/// };
/// assert_eq!(rules("www.bank.example", "http://evil.example/"), ["text-names-other-host"]);
/// assert!(rules("www.bank.example", "http://bank.example/login").is_empty());
/// ```
pub fn audit_link<'a>(
    input: &'a (impl AsRef<[u8]> + ?Sized),
    link: LinkText<'_>,
    policy: &Policy,
) -> Audit<'a> {
    Audit::of(input.as_ref(), Some(&link), policy)
}

/// The answers of all readers, if readers that [count for rules](crate::Reader::in_audits) contact different hosts;
/// otherwise `None`. Readers run only on an input that some reader may read otherwise than RFC 3986 does; for any other
/// input this is as fast as an audit.
///
/// ```
/// use napkin_audit::disagreement;
///
/// assert!(disagreement(r"http://trusted.example\@evil.example/").is_some());
/// assert!(disagreement("http://example.com/").is_none());
/// ```
pub fn disagreement(input: impl AsRef<[u8]>) -> Option<Hosts> {
    let input = input.as_ref();
    let is_doubtful = Reading::new(input, RFC3986).features().meets(Features::DOUBT);
    let disagree = |hosts: &Hosts| hosts.among(|reader| reader.in_audits).disagree();
    is_doubtful.then(|| hosts(input)).filter(disagree)
}

/// Whether the policy lists the host by its name or address. A listed host is intended, wherever it is.
fn lists_host(reading: &Reading<'_>, policy: &Policy) -> bool {
    let Some(hosts) = &policy.limits().hosts else { return false };
    let host = reading.part(Part::Host).map(ContactedHost::normal);
    host.is_some_and(|host| hosts.find(&host).is_some_and(Entry::is_exact))
}

/// The positions of the rules that may find something, in order.
fn awake(features: Features) -> impl Iterator<Item = usize> {
    let mut awake = features.bits().fold(0, |awake, bit| awake | WAKES.get(bit).unwrap_or(&0));
    std::iter::from_fn(move || {
        let place = awake.trailing_zeros() as usize;
        awake &= awake.checked_sub(1)?;
        Some(place)
    })
}

impl<'a> Audit<'a> {
    /// An audit without findings.
    const fn begin(input: &'a [u8], policy: &Policy) -> Self {
        let edition = policy.edition();
        Self { input, edition, findings: Vec::new(), left_out: 0, hosts: OnceLock::new() }
    }

    /// Runs the rules over an input, and hides its secrets in their messages. Secrets are searched only for a rule that is on, or
    /// a message: the search takes several times as long as all rules.
    fn of(input: &'a [u8], link: Option<&LinkText<'_>>, policy: &Policy) -> Self {
        let reading = Reading::new(input, policy.edition());
        let is_on = |place: usize| matches!(policy.severities().get(place), Some(Some(_)));
        let searched = awake(Features::SECRET).any(is_on).then(|| Secrets::of(input));
        let of_link = if link.is_some() { Features::LINK_TEXT } else { Features::NONE };
        let has_secrets = searched.as_ref().is_some_and(|secrets| !secrets.places().is_empty());
        let of_secrets = if has_secrets { Features::SECRET } else { Features::NONE };
        let features = reading.features() | policy.features() | of_link | of_secrets;
        let mut audit = Audit::begin(input, policy);
        if features != Features::NONE {
            audit.find(&reading, link, policy, features);
        }
        if audit.findings.is_empty() {
            return audit;
        }
        let secrets = searched.unwrap_or_else(|| Secrets::of(input));
        if !secrets.places().is_empty() {
            for finding in &mut audit.findings {
                let hidden = secrets.hidden_in(&finding.message, finding.span.start);
                finding.message = hidden.into_owned().into();
            }
        }
        audit
    }
}

impl Audit<'_> {
    /// Runs the rules that may find something.
    #[inline(never)]
    fn find(
        &mut self,
        reading: &Reading<'_>,
        link: Option<&LinkText<'_>>,
        policy: &Policy,
        features: Features,
    ) {
        let is_listed = lists_host(reading, policy);
        for place in awake(features) {
            let severity = policy.severities().get(place).copied().flatten();
            if let (Some(rule), Some(severity)) = (RULES.get(place), severity)
                && !(is_listed && rule.yields_to == Some(Yields::ToHost))
            {
                let before = self.findings.len();
                (rule.check)(&mut Context {
                    reading,
                    limits: policy.limits(),
                    asked: &self.hosts,
                    link,
                    url: policy.url_edition(),
                    rule,
                    severity,
                    findings: &mut self.findings,
                    before,
                    left_out: &mut self.left_out,
                });
            }
        }
        let place = |finding: &Finding| (finding.span.start, Reverse(finding.span.end));
        self.findings.sort_by_key(place);
    }

    /// The findings, in the order of their places.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The hosts that readers would contact: those of [`hosts()`](crate::hosts()), which are asked again only if no rule has
    /// asked them.
    ///
    /// ```
    /// use napkin_audit::{Policy, audit};
    ///
    /// let found = audit(r"http://trusted.example\@evil.example/", &Policy::default());
    /// assert!(found.hosts().disagree());
    /// ```
    pub fn hosts(&self) -> &Hosts {
        self.hosts.get_or_init(|| hosts(self.input))
    }

    /// The number of further places that were found and not reported.
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// The severity of the worst finding.
    ///
    /// ```
    /// use napkin_audit::{Policy, Severity, audit};
    ///
    /// let policy = Policy::default();
    /// let found = audit("http://trusted.example@evil.example/", &policy);
    /// assert_eq!(found.worst(), Some(Severity::Error));
    /// assert_eq!(audit(b"http://example.com/", &policy).worst(), None);
    /// ```
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }

    /// Whether no finding is as severe as [`Policy::deny`].
    ///
    /// ```
    /// use napkin_audit::{Policy, audit};
    ///
    /// let policy = Policy::preset("ssrf").unwrap();
    /// assert!(audit(b"https://example.com/?next=https://example.org/", &policy).passes(&policy));
    /// assert!(!audit(b"http://redis/", &policy).passes(&policy));
    /// ```
    pub fn passes(&self, policy: &Policy) -> bool {
        self.worst().is_none_or(|worst| worst < policy.deny())
    }

    /// The place of a part. Authority, userinfo, host and port are those of the generic syntax, whatever the
    /// edition. The other parts are those of the edition's parser, or an approximation if the edition rejects the
    /// input.
    ///
    /// ```
    /// use napkin::Part;
    /// use napkin_audit::{Policy, audit};
    ///
    /// let input = b"http://user@example.com/a b";
    /// let found = audit(input, &Policy::default());
    /// assert_eq!(found.part(Part::Host).unwrap().of(input), b"example.com");
    /// ```
    pub fn part(&self, part: Part) -> Option<Span> {
        // Computed on demand, since few callers need it.
        Reading::new(self.input, self.edition).span(part)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::OnceLock;

    use super::{Context, Policy, RULES, Reading, audit, disagreement};
    use crate::hosts::hosts;

    /// The inputs of all cases in a folder, taken verbatim from between quotation marks; escapes are not decoded,
    /// which does not matter here.
    fn inputs(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                inputs(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "jsonl") {
                let text = fs::read_to_string(&path).unwrap();
                let after = text.lines().filter_map(|line| line.split_once("\"input\": \""));
                for (_, rest) in after {
                    let raw = rest.split('"').next().unwrap();
                    found.push(raw.to_owned());
                    found.push(raw.replace("\\\\", "\\").replace("\\t", "\t").replace("\\n", "\n"));
                }
            }
        }
    }

    /// The slow way: every rule checks every input, whatever features it has, and every reader runs.
    #[test]
    fn nothing_is_passed_over() {
        let policy = RULES.iter().fold(Policy::default(), |mut policy, rule| {
            policy.set(rule.id, "on").unwrap();
            policy
        });
        let examples = RULES.iter().flat_map(|rule| rule.fires.iter().chain(rule.silent));
        let mut all: Vec<_> = examples.map(|&example| example.to_owned()).collect();
        // The published package has no cases.
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases");
        if cases.is_dir() {
            inputs(&cases, &mut all);
            assert!(all.len() > 4_000, "{}", all.len());
        }
        for input in &all {
            let fast = audit(input.as_bytes(), &policy);
            let reading = Reading::new(input.as_bytes(), policy.edition());
            for rule in RULES {
                let mut slow = Vec::new();
                (rule.check)(&mut Context {
                    reading: &reading,
                    limits: policy.limits(),
                    asked: &OnceLock::new(),
                    link: None,
                    url: policy.url_edition(),
                    rule,
                    severity: rule.severity,
                    findings: &mut slow,
                    before: 0,
                    left_out: &mut 0,
                });
                let fast = fast.findings().iter().filter(|finding| finding.rule == rule).count();
                assert_eq!(fast, slow.len(), "{rule:?} at {input}");
            }
            let disagree =
                fast.findings().iter().any(|finding| finding.rule.id == "hosts-disagree");
            let hosts = hosts(input.as_bytes());
            for (reader, answer) in hosts.answers() {
                assert_eq!(*answer, reader.read(input.as_bytes()), "{}: {input}", reader.name);
            }
            let hosts = hosts.among(|reader| reader.in_audits);
            let heard = policy.limits().heard(&hosts);
            assert_eq!(disagree, heard.disagree(), "{input}: {:?}", hosts.by_host());
            let may_disagree =
                fast.findings().iter().any(|finding| finding.rule.id == "hosts-may-disagree");
            assert_eq!(
                may_disagree || disagree,
                hosts.disagree(),
                "{input}: {:?}",
                hosts.by_host()
            );
            assert_eq!(disagreement(input.as_bytes()).is_some(), hosts.disagree(), "{input}");
        }
    }
}
