//! References with some parts changed.

pub(crate) mod wildcard;
mod query;
mod pairs_json;

use std::borrow::Cow;

use napkin::{ErrorKind, Part, Parts, Reference};
use napkin_standards::facts::{Host, Scheme};
use napkin_standards::set::{Change, Field, Ignored, Refused};
use napkin_standards::{Error, Read, Standard};
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
        remove: Vec<Field>, "PART";
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

one_of!(Field {
    Scheme "scheme": "",
    Authority "authority": "",
    Userinfo "userinfo": "",
    Password "password": "",
    Port "port": "",
    Query "query": "",
    Fragment "fragment": "",
});

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
        let read = match self.standard.read(input) {
            Ok(read) => read,
            Err(error) => {
                let changed = self.unchanged(input).or_else(|| self.of_invalid(error, input));
                return changed.ok_or_else(|| Failure::refused(error, input));
            }
        };
        let (parsed, is_url) = (read.parsed(), self.standard.is_url());
        let href = |text: &str| is_url.then(|| text.to_owned());
        // The host of file:/// is none by the API of the URL Standard.
        let host = parsed.fact::<Host>().filter(|host| !(is_url && host.is_empty()));
        if !self.is_meant(parsed.fact::<Scheme>().as_deref(), host.as_deref()) {
            let uri = String::from_utf8_lossy(input).into();
            return Ok(Changed { href: href(parsed.as_str()), ..Changed::new(uri) });
        }
        let (options, changes): (Vec<_>, Vec<_>) = self.steps().into_iter().unzip();
        let changed = parsed.set(&changes);
        let changed = changed.map_err(|refused| failure(options[refused.change], refused))?;
        let after = self.standard.read(changed.text.as_bytes()).ok();
        let ports = read.reference().zip(after.as_ref().and_then(Read::reference));
        let (without_effect, no_effect) = self.without_effect(&options, &changed.ignored);
        Ok(Changed {
            href: href(&changed.text),
            without_effect: is_url.then_some(without_effect),
            remark: no_effect
                .or_else(|| ports.and_then(|(before, after)| kept_port(before, after))),
            ..Changed::new(changed.text)
        })
    }

    fn kept<'i>(&self, input: &'i [u8]) -> Cow<'i, [u8]> {
        let options = &self.options;
        let removes = |part: Field| options.remove.contains(&part);
        let removes_userinfo = removes(Field::Userinfo) || removes(Field::Authority);
        if removes_userinfo || options.userinfo.is_some() || options.authority.is_some() {
            secrets::removed(input, false)
        } else if removes(Field::Password) || options.password.is_some() {
            secrets::removed(input, true)
        } else {
            input.into()
        }
    }
}

/// The option of what is removed from a query, in place of each that asks for it.
const REMOVE_PAIR: &str = "--remove-pair";

impl Changes {
    /// The changes in order, each with its option.
    fn steps<'c>(&'c self) -> Vec<(&'static str, Change<'c>)> {
        let set = &self.options;
        let replace = |option, field, text: Option<&'c String>| {
            let text = text.map(String::as_str)?;
            let data = set.encode.then(|| self.standard.encoded_for(field, text));
            Some((option, Change::Replace(field, data.unwrap_or(Cow::Borrowed(text)))))
        };
        let call = |option, attribute| {
            Some((option, Change::Attribute(attribute, set.setters.get(attribute)?)))
        };
        let pairs = self.pairs.as_ref().map(|NewQuery(pairs)| match pairs {
            Some(pairs) => Change::Replace(Field::Query, pairs.into()),
            // The setter removes an empty query too.
            None if self.standard.is_url() => Change::Attribute(Attribute::Search, ""),
            None => Change::Remove(Field::Query),
        });
        let segments = &set.push_segment;
        let mut steps: Vec<_> =
            set.remove.iter().map(|field| ("--remove", Change::Remove(*field))).collect();
        let before_segments = [
            call("--href", Attribute::Href),
            call("--protocol", Attribute::Protocol),
            replace("--scheme", Field::Scheme, set.scheme.as_ref()),
            replace("--authority", Field::Authority, set.authority.as_ref()),
            replace("--host", Field::Host, set.host.as_ref()),
            call("--hostname", Attribute::Hostname),
            replace("--userinfo", Field::Userinfo, set.userinfo.as_ref()),
            replace("--username", Field::Username, set.username.as_ref()),
            replace("--password", Field::Password, set.password.as_ref()),
            replace("--port", Field::Port, set.port.as_ref()),
            call("--pathname", Attribute::Pathname),
            replace("--path", Field::Path, set.path.as_ref()),
        ];
        steps.extend(before_segments.into_iter().flatten());
        steps.extend((0..set.pop_segment.0).map(|_| ("--pop-segment", Change::PopSegment)));
        let before_pairs = [
            (!segments.is_empty()).then(|| ("--push-segment", Change::PushSegments(segments))),
            call("--search", Attribute::Search),
            replace("--query", Field::Query, set.query.as_ref()),
            pairs.map(|pairs| ("--pairs-json", pairs)),
        ];
        steps.extend(before_pairs.into_iter().flatten());
        steps.extend(self.pair_steps());
        let last = [
            call("--hash", Attribute::Hash),
            replace("--fragment", Field::Fragment, set.fragment.as_ref()),
        ];
        steps.extend(last.into_iter().flatten());
        steps
    }

    /// The changes of the pairs of a query, in order.
    fn pair_steps(&self) -> Vec<(&'static str, Change<'_>)> {
        let set = &self.options;
        let mut steps = Vec::new();
        if !self.removal.is_empty() {
            let remove = |query: &str| self.removal.apply(query);
            steps.push((REMOVE_PAIR, Change::Rewrite(Box::new(remove))));
        }
        steps.extend(set.set_pair.iter().map(|pair| {
            let (key, value) = key_and_value(pair);
            ("--set-pair", Change::SetPair(key, value))
        }));
        steps.extend(set.append_pair.iter().map(|pair| {
            let (key, value) = key_and_value(pair);
            ("--append-pair", Change::AppendPair(key, value))
        }));
        if set.dedupe {
            steps.push(("--dedupe", Change::Rewrite(Box::new(query::deduplicated))));
        }
        if set.sort_query {
            let sort = |query: &str| Some(query::DECODED.sort(query));
            steps.push(("--sort-query", Change::Rewrite(Box::new(sort))));
        }
        steps
    }

    /// The options without effect, each once, and the note about those whose value a setter refused.
    fn without_effect(
        &self,
        options: &[&'static str],
        ignored: &[Ignored],
    ) -> (Vec<&'static str>, Option<Failure<'static>>) {
        let (mut without_effect, mut shown) = (Vec::new(), Vec::new());
        for Ignored { change, value, is_refused } in ignored {
            let option = options[*change];
            let of_removal = self.removal.options().filter(|_| option == REMOVE_PAIR);
            let given = Some(option).filter(|option| *option != REMOVE_PAIR);
            for option in of_removal.chain(given) {
                if without_effect.contains(&option) {
                    continue;
                }
                without_effect.push(option);
                if *is_refused {
                    shown.push(format!("{option} '{value}'"));
                }
            }
        }
        let message = format!("no effect: {} (URL Standard section 6.1)", shown.join(", "));
        let note = (!shown.is_empty()).then(|| Failure::new("no-effect", "6.1", message).as_note());
        (without_effect, note)
    }

    /// The answer to an input that is invalid behind its path, if only pairs of its query are changed: they are found without the
    /// rest, which keeps every byte. A note says what is still invalid. A text with a blank is probably more than a URI.
    fn of_invalid(&self, error: Error, input: &[u8]) -> Option<Changed> {
        let error = error.of_syntax()?;
        let is_behind = matches!(error.part(), Part::Query | Part::Fragment);
        let is_one = !input.iter().any(|byte| *byte <= b' ' || *byte == 0x7F);
        let is_meant = is_one && is_behind && error.kind() == ErrorKind::InvalidCharacter;
        if !(is_meant && self.is_of_pairs()) {
            return None;
        }
        let text = str::from_utf8(input).ok()?;
        let parts = Parts::split(text);
        let (scheme, host) = scheme_and_host(&parts);
        if !self.is_meant(scheme, host) {
            return Some(Changed::new(text.into()));
        }
        let changes: Vec<_> = self.pair_steps().into_iter().map(|(_, change)| change).collect();
        let query = self.standard.changed_query(parts.query, &changes);
        let mut uri = text.split(['?', '#']).next().unwrap_or_default().to_owned();
        for (delimiter, part) in [("?", query.as_deref()), ("#", parts.fragment)] {
            if let Some(part) = part {
                uri.extend([delimiter, part]);
            }
        }
        let error = error.edition().parse(&uri).err();
        let still_invalid = error
            .map(|error| Failure::refused(error, uri.clone().into_bytes()).of("result").as_note());
        Some(Changed { still_invalid, ..Changed::new(uri) })
    }

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

fn scheme_and_host<'t>(parts: &Parts<'t>) -> (Option<&'t str>, Option<&'t str>) {
    let authority = parts.authority;
    let server = authority.map(|authority| authority.rsplit('@').next().unwrap_or_default());
    let host = server.map(|server| match server.rfind(':') {
        Some(colon) if !server.ends_with(']') => &server[..colon],
        _ => server,
    });
    (parts.scheme, host)
}

/// The failure of an option; it shows the new text if the fault is in it.
fn failure(option: &'static str, refused: Refused) -> Failure<'static> {
    use ErrorKind::{MissingAuthority, PathNotAbempty, SchemeForm};
    let impossible = refused
        .error
        .of_syntax()
        .filter(|error| matches!(error.kind(), MissingAuthority | PathNotAbempty | SchemeForm));
    let shown = || Failure::refused(refused.error, refused.value.into_bytes());
    impossible.map_or_else(shown, Failure::impossible).of(option)
}

/// A note on a port that was the default of the scheme before, and is not that of the new one: it is kept as any other, and is
/// rarely meant.
fn kept_port(before: Reference<'_>, after: Reference<'_>) -> Option<Failure<'static>> {
    let of_scheme = |reference: Reference<'_>| Some(reference.scheme()?.default_port());
    let (old, new) = (of_scheme(before)?, of_scheme(after)?);
    let port = after.port()?.as_str();
    let is_old = |text: &str| text.parse().ok() == old && old.is_some();
    if old == new || !is_old(port) || !before.port().is_some_and(|port| is_old(port.as_str())) {
        return None;
    }
    let (edition, scheme) = (after.edition(), before.scheme()?.as_str().to_ascii_lowercase());
    let section = edition.sections.comparison;
    let message = format!(
        "the port {port} is kept, the default port of {scheme}; --remove port leaves it out ({} section {section})",
        edition.title
    );
    Some(Failure::new("old-default-port", section, message).in_part("port").as_note())
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
