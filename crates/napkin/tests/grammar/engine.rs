//! What the harness has to be told of an engine under test: one row an edition.
//!
//! A row says which grammar file the edition has, which function of the library answers for which
//! start rule, which rules the parts of a reference are, and which strings to enumerate. The rows
//! stand in [`editions`](super::editions). Nothing else in the harness knows one edition from
//! another, and nothing but this file and the rows calls the library.

use napkin::{Edition, Encoded, Host, HostKind, Path, PathKind, Port, Query, Scheme, Userinfo};

use super::strings::Enumeration;

/// What there is to know of a reference: its parts in the order in which they stand, then the kinds
/// of some of them and of the whole.
///
/// Of the grammar: the rules that derive a part; the first one in the list that the derivation used
/// counts. Of a reference: the text of the part, or the name of the kind.
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
    /// What `part` makes of each part, and `kind` of each kind.
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

/// The rules that derive a part. None: the edition has no such part, and the engine must say so.
pub(crate) type Rules = &'static [&'static str];

/// The rules that are the kinds of a part, each with the name that the library has for it.
pub(crate) type Kinds = &'static [(&'static str, &'static str)];

/// The rules for the path in the grammars of a generic syntax.
pub(crate) const PATHS: Rules =
    &["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty"];

/// A rule that a string must match, if it is one of the strings that the rule is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// Whether the rule is for this string, which its text up to the first colon decides.
    pub(crate) is_for: fn(&str) -> bool,
    pub(crate) rule: &'static str,
}

/// What a start rule is for each string: the first reading that is for the string. A string that no
/// reading is for must be refused.
pub(crate) type StartRule = &'static [Reading];

impl Reading {
    /// The rule for all strings that no reading before this one is for.
    pub(crate) const fn all(rule: &'static str) -> Self {
        Self { is_for: |_| true, rule }
    }

    /// Which of `readings` is the one for `text`.
    pub(crate) fn of(text: &str, readings: &[Self]) -> Option<usize> {
        readings.iter().position(|reading| (reading.is_for)(text))
    }
}

/// Whether the engine accepts a string.
pub(crate) type Answer = fn(&str) -> bool;

/// A rule, a string, and the engine's set of the bytes that may follow the string in the rule.
pub(crate) type SetOfBytes = (&'static str, &'static str, fn(u8) -> bool);

/// One edition: its grammar, and what the engine says.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) name: &'static str,
    /// The text of the grammar file.
    pub(crate) grammar: &'static str,
    /// The start rule that all parts belong to.
    pub(crate) reference: StartRule,
    /// The engine's answers to it, from each way to ask: all have to be that of the grammar.
    pub(crate) parts: &'static [fn(&str) -> Option<PartsOf<'_>>],
    /// The rules behind each part.
    pub(crate) rules: Parts<Rules, Kinds>,
    /// The engine's answer to the question whether a string is a reference with a scheme.
    pub(crate) has_scheme: Answer,
    /// The other start rules, and the engine's answers to them.
    pub(crate) start_rules: &'static [(StartRule, Answer)],
    /// The engine's sets, and where the grammar says the same.
    pub(crate) byte_sets: &'static [SetOfBytes],
    /// Strings to enumerate with a character of every class of bytes that the grammar still knows
    /// after the prefix.
    pub(crate) every_class: &'static [Enumeration],
    /// Longer strings, of fewer characters.
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

/// The same for an edition whose grammar does not tell user and password.
pub(crate) fn parts_but_user<'a>(edition: &'static Edition, text: &'a str) -> Option<PartsOf<'a>> {
    Some(Parts { user: None, password: None, ..parts(edition, text)? })
}
