//! Words that people try as commands, with the command that does the job.

/// The words, and what to write.
const JOBS: &[(&[&str], &str)] = &[
    (
        &["build", "make", "create", "new"],
        "napkin set --scheme https --host example.com --path /a ''",
    ),
    (&["sort"], "napkin get site,input -i FILE | sort | cut -f2"),
    (&["uniq", "unique", "deduplicate"], "napkin dedupe -i FILE"),
    (&["count"], "napkin dedupe --count -i FILE"),
    (&["join", "absolute"], "napkin resolve --base BASE REFERENCE"),
    (&["append"], "napkin set --push-segment NAME URI"),
    (&["validate", "valid", "verify", "lint", "test"], "napkin check URI"),
    (&["diff", "equal", "same"], "napkin compare URI URI"),
    (&["fix", "mend"], "napkin repair URI"),
    (&["tidy", "sanitize"], "napkin clean -i FILE"),
    (&["canonicalize", "canonical", "canon"], "napkin normalize URI"),
    (&["edit", "replace", "change", "update"], "napkin set --host NAME URI"),
    (&["strip", "untrack"], "napkin set --strip-tracking URI"),
    (&["remove", "delete"], "napkin set --remove query URI"),
    (&["find", "grep", "search", "scan"], "napkin extract -i FILE"),
    (&["crawl"], "napkin links FILE"),
    (&["split", "info", "show", "inspect", "print"], "napkin parse URI"),
    (&["escape", "quote", "urlencode"], "napkin encode TEXT"),
    (&["unescape", "unquote", "urldecode"], "napkin decode TEXT"),
    (&["punycode", "idn", "ascii"], "napkin map --host idna URI"),
    (&["safe", "danger", "phishing", "look"], "napkin glance URI"),
    (&["redirect", "ssrf"], "napkin allow --host NAME URI"),
    (&["redact", "hide", "mask"], "napkin get redacted URI"),
];

/// Options that people try, with what does the job.
const OPTIONS: &[(&[&str], &str)] = &[
    (
        &["not-in", "except", "exclude", "minus", "subtract"],
        "what one list has and another lacks: napkin dedupe --normalized -i FILE | sort, for each, and comm -13",
    ),
    (
        &["set-host", "replace-host", "change-host"],
        "write: napkin set --host NAME URI; in a document: napkin rewrite --from URI --to URI FILE",
    ),
];

/// What to write in place of an option that no command has, without its dashes.
pub(crate) fn job_of_option(name: &str) -> Option<&'static str> {
    OPTIONS.iter().find(|(words, _)| words.contains(&name)).map(|(_, job)| *job)
}

/// What to write in place of a word that is no command.
pub(crate) fn job_of(word: &str) -> Option<&'static str> {
    let is_meant = |words: &&[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    JOBS.iter().find(|(words, _)| is_meant(words)).map(|(_, job)| *job)
}

#[cfg(test)]
mod tests {
    use super::JOBS;
    use crate::command;

    #[test]
    fn words_are_no_commands_and_jobs_are() {
        let napkin = command();
        for (words, job) in JOBS {
            for word in *words {
                assert!(napkin.find_subcommand(word).is_none(), "{word}");
            }
            let name = job.split(' ').nth(1).unwrap();
            assert!(napkin.find_subcommand(name).is_some(), "{job}");
        }
    }
}
