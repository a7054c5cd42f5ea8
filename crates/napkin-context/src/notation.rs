//! How the characters of a URI are written at a place in a document, so that another URI can be written there.
//!
//! A [`Escaping`] is the notation of one format at one place, such as the value of an attribute in double quotation marks; each
//! format declares its own beside its parser. A [`Notation`] is the layers around a URI, such as a style sheet's string in
//! an attribute. To write another URI, the raw text is read layer by layer, only what differs is replaced, and the result is
//! read again.

use std::borrow::Cow;

/// Reads the first unit of raw text that is not empty: its length, and what it stands for. `None` if it is markup, which a URI
/// cannot contain.
type ReadUnit = for<'t> fn(&'t str) -> Option<(usize, Cow<'t, str>)>;

/// The notation of one format at one place.
#[derive(Debug)]
pub(crate) struct Escaping {
    pub(crate) read: ReadUnit,
    /// Writes a character; false if the place cannot hold it.
    pub(crate) write: fn(char, &mut Pen<'_>) -> bool,
    /// What begins and ends a URI that is written instead of the whole raw text.
    pub(crate) around: [&'static str; 2],
}

/// Where characters are written.
pub(crate) struct Pen<'p> {
    /// The text so far.
    pub(crate) out: String,
    /// The raw text that is replaced, whose style is followed.
    raw: &'p str,
    /// Whether the encoding of the document has a character.
    pub(crate) holds: &'p dyn Fn(char) -> bool,
    /// The escapes that were searched in the raw text, and whether it has them.
    searched: Vec<(&'static str, bool)>,
}

impl Pen<'_> {
    /// Whether the raw text has an escape; it is searched once, however long what is written is.
    pub(crate) fn has(&mut self, escape: &'static str) -> bool {
        if let Some(&(_, has)) = self.searched.iter().find(|(known, _)| *known == escape) {
            return has;
        }
        let has = self.raw.contains(escape);
        self.searched.push((escape, has));
        has
    }

    /// Writes a character as it is; false if the encoding does not have it.
    pub(crate) fn put(&mut self, c: char) -> bool {
        let holds = c.is_ascii() || (self.holds)(c);
        if holds {
            self.out.push(c);
        }
        holds
    }

    /// Writes a character as it is, or what stands for it if the encoding does not have it.
    pub(crate) fn put_or(&mut self, c: char, coded: impl FnOnce(char) -> String) -> bool {
        if !self.put(c) {
            self.out.push_str(&coded(c));
        }
        true
    }
}

/// The first character of raw text, which stands for itself.
pub(crate) fn as_it_is(raw: &str) -> Option<(usize, Cow<'_, str>)> {
    let len = raw.chars().next()?.len_utf8();
    Some((len, raw.get(..len)?.into()))
}

/// Text in which every character stands for itself, but for white space, which a URI between angle brackets may have.
pub(crate) static PLAIN: Escaping = Escaping {
    read: |raw| {
        let (len, text) = as_it_is(raw)?;
        Some((len, if text.trim().is_empty() { "".into() } else { text }))
    },
    write: |c, pen| !is_space(c) && pen.put(c),
    around: ["", ""],
};

/// Characters that no URI has, and that would end one in text.
pub(crate) const fn is_space(c: char) -> bool {
    matches!(c, '\0'..=' ' | '<' | '>' | '"')
}

/// A reference, without the tabs and line ends that the URL Standard ignores.
static REFERENCE: Escaping = Escaping {
    read: |raw| match raw.as_bytes().first()? {
        b'\t' | b'\n' | b'\r' => Some((1, "".into())),
        _ => as_it_is(raw),
    },
    write: |c, pen| {
        pen.out.push(c);
        true
    },
    around: ["", ""],
};

/// The maximum number of layers: a style sheet's string in an attribute in the text of an XML element.
const DEEPEST: usize = 3;

/// The layers around a URI, from the innermost; without any, nothing can be written at its place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Notation([Option<&'static Escaping>; DEEPEST]);

impl Notation {
    /// A place at which no URI can be written, such as the text of an XML entity.
    pub(crate) const NONE: Self = Self([None; DEEPEST]);

    /// A place with one layer.
    pub(crate) const fn of(layer: &'static Escaping) -> Self {
        Self([Some(layer), None, None])
    }

    /// This place inside another one.
    pub(crate) fn within(self, outer: Self) -> Self {
        let mut all = self.0;
        let inner = self.layers().count();
        if inner == 0 || outer.layers().next().is_none() {
            return Self::NONE;
        }
        for (at, layer) in outer.layers().enumerate() {
            match all.get_mut(inner + at) {
                Some(free) => *free = Some(layer),
                None => return Self::NONE,
            }
        }
        Self(all)
    }

    /// The layers, from the innermost.
    fn layers(&self) -> impl DoubleEndedIterator<Item = &'static Escaping> {
        self.0.into_iter().flatten()
    }

    /// Whether raw text stands for a reference.
    #[cfg(feature = "markdown")]
    pub(crate) fn reads(&self, raw: &str, reference: &str) -> bool {
        self.read(raw).is_some_and(|read| read.text == reference)
    }

    /// The raw text for a new reference in place of the raw text of an old one; `None` if the place cannot hold it.
    pub(crate) fn rewritten(
        &self,
        raw: &str,
        old: &str,
        new: &str,
        holds: &dyn Fn(char) -> bool,
    ) -> Option<String> {
        let read = self.read(raw)?;
        let is_new = |written: &String| self.read(written).is_some_and(|read| read.text == new);
        if read.text == old {
            let before = common(old.chars(), new.chars());
            let (rest_of_old, rest_of_new) = (old.get(before..)?, new.get(before..)?);
            let behind = common(rest_of_old.chars().rev(), rest_of_new.chars().rev());
            let (start, from) = read.unit_before(before);
            let (end, to) = read.unit_behind(old.len() - behind);
            let changed = new.get(start..new.len() - (old.len() - end))?;
            if let Some(changed) = self.written(raw, changed, false, holds) {
                let written = [raw.get(..from)?, &changed, raw.get(to..)?].concat();
                if is_new(&written) {
                    return Some(written);
                }
            }
        }
        self.written(raw, new, true, holds).filter(is_new)
    }

    /// A reference or a part of one, written layer by layer.
    fn written(
        &self,
        raw: &str,
        text: &str,
        is_whole: bool,
        holds: &dyn Fn(char) -> bool,
    ) -> Option<String> {
        let mut text = Cow::Borrowed(text);
        for layer in self.layers() {
            let [begin, end] = if is_whole { layer.around } else { ["", ""] };
            let searched = Vec::new();
            let mut pen = Pen { out: begin.to_owned(), raw, holds, searched };
            if !text.chars().all(|c| (layer.write)(c, &mut pen)) {
                return None;
            }
            pen.out.push_str(end);
            text = pen.out.into();
        }
        Some(text.into_owned())
    }

    /// The reference that raw text stands for; `None` if markup is between, or there is no layer.
    fn read(&self, raw: &str) -> Option<Read> {
        let mut layers = self.layers().rev();
        let mut read = Read::by(layers.next()?, raw)?;
        for layer in layers.chain([&REFERENCE]) {
            let inner = Read::by(layer, &read.text)?;
            read = inner.over(&read);
        }
        Some(read)
    }
}

/// How many bytes of the first text are equal at the beginning of both.
fn common(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    let equal = one.zip(other).take_while(|(a, b)| a == b);
    equal.map(|(c, _)| c.len_utf8()).sum()
}

/// Text that was read from raw text, and the places between its units: in the text and in the raw text.
struct Read {
    text: String,
    units: Vec<(usize, usize)>,
}

impl Read {
    fn by(layer: &Escaping, raw: &str) -> Option<Self> {
        let (mut text, mut units, mut at) = (String::new(), vec![(0, 0)], 0);
        while let Some(rest) = raw.get(at..).filter(|rest| !rest.is_empty()) {
            let (len, piece) = (layer.read)(rest)?;
            text.push_str(&piece);
            at += len.max(1);
            units.push((text.len(), at));
        }
        Some(Self { text, units })
    }

    /// This text, with the places in the raw text of what it was read from. A unit that begins in the midst of one of
    /// the other layer has no place of its own.
    fn over(self, outer: &Self) -> Self {
        let mut places = outer.units.iter().copied().peekable();
        let mut units = Vec::with_capacity(self.units.len());
        for (place, between) in self.units {
            while places.next_if(|&(text, _)| text < between).is_some() {}
            // Of units that stand for nothing, the raw text belongs to the unit behind them.
            if let Some(&(text, raw)) = places.peek()
                && text == between
            {
                units.push((place, raw));
            }
        }
        if let (Some(&(_, end)), Some(last)) = (outer.units.last(), units.last_mut()) {
            last.1 = end;
        }
        Self { text: self.text, units }
    }

    /// The last place between units that is not behind an offset of the text.
    fn unit_before(&self, offset: usize) -> (usize, usize) {
        let behind = self.units.partition_point(|&(text, _)| text <= offset);
        behind.checked_sub(1).and_then(|at| self.units.get(at)).copied().unwrap_or_default()
    }

    /// The first place between units that is not before an offset of the text.
    fn unit_behind(&self, offset: usize) -> (usize, usize) {
        let before = self.units.partition_point(|&(text, _)| text < offset);
        self.units.get(before).or(self.units.last()).copied().unwrap_or_default()
    }
}
