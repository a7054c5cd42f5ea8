//! Resolution as a document describes it: one instruction after the other, with input and output.
//!
//! The edition lists its instructions (`explain::procedure`). Here each is executed literally, on text, together
//! with the piece of text that it moves. The steps are for display, not for speed, and are an oracle of the
//! resolver.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::Explanation;
use super::marks::{self, Source};
use super::procedure::{Instruction, Operation};
use crate::dot_segments;
use crate::edition::rules::{EmptyBasePath, Excess, NewRequest, Rule};
use crate::recompose::Parts;
use crate::resolve::edition::EditionResolver;
use crate::resolve::slash_runs;
use crate::resolve::target::{ResolveError, Target};

/// One step from a reference to its target. Made by [`EditionResolver::steps`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ResolutionStep {
    /// The instruction by its number, if it has one, and the section that states it.
    pub rule: Rule,
    /// The instruction in words.
    pub words: &'static str,
    /// The input: the base, the reference, or a buffer before the step.
    pub input: String,
    /// The bytes of the input that the step takes.
    pub taken: Range<usize>,
    /// The output: the target as far as it is known, or a buffer.
    pub output: String,
    /// The bytes of the output that the step adds.
    pub given: Range<usize>,
    /// The text removed from the end of the output.
    pub lost: String,
}

/// The steps from a reference to its target. Made by [`EditionResolver::steps`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ResolutionSteps {
    /// The steps in order.
    pub steps: Vec<ResolutionStep>,
    /// The target at the end of the steps; `None` if there are more steps than the limit.
    pub end: Option<Target>,
}

impl EditionResolver<'_> {
    /// The steps from a reference to its target, at most `most` of them: the instructions of the edition's
    /// document, executed literally.
    ///
    /// Each step holds its texts, so the memory is their length times the number of steps.
    ///
    /// # Errors
    ///
    /// As [`resolve`](Self::resolve), whose target is the end of the steps.
    ///
    /// ```
    /// use napkin::edition::RFC2396;
    ///
    /// let way = RFC2396.resolver("http://a/b/c").steps("../g", 100)?;
    /// let removed = way.steps.iter().find(|step| step.rule.name == "6e").unwrap();
    /// assert_eq!(removed.input, "/b/../g");
    /// assert_eq!(&removed.input[removed.taken.clone()], "b/../");
    /// assert_eq!(way.steps.last().unwrap().output, "http://a/g");
    /// # Ok::<(), napkin::ResolveError>(())
    /// ```
    pub fn steps(&self, reference: &str, most: usize) -> Result<ResolutionSteps, ResolveError> {
        self.resolve(reference)?;
        let parsed = self.edition.parse(reference).ok();
        let base = match self.parsed {
            Ok(Some(base)) => Source::of(base.without_fragment()),
            _ => Source::of_text(self.base.split('#').next().unwrap_or_default()),
        };
        let to = parsed.map_or(Source::of_text(reference), Source::of);
        let mut walk = Walk::new(self, base, to, most);
        for instruction in Explanation::of(self.edition).procedure {
            if walk.end.is_none() && walk.has_room() {
                walk.follow(instruction);
            }
        }
        if walk.end.is_none() && walk.has_room() {
            walk.end = walk.buffer.take().map(Target::Uri);
        }
        Ok(ResolutionSteps { steps: walk.steps, end: walk.end })
    }
}

/// The parts that the instructions so far have left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Open {
    Nothing,
    /// The query, and parameters before it.
    Query,
    Path,
    Authority,
    Scheme,
}

/// A text and a range of it.
type Marked = (String, Range<usize>);

struct Walk<'w, 'a> {
    resolver: &'w EditionResolver<'a>,
    base: Source<'w>,
    to: Source<'w>,
    /// The parts of the target that are settled: scheme, authority and path.
    target: Parts<'w>,
    parameters: Option<&'w str>,
    query: Option<String>,
    open: Open,
    /// Whether the path is the unchanged path of the base.
    is_path_inherited: bool,
    /// The path in the buffer; in an edition that works on text, the whole text.
    buffer: Option<String>,
    steps: Vec<ResolutionStep>,
    most: usize,
    end: Option<Target>,
}

impl<'w, 'a> Walk<'w, 'a> {
    fn new(
        resolver: &'w EditionResolver<'a>,
        base: Source<'w>,
        to: Source<'w>,
        most: usize,
    ) -> Self {
        Self {
            resolver,
            target: Parts { fragment: to.get(to.fragment.as_ref()), ..Parts::default() },
            parameters: to.get(to.parameters.as_ref()),
            query: to.get(to.query.as_ref()).map(String::from),
            base,
            to,
            open: Open::Scheme,
            is_path_inherited: false,
            buffer: None,
            steps: Vec::new(),
            most,
            end: None,
        }
    }

    fn has_room(&self) -> bool {
        self.steps.len() < self.most
    }

    /// Executes an instruction, if it applies.
    fn follow(&mut self, instruction: &Instruction) {
        let Instruction { rule, operation } = *instruction;
        match operation {
            Operation::CurrentDocument(..)
            | Operation::WholeBase
            | Operation::DropSameScheme
            | Operation::AbsoluteAsItIs
            | Operation::AbsoluteByColon
            | Operation::Absolute => self.look_at_reference(rule, operation),
            Operation::InheritScheme
            | Operation::OwnAuthority
            | Operation::OwnAuthorityNotEmpty
            | Operation::InheritAuthority
            | Operation::AbsolutePath
            | Operation::InheritPath
            | Operation::InheritParameters
            | Operation::InheritQuery
            | Operation::InheritQueryIfEmpty => self.settle(rule, operation),
            Operation::Directory(empty) if self.open == Open::Path => {
                self.directory(rule, operation, empty);
            }
            Operation::Directory(_) => {}
            Operation::AppendPath => self.append(rule, operation, self.to.path.clone()),
            Operation::AppendQuery => self.append_query(rule, operation),
            Operation::RemoveDots => self.remove_each(rule, operation, marks::dot),
            Operation::RemoveLastDot => self.remove_each(rule, operation, marks::last_dot),
            Operation::RemoveParents => self.remove_each(rule, operation, marks::parent),
            Operation::RemoveLastParent => {
                // Only once: the remaining path may end in this way again, and stays.
                if self.buffer.as_deref().and_then(marks::last_parent).is_some() {
                    self.remove(rule, operation, marks::last_parent);
                }
            }
            Operation::Excess => self.excess(rule, operation),
            Operation::CutQuery => self.cut_query(rule, operation),
            Operation::MoveSegments => self.move_segments(rule, operation),
            Operation::Recompose => self.recompose(rule, operation),
            Operation::CutAtSlashes => self.cut_at_slashes(rule, operation),
            Operation::CutAtLastSlash => self.cut_at_last_slash(rule, operation),
            Operation::AppendReference => self.append(rule, operation, 0..self.to.text.len()),
            Operation::Components => self.print_components(rule, operation),
            Operation::RemoveElements => {
                self.remove_each(rule, operation, marks::element);
            }
        }
    }

    fn step(&mut self, rule: Rule, operation: Operation, input: Marked, output: Marked) {
        let ((input, taken), (output, given)) = (input, output);
        let (words, lost) = (operation.words(), String::new());
        self.steps.push(ResolutionStep { rule, words, input, taken, output, given, lost });
    }

    /// A step that ends with the target.
    fn finish(&mut self, rule: Rule, operation: Operation, input: Marked, target: String) {
        let given = 0..target.len();
        self.step(rule, operation, input, (target.clone(), given));
        self.end = Some(Target::Uri(target));
    }

    /// Prints the components of the target.
    fn print_components(&mut self, rule: Rule, operation: Operation) {
        let text = self.to.text;
        if let Ok(target) = self.resolver.resolve_to_components(text) {
            self.finish(rule, operation, (text.into(), 0..text.len()), target.text().into_owned());
        }
    }

    fn of_base(&self, part: Option<&Range<usize>>) -> Marked {
        (self.base.text.into(), part.cloned().unwrap_or(0..0))
    }

    fn of_reference(&self, part: Option<&Range<usize>>) -> Marked {
        (self.to.text.into(), part.cloned().unwrap_or(0..0))
    }

    /// The text of the settled parts.
    fn so_far(&self) -> String {
        Parts { fragment: None, query: None, ..self.target }.write()
    }

    /// Records a step that settled a part, given the text before it.
    fn settled(&mut self, rule: Rule, operation: Operation, input: Marked, before: &str) {
        let output = self.so_far();
        let given = before.len().min(output.len())..output.len();
        self.step(rule, operation, input, (output, given));
    }

    /// Executes the instructions that look at the reference as a whole.
    fn look_at_reference(&mut self, rule: Rule, operation: Operation) {
        let text = self.to.text;
        let has_scheme = self.to.scheme.is_some();
        match operation {
            Operation::CurrentDocument(new) if self.is_same_document() => {
                self.current_document(rule, operation, new);
            }
            Operation::WholeBase if text.is_empty() => {
                let base = self.resolver.base.to_string();
                let input = (base.clone(), 0..base.len());
                self.finish(rule, operation, input, base);
            }
            Operation::DropSameScheme if self.may_drop_scheme() => {
                let rest = self.to.scheme.take().map_or(0, |scheme| scheme.end + 1);
                let output = text.get(rest..).unwrap_or_default();
                self.step(rule, operation, (text.into(), 0..rest), (output.into(), 0..0));
            }
            Operation::AbsoluteAsItIs if has_scheme => {
                let input = self.of_reference(self.to.scheme.as_ref());
                self.finish(rule, operation, input, Parts::split(text).write());
            }
            Operation::AbsoluteByColon if slash_runs::is_absolute(text) => {
                let colon = text.find(':').unwrap_or(0);
                self.finish(rule, operation, (text.into(), 0..colon), text.into());
            }
            Operation::Absolute if has_scheme => {
                self.target.scheme = self.to.get(self.to.scheme.as_ref());
                let input = self.of_reference(self.to.scheme.as_ref());
                self.take_own(rule, operation, input, "");
            }
            _ => {}
        }
    }

    fn is_same_document(&self) -> bool {
        let Source { scheme, authority, query, .. } = &self.to;
        let has_any = [scheme, authority, query].iter().any(|part| part.is_some());
        self.open > Open::Path && !has_any && self.to.path().is_empty()
    }

    fn current_document(&mut self, rule: Rule, operation: Operation, new_request: NewRequest) {
        let input = self.of_reference(self.to.fragment.as_ref());
        let fragment = self.to.get(self.to.fragment.as_ref());
        match (self.resolver.document, new_request) {
            (None, _) => {
                self.step(rule, operation, input, (String::new(), 0..0));
                let fragment = fragment.map(String::from);
                self.end = Some(Target::CurrentDocument { fragment });
            }
            (Some(document), new_request) => {
                let whole = match new_request {
                    NewRequest::Document => document.split('#').next().unwrap_or_default(),
                    NewRequest::Base => self.base.text,
                };
                let target = Parts { fragment, ..Parts::split(whole) }.write();
                self.finish(rule, operation, input, target);
            }
        }
    }

    fn may_drop_scheme(&self) -> bool {
        let reference = self.resolver.edition.parse(self.to.text);
        reference.is_ok_and(|reference| self.resolver.may_drop_scheme(reference))
    }

    /// Takes authority, path and query from the reference.
    fn take_own(&mut self, rule: Rule, operation: Operation, input: Marked, before: &str) {
        self.target.authority = self.to.get(self.to.authority.as_ref());
        self.take_path(rule, operation, input, before);
    }

    /// Takes path and query from the reference.
    fn take_path(&mut self, rule: Rule, operation: Operation, input: Marked, before: &str) {
        self.target.path = self.to.path();
        self.open = Open::Nothing;
        self.settled(rule, operation, input, before);
    }

    /// Executes the instructions that settle one part after the other.
    fn settle(&mut self, rule: Rule, operation: Operation) {
        let own_authority = self.to.get(self.to.authority.as_ref());
        let before = self.so_far();
        match (operation, self.open) {
            (Operation::InheritScheme, Open::Scheme) => {
                self.target.scheme = self.base.get(self.base.scheme.as_ref());
                self.open = Open::Authority;
                self.settled(rule, operation, self.of_base(self.base.scheme.as_ref()), "");
            }
            (Operation::OwnAuthority, Open::Authority) if own_authority.is_some() => {
                self.take_own(
                    rule,
                    operation,
                    self.of_reference(self.to.authority.as_ref()),
                    &before,
                );
            }
            (Operation::OwnAuthorityNotEmpty, Open::Authority)
                if own_authority.is_some_and(|own| !own.is_empty()) =>
            {
                self.take_own(
                    rule,
                    operation,
                    self.of_reference(self.to.authority.as_ref()),
                    &before,
                );
            }
            (Operation::InheritAuthority, Open::Authority) => {
                self.target.authority = self.base.get(self.base.authority.as_ref());
                self.open = Open::Path;
                self.settled(rule, operation, self.of_base(self.base.authority.as_ref()), &before);
            }
            (Operation::AbsolutePath, Open::Path) if self.to.path().starts_with('/') => {
                self.take_path(rule, operation, self.of_reference(Some(&self.to.path)), &before);
            }
            (Operation::InheritPath, Open::Path) if self.to.path().is_empty() => {
                self.target.path = self.base.path();
                (self.open, self.is_path_inherited) = (Open::Query, true);
                self.settled(rule, operation, self.of_base(Some(&self.base.path)), &before);
            }
            (Operation::InheritParameters, Open::Query) => self.inherit_parameters(rule, operation),
            (Operation::InheritQuery, Open::Query) if self.query.is_none() => {
                self.inherit_query(rule, operation);
            }
            (Operation::InheritQueryIfEmpty, Open::Query)
                if self.query.as_deref().is_none_or(str::is_empty) =>
            {
                self.inherit_query(rule, operation);
            }
            _ => {}
        }
    }

    fn inherit_parameters(&mut self, rule: Rule, operation: Operation) {
        if self.parameters.is_some_and(|own| !own.is_empty()) {
            self.open = Open::Nothing;
            return;
        }
        self.parameters = self.base.get(self.base.parameters.as_ref());
        if let Some(parameters) = self.parameters {
            let output = (parameters.into(), 0..parameters.len());
            self.step(rule, operation, self.of_base(self.base.parameters.as_ref()), output);
        }
    }

    fn inherit_query(&mut self, rule: Rule, operation: Operation) {
        self.query = self.base.get(self.base.query.as_ref()).map(String::from);
        if let Some(query) = self.query.clone() {
            let given = 0..query.len();
            self.step(rule, operation, self.of_base(self.base.query.as_ref()), (query, given));
        }
    }

    fn directory(&mut self, rule: Rule, operation: Operation, empty: EmptyBasePath) {
        let path = self.base.path();
        let slash = empty == EmptyBasePath::Slash || self.base.authority.is_some();
        let kept = path.rfind('/').map_or(0, |slash| slash + 1);
        let directory = match path {
            "" if slash => "/",
            path => path.get(..kept).unwrap_or_default(),
        };
        let taken = self.base.path.start..self.base.path.start + kept;
        self.open = Open::Nothing;
        self.buffer = Some(directory.into());
        let output = (directory.into(), 0..directory.len());
        self.step(rule, operation, (self.base.text.into(), taken), output);
    }

    /// Appends a piece of the reference to the buffer, if there is one.
    fn append(&mut self, rule: Rule, operation: Operation, piece: Range<usize>) {
        let text = self.to.text;
        let added = text.get(piece.clone()).unwrap_or_default();
        let Some(buffer) = &mut self.buffer else { return };
        if !added.is_empty() {
            let start = buffer.len();
            buffer.push_str(added);
            let output = (buffer.clone(), start..buffer.len());
            self.step(rule, operation, (text.into(), piece), output);
        }
    }

    fn append_query(&mut self, rule: Rule, operation: Operation) {
        if let (Some(query), Some(_)) = (self.to.query.clone(), &self.buffer) {
            self.query = None;
            self.append(rule, operation, query.start - 1..query.end);
        }
    }

    /// Removes pieces from the buffer until none is left.
    fn remove_each(
        &mut self,
        rule: Rule,
        operation: Operation,
        find: impl Fn(&str) -> Option<Range<usize>>,
    ) {
        while self.has_room() && self.remove(rule, operation, &find) {}
    }

    /// Removes a piece from the buffer; false if there is none.
    fn remove(
        &mut self,
        rule: Rule,
        operation: Operation,
        find: impl Fn(&str) -> Option<Range<usize>>,
    ) -> bool {
        let Some(before) = self.buffer.take() else { return false };
        let Some(taken) = find(&before) else {
            self.buffer = Some(before);
            return false;
        };
        let mut after = before.clone();
        after.replace_range(taken.clone(), "");
        self.buffer = Some(after.clone());
        let here = taken.start..taken.start;
        self.step(rule, operation, (before, taken), (after, here));
        true
    }

    fn excess(&mut self, rule: Rule, operation: Operation) {
        let taken = self.buffer.as_deref().map_or(0..0, marks::excess);
        if taken.is_empty() {
            return;
        }
        if self.resolver.chosen_excess() == Excess::Remove {
            self.remove(rule, operation, |_| Some(taken.clone()));
        } else if let Some(buffer) = self.buffer.clone() {
            self.step(rule, operation, (buffer.clone(), taken), (buffer, 0..0));
        }
    }

    fn cut_query(&mut self, rule: Rule, operation: Operation) {
        let Some(buffer) = self.buffer.take() else { return };
        let Some((path, query)) = buffer.split_once('?') else {
            self.buffer = Some(buffer);
            return;
        };
        let taken = path.len()..buffer.len();
        (self.query, self.buffer) = (Some(query.into()), Some(path.into()));
        let output = (path.to_string(), 0..0);
        self.step(rule, operation, (buffer, taken), output);
    }

    /// RFC 3986 §5.2.4: moves segments from the input buffer to the output buffer.
    fn move_segments(&mut self, rule: Rule, operation: Operation) {
        if self.is_path_inherited {
            return;
        }
        let path = self.buffer.take().unwrap_or_else(|| self.target.path.into());
        if !path.split('/').any(|segment| matches!(segment, "." | "..")) {
            self.buffer = Some(path);
            return;
        }
        self.step(rule, operation, (path.clone(), 0..0), (String::new(), 0..0));
        let (mut input, mut output) = (path.as_str(), String::new());
        while !input.is_empty() && self.has_room() {
            let before = output.clone();
            let (name, rest) = dot_segments::step(input, &mut output);
            let taken = 0..input.len().saturating_sub(rest.len());
            self.steps.push(ResolutionStep {
                rule: Rule { name, ..rule },
                words: words(name),
                input: input.into(),
                taken,
                output: output.clone(),
                given: before.len().min(output.len())..output.len(),
                lost: before.get(output.len()..).unwrap_or_default().into(),
            });
            input = rest;
        }
        self.buffer = Some(output);
    }

    fn recompose(&mut self, rule: Rule, operation: Operation) {
        let mut path = self.buffer.take().unwrap_or_else(|| self.target.path.into());
        let ends_at_slash = |edition: &crate::edition::Edition| {
            edition.generic().is_some_and(|generic| !generic.authority.end.contains(b'?'))
        };
        let has_more = self.parameters.is_some() || self.query.is_some();
        let stands_alone = path.is_empty() && self.target.authority.is_some();
        if stands_alone && has_more && ends_at_slash(self.resolver.edition) {
            path.push('/');
        }
        if let Some(parameters) = self.parameters {
            path.push(';');
            path.push_str(parameters);
        }
        let target = Parts { path: &path, query: self.query.as_deref(), ..self.target }.write();
        let taken = 0..path.len();
        self.finish(rule, operation, (path, taken), target);
    }

    fn cut_at_slashes(&mut self, rule: Rule, operation: Operation) {
        let (context, reference) = (self.base.text, self.to.text);
        let slashes = reference.len() - reference.trim_start_matches('/').len();
        let literal = self.resolver.literal_slash_runs;
        let run = if slashes > 0 { slash_runs::run_of(context, slashes, literal) } else { None };
        if let Some(start) = run {
            let kept = context.get(..start).unwrap_or_default();
            let target = [kept, reference].concat();
            self.step(
                rule,
                operation,
                (context.into(), start..start + slashes),
                (target.clone(), start..target.len()),
            );
            self.end = Some(Target::Uri(target));
        }
    }

    fn cut_at_last_slash(&mut self, rule: Rule, operation: Operation) {
        let kept = slash_runs::directory(self.base.text);
        self.buffer = Some(kept.into());
        let taken = 0..kept.len();
        self.step(rule, operation, (self.base.text.into(), taken.clone()), (kept.into(), taken));
    }
}

/// The action of a case of step 2 of RFC 3986 §5.2.4, in words.
fn words(case: &str) -> &'static str {
    match case {
        "2A" => "take a leading './' or '../' away",
        "2B" => "'/./' becomes '/'",
        "2C" => "'/../' becomes '/', and the last segment of the output goes",
        "2D" => "'.' or '..' alone goes",
        _ => "move the first segment to the output",
    }
}
