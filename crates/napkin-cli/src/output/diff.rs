//! A unified diff of a document and what changed in it. The places of the changes are known, so nothing is searched, and the time
//! is linear.

use std::ops::Range;

use napkin_context::Change;

/// The number of equal lines around changed ones.
const CONTEXT: usize = 3;

/// Lines that changed: their bytes in both documents, and the number of lines before them.
struct Block {
    old: Range<usize>,
    new: Range<usize>,
    lines_before: [usize; 2],
}

/// Appends the diff of two documents with the changes that lead from one to the other; nothing if there are none.
pub(crate) fn push(out: &mut Vec<u8>, name: &str, old: &[u8], new: &[u8], changes: &[Change]) {
    if changes.is_empty() {
        return;
    }
    if memchr::memchr(0, old).is_some() {
        out.extend_from_slice(format!("Binary files {name} and {name} differ\n").as_bytes());
        return;
    }
    out.extend_from_slice(format!("--- {name}\n+++ {name}\n").as_bytes());
    let blocks = blocks(old, new, changes);
    let mut rest = &blocks[..];
    while !rest.is_empty() {
        let is_near = |pair: &[Block]| {
            lines(old.get(pair[0].old.end..pair[1].old.start).unwrap_or_default()) <= 2 * CONTEXT
        };
        let len = 1 + rest.windows(2).take_while(|pair| is_near(pair)).count();
        let (hunk, behind) = rest.split_at(len);
        push_hunk(out, old, new, hunk);
        rest = behind;
    }
}

/// The lines that changed. Changes in one line, or in lines that follow each other, are one block.
fn blocks(old: &[u8], new: &[u8], changes: &[Change]) -> Vec<Block> {
    let mut blocks = Vec::<Block>::new();
    for change in changes {
        let (old_lines, new_lines) = (whole(old, &change.place), whole(new, &change.written));
        if let Some(last) = blocks.last_mut()
            && old_lines.start <= last.old.end
        {
            last.old.end = last.old.end.max(old_lines.end);
            last.new.end = last.new.end.max(new_lines.end);
            continue;
        }
        let lines_before = match blocks.last() {
            None => [lines(&old[..old_lines.start]); 2],
            Some(last) => {
                let between = lines(&old[last.old.end..old_lines.start]);
                let [before_old, before_new] = last.lines_before;
                let (in_old, in_new) =
                    (lines(&old[last.old.clone()]), lines(&new[last.new.clone()]));
                [before_old + in_old + between, before_new + in_new + between]
            }
        };
        blocks.push(Block { old: old_lines, new: new_lines, lines_before });
    }
    blocks
}

/// The whole lines of a range, with the end of the last one.
fn whole(text: &[u8], range: &Range<usize>) -> Range<usize> {
    let start = memchr::memrchr(b'\n', &text[..range.start]).map_or(0, |end| end + 1);
    let end = memchr::memchr(b'\n', &text[range.end..]);
    start..end.map_or(text.len(), |end| range.end + end + 1)
}

/// The number of lines of a text that ends with one.
fn lines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
        + usize::from(!(text.is_empty() || text.ends_with(b"\n")))
}

fn push_hunk(out: &mut Vec<u8>, old: &[u8], new: &[u8], hunk: &[Block]) {
    let [Some(first), Some(last)] = [hunk.first(), hunk.last()] else { return };
    let start = back(old, first.old.start);
    let end = forth(old, last.old.end);
    let before = lines(&old[start..first.old.start]);
    let behind = lines(&old[last.old.end..end]);
    let [old_first, new_first] = first.lines_before.map(|lines| lines - before + 1);
    let len = |before_last: usize, before_first: usize, of_last: usize| {
        before + (before_last - before_first) + of_last + behind
    };
    let [old_len, new_len] = [
        len(last.lines_before[0], first.lines_before[0], lines(&old[last.old.clone()])),
        len(last.lines_before[1], first.lines_before[1], lines(&new[last.new.clone()])),
    ];
    let header = format!("@@ -{old_first},{old_len} +{new_first},{new_len} @@\n");
    out.extend_from_slice(header.as_bytes());
    let mut at = start;
    for block in hunk {
        push_lines(out, b' ', &old[at..block.old.start]);
        push_lines(out, b'-', &old[block.old.clone()]);
        push_lines(out, b'+', &new[block.new.clone()]);
        at = block.old.end;
    }
    push_lines(out, b' ', &old[at..end]);
}

/// The start of the context before a line.
fn back(text: &[u8], start: usize) -> usize {
    let ends = memchr::memrchr_iter(b'\n', &text[..start]);
    ends.skip(1).nth(CONTEXT - 1).map_or(0, |end| end + 1)
}

/// The end of the context behind a line.
fn forth(text: &[u8], end: usize) -> usize {
    let mut ends = memchr::memchr_iter(b'\n', &text[end..]);
    ends.nth(CONTEXT - 1).map_or(text.len(), |found| end + found + 1)
}

fn push_lines(out: &mut Vec<u8>, sign: u8, text: &[u8]) {
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        out.push(sign);
        out.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}
