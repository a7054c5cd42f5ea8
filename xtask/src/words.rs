//! Checks the words: phrases that hide what a sentence is about are refused, with what to write instead.
//!
//! It reads the pages and the whole of the code, so doc comments, help and messages are among it. A phrase is found
//! over the end of a line too.

use std::fs;

use anyhow::bail;
use xshell::cmd;

use crate::tools::Tools;

/// Phrases in lower case, each with what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("above the top", "above the root"),
    ("all that accept it agree", "name the host to which every program goes"),
    ("as deep as it likes", "the limit of the nesting depth"),
    ("beyond ascii", "non-ASCII: a non-ASCII letter, a non-ASCII host"),
    ("by the letter", "by which rule, of which document"),
    ("does not make a uri", "cannot be written in a URI"),
    ("from which severity", "at or above this severity"),
    ("has no answer to this", "the standard, and what it does instead"),
    ("is taken as a reference", "what the text is, and the option that reads it otherwise"),
    ("is not the name of a part", "the text that is not a part, and the parts that there are"),
    ("is told.", "who tells whom, and where"),
    ("it is told", "who tells whom, and where"),
    ("may not stand", "is not allowed"),
    ("may stand", "is allowed"),
    ("no base to resolve", "which references need a base, and the option that gives one"),
    ("no rule derives", "what is not valid, where, and what to write"),
    ("none that has an answer", "no edition accepts it"),
    ("nothing to say against", "no danger found"),
    ("one of the dns", "a valid DNS label"),
    ("runs what follows", "what runs, and where"),
    ("stands less deep", "has a smaller nesting depth"),
    ("to the letter", "by which rule, of which document; or: identical"),
    ("that never was", "made-up"),
    ("what comes of it", "the result"),
    ("what stands around", "the text around, or the thing"),
    ("what stands before", "the text before, or the thing: the userinfo, the scheme"),
    ("what stands behind", "the text after, or the thing: the port, the path"),
    ("what stands in", "the text in, or the thing"),
    ("what stands there", "the thing: the percent-encoded byte, the label"),
    ("what there is", "the thing"),
    ("what to work on", "the things: the URIs to process"),
    ("which is meant without", "the default"),
    ("who compares text", "programs that compare text"),
    ("wrong from byte", "invalid, and at which byte"),
];

/// Beginnings of doc comments that name nothing, each with what to write instead.
const BEGINNINGS: &[(&str, &str)] = &[
    ("Does it.", "the action: \"Runs the computation on `kernel`.\""),
    ("Itself only", "the thing: \"`Is(p)`: undefined, empty and `p` are equal.\""),
    ("The same.", "the thing: \"The general path.\""),
    ("The same,", "the thing: \"The general path, for long texts.\""),
    ("Those ", "the things: \"The errors of [`parse`].\""),
];

/// Files with a phrase that is right there: the file, the phrase, the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[];

/// What is read.
const FILES: &[&str] = &["*.md", "*.rs", "*.toml", "*.py", "*.pyi", "*.html", "*.js", "*.mjs"];

pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    let listed = cmd!(tools.shell, "git ls-files --").args(FILES).quiet().read()?;
    let mut faults = Vec::new();
    let mut used = vec![false; EXCEPTIONS.len()];
    for file in listed.lines().filter(|file| *file != "xtask/src/words.rs") {
        // A file that is deleted and not yet committed is listed too.
        let Ok(text) = fs::read_to_string(tools.shell.current_dir().join(file)) else { continue };
        for (line, phrase, instead) in faults_of(&text) {
            let exception =
                EXCEPTIONS.iter().position(|(at, what, _)| *at == file && *what == phrase);
            match exception {
                Some(index) => used[index] = true,
                None => faults.push(format!("{file}:{line}: \"{phrase}\"; write {instead}")),
            }
        }
    }
    for ((file, phrase, _), _) in EXCEPTIONS.iter().zip(&used).filter(|(_, used)| !**used) {
        faults.push(format!("{file} no longer has \"{phrase}\"; remove its exception"));
    }
    if faults.is_empty() {
        return Ok(());
    }
    bail!("words:\n{}", faults.join("\n"));
}

/// The phrases of a text, each with its line from 1. A phrase ends where a word ends.
fn faults_of(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let mut faults = Vec::new();
    // The text on one line, without the marks of comments, and where each of its lines begins.
    let (mut joined, mut starts) = (String::with_capacity(text.len()), Vec::new());
    for (index, line) in text.lines().enumerate() {
        starts.push(joined.len());
        let line = line.trim();
        if let Some(doc) = line.strip_prefix("/// ") {
            let found = BEGINNINGS.iter().filter(|(beginning, _)| doc.starts_with(beginning));
            faults.extend(found.map(|(beginning, instead)| (index + 1, *beginning, *instead)));
        }
        let words = line.trim_start_matches(['/', '!', '#', '>', ' ']);
        joined.push_str(words.trim_end_matches(['\\', ' ']));
        joined.push(' ');
    }
    joined.make_ascii_lowercase();
    for (phrase, instead) in PHRASES {
        for (at, _) in joined.match_indices(phrase) {
            let behind = joined[at + phrase.len()..].chars().next();
            if phrase.ends_with('.') || !behind.is_some_and(char::is_alphanumeric) {
                faults.push((starts.partition_point(|start| *start <= at), *phrase, *instead));
            }
        }
    }
    faults.sort_unstable();
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_over_the_end_of_a_line() {
        let text = "/// The limit: reaching it\n/// is told.\n\n/// Those of [`a`].\nlet x = \"It May \\\n    stand\";\n";
        let found: Vec<_> =
            faults_of(text).into_iter().map(|(line, phrase, _)| (line, phrase)).collect();
        assert_eq!(found, [(1, "it is told"), (2, "is told."), (4, "Those "), (5, "may stand")]);
    }

    #[test]
    fn phrases_are_in_lower_case() {
        assert!(PHRASES.iter().all(|(phrase, _)| phrase.to_lowercase() == *phrase));
    }
}
