//! The decision of [`allow()`] alone, for many URIs: no answers of readers, and no URI to hand on.
//!
//! Most URIs are plain: every reader finds the host of the generic syntax in them, and they are their own normal form. Such a URI
//! is judged without asking the readers, which is most of the cost of [`allow()`].

use napkin::Part;
use napkin::edition::RFC3986;
use napkin_domains::{List, Sections};

use crate::allow::allow;
use crate::audit::audit_read;
use crate::features::Features;
use crate::host_list::HostList;
use crate::judge::{findings, judge_read};
use crate::name::{ContactedHost, cut};
use crate::policy::Policy;
use crate::reading::Reading;
use crate::refusal::Refusal;
use crate::rule::Rule;

/// A list of hosts and a policy, made ready to judge many URIs.
#[derive(Clone, Debug)]
pub struct Gate<'p> {
    list: &'p HostList,
    policy: &'p Policy,
    /// The policy by RFC 3986, which judges a plain URI whether the edition is that or one of the URL Standard.
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
        let is_by_url = policy.url_edition().is_some();
        let strict = (is_by_url || policy.edition() == RFC3986).then(|| policy.clone().by(RFC3986));
        let passes = ["http://example.com/", "https://example.com/"].map(|sample| {
            let reading = Reading::new(sample.as_bytes(), RFC3986);
            // What is found about a listed host is found about that host alone.
            let is_of_scheme = policy.limits().hosts.is_none() && list.has_public();
            let strict = strict.as_ref().filter(|_| is_of_scheme);
            strict.is_some_and(|strict| {
                let host = ContactedHost::normal(b"example.com");
                judge_read(&reading, &HostList::public(), strict, || Ok(host)).is_ok()
            })
        });
        let asks = |rule: &Rule| rule.when.meets(Features::ASKED) && rule.id != SINGLE_LABEL;
        let asks_more = strict.as_ref().is_some_and(|strict| strict.rules().any(asks));
        Self { list, policy, strict, passes, asks_more }
    }

    /// Decides whether a URI may be followed, as [`allow()`] does, which also says which URI to hand on.
    ///
    /// # Errors
    ///
    /// Why it may not be followed.
    ///
    /// ```
    /// use napkin_audit::{Gate, HostList, Policy, Refusal};
    ///
    /// let (list, policy) = (HostList::public(), Policy::preset("ssrf").unwrap());
    /// let gate = Gate::new(&list, &policy);
    /// assert!(gate.check(b"https://example.com/a?b").is_ok());
    /// assert!(matches!(gate.check(b"http://10.0.0.1/"), Err(Refusal::NotPublic(..))));
    /// assert!(gate.check(b"http://a b/").unwrap_err().is_of_syntax());
    /// ```
    pub fn check(&self, input: &[u8]) -> Result<(), Refusal> {
        if let Some(strict) = &self.strict {
            let reading = Reading::new(input, RFC3986);
            if let Some(host) = plain_host(&reading) {
                if self.lets_pass(&reading, host, strict) {
                    return Ok(());
                }
                // By the URL Standard, the refusal of a URI without a slash is about the URL, which has one.
                if self.policy.url_edition().is_none() || has_path(&reading) {
                    let host = || Ok(ContactedHost::normal(host.as_bytes()));
                    return judge_read(&reading, self.list, strict, host).map(drop);
                }
            }
            if let Some(fault) = reading.fault().filter(|_| self.policy.url_edition().is_none()) {
                return Err(Refusal::Invalid(*fault));
            }
        }
        allow(input, self.list, self.policy).refusal.map_or(Ok(()), Err)
    }

    /// Whether a plain URI leads to a public host, and an audit finds nothing in it. Of a URI without features it has only the rules to
    /// ask that the policy turns on, and those of its scheme.
    fn lets_pass(&self, reading: &Reading<'_>, host: &str, strict: &Policy) -> bool {
        let [http, https] = self.passes;
        let passes = if reading.scheme().len() == 4 { http } else { https };
        passes
            && reading.features() == Features::NONE
            && reading.slashless_end().is_none()
            && cut(host).is_none()
            && is_registered(host)
            && (!self.asks_more || findings(&audit_read(reading, strict), None).is_ok())
    }
}

/// Whether a host of a URI without features is public: a name below a suffix of registries. It is of labels in lowercase, is no number and
/// no known name, since it would have a feature then.
fn is_registered(host: &str) -> bool {
    let suffix = List::mozilla().public_suffix(host, Sections::Icann);
    suffix.is_some_and(|suffix| suffix.as_str().len() < host.len())
}

/// The host of a URI that every reader finds in it, if the URI is its own normal form, by RFC 3986 and by the URL Standard, or
/// lacks only the slash of an empty path.
fn plain_host<'a>(reading: &Reading<'a>) -> Option<&'a str> {
    // The features of no other reading of the host, and of no other normal form.
    if reading.features() != Features::NONE && reading.features() != Features::ESCAPED_HIGH {
        return None;
    }
    let (host, _) = reading.host_name()?;
    let behind = reading.bytes().get(reading.span(Part::Authority)?.end..)?;
    let is_http = matches!(reading.part(Part::Scheme), Some(b"http" | b"https"));
    let is_plain = is_http && is_plain(behind);
    str::from_utf8(host).ok().filter(|_| is_plain)
}

fn has_path(reading: &Reading<'_>) -> bool {
    reading.part(Part::Path).is_some_and(|path| !path.is_empty())
}

/// Whether the text behind an authority has nothing in which a reader looks for a host: no second slash and no dot behind a slash,
/// no `@`, and no slash in a fragment; and nothing that the URL Standard writes otherwise.
fn is_plain(behind: &[u8]) -> bool {
    let is_steep = |two: &[u8]| matches!(two, [b'/', b'/' | b'.']);
    let steep = behind.windows(2).any(is_steep);
    let odd = behind.iter().any(|byte| matches!(byte, b'@' | b'\''));
    let fragment = behind.iter().position(|&byte| byte == b'#');
    let fragment = fragment.and_then(|at| behind.get(at..)).unwrap_or_default();
    !steep && !odd && !fragment.contains(&b'/')
}
