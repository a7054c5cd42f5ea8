//! Where an input leads.

use std::borrow::Cow;

use napkin::{Part, percent};
use napkin_audit::{Answer, ContactedHost};
use napkin_schemes::registry::{is_known, port_of};
use napkin_url::Url;

use super::Seen;
use super::programs::who_goes_where;
use super::sentence::{Sentence, shown};

/// The kinds of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "the sentences are made for these")]
pub enum Direction {
    /// The server of a host, on which all programs agree.
    Host,
    /// Servers of different hosts, by program.
    DifferentHosts,
    /// The server of the page that the reference stands on.
    Page,
    /// A script that runs in the page.
    Script,
    /// The content that the text itself holds.
    Content,
    /// The machine of the reader.
    Machine,
    /// A message, or a call, to somebody.
    Message,
    /// Nowhere: it is a name.
    Name,
    /// A program that is registered for the scheme.
    Program,
    /// Nowhere that is known: no known program accepts it.
    Nowhere,
}

impl Direction {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::DifferentHosts => "different-hosts",
            Self::Page => "page",
            Self::Script => "script",
            Self::Content => "content",
            Self::Machine => "machine",
            Self::Message => "message",
            Self::Name => "name",
            Self::Program => "program",
            Self::Nowhere => "nowhere",
        }
    }
}

/// Where an input leads.
#[derive(Clone, Debug)]
pub struct Lead {
    /// The kind of place.
    pub direction: Direction,
    /// The host that browsers contact, or all other programs if browsers find none.
    pub host: Option<String>,
    /// The port of the host.
    pub port: Option<u16>,
    /// The place in a sentence.
    pub sentence: Sentence,
}

/// Schemes whose URIs are names.
const NAMES: &[&str] =
    &["urn", "tag", "did", "info", "cid", "mid", "ni", "nih", "acct", "doi", "hdl", "oid", "lsid"];

/// Schemes whose URIs begin a message or a call, with the words before the recipient.
const MESSAGES: &[(&str, &str)] = &[
    ("mailto", "Opens a mail to "),
    ("tel", "Calls "),
    ("callto", "Calls "),
    ("sip", "Calls "),
    ("sips", "Calls "),
    ("sms", "Opens a text message to "),
    ("smsto", "Opens a text message to "),
    ("xmpp", "Opens a chat with "),
];

impl Lead {
    /// The place of an input; `is_another_meant` if it is probably no address itself.
    pub(super) fn of(seen: &Seen<'_>, is_another_meant: bool) -> Self {
        let scheme = seen.scheme();
        let lead = by_rules(seen, scheme.as_deref())
            .or_else(|| by_scheme(seen, scheme.as_deref()?))
            .unwrap_or_else(|| by_host(seen, scheme.as_deref()));
        let is_misread = matches!(lead.direction, Direction::Program | Direction::Nowhere);
        if is_another_meant && is_misread {
            let sentence = Sentence::default().say("Goes nowhere as it is written");
            let unknown = scheme.filter(|scheme| !is_known(scheme) && !scheme.contains('.'));
            let sentence = match unknown.filter(|scheme| scheme.len() > 1) {
                Some(scheme) => {
                    sentence.say(": no scheme is registered as ").name(&scheme).say(":.")
                }
                None => sentence.say("."),
            };
            return Self::without_host(Direction::Nowhere, sentence);
        }
        lead
    }

    fn without_host(direction: Direction, sentence: Sentence) -> Self {
        Self { direction, host: None, port: None, sentence }
    }
}

/// The place by what rules of the audit say about the scheme.
fn by_rules(seen: &Seen<'_>, scheme: Option<&str>) -> Option<Lead> {
    let say = |words: &str| Sentence::default().say(words);
    if seen.has("script-scheme") {
        let sentence = say("Runs a script in the page that opens it.");
        return Some(Lead::without_host(Direction::Script, sentence));
    }
    if seen.has("handler-scheme") {
        let scheme = shown(scheme.unwrap_or_default());
        let sentence =
            say("Starts another program of this machine, by ").say(format!("{scheme}:."));
        return Some(Lead::without_host(Direction::Program, sentence));
    }
    if seen.has("content-scheme") {
        let sentence = match scheme {
            Some("about") => say("Opens a page of the browser itself."),
            Some("blob" | "filesystem") => say("Opens content that a page keeps in the browser."),
            _ => content(seen),
        };
        return Some(Lead::without_host(Direction::Content, sentence));
    }
    let share = seen.audited.findings().iter().find(|finding| finding.rule.id == "file-host");
    if seen.has("local-scheme")
        && let Some(share) = share.filter(|share| share.part != Some(Part::Host))
    {
        let host = String::from_utf8_lossy(share.span.of(seen.input)).into_owned();
        let sentence = say("Opens a file of another machine on Windows, ").name(&host);
        let sentence = sentence.say(", and one of this machine elsewhere.");
        return Some(Lead { direction: Direction::Host, host: Some(host), port: None, sentence });
    }
    if seen.has("local-scheme") && share.is_none() {
        let sentence = say("Opens a file of this machine.");
        return Some(Lead::without_host(Direction::Machine, sentence));
    }
    None
}

/// What `data:` holds.
fn content(seen: &Seen<'_>) -> Sentence {
    let path = seen.url.as_ref().map(|url| url.path().to_owned()).unwrap_or_default();
    let head = path.split_once(',').map_or("", |(head, _)| head);
    let kind = head.split(';').next().map(str::trim).unwrap_or_default();
    let kind = if kind.is_empty() { "text/plain" } else { kind };
    Sentence::default().say("Goes nowhere: it holds its own content (").name(kind).say(").")
}

/// The place of a scheme whose URIs have no server.
fn by_scheme(seen: &Seen<'_>, scheme: &str) -> Option<Lead> {
    let path = seen.url.as_ref().map_or("", |url| url.path());
    if NAMES.contains(&scheme) {
        let namespace = path.split(':').next().filter(|_| scheme == "urn").unwrap_or_default();
        let colon = if namespace.is_empty() { "" } else { ":" };
        let of = shown(&format!("{scheme}{colon}{}", namespace.to_ascii_lowercase()));
        let sentence = Sentence::default().say("Goes nowhere by itself: it is a name (").name(&of);
        return Some(Lead::without_host(Direction::Name, sentence.say(").")));
    }
    let (_, words) = MESSAGES.iter().find(|(name, _)| *name == scheme)?;
    let whom = percent::decode(path, false).to_string_lossy();
    let whom: Cow<'_, str> = if whom.is_empty() { "somebody whom you choose".into() } else { whom };
    let sentence = Sentence::default().say(*words).name(&whom).say(".");
    Some(Lead::without_host(Direction::Message, sentence))
}

/// The place by the hosts that programs contact.
fn by_host(seen: &Seen<'_>, scheme: Option<&str>) -> Lead {
    let by_host = seen.hosts.by_host();
    let browsers = seen.hosts.answers().find(|(reader, _)| reader.name == "whatwg");
    let browsers = match browsers.map(|(_, answer)| answer) {
        Some(Answer::Host(host) | Answer::Server(host, _)) => Some(host),
        _ => None,
    };
    let first = by_host.keys().next().copied();
    match (by_host.len(), first) {
        (0, _) => without_hosts(scheme),
        (1, Some(None)) => {
            let sentence =
                "A relative reference: leads to the server of the page that it stands on.";
            Lead::without_host(Direction::Page, Sentence::default().say(sentence))
        }
        (1, Some(Some(host))) => at(seen, scheme, host, browsers.is_some()),
        _ => Lead {
            direction: Direction::DifferentHosts,
            host: browsers.map(ToString::to_string),
            port: browsers.and_then(|_| seen.url.as_ref()?.port_or_known_default()),
            sentence: who_goes_where(&seen.hosts).say("."),
        },
    }
}

/// The place of a text in which no program finds a host.
fn without_hosts(scheme: Option<&str>) -> Lead {
    match scheme {
        Some(scheme) if is_known(scheme) && !is_of_web(scheme) => {
            let sentence = Sentence::default().say("Opens the program for ").name(scheme);
            Lead::without_host(Direction::Program, sentence.say(":, if there is one."))
        }
        Some(scheme) if !is_of_web(scheme) && !scheme.contains('.') => {
            let sentence = Sentence::default().say("Opens the program for ").name(scheme);
            let sentence = sentence.say(":, if there is one; no such scheme is registered.");
            Lead::without_host(Direction::Nowhere, sentence)
        }
        _ => {
            let sentence = "Goes nowhere: no program that napkin knows accepts it.";
            Lead::without_host(Direction::Nowhere, Sentence::default().say(sentence))
        }
    }
}

/// Whether the scheme is one that browsers fetch from a server.
pub(super) fn is_of_web(scheme: &str) -> bool {
    matches!(scheme, "http" | "https" | "ws" | "wss" | "ftp")
}

/// The one host that all programs contact which accept the text.
fn at(seen: &Seen<'_>, scheme: Option<&str>, host: &ContactedHost, by_browsers: bool) -> Lead {
    let host = host.to_string();
    let port = seen.url.as_ref().and_then(Url::port);
    let port = port.or_else(|| port_of(scheme?)?.default_port);
    let Some(scheme) = scheme else {
        let sentence = Sentence::default().say("Goes to ").name(&host);
        let sentence = sentence.say(", by the scheme of the page that it stands on.");
        return Lead { direction: Direction::Host, host: Some(host), port: None, sentence };
    };
    // What has no port is a name to most schemes: a bucket, a kind of password, the hash of a content.
    if port.is_none() && scheme != "file" {
        let sentence = Sentence::default().say("Opens the program for ").name(scheme);
        let sentence = sentence.say(":, if there is one.");
        return Lead { direction: Direction::Program, host: Some(host), port: None, sentence };
    }
    let sentence = if by_browsers {
        Sentence::default().say("Goes to ").name(&host)
    } else {
        who_goes_where(&seen.hosts)
    };
    let by = match port {
        Some(port) => format!(" ({scheme}, port {port})"),
        None => format!(" ({scheme})"),
    };
    let letters = seen.url.as_ref().map(|url| url.host_to_unicode().into_owned());
    let letters = letters.filter(|letters| by_browsers && *letters != host && !letters.is_ascii());
    let sentence = sentence.say(by);
    let sentence = match letters {
        Some(letters) => sentence.say(", shown as ").name(&letters).say("."),
        None => sentence.say("."),
    };
    Lead { direction: Direction::Host, host: Some(host), port, sentence }
}
