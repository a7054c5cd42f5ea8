//! `set`: references with some parts changed.

use std::borrow::Cow;

use clap::{ArgAction, Args, ValueEnum};
use napkin::edition::RFC3986;
use napkin::{ByteSet, Edition, ErrorKind, HostKind, ParseError, Part, Reference, Start, percent};
use napkin_answers::{Failure, Standard, choice, url_standard};
use napkin_url::edition::sets;
use napkin_url::{Attribute, SearchParams};
use serde::Serialize;

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::exit::ExitCode;
use crate::options::{Inputs, Options};
use crate::output;
use crate::query::{self, Removal};
use crate::report::{self, Answer, PerInput};
use crate::suggest::{self, Suggest};
use crate::text::Text;
use crate::tracking;
use crate::url_setters::{Setters, Setting};
use crate::wildcard::Wildcard;

/// Change parts and print the result
///
/// Whatever the order of the options, the changes are made in this one: --remove, --scheme,
/// --authority, --host, --userinfo, --username, --password, --port, --path, --pop-segment, --push-segment, --query,
/// --remove-pair, --keep-pair, --strip-tracking, --set-pair, --append-pair, --dedupe, --sort-query, --fragment. Pairs
/// that are not changed keep their order and their spelling. If a change cannot be made, the input counts as
/// invalid. By the URL Standard they are made as the setters of its API make them, which
/// ignore a value that they refuse; then a note says so.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Set {
    /// Change only inputs with this scheme, and print the others as they are; may be repeated
    #[arg(long, value_name = "SCHEME", value_parser = Suggest(suggest::schemes), hide_possible_values = true)]
    if_scheme: Vec<String>,

    /// Change only inputs with this host, in which '*' is any text, such as '*.example.com', and print the others as
    /// they are; may be repeated
    #[arg(long, value_name = "HOST")]
    if_host: Vec<String>,

    /// List the parameters that --strip-tracking removes, with their sources, as CSV; and read no input
    #[arg(long, exclusive = true)]
    list_tracking: bool,

    /// Remove a part; may be repeated
    #[arg(long, value_name = "PART")]
    remove: Vec<Removable>,

    /// Replace the scheme
    #[arg(long, value_name = "TEXT")]
    scheme: Option<String>,

    /// Replace what follows '//' up to the path
    #[arg(long, value_name = "TEXT")]
    authority: Option<String>,

    /// Replace the userinfo, which precedes '@' in the authority
    #[arg(long, value_name = "TEXT")]
    userinfo: Option<String>,

    /// Replace the user name, which is the userinfo up to its first colon
    #[arg(long, value_name = "TEXT")]
    username: Option<String>,

    /// Replace the password, which is the userinfo after its first colon
    #[arg(long, value_name = "TEXT")]
    password: Option<String>,

    /// Replace the host; makes an authority where there is none
    #[arg(long, value_name = "TEXT")]
    host: Option<String>,

    /// Replace the port
    #[arg(long, value_name = "TEXT")]
    port: Option<String>,

    /// Replace the path
    #[arg(long, value_name = "TEXT")]
    path: Option<String>,

    /// Remove the last segment of the path; may be repeated
    #[arg(long, action = ArgAction::Count)]
    pop_segment: u8,

    /// Add a segment to the path: data, which is encoded; may be repeated
    #[arg(long, value_name = "DATA")]
    push_segment: Vec<String>,

    /// Replace the query
    #[arg(long, value_name = "TEXT")]
    query: Option<String>,

    #[command(flatten)]
    removal: Removal,

    /// Give a key of the query this value: data, which is encoded; may be repeated
    #[arg(long = "set-pair", value_name = "KEY=VALUE")]
    replace_pair: Vec<String>,

    /// Add a pair to the query: data, which is encoded; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    append_pair: Vec<String>,

    /// Remove pairs of the query that are equal to an earlier one
    #[arg(long)]
    dedupe: bool,

    /// Sort the pairs of the query by key
    #[arg(long)]
    sort_query: bool,

    /// Replace the fragment
    #[arg(long, value_name = "TEXT")]
    fragment: Option<String>,

    /// Take the texts for userinfo, user name, password, host, path, query and fragment as data and encode them; the
    /// slashes of a path and an address in brackets stay
    #[arg(long)]
    encode: bool,

    #[command(flatten)]
    setters: Setters,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin set --scheme https --remove port --push-segment 'new file' --set-pair page=2 \\
    'http://example.com:8080/docs?page=1&q=x'

prints

  https://example.com/docs/new%20file?page=2&q=x";

/// The parts that can be undefined.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Removable {
    Scheme,
    Authority,
    Userinfo,
    Password,
    Port,
    Query,
    Fragment,
}

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
}

impl Removable {
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

impl Run for Set {
    fn run(self) -> Finished {
        if self.list_tracking {
            output::print(tracking::LIST.as_bytes());
            return Ok(ExitCode::Well);
        }
        let standard = self.edition.get();
        if let Some(setter) = self.setters.first() {
            choice::only_by_url_standard(standard, setter)?;
        }
        if self.authority.is_some() {
            choice::option_must_suit(standard, "authority", |_| true)?;
        }
        Ok(report::run(&self.options, Some(standard), &self.inputs.texts, &self).exit_code())
    }
}

/// A reference while the changes are made.
struct Changing {
    edition: &'static Edition,
    text: String,
}

impl Changing {
    /// Makes one change, which returns the new text or an error.
    fn make(
        &mut self,
        option: &'static str,
        value: &str,
        change: impl FnOnce(Reference<'_>) -> Result<String, ParseError>,
    ) -> Result<(), Failure<'static>> {
        let before = self.edition.parse(&self.text);
        self.text = before.and_then(change).map_err(of(option, value))?;
        Ok(())
    }

    /// Makes a change of the query, if there is one; a query that loses all its pairs is removed.
    fn make_query(
        &mut self,
        option: &'static str,
        change: impl FnOnce(&str) -> Option<String>,
    ) -> Result<(), Failure<'static>> {
        self.make(option, "", |before| match before.query() {
            Some(query) => before.with_part(Part::Query, change(query.as_str()).as_deref()),
            None => Ok(before.as_str().into()),
        })
    }
}

impl Set {
    /// Whether a scheme and a host satisfy the conditions.
    fn is_meant(&self, scheme: Option<&str>, host: Option<&str>) -> bool {
        let has_scheme =
            |name: &String| scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(name));
        let host = host.map(str::to_ascii_lowercase);
        let has_host = |pattern: &String| {
            let pattern = Wildcard::new(&pattern.to_ascii_lowercase());
            host.as_ref().is_some_and(|host| pattern.matches(host.as_bytes()))
        };
        (self.if_scheme.is_empty() || self.if_scheme.iter().any(has_scheme))
            && (self.if_host.is_empty() || self.if_host.iter().any(has_host))
    }

    fn change(&self, changing: &mut Changing) -> Result<(), Failure<'static>> {
        for part in &self.remove {
            changing.make("--remove", "", |before| match part {
                Removable::Password => {
                    before.with_part(Part::Userinfo, user_and_password(before).0)
                }
                _ => before.with_part(part.part(), None),
            })?;
        }
        self.replace_path_and_before(changing)?;
        for _ in 0..self.pop_segment {
            changing.make("--pop-segment", "", |before| {
                Ok(before.without_last_segment().unwrap_or_else(|| before.as_str().into()))
            })?;
        }
        for segment in &self.push_segment {
            changing.make("--push-segment", segment, |before| before.with_segment(segment))?;
        }
        self.replace(changing, "--query", Part::Query, self.query.as_deref())?;
        if !self.removal.is_empty() {
            changing.make_query("--remove-pair", |query| self.removal.apply(query))?;
        }
        for pair in &self.replace_pair {
            let (key, value) = key_and_value(pair);
            changing.make("--set-pair", pair, |before| before.with_pair(key, value))?;
        }
        for pair in &self.append_pair {
            let (key, value) = key_and_value(pair);
            changing.make("--append-pair", pair, |before| before.with_appended_pair(key, value))?;
        }
        if self.dedupe {
            changing.make_query("--dedupe", query::deduplicated)?;
        }
        if self.sort_query {
            changing.make_query("--sort-query", query::sorted)?;
        }
        self.replace(changing, "--fragment", Part::Fragment, self.fragment.as_deref())
    }

    fn replace_path_and_before(&self, changing: &mut Changing) -> Result<(), Failure<'static>> {
        if self.path.is_some() && self.may_move_the_path() {
            // The old path must not prevent an authority that the new path can follow. The empty path can follow
            // anything.
            changing.make("--path", "", |before| before.with_part(Part::Path, Some("")))?;
        }
        let raw = |changing: &mut Changing, option, part, value: Option<&String>| match value {
            Some(value) => {
                changing.make(option, value, |before| before.with_part(part, Some(value)))
            }
            None => Ok(()),
        };
        raw(changing, "--scheme", Part::Scheme, self.scheme.as_ref())?;
        raw(changing, "--authority", Part::Authority, self.authority.as_ref())?;
        self.replace(changing, "--host", Part::Host, self.host.as_deref())?;
        self.replace(changing, "--userinfo", Part::Userinfo, self.userinfo.as_deref())?;
        self.replace_user(changing)?;
        raw(changing, "--port", Part::Port, self.port.as_ref())?;
        self.replace(changing, "--path", Part::Path, self.path.as_deref())
    }

    /// Replaces the two parts of the userinfo, each beside the other one.
    fn replace_user(&self, changing: &mut Changing) -> Result<(), Failure<'static>> {
        let edition = changing.edition;
        if let Some(user) = &self.username {
            let user = self.as_data(edition, user, ByteSet::EMPTY);
            if user.contains(':') {
                let rule = edition.rule(ErrorKind::InvalidCharacter, Part::Userinfo);
                let what = "a ':' ends the user name; as data it is %3A";
                let message = format!("{what} ({} section {})", edition.title, rule.section);
                let kind = ErrorKind::InvalidCharacter.name();
                return Err(Failure::new(kind, rule.section, message).of("--username"));
            }
            changing.make("--username", &user, |before| {
                let password = user_and_password(before).1.map(|password| format!(":{password}"));
                let userinfo = [&*user, password.as_deref().unwrap_or_default()].concat();
                before.with_part(Part::Userinfo, Some(&userinfo))
            })?;
        }
        if let Some(password) = &self.password {
            let password = self.as_data(edition, password, ByteSet::EMPTY);
            changing.make("--password", &password, |before| {
                let user = user_and_password(before).0.unwrap_or_default();
                before.with_part(Part::Userinfo, Some(&[user, ":", &password].concat()))
            })?;
        }
        Ok(())
    }

    /// A text that may be given as data: encoded then, but for some bytes.
    fn as_data<'t>(&self, edition: &'static Edition, text: &'t str, keep: ByteSet) -> Cow<'t, str> {
        if self.encode {
            Cow::Owned(percent::encode(text).by(edition).keep(keep).to_string())
        } else {
            Cow::Borrowed(text)
        }
    }

    /// Whether an option that needs the path out of the way is given: between removing the old path and setting the
    /// new one.
    const fn may_move_the_path(&self) -> bool {
        self.scheme.is_some() || self.authority.is_some() || self.host.is_some()
    }

    /// Makes one replacement that may be given as data.
    fn replace(
        &self,
        changing: &mut Changing,
        option: &'static str,
        part: Part,
        value: Option<&str>,
    ) -> Result<(), Failure<'static>> {
        let Some(value) = value else { return Ok(()) };
        let text = match part {
            Part::Host if is_address(changing.edition, value) => Cow::Borrowed(value),
            Part::Path => self.as_data(changing.edition, value, ByteSet::of(b"/")),
            _ => self.as_data(changing.edition, value, ByteSet::EMPTY),
        };
        changing.make(option, &text, |before| before.with_part(part, Some(&text)))
    }
}

/// The failure of an option; it shows the new text if the fault is in it.
fn of(option: &'static str, text: &str) -> impl FnOnce(ParseError) -> Failure<'static> {
    move |error| {
        let failure = match error.kind() {
            ErrorKind::MissingAuthority | ErrorKind::PathNotAbempty | ErrorKind::SchemeForm => {
                Failure::impossible(error)
            }
            _ => Failure::refused(error, text.as_bytes().to_vec()),
        };
        failure.of(option)
    }
}

/// The userinfo up to its first colon and after it; each is `None` if undefined.
fn user_and_password(reference: Reference<'_>) -> (Option<&str>, Option<&str>) {
    let userinfo = reference.userinfo().map(napkin::Userinfo::as_str);
    match userinfo.and_then(|userinfo| userinfo.split_once(':')) {
        Some((user, password)) => (Some(user), Some(password)),
        None => (userinfo, None),
    }
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

impl PerInput for Set {
    type Answer<'a> = Changed;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Changed, Failure<'a>> {
        match self.edition.get() {
            Standard::Syntax(edition) => {
                let reference = edition.parse_bytes(Start::UriReference, input);
                let reference = reference.map_err(|error| Failure::refused(error, input))?;
                let host = reference.host().map(napkin::Host::as_str);
                if !self.is_meant(reference.reported_scheme().as_deref(), host) {
                    return Ok(Changed::new(reference.as_str().into()));
                }
                let mut changing = Changing { edition, text: reference.as_str().to_owned() };
                self.change(&mut changing)?;
                Ok(Changed::new(changing.text))
            }
            Standard::Url(standard) => {
                let mut setting = Setting::new(url_standard::parse(standard.edition, None, input)?);
                if self.is_meant(Some(setting.url.scheme()), setting.url.host_str()) {
                    self.set(&mut setting);
                }
                let remark = setting.remark();
                let href = setting.url.as_str().into();
                let without_effect = Some(setting.without_effect);
                Ok(Changed {
                    uri: href,
                    href: Some(setting.url.into_text()),
                    without_effect,
                    remark,
                })
            }
        }
    }
}

impl Set {
    /// Makes the changes by the setters of the URL Standard.
    fn set(&self, setting: &mut Setting) {
        use Attribute as A;
        for part in &self.remove {
            setting.change("--remove", part.part().name(), |url| {
                for attribute in part.attributes() {
                    url.set(*attribute, "");
                }
            });
        }
        let given = |attribute| self.setters.get(attribute);
        let set = |setting: &mut Setting, option, attribute, value: Option<&str>| {
            if let Some(value) = value {
                setting.set(option, attribute, value);
            }
        };
        set(setting, "--href", A::Href, given(A::Href));
        set(setting, "--protocol", A::Protocol, given(A::Protocol));
        set(setting, "--scheme", A::Protocol, self.scheme.as_deref());
        let host = self.host.as_deref();
        let host = if host.is_some_and(|host| is_address(RFC3986, host)) {
            host.map(Cow::from)
        } else {
            self.data(host, "")
        };
        set(setting, "--host", A::Host, host.as_deref());
        set(setting, "--hostname", A::Hostname, given(A::Hostname));
        if let Some(userinfo) = &self.userinfo {
            let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
            setting.change("--userinfo", userinfo, |url| {
                url.set(A::Username, user);
                url.set(A::Password, password);
            });
        }
        let [username, password] =
            [&self.username, &self.password].map(|text| self.data(text.as_deref(), ""));
        set(setting, "--username", A::Username, username.as_deref());
        set(setting, "--password", A::Password, password.as_deref());
        set(setting, "--port", A::Port, self.port.as_deref());
        set(setting, "--pathname", A::Pathname, given(A::Pathname));
        set(setting, "--path", A::Pathname, self.data(self.path.as_deref(), "/").as_deref());
        for _ in 0..self.pop_segment {
            setting.change("--pop-segment", "", |url| {
                if let Ok(mut segments) = url.path_segments_mut() {
                    segments.pop();
                }
            });
        }
        for segment in &self.push_segment {
            setting.change("--push-segment", segment, |url| {
                if let Ok(mut segments) = url.path_segments_mut() {
                    segments.pop_if_empty().push(segment);
                }
            });
        }
        set(setting, "--search", A::Search, given(A::Search));
        // The setter drops one question mark, so this sets the query even if it begins with `?`.
        let query = self.data(self.query.as_deref(), "").map(|query| format!("?{query}"));
        set(setting, "--query", A::Search, query.as_deref());
        self.set_pairs(setting);
        set(setting, "--hash", A::Hash, given(A::Hash));
        let fragment = self.data(self.fragment.as_deref(), "");
        let fragment = fragment.map(|fragment| format!("#{fragment}"));
        set(setting, "--fragment", A::Hash, fragment.as_deref());
    }

    /// Changes the pairs of the query.
    fn set_pairs(&self, setting: &mut Setting) {
        if !self.removal.is_empty() {
            setting.rewrite_query("--remove-pair", |query| self.removal.apply(query));
        }
        for pair in &self.replace_pair {
            let (key, value) = key_and_value(pair);
            setting.change("--set-pair", pair, |url| {
                let mut pairs = SearchParams::of(url);
                pairs.set(key, value.unwrap_or_default());
                pairs.update(url);
            });
        }
        for pair in &self.append_pair {
            let (key, value) = key_and_value(pair);
            setting.change("--append-pair", pair, |url| {
                let mut pairs = SearchParams::of(url);
                pairs.append(key, value.unwrap_or_default());
                pairs.update(url);
            });
        }
        if self.dedupe {
            setting.rewrite_query("--dedupe", query::deduplicated);
        }
        if self.sort_query {
            setting.rewrite_query("--sort-query", query::sorted);
        }
    }

    /// A text for a setter, percent-encoded if it is data.
    fn data<'t>(&self, text: Option<&'t str>, keep: &str) -> Option<Cow<'t, str>> {
        let set = sets::COMPONENT.without(ByteSet::of(keep.as_bytes())).or(ByteSet::of(b"%"));
        text.map(
            |text| if self.encode { napkin_url::percent::encode(text, set) } else { text.into() },
        )
    }
}

#[derive(Serialize)]
pub(crate) struct Changed {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    /// The options that changed nothing, by the URL Standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    without_effect: Option<Vec<&'static str>>,
    #[serde(skip)]
    remark: Option<Failure<'static>>,
}

impl Changed {
    const fn new(uri: String) -> Self {
        Self { uri, href: None, without_effect: None, remark: None }
    }
}

impl Answer for Changed {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        text.push_result(self.uri.as_bytes());
        text.end_line();
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.remark.as_ref()
    }
}
