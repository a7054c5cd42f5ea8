//! Which URI to hand on for an input, or why none.

use std::sync::Arc;

use napkin::edition::RFC3986;
use napkin_audit::{
    HostList, JudgedBase, Mend, Policy, Readings, Refusal, Verdict, dead_entries, mends,
    reference_verdict, verdict,
};
use napkin_schemes::secrets::{Secrets, redacted_text};
use napkin_standards::{Standard, UrlStandard};
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::failure::Failure;
use crate::options::{Between, Given, SchemeName, Value, one_of, options};
use crate::policy::PolicyOptions;
use crate::question::{Ask, Question, Rebase, Yes};
use crate::same_site::SiteOf;
use crate::schema::{Mended, written_as};

options! {
    /// Say which URI to hand on for an input, by a list of hosts
    ///
    /// The input is read once, the URI is made that all programs read alike, and that one is judged: it is allowed if its host is in
    /// the list with the port, every common program contacts that host, and an audit finds no warning or error about the server. Hand
    /// on that URI, never the input, unless both are the same (the key 'as_is').
    ///
    /// The input is read by RFC 3986, with the characters percent-encoded that a URI excludes, and by the newest URL Standard, as
    /// browsers read it. If both accept it, both have to name one server; otherwise it is refused, and both readings are told. 'edition'
    /// takes one standard alone. An input with a userinfo or a percent-encoded host is refused. The URI to hand on has the scheme and
    /// the host in lowercase, letters as xn--, no dot segments, and a slash behind the server; behind that it keeps every byte but those
    /// that a URI excludes.
    ///
    /// Both http and https are allowed; 'scheme' with https allows https alone, with wss that alone. Only the text is judged. Do not follow redirects
    /// automatically: judge each new location, with the URI that was asked as 'base'. Look at the addresses that a name resolves to,
    /// and connect to the one that was judged. For URIs that a server fetches take 'public' and 'preset' ssrf, for links that people
    /// follow 'preset' web, for a redirect after a login 'base'.
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
        /// Allow only this scheme of http, https, ws and wss, or of those of the policy; may be repeated. Without it, http and https
        /// are allowed, or those of the policy
        scheme: Vec<SchemeName>, "SCHEME";
        /// Judge relative references too, such as a Location: by their targets against this URI
        base: Option<Given>, "URI";
        /// Ask the readers of rare programs too, some of which look for a host behind the server: '@' and '://' there are
        /// percent-encoded then
        readers: Option<AskedReaders>, "WHICH";
    }
    with policy: PolicyOptions
}

/// The readers that are asked about the URI to hand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "the readers of some classes, or all")]
pub enum AskedReaders {
    /// The readers of standards, browsers, libraries and commands.
    Common,
    /// The readers of rare programs too.
    All,
}

one_of!(AskedReaders {
    Common "common": "Those of standards, browsers, libraries and commands",
    All "all": "Those of rare programs too",
});

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
    // Who hears only a yes hands on the input itself.
    const YES: Option<Yes> = Some(Yes {
        keys: &["allowed", "as_is"],
        about: "the input is allowed and may be handed on itself",
    });
    type Ready = Allowing;

    fn ready(self, standard: Standard) -> Result<Allowing, WrongChoice> {
        self.prepared(Some(standard))
    }

    /// By both standards.
    fn ready_by_default(self, _: Standard) -> Result<Allowing, WrongChoice> {
        self.prepared(None)
    }
}

impl Allow {
    fn prepared(self, chosen: Option<Standard>) -> Result<Allowing, WrongChoice> {
        let mut policy = self.policy.policy()?;
        if let Some(standard) = chosen {
            policy = policy.by(standard);
        }
        let standard = chosen.unwrap_or(RFC3986.into());
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
        if self.readers == Some(AskedReaders::All) {
            policy = policy.asking_all_readers(true);
        }
        let warnings = warnings(&hosts, &policy);
        let base = self.base.map(|base| judged_base(&base.0, &policy));
        let (hosts, policy) = (hosts.into(), policy.into());
        Ok(Allowing { hosts, policy, standard, base, warnings: warnings.into() })
    }
}

/// What is odd in a list: it is empty, an entry allows nothing, lets anybody in, or names hosts of a network.
fn warnings(list: &HostList, policy: &Policy) -> Vec<String> {
    let place = |line: Option<usize>| line.map(|line| format!("line {line}: ")).unwrap_or_default();
    let mut warnings = Vec::new();
    if list.is_empty() {
        warnings.push("the list of hosts is empty: nothing is allowed".to_owned());
    }
    for dead in dead_entries(list, policy) {
        let entry = dead.entry;
        warnings.push(format!("{}{entry} allows nothing: {}", place(entry.line()), dead.refusal));
    }
    for entry in list.entries() {
        let what = match entry {
            entry if entry.is_open_to_all() => {
                "allows names that anybody can have (public suffix list)"
            }
            entry if entry.is_of_own_network() => "allows hosts of a private network",
            _ => continue,
        };
        warnings.push(format!("{}{entry} {what}", place(entry.line())));
    }
    warnings
}

/// The host that a program contacts for an input in which it finds none.
const OWN_HOST: &str = "localhost";

/// Judging by a list of hosts and a policy.
pub struct Allowing {
    /// The hosts that may be contacted.
    pub hosts: Arc<HostList>,
    /// What is odd in the list, in words.
    pub warnings: Arc<[String]>,
    policy: Arc<Policy>,
    /// The standard that answers name.
    standard: Standard,
    /// The base of relative references, or why it is none.
    base: Option<Result<JudgedBase, Failure<'static>>>,
}

impl Rebase for Allowing {
    fn rebased(&self, base: &[u8]) -> Self {
        let base = Some(judged_base(base, &self.policy));
        let (hosts, policy) = (Arc::clone(&self.hosts), Arc::clone(&self.policy));
        Self { hosts, policy, base, warnings: Arc::clone(&self.warnings), standard: self.standard }
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
        let mut judged = Judged {
            input,
            decision: self.decision(input),
            mends: Vec::new(),
            warnings: &self.warnings,
        };
        if self.base.is_none() && judged.uri().is_none() {
            judged.mends = self.mends(&judged);
        }
        judged
    }

    /// The ways to mend a refused input by which it would be allowed; none where programs contact different hosts for it, which is
    /// no slip.
    fn mends(&self, refused: &Judged<'_>) -> Vec<Mend> {
        if refused.hosts().iter().filter(|host| *host != OWN_HOST).count() > 1 {
            return Vec::new();
        }
        let mut found = mends(refused.input, self.standard);
        // An answer repeats no secret.
        let is_allowed = |mend: &Mend| {
            redacted_text(mend.uri.as_bytes()) == mend.uri
                && verdict(mend.uri.as_bytes(), &self.hosts, &self.policy).uri().is_some()
        };
        found.retain(is_allowed);
        found
    }

    fn decision(&self, input: &[u8]) -> Result<Verdict, Failure<'static>> {
        match &self.base {
            None => Ok(verdict(input, &self.hosts, &self.policy)),
            Some(Ok(base)) => Ok(reference_verdict(base, input, &self.hosts, &self.policy)),
            Some(Err(failure)) => Err(failure.clone()),
        }
    }
}

/// A base, or the failure of each input if it cannot be used.
fn judged_base(base: &[u8], policy: &Policy) -> Result<JudgedBase, Failure<'static>> {
    let base = String::from_utf8_lossy(base);
    JudgedBase::new(&base, policy).map_err(|refusal| wrong_base(&base, &refusal))
}

/// The failure of a base that cannot be used.
fn wrong_base(base: &str, refusal: &Refusal) -> Failure<'static> {
    let name = match refusal {
        Refusal::Relative => "base-not-absolute",
        _ => "invalid-base",
    };
    let reason = match refusal {
        Refusal::Relative => "it has no scheme".to_owned(),
        refusal => Secrets::of(base.as_bytes()).hidden_in(&refusal.to_string(), 0).into_owned(),
    };
    let message = format!("the base cannot be used: {reason}");
    Failure::new(name, "5.1", message).of("base")
}

/// The decision about one input.
pub struct Judged<'a> {
    /// The input.
    pub input: &'a [u8],
    /// The decision; the error of a base that cannot be used, which refuses every input.
    decision: Result<Verdict, Failure<'a>>,
    mends: Vec<Mend>,
    warnings: &'a [String],
}

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys<'a> {
    /// Whether there is a URI to hand on.
    allowed: bool,
    /// Whether that is the input, byte for byte, so that the input may be handed on itself.
    as_is: bool,
    /// The hosts that common programs would contact for the URI to hand on; of a refused input, those that they would contact for it.
    hosts: Vec<String>,
    /// Why it is refused.
    reason: Option<String>,
    /// The URI to hand on, if it is allowed.
    #[serde(rename = "use")]
    uri: Option<&'a str>,
    /// The targets by RFC 3986 and by the URL Standard, if they name different servers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<ReadAs>")]
    readings: Option<[ReadAs; 2]>,
    /// The ways to mend a refused input by which it would be allowed.
    #[serde(skip_serializing_if = "<[Mend]>::is_empty")]
    #[schemars(with = "Vec<Mended>")]
    mends: &'a [Mend],
    /// What is odd in the list of hosts.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
    /// The error of an input that is not valid, or of the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'a>")]
    error: Option<Failure<'a>>,
}

/// What a standard makes of an input.
#[derive(Serialize, JsonSchema)]
struct ReadAs {
    /// The name of the edition.
    edition: &'static str,
    /// The target.
    target: String,
}

fn read_as(readings: &Readings) -> [ReadAs; 2] {
    let of = |standard: Standard, target: &str| ReadAs {
        edition: standard.name(),
        target: redacted_text(target.as_bytes()).into_owned(),
    };
    [of(RFC3986.into(), &readings.uri), of(UrlStandard::NEWEST.into(), &readings.url)]
}

impl<'a> Judged<'a> {
    /// Why the input is refused; `None` if it is allowed, or the base cannot be used.
    fn refusal(&self) -> Option<&Refusal> {
        self.decision.as_ref().ok().and_then(Verdict::refusal)
    }

    /// The URI to hand on, if the input is allowed.
    pub fn uri(&self) -> Option<&str> {
        self.decision.as_ref().ok().and_then(Verdict::uri)
    }

    /// Whether the input may be handed on itself.
    pub fn is_as_is(&self) -> bool {
        self.decision.as_ref().is_ok_and(Verdict::as_is)
    }

    /// Why the input is refused, in words; `None` if it is allowed.
    pub fn reason(&self) -> Option<String> {
        match &self.decision {
            Ok(verdict) => verdict.refusal().map(ToString::to_string),
            Err(failure) => Some(failure.message().to_owned()),
        }
        // The target has the password of the base too.
        .map(|reason| Secrets::of(self.input).hidden_in(&reason, 0).into_owned())
    }

    /// The ways to mend a refused input by which it would be allowed, the likeliest first.
    pub fn mends(&self) -> &[Mend] {
        &self.mends
    }

    /// The hosts that common programs would contact.
    fn hosts(&self) -> Vec<String> {
        let Ok(verdict) = &self.decision else { return Vec::new() };
        let common = verdict.hosts.among(|reader| reader.in_use);
        common.contacted().iter().map(ToString::to_string).collect()
    }

    /// The error of an input that is not valid, or of the base.
    pub fn error(&self) -> Option<Failure<'a>> {
        match (&self.decision, self.refusal()) {
            (Err(failure), _) => Some(failure.clone()),
            (Ok(_), Some(Refusal::Invalid(error))) => Some(Failure::refused(*error, self.input)),
            _ => None,
        }
    }

    fn keys(&self) -> Keys<'_> {
        let readings = self.refusal().and_then(Refusal::readings);
        Keys {
            allowed: self.uri().is_some(),
            as_is: self.is_as_is(),
            hosts: self.hosts(),
            reason: self.reason(),
            uri: self.uri(),
            readings: readings.map(read_as),
            mends: &self.mends,
            warnings: self.warnings,
            error: self.error(),
        }
    }
}

written_as!(Judged<'_> as Keys<'_>, Judged::keys);
