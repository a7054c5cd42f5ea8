//! A policy: which rules are on, their severities, and what is allowed.

mod error;
mod configuration;

use std::collections::{BTreeMap, BTreeSet};

use napkin::{
    Edition, Uri,
    edition::{RFC3986, RFC3987},
};
use napkin_standards::Standard;
use serde::Deserialize;
use toml::Spanned;

use crate::features::Features;
use crate::host_list::{Entry, HostList};
use crate::limits::Limits;
use crate::readers::READERS;
use crate::rule::Rule;
use crate::rules::RULES;
use crate::severity::Severity;

use error::Refused;

pub use error::PolicyError;

/// The settings of an audit: the edition, the rules that are on and their severities, the allowed schemes, ports
/// and hosts, and the severity from which findings count.
///
/// ```
/// use napkin_audit::{Policy, Severity, audit};
///
/// let policy = Policy::from_toml(r#"
///     preset = "ssrf"
///     schemes = ["https"]
///
///     [rules]
///     userinfo-present = "error"
///     default-port = "off"
/// "#)?;
/// assert_eq!(policy.severity("userinfo-present"), Some(Severity::Error));
/// let found = audit(b"http://example.com/", &policy);
/// assert_eq!(found.findings()[0].rule.id, "scheme-not-allowed");
/// # Ok::<(), napkin_audit::PolicyError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    edition: &'static Edition,
    /// The edition of the URL Standard, if the input is read by one.
    url: Option<OfUrls>,
    /// Whether the edition was chosen. If not, [`allow`](crate::allow()) reads by both standards.
    is_chosen: bool,
    /// By the position of the rule in the list; `None` for a rule that is off.
    severities: Vec<Option<Severity>>,
    /// By the position of the rule in the list: whether the preset, the policy or the user has turned it on or set its severity.
    is_set: Vec<bool>,
    limits: Limits,
    deny: Severity,
    /// The features that an audit has to find because of the policy.
    features: Features,
}

/// The standards by which an input of [`allow`](crate::allow()) is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ReadBy {
    /// RFC 3986 and the newest edition of the URL Standard.
    Both,
    /// An edition of the URI syntax alone.
    Syntax(&'static Edition),
    /// An edition of the URL Standard alone.
    Url(&'static napkin_url::Edition),
}

/// An edition of the URL Standard.
#[derive(Clone, Copy, Debug)]
struct OfUrls(&'static napkin_url::Edition);

impl PartialEq for OfUrls {
    /// Equality of names.
    fn eq(&self, other: &Self) -> bool {
        self.0.key == other.0.key
    }
}

/// A policy that comes with the crate.
///
/// ```
/// use napkin_audit::{PRESETS, Policy};
///
/// let preset = PRESETS.iter().find(|preset| preset.name == "ssrf").unwrap();
/// assert_eq!(Policy::from_toml(preset.toml).unwrap().limits(), Policy::preset("ssrf").unwrap().limits());
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub purpose: &'static str,
    /// The policy, in TOML.
    pub toml: &'static str,
}

macro_rules! presets {
    ($($name:literal: $purpose:literal,)*) => {
        /// The one list of presets.
        pub const PRESETS: &[Preset] = &[
            $(Preset { name: $name, purpose: $purpose, toml: include_str!(concat!("../../presets/", $name, ".toml")) },)*
        ];
    };
}

presets! {
    "web": "Links in pages and messages that people follow: findings that mislead people count, findings about the spelling of a URI do not",
    "ssrf": "URIs that a server fetches for others: findings about where they lead count, and those on which filter and client may disagree",
    "linked-data": "URIs as names of things: two spellings of one name count, and names that cannot last",
    "archive": "Links of an archive, of any year: links that cannot be resolved or are read in two ways count; later good practice does not",
}

/// A policy as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    preset: Option<Spanned<String>>,
    deny: Option<Severity>,
    schemes: Option<Vec<Spanned<String>>>,
    host_is_server: Option<Vec<Spanned<String>>>,
    ports: Option<Vec<Spanned<i64>>>,
    hosts: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    ignore_readers: Vec<Spanned<String>>,
    readers: Option<Readers>,
    #[serde(default)]
    rules: BTreeMap<Spanned<String>, Setting>,
}

/// Which readers [`allow`](crate::allow()) asks.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Readers {
    Common,
    All,
}

/// A policy's setting for a rule.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Setting {
    Off,
    On,
    Note,
    Warning,
    Error,
}

impl Default for Policy {
    /// Every rule with its default severity, by RFC 3986; any finding counts.
    fn default() -> Self {
        let severities = RULES.iter().map(|rule| rule.is_on.then_some(rule.severity)).collect();
        Self {
            edition: RFC3986,
            url: None,
            is_chosen: false,
            severities,
            is_set: vec![false; RULES.len()],
            limits: Limits::default(),
            deny: Severity::Note,
            features: Features::NONE,
        }
    }
}

impl Policy {
    /// Parses a policy in TOML. Settings that it lacks keep the value of its preset, or the default.
    ///
    /// # Errors
    ///
    /// If it is not TOML, has an unknown key, rule or preset, or an invalid scheme, port or host.
    pub fn from_toml(text: &str) -> Result<Self, PolicyError> {
        let written: Written = toml::from_str(text).map_err(|error| {
            let refused = PolicyError::from(Refused::Toml(error.message().to_owned()));
            match error.span() {
                Some(span) => refused.at(text, span.start),
                None => refused,
            }
        })?;
        let mut policy = match &written.preset {
            // A preset has no preset, so this recursion has depth one.
            Some(name) => Self::preset(name.get_ref()).ok_or_else(|| {
                let unknown = Refused::Preset(name.get_ref().clone());
                PolicyError::from(unknown).at(text, name.span().start)
            })?,
            None => Self::default(),
        };
        policy.take(text, written)?;
        Ok(policy)
    }

    /// A policy of the list of [presets](PRESETS).
    pub fn preset(name: &str) -> Option<Self> {
        let preset = PRESETS.iter().find(|preset| preset.name == name)?;
        let mut policy = Self::default();
        policy.take(preset.toml, toml::from_str(preset.toml).ok()?).ok()?;
        Some(policy)
    }

    fn take(&mut self, text: &str, written: Written) -> Result<(), PolicyError> {
        for (name, setting) in &written.rules {
            let put = self.put(name.get_ref(), *setting);
            put.map_err(|error| error.at(text, name.span().start))?;
        }
        for name in &written.ignore_readers {
            let ignored = self.ignore_reader(name.get_ref());
            ignored.map_err(|error| error.at(text, name.span().start))?;
        }
        if let Some(readers) = written.readers {
            self.limits.all_readers = readers == Readers::All;
        }
        self.deny = written.deny.unwrap_or(self.deny);
        let limits = &mut self.limits;
        if let Some(schemes) = written.schemes {
            limits.schemes = Some(read(text, &schemes, scheme)?);
        }
        if let Some(schemes) = written.host_is_server {
            limits.host_is_server = read(text, &schemes, scheme)?;
        }
        if let Some(ports) = written.ports {
            limits.ports = Some(read(text, &ports, port)?);
        }
        if let Some(hosts) = written.hosts {
            let entry =
                |host: String| Entry::of(&host).map_err(|error| Refused::Host(error).into());
            limits.hosts = Some(HostList::of(read(text, &hosts, entry)?));
        }
        if limits.schemes.is_some() || limits.ports.is_some() || limits.hosts.is_some() {
            self.features |= Features::LIMITED;
        }
        Ok(())
    }

    fn put(&mut self, name: &str, setting: Setting) -> Result<(), PolicyError> {
        let unknown = || Refused::Rule(name.to_owned());
        let place = RULES.iter().position(|rule| rule.id == name).ok_or_else(unknown)?;
        let rule = RULES.get(place).ok_or_else(unknown)?;
        let slot = self.severities.get_mut(place).ok_or_else(unknown)?;
        *slot = match setting {
            Setting::Off => None,
            Setting::On => Some(slot.unwrap_or(rule.severity)),
            Setting::Note => Some(Severity::Note),
            Setting::Warning => Some(Severity::Warning),
            Setting::Error => Some(Severity::Error),
        };
        if slot.is_some() && !rule.is_on {
            self.features |= Features::ASKED;
        }
        if let Some(is_set) = self.is_set.get_mut(place) {
            *is_set = true;
        }
        Ok(())
    }

    /// Sets a rule to `off`, `on`, `note`, `warning` or `error`.
    ///
    /// # Errors
    ///
    /// If there is no such rule or setting.
    ///
    /// ```
    /// use napkin_audit::{Policy, Severity, audit};
    ///
    /// let mut policy = Policy::default();
    /// policy.set("userinfo-present", "off")?;
    /// policy.set("userinfo-hostlike", "error")?;
    /// let found = audit(b"http://trusted.example@evil.example/", &policy);
    /// assert_eq!(found.findings().len(), 1);
    /// assert_eq!(found.worst(), Some(Severity::Error));
    /// assert!(policy.set("no-such-rule", "on").is_err());
    /// # Ok::<(), napkin_audit::PolicyError>(())
    /// ```
    pub fn set(&mut self, rule: &str, setting: &str) -> Result<(), PolicyError> {
        let setting = match setting {
            "off" => Setting::Off,
            "on" => Setting::On,
            "note" => Setting::Note,
            "warning" => Setting::Warning,
            "error" => Setting::Error,
            _ => return Err(Refused::Setting(setting.to_owned()).into()),
        };
        self.put(rule, setting)
    }

    /// Switches off all rules but these, and those of them on that are off.
    ///
    /// ```
    /// use napkin_audit::{Policy, audit};
    ///
    /// let mut policy = Policy::default();
    /// policy.keep_only(["userinfo-present"]);
    /// let findings = audit(b"http://good.example@127.1/", &policy);
    /// assert!(findings.findings().iter().all(|finding| finding.rule.id == "userinfo-present"));
    /// ```
    pub fn keep_only<'n>(&mut self, rules: impl IntoIterator<Item = &'n str>) {
        let kept: BTreeSet<_> = rules.into_iter().collect();
        for (rule, severity) in RULES.iter().zip(&mut self.severities) {
            *severity = kept.contains(rule.id).then(|| severity.unwrap_or(rule.severity));
            if severity.is_some() && !rule.is_on {
                self.features |= Features::ASKED;
            }
        }
    }

    /// Ignores a reader: the host that it contacts does not count, for instance because its program never sees the
    /// URI.
    ///
    /// ```
    /// use napkin_audit::{HostList, Policy, allow};
    ///
    /// let list = HostList::parse("127.0.0.1")?;
    /// let mut policy = Policy::default();
    /// assert!(policy.ignore_reader("whatwg").is_ok() && policy.ignore_reader("nobody").is_err());
    /// assert!(allow("http://127.1/", &list, &policy).is_err());
    /// # Ok::<(), napkin_audit::NotAHost>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such reader.
    pub fn ignore_reader(&mut self, name: &str) -> Result<(), PolicyError> {
        let reader = READERS.iter().find(|reader| reader.name == name);
        let reader = reader.ok_or_else(|| Refused::Reader(name.to_owned()))?;
        if !self.limits.ignored_readers.contains(&reader.name) {
            self.limits.ignored_readers.push(reader.name);
        }
        Ok(())
    }

    /// This policy with every reader asked by [`allow`](crate::allow()), those of rare programs too, or only with those of common
    /// ones.
    ///
    /// ```
    /// use napkin_audit::{HostList, Policy, allow};
    ///
    /// let list = HostList::parse("example.com")?;
    /// let policy = Policy::default().asking_all_readers(true);
    /// let allowed = allow("https://example.com/@napkin", &list, &policy)?;
    /// assert_eq!(allowed.uri, "https://example.com/%40napkin");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn asking_all_readers(mut self, all: bool) -> Self {
        self.limits.all_readers = all;
        self
    }

    /// Allows only some of the schemes whose URIs it allows, such as `https`; `ws` and `wss` are allowed so alone, unless the policy
    /// has schemes of its own.
    ///
    /// ```
    /// use napkin_audit::{HostList, Policy, allow};
    ///
    /// let (list, mut policy) = (HostList::public(), Policy::default());
    /// policy.only_schemes(["https"])?;
    /// assert!(allow("https://example.com/", &list, &policy).is_ok());
    /// assert!(allow("http://example.com/", &list, &policy).is_err());
    /// assert!(policy.only_schemes(["http"]).is_err());
    /// # Ok::<(), napkin_audit::PolicyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it does not allow one of them.
    pub fn only_schemes<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<(), PolicyError> {
        let mut only = Vec::new();
        for name in names {
            let name = name.to_ascii_lowercase();
            if !self.limits.on_request().any(|scheme| scheme == name) {
                let allowed = self.limits.on_request().map(str::to_owned).collect();
                return Err(Refused::OtherScheme(name, allowed).into());
            }
            only.push(name);
        }
        self.limits.schemes = Some(only);
        self.features |= Features::LIMITED;
        Ok(())
    }

    /// This policy by another standard: an input is valid if that standard reads it, and its sections are cited.
    /// [`allow`](crate::allow()) then reads by this standard alone. By an edition of the URL Standard, an input is valid if that has a URL
    /// for it, and rules cite RFC 3987, whose characters a URL may have.
    ///
    /// ```
    /// use napkin::edition::RFC2396;
    /// use napkin_audit::{HostList, Policy, allow, audit};
    /// use napkin_url::edition::WHATWG;
    ///
    /// assert_eq!(Policy::default().by(RFC2396).edition().name, "rfc2396");
    ///
    /// let policy = Policy::default().by(WHATWG);
    /// let input = b"http://example.com/?a[]=1";
    /// assert!(audit(input, &policy).findings().is_empty());
    /// let allowed = allow(input, &HostList::public(), &policy)?;
    /// assert_eq!(allowed.uri, "http://example.com/?a%5B%5D=1");
    /// # Ok::<(), napkin_audit::Refusal>(())
    /// ```
    #[must_use]
    pub fn by(mut self, standard: impl Into<Standard>) -> Self {
        let standard = standard.into();
        self.edition = standard.syntax_or(RFC3987);
        self.url = standard.url().map(OfUrls);
        self.is_chosen = true;
        if self.url.is_some() {
            // What is valid by RFC 3987 may be no URL.
            self.features |= Features::CUT;
        }
        self
    }

    /// This policy with another severity from which findings count.
    ///
    /// ```
    /// use napkin_audit::{Policy, Severity, audit};
    ///
    /// let policy = Policy::default().denying(Severity::Error);
    /// let found = audit(b"http://user@example.com/", &policy);
    /// assert!(found.passes(&policy) && !found.findings().is_empty());
    /// assert_eq!(policy.deny(), Severity::Error);
    /// ```
    #[must_use]
    pub const fn denying(mut self, severity: Severity) -> Self {
        self.deny = severity;
        self
    }

    /// The edition of the URL Standard that says what input is valid, if it is one.
    ///
    /// ```
    /// use napkin_audit::Policy;
    /// use napkin_url::edition::WHATWG;
    ///
    /// assert!(Policy::default().url_edition().is_none());
    /// let policy = Policy::default().by(WHATWG);
    /// assert_eq!(policy.url_edition().unwrap().key, "whatwg-2026-07");
    /// ```
    pub const fn url_edition(&self) -> Option<&'static napkin_url::Edition> {
        match self.url {
            Some(OfUrls(edition)) => Some(edition),
            None => None,
        }
    }

    /// The edition of the URI syntax. Sections without a document are its own.
    pub const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// The severity from which findings count.
    pub const fn deny(&self) -> Severity {
        self.deny
    }

    /// The limits on schemes, ports and hosts.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The standards by which [`allow`](crate::allow()) reads an input.
    pub(crate) const fn reads_by(&self) -> ReadBy {
        match (self.is_chosen, self.url) {
            (false, _) => ReadBy::Both,
            (true, None) => ReadBy::Syntax(self.edition),
            (true, Some(OfUrls(edition))) => ReadBy::Url(edition),
        }
    }

    /// Whether the preset, the policy or the user has turned a rule on or set its severity.
    pub(crate) fn sets(&self, rule: &Rule) -> bool {
        let place = RULES.iter().position(|known| known.id == rule.id);
        place.and_then(|place| self.is_set.get(place)).is_some_and(|is_set| *is_set)
    }

    /// The severity of a rule's findings; `None` if the rule is off or does not exist.
    pub fn severity(&self, rule: &str) -> Option<Severity> {
        let place = RULES.iter().position(|known| known.id == rule)?;
        *self.severities.get(place)?
    }

    /// The features that an audit has to find because of the policy.
    pub(crate) const fn features(&self) -> Features {
        self.features
    }

    /// By the position of the rule in the list.
    pub(crate) fn severities(&self) -> &[Option<Severity>] {
        &self.severities
    }

    /// The rules that are on.
    ///
    /// ```
    /// use napkin_audit::Policy;
    ///
    /// let mut policy = Policy::default();
    /// assert!(policy.rules().any(|rule| rule.id == "userinfo-present"));
    /// policy.set("userinfo-present", "off")?;
    /// assert!(policy.rules().all(|rule| rule.id != "userinfo-present"));
    /// # Ok::<(), napkin_audit::PolicyError>(())
    /// ```
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        RULES.iter().zip(&self.severities).filter_map(|(rule, on)| on.map(|_| rule))
    }
}

/// The values of a list, each read by a function.
///
/// # Errors
///
/// The first value that the function refuses, with its place in the text.
fn read<T: Clone, R>(
    text: &str,
    values: &[Spanned<T>],
    read: impl Fn(T) -> Result<R, PolicyError>,
) -> Result<Vec<R>, PolicyError> {
    let read = |value: &Spanned<T>| {
        read(value.get_ref().clone()).map_err(|error| error.at(text, value.span().start))
    };
    values.iter().map(read).collect()
}

/// A port that can be connected to.
fn port(number: i64) -> Result<u16, PolicyError> {
    let port = u16::try_from(number).ok().filter(|&port| port > 0);
    port.ok_or_else(|| Refused::Port(number).into())
}

/// A scheme in lowercase.
fn scheme(name: String) -> Result<String, PolicyError> {
    let is_scheme = Uri::parse(format!("{name}:").as_str())
        .is_ok_and(|uri| uri.scheme().as_str().len() == name.len());
    if is_scheme { Ok(name.to_ascii_lowercase()) } else { Err(Refused::Scheme(name).into()) }
}
