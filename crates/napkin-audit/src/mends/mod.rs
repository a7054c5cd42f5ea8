//! Mends: what is wrong with a text, where, what to write instead, the whole mended text, and whether it may be another URI.
//!
//! Three sources, each a list: rules of the audit whose finding has a fix ([`crate::Rule::mends`]), for slips that the grammar does
//! not see; [forms](forms::FORMS) of texts that are no URI and stand for one, such as a path of Windows; and the
//! [grammar], for what an edition refuses. A mended text is mended again until nothing is left to mend, so that each
//! is valid and no mend has another. [`as_browsers`](identity) says which mended texts are what browsers read anyway.

mod kept;
mod identity;
mod around;
mod candidate;
mod trace;
mod directory;
mod plan;
mod ways;
mod edits;
mod port;
mod refused;
mod advised;
mod grammar;
mod forms;

use std::borrow::Cow;
use std::sync::LazyLock;

use napkin::edition::RFC3986;
use napkin_standards::Standard;
use serde::Serialize;

use crate::audit::audit;
use crate::features::Features;
use crate::policy::Policy;
use crate::reading::Reading;
use crate::rule::Finding;
use crate::rules::RULES;
use crate::span::{Edit, Span};

pub use directory::ssh_of_scp;
pub use forms::{FORMS, Form};
pub use identity::Identity;

use candidate::Candidate;
use trace::Trace;

/// A way to make a text what was probably meant. Made by [`mends()`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Mend {
    /// What is wrong: the name of a rule, of a form, or of a kind of error.
    pub what: &'static str,
    /// What is wrong, in words.
    pub message: String,
    /// The place of what is wrong.
    #[serde(flatten)]
    pub place: Span,
    /// The changes, in order.
    pub edits: Vec<Edit>,
    /// The whole mended text.
    pub uri: String,
    /// Whether the mended text identifies what the input did.
    pub identity: Identity,
}

/// What is wrong with a text. Made by [`diagnose`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnosis {
    /// What rules of the audit see in it that the grammar does not, in the order of its places; nothing mends some of it, such as a
    /// port over 65535.
    pub slips: Vec<Finding>,
    /// The ways to mend it, the likeliest first.
    pub mends: Vec<Mend>,
}

/// What a mend repairs.
#[derive(Clone)]
struct Wrong {
    what: &'static str,
    message: Cow<'static, str>,
    place: Span,
}

/// One step of a mend: what is wrong, and the edits that repair it.
struct Step {
    wrong: Wrong,
    edits: Vec<Edit>,
    source: Source,
}

/// Who knows of a mend: the more is known of what people mean, the earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Form,
    Rule,
    Grammar,
}

/// The most steps to a mended text. Each takes a pass over it.
const MOST: usize = 8;

/// What is noted in a valid text, and stays: one in eighty valid URLs of real lists has an entity, and a plus sign may be meant.
const NOTED: [&str; 2] = ["entity-left", "plus-for-blank"];

/// Finds the ways to make a text what was probably meant, the likeliest first; none for a valid text without a slip. Each
/// mended text is valid by the standard, and has no mend itself.
///
/// A scheme is invented only for a host with a port, for `www.`, for user and host, and for paths of files.
///
/// ```
/// use napkin::edition::RFC3986;
/// use napkin_audit::{Identity, mends};
///
/// let found = mends(b"http://h/a b", RFC3986);
/// let told: Vec<_> = found.iter().map(|mend| (mend.uri.as_str(), mend.identity)).collect();
/// assert_eq!(told, [("http://h/a%20b", Identity::Kept), ("http://h/ab", Identity::Guessed)]);
/// assert_eq!(found[0].what, "invalid-character");
///
/// let found = mends(b"ttps://https://h/x", RFC3986);
/// assert_eq!((found[0].what, &*found[0].uri), ("scheme-misspelled", "https://h/x"));
/// assert!(mends(b"https://h/x", RFC3986).is_empty());
/// ```
pub fn mends(input: &[u8], standard: impl Into<Standard>) -> Vec<Mend> {
    diagnose(input, standard).mends
}

/// Finds what is wrong with a text: [`mends()`], and the slips that rules of the audit see in it.
///
/// ```
/// use napkin::edition::RFC3986;
/// use napkin_audit::diagnose;
///
/// let found = diagnose(b"http://h:65536/", RFC3986);
/// assert_eq!(found.slips[0].rule.id, "port-out-of-range");
/// assert!(found.mends.is_empty());
/// ```
pub fn diagnose(input: &[u8], standard: impl Into<Standard>) -> Diagnosis {
    let standard = standard.into();
    let slips = slips(input, standard);
    let mut found: Vec<(Source, Candidate, Wrong)> = Vec::new();
    for step in steps_after(&slips, input, standard) {
        let (source, wrong) = (step.source, step.wrong.clone());
        let Some(candidate) = completed(input, standard, step) else { continue };
        if !found.iter().any(|(_, known, _)| known.uri == candidate.uri) {
            found.push((source, candidate, wrong));
        }
    }
    grammar::judge(input, found.iter_mut().map(|(_, candidate, _)| candidate));
    found.sort_by_key(|(source, candidate, _)| (*source, candidate.cost()));
    let mend = |(_, Candidate { uri, edits, identity, .. }, wrong): (_, _, Wrong)| {
        let Wrong { what, message, place } = wrong;
        Mend { what, message: message.into_owned(), place, edits, uri, identity }
    };
    Diagnosis { slips, mends: found.into_iter().map(mend).collect() }
}

impl Mend {
    /// The texts of the input that are removed, in order. Of a host that becomes a DNS name they are the characters of
    /// which the name has nothing.
    ///
    /// ```
    /// use napkin::edition::RFC3986;
    /// use napkin_audit::mends;
    ///
    /// let input = "http://a\u{200b}b.example/".as_bytes();
    /// let found = mends(input, RFC3986);
    /// assert_eq!(found[0].uri, "http://ab.example/");
    /// assert_eq!(found[0].removed(input), ["\u{200b}".as_bytes()]);
    /// ```
    pub fn removed<'i>(&self, input: &'i [u8]) -> Vec<&'i [u8]> {
        grammar::removed(input, &self.edits)
    }
}

/// The first steps of all mends of a text.
fn steps(input: &[u8], standard: Standard) -> Vec<Step> {
    steps_after(&slips(input, standard), input, standard)
}

/// The first steps of all mends of a text with these slips.
fn steps_after(slips: &[Finding], input: &[u8], standard: Standard) -> Vec<Step> {
    let mut steps = forms::steps(input);
    steps.extend(by_rules(slips));
    let is_valid = standard.check(true, input).is_ok();
    if is_valid {
        steps.retain(|step| !NOTED.contains(&step.wrong.what));
    }
    // The grammar says more of a valid text only by its own edition.
    if !is_valid || steps.is_empty() && !standard.is_url() {
        steps.extend(grammar::steps(input, standard.syntax_or(RFC3986)));
    }
    steps
}

/// The candidate that a step leads to, if the text is valid when nothing is left to mend.
fn completed(input: &[u8], standard: Standard, first: Step) -> Option<Candidate> {
    let mut edits = first.edits;
    let mut text = Edit::apply(input, &edits);
    // The edits of a single step are as fine as that step made them.
    let mut trace: Option<Trace> = None;
    for _ in 0..MOST {
        match steps(&text, standard).into_iter().min_by_key(|step| step.source) {
            Some(next) => {
                let trace = trace.get_or_insert_with(|| Trace::new(input, &edits));
                trace.edit(&next.edits);
                text = trace.text().to_vec();
                edits = trace.edits();
            }
            None if standard.check(true, &text).is_ok() => {
                let uri = String::from_utf8(text).ok()?;
                let identity = identity::of(input, &edits, &uri, standard.syntax_or(RFC3986));
                return Some(Candidate { identity, ..Candidate::new(uri, edits) });
            }
            None => return None,
        }
    }
    None
}

/// The rules whose slips nothing mends.
const UNMENDED: [&str; 3] = ["empty-input", "ipv4-out-of-range", "port-out-of-range"];

/// A policy with the rules alone that see slips.
static POLICY: LazyLock<Policy> = LazyLock::new(|| {
    let others = RULES.iter().filter(|rule| !rule.mends && !UNMENDED.contains(&rule.id));
    others.fold(Policy::default(), |mut policy, rule| {
        // Each rule has the setting `off`.
        let _ = policy.set(rule.id, "off");
        policy
    })
});

/// The features of which one has to occur before there is a slip.
static WATCHED: LazyLock<Features> = LazyLock::new(|| {
    let watched = RULES.iter().filter(|rule| rule.mends || UNMENDED.contains(&rule.id));
    watched.fold(Features::NONE, |features, rule| features.and(rule.when))
});

/// The slips that rules of the audit see, in the order of their places.
fn slips(input: &[u8], standard: Standard) -> Vec<Finding> {
    if !Reading::new(input, standard.syntax_or(RFC3986)).features().meets(*WATCHED) {
        return Vec::new();
    }
    let policy = POLICY.clone().by(standard);
    audit(input, &policy).findings().to_vec()
}

/// The steps that repair slips: one for all findings of a rule.
fn by_rules(slips: &[Finding]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for Finding { rule, message, span, fix, .. } in slips.iter().filter(|slip| slip.rule.mends) {
        let Some(fix) = fix.clone() else { continue };
        let known = steps.iter_mut().find(|step| step.wrong.what == rule.id);
        if let Some(known) = known {
            known.edits.push(fix);
        } else {
            let wrong = Wrong { what: rule.id, message: message.clone(), place: *span };
            steps.push(Step { wrong, edits: vec![fix], source: Source::Rule });
        }
    }
    steps
}
