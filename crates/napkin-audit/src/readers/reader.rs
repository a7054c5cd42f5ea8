//! What a reader of URIs is, what it answers, and how one is declared for the list.

use napkin::{Edition, HostKind, Start};

use super::cut::{leading_number, scheme_and_rest};
use super::watched::Watched;
use super::whatwg;
use crate::name::ContactedHost;

/// A reader of URIs: an edition of a standard, or the model of a program. The list is [`READERS`](super::READERS).
#[derive(Debug)]
pub struct Reader {
    /// The name in JSON.
    pub name: &'static str,
    /// The programs that it represents, and how they differ from others.
    pub stands_for: &'static str,
    /// The source for the difference.
    pub source: &'static str,
    /// Whether current programs read URIs like this. The answers of other readers are informative, but contact no
    /// host.
    pub in_use: bool,
    /// Whether the rules `hosts-disagree` and `hosts-may-disagree` count its answer. A reader that disagrees about every
    /// URI with a password, or about dot segments, says nothing about a single URI.
    pub in_audits: bool,
    /// Whether [`hosts`](crate::hosts()) asks it.
    pub in_input: bool,
    /// What kind of program it is, and thus whether [`allow`](crate::allow()) asks it.
    pub class: Class,
    /// The schemes that its programs know, in lowercase, if [`allow`](crate::allow()) asks it about URIs of these alone.
    pub schemes: Option<&'static [&'static str]>,
    /// The programs that were watched as they read URIs like this.
    pub watched: &'static [Watched],
    read: How,
}

#[derive(Debug)]
enum How {
    By(&'static Edition),
    ByUrlStandard(&'static napkin_url::Edition),
    Model(fn(&[u8]) -> Answer),
}

/// The kind of program that a reader represents.
///
/// [`allow`](crate::allow()) asks the readers of standards, browsers, libraries and commands about the URI to hand on, and all
/// of them if the [policy](crate::Limits::all_readers) says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// An edition of a standard, or a family of readers that differs from it in one way.
    Standard,
    /// A program in which people follow links.
    Browser,
    /// A library that other programs call.
    Library,
    /// A command that people and scripts run.
    Command,
    /// A program that few machines have: fewer than one in a hundred of those that take part in Debian's popularity contest, as
    /// judged by the maintainers on 28 November 2026, or that no Debian release since 2023 has.
    Rare,
    /// A program that is not rare, and whose URLs are written by whoever sets it up, and by no stranger.
    Configured,
}

impl Class {
    /// Every class, in order.
    pub const ALL: [Self; 6] =
        [Self::Standard, Self::Browser, Self::Library, Self::Command, Self::Rare, Self::Configured];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Browser => "browser",
            Self::Library => "library",
            Self::Command => "command",
            Self::Rare => "rare",
            Self::Configured => "configured",
        }
    }

    /// Whether [`allow`](crate::allow()) asks readers of this class, if the policy does not ask for all.
    pub const fn is_asked(self) -> bool {
        !matches!(self, Self::Rare | Self::Configured)
    }
}

/// The answer of a reader to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::exhaustive_enums,
    reason = "a reader contacts a host, or that of the base, or none, or refuses"
)]
pub enum Answer {
    /// It contacts this host, at the default port of the scheme or at one that the reader does not tell.
    Host(ContactedHost),
    /// It contacts this host at this port, which the input writes.
    Server(ContactedHost, u16),
    /// It takes the input for a relative reference, and contacts the base's host.
    Base,
    /// It finds a URI without a host.
    NoHost,
    /// It rejects the input.
    Refused,
}

impl Answer {
    /// The host that it contacts.
    pub const fn host(&self) -> Option<&ContactedHost> {
        match self {
            Self::Host(host) | Self::Server(host, _) => Some(host),
            Self::Base | Self::NoHost | Self::Refused => None,
        }
    }

    /// The port that it contacts, where the reader tells one.
    pub const fn port(&self) -> Option<u16> {
        match self {
            Self::Server(_, port) => Some(*port),
            Self::Host(_) | Self::Base | Self::NoHost | Self::Refused => None,
        }
    }

    /// This answer with the port that the digits behind the host's colon write.
    pub(super) fn at(self, digits: &[u8]) -> Self {
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let port = u16::try_from(leading_number(digits)).ok().filter(|_| is_number);
        match (self, port) {
            (Self::Host(host), Some(port)) => Self::Server(host, port),
            (answer, _) => answer,
        }
    }
}

impl Reader {
    /// The answer of this reader to an input.
    pub fn read(&self, input: &[u8]) -> Answer {
        match self.read {
            How::By(edition) => by_edition(edition, input),
            How::ByUrlStandard(edition) => whatwg::read(edition, input),
            How::Model(read) => read(input),
        }
    }
}

/// The readers applied to one input: the editions of the URL Standard share a parse.
pub(crate) struct Asked<'a> {
    input: &'a [u8],
    newest: Option<whatwg::Newest>,
}

impl<'a> Asked<'a> {
    pub(crate) const fn new(input: &'a [u8]) -> Self {
        Self { input, newest: None }
    }

    pub(crate) fn ask(&mut self, reader: &Reader) -> Answer {
        let How::ByUrlStandard(edition) = reader.read else { return reader.read(self.input) };
        let newest = self.newest.get_or_insert_with(|| whatwg::Newest::read(self.input));
        newest.answer_of(edition).unwrap_or_else(|| whatwg::read(edition, self.input))
    }
}

impl Reader {
    /// A reader that no current program behaves like.
    pub(super) const fn of_the_past(self) -> Self {
        Self { in_use: false, ..self }
    }

    pub(super) const fn of_no_rule(self) -> Self {
        Self { in_audits: false, ..self }
    }

    /// A reader that is asked by [`allow`](crate::allow()) alone.
    pub(super) const fn of_allow_alone(self) -> Self {
        Self { in_audits: false, in_input: false, ..self }
    }

    pub(super) const fn of(self, class: Class) -> Self {
        Self { class, ..self }
    }

    pub(super) const fn of_schemes(self, schemes: &'static [&'static str]) -> Self {
        Self { schemes: Some(schemes), ..self }
    }

    pub(super) const fn watched(self, watched: &'static [Watched]) -> Self {
        Self { watched, ..self }
    }
}

const fn reader(
    name: &'static str,
    read: How,
    stands_for: &'static str,
    source: &'static str,
) -> Reader {
    Reader {
        name,
        stands_for,
        source,
        in_use: true,
        in_audits: true,
        in_input: true,
        class: Class::Standard,
        schemes: None,
        watched: &[],
        read,
    }
}

pub(super) const fn edition(edition: &'static Edition) -> Reader {
    reader(edition.name, How::By(edition), edition.document, edition.title)
}

pub(super) const fn model(
    name: &'static str,
    read: fn(&[u8]) -> Answer,
    stands_for: &'static str,
    source: &'static str,
) -> Reader {
    reader(name, How::Model(read), stands_for, source)
}

pub(super) const fn urls(
    name: &'static str,
    edition: &'static napkin_url::Edition,
    stands_for: &'static str,
    source: &'static str,
) -> Reader {
    reader(name, How::ByUrlStandard(edition), stands_for, source)
}

pub(super) fn by_edition(edition: &'static Edition, input: &[u8]) -> Answer {
    let Ok(reference) = edition.parse_bytes(Start::UriReference, input) else {
        return Answer::Refused;
    };
    match reference.host() {
        Some(host) if host.is_empty() => Answer::NoHost,
        // No resolver accepts it (§3.2.2).
        Some(host) if host.kind() == HostKind::IpvFuture => Answer::Refused,
        Some(host) => {
            let port = reference.port().map_or("", |port| port.as_str());
            Answer::Host(ContactedHost::normal(host.as_str().as_bytes())).at(port.as_bytes())
        }
        // The authority is not a server (RFC 2396 §3.2.1), or the edition gives the scheme no authority.
        None if reference.authority().is_some() || after_scheme(input).starts_with(b"//") => {
            Answer::Refused
        }
        None if reference.scheme().is_some() => Answer::NoHost,
        None => Answer::Base,
    }
}

/// The text after the first colon, if a scheme may precede it; otherwise the whole text.
fn after_scheme(input: &[u8]) -> &[u8] {
    scheme_and_rest(input).map_or(input, |(_, rest)| rest)
}
