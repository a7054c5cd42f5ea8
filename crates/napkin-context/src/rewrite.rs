//! Documents whose references change, and not one other byte.
//!
//! A document is read as for its links. For each reference a rule says what to write instead; the notation of its place
//! says how. The result is read again: it has the same links with the targets that were meant, or the changes that spoil it
//! are taken back and named.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::ops::Range;

use encoding_rs::{EncoderResult, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};
use napkin::{Parts, Target};

use crate::compression::Compression;
use crate::fault::{Fault, FaultKind};
use crate::kind::Kind;
use crate::link::{Link, Role};
use crate::urls::NoTarget;
use crate::walk::pieces::{Cut, Cutting, Pieces, fill};
use crate::walk::visit::Reading;
use crate::walk::{Document, Found, Surroundings};

/// Says what to write in place of a reference, by the link and its target: a reference, nothing if it stays, or why it cannot
/// be changed. References that declare a base come too; [`Link::is_base`] tells them apart.
pub type Rule<'r> =
    dyn FnMut(&Link<'_>, &Result<Target, NoTarget>) -> Result<Option<String>, String> + 'r;

/// A document whose references were changed; see [`Surroundings::rewrite`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewritten {
    /// The document.
    pub document: Vec<u8>,
    /// What it is; `None` if it is not rewritten.
    pub kind: Option<Kind>,
    /// The references that were changed, in the order of their places. Those that share one, such as those of a definition in
    /// Markdown, are one change.
    pub changes: Vec<Change>,
    /// The references that a rule changes and that were left as they are, in the order of their places.
    pub left: Vec<Left>,
    /// The errors of the document. What is behind them was not read, and is as it was.
    pub faults: Vec<Fault>,
}

/// A reference that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Its place in the document that was read, in bytes.
    pub place: Range<usize>,
    /// The place of what is written there, in the document as it is now.
    pub written: Range<usize>,
    /// The reference that was there.
    pub old: String,
    /// The reference that is there now.
    pub new: String,
}

/// A reference that could not be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Left {
    /// Its place in the document, in bytes.
    pub place: Range<usize>,
    /// The reference.
    pub reference: String,
    /// Why it was left as it is.
    pub reason: String,
}

/// Why a reference is left.
const NO_PLACE: &str = "no other URI can be written at this place";
const SPOILS: &str = "another URI at this place would change other links";
const SHARED: &str = "references at this place would change differently";

/// Why a document is refused.
const HOLDS_OTHERS: &str = "it holds other documents, or is compressed inside";

/// How many bytes are written in a piece before it is cut short.
const MOST_NEW: usize = 1 << 18;

/// How often a result is read again before all changes are taken back.
const ROUNDS: usize = 8;

impl Surroundings {
    /// Changes the references of a document by a rule, each written as its place needs it: in the quotation marks of an
    /// attribute or a string, with the escapes of the format, in the encoding of the document. All other bytes stay.
    ///
    /// The result is read again. It has the same links in the same order, and the targets that the rule gives; a change that
    /// would break this is taken back, and is in [`Rewritten::left`]. A document that holds others, is compressed, or is
    /// in an encoding that is not written is not rewritten, by a fault ([`FaultKind::NotRewritten`]).
    ///
    /// ```
    /// use napkin_context::{Kind, Surroundings};
    ///
    /// let sheet = b"/* http://a/ */ body { background: url( http://a/\\28 1\\29 .png ) }";
    /// let around = Surroundings::default().of_kind(Kind::Css);
    /// let result = around.rewrite(sheet, &mut |link, _| Ok(Some(link.reference.replace("//a/", "//b/"))));
    /// assert_eq!(
    ///     String::from_utf8_lossy(&result.document),
    ///     "/* http://a/ */ body { background: url( http://b/\\28 1\\29 .png ) }",
    /// );
    /// assert_eq!((result.changes.len(), result.left.len()), (1, 0));
    /// ```
    pub fn rewrite(&self, document: &[u8], rule: &mut Rule<'_>) -> Rewritten {
        let mut around = self.clone();
        around.with_bases = true;
        // The memory is that of the document in any case.
        around.piece = usize::MAX;
        let mut plan = Plan::new(document, 0);
        around.read(document, &mut |about, found| plan.found(about, found, rule));
        if let Some(fault) = plan.refused {
            let faults = vec![fault];
            let (document, kind) = (document.to_vec(), None);
            return Rewritten { document, kind, changes: Vec::new(), left: Vec::new(), faults };
        }
        let again = match plan.kind {
            Some(kind) => around.of_kind(kind),
            None => around,
        };
        plan.sort();
        let rewritten = plan.settle(&mut |document, check| {
            again.read(document, &mut |_, found| check.found(&found));
        });
        plan.result(rewritten)
    }

    /// [Changes](Self::rewrite) a document while it is read, and passes on each piece of it as it was and as it is now: the places of
    /// its changes are those in the document. Text, N-Triples, N-Quads and sitemaps come in pieces, so that the memory does not
    /// grow with them; other documents come in one. The rule may be asked about a reference more than once.
    ///
    /// # Errors
    ///
    /// If the reader fails, or what takes the pieces.
    ///
    /// ```
    /// use napkin_context::{Kind, Surroundings};
    ///
    /// let log = "GET http://a/\n".repeat(100_000);
    /// let (mut pieces, mut len) = (0, 0);
    /// let around = Surroundings::default().of_kind(Kind::Text);
    /// around.rewrite_pieces(log.as_bytes(), &mut |_, _| Ok(Some("http://new/".into())), &mut |old, new| {
    ///     assert_eq!(old.len() + 2 * new.changes.len(), new.document.len());
    ///     (pieces, len) = (pieces + 1, len + new.document.len());
    ///     Ok(())
    /// })?;
    /// assert!(pieces > 5 && len == 1_600_000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn rewrite_pieces(
        &self,
        mut reader: impl Read,
        rule: &mut Rule<'_>,
        take: &mut dyn FnMut(&[u8], Rewritten) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut around = self.clone();
        around.with_bases = true;
        let mut begin = Vec::new();
        let is_short = fill(&mut reader, &mut begin, around.piece)?;
        let is_packed = around
            .file_name
            .as_deref()
            .is_some_and(|name| Compression::of_file_name(name).is_some());
        let cutting =
            if is_short || is_packed { None } else { around.cutting(around.guess(&begin), &begin) };
        let Some(Cutting { kind, encoding, cuts }) = cutting else {
            // One byte more than the largest tells that it is too large.
            fill(&mut reader, &mut begin, self.largest.saturating_add(1))?;
            let rewritten = self.rewrite(&begin, rule);
            return take(&begin, rewritten);
        };
        let mut pieces = Pieces::new(reader, begin, cuts, around.piece, self.largest);
        let mut reading = Reading::new(encoding);
        let (mut context, mut written) = (Vec::new(), 0);
        loop {
            let (mut cut, end) = match pieces.next(pieces.context())? {
                Cut::Piece { cut, end } => (cut, end),
                Cut::End => return Ok(()),
                Cut::TooLarge => {
                    let detail = format_args!("a piece of it has more than {} bytes", self.largest);
                    let fault = Fault::new(FaultKind::TooLarge, Some(pieces.offset()), detail);
                    let faults = vec![fault];
                    let (document, changes, left) = (Vec::new(), Vec::new(), Vec::new());
                    take(&[], Rewritten { document, kind: Some(kind), changes, left, faults })?;
                    break;
                }
            };
            let mut most = MOST_NEW;
            let (mut plan, after, is_last, goes_on) = loop {
                // Text is looked at behind the cut too: a change must not spoil what is there.
                let end = if pieces.context() == 0 { cut } else { end };
                let is_last = cut == end && pieces.ends_at(end);
                let mut plan = Plan::new(pieces.ahead(end), pieces.offset());
                plan.until = pieces.offset() + pieces.ahead(cut).len();
                (plan.kind, plan.most) = (Some(kind), most);
                let mut after = reading.clone();
                let piece = pieces.piece(end, is_last);
                let goes_on = around.read_piece(kind, &mut after, &piece, &mut |about, found| {
                    plan.found(about, found, rule);
                });
                let Some(full) = plan.full else { break (plan, after, is_last, goes_on) };
                // A shorter piece has what is written so far; if there is none, it has all.
                match pieces.last_cut(pieces.in_window(full)) {
                    Some(shorter) => cut = shorter,
                    None => most = usize::MAX,
                }
            };
            plan.sort();
            let behind = plan.source.len() - pieces.ahead(cut).len();
            let document = plan.settle(&mut |document, check| {
                let piece = pieces.within(&context, document, is_last);
                let mut reading = reading.clone();
                around.read_piece(kind, &mut reading, &piece, &mut |_, found| check.found(&found));
            });
            let mut rewritten = plan.result(document);
            rewritten.document.truncate(rewritten.document.len() - behind);
            for change in &mut rewritten.changes {
                change.written.start += written;
                change.written.end += written;
            }
            written += rewritten.document.len();
            context.extend_from_slice(&rewritten.document);
            context.drain(..context.len().saturating_sub(pieces.context()));
            take(pieces.ahead(cut), rewritten)?;
            pieces.pass(cut);
            reading = after;
            if !goes_on && !is_last {
                break;
            }
        }
        // What is not read stays as it is.
        pieces.rest(&mut |bytes| {
            let (changes, left, faults) = (Vec::new(), Vec::new(), Vec::new());
            let document = bytes.to_vec();
            take(bytes, Rewritten { document, kind: Some(kind), changes, left, faults })
        })
    }

    /// Reads the links of a document in memory, which never fails.
    fn read(&self, document: &[u8], sink: &mut dyn FnMut(&Document<'_>, Found<'_>)) {
        let _ = self.links(document, sink);
    }
}

/// A change of one place.
struct Edit {
    /// The numbers of the links there.
    links: Vec<usize>,
    place: Range<usize>,
    old: String,
    new: String,
    bytes: Vec<u8>,
}

/// The changes of a document.
struct Plan<'d> {
    source: &'d [u8],
    /// The place of the source in the document.
    offset: usize,
    /// The place from which on nothing changes.
    until: usize,
    /// The most bytes to write, and the place of the first link for which they were too few.
    most: usize,
    full: Option<usize>,
    kind: Option<Kind>,
    refused: Option<Fault>,
    /// For each link, its target as it is, and as it is meant to be; zero for one that may be any.
    targets: Vec<[u64; 2]>,
    edits: Vec<Edit>,
    left: Vec<Left>,
    faults: Vec<Fault>,
    /// The new IRIs of prefixes that change.
    namespaces: HashMap<String, String>,
    /// Whether a declaration of a base changes, which moves the references behind it.
    moves_base: bool,
}

impl<'d> Plan<'d> {
    fn new(source: &'d [u8], offset: usize) -> Self {
        Self {
            source,
            offset,
            until: usize::MAX,
            most: usize::MAX,
            full: None,
            kind: None,
            refused: None,
            targets: Vec::new(),
            edits: Vec::new(),
            left: Vec::new(),
            faults: Vec::new(),
            namespaces: HashMap::new(),
            moves_base: false,
        }
    }

    fn found(&mut self, about: &Document<'_>, found: Found<'_>, rule: &mut Rule<'_>) {
        if self.refused.is_some() {
            return;
        }
        match found {
            Found::Document => self.begin(about),
            Found::Unread(unread) => {
                let detail = format!("its type is '{}'", unread.name());
                let fault = Fault::new(FaultKind::NotRewritten, None, detail);
                self.refused = Some(Fault { unread: Some(unread), ..fault });
            }
            Found::Fault(fault) => self.faults.push(fault.clone()),
            Found::Link { link, target, .. } => match about.encoding {
                Some(encoding) => self.link(&link, &target, encoding, rule),
                None => self.refuse(HOLDS_OTHERS),
            },
        }
    }

    /// Refuses a document that cannot be written.
    fn begin(&mut self, about: &Document<'_>) {
        self.kind = about.kind;
        let is_whole = about.start == Some(0);
        if about.is_unpacked {
            self.refuse("it is compressed");
        } else if !about.kind.is_some_and(Kind::is_rewritten) || !is_whole || about.part.is_some() {
            self.refuse(HOLDS_OTHERS);
        } else if about.encoding == Some(ISO_2022_JP) {
            self.refuse("its encoding is ISO-2022-JP, whose bytes depend on those before");
        }
    }

    fn refuse(&mut self, detail: &str) {
        self.refused = Some(Fault::new(FaultKind::NotRewritten, None, detail));
    }

    fn link(
        &mut self,
        link: &Link<'_>,
        target: &Result<Target, NoTarget>,
        encoding: &'static Encoding,
        rule: &mut Rule<'_>,
    ) {
        let number = self.targets.len();
        let own = digest(target);
        self.targets.push([own, own]);
        if link.start >= self.until || self.full.is_some() {
            return;
        }
        if self.most == 0 {
            self.full = Some(link.start);
            return;
        }
        let place = link.start..link.end;
        let leave = |reason: String| Left {
            place: place.clone(),
            reference: link.reference.to_owned(),
            reason,
        };
        let new = match rule(link, target) {
            Ok(Some(new)) if new != link.reference => new,
            Ok(_) => link.reference.to_owned(),
            Err(reason) => return self.left.push(leave(reason)),
        };
        if new == link.reference && self.namespaces.is_empty() {
            return;
        }
        let meant = Link { reference: &new, ..*link }.target();
        if let Role::Name(namespace) = link.role {
            let (namespace, local) = link.reference.split_at_checked(namespace).unwrap_or_default();
            let moved = self.namespaces.get(namespace).map_or(namespace, String::as_str);
            if [moved, local].concat() == new {
                self.targets[number] = [own, digest(&meant)];
                return;
            }
        } else if new == link.reference {
            return;
        }
        let Some(bytes) = self.written(link, &new, encoding) else {
            return self.left.push(leave(NO_PLACE.into()));
        };
        if let (Ok(Target::Uri(old)), Ok(Target::Uri(new))) = (target, &meant)
            && link.element == "@prefix"
        {
            self.namespaces.insert(old.clone(), new.clone());
        }
        self.most = self.most.saturating_sub(bytes.len());
        self.moves_base |= link.is_base();
        self.targets[number] = [own, digest(&meant)];
        let (links, old) = (vec![number], link.reference.to_owned());
        self.edits.push(Edit { links, place, old, new, bytes });
    }

    /// The bytes to write at the place of a link.
    fn written(&self, link: &Link<'_>, new: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
        let raw = self.bytes(link.start..link.end)?;
        let raw = if encoding == UTF_8 {
            Cow::Borrowed(str::from_utf8(raw).ok()?)
        } else {
            encoding.decode_without_bom_handling_and_without_replacement(raw)?
        };
        let holds = |c: char| encoded(encoding, c.encode_utf8(&mut [0; 4])).is_some();
        let text = link.notation.rewritten(&raw, link.reference, new, &holds)?;
        encoded(encoding, &text)
    }

    /// Brings the changes into the order of their places. Those of one place are one change, if they are equal.
    fn sort(&mut self) {
        if self.moves_base {
            self.let_relative_ones_move();
        }
        self.edits.sort_by_key(|edit| (edit.place.start, edit.place.end));
        let mut sorted = Vec::<Edit>::with_capacity(self.edits.len());
        let mut clash = Vec::new();
        for edit in std::mem::take(&mut self.edits) {
            match sorted.last_mut() {
                Some(last) if last.place == edit.place && last.bytes == edit.bytes => {
                    last.links.extend(edit.links);
                }
                Some(last) if edit.place.start < last.place.end || edit.place == last.place => {
                    clash.push(last.links[0]);
                    last.links.extend(edit.links);
                }
                _ => sorted.push(edit),
            }
        }
        self.edits = sorted;
        self.remove(&clash, SHARED);
    }

    /// Where a base moves, relative references move with it.
    fn let_relative_ones_move(&mut self) {
        let absolute: Vec<usize> = self
            .edits
            .iter()
            .filter(|edit| Parts::split(&edit.new).scheme.is_some())
            .flat_map(|edit| edit.links.iter().copied())
            .collect();
        let mut absolute = absolute.into_iter().peekable();
        for (number, [_, meant]) in self.targets.iter_mut().enumerate() {
            if absolute.next_if_eq(&number).is_none() {
                *meant = 0;
            }
        }
    }

    /// The bytes at a place of the document.
    fn bytes(&self, place: Range<usize>) -> Option<&'d [u8]> {
        self.source.get(place.start.checked_sub(self.offset)?..place.end.checked_sub(self.offset)?)
    }

    /// The document with the changes.
    fn document(&self) -> Vec<u8> {
        let mut document = Vec::with_capacity(self.source.len());
        let mut at = self.offset;
        for edit in &self.edits {
            document.extend_from_slice(self.bytes(at..edit.place.start).unwrap_or_default());
            document.extend_from_slice(&edit.bytes);
            at = edit.place.end;
        }
        let end = self.offset + self.source.len();
        document.extend_from_slice(self.bytes(at..end).unwrap_or_default());
        document
    }

    /// The document with the changes that do not spoil it, as it is read again; the others are taken back.
    fn settle(&mut self, read: &mut dyn FnMut(&[u8], &mut Check)) -> Vec<u8> {
        let mut document = self.document();
        for round in 0.. {
            if self.edits.is_empty() {
                break;
            }
            let mut check = Check::default();
            read(&document, &mut check);
            let spoiling = self.spoiling(&check);
            if spoiling.is_empty() {
                break;
            }
            self.take_back(&spoiling, round >= ROUNDS);
            document = self.document();
        }
        document
    }

    /// The numbers of the links that the changed document has otherwise than meant.
    fn spoiling(&self, check: &Check) -> Vec<usize> {
        let is_other = |(meant, found): (&[u64; 2], &u64)| meant[1] != 0 && meant[1] != *found;
        let pairs = || self.targets.iter().zip(&check.targets);
        if self.targets.len() == check.targets.len() {
            let numbered = pairs().enumerate().filter(|&(_, pair)| is_other(pair));
            let spoiled: Vec<usize> = numbered.map(|(number, _)| number).collect();
            if spoiled.is_empty() && self.faults.len() != check.faults {
                return vec![self.targets.len()];
            }
            return spoiled;
        }
        let shorter = self.targets.len().min(check.targets.len());
        vec![pairs().position(is_other).unwrap_or(shorter)]
    }

    /// Takes back the changes of links, or those next to them; or all.
    fn take_back(&mut self, links: &[usize], all: bool) {
        if all {
            let links: Vec<usize> = self.edits.iter().map(|edit| edit.links[0]).collect();
            return self.remove(&links, SPOILS);
        }
        let mut changed: Vec<(usize, usize)> = self
            .edits
            .iter()
            .flat_map(|edit| edit.links.iter().map(|&link| (link, edit.links[0])))
            .collect();
        changed.sort_unstable();
        let nearest = |link: &usize| {
            let behind = changed.partition_point(|(changed, _)| changed <= link);
            let before = behind.checked_sub(1).and_then(|at| changed.get(at));
            before.or(changed.get(behind)).map(|&(_, first)| first)
        };
        let mut removed: Vec<usize> = links.iter().filter_map(nearest).collect();
        removed.sort_unstable();
        removed.dedup();
        self.remove(&removed, SPOILS);
    }

    /// Removes the changes whose first link is among some, and says why.
    fn remove(&mut self, firsts: &[usize], reason: &str) {
        let mut firsts = firsts.to_vec();
        firsts.sort_unstable();
        let (targets, left) = (&mut self.targets, &mut self.left);
        self.edits.retain(|edit| {
            let stays = firsts.binary_search(&edit.links[0]).is_err();
            if !stays {
                for &link in &edit.links {
                    targets[link][1] = targets[link][0];
                }
                let (place, reference) = (edit.place.clone(), edit.old.clone());
                left.push(Left { place, reference, reason: reason.into() });
            }
            stays
        });
    }

    fn result(self, document: Vec<u8>) -> Rewritten {
        let Self { kind, edits, mut left, faults, offset, .. } = self;
        left.sort_by_key(|left| left.place.start);
        let (mut at, mut behind) = (offset, 0);
        let change = |Edit { place, old, new, bytes, .. }: Edit| {
            let start = behind + (place.start - at);
            let written = start..start + bytes.len();
            (at, behind) = (place.end, written.end);
            Change { place, written, old, new }
        };
        let changes = edits.into_iter().map(change).collect();
        Rewritten { document, kind, changes, left, faults }
    }
}

/// The links of a changed document.
#[derive(Default)]
struct Check {
    targets: Vec<u64>,
    faults: usize,
}

impl Check {
    fn found(&mut self, found: &Found<'_>) {
        match found {
            Found::Link { target, .. } => self.targets.push(digest(target)),
            Found::Fault(_) => self.faults += 1,
            Found::Document | Found::Unread(_) => {}
        }
    }
}

/// A number for a target, which is not zero: it stands for the text, so that the texts need no memory.
fn digest(target: &Result<Target, NoTarget>) -> u64 {
    let mut hasher = DefaultHasher::new();
    match target {
        Ok(Target::Uri(uri)) => (0, uri).hash(&mut hasher),
        Ok(Target::CurrentDocument { fragment }) => (1, fragment).hash(&mut hasher),
        Err(error) => (2, error.name()).hash(&mut hasher),
    }
    hasher.finish().max(1)
}

/// Text in an encoding; `None` if a character is not in it.
fn encoded(encoding: &'static Encoding, text: &str) -> Option<Vec<u8>> {
    if encoding == UTF_16LE {
        return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
    }
    let mut encoder = encoding.new_encoder();
    let room = encoder.max_buffer_length_from_utf8_without_replacement(text.len())?;
    let mut bytes = Vec::with_capacity(room);
    let (result, _) = encoder.encode_from_utf8_to_vec_without_replacement(text, &mut bytes, true);
    matches!(result, EncoderResult::InputEmpty).then_some(bytes)
}
