//! The key of Spark's `parse_url`, which is inserted into a Java pattern: `(&|^)`, the key, and `=([^&]*)`, whose
//! second group is the answer.
//!
//! Most keys are plain text, which is searched as such. A Java pattern is accepted if the crate `regex` matches it
//! in the same way, once its classes and case folding are rewritten for ASCII, as in Java. All others are rejected,
//! including those that Java rejects: an error is better than a different answer.

use std::iter::Peekable;
use std::str::Chars;

use regex::Regex;

/// The maximum count in a repetition.
const MOST_TIMES: u32 = 1000;

/// A compiled key.
pub(super) enum Key {
    /// Plain text, and `=`.
    Plain(String),
    Pattern(Regex),
}

impl Key {
    /// Reads a key.
    ///
    /// # Errors
    ///
    /// If it is a pattern that Java rejects, or may match differently.
    pub(super) fn new(key: &str) -> Result<Self, String> {
        if !key.contains(['\\', '.', '+', '*', '?', '(', ')', '|', '[', ']', '{', '}', '^', '$']) {
            return Ok(Self::Plain(format!("{key}=")));
        }
        let pattern = Translation::of(key)?;
        let pattern = Regex::new(&format!("(&|^){pattern}=([^&]*)"));
        pattern.map(Self::Pattern).map_err(|_| "it is no pattern".to_owned())
    }

    /// The value of the key in a query: the second group of the first match.
    pub(super) fn value<'q>(&self, query: &'q str) -> Option<&'q str> {
        match self {
            Self::Plain(key) => {
                let mut places = query.match_indices(key.as_str()).map(|(at, _)| at);
                let begins = |at: &usize| *at == 0 || query.as_bytes().get(at - 1) == Some(&b'&');
                let value = query.get(places.find(begins)? + key.len()..)?;
                Some(value.split_once('&').map_or(value, |(value, _)| value))
            }
            Self::Pattern(pattern) => Some(pattern.captures(query)?.get(2)?.as_str()),
        }
    }
}

/// The operand of a quantifier.
#[derive(Clone, Copy, PartialEq)]
enum Operand {
    Nothing,
    Atom,
    /// An operand with a capturing group: the group's content after repetitions differs between engines.
    Group,
    Repeated,
}

/// The translation of a Java pattern to one of `regex`.
struct Translation<'k> {
    rest: Peekable<Chars<'k>>,
    out: String,
    operand: Operand,
    /// The open groups, and whether each is or contains a capturing group.
    open: Vec<bool>,
    /// Whether ASCII letters match case-insensitively.
    folds: bool,
}

impl<'k> Translation<'k> {
    fn of(key: &'k str) -> Result<String, String> {
        let folded = key.strip_prefix("(?i)");
        let mut translation = Self {
            rest: folded.unwrap_or(key).chars().peekable(),
            out: String::new(),
            operand: if folded.is_some() { Operand::Nothing } else { Operand::Group },
            open: Vec::new(),
            folds: folded.is_some(),
        };
        while let Some(next) = translation.rest.next() {
            translation.take(next)?;
        }
        if translation.open.is_empty() {
            Ok(translation.out)
        } else {
            Err("a group is not closed".to_owned())
        }
    }

    fn take(&mut self, next: char) -> Result<(), String> {
        match next {
            '\\' => self.escape()?,
            '[' => self.class()?,
            '(' => self.group()?,
            ')' => {
                let counts = self.open.pop().ok_or("a ')' closes no group")?;
                if let Some(outer) = self.open.last_mut() {
                    *outer |= counts;
                }
                self.out.push(')');
                self.operand = if counts { Operand::Group } else { Operand::Atom };
            }
            '|' | '^' | '$' => {
                self.out.push(next);
                self.operand = Operand::Nothing;
            }
            '.' => {
                self.out.push('.');
                self.operand = Operand::Atom;
            }
            '*' | '+' | '?' | '{' => self.quantifier(next)?,
            _ => self.literal(next),
        }
        Ok(())
    }

    fn literal(&mut self, character: char) {
        if self.folds && character.is_ascii_alphabetic() {
            let (lower, upper) = (character.to_ascii_lowercase(), character.to_ascii_uppercase());
            self.out.extend(['[', lower, upper, ']']);
        } else {
            self.out += &regex::escape(character.encode_utf8(&mut [0; 4]));
        }
        self.operand = Operand::Atom;
    }

    fn escape(&mut self) -> Result<(), String> {
        let escaped = self.rest.next().ok_or("nothing is behind its last backslash")?;
        if escaped == 'Q' {
            while let Some(next) = self.rest.next() {
                if next == '\\' && self.rest.next_if_eq(&'E').is_some() {
                    break;
                }
                self.literal(next);
            }
            return Ok(());
        }
        match shorthand(escaped) {
            Some(class) => {
                self.out += class;
                self.operand = Operand::Atom;
            }
            None if escaped.is_ascii_punctuation() => self.literal(escaped),
            None => return Err(format!("'\\{escaped}' may mean something else in Java")),
        }
        Ok(())
    }

    fn class(&mut self) -> Result<(), String> {
        const OTHER: &str = "a class of characters may mean something else in Java";
        self.out.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.out.push('^');
        }
        let mut is_empty = true;
        loop {
            let next = self.rest.next().ok_or("a class of characters is not closed")?;
            if next == ']' && !is_empty {
                break;
            }
            let first = match next {
                '[' | ']' | '^' => return Err(OTHER.to_owned()),
                '&' if self.rest.peek() == Some(&'&') => return Err(OTHER.to_owned()),
                '-' if !is_empty && self.rest.peek() != Some(&']') => return Err(OTHER.to_owned()),
                '\\' => {
                    let escaped = self.rest.next().ok_or(OTHER)?;
                    if let Some(class) = shorthand(escaped) {
                        self.out += class;
                        is_empty = false;
                        continue;
                    }
                    if !escaped.is_ascii_punctuation() {
                        return Err(OTHER.to_owned());
                    }
                    escaped
                }
                _ => next,
            };
            let mut last = first;
            if next != '-' && self.rest.peek() == Some(&'-') {
                let mut ahead = self.rest.clone();
                let _: Option<char> = ahead.next();
                match ahead.next() {
                    Some(']') => {}
                    Some(end) if end.is_alphanumeric() => {
                        self.rest = ahead;
                        last = end;
                    }
                    _ => return Err(OTHER.to_owned()),
                }
            }
            self.range(first, last);
            is_empty = false;
        }
        self.out.push(']');
        self.operand = Operand::Atom;
        Ok(())
    }

    fn range(&mut self, first: char, last: char) {
        let mut add = |first: char, last: char| {
            let escaped = |character: char| regex::escape(character.encode_utf8(&mut [0; 4]));
            self.out += &format!("{}-{}", escaped(first), escaped(last));
        };
        add(first, last);
        if self.folds {
            for (start, end, turn) in [
                ('a', 'z', char::to_ascii_uppercase as fn(&char) -> char),
                ('A', 'Z', char::to_ascii_lowercase),
            ] {
                let (start, end) = (start.max(first), end.min(last));
                if start <= end {
                    add(turn(&start), turn(&end));
                }
            }
        }
    }

    fn group(&mut self) -> Result<(), String> {
        let mut counts = true;
        self.out.push('(');
        if self.rest.next_if_eq(&'?').is_some() {
            self.out.push('?');
            match self.rest.next() {
                Some(':') => {
                    counts = false;
                    self.out.push(':');
                }
                Some('<') if self.rest.peek().is_some_and(char::is_ascii_alphabetic) => {
                    self.out.push('<');
                    let is_name = |c: &char| c.is_ascii_alphanumeric();
                    while let Some(letter) = self.rest.next_if(is_name) {
                        self.out.push(letter);
                    }
                }
                _ => return Err("a group may mean something else in Java".to_owned()),
            }
        }
        self.open.push(counts);
        self.operand = Operand::Nothing;
        Ok(())
    }

    fn quantifier(&mut self, quantifier: char) -> Result<(), String> {
        match (self.operand, quantifier) {
            (Operand::Atom, _) | (Operand::Group, '?') => {}
            (Operand::Nothing, _) => return Err(format!("'{quantifier}' repeats nothing")),
            (Operand::Group, _) => {
                return Err(format!("what a group holds behind '{quantifier}' may differ in Java"));
            }
            (Operand::Repeated, _) => return Err(format!("'{quantifier}' repeats a repetition")),
        }
        self.out.push(quantifier);
        if quantifier == '{' {
            loop {
                let next = self.rest.next().ok_or("'{' is not closed")?;
                let follows_digit = self.out.ends_with(|last: char| last.is_ascii_digit());
                self.out.push(next);
                match next {
                    '0'..='9' => {}
                    ',' if follows_digit => {}
                    '}' if follows_digit || self.out.ends_with(",}") => break,
                    _ => return Err("'{' is no repetition".to_owned()),
                }
            }
            let counts = self.out.rsplit_once('{').map_or("", |(_, counts)| counts);
            let mut counts = counts.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
            if counts.any(|count| count.parse().is_ok_and(|count: u32| count > MOST_TIMES)) {
                return Err(format!("it repeats more than {MOST_TIMES} times"));
            }
        }
        if self.rest.next_if_eq(&'?').is_some() {
            self.out.push('?');
        }
        self.operand = Operand::Repeated;
        Ok(())
    }
}

/// The classes that have a letter, in ASCII, as Java has them.
fn shorthand(letter: char) -> Option<&'static str> {
    Some(match letter {
        'd' => "[0-9]",
        'D' => "[^0-9]",
        'w' => "[a-zA-Z_0-9]",
        'W' => "[^a-zA-Z_0-9]",
        's' => r"[ \t\n\x0B\f\r]",
        'S' => r"[^ \t\n\x0B\f\r]",
        _ => return None,
    })
}
