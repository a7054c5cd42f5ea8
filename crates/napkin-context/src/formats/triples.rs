//! Whether a text is Turtle, N-Triples or N-Quads: by its first lines that are neither empty nor comments. And what the lines of
//! the last two leave to those behind them.

use crate::fault::{Fault, FaultKind};
use crate::kind::{Kind, PROBED};

/// What lines of N-Triples and N-Quads leave to those behind them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Statements {
    /// The place of the first relative IRI, and their number.
    pub(crate) relative: Option<(usize, u64)>,
    /// Whether a statement has begun and not ended.
    pub(crate) is_open: bool,
}

impl Statements {
    /// Adds what further lines leave, whose places are elsewhere in the document.
    pub(crate) fn add(&mut self, more: &Self, place: impl Fn(usize) -> usize) {
        if let Some((at, count)) = more.relative {
            let (first, before) = self.relative.unwrap_or_else(|| (place(at), 0));
            self.relative = Some((first, before + count));
        }
        self.is_open = more.is_open;
    }

    /// What is wrong with a document of a length that ends behind them. Relative IRIs are, and the reading goes on behind them.
    pub(crate) fn fault(&self, len: usize) -> Option<Fault> {
        let Some((first, count)) = self.relative else {
            let detail = "it ends inside of a statement";
            return self.is_open.then(|| Fault::new(FaultKind::Truncated, Some(len), detail));
        };
        let detail: String = match count {
            1 => "an IRI is relative, where all are absolute".into(),
            _ => format!("{count} IRIs are relative, where all are absolute; this is the first"),
        };
        Some(Fault::new(FaultKind::NotTriples, Some(first), detail))
    }
}

/// Turtle, N-Triples or N-Quads, if the beginning of a text is one of them.
pub(crate) fn guess(head: &[u8]) -> Option<Kind> {
    let lines = head.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    let first = lines.next()?;
    let begins = |directive: &[u8]| {
        let word = first.get(..directive.len());
        word.is_some_and(|word| word.eq_ignore_ascii_case(directive))
            && first.get(directive.len()).is_some_and(|&byte| byte == b' ' || byte == b'\t')
    };
    let behind = |at: usize| first.get(at..).unwrap_or_default().trim_ascii_start();
    let has_iri = |text: &[u8]| text.trim_ascii_start().starts_with(b"<") && node(text).is_some();
    let names_prefix = |text: &[u8]| {
        let colon = text.iter().position(|byte| *byte == b':' || byte.is_ascii_whitespace());
        let rest = colon.map(|at| text.split_at(at).1);
        rest.and_then(|rest| rest.strip_prefix(b":")).is_some_and(has_iri)
    };
    if begins(b"@prefix") || begins(b"@base") || begins(b"@version") {
        return Some(Kind::Turtle);
    }
    if begins(b"prefix") && names_prefix(behind(6))
        || begins(b"base") && has_iri(behind(4))
        || begins(b"version") && matches!(behind(7).first(), Some(b'"' | b'\''))
    {
        return Some(Kind::Turtle);
    }
    let (subject, rest) = node(first)?;
    // A graph of TriG, and the keyword for `rdf:type`.
    let is_keyword = matches!(rest.trim_ascii_start(), [b'{', ..] | [b'a', b' ' | b'\t', ..]);
    let ends = || first.ends_with(b".") || first.ends_with(b";") || first.ends_with(b"{");
    if is_absolute(subject) && is_keyword && (rest.contains(&b'<') || ends()) {
        return Some(Kind::Turtle);
    }
    let (predicate, rest) = node(rest)?;
    if !(is_absolute(subject) || subject.starts_with(b"_:")) || !is_absolute(predicate) {
        return None;
    }
    let mut others: Vec<&[u8]> = lines.collect();
    // The beginning ends within a line.
    if head.len() == PROBED {
        others.pop();
    }
    let statements = std::iter::once(terms_of(rest)).chain(others.iter().map(|line| {
        let (_, rest) = node(line)?;
        terms_of(node(rest)?.1)
    }));
    // A longer statement, or one over several lines, is Turtle.
    statements
        .reduce(|all, one| Some(all?.max(one?)))
        .flatten()
        .map_or(Some(Kind::Turtle), |terms| {
            Some(if terms > 1 { Kind::NQuads } else { Kind::NTriples })
        })
}

/// Whether a text begins with an IRI in angle brackets that has a host.
pub(crate) fn begins_with_iri(head: &[u8]) -> bool {
    let iri = node(head).map(|(iri, _)| iri).filter(|iri| is_absolute(iri));
    iri.is_some_and(|iri| memchr::memmem::find(iri, b"://").is_some())
}

/// An IRI in angle brackets or a blank node at the start of a text, and the text behind it.
fn node(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.trim_ascii_start();
    if text.starts_with(b"<") {
        let len = memchr::memchr(b'>', text)? + 1;
        let is_iri = |byte: &u8| *byte > b' ' && !b"\"{}|^`".contains(byte);
        return text.get(..len)?.iter().all(is_iri).then(|| text.split_at(len));
    }
    let len = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    text.starts_with(b"_:").then(|| text.split_at(len))
}

/// Whether an IRI in angle brackets begins with a scheme.
fn is_absolute(iri: &[u8]) -> bool {
    iri.strip_prefix(b"<").is_some_and(has_scheme)
}

/// Whether an IRI begins with a scheme, as all IRIs of N-Triples and N-Quads do.
pub(crate) fn has_scheme(iri: &[u8]) -> bool {
    let Some(colon) = memchr::memchr(b':', iri) else { return false };
    let scheme = iri.get(..colon).unwrap_or_default();
    scheme.first().is_some_and(u8::is_ascii_alphabetic)
        && scheme.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
}

/// The number of terms behind subject and predicate in a statement that ends on its line; `None` if it does not.
fn terms_of(rest: &[u8]) -> Option<usize> {
    let mut rest = rest.trim_ascii();
    let mut terms = 0;
    loop {
        if rest == b"."
            || rest.strip_prefix(b".").is_some_and(|end| end.trim_ascii_start().starts_with(b"#"))
        {
            return (1..=2).contains(&terms).then_some(terms);
        }
        if let Some((_, behind)) = node(rest) {
            rest = behind.trim_ascii_start();
        } else {
            rest = literal(rest)?.trim_ascii_start();
        }
        terms += 1;
        if terms > 2 {
            return None;
        }
    }
}

/// The text behind a literal in double quotes, with its language or type.
fn literal(text: &[u8]) -> Option<&[u8]> {
    let mut at = 1;
    if text.first() != Some(&b'"') {
        return None;
    }
    loop {
        match text.get(at)? {
            b'\\' => at += 2,
            b'"' => break,
            _ => at += 1,
        }
    }
    let rest = text.get(at + 1..)?;
    if let Some(iri) = rest.strip_prefix(b"^^") {
        return Some(node(iri)?.1);
    }
    let tag = |byte: &u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'-'));
    let len = rest.iter().position(tag).unwrap_or(rest.len());
    rest.get(if rest.starts_with(b"@") { len } else { 0 }..)
}
