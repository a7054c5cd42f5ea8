//! Resolution step by step, as the algorithm of each edition runs: what goes in, what comes out.
//!
//! The target is the resolver's; the steps show the way there. Where a step has texts of its own they are made
//! by the library too, and a test holds the last of them against the target.

use napkin::edition::rules::{EmptyBasePath, Resolution};
use napkin::{Edition, Reference, Target, dot_segments};

use crate::base::before_fragment;

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it does.
    pub what: String,
    /// What goes in.
    pub input: String,
    /// What comes out.
    pub output: String,
}

/// The way of a reference to its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The section of the edition that states the algorithm.
    pub section: &'static str,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// How many further steps there are that are not told.
    pub left_out: usize,
}

/// How many steps of the removal of dot segments are told. Each holds the whole path.
const MOST: usize = 48;

/// How long a path may be whose removal of dot segments is told step by step.
const LONGEST: usize = 2048;

impl Steps {
    /// The steps by which an edition resolves a reference; nothing where it does not.
    pub fn new(edition: &'static Edition, base: &str, reference: &str) -> Option<Self> {
        let target = edition.resolver(base).resolve(reference).ok()?;
        let base = before_fragment(base);
        let mut steps =
            Self { section: edition.sections.resolution, steps: Vec::new(), left_out: 0 };
        let Target::Uri(target) = target else {
            steps.add(
                "the reference is empty but for its fragment: it means the document that holds it",
                reference,
                "the current document",
            );
            return Some(steps);
        };
        match edition.resolution {
            Resolution::SlashRuns => steps.by_slashes(base, reference, &target),
            _ => steps.by_components(edition, base, reference, &target)?,
        }
        Some(steps)
    }

    fn add(
        &mut self,
        what: impl Into<String>,
        input: impl Into<String>,
        output: impl Into<String>,
    ) {
        let (what, input, output) = (what.into(), input.into(), output.into());
        self.steps.push(Step { what, input, output });
    }

    /// RFC 1630: by the text of the base.
    fn by_slashes(&mut self, base: &str, reference: &str, target: &str) {
        let slashes = reference.len() - reference.trim_start_matches('/').len();
        if target == reference {
            self.add(
                "a colon stands before any slash: the reference is absolute",
                reference,
                target,
            );
            return;
        }
        if slashes > 0 {
            let kept = target.strip_suffix(reference).unwrap_or_default();
            let what = format!(
                "count the slashes it begins with ({slashes}), and cut the base at its first run of as many"
            );
            self.add(what, base, kept);
            self.add("put the reference there", format!("{kept} + {reference}"), target);
            return;
        }
        let kept = match base.rfind('/') {
            Some(slash) => slash + 1,
            None => base.find(':').map_or(0, |colon| colon + 1),
        };
        let kept = base.get(..kept).unwrap_or_default();
        self.add("no slash in front: cut the base behind its last slash", base, kept);
        let joined = [kept, reference].concat();
        self.add("put the reference there", format!("{kept} + {reference}"), &joined);
        if joined != target {
            self.add("take away each 'xxx/../' and '/.'", joined, target);
        }
    }

    /// All later editions: part by part.
    fn by_components(
        &mut self,
        edition: &'static Edition,
        base: &str,
        reference: &str,
        target: &str,
    ) -> Option<()> {
        let (from, to) = (edition.parse(base).ok(), edition.parse(reference).ok()?);
        let path = |reference: &Reference<'_>| {
            reference.path().map_or(String::new(), |path| path.as_str().into())
        };
        let own = path(&to);
        let new = edition.parse(target).ok().map(|target| path(&target)).unwrap_or_default();
        if let Some(scheme) = to.scheme() {
            self.add(
                "the reference has a scheme, so nothing comes from the base",
                reference,
                scheme.as_str(),
            );
            self.remove(edition, &own, &new);
            self.put_together(target);
            return Some(());
        }
        let from = from?;
        let scheme = from.scheme().map_or("", napkin::Scheme::as_str);
        self.add("the scheme is that of the base", base, scheme);
        if let Some(authority) = to.authority() {
            self.add(
                "the reference has an authority, and so its own path and query",
                reference,
                authority,
            );
            self.remove(edition, &own, &new);
        } else {
            let authority = from.authority().unwrap_or("undefined");
            self.add("the authority is that of the base", base, authority);
            if own.is_empty() && new == path(&from) {
                self.add("the reference has no path: it is that of the base", base, &new);
                let what = if to.query().is_some() { "the reference" } else { "the base" };
                self.add(
                    format!("the query, if any, is that of {what}"),
                    reference,
                    query_of(edition, target),
                );
            } else if own.starts_with('/') {
                self.add(
                    "the path begins with a slash: it is that of the reference",
                    reference,
                    &own,
                );
                self.remove(edition, &own, &new);
            } else {
                let merged = merge(edition, &from, &path(&from), &own);
                self.add(
                    "merge: the base's path up to its last slash, and the reference's path",
                    format!("{} + {own}", path(&from)),
                    &merged,
                );
                self.remove(edition, &merged, &new);
            }
        }
        self.put_together(target);
        Some(())
    }

    /// The dot segments of a path: one step at a time where the edition has such an algorithm.
    fn remove(&mut self, edition: &Edition, path: &str, new: &str) {
        if edition.resolution != Resolution::RemoveDotSegments || path.len() > LONGEST {
            if path != new {
                self.add("take away complete dot segments", path, new);
            }
            return;
        }
        if !path.split('/').any(|segment| matches!(segment, "." | "..")) {
            return;
        }
        let trace = dot_segments::trace(path);
        self.left_out += trace.len().saturating_sub(MOST);
        for step in trace.into_iter().take(MOST) {
            let what = match step.rule {
                "1" => "1: the path into the input buffer",
                "2A" => "2A: take a leading './' or '../' away",
                "2B" => "2B: '/./' becomes '/'",
                "2C" => "2C: '/../' becomes '/', and the last segment of the output goes",
                "2D" => "2D: '.' or '..' alone goes",
                _ => "2E: move the first segment to the output",
            };
            self.add(what, step.input, step.output);
        }
    }

    fn put_together(&mut self, target: &str) {
        self.add("put the parts together", "scheme, authority, path, query, fragment", target);
    }
}

fn query_of(edition: &'static Edition, target: &str) -> String {
    let target = edition.parse(target).ok();
    target.and_then(|target| Some(target.query()?.as_str().to_owned())).unwrap_or_default()
}

/// The base's path up to its last slash, and the reference's path.
fn merge(edition: &Edition, from: &Reference<'_>, base: &str, own: &str) -> String {
    let slash = from.authority().is_some()
        || matches!(edition.resolution, Resolution::Merge(merge) if merge.empty_base_path == EmptyBasePath::Slash);
    let directory = match base.rfind('/') {
        Some(at) => base.get(..=at).unwrap_or_default(),
        None if base.is_empty() && slash => "/",
        None => "",
    };
    [directory, own].concat()
}

#[cfg(test)]
mod tests {
    use napkin::Target;
    use napkin::edition::EDITIONS;

    use super::Steps;

    #[test]
    fn steps_end_at_the_target() {
        let bases =
            ["http://a/b/c/d;p?q", "http://a", "magic://a/b/c//d/e/f", "a:b", "mailto:x@y.z"];
        let references = [
            "g",
            "./g",
            "/g",
            "//g",
            "?y",
            "g?y/../x",
            "#s",
            "",
            ".",
            "..",
            "../..",
            "../../../g",
            "g;x=1/../y",
            "http:g",
            "g/./h/../i",
            "/./g",
            "//g/../h",
            ";x",
            "magic:x",
            "///g",
        ];
        let mut told = 0;
        for edition in EDITIONS {
            for base in bases {
                for reference in references {
                    let target = edition.resolver(base).resolve(reference);
                    let steps = Steps::new(edition, base, reference);
                    assert!(steps.is_none() || target.is_ok());
                    let (Ok(Target::Uri(target)), Some(steps)) = (target, steps) else { continue };
                    told += 1;
                    let last = steps.steps.last().map(|step| step.output.as_str());
                    assert_eq!(last, Some(target.as_str()), "{} {base} {reference}", edition.name);
                }
            }
        }
        assert!(told > 350, "{told} are too few");
    }

    #[test]
    fn long_paths_have_few_steps() {
        let reference = "/a/..".repeat(1000);
        let steps = Steps::new(napkin::edition::RFC3986, "http://h/", &reference).unwrap();
        assert!(steps.steps.len() < 60);
    }
}
