//! What to know of an input at a glance: where it leads, whether that is dangerous, whether it is valid, and what was
//! probably meant. Each answer is data and a sentence.

// The modules in the order in which data flows.
mod sentence;
mod shorteners;
mod programs;
mod inside;
mod signed;
mod lead;
mod names;
mod safety;
mod suggestion;
mod danger;
mod validity;

use std::borrow::Cow;

use napkin::edition::RFC3986;
use napkin_audit::{Finding, Hosts, Mend, Policy, audit, mends};
use napkin_standards::Standard;
use napkin_url::Url;
use napkin_url::edition::WHATWG;
use schemars::JsonSchema;
use serde::Serialize;

use crate::schema::{Mended, written_as};

pub use danger::Danger;
pub use inside::{Inside, inside};
pub(crate) use inside::{from_base64, is_url};
pub use lead::{Direction, Lead};
pub use names::Names;
pub use programs::program_name;
pub use safety::Safety;
pub use sentence::{Piece, Sentence};
pub use signed::Signed;
pub(crate) use signed::token_pieces;
pub use suggestion::Meant;
pub use validity::Validity;

/// The answers about an input at a glance.
///
/// ```
/// use napkin::edition::RFC3986;
/// use napkin_answers::glance::{Glance, Safety};
///
/// let glance = Glance::new(b"http://good.example@evil.example/", RFC3986);
/// assert_eq!(glance.lead.sentence.to_string(), "Goes to evil.example (http, port 80).");
/// assert_eq!(glance.danger.safety, Safety::Dangerous);
/// assert_eq!(
///     glance.danger.sentence,
///     "Dangerous: 'good.example' before the @ is a user name, not the host."
/// );
/// assert_eq!(glance.validity.sentence, "Valid by RFC 3986; browsers agree.");
/// ```
#[derive(Debug)]
pub struct Glance {
    /// Where it leads.
    pub lead: Lead,
    /// Whether that is dangerous.
    pub danger: Danger,
    /// The known domain that its host pretends to be.
    pub imitated: Option<String>,
    /// Until when it is valid, if it is a signed URL or has a token.
    pub signed: Option<Signed>,
    /// Whether it is valid, and whether browsers agree.
    pub validity: Validity,
    /// By the URL Standard, whether it is a URI of RFC 3986 too.
    pub as_uri: Option<Validity>,
    /// What was probably meant, if that is something else.
    pub meant: Option<Meant>,
    /// The ways to mend it.
    pub mends: Vec<Mend>,
    /// The URLs inside it, from the outermost to the innermost.
    pub inside: Vec<Inside>,
    /// The hosts that all readers would contact.
    pub hosts: Hosts,
    /// The findings of its audit.
    pub findings: Vec<Finding>,
    /// The number of further findings.
    pub left_out: usize,
}

impl Glance {
    /// Looks at an input, valid or not, by a standard.
    pub fn new(input: &[u8], standard: impl Into<Standard>) -> Self {
        Self::knowing(&Names::default(), input, standard)
    }

    /// Looks at an input, valid or not, by a standard, with further names that hosts may imitate.
    pub fn knowing(names: &Names, input: &[u8], standard: impl Into<Standard>) -> Self {
        let standard = standard.into();
        let text = String::from_utf8_lossy(input);
        let seen = Seen::new(input, &text, standard);
        let meant = Meant::of(&seen);
        Self::of(&seen, meant, names)
    }

    fn of(seen: &Seen<'_>, meant: Option<Meant>, names: &Names) -> Self {
        let lead = Lead::of(seen, meant.is_some());
        let inside = inside(seen.text);
        let host = lead.host.as_deref().map(str::to_ascii_lowercase);
        let imitated = host.and_then(|host| names.imitated(&host));
        let mut danger = Danger::of(seen, &lead, &inside, meant.as_ref());
        if let Some(imitated) = &imitated {
            danger = danger.or_dangerous(&imitated.words);
        }
        let imitated = imitated.map(|imitated| imitated.name);
        let validity = Validity::of(seen, seen.standard, &lead);
        let as_uri = seen.standard.is_url().then(|| Validity::of(seen, RFC3986.into(), &lead));
        Self {
            lead,
            danger,
            imitated,
            signed: Signed::of(seen.text),
            validity,
            as_uri,
            meant,
            mends: seen.mends.clone(),
            inside,
            hosts: seen.audited.hosts().clone(),
            findings: seen.audited.findings().to_vec(),
            left_out: seen.audited.left_out(),
        }
    }

    fn keys(&self) -> Keys<'_> {
        Keys {
            leads_to: self.lead.direction.name(),
            host: self.lead.host.as_deref(),
            port: self.lead.port,
            lead: self.lead.sentence.to_string(),
            safety: self.danger.safety.name(),
            rule: self.danger.rule,
            danger: &self.danger.sentence,
            imitated: self.imitated.as_deref(),
            signed: self.signed.as_ref(),
            valid: self.validity.is_valid,
            validity: &self.validity.sentence,
            repaired: self.validity.repaired.as_deref(),
            meant: self.meant.as_ref(),
            mends: &self.mends,
            inside: &self.inside,
        }
    }
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'a> {
    /// The kind of place that it leads to.
    leads_to: &'static str,
    /// The host that browsers contact; null if there is none.
    host: Option<&'a str>,
    /// The port; null if there is none.
    port: Option<u16>,
    /// Where it leads, in a sentence.
    lead: String,
    /// The grade of danger.
    safety: &'static str,
    /// The rule of the danger; null if no rule found one.
    rule: Option<&'static str>,
    /// The danger in a sentence.
    danger: &'a str,
    /// The known domain that the host pretends to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    imitated: Option<&'a str>,
    /// Until when the input is valid, if it is a signed URL or has a token, and says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Signed")]
    signed: Option<&'a Signed>,
    /// Whether it is valid by the standard.
    valid: bool,
    /// The validity in a sentence.
    validity: &'a str,
    /// The text with the cheapest repair; null for a valid input, and if there is no repair.
    repaired: Option<&'a str>,
    /// What was probably meant; null if it was the input.
    meant: Option<&'a Meant>,
    /// The ways to mend it, if there is something to mend.
    #[serde(skip_serializing_if = "<[Mend]>::is_empty")]
    #[schemars(with = "Vec<Mended>")]
    mends: &'a [Mend],
    /// The URLs inside the input, from the outermost to the innermost.
    inside: &'a [Inside],
}

written_as!(Glance as Keys<'_>, Glance::keys);

/// What is found out about an input once, for all the answers.
struct Seen<'a> {
    input: &'a [u8],
    /// The input, with U+FFFD for what is not UTF-8.
    text: &'a str,
    standard: Standard,
    /// The reading of browsers, if they accept the input.
    url: Option<Url<Cow<'static, str>>>,
    /// The hosts that programs of today contact.
    hosts: Hosts,
    audited: napkin_audit::Audit<'a>,
    mends: Vec<Mend>,
}

impl<'a> Seen<'a> {
    fn new(input: &'a [u8], text: &'a str, standard: Standard) -> Self {
        let policy = Policy::default().by(standard);
        let url = str::from_utf8(input).ok().and_then(|text| WHATWG.parse(text).ok());
        let audited = audit(input, &policy);
        // Readers that disagree about every password say nothing of a single URI.
        let hosts = audited.hosts().among(|reader| reader.in_use && reader.in_audits);
        // Candidates have always been those of the syntax.
        let mends = mends(input, standard.syntax_or(RFC3986));
        Self { input, text, standard, url: url.map(Into::into), hosts, audited, mends }
    }

    /// The mends, if RFC 3986 is the edition that they are of.
    fn mends_by_rfc3986(&self) -> Option<&[Mend]> {
        std::ptr::eq(self.standard.syntax_or(RFC3986), RFC3986).then_some(&self.mends)
    }

    /// Whether a rule found something.
    fn has(&self, rule: &str) -> bool {
        self.audited.findings().iter().any(|finding| finding.rule.id == rule)
    }

    /// Whether the URI of a mend has another scheme than the input, such as `file` for a path of Windows.
    fn begins_otherwise(&self, mended: &str) -> bool {
        let scheme = mended.split_inclusive(':').next().unwrap_or_default();
        let begin = self.text.trim().get(..scheme.len());
        !begin.is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
    }

    /// The scheme in lowercase, as browsers read it, or as it stands before the first colon.
    fn scheme(&self) -> Option<String> {
        if let Some(url) = &self.url {
            return Some(url.scheme().to_owned());
        }
        let end = self.text.find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)))?;
        let (scheme, behind) = self.text.split_at_checked(end)?;
        let is_one =
            behind.starts_with(':') && scheme.starts_with(|c: char| c.is_ascii_alphabetic());
        is_one.then(|| scheme.to_ascii_lowercase())
    }
}
