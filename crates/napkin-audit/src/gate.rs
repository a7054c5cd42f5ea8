//! The decision of [`allow()`] alone, for many URIs that are handed on as they are.
//!
//! Most URIs are plain: every reader finds the host of the generic syntax in them, and they are the URI to hand on. Such a URI is
//! judged without asking the readers, which is most of the cost of [`allow()`].

use napkin::Part;
use napkin::edition::RFC3986;
use napkin_domains::{List, Sections};

use crate::allow::allow;
use crate::audit::audit_read;
use crate::features::Features;
use crate::host_list::HostList;
use crate::judge::{findings, judge_read};
use crate::name::{ContactedHost, cut};
use crate::nearby::spelled_address;
use crate::policy::{Policy, ReadBy};
use crate::reading::Reading;
use crate::refusal::Refusal;
use crate::rule::Rule;

/// A list of hosts and a policy, made ready to judge many URIs.
#[derive(Clone, Debug)]
pub struct Gate<'p> {
    list: &'p HostList,
    policy: &'p Policy,
    /// The policy by RFC 3986, which judges a plain URI whichever standard reads it; `None` if older editions may read it otherwise, or
    /// every reader is asked.
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

    /// Decides whether a URI may be followed as it is, as [`allow()`] does, which also says which URI to hand on otherwise.
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
            if let Some(host) = plain_host(&reading) {
                if self.lets_pass(&reading, host, strict) {
                    return Ok(());
                }
                return judge_read(&reading, self.list, strict, |_, _| Ok(()));
            }
        }
        let allowed = allow(input, self.list, self.policy)?;
        if allowed.as_is { Ok(()) } else { Err(Refusal::Rewritten(allowed.uri)) }
    }

    /// Whether a plain URI leads to a public host, and an audit finds nothing in it. Of a URI without features it has only the rules to
    /// ask that the policy turns on, and those of its scheme.
    fn lets_pass(&self, reading: &Reading<'_>, host: &str, strict: &Policy) -> bool {
        let [http, https] = self.passes;
        let passes = if reading.scheme().len() == 4 { http } else { https };
        passes
            && reading.features() == Features::NONE
            && cut(host).is_none()
            && is_registered(host)
            && (!self.asks_more || {
                let contacted = ContactedHost::normal(host.as_bytes());
                findings(&audit_read(reading, strict), strict, &contacted, None).is_ok()
            })
    }
}

/// Whether a host of a URI without features is public: a name below a suffix of registries. It is of labels in lowercase, is no number and
/// no known name, since it would have a feature then.
fn is_registered(host: &str) -> bool {
    let suffix = List::mozilla().public_suffix(host, Sections::Icann);
    suffix.is_some_and(|suffix| suffix.as_str().len() < host.len())
        && spelled_address(host).is_none()
}

/// The host of a URI that every reader finds in it, if the URI is the one to hand on.
fn plain_host<'a>(reading: &Reading<'a>) -> Option<&'a str> {
    // The features of no other reading of the host.
    if reading.features() != Features::NONE && reading.features() != Features::ESCAPED_HIGH {
        return None;
    }
    let (host, _) = reading.host_name()?;
    let behind = reading.bytes().get(reading.span(Part::Authority)?.end..)?;
    let is_http = matches!(reading.part(Part::Scheme), Some(b"http" | b"https"));
    // No dot segment, and no apostrophe, which the URL Standard encodes in a query.
    let has_dots = || behind.windows(2).any(|two| two == b"/.");
    let is_plain = behind.starts_with(b"/") && !behind.contains(&b'\'') && !has_dots();
    str::from_utf8(host).ok().filter(|_| is_http && is_plain)
}
