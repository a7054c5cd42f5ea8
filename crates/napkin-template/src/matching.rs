//! Reading back (RFC 6570 §1.4): the values with which a template expands to a text. A backtracking matcher runs the program of the
//! template, and remembers where it failed, so that no step is tried twice at one byte. What it finds is expanded again
//! before it is an answer.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use napkin::code_points::character_at;
use napkin::{ByteSet, percent};

use crate::expand::{self, Form};
use crate::operator::{RESERVED, UNRESERVED};
use crate::pieces::Modifier;
use crate::program::{Place, Program, Step};
use crate::value::Value;
use crate::variables::Values;

/// How many ways to divide a text are tried where a repeated variable or a prefix decides.
const WAYS: usize = 1024;

/// The most pairs of step and byte, and the most bytes that all ways have: what a stranger may ask for in a fraction of a second.
const LARGEST: usize = 1 << 24;

/// A template made ready to read texts back. Made by [`Template::matcher`](crate::Template::matcher).
///
/// ```
/// let matcher = napkin_template::template!("/{year}/{month}").matcher();
/// for (path, month) in [("/2026/11", "11"), ("/2026/12", "12")] {
///     assert_eq!(matcher.unexpand(path).unwrap().text("month"), Some(month));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Matcher {
    template: String,
    form: Form,
    program: Program,
}

/// Why no values were read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoReading {
    offset: usize,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    /// No values give the text.
    NoMatch,
    /// Both do.
    Ambiguous(Box<[Values<'static>; 2]>),
    /// There are too many ways to try.
    Undecided,
}

impl Matcher {
    pub(crate) fn new(template: &str) -> Self {
        Self::by(template, Form::Uri)
    }

    fn by(template: &str, form: Form) -> Self {
        Self { template: template.into(), form, program: Program::new(template, form) }
    }

    /// This matcher for IRIs, in which non-ASCII characters stand as they are.
    ///
    /// ```
    /// let matcher = napkin_template::template!("/{name}").matcher().for_iris();
    /// assert_eq!(matcher.unexpand("/Müller").unwrap().text("name"), Some("Müller"));
    /// ```
    #[must_use]
    pub fn for_iris(self) -> Self {
        Self::by(&self.template, Form::Iri)
    }

    /// Reads the variables back from an expansion.
    ///
    /// # Errors
    ///
    /// As [`Template::unexpand`](crate::Template::unexpand).
    pub fn unexpand(&self, text: &str) -> Result<Values<'static>, NoReading> {
        let no = |offset, reason| Err(NoReading { offset, reason });
        let mut found: Option<(Values<'static>, Vec<Item>)> = None;
        let mut differs_at = None;
        let Some(mut search) = Search::new(self, text) else { return no(0, Reason::Undecided) };
        for _ in 0..WAYS.min(LARGEST / (text.len() + 1)) {
            let Some(items) = search.next() else {
                let offset = differs_at.unwrap_or(search.furthest);
                return found
                    .map(|(values, _)| values)
                    .ok_or(NoReading { offset, reason: Reason::NoMatch });
            };
            let reading = self.reading(text, &items);
            match (reading, found.take()) {
                (Ok(values), Some((first, divided))) if first != values => {
                    let mut pairs = divided.iter().zip(&items);
                    let offset = pairs
                        .find(|(a, b)| a != b)
                        .map_or(text.len(), |(a, b)| a.start.min(b.start));
                    return no(offset, Reason::Ambiguous(Box::new([first, values])));
                }
                (Ok(values), _) => found = Some((values, items)),
                (Err(offset), before) => {
                    differs_at = differs_at.max(Some(offset));
                    found = before;
                }
            }
        }
        no(0, Reason::Undecided)
    }

    /// The values of items, if the template expands to the text with them; otherwise the byte at which the expansion differs.
    fn reading(&self, text: &str, items: &[Item]) -> Result<Values<'static>, usize> {
        let (mut values, mut prefixes) = (Values::default(), Vec::new());
        for items in items.chunk_by(|a, b| a.place == b.place) {
            let Some((first, place)) =
                items.first().and_then(|item| Some((item, self.program.places.get(item.place)?)))
            else {
                continue;
            };
            let texts: Vec<_> =
                items.iter().filter_map(|item| text.get(item.start..item.end)).collect();
            let value = value(place, &texts, self.form).ok_or(first.start)?;
            match (values.get(&place.name), place.modifier) {
                (_, Modifier::Prefix(_)) => prefixes.push((&place.name, value)),
                (Some(known), _) if !is_same(known, &value) => return Err(first.start),
                (Some(Value::List(_)), _) => {}
                _ => drop(values.insert(place.name.clone(), value)),
            }
        }
        // The longest prefix, unless the whole value is there; whether the others agree is seen in the expansion.
        prefixes
            .sort_by_key(|(_, value)| if let Value::Text(text) = value { text.len() } else { 0 });
        for (name, value) in prefixes.into_iter().rev() {
            values.or_insert(name, value);
        }
        let mut again = String::with_capacity(text.len());
        match expand::expand(&self.template, self.form, &values, &mut again) {
            Ok(()) if again == text => Ok(values),
            _ => Err(again.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count()),
        }
    }
}

/// Whether two values are one: a text and a list of it are.
fn is_same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::Text(text), Value::List(members)) | (Value::List(members), Value::Text(text)) => {
            **members == [text.as_ref()]
        }
        _ => a == b,
    }
}

/// The value whose expansion is these items, in its one spelling (TPL-A22 to TPL-A26); `None` if no text decodes to one.
fn value(place: &Place, items: &[&str], form: Form) -> Option<Value<'static>> {
    let operator = place.operator;
    let first = *items.first()?;
    if operator.raw {
        return Some(decode_raw(first, form).into());
    }
    let list = |texts: &mut dyn Iterator<Item = &str>| {
        texts.map(decode).collect::<Option<_>>().map(Value::List)
    };
    if place.modifier == Modifier::Explode {
        let pairs = || items.iter().map(|item| item.split_once('=').unwrap_or((item, "")));
        let is_list = if operator.named {
            pairs().all(|(name, _)| name == place.name)
        } else {
            items.iter().all(|item| !item.contains('='))
        };
        if !is_list {
            let decoded = pairs().map(|(name, value)| Some((decode(name)?, decode(value)?)));
            return decoded.collect::<Option<_>>().map(Value::Pairs);
        }
        return list(&mut pairs().map(|(name, value)| if operator.named { value } else { name }));
    }
    let text = if operator.named { first.get(place.name.len()..)? } else { first };
    let (is_valued, text) = match text.strip_prefix('=') {
        Some(text) if operator.named => (true, text),
        _ => (false, text),
    };
    if items.len() > 1 {
        list(&mut items.iter().copied())
    } else if text.contains(',') || is_valued && text.is_empty() && operator.if_empty.is_empty() {
        list(&mut text.split(','))
    } else {
        decode(text).map(Value::Text)
    }
}

/// The text of which an unreserved expansion is made; `None` if its octets are not UTF-8.
fn decode(text: &str) -> Option<Cow<'static, str>> {
    percent::decode(text, false).to_str().ok().map(|text| Cow::Owned(text.into_owned()))
}

/// The text of which a reserved expansion is made: triplets are decoded that a raw character could not stand for.
fn decode_raw(text: &str, form: Form) -> String {
    let (mut decoded, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('%') {
        let (before, from) = rest.split_at(at);
        decoded.push_str(before);
        let (triplets, behind) =
            from.split_at_checked(3 * expand::triplets(from).max(1)).unwrap_or((from, ""));
        let mut written = String::new();
        let data = decode(triplets).filter(|data| {
            let is_raw = |byte: &u8| UNRESERVED.or(RESERVED).contains(*byte);
            let percent =
                **data == *"%" && behind.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
            expand::push(data, false, form, &mut written);
            !percent
                && data.bytes().next().is_some_and(|byte| !is_raw(&byte))
                && written == triplets
        });
        decoded.push_str(data.as_deref().unwrap_or(triplets));
        rest = behind;
    }
    decoded + rest
}

/// An item of a variable, in bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Item {
    place: usize,
    start: usize,
    end: usize,
}

/// The ways to divide a text into the items of a program, one after the other.
struct Search<'m> {
    matcher: &'m Matcher,
    text: &'m [u8],
    /// The way on which the search is.
    stack: Vec<Frame>,
    /// The pairs of step and byte from which no way leads to the end.
    dead: Vec<u64>,
    /// The byte up to which the text went with the template.
    furthest: usize,
}

/// A step at a byte, and how many of its choices were tried.
struct Frame {
    step: usize,
    at: usize,
    tried: u8,
    /// Whether a way from here led to the end.
    led: bool,
}

impl<'m> Search<'m> {
    /// `None` if it would take too much memory.
    fn new(matcher: &'m Matcher, text: &'m str) -> Option<Self> {
        let steps = matcher.program.steps.len();
        let pairs = steps.checked_mul(text.len() + 1).filter(|pairs| *pairs <= LARGEST)?;
        let start = Frame { step: 0, at: 0, tried: 0, led: false };
        let dead = vec![0; pairs.div_ceil(64)];
        Some(Self { matcher, text: text.as_bytes(), stack: vec![start], dead, furthest: 0 })
    }

    /// The word and the bit of a pair of step and byte.
    fn bit(&self, step: usize, at: usize) -> (usize, u64) {
        let pair = at * self.matcher.program.steps.len() + step;
        (pair / 64, 1 << (pair % 64))
    }

    /// The next way to the end.
    fn next(&mut self) -> Option<Vec<Item>> {
        while let Some(frame) = self.stack.last_mut() {
            let (step, at, choice) = (frame.step, frame.at, frame.tried);
            frame.tried += 1;
            self.furthest = self.furthest.max(at);
            match self.go(step, at, choice) {
                Go::To(step, at) => {
                    let (word, bit) = self.bit(step, at);
                    if self.dead.get(word).is_some_and(|dead| dead & bit == 0) {
                        self.stack.push(Frame { step, at, tried: 0, led: false });
                    }
                }
                Go::Nowhere => {}
                Go::End => {
                    frame_led(&mut self.stack);
                    return Some(self.items());
                }
                Go::Back => {
                    let led = self.stack.pop().is_some_and(|frame| frame.led);
                    if led {
                        frame_led(&mut self.stack);
                    } else {
                        let (word, bit) = self.bit(step, at);
                        self.dead.get_mut(word).into_iter().for_each(|dead| *dead |= bit);
                    }
                }
            }
        }
        None
    }

    /// Where a choice of a step leads.
    fn go(&self, step: usize, at: usize, choice: u8) -> Go {
        let read =
            |length: usize, step| if length > 0 { Go::To(step, at + length) } else { Go::Nowhere };
        let byte = self.text.get(at).copied();
        let steps = &self.matcher.program.steps;
        match (steps.get(step).copied().unwrap_or(Step::Fail), choice) {
            (Step::Byte(expected), 0) => read(usize::from(byte == Some(expected)), step + 1),
            (Step::One(set), 0) => read(self.character(&set, at), step + 1),
            (Step::Any(set), 0) => read(self.character(&set, at), step),
            (Step::Any(_), 1) | (Step::Mark(_), 0) => Go::To(step + 1, at),
            (Step::Fork(first, _) | Step::Jump(first), 0) => Go::To(first, at),
            (Step::Fork(_, second), 1) => Go::To(second, at),
            (Step::Foreign(expression), 0) if self.is_foreign(expression, at) => {
                Go::To(step + 1, at)
            }
            (Step::End, 0) if byte.is_none() => Go::End,
            _ => Go::Back,
        }
    }

    /// The length of a character of a set, a triplet or a non-ASCII character of an IRI; 0 if another one is there.
    fn character(&self, set: &ByteSet, at: usize) -> usize {
        match self.text.get(at..).unwrap_or_default() {
            [byte, ..] if set.contains(*byte) => 1,
            [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => 3,
            [0x80..=0xFF, ..] if self.matcher.form == Form::Iri => {
                character_at(self.text, at).map_or(0, char::len_utf8)
            }
            _ => 0,
        }
    }

    /// Whether the text from a byte on begins with no name of a variable of an expression.
    fn is_foreign(&self, expression: usize, at: usize) -> bool {
        let program = &self.matcher.program;
        let rest = self.text.get(at..).unwrap_or_default();
        let places = program.expressions.get(expression).cloned().unwrap_or_default();
        program.places.get(places).unwrap_or_default().iter().all(|place| {
            rest.strip_prefix(place.name.as_bytes()).is_none_or(|behind| {
                behind.first().is_some_and(|byte| UNRESERVED.contains(*byte) || *byte == b'%')
            })
        })
    }

    /// The items on the way: their marks come in pairs.
    fn items(&self) -> Vec<Item> {
        let steps = &self.matcher.program.steps;
        let marks = self.stack.iter().filter_map(|frame| match steps.get(frame.step) {
            Some(Step::Mark(place)) => Some((*place, frame.at)),
            _ => None,
        });
        let (mut items, mut open) = (Vec::new(), None);
        for (place, at) in marks {
            match open.take() {
                None => open = Some(at),
                Some(start) => items.push(Item { place, start, end: at }),
            }
        }
        items
    }
}

/// Where a choice of a step leads.
enum Go {
    To(usize, usize),
    /// This choice leads nowhere; the next one may.
    Nowhere,
    /// There is no further choice.
    Back,
    /// The end of the text and of the program.
    End,
}

/// Notes that a way led from the last frame to the end.
fn frame_led(stack: &mut [Frame]) {
    if let Some(frame) = stack.last_mut() {
        frame.led = true;
    }
}

impl NoReading {
    /// The name of the reason: `no-match`, `ambiguous` or `undecided`.
    pub const fn name(&self) -> &'static str {
        match self.reason {
            Reason::NoMatch => "no-match",
            Reason::Ambiguous(_) => "ambiguous",
            Reason::Undecided => "undecided",
        }
    }

    /// The byte of the text up to which it goes with the template, or from which on there are two readings.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Two of the readings, if there is more than one: the template expands to the text with either.
    pub fn readings(&self) -> Option<[&Values<'static>; 2]> {
        match &self.reason {
            Reason::Ambiguous(both) => Some([&both[0], &both[1]]),
            Reason::NoMatch | Reason::Undecided => None,
        }
    }
}

impl fmt::Display for NoReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.offset;
        match self.reason {
            Reason::NoMatch => write!(f, "the text does not match the template from byte {at} on"),
            Reason::Ambiguous(_) => write!(
                f,
                "different values expand to this text: from byte {at} on, more than one variable can have it"
            ),
            Reason::Undecided => f.write_str("the text can be divided in too many ways to decide"),
        }
    }
}

impl core::error::Error for NoReading {}
