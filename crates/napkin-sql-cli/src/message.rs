//! Error messages in one sentence: the text of the innermost cause, without the wrappers.

/// Prefixes that wrappers add.
const BEFORE: &[&str] = &[
    "Error during planning: ",
    "SQL error: ",
    "Schema error: ",
    "Execution error: ",
    "Arrow error: ",
    "Cast error: ",
    "External error: ",
    "External: ",
    "IO error: ",
    "Invalid or Unsupported Configuration: ",
    "Object Store error: ",
    "Parser error: ",
    "Csv error: ",
    "Json error: ",
    "Parquet error: ",
    "DataFusion error: ",
    "DataFusionError: ",
    "Task failed due to runtime execution error: ",
    "Internal error: ",
    "General error: ",
    "Error planning job: ",
    "sql parser error: ",
    "Could not parse plan: ",
    "Could not parse logical plan protobuf: ",
];

/// Texts that wrappers put around a cause.
const INSIDE: &[(&str, &str)] = &[
    // From gRPC.
    (", message: \"", "\", metadata: "),
    ("PlanParsingFailure(\"", "\")"),
    ("ParserError(\"", "\")"),
    ("coercion failed with: ", " No function matches the given name"),
];

/// Suffixes that wrappers add.
const BEHIND: &[&str] = &[
    "\n\nbacktrace:",
    ".\nThis issue was likely caused by a bug in DataFusion's code.",
    "\nThis issue was likely caused by a bug in DataFusion's code.",
];

pub(crate) fn sentence(message: &str) -> String {
    let inner = quoted(message);
    let mut rest = inner.as_deref().unwrap_or(message).trim();
    for behind in BEHIND {
        rest = rest.split(behind).next().unwrap_or(rest);
    }
    loop {
        let stripped = BEFORE.iter().find_map(|before| rest.strip_prefix(before));
        let stripped = stripped.or_else(|| {
            // The name of a job means nothing to the user.
            let (job, cause) = rest.strip_prefix("Job ")?.split_once(" failed: ")?;
            (!job.contains(' ')).then_some(cause)
        });
        let inner = INSIDE.iter().find_map(|(before, behind)| {
            let (_, inner) = rest.split_once(before)?;
            Some(inner.rfind(behind).map_or(inner, |end| &inner[..end]))
        });
        match stripped.or(inner) {
            Some(next) => rest = next.trim(),
            None => break,
        }
    }
    let text = rest.replace("\\n", " ").replace("\\\"", "\"").replace("\\'", "'");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text inside a debug-formatted error, as one from a cluster.
fn quoted(message: &str) -> Option<String> {
    let (_, inner) = message.split_once("DataFusionError(")?;
    let open = inner.find('"')?;
    // Repeated debug formatting adds backslashes.
    let backslashes = |text: &str| text.len() - text.trim_end_matches('\\').len();
    let (before, text) = (inner.get(..open)?, inner.get(open + 1..)?);
    let depth = backslashes(before);
    let is_end = |at: usize| text.get(..at).is_some_and(|text| backslashes(text) <= depth);
    let end = text.match_indices('"').map(|(at, _)| at).find(|at| is_end(*at))?;
    let mut text = text.get(..end)?.trim_end_matches('\\').to_owned();
    for _ in 0..=depth {
        text = text.replace("\\n", " ").replace("\\\"", "\"").replace("\\'", "'");
        text = text.replace("\\\\", "\\");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn the_innermost_cause_is_told() {
        for (message, expected) in [
            ("plain", "plain"),
            (
                "Error during planning: SQL error: ParserError(\"Expected: a, found: b\")",
                "Expected: a, found: b",
            ),
            (
                "Error during planning: Function 'uri_host' user-defined coercion failed with: Error during \
                 planning: uri_host: uri is text. No function matches the given name",
                "uri_host: uri is text.",
            ),
            (
                "Job 03 failed: Job failed due to stage 0 failed: Task failed due to runtime execution error: \
                 DataFusionError(Shared(External(DataFusionError(Execution(\"a: 'b': c (d \\\"e\\\")\")))))",
                "a: 'b': c (d \"e\")",
            ),
            (
                "Job 03 failed: Job failed due to stage 0 failed: Task 3 failed, most recent failure reason: \"Task \
                 failed due to IO error: DataFusionError(IoError(Custom { kind: InvalidData, error: \\\"/a.txt: \
                 line 2\\\" }))\"",
                "/a.txt: line 2",
            ),
            (
                "Status { code: InvalidArgument, message: \"Could not parse plan: DataFusion error: Error during \
                 planning: no 'a'\", metadata: MetadataMap { headers: {} }, source: None }",
                "no 'a'",
            ),
            (
                "Fail to execute query due to ExecuteQueryFailureResult { failure: Some(PlanParsingFailure(\"Could not \
                 parse plan: DataFusion error: Error during planning: no \\\"a\\\"\")) }",
                "no \"a\"",
            ),
            ("Invalid function 'a'.\nDid you mean 'b'?", "Invalid function 'a'. Did you mean 'b'?"),
        ] {
            assert_eq!(sentence(message), expected);
        }
    }
}
