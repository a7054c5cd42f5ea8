//! The API of the crate `url`, called the same way in `url` and in `napkin-url`: what all getters say of a URL, and what
//! each way of changing it, or of going on from it, gives.
//!
//! `tests/url_api.rs` compares the two.

use std::net::IpAddr;

/// One call with its arguments.
#[derive(Clone, Debug)]
pub enum Call {
    /// `Url::parse` of another text.
    Parse(String),
    /// `to_file_path`.
    ToFilePath,
    /// The text before each `Position`.
    Positions,
    /// A setter of the type, or of the module `quirks`.
    Set(Setter, Option<String>),
    /// `set_port`.
    Port(Option<u16>),
    /// `set_ip_host`.
    Address(IpAddr),
    /// `path_segments_mut`, and what is called on it.
    Segments(Vec<(SegmentStep, String)>),
    /// `query_pairs_mut`, and what is called on it.
    Pairs(Vec<(PairStep, String, String)>),
    /// `join`.
    Join(String),
    /// `make_relative`, to a URL of this text, and the result joined to the URL.
    Relative(String),
    /// `from_file_path` or `from_directory_path`.
    FilePath(String, bool),
    /// `Host::parse`.
    Host(String),
}

/// The type of setters, and the list of all.
macro_rules! setters {
    ($($name:ident),* $(,)?) => {
        /// A setter that takes text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "each is named for its method")]
        pub enum Setter { $($name),* }

        /// All setters that take text.
        pub const SETTERS: &[Setter] = &[$(Setter::$name),*];
    };
}

setters! {
    Scheme, Username, Password, Host, Path, Query, Fragment, QuirkHref, QuirkProtocol, QuirkUsername, QuirkPassword,
    QuirkHost, QuirkHostname, QuirkPort, QuirkPathname, QuirkSearch, QuirkHash,
}

/// A method of `PathSegmentsMut`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is named for its method")]
pub enum SegmentStep {
    Clear,
    PopIfEmpty,
    Pop,
    Push,
    Extend,
}

/// A method of the serializer of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is named for its method")]
pub enum PairStep {
    Clear,
    Pair,
    Key,
}

/// What a call gave: its result, and the text of the URL after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The result as text.
    pub result: String,
    /// The URL after the call.
    pub text: String,
    /// What the getters say then.
    pub getters: Vec<(&'static str, String)>,
}

macro_rules! library {
    ($(#[$doc:meta])* $name:ident, $library:ident) => {
        $(#[$doc])*
        pub mod $name {
            use $library::{Position, quirks};

            use super::{Call, Outcome, PairStep, SegmentStep, Setter};

            /// Its URL.
            pub type Url = $library::Url;

            /// The URL of a text.
            pub fn parse(text: &str) -> Option<Url> {
                Url::parse(text).ok()
            }

            /// What each getter says.
            pub fn getters(url: &Url) -> Vec<(&'static str, String)> {
                vec![
                    ("as_str", url.as_str().to_owned()),
                    ("scheme", url.scheme().to_owned()),
                    ("is_special", url.is_special().to_string()),
                    ("has_authority", url.has_authority().to_string()),
                    ("authority", url.authority().to_owned()),
                    ("cannot_be_a_base", url.cannot_be_a_base().to_string()),
                    ("username", url.username().to_owned()),
                    ("password", format!("{:?}", url.password())),
                    ("has_host", url.has_host().to_string()),
                    ("host_str", format!("{:?}", url.host_str())),
                    ("host", format!("{:?}", url.host())),
                    ("domain", format!("{:?}", url.domain())),
                    ("port", format!("{:?}", url.port())),
                    ("port_or_known_default", format!("{:?}", url.port_or_known_default())),
                    ("path", url.path().to_owned()),
                    ("path_segments", format!("{:?}", url.path_segments().map(Vec::from_iter))),
                    ("query", format!("{:?}", url.query())),
                    ("query_pairs", format!("{:?}", Vec::from_iter(url.query_pairs()))),
                    ("fragment", format!("{:?}", url.fragment())),
                    ("Debug", format!("{url:?}")),
                    ("ascii_serialization", url.origin().ascii_serialization()),
                    ("unicode_serialization", url.origin().unicode_serialization()),
                    ("quirks::origin", quirks::origin(url)),
                    ("quirks::protocol", quirks::protocol(url).to_owned()),
                    ("quirks::username", quirks::username(url).to_owned()),
                    ("quirks::password", quirks::password(url).to_owned()),
                    ("quirks::host", quirks::host(url).to_owned()),
                    ("quirks::hostname", quirks::hostname(url).to_owned()),
                    ("quirks::port", quirks::port(url).to_owned()),
                    ("quirks::pathname", quirks::pathname(url).to_owned()),
                    ("quirks::search", quirks::search(url).to_owned()),
                    ("quirks::hash", quirks::hash(url).to_owned()),
                ]
            }

            /// The text before each position.
            fn positions(url: &Url) -> String {
                let positions = [
                    Position::BeforeScheme,
                    Position::AfterScheme,
                    Position::BeforeUsername,
                    Position::AfterUsername,
                    Position::BeforePassword,
                    Position::AfterPassword,
                    Position::BeforeHost,
                    Position::AfterHost,
                    Position::BeforePort,
                    Position::AfterPort,
                    Position::BeforePath,
                    Position::AfterPath,
                    Position::BeforeQuery,
                    Position::AfterQuery,
                    Position::BeforeFragment,
                    Position::AfterFragment,
                ];
                format!("{:?}", positions.map(|position| &url[..position]))
            }

            /// The outcome of a call.
            pub fn call(url: &Url, call: &Call) -> Outcome {
                let mut url = url.clone();
                let result = match call {
                    Call::Parse(text) => format!("{:?}", Url::parse(text).map(String::from)),
                    Call::ToFilePath => format!("{:?}", url.to_file_path()),
                    Call::Positions => positions(&url),
                    Call::Set(setter, value) => set(&mut url, *setter, value.as_deref()),
                    Call::Port(port) => format!("{:?}", url.set_port(*port)),
                    Call::Address(address) => format!("{:?}", url.set_ip_host(*address)),
                    Call::Segments(steps) => segments(&mut url, steps),
                    Call::Pairs(steps) => pairs(&mut url, steps),
                    Call::Join(text) => format!("{:?}", url.join(text).map(String::from)),
                    Call::Relative(to) => relative(&url, to),
                    Call::FilePath(path, is_directory) => {
                        let made = match is_directory {
                            true => Url::from_directory_path(path),
                            false => Url::from_file_path(path),
                        };
                        format!("{:?}", made.map(String::from))
                    }
                    Call::Host(text) => {
                        format!("{:?}", $library::Host::parse(text).map(|host| host.to_string()))
                    }
                };
                Outcome { result, text: url.as_str().to_owned(), getters: getters(&url) }
            }

            fn set(url: &mut Url, setter: Setter, value: Option<&str>) -> String {
                let text = value.unwrap_or_default();
                let done = match setter {
                    Setter::Scheme => url.set_scheme(text),
                    Setter::Username => url.set_username(text),
                    Setter::Password => url.set_password(value),
                    Setter::Host => return format!("{:?}", url.set_host(value)),
                    Setter::Path => Ok(url.set_path(text)),
                    Setter::Query => Ok(url.set_query(value)),
                    Setter::Fragment => Ok(url.set_fragment(value)),
                    Setter::QuirkHref => return format!("{:?}", quirks::set_href(url, text)),
                    Setter::QuirkProtocol => quirks::set_protocol(url, text),
                    Setter::QuirkUsername => quirks::set_username(url, text),
                    Setter::QuirkPassword => quirks::set_password(url, text),
                    Setter::QuirkHost => quirks::set_host(url, text),
                    Setter::QuirkHostname => quirks::set_hostname(url, text),
                    Setter::QuirkPort => quirks::set_port(url, text),
                    Setter::QuirkPathname => Ok(quirks::set_pathname(url, text)),
                    Setter::QuirkSearch => Ok(quirks::set_search(url, text)),
                    Setter::QuirkHash => Ok(quirks::set_hash(url, text)),
                };
                format!("{done:?}")
            }

            fn segments(url: &mut Url, steps: &[(SegmentStep, String)]) -> String {
                let Ok(mut segments) = url.path_segments_mut() else { return "opaque".to_owned() };
                for (step, text) in steps {
                    match step {
                        SegmentStep::Clear => segments.clear(),
                        SegmentStep::PopIfEmpty => segments.pop_if_empty(),
                        SegmentStep::Pop => segments.pop(),
                        SegmentStep::Push => segments.push(text),
                        SegmentStep::Extend => segments.extend(text.split(' ')),
                    };
                }
                String::new()
            }

            fn pairs(url: &mut Url, steps: &[(PairStep, String, String)]) -> String {
                let mut pairs = url.query_pairs_mut();
                for (step, name, value) in steps {
                    match step {
                        PairStep::Clear => pairs.clear(),
                        PairStep::Pair => pairs.append_pair(name, value),
                        PairStep::Key => pairs.append_key_only(name),
                    };
                }
                String::new()
            }

            fn relative(url: &Url, to: &str) -> String {
                let Some(to) = parse(to) else { return "no URL".to_owned() };
                format!("{:?}", url.make_relative(&to))
            }
        }
    };
}

library! {
    /// `napkin-url`.
    ours, napkin_url
}
library! {
    /// `url`.
    theirs, url
}
