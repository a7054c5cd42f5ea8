//! Parser confusion: the set of hosts that common readers would contact for one input.

use std::collections::{BTreeMap, BTreeSet};

use napkin::edition::RFC3986;

use crate::features::Features;
use crate::name::ContactedHost;
use crate::readers::{Answer, Asked, READERS, Reader};
use crate::reading::Reading;

/// The answers of readers of the [list](READERS) for an input. Made by [`hosts()`].
#[derive(Clone, Debug)]
pub struct Hosts {
    answers: Vec<(&'static Reader, Answer)>,
}

/// Asks every reader which host it would contact, except for those that [`allow`](crate::allow()) [alone
/// asks](Reader::in_input).
///
/// ```
/// let hosts = napkin_audit::hosts(r"http://trusted.example\@evil.example/");
/// let names: Vec<_> = hosts.contacted().iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["evil.example", "trusted.example"]);
/// assert!(hosts.agreed().is_none());
/// ```
pub fn hosts(input: impl AsRef<[u8]>) -> Hosts {
    answers(input.as_ref(), |reader| reader.in_input)
}

/// The answers of some readers.
pub(crate) fn hosts_of(input: &[u8], is_asked: impl Fn(&Reader) -> bool) -> Hosts {
    answers(input, |reader| is_asked(reader))
}

fn answers(input: &[u8], is_asked: impl Fn(&&Reader) -> bool) -> Hosts {
    let mut asked = Asked::new(input);
    let readers = READERS.iter().filter(is_asked);
    Hosts { answers: readers.map(|reader| (reader, asked.ask(reader))).collect() }
}

/// The hosts that some reader would contact, in order, each once: those of [`Hosts::contacted`]. Where the readers that rules
/// count are known to agree, as for most URIs, one of them answers for all.
///
/// ```
/// let hosts = napkin_audit::contacted_hosts(r"http://trusted.example\@evil.example/");
/// let names: Vec<_> = hosts.iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["evil.example", "trusted.example"]);
/// ```
pub fn contacted_hosts(input: impl AsRef<[u8]>) -> BTreeSet<ContactedHost> {
    let input = input.as_ref();
    if Reading::new(input, RFC3986).features().meets(Features::DOUBT) {
        return hosts(input).contacted().into_iter().cloned().collect();
    }
    let mut asked = Asked::new(input);
    let mut agreed =
        READERS.iter().filter(|reader| reader.in_audits).map(|reader| asked.ask(reader));
    let agreed = agreed.find(|answer| answer.host().is_some() || matches!(answer, Answer::Base));
    let others = READERS.iter().filter(|reader| reader.in_input && !reader.in_audits);
    let others = others.map(|reader| asked.ask(reader));
    let answers = agreed.into_iter().chain(others);
    answers.filter_map(|answer| answer.host().cloned()).collect()
}

impl Hosts {
    /// Every reader that was asked, with its answer.
    pub fn answers(&self) -> impl Iterator<Item = (&'static Reader, &Answer)> {
        self.answers.iter().map(|(reader, answer)| (*reader, answer))
    }

    /// The answers of some readers only; the others count as rejecting the input.
    ///
    /// ```
    /// let hosts = napkin_audit::hosts("http://\u{ff20}example.com/".as_bytes());
    /// assert!(hosts.disagree());
    /// assert!(!hosts.among(|reader| reader.in_use).disagree());
    /// ```
    #[must_use]
    pub fn among(&self, asked: impl Fn(&'static Reader) -> bool) -> Self {
        let heard =
            |reader, answer: &Answer| if asked(reader) { answer.clone() } else { Answer::Refused };
        let answers = self.answers().map(|(reader, answer)| (reader, heard(reader, answer)));
        Self { answers: answers.collect() }
    }

    /// The hosts that some reader would contact, in order, each once.
    pub fn contacted(&self) -> Vec<&ContactedHost> {
        self.by_host().into_keys().flatten().collect()
    }

    /// The hosts, each with the readers that would contact it. `None` stands for the host of the base, which a
    /// reader contacts if it takes the input for a relative reference.
    ///
    /// ```
    /// let hosts = napkin_audit::hosts(r"http://trusted.example\@evil.example/");
    /// for (host, readers) in hosts.by_host() {
    ///     let names: Vec<_> = readers.iter().map(|reader| reader.name).collect();
    ///     println!("{}: {names:?}", host.map_or("the base's".into(), ToString::to_string));
    /// }
    /// assert_eq!(hosts.by_host().len(), 2);
    /// assert!(hosts.answers().count() > 10);
    /// ```
    pub fn by_host(&self) -> BTreeMap<Option<&ContactedHost>, Vec<&'static Reader>> {
        let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (reader, answer) in self.answers() {
            match answer {
                Answer::Host(host) | Answer::Server(host, _) => {
                    found.entry(Some(host)).or_default().push(reader);
                }
                Answer::Base => found.entry(None).or_default().push(reader),
                Answer::NoHost | Answer::Refused => {}
            }
        }
        found
    }

    /// Whether two readers would contact different hosts.
    pub fn disagree(&self) -> bool {
        self.by_host().len() > 1
    }

    /// The single host contacted by every reader that accepts the input, if there is one. A reader that sees no
    /// host, or a relative reference, does not agree.
    pub fn agreed(&self) -> Option<&ContactedHost> {
        let answers = self.answers.iter().map(|(_, answer)| answer);
        let mut read = answers.filter(|answer| **answer != Answer::Refused);
        let host = read.next()?.host()?;
        read.all(|answer| answer.host() == Some(host)).then_some(host)
    }
}
