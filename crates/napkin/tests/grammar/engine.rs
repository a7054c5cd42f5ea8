//! The data of an engine under test that the harness needs: one row per edition.
//!
//! A row has the edition's grammar file, the library function for each start rule, the rules for the parts of a
//! reference, and the strings to enumerate. The rows are in [`editions`](super::editions). No other code in the
//! harness distinguishes editions, and only this file and the rows call the library.

use napkin::{Edition, Encoded, Host, HostKind, Path, PathKind, Port, Query, Scheme, Userinfo};

use super::strings::Enumeration;

/// The facts about a reference: its parts in order, then the kinds of some of them and of the whole.
///
/// For a grammar: the rules that derive a part; the first one in the list that the derivation used counts. For a
/// reference: the text of the part, or the name of the kind.
#[derive(Debug, PartialEq)]
pub(crate) struct Parts<T, K = T> {
    pub(crate) scheme: T,
    pub(crate) authority: T,
    pub(crate) userinfo: T,
    pub(crate) user: T,
    pub(crate) password: T,
    pub(crate) host: T,
    pub(crate) port: T,
    pub(crate) path: T,
    pub(crate) parameters: T,
    pub(crate) query: T,
    pub(crate) fragment: T,
    pub(crate) form: K,
    pub(crate) authority_form: K,
    pub(crate) host_kind: K,
    pub(crate) path_kind: K,
}

impl<T, K> Parts<T, K> {
    /// Maps each part by `part`, and each kind by `kind`.
    pub(crate) fn map<U, L>(
        &self,
        mut part: impl FnMut(&T) -> U,
        mut kind: impl FnMut(&K) -> L,
    ) -> Parts<U, L> {
        Parts {
            scheme: part(&self.scheme),
            authority: part(&self.authority),
            userinfo: part(&self.userinfo),
            user: part(&self.user),
            password: part(&self.password),
            host: part(&self.host),
            port: part(&self.port),
            path: part(&self.path),
            parameters: part(&self.parameters),
            query: part(&self.query),
            fragment: part(&self.fragment),
            form: kind(&self.form),
            authority_form: kind(&self.authority_form),
            host_kind: kind(&self.host_kind),
            path_kind: kind(&self.path_kind),
        }
    }
}

/// The parts that a reference has.
pub(crate) type PartsOf<'a> = Parts<Option<&'a str>>;

/// The rules that derive a part. Empty if the edition has no such part, which the engine must report as undefined.
pub(crate) type Rules = &'static [&'static str];

/// The rules for the kinds of a part, each with the library's name for the kind.
pub(crate) type Kinds = &'static [(&'static str, &'static str)];

/// The rules for the path in the grammars of a generic syntax.
pub(crate) const PATHS: Rules =
    &["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty"];

/// A rule that a string must match, if the rule applies to the string.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// Whether the rule applies to a string, which is decided by the text up to the first colon.
    pub(crate) is_for: fn(&str) -> bool,
    pub(crate) rule: &'static str,
}

/// The readings of a start rule: the first that applies to a string counts. A string to which none applies must be
/// rejected.
pub(crate) type StartRule = &'static [Reading];

impl Reading {
    /// The rule for all strings to which no earlier reading applies.
    pub(crate) const fn all(rule: &'static str) -> Self {
        Self { is_for: |_| true, rule }
    }

    /// The index of the reading that applies to `text`.
    pub(crate) fn of(text: &str, readings: &[Self]) -> Option<usize> {
        readings.iter().position(|reading| (reading.is_for)(text))
    }
}

/// Whether the engine accepts a string.
pub(crate) type Answer = fn(&str) -> bool;

/// A rule, a string, and the engine's set of the bytes that may follow the string in the rule.
pub(crate) type SetOfBytes = (&'static str, &'static str, fn(u8) -> bool);

/// One edition: its grammar, and the engine's answers.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) name: &'static str,
    /// The text of the grammar file.
    pub(crate) grammar: &'static str,
    /// The start rule that all parts belong to.
    pub(crate) reference: StartRule,
    /// The engine's answers for it, by each function: all have to agree with the grammar.
    pub(crate) parts: &'static [fn(&str) -> Option<PartsOf<'_>>],
    /// The rules behind each part.
    pub(crate) rules: Parts<Rules, Kinds>,
    /// The engine's answer whether a string is a reference with a scheme.
    pub(crate) has_scheme: Answer,
    /// The other start rules, and the engine's answers to them.
    pub(crate) start_rules: &'static [(StartRule, Answer)],
    /// The engine's sets, and the corresponding places in the grammar.
    pub(crate) byte_sets: &'static [SetOfBytes],
    /// Strings to enumerate, with a character of every class of bytes that the grammar distinguishes after the
    /// prefix.
    pub(crate) every_class: &'static [Enumeration],
    /// Longer strings over fewer characters.
    pub(crate) closer: &'static [Enumeration],
}

/// The parts of `text` as the edition reads it, if it is a reference.
pub(crate) fn parts<'a>(edition: &'static Edition, text: &'a str) -> Option<PartsOf<'a>> {
    let reference = edition.parse(text).ok()?;
    let userinfo = reference.userinfo();
    let host = reference.host();
    Some(Parts {
        scheme: reference.scheme().map(Scheme::as_str),
        authority: reference.authority(),
        userinfo: userinfo.map(Userinfo::as_str),
        user: userinfo.map(|userinfo| userinfo.user().as_str()),
        password: userinfo.and_then(Userinfo::password).map(Encoded::as_str),
        host: host.map(Host::as_str),
        port: reference.port().map(Port::as_str),
        path: reference.path().map(Path::as_str),
        parameters: reference.parameters(),
        query: reference.query().map(Query::as_str),
        fragment: reference.fragment().map(Encoded::as_str),
        form: reference.form(),
        authority_form: reference.authority_form(),
        host_kind: host.map(Host::kind).map(HostKind::name),
        path_kind: reference.path_kind().map(PathKind::name),
    })
}

/// The parts by an edition whose grammar does not separate user and password.
pub(crate) fn parts_but_user<'a>(edition: &'static Edition, text: &'a str) -> Option<PartsOf<'a>> {
    Some(Parts { user: None, password: None, ..parts(edition, text)? })
}
