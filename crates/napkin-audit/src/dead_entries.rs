//! Entries of a list of hosts that allow no URI under a policy.

use napkin::Part;

use crate::allow::allow;
use crate::features::Features;
use crate::host_list::{Entry, HostList};
use crate::limits::USUAL_SCHEMES;
use crate::policy::Policy;
use crate::reading::Reading;
use crate::refusal::Refusal;
use crate::scheme_servers::needs_port;

/// A list entry that allows no URI. Made by [`dead_entries()`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DeadEntry<'l> {
    /// The entry.
    pub entry: &'l Entry,
    /// Why a minimal URI with a host of the entry is refused.
    pub refusal: Refusal,
}

/// The entries of a list that allow no URI under a policy, each with the reason. Examples: `a$b`, on which readers
/// do not agree; `*.localhost`, since an audit warns of every name below it; `*.example.org`, if the policy has
/// hosts of its own without this one.
///
/// Each entry is tried with a minimal URI (scheme, host and port) for each allowed scheme. Under a policy without any
/// scheme, every entry is dead.
///
/// ```
/// use napkin_audit::{HostList, Policy, dead_entries};
///
/// let list = HostList::parse("example.com\n*.localhost\nlocalhost")?;
/// let dead = dead_entries(&list, &Policy::default());
/// assert_eq!(dead.len(), 1);
/// assert_eq!(dead[0].entry.to_string(), "*.localhost");
/// assert_eq!(dead[0].entry.line(), Some(2));
/// # Ok::<(), napkin_audit::NotAHost>(())
/// ```
pub fn dead_entries<'l>(list: &'l HostList, policy: &Policy) -> Vec<DeadEntry<'l>> {
    let dead = |entry: &'l Entry| {
        let refusal = refused_by_all_schemes(entry, policy)?;
        Some(DeadEntry { entry, refusal })
    };
    list.entries().iter().filter_map(dead).collect()
}

/// Why an entry allows no URI, if so: the reason for the first scheme. If the policy allows no scheme, that is the reason.
fn refused_by_all_schemes(entry: &Entry, policy: &Policy) -> Option<Refusal> {
    // A list of one entry, so that no other entry matches and a long list does not slow this down.
    let list = HostList::from(entry.clone());
    let mut first = None;
    for scheme in policy.limits().allowed_schemes() {
        let uri = minimal(entry, scheme, policy);
        let reading = Reading::new(uri.as_bytes(), policy.edition());
        let is_plain = (reading.features() | policy.features()) == Features::NONE;
        if is_plain && reading.has_server() {
            return None;
        }
        let refusal = allow(&uri, &list, policy).err()?;
        first.get_or_insert(refusal);
    }
    first.or_else(|| Some(Refusal::Scheme(USUAL_SCHEMES.first().copied()?.to_owned())))
}

/// A port that an entry with any port is tried with: the first of those for the moment (RFC 6335 §6).
const ANY_PORT: u16 = 49152;

/// The shortest URI with a host and the port of an entry. Where programs may differ in the port that is meant without one,
/// it has the port of the scheme, or the first of the policy.
fn minimal(entry: &Entry, scheme: &str, policy: &Policy) -> String {
    let label = if entry.is_below() { "a." } else { "" };
    let with = |port: Option<u16>| {
        let port = port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("{scheme}://{label}{}{port}/", entry.host())
    };
    let of_any = entry.allows_any_port().then_some(ANY_PORT);
    let uri = with(entry.port().or(of_any));
    let reading = Reading::new(uri.as_bytes(), policy.edition());
    if !needs_port(&reading) || reading.span(Part::Port).is_some() {
        return uri;
    }
    let of_policy = policy.limits().ports.as_ref().and_then(|ports| ports.first().copied());
    with(reading.default_port().or(of_policy))
}
