//! Turtle: IRIs and prefixed names, each with the base in scope; also N-Triples, N-Quads and `TriG`, which have the
//! tokens of Turtle.
//!
//! The tokenizer is written here, since parsers of Turtle pass on resolved IRIs without their places. It accepts the
//! tokens of RDF 1.2 too. Of the grammar only the directives are checked.

use std::borrow::Cow;
use std::collections::HashMap;

use napkin::Target;

use crate::base::{Base, LONGEST_BASE};
use crate::fault::{Fault, FaultKind};
use crate::formats::cuts::Cuts;
use crate::formats::link_reader::{Bases, LinkReader};
use crate::formats::triples::{Statements, has_scheme};
use crate::link::{Each, Link, Role};
use crate::notation::{Escaping, Notation, as_it_is, is_space};
use crate::vocabulary::Piece;

/// The keywords of Turtle that are no directives.
const WORDS: [&str; 3] = ["a", "true", "false"];

/// The characters that a backslash escapes in a local name (`PN_LOCAL_ESC`).
const ESCAPED: &str = "_~.-!$&'()*+,;=/?#@%";

/// Turtle and `TriG`.
pub(crate) const READER: LinkReader = LinkReader {
    bases: |around, text| {
        let base = embedded_base(text, &around);
        Bases { around, in_page: base.clone(), base }
    },
    ..LinkReader::of(|source, _, each| links(source.text, &source.bases.around, each))
};

/// N-Triples and N-Quads.
pub(crate) const LINES_READER: LinkReader = LinkReader {
    cuts: |_, _| Some(Cuts::Lines),
    ..LinkReader::of(|source, statements, each| {
        lines(source.text, &source.bases.around, statements, each)
    })
};

/// The base of a document: `around`, narrowed by the directives before its first IRI.
fn embedded_base(text: &str, around: &Base) -> Base {
    let mut reading = Reading::new(text, around);
    loop {
        let read = match reading.tokens.next() {
            Ok(Some(Token::Base)) => reading.declare_base().map(drop),
            Ok(Some(Token::Prefix)) => reading.declare_prefix().map(drop),
            Ok(Some(Token::Other)) => Ok(()),
            Ok(Some(Token::Iri(_) | Token::Name(_)) | None) | Err(_) => return reading.base,
        };
        if read.is_err() {
            return reading.base;
        }
    }
}

/// Passes on the references of a document, whose directives narrow the base `around`.
///
/// # Errors
///
/// If the document is not Turtle, after the links before the error.
fn links(text: &str, around: &Base, each: &mut Each<'_>) -> Result<(), Fault> {
    let mut reading = Reading::new(text, around);
    while let Some(token) = reading.tokens.next()? {
        match token {
            Token::Base => {
                let outer = reading.base.clone();
                let iri = reading.declare_base()?;
                each(Link { role: Role::OnlyBase, ..link(&iri, "@base", &outer) });
            }
            Token::Prefix => {
                let iri = reading.declare_prefix()?;
                each(link(&iri, "@prefix", &reading.base));
            }
            Token::Iri(iri) => each(link(&iri, "iri", &reading.base)),
            Token::Name(name) => {
                let Some(Prefix { namespace, base }) = reading.prefixes.get(name.prefix) else {
                    let detail = format_args!("the prefix '{}:' is not declared", name.prefix);
                    return Err(fault(name.start, detail));
                };
                let iri = [namespace, &*name.local].concat();
                each(Link {
                    role: Role::Name(namespace.len()),
                    notation: Notation::of(&NAME),
                    ..Link::new(&iri, name.start..name.end, "prefixed-name", base).as_written()
                });
            }
            Token::Other => {}
        }
    }
    let statements = Statements { is_open: reading.tokens.is_open, relative: None };
    statements.fault(text.len()).map_or(Ok(()), Err)
}

/// Passes on the IRIs of lines in N-Triples or N-Quads. They are absolute by its grammar; a relative one is an error of the
/// document, which the `statements` keep, and the reading goes on.
///
/// # Errors
///
/// If the lines are not N-Triples or N-Quads, after the links before the error.
fn lines(
    text: &str,
    around: &Base,
    statements: &mut Statements,
    each: &mut Each<'_>,
) -> Result<(), Fault> {
    let wrong = |at, detail| Fault::new(FaultKind::NotTriples, Some(at), detail);
    let mut reading = Reading::new(text, around);
    reading.tokens.has_lines = true;
    reading.tokens.is_open = statements.is_open;
    loop {
        let start = reading.tokens.at;
        let token = reading
            .tokens
            .next()
            .map_err(|fault| Fault { kind: FaultKind::NotTriples, ..fault })?;
        match token {
            None => break,
            Some(Token::Other) => {}
            Some(Token::Iri(iri)) if has_scheme(iri.text.as_bytes()) => {
                each(link(&iri, "iri", around));
            }
            Some(Token::Iri(iri)) => {
                let (first, count) = statements.relative.unwrap_or((iri.start, 0));
                statements.relative = Some((first, count + 1));
            }
            Some(Token::Base | Token::Prefix) => {
                return Err(wrong(start, "there are no directives in it"));
            }
            Some(Token::Name(name)) => {
                return Err(wrong(name.start, "there are no prefixed names in it"));
            }
        }
    }
    statements.is_open = reading.tokens.is_open;
    Ok(())
}

/// The link of an IRI.
fn link<'l>(iri: &'l Piece<'_>, element: &'l str, base: &'l Base) -> Link<'l> {
    let link = Link::new(&iri.text, iri.start..iri.end, element, base).as_written();
    Link { notation: Notation::of(&IRI), ..link }
}

/// An IRI between angle brackets.
static IRI: Escaping = Escaping {
    read: |raw| match raw.strip_prefix('\\').and_then(escape) {
        Some((len, character)) => Some((1 + len, character.to_string().into())),
        None => as_it_is(raw),
    },
    write: |c, pen| is_of_iri(c) && pen.put_or(c, coded),
    around: ["", ""],
};

/// A prefixed name, in whose place another IRI stands between angle brackets.
static NAME: Escaping = Escaping {
    read: |raw| match raw.as_bytes().first()? {
        b'<' | b'>' => Some((1, "".into())),
        _ => (IRI.read)(raw),
    },
    write: |c, pen| is_of_iri(c) && pen.put_or(c, coded),
    around: ["<", ">"],
};

/// A character as an escape (`UCHAR`).
fn coded(c: char) -> String {
    let number = u32::from(c);
    if number > 0xFFFF { format!("\\U{number:08X}") } else { format!("\\u{number:04X}") }
}

/// Whether a character is allowed between angle brackets (`IRIREF`).
fn is_of_iri(c: char) -> bool {
    !is_space(c) && !matches!(c, '{' | '}' | '|' | '^' | '`' | '\\')
}

fn fault(at: usize, detail: impl std::fmt::Display) -> Fault {
    Fault::new(FaultKind::NotTurtle, Some(at), detail)
}

/// A declared prefix.
struct Prefix {
    /// The resolved IRI; as written, if that failed, so that every name with the prefix has the same error.
    namespace: String,
    /// The base in scope at the declaration.
    base: Base,
}

struct Reading<'t> {
    tokens: Tokens<'t>,
    base: Base,
    prefixes: HashMap<&'t str, Prefix>,
}

impl<'t> Reading<'t> {
    fn new(text: &'t str, around: &Base) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let tokens = Tokens {
            text,
            at,
            has_lines: false,
            after_string: false,
            words_end: 0,
            is_open: false,
        };
        Self { tokens, base: around.clone(), prefixes: HashMap::new() }
    }

    /// Reads the rest of a base directive; the IRI that it declares.
    fn declare_base(&mut self) -> Result<Piece<'t>, Fault> {
        let iri = self.iri()?;
        self.base = self.base.clone().scoped(&iri.text);
        // As in SPARQL, a directive may have no full stop.
        self.tokens.is_open = false;
        Ok(iri)
    }

    /// Reads the rest of a prefix directive; the IRI that it declares.
    fn declare_prefix(&mut self) -> Result<Piece<'t>, Fault> {
        let prefix = match self.tokens.next()? {
            Some(Token::Name(Name { prefix, local, .. })) if local.is_empty() => prefix,
            _ => {
                return Err(fault(
                    self.tokens.at,
                    "a prefix, with a colon, is missing before this",
                ));
            }
        };
        let iri = self.iri()?;
        let namespace = match self.base.target(&iri.text) {
            Ok(Target::Uri(uri)) => uri,
            Ok(Target::CurrentDocument { .. }) | Err(_) => iri.text.clone().into_owned(),
        };
        // Every name with the prefix repeats it.
        if namespace.len() > LONGEST_BASE {
            let detail = format_args!("the IRI of a prefix has more than {LONGEST_BASE} bytes");
            return Err(Fault::new(FaultKind::TooLarge, Some(iri.start), detail));
        }
        self.prefixes.insert(prefix, Prefix { namespace, base: self.base.clone() });
        self.tokens.is_open = false;
        Ok(iri)
    }

    /// The IRI of a directive.
    fn iri(&mut self) -> Result<Piece<'t>, Fault> {
        match self.tokens.next()? {
            Some(Token::Iri(iri)) => Ok(iri),
            _ => Err(fault(self.tokens.at, "an IRI in angle brackets is missing before this")),
        }
    }
}

/// A prefixed name, with its escapes resolved.
struct Name<'t> {
    prefix: &'t str,
    local: Cow<'t, str>,
    start: usize,
    end: usize,
}

enum Token<'t> {
    /// `@base` or `BASE`.
    Base,
    /// `@prefix` or `PREFIX`.
    Prefix,
    /// The text between angle brackets, with its escapes resolved.
    Iri(Piece<'t>),
    Name(Name<'t>),
    /// A literal, a blank node, a keyword or punctuation.
    Other,
}

struct Tokens<'t> {
    text: &'t str,
    at: usize,
    /// Whether nothing goes over lines, as in N-Triples.
    has_lines: bool,
    /// Whether the last token is a string, which a language may follow.
    after_string: bool,
    /// The end of a run of words and dots that no colon follows, so that it is searched once.
    words_end: usize,
    /// Whether a statement has begun and not ended.
    is_open: bool,
}

impl<'t> Tokens<'t> {
    fn next(&mut self) -> Result<Option<Token<'t>>, Fault> {
        loop {
            let rest = &self.text[self.at..];
            let Some(first) = rest.chars().next() else { return Ok(None) };
            match first {
                ' ' | '\t' | '\r' | '\n' => {
                    self.after_string &= !(self.has_lines && first == '\n');
                    self.at += 1;
                }
                '#' => {
                    let end = memchr::memchr2(b'\r', b'\n', rest.as_bytes());
                    self.at += end.unwrap_or(rest.len());
                }
                _ => break,
            }
        }
        let after_string = std::mem::take(&mut self.after_string);
        let start = self.at;
        let rest = &self.text[start..];
        self.is_open = !rest.starts_with(['.', '}']);
        let token = match rest.chars().next().unwrap_or_default() {
            // Triples and reifiers of RDF 1.2.
            '<' if rest.starts_with("<<") => {
                self.at += 2;
                Token::Other
            }
            '<' => self.iri()?,
            quote @ ('"' | '\'') => {
                self.string(rest.as_bytes(), quote as u8)?;
                Token::Other
            }
            '@' => {
                let is_tag = |c: char| c.is_ascii_alphanumeric() || c == '-';
                let word = &rest[1..];
                let word = &word[..word.find(|c| !is_tag(c)).unwrap_or(word.len())];
                self.at += 1 + word.len();
                match word {
                    "" => return Err(fault(start, "'@' needs a directive or a language")),
                    _ if after_string => Token::Other,
                    "base" => Token::Base,
                    "prefix" => Token::Prefix,
                    "version" => Token::Other,
                    _ => return Err(fault(start, format_args!("'@{word}' is no directive"))),
                }
            }
            '_' if rest.starts_with("_:") => {
                let label = &rest[2..];
                self.at += 2 + label[..names(label)].trim_end_matches('.').len();
                Token::Other
            }
            ':' => self.name("")?,
            c if is_name_start(c) => self.word(rest)?,
            '.'
            | ','
            | ';'
            | '['
            | ']'
            | '('
            | ')'
            | '{'
            | '}'
            | '^'
            | '~'
            | '|'
            | '>'
            | '+'
            | '-'
            | '0'..='9' => {
                self.at += 1;
                Token::Other
            }
            c => return Err(fault(start, format_args!("{c:?} begins no token"))),
        };
        Ok(Some(token))
    }

    /// An IRI. Characters that it must not have are left to the parser of references, which names them.
    fn iri(&mut self) -> Result<Token<'t>, Fault> {
        let start = self.at + 1;
        let rest = &self.text[start..];
        let len = match memchr::memchr3(b'>', b'\n', b'\r', rest.as_bytes()) {
            Some(len) if rest.as_bytes()[len] == b'>' => len,
            _ => return Err(fault(self.at, "'<' without '>' on the line")),
        };
        let end = start + len;
        self.at = end + 1;
        Ok(Token::Iri(Piece { text: unescaped(&rest[..len]), start, end }))
    }

    /// Goes past a string.
    fn string(&mut self, rest: &[u8], quote: u8) -> Result<(), Fault> {
        let is_long = !self.has_lines && rest.starts_with(&[quote; 3]);
        let mut at = if is_long { 3 } else { 1 };
        loop {
            let behind = rest.get(at..).unwrap_or_default();
            let Some(found) = memchr::memchr3(quote, b'\\', b'\n', behind) else {
                return Err(fault(self.at, "the string has no end"));
            };
            at += found;
            match rest[at] {
                b'\\' if !(self.has_lines && rest.get(at + 1) == Some(&b'\n')) => at += 2,
                b'\n' if is_long => at += 1,
                b'\n' | b'\\' => return Err(fault(self.at, "the string has no end on the line")),
                _ if !is_long => break at += 1,
                _ if rest[at..].starts_with(&[quote; 3]) => break at += 3,
                _ => at += 1,
            }
        }
        self.at += at;
        self.after_string = true;
        Ok(())
    }

    /// A prefixed name, a directive or another word.
    fn word(&mut self, rest: &'t str) -> Result<Token<'t>, Fault> {
        let start = self.at;
        if start >= self.words_end {
            let run = names(rest);
            if rest[run..].starts_with(':') && !rest[..run].ends_with('.') {
                self.at += run;
                return self.name(&rest[..run]);
            }
            self.words_end = start + run;
        }
        let word = &rest[..self.words_end - start];
        let word = word.split('.').next().unwrap_or_default();
        self.at += word.len();
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        let is_exponent = || {
            let before = self.text.as_bytes()[..start].last();
            before.is_some_and(|byte| matches!(byte, b'0'..=b'9' | b'.'))
                && word.starts_with(['e', 'E'])
                && word[1..].bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-'))
        };
        if is("base") {
            Ok(Token::Base)
        } else if is("prefix") {
            Ok(Token::Prefix)
        } else if WORDS.contains(&word) || is("graph") || is("version") || is_exponent() {
            Ok(Token::Other)
        } else {
            Err(fault(start, format_args!("'{word}' is no keyword, and no prefix without a colon")))
        }
    }

    /// A prefixed name, whose colon is here.
    fn name(&mut self, prefix: &'t str) -> Result<Token<'t>, Fault> {
        let start = self.at - prefix.len();
        let rest = &self.text[self.at + 1..];
        let mut characters = rest.char_indices().peekable();
        let mut len = 0;
        // A local name neither begins nor ends with a dot.
        if !rest.starts_with('.') {
            while let Some((at, c)) = characters.next_if(|&(_, c)| is_local(c)) {
                let is_escaped = |&(_, c): &(usize, char)| ESCAPED.contains(c);
                len = match c {
                    '.' => continue,
                    '\\' if characters.next_if(is_escaped).is_none() => {
                        return Err(fault(
                            self.at + 1 + at,
                            "this escape is not allowed in a name",
                        ));
                    }
                    '\\' => at + 2,
                    _ => at + c.len_utf8(),
                };
            }
        }
        let raw = &rest[..len];
        let local = if raw.contains('\\') { raw.replace('\\', "").into() } else { raw.into() };
        let end = self.at + 1 + len;
        self.at = end;
        Ok(Token::Name(Name { prefix, local, start, end }))
    }
}

/// Whether a character belongs to a local name; a backslash with the character that it escapes.
fn is_local(c: char) -> bool {
    is_name(c) || matches!(c, ':' | '.' | '%' | '\\')
}

/// The length of the run of characters of names and dots at the start of a text.
fn names(text: &str) -> usize {
    text.find(|c| !(is_name(c) || c == '.')).unwrap_or(text.len())
}

/// The text of an IRI with `\u` and `\U` resolved; other escapes do not exist there, and remain.
fn unescaped(raw: &str) -> Cow<'_, str> {
    let mut pieces = raw.split('\\');
    let first = pieces.next().unwrap_or_default();
    if first.len() == raw.len() {
        return raw.into();
    }
    let mut text = String::from(first);
    for piece in pieces {
        if let Some((len, character)) = escape(piece) {
            text.push(character);
            text.push_str(&piece[len..]);
        } else {
            text.push('\\');
            text.push_str(piece);
        }
    }
    text.into()
}

/// The character of an escape behind its backslash, and the length of that.
fn escape(behind: &str) -> Option<(usize, char)> {
    let digits = match behind.as_bytes().first()? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let hex = behind.get(1..=digits).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let character = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)?;
    Some((1 + digits, character))
}

/// `PN_CHARS_BASE`.
fn is_name_start(c: char) -> bool {
    matches!(c, 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}'
        | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// `PN_CHARS`.
fn is_name(c: char) -> bool {
    is_name_start(c)
        || matches!(c, '_' | '-' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}
