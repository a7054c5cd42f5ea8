//! Notes on valid inputs that are plain slips, by the rules of the audit: `htp://h/`, `http//h`, `www.h`, a number over 255 in an
//! address, a port over 65535, and nothing.

use std::sync::LazyLock;

use napkin::{Edition, HostKind, Reference};
use napkin_audit::{Policy, RULES, audit};

use crate::failure::Failure;

/// The rules that see slips.
const SLIPS: [&str; 6] = [
    "empty-input",
    "suffix-reference",
    "scheme-misspelled",
    "colon-missing",
    "ipv4-out-of-range",
    OF_PORT,
];

const OF_PORT: &str = "port-out-of-range";

/// A policy with these rules alone.
static POLICY: LazyLock<Policy> = LazyLock::new(|| {
    let others = RULES.iter().filter(|rule| !SLIPS.contains(&rule.id));
    others.fold(Policy::default(), |mut policy, rule| {
        // Each rule has the setting `off`.
        let _ = policy.set(rule.id, "off");
        policy
    })
});

/// A note on a valid input that is a slip.
pub(crate) fn note<'a>(reference: Reference<'_>, input: &'a [u8]) -> Option<Failure<'a>> {
    if !may_be_slip(reference) {
        return None;
    }
    let policy = POLICY.clone().by(reference.edition());
    let audited = audit(input, &policy);
    let finding = audited.findings().first()?;
    Some(Failure::of_finding(finding, policy.edition(), input).as_note())
}

/// What the syntax allows in an input that is not valid, and no program does: a port over 65535.
pub(crate) fn beside_faults<'a>(edition: &Edition, input: &'a [u8]) -> Option<Failure<'a>> {
    let audited = audit(input, &POLICY);
    let finding = audited.findings().iter().find(|finding| finding.rule.id == OF_PORT)?;
    Some(Failure::of_finding(finding, edition, input))
}

/// Whether a rule may see a slip: most inputs have a scheme that is known, a host that does not end in a digit, and no port of five
/// digits.
fn may_be_slip(reference: Reference<'_>) -> bool {
    let Some(scheme) = reference.scheme() else { return true };
    let is_usual = scheme == "http" || scheme == "https";
    let has_number = || {
        let host = reference.host().filter(|host| host.kind() == HostKind::RegName);
        host.is_some_and(|host| host.as_str().ends_with(|c: char| c.is_ascii_digit()))
    };
    let has_long_port = || reference.port().is_some_and(|port| port.as_str().len() > 4);
    !is_usual || has_number() || has_long_port()
}
