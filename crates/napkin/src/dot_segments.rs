//! Removing dot segments (RFC 3986 §5.2.4): the literal algorithm, and an equivalent single pass.
//!
//! [`remove`] works on whole segments and writes straight into its output. It can be fed a base path and a
//! reference path one after the other, without merging them first. [`trace`] runs the algorithm of the document
//! step by step, for explanations; it is the oracle of `remove`.

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::scheme::Hierarchy;
use crate::views::path::Path;

/// Removes the `.` and `..` segments of a path (RFC 3986 §5.2.4); borrowed if it has none.
///
/// Follows the steps of the document: excess `..` vanish, and a rootless path may gain a slash.
///
/// ```
/// use napkin::dot_segments::remove;
///
/// assert_eq!(remove("/a/b/c/./../../g"), "/a/g");
/// assert_eq!(remove("../a"), "a");
/// assert_eq!(remove("a/../b"), "/b");
/// ```
pub fn remove(path: &str) -> Cow<'_, str> {
    if !Path::new(path).has_dot_segments() {
        return Cow::Borrowed(path);
    }
    let mut output = String::with_capacity(path.len());
    let mut remover = Remover::new(&mut output, path.starts_with('/'));
    remover.feed(path, true);
    Cow::Owned(output)
}

/// Removes the `.` and `..` segments of a path by the hierarchy of its scheme (RFC 3986 §6.2.2.3); borrowed if
/// nothing changes.
///
/// ```
/// use napkin::{dot_segments::remove_in, scheme::Hierarchy};
///
/// assert_eq!(remove_in("/c:/../x", Hierarchy::BehindDrive), "/c:/x");
/// assert_eq!(remove_in("/c:/../x", Hierarchy::Whole), "/x");
/// ```
pub fn remove_in(path: &str, hierarchy: Hierarchy) -> Cow<'_, str> {
    remove_below(path, hierarchy, remove)
}

/// Removes dot segments with the given algorithm, which receives an absolute path unless the whole path is
/// hierarchical.
///
/// The path stays unchanged if a `..` would remove a root that has to be [kept](Hierarchy::keeps_excess), or if the
/// path would gain a root: `/a/../~/b` is not below `/~`.
pub(crate) fn remove_below(
    path: &str,
    hierarchy: Hierarchy,
    remove: impl Fn(&str) -> Cow<'_, str>,
) -> Cow<'_, str> {
    let unchanged = Cow::Borrowed(path);
    if !Path::new(path).has_dot_segments() {
        return unchanged;
    }
    let cut = hierarchy.root_of(path).and_then(|root| path.split_at_checked(root));
    let Some((root, steps)) = cut else { return unchanged };
    let stays = !root.is_empty() && hierarchy.keeps_excess() && climbs(steps);
    match remove(steps) {
        Cow::Owned(steps) if !stays => {
            let removed = [root, &steps].concat();
            let same_root = hierarchy.root_of(&removed) == Some(root.len());
            if same_root { Cow::Owned(removed) } else { unchanged }
        }
        _ => unchanged,
    }
}

/// Whether a `..` of an absolute path has no segment to remove.
fn climbs(path: &str) -> bool {
    let mut depth = 0_usize;
    !Path::new(path).segments().all(|segment| {
        let change = match segment.as_str() {
            "." => Some(depth),
            ".." => depth.checked_sub(1),
            _ => Some(depth + 1),
        };
        depth = change.unwrap_or_default();
        change.is_some()
    })
}

/// The output buffer of the algorithm, and whether a slash precedes the next segment.
pub(crate) struct Remover<'a> {
    output: &'a mut String,
    /// The offset of the path in the output.
    start: usize,
    /// False at the start of a path without a leading slash, where dot segments vanish with the
    /// slash *after* them (steps 2A and 2D).
    after_slash: bool,
}

impl<'a> Remover<'a> {
    /// Begins a path at the end of `output`.
    pub(crate) fn new(output: &'a mut String, absolute: bool) -> Self {
        Self { start: output.len(), output, after_slash: absolute }
    }

    /// Appends whole segments that are no dot segments, and that begin with a slash if the path does.
    pub(crate) fn copy(&mut self, segments: &str) {
        self.output.push_str(segments);
        self.after_slash = true;
    }

    /// Appends the segments of `path`. A slash before the first segment is implied, except at the very start of a
    /// path that is not absolute. `ends` is true if nothing follows.
    pub(crate) fn feed(&mut self, path: &str, ends: bool) {
        let mut segments = Path::new(path).segments().peekable();
        while let Some(segment) = segments.next() {
            self.push(segment.as_str(), ends && segments.peek().is_none());
        }
    }

    fn push(&mut self, segment: &str, last: bool) {
        match segment {
            "." | ".." if !self.after_slash => {}
            "." | ".." => {
                if segment == ".." {
                    let path = self.output.get(self.start..).unwrap_or_default();
                    self.output.truncate(self.start + path.rfind('/').unwrap_or(0));
                }
                if last {
                    self.output.push('/');
                }
            }
            _ => {
                if self.after_slash {
                    self.output.push('/');
                }
                self.output.push_str(segment);
                self.after_slash = true;
            }
        }
    }
}

/// The buffers after one step of the algorithm. Made by [`trace`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The step by its number in RFC 3986 §5.2.4: `1`, then `2A` to `2E`.
    pub rule: &'static str,
    /// The output buffer after this step.
    pub output: String,
    /// The input buffer after this step.
    pub input: String,
}

/// Runs the algorithm of RFC 3986 §5.2.4 literally and returns the buffers after each step.
///
/// The output of the last step is the result of [`remove`]. For explanations: together, the steps take memory
/// quadratic in the length of the path.
///
/// ```
/// let steps = napkin::dot_segments::trace("mid/content=5/../6");
/// let rules: Vec<_> = steps.iter().map(|step| step.rule).collect();
/// assert_eq!(rules, ["1", "2E", "2E", "2C", "2E"]);
/// assert_eq!(steps.last().unwrap().output, "mid/6");
/// ```
pub fn trace(path: &str) -> Vec<Step> {
    let mut output = String::new();
    let mut input = path;
    let mut rule = "1";
    let mut steps = Vec::new();
    loop {
        steps.push(Step { rule, output: output.clone(), input: input.into() });
        if input.is_empty() {
            return steps;
        }
        (rule, input) = step(input, &mut output);
    }
}

/// Runs step 2 of the algorithm once. Returns its case, and the remaining input.
pub(crate) fn step<'a>(input: &'a str, output: &mut String) -> (&'static str, &'a str) {
    let from = |at: usize| input.get(at..).unwrap_or_default();
    if input.starts_with("../") {
        ("2A", from(3))
    } else if input.starts_with("./") {
        ("2A", from(2))
    } else if input.starts_with("/./") {
        ("2B", from(2))
    } else if input == "/." {
        ("2B", "/")
    } else if input.starts_with("/../") || input == "/.." {
        output.truncate(output.rfind('/').unwrap_or(0));
        ("2C", if input == "/.." { "/" } else { from(3) })
    } else if matches!(input, "." | "..") {
        ("2D", "")
    } else {
        // Searches bytes from the second on: the first may be a slash, and a non-ASCII first character has several
        // bytes.
        let slash = input.bytes().skip(1).position(|byte| byte == b'/');
        let end = slash.map_or(input.len(), |at| at + 1);
        output.push_str(input.get(..end).unwrap_or_default());
        ("2E", from(end))
    }
}

/// Merges as RFC 1808, RFC 2396 and the drafts do: excess `..` stay, and a rootless path does not gain a slash.
///
/// The empty text between two slashes is a segment. The empty text before a leading slash is not, even if the slash
/// leads only because the text before it was removed: `a/..//../g` becomes `/../g`.
pub(crate) fn collapse(path: &str) -> String {
    let mut output = String::with_capacity(path.len() + 1);
    collapse_onto(&mut output, ["", path], true);
    output
}

/// Merges two pieces as one path at the end of `output`; the first piece is empty or ends in a slash. If `output`
/// has room for both pieces and one byte more, it does not reallocate. Returns how many `..` at the start of the
/// path had nothing to remove; they are left out unless `keep_excess`.
pub(crate) fn collapse_onto(output: &mut String, pieces: [&str; 2], keep_excess: bool) -> usize {
    // Each segment is written with a slash after it; the last slash is removed at the end. The segments that a `..`
    // can remove begin after the excess.
    let mut start = output.len();
    let mut removable = start;
    let (mut rooted, mut excess) = (false, 0);
    let mut segments = segments(pieces).peekable();
    while let Some(segment) = segments.next() {
        match segment {
            "." => {}
            ".." if output.len() > removable => {
                let before = output.get(removable..output.len() - 1).unwrap_or_default();
                output.truncate(before.rfind('/').map_or(removable, |slash| removable + slash + 1));
            }
            ".." => {
                excess += 1;
                if keep_excess {
                    output.push_str("../");
                    removable = output.len();
                }
                // Nothing was removed, so no slash is left behind.
                continue;
            }
            // Nothing precedes this slash, or what preceded it was removed: the slash leads.
            "" if !rooted && excess == 0 && output.len() == start && segments.peek().is_some() => {
                output.push('/');
                rooted = true;
                start = output.len();
                removable = start;
                continue;
            }
            _ => {
                output.push_str(segment);
                output.push('/');
                continue;
            }
        }
        if segments.peek().is_none() {
            output.push('/');
        }
    }
    if output.len() > start {
        output.pop();
    }
    excess
}

/// The segments of two pieces read as one path; the first piece is empty or ends in a slash.
pub(crate) fn segments([first, second]: [&str; 2]) -> impl Iterator<Item = &str> {
    first.strip_suffix('/').into_iter().flat_map(|first| first.split('/')).chain(second.split('/'))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{collapse, collapse_onto, remove, trace};
    use crate::extent::all_or;
    use alloc::string::String;
    use core::ops::Range;

    /// Every path of up to eight of these pieces.
    pub(crate) fn paths(mut take: impl FnMut(&str)) {
        let pieces = ["/", ".", "..", "a", "é"];
        let (longest, mut taken) = (all_or(8, 6), 0);
        for length in 0..=longest {
            for mut number in 0..5usize.pow(length) {
                let mut path = String::new();
                for _ in 0..length {
                    path.push_str(pieces[number % 5]);
                    number /= 5;
                }
                take(&path);
                taken += 1;
            }
        }
        assert_eq!(taken, (0..=longest).map(|n| 5usize.pow(n)).sum::<usize>());
    }

    /// The one pass and the document agree.
    #[test]
    fn remove_is_what_the_algorithm_gives() {
        paths(|path| {
            let literal = trace(path).pop().map(|step| step.output);
            assert_eq!(Some(remove(path).as_ref()), literal.as_deref(), "{path:?}");
        });
    }

    /// `collapse_onto`, with one piece and with two, with the excess and without it, against the steps in one
    /// buffer.
    #[test]
    fn collapse_is_what_the_steps_give() {
        paths(|path| {
            let (literal, excess) = by_steps(path);
            assert_eq!(collapse(path), literal, "{path:?}");
            let root = if literal.starts_with('/') { "/" } else { "" };
            let mut rest = literal.strip_prefix(root).unwrap_or_default();
            for _ in 0..excess {
                rest = rest.split_once('/').map_or("", |(_, rest)| rest);
            }
            let short = String::from(root) + rest;
            for (slash, _) in path.match_indices('/') {
                let (first, second) = path.split_at(slash + 1);
                for (keep_excess, expected) in [(true, &literal), (false, &short)] {
                    let mut output = String::from("x/");
                    let found = collapse_onto(&mut output, [first, second], keep_excess);
                    assert_eq!(output.strip_prefix("x/"), Some(expected.as_str()), "{path:?}");
                    assert_eq!(found, excess, "{path:?}");
                }
            }
        });
    }

    /// Steps d to g of the draft of 1997, literally, and the number of excess `..` in front.
    fn by_steps(path: &str) -> (String, usize) {
        let mut buffer = String::from(path);
        while let Some((dot, _)) = buffer.match_indices("./").find(|&(dot, _)| begins(&buffer, dot))
        {
            buffer.replace_range(dot..dot + 2, "");
        }
        if buffer.ends_with('.') && begins(&buffer, buffer.len() - 1) {
            buffer.pop();
        }
        let above = |buffer: &str, dots: &str, ends: bool| {
            spans(buffer).find(|span| {
                let behind = &buffer[span.end..];
                if ends { behind == dots } else { behind.starts_with(dots) }
            })
        };
        while let Some(span) = above(&buffer, "/../", false) {
            buffer.replace_range(span.start..span.end + 4, "");
        }
        if let Some(span) = above(&buffer, "/..", true) {
            buffer.truncate(span.start);
        }
        let rest = buffer.strip_prefix('/').unwrap_or(&buffer);
        let excess = rest.split('/').take_while(|&segment| segment == "..").count();
        (buffer, excess)
    }

    fn begins(buffer: &str, at: usize) -> bool {
        at == 0 || buffer[..at].ends_with('/')
    }

    /// The ranges of the segments that a `..` may remove with it. The empty text before a leading slash is not one.
    pub(crate) fn spans(buffer: &str) -> impl Iterator<Item = Range<usize>> {
        let slashes = buffer.match_indices('/').map(|(slash, _)| slash + 1);
        let first = (!buffer.starts_with('/')).then_some(0);
        let ends = |start: usize| buffer[start..].find('/').map_or(buffer.len(), |end| start + end);
        first
            .into_iter()
            .chain(slashes)
            .map(move |start| start..ends(start))
            .filter(|span| &buffer[span.clone()] != "..")
    }
}
