//! References with some parts changed.

pub(crate) mod wildcard;
mod query;
mod pairs_json;
mod by_syntax;
mod by_url_standard;

use std::borrow::Cow;

use napkin::edition::RFC3986;
use napkin::{Edition, HostKind, Part, Parts};
use napkin_standards::Standard;
use napkin_url::Attribute;
use schemars::JsonSchema;
use serde::Serialize;

use self::pairs_json::{NewQuery, PairsJson};
use self::query::Removal;
use self::wildcard::Wildcard;
use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::options::{Between, Count, SchemeName, one_of, options};
use crate::question::{Ask, Question};
use crate::secrets;

options! {
    /// Change parts and parameters of the query
    ///
    /// Whatever the order of the options, the changes are made in this order: 'remove', 'scheme',
    /// 'authority', 'host', 'userinfo', 'username', 'password', 'port', 'path', 'pop-segment', 'push-segment', 'query',
    /// 'pairs-json', 'remove-pair', 'keep-pair', 'strip-tracking', 'set-pair', 'append-pair', 'dedupe', 'sort-query', 'fragment'. Pairs
    /// that are not changed keep their order and their spelling. If a change cannot be made, the input counts as
    /// invalid. If only pairs are changed, they are changed in a text too whose query or fragment has an invalid character, such as the
    /// [ of ?a[]=1; a note says what is still invalid. By the URL Standard changes are made as the setters of its API make
    /// them: one that refuses a value ignores it, and a note says so.
    pub struct Set {
        /// Change only inputs with this scheme, and leave the others as they are; may be repeated
        if_scheme: Vec<SchemeName>, "SCHEME";
        /// Change only inputs with this host, in which '*' is any text, such as '*.example.com', and leave the others as
        /// they are; may be repeated
        if_host: Vec<String>, "HOST";
        /// Remove a part; may be repeated
        remove: Vec<Removable>, "PART";
        /// Replace the scheme
        scheme: Option<String>, "TEXT";
        /// Replace what follows '//' up to the path
        authority: Option<String>, "TEXT";
        /// Replace the userinfo, which precedes '@' in the authority
        userinfo: Option<String>, "TEXT";
        /// Replace the user name, which is the userinfo up to its first colon
        username: Option<String>, "TEXT";
        /// Replace the password, which is the userinfo after its first colon
        password: Option<String>, "TEXT";
        /// Replace the host; makes an authority where there is none
        host: Option<String>, "TEXT";
        /// Replace the port
        port: Option<String>, "TEXT";
        /// Replace the path
        path: Option<String>, "TEXT";
        /// Remove the last segment of the path; may be repeated
        pop_segment: Count;
        /// Add a segment to the path: data, which is encoded; may be repeated
        push_segment: Vec<String>, "DATA";
        /// Replace the query
        query: Option<String>, "TEXT";
        /// Replace the query by pairs in JSON, as 'get pairs --json' writes them, or a list of {"key": …, "value": …} with
        /// data, which is encoded; null removes the query
        pairs_json: Option<PairsJson>, "JSON";
        /// Remove the pairs of the query that have this key: data, in which '*' is any text and '\*' an asterisk; may be
        /// repeated
        remove_pair: Vec<String>, "KEY";
        /// Remove all pairs of the query but those with this key, in which '*' is any text and '\*' an asterisk; may be
        /// repeated
        keep_pair: Vec<String>, "KEY";
        /// Remove the pairs whose key is a known tracking parameter, such as utm_source and fbclid
        strip_tracking: bool;
        /// Give a key of the query this value, and remove its other pairs: data, which is encoded; may be repeated
        set_pair: Vec<String>, "KEY=VALUE";
        /// Add a pair to the query: data, which is encoded; may be repeated
        append_pair: Vec<String>, "KEY=VALUE";
        /// Remove pairs of the query that are equal to an earlier one
        dedupe: bool;
        /// Sort the pairs of the query by key
        sort_query: bool;
        /// Replace the fragment
        fragment: Option<String>, "TEXT";
        /// Take the texts for userinfo, user name, password, host, path, query and fragment as data and encode them; the
        /// slashes of a path and an address in brackets stay
        encode: bool;
    }
    with setters: Setters
}

options! {
    /// The setters that only the URL Standard has
    pub struct Setters ["Setters of the URL Standard"] {
        /// Set the whole
        href: Option<String>, "VALUE";
        /// Set the scheme; what follows a colon is ignored
        protocol: Option<String>, "VALUE";
        /// Set the host without a port
        hostname: Option<String>, "VALUE";
        /// Set the path
        pathname: Option<String>, "VALUE";
        /// Set the query; a '?' at its start is ignored, and nothing removes it
        search: Option<String>, "VALUE";
        /// Set the fragment; a '#' at its start is ignored, and nothing removes it
        hash: Option<String>, "VALUE";
    }
}

impl Setters {
    /// The value of an attribute, if it is given.
    fn get(&self, attribute: Attribute) -> Option<&str> {
        let value = match attribute {
            Attribute::Href => &self.href,
            Attribute::Protocol => &self.protocol,
            Attribute::Hostname => &self.hostname,
            Attribute::Pathname => &self.pathname,
            Attribute::Search => &self.search,
            Attribute::Hash => &self.hash,
            _ => return None,
        };
        value.as_deref()
    }

    /// The first option that is given.
    fn first(&self) -> Option<&'static str> {
        let given = |attribute: &Attribute| self.get(*attribute).is_some();
        Attribute::ALL.into_iter().find(given).map(Attribute::name)
    }
}

/// The parts that can be undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removable {
    /// The scheme.
    Scheme,
    /// The authority.
    Authority,
    /// The userinfo.
    Userinfo,
    /// The userinfo after its first colon.
    Password,
    /// The port.
    Port,
    /// The query.
    Query,
    /// The fragment.
    Fragment,
}

one_of!(Removable {
    Scheme "scheme": "",
    Authority "authority": "",
    Userinfo "userinfo": "",
    Password "password": "",
    Port "port": "",
    Query "query": "",
    Fragment "fragment": "",
});

impl Removable {
    /// The part that is removed, or that holds it.
    const fn part(self) -> Part {
        match self {
            Self::Scheme => Part::Scheme,
            Self::Authority => Part::Authority,
            Self::Userinfo | Self::Password => Part::Userinfo,
            Self::Port => Part::Port,
            Self::Query => Part::Query,
            Self::Fragment => Part::Fragment,
        }
    }

    /// The attributes that are set to the empty text.
    const fn attributes(self) -> &'static [Attribute] {
        match self {
            Self::Scheme => &[Attribute::Protocol],
            Self::Authority => &[Attribute::Host],
            Self::Userinfo => &[Attribute::Username, Attribute::Password],
            Self::Password => &[Attribute::Password],
            Self::Port => &[Attribute::Port],
            Self::Query => &[Attribute::Search],
            Self::Fragment => &[Attribute::Hash],
        }
    }
}

impl Question for Set {
    const NAME: &'static str = "set";
    const BETWEEN: &'static [Between] = &[Between::Excludes("query", "pairs-json")];
    type Ready = Changes;

    fn ready(self, standard: Standard) -> Result<Changes, WrongChoice> {
        if let Some(setter) = self.setters.first() {
            choice::only_by_url_standard(standard, setter)?;
        }
        if self.authority.is_some() {
            choice::option_must_suit(standard, "authority", |_| true)?;
        }
        let patterns = |texts: &[String]| texts.iter().map(|text| Wildcard::new(text)).collect();
        let removal = Removal {
            removed: patterns(&self.remove_pair),
            kept: patterns(&self.keep_pair),
            strip_tracking: self.strip_tracking,
        };
        let pairs = self.pairs_json.as_ref().map(|pairs| pairs.query(standard)).transpose();
        let pairs =
            pairs.map_err(|reason| WrongChoice::of_option_named("pairs-json").because(reason))?;
        let hosts = self.if_host.iter().map(|host| Wildcard::new(&host.to_ascii_lowercase()));
        Ok(Changes { standard, removal, pairs, hosts: hosts.collect(), options: self })
    }
}

/// The changes to make.
pub struct Changes {
    standard: Standard,
    removal: Removal,
    /// The query of `pairs-json`.
    pairs: Option<NewQuery>,
    /// The hosts that are changed; all if there are none.
    hosts: Vec<Wildcard>,
    options: Set,
}

impl Ask for Changes {
    type Answer<'a> = Changed;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Changed, Failure<'a>> {
        // An edition parses after each change; the setters of the URL Standard ignore what they refuse.
        match self.standard.syntax() {
            Some(edition) => self.by_syntax(edition, input),
            None => self.by_url_standard(input),
        }
    }

    fn kept<'i>(&self, input: &'i [u8]) -> Cow<'i, [u8]> {
        let options = &self.options;
        let removes = |part: Removable| options.remove.contains(&part);
        let removes_userinfo = removes(Removable::Userinfo) || removes(Removable::Authority);
        if removes_userinfo || options.userinfo.is_some() || options.authority.is_some() {
            secrets::removed(input, false)
        } else if removes(Removable::Password) || options.password.is_some() {
            secrets::removed(input, true)
        } else {
            input.into()
        }
    }
}

impl Changes {
    /// The answer to an invalid input that has another scheme or host than the inputs to be changed: it is printed as it is.
    fn unchanged(&self, input: &[u8]) -> Option<Changed> {
        if self.options.if_scheme.is_empty() && self.hosts.is_empty() {
            return None;
        }
        let text = str::from_utf8(input).ok()?;
        let (scheme, host) = scheme_and_host(&Parts::split(text));
        (!self.is_meant(scheme, host)).then(|| Changed::new(text.into()))
    }

    /// Whether pairs of the query are changed, and nothing else.
    pub(crate) fn is_of_pairs(&self) -> bool {
        let set = &self.options;
        let texts = [
            &set.scheme,
            &set.authority,
            &set.userinfo,
            &set.username,
            &set.password,
            &set.host,
            &set.port,
            &set.path,
            &set.query,
            &set.fragment,
        ];
        let has_other = texts.iter().any(|text| text.is_some())
            || !set.remove.is_empty()
            || !set.push_segment.is_empty()
            || set.pop_segment.0 > 0
            || self.pairs.is_some();
        let has_pairs = !self.removal.is_empty()
            || !set.set_pair.is_empty()
            || !set.append_pair.is_empty()
            || set.dedupe
            || set.sort_query;
        has_pairs && !has_other
    }

    /// Whether nothing of a reference can change: only pairs of a query are removed, and it has no query.
    pub(crate) fn is_of_none(&self, reference: &str) -> bool {
        let set = &self.options;
        let adds = !set.set_pair.is_empty() || !set.append_pair.is_empty();
        self.is_of_pairs() && !adds && !reference.contains('?')
    }

    /// Whether a scheme and a host satisfy the conditions.
    fn is_meant(&self, scheme: Option<&str>, host: Option<&str>) -> bool {
        let schemes = &self.options.if_scheme;
        let has_scheme = |name: &SchemeName| scheme.is_some_and(|scheme| name.is(scheme));
        let host = host.map(str::to_ascii_lowercase);
        let has_host =
            |pattern: &Wildcard| host.as_ref().is_some_and(|host| pattern.matches(host.as_bytes()));
        (schemes.is_empty() || schemes.iter().any(has_scheme))
            && (self.hosts.is_empty() || self.hosts.iter().any(has_host))
    }
}

/// The scheme and the host of any text.
fn scheme_and_host<'t>(parts: &Parts<'t>) -> (Option<&'t str>, Option<&'t str>) {
    let authority = parts.authority;
    let server = authority.map(|authority| authority.rsplit('@').next().unwrap_or_default());
    let host = server.map(|server| match server.rfind(':') {
        Some(colon) if !server.ends_with(']') => &server[..colon],
        _ => server,
    });
    (parts.scheme, host)
}

/// Whether a host is an address in brackets, by the edition or by RFC 3986: it is no data.
fn is_address(edition: &'static Edition, host: &str) -> bool {
    let authority = ["//", host].concat();
    [edition, RFC3986].into_iter().any(|edition| {
        let read = edition.parse(&authority).ok().and_then(|read| read.host());
        read.is_some_and(|read| {
            read.as_str() == host && matches!(read.kind(), HostKind::Ipv6 | HostKind::IpvFuture)
        })
    })
}

/// Splits `KEY=VALUE`; a pair may have no value.
fn key_and_value(pair: &str) -> (&str, Option<&str>) {
    pair.split_once('=').map_or((pair, None), |(key, value)| (key, Some(value)))
}

/// The changed reference.
#[derive(Serialize, JsonSchema)]
pub struct Changed {
    /// Its text.
    pub uri: String,
    /// Its serialization by the URL Standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub href: Option<String>,
    /// The options that changed nothing, by the URL Standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<&'static str>")]
    pub without_effect: Option<Vec<&'static str>>,
    /// The error that the result still has, where only pairs of the query were changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'static>")]
    pub still_invalid: Option<Failure<'static>>,
    /// A note on what changed nothing, or on a port that stays.
    #[serde(skip)]
    pub remark: Option<Failure<'static>>,
}

impl Changed {
    const fn new(uri: String) -> Self {
        Self { uri, href: None, without_effect: None, still_invalid: None, remark: None }
    }
}
