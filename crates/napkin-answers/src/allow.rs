//! Whether a URI may be followed.

use std::sync::Arc;

use napkin_audit::{HostList, Policy, Refusal, Verdict, allow, allow_reference};
use napkin_schemes::secrets::Secrets;
use schemars::JsonSchema;
use serde::Serialize;

use crate::base::Base;
use crate::choice::WrongChoice;
use crate::failure::Failure;
use crate::options::{Between, Given, SchemeName, Value, options};
use crate::policy::PolicyOptions;
use crate::question::{Ask, Question, Rebase};
use crate::same_site::SiteOf;
use crate::schema::written_as;
use crate::standard::Standard;

options! {
    /// Say which URIs may be followed, by a list of hosts
    ///
    /// A URI is allowed if every common program contacts one and the same host, that host is in the list with the port, it
    /// has no userinfo, and an audit finds no other warning or error. Addresses are compared as numbers, names in normal
    /// form. A host has letters, digits, hyphens, dots and underscores; names in other letters are written with xn--.
    ///
    /// The answer is the URI to hand on, or the reason why the input is refused. Hand on that URI, never the input: all
    /// readers find the same host in it. It is the normal form of the input (scheme-based, in ASCII), with '@' and '://'
    /// behind the host percent-encoded. It follows RFC 3986 whatever the edition, which only decides what input is valid; by
    /// the URL Standard it is the normal form of the URL, with what a URI excludes percent-encoded. Both http and https are
    /// allowed; 'scheme' with https allows https alone.
    ///
    /// Only the text is judged. Do not follow redirects automatically: judge each new location, with the URI that was asked
    /// as 'base'. Look at the addresses that a name resolves to, and connect to the one that was judged. For URIs that a
    /// server fetches take 'public' and 'preset' ssrf, for links that people follow 'preset' web. For a redirect
    /// after a login take 'base' and 'resolve'.
    pub struct Allow {
        /// Allow a host: a name, '*.' and a name for all below it, or an address; with ':' and a port at that port alone,
        /// with ':*' a loopback address at any port, else at the scheme's default port and those of the policy; may be
        /// repeated
        host: Vec<HostEntry>, "HOST";
        /// Allow the hosts of a file, one a line as in 'host'
        hosts: Option<HostsFile>, "FILE";
        /// Allow any public host: a name below a public suffix, or a global unicast address
        public: bool;
        /// Allow the hosts of the same site as a URI: those with the same registrable domain; below a private suffix such as
        /// github.io, those of the same user; the host alone, if it is an address or has no registrable domain; may be
        /// repeated
        same_site: Vec<SiteOf>, "URI";
        /// Allow only this scheme of http, https, ws and wss, or of those of the policy; may be repeated
        scheme: Vec<SchemeName>, "SCHEME";
        /// Judge relative references too, such as a Location: by their targets against this URI. One that programs resolve
        /// differently, such as 'login.php', is refused, unless 'resolve' is given
        base: Option<Given>, "URI";
        /// With a base, resolve relative references here: if the target is allowed, it is the URI to hand on,
        /// whatever programs make of the reference
        resolve: bool;
    }
    with policy: PolicyOptions
}

/// An entry of a list of hosts.
#[derive(Clone, Debug)]
pub struct HostEntry(String);

impl Value for HostEntry {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let text = String::read(octets)?;
        HostList::default().push(&text).map_err(|error| format!("is wrong: {error}"))?;
        Ok(Self(text))
    }
}

/// A list of hosts, one a line.
#[derive(Clone, Debug)]
pub struct HostsFile(HostList);

impl Value for HostsFile {
    const IS_CONTENT: bool = true;

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let list = HostList::parse(&String::read(octets)?);
        list.map(Self).map_err(|error| format!("is not a list of hosts: {error}"))
    }
}

impl Question for Allow {
    const NAME: &'static str = "allow";
    const BETWEEN: &'static [Between] = &[Between::Excludes("preset", "policy")];
    type Ready = Allowing;

    fn ready(self, standard: Standard) -> Result<Allowing, WrongChoice> {
        let mut policy = self.policy.policy(standard)?;
        if !self.scheme.is_empty() {
            policy.only_schemes(self.scheme.iter().map(SchemeName::as_str)).map_err(|error| {
                WrongChoice::of_option_named("scheme").because(error.to_string())
            })?;
        }
        let has_file = self.hosts.is_some();
        let mut hosts = self.hosts.map(|HostsFile(list)| list).unwrap_or_default();
        for HostEntry(host) in &self.host {
            hosts.push(host).map_err(|error| {
                WrongChoice::of_option_named("host").because(format!("is wrong: {error}"))
            })?;
        }
        for site in &self.same_site {
            hosts.push_site(&site.uri).map_err(|error| {
                WrongChoice::of_option_named("same-site").because(format!("is wrong: {error}"))
            })?;
        }
        if self.public {
            hosts = hosts.and_public();
        }
        if hosts.is_empty() && !has_file {
            hosts = policy.limits().hosts.clone().ok_or_else(|| {
                let reason =
                    "is missing: use 'host', 'hosts', 'public' or 'same-site', or a policy that has hosts";
                WrongChoice::of_option_named("host").because(reason.into())
            })?;
        }
        if self.resolve && self.base.is_none() {
            let reason = "needs 'base', against which references are resolved";
            return Err(WrongChoice::of_option_named("resolve").because(reason.into()));
        }
        let base = self.base.map(|base| Base::new(base.0, standard).judged());
        let (hosts, policy) = (hosts.into(), policy.into());
        Ok(Allowing { hosts, policy, standard, base, resolve: self.resolve })
    }
}

/// Judging by a list of hosts and a policy.
pub struct Allowing {
    /// The hosts that may be contacted.
    pub hosts: Arc<HostList>,
    /// The policy.
    pub policy: Arc<Policy>,
    /// The standard by which an input is valid, that of the policy.
    standard: Standard,
    /// The base of relative references.
    base: Option<Base>,
    /// Whether the target of a relative reference is judged, and not the reference too.
    resolve: bool,
}

impl Rebase for Allowing {
    fn rebased(&self, base: &[u8]) -> Self {
        let base = Some(Base::new(base, self.standard).judged());
        let (hosts, policy) = (Arc::clone(&self.hosts), Arc::clone(&self.policy));
        Self { hosts, policy, base, ..*self }
    }
}

impl Ask for Allowing {
    type Answer<'a> = Judged<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Judged<'a>, Failure<'a>> {
        Ok(self.answer(input))
    }
}

impl Allowing {
    /// Judges an input, valid or not.
    pub fn answer<'a>(&'a self, input: &'a [u8]) -> Judged<'a> {
        Judged { input, decision: self.decision(input) }
    }

    fn decision<'a>(&'a self, input: &'a [u8]) -> Result<Verdict, Failure<'a>> {
        let Some(base) = &self.base else {
            return Ok(allow(input, &self.hosts, &self.policy));
        };
        base.check()?;
        let verdict = allow_reference(base.as_str(), input, &self.hosts, &self.policy)
            .map_err(|error| base.failure(error, input))?;
        Ok(if self.resolve { verdict.resolved() } else { verdict })
    }
}

/// The decision about one input.
pub struct Judged<'a> {
    /// The input.
    pub input: &'a [u8],
    /// The decision; the error of a base that cannot be used, which refuses every input.
    pub decision: Result<Verdict, Failure<'a>>,
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'a> {
    /// Whether the URI may be followed.
    allowed: bool,
    /// The hosts that common programs would contact.
    hosts: Vec<String>,
    /// Why it is refused.
    reason: Option<String>,
    /// The URI to hand on, if it is allowed.
    #[serde(rename = "use")]
    normal_form: Option<&'a str>,
    /// The URI to hand on in place of a relative reference that programs may resolve differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    instead: Option<&'a str>,
    /// The error of an input that is not valid, or of the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'a>")]
    error: Option<Failure<'a>>,
}

impl Judged<'_> {
    /// Why the input is refused; `None` if it is allowed, or the base cannot be used.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.decision.as_ref().ok().and_then(|verdict| verdict.refusal.as_ref())
    }

    /// The URI to hand on, if the input is allowed.
    pub fn normal_form(&self) -> Option<&str> {
        self.decision.as_ref().ok().and_then(|verdict| verdict.normal_form.as_deref())
    }

    /// The URI to hand on in place of a relative reference that is refused only since programs may resolve it differently.
    pub fn instead(&self) -> Option<&str> {
        self.decision.as_ref().ok().and_then(Verdict::instead)
    }

    /// Why the input is refused, in words; `None` if it is allowed.
    pub fn reason(&self) -> Option<String> {
        match &self.decision {
            Ok(verdict) => verdict.refusal.as_ref().map(ToString::to_string),
            Err(failure) => Some(failure.message().to_owned()),
        }
        // The target has the password of the base too.
        .map(|reason| Secrets::of(self.input).hidden_in(&reason, 0).into_owned())
    }

    /// The hosts that common programs would contact.
    pub fn hosts(&self) -> Vec<String> {
        let Ok(verdict) = &self.decision else { return Vec::new() };
        let common = verdict.hosts.among(|reader| reader.in_use);
        common.contacted().iter().map(ToString::to_string).collect()
    }

    fn keys(&self) -> Keys<'_> {
        let error = match (&self.decision, self.refusal()) {
            (Err(failure), _) => Some(failure.clone()),
            (Ok(_), Some(Refusal::Invalid(error))) => Some(Failure::refused(*error, self.input)),
            _ => None,
        };
        Keys {
            allowed: self.decision.as_ref().is_ok_and(Verdict::is_allowed),
            hosts: self.hosts(),
            reason: self.reason(),
            normal_form: self.normal_form(),
            instead: self.instead(),
            error,
        }
    }
}

written_as!(Judged<'_> as Keys<'_>, Judged::keys);
