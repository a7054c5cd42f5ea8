//! The decision of [`allow()`] alone, for many URIs that are handed on as they are.
//!
//! Most URIs are plain: every reader finds the host of the generic syntax in them, and they are the URI to hand on, but
//! for uppercase letters of the host and a slash behind it. Such a URI is judged without asking the readers, which is
//! most of the cost of [`allow()`].

use std::borrow::Cow;

use napkin::Part;
use napkin::edition::RFC3986;
use napkin_domains::{List, Sections};

use crate::allow::allow;
use crate::audit::audit_read;
use crate::features::Features;
use crate::host_list::HostList;
use crate::judge::{findings, judge_read};
use crate::name::ContactedHost;
use crate::nearby::{nearby, spelled_address};
use crate::octets::decoded;
use crate::policy::{Policy, ReadBy};
use crate::reading::Reading;
use crate::refusal::Refusal;
use crate::rule::Rule;
use crate::span::Span;

/// A list of hosts and a policy, made ready to judge many URIs.
#[derive(Clone, Debug)]
pub struct Gate<'p> {
    list: &'p HostList,
    policy: &'p Policy,
    /// The policy by RFC 3986, which judges a plain URI whichever standard reads it; `None` if older editions may read
    /// it otherwise, or every reader is asked.
    strict: Option<Policy>,
    /// Whether a public host may be contacted by `http` and by `https`, without a port.
    passes: [bool; 2],
    /// Whether the policy turns on a rule that checks every input and may find something in a plain URI.
    asks_more: bool,
}

/// The rule that the preset `ssrf` turns on. It finds no public host.
const SINGLE_LABEL: &str = "single-label-name";

impl<'p> Gate<'p> {
    /// A gate for the URIs that a list and a policy allow.
    pub fn new(list: &'p HostList, policy: &'p Policy) -> Self {
        let is_usual = match policy.reads_by() {
            ReadBy::Both | ReadBy::Url(_) => true,
            ReadBy::Syntax(edition) => edition == RFC3986,
        };
        let is_usual = is_usual && !policy.limits().all_readers;
        let strict = is_usual.then(|| policy.clone().by(RFC3986));
        let passes = ["http://example.com/", "https://example.com/"].map(|sample| {
            let reading = Reading::new(sample.as_bytes(), RFC3986);
            // What is found about a listed host is found about that host alone.
            let is_of_scheme = policy.limits().hosts.is_none() && list.has_public();
            let strict = strict.as_ref().filter(|_| is_of_scheme);
            strict.is_some_and(|strict| {
                judge_read(&reading, &HostList::public(), strict, |_, _| Ok(())).is_ok()
            })
        });
        let asks = |rule: &Rule| rule.when.meets(Features::ASKED) && rule.id != SINGLE_LABEL;
        let asks_more = strict.as_ref().is_some_and(|strict| strict.rules().any(asks));
        Self { list, policy, strict, passes, asks_more }
    }

    /// Decides whether a URI may be followed as it is, as [`allow()`] does, which also says which URI to hand on
    /// otherwise.
    ///
    /// # Errors
    ///
    /// Why it may not be followed; [`Refusal::Rewritten`] if only the URI to hand on may be.
    ///
    /// ```
    /// use napkin_audit::{Gate, HostList, Policy, Refusal};
    ///
    /// let (list, policy) = (HostList::public(), Policy::preset("ssrf").unwrap());
    /// let gate = Gate::new(&list, &policy);
    /// assert!(gate.check("https://example.com/a?b").is_ok());
    /// assert!(matches!(gate.check("http://10.0.0.1/"), Err(Refusal::NotPublic(..))));
    /// let Err(Refusal::Rewritten(uri)) = gate.check("https://example.com/a b") else { panic!() };
    /// assert_eq!(uri, "https://example.com/a%20b");
    /// ```
    pub fn check(&self, input: impl AsRef<[u8]>) -> Result<(), Refusal> {
        self.check_bytes(input.as_ref())
    }

    fn check_bytes(&self, input: &[u8]) -> Result<(), Refusal> {
        if let Some(strict) = &self.strict {
            let reading = Reading::new(input, RFC3986);
            match handed_on(&reading) {
                Some(Cow::Borrowed(_)) => {
                    if self.lets_pass(&reading, strict) {
                        return Ok(());
                    }
                    return judge_read(&reading, self.list, strict, |_, _| Ok(()));
                }
                Some(Cow::Owned(uri)) => {
                    self.check_bytes(uri.as_bytes())?;
                    return Err(Refusal::Rewritten(uri));
                }
                None => {}
            }
        }
        let allowed = allow(input, self.list, self.policy)?;
        if allowed.as_is { Ok(()) } else { Err(Refusal::Rewritten(allowed.uri)) }
    }

    /// Whether a plain URI leads to a public host, and an audit finds nothing in it. Of a URI without features, but for
    /// a host that ends like a known name and is none, it has only the rules to ask that the policy turns on, and those
    /// of its scheme; no program cuts its host.
    fn lets_pass(&self, reading: &Reading<'_>, strict: &Policy) -> bool {
        let [http, https] = self.passes;
        let passes = if reading.scheme().len() == 4 { http } else { https };
        let may_be_nearby = reading.features() == Features::NEARBY;
        if !passes || !may_be_nearby && reading.features() != Features::NONE {
            return false;
        }
        let host = reading.part(Part::Host).and_then(|host| str::from_utf8(host).ok());
        host.is_some_and(|host| {
            is_registered(host)
                && (!may_be_nearby || nearby(host.as_bytes()).is_none())
                && (!self.asks_more || {
                    let contacted = ContactedHost::normal(host.as_bytes());
                    findings(&audit_read(reading, strict), strict, &contacted, None).is_ok()
                })
        })
    }
}

/// Whether a host of a URI without features is public: a name below a suffix of registries. It is of labels in
/// lowercase, is no number and no known name, since it would have a feature then.
fn is_registered(host: &str) -> bool {
    let suffix = List::mozilla().public_suffix(host, Sections::Icann);
    suffix.is_some_and(|suffix| suffix.as_str().len() < host.len())
        && spelled_address(host).is_none()
}

/// What a URI may have whose host every reader finds without being asked, and whose bytes stay where it is handed on.
/// What rules say of it is asked for.
const UNDOUBTED: Features = Features::ADDRESS
    .and(Features::PORT)
    .and(Features::NEARBY)
    .and(Features::DOT)
    .and(Features::URL_IN_QUERY)
    .and(Features::ESCAPED_CONTROL)
    .and(Features::ESCAPED_PERCENT)
    .and(Features::DELIMITER_IN_PATH)
    .and(Features::DELIMITER_ELSEWHERE)
    .and(Features::ESCAPED_UNRESERVED)
    .and(Features::ESCAPED_HIGH)
    .and(Features::LOWERCASE_HEX)
    .and(Features::SLIP);

/// What a URI has too whose host is in uppercase; the readers get it in lowercase.
const UPPERCASE_HOST: Features =
    UNDOUBTED.and(Features::ODD_HOST).and(Features::NEARBY).and(Features::DOUBT);

/// The URI to hand on, if it is the input but for uppercase letters of a host and for a slash behind it, and every
/// reader finds that host in it; `None` if the standards have to be asked.
fn handed_on<'a>(reading: &Reading<'a>) -> Option<Cow<'a, str>> {
    let (features, scheme) = (reading.features(), reading.part(Part::Scheme)?);
    let is_within = |most: Features| features == Features::NONE || features.and(most) == most;
    if !is_within(UPPERCASE_HOST) || !matches!(scheme, b"http" | b"https") {
        return None;
    }
    let uri = str::from_utf8(reading.bytes()).ok()?;
    let (host, end) = (reading.span(Part::Host)?, reading.span(Part::Authority)?.end);
    let behind = uri.get(end..)?;
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    // The URL Standard encodes an apostrophe in a query.
    let is_plain = !host.is_empty()
        && host.of(reading.bytes()).iter().all(is_of_name)
        && has_needed_port(reading)
        && !behind.contains('\'')
        && !has_dot_segments(reading);
    if !is_plain {
        return None;
    }
    let is_as_is = behind.starts_with('/') && is_within(UNDOUBTED);
    if is_as_is {
        return Some(uri.into());
    }
    let slash = if behind.starts_with('/') { "" } else { "/" };
    let written = [&uri.get(..end)?.to_ascii_lowercase(), slash, behind].concat();
    (written != uri).then_some(Cow::Owned(written))
}

/// Whether a port, if there is one, is written as a URI to hand on has it: as a number that is not the default one.
fn has_needed_port(reading: &Reading<'_>) -> bool {
    if !reading.features().meets(Features::PORT) {
        return true;
    }
    let written = reading.port().filter(|port| *port <= 0xffff).map(|port| port.to_string());
    reading.port() != reading.default_port().map(u32::from)
        && written.is_some_and(|port| reading.part(Part::Port) == Some(port.as_bytes()))
}

/// Whether the path has a segment `.` or `..`, also percent-encoded, as the URL Standard reads it.
fn has_dot_segments(reading: &Reading<'_>) -> bool {
    let may_have_dots = Features::DOT.and(Features::ESCAPED_UNRESERVED);
    let is_dot_segment = |segment: &[u8]| {
        let octets = decoded(segment, Span::new(0, segment.len()));
        matches!(*octets, [b'.'] | [b'.', b'.'])
    };
    reading.features().meets(may_have_dots)
        && reading
            .part(Part::Path)
            .is_some_and(|path| path.split(|&byte| byte == b'/').any(is_dot_segment))
}
