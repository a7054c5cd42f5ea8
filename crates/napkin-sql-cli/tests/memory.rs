//! Memory: with any limit, a query ends with an answer or an error with advice; joins go to temporary files too.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::process::{Process, command, csv, text};

/// All texts are different, so they have to be held or written to temporary files.
const TEXTS: &str = "SELECT 'https://www.example.com/a/path/that/is/long/enough/' || value AS uri \
    FROM generate_series(1, 300000)";

/// The time limit of one query, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(150);

#[test]
fn little_memory_ends_in_an_answer_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert_eq!(csv(folder, "SELECT 1 AS a"), "a\n1\n");
    let grouped = format!(
        "SELECT count(*) AS n, sum(n) AS sum FROM (SELECT uri, count(*) AS n FROM ({TEXTS}) GROUP BY uri)"
    );
    let sorted =
        format!("SELECT count(uri) AS n, count(*) AS sum FROM ({TEXTS} ORDER BY uri LIMIT 250000)");
    let (mut answers, mut errors) = (0, 0);
    for (sql, expected) in [(grouped, "n,sum\n300000,300000\n"), (sorted, "n,sum\n250000,250000\n")]
    {
        for memory in ["100K", "1M", "8M", "24M", "1G", "0"] {
            let arguments = ["--memory", memory, "--threads", "3", "--format", "csv", &sql];
            let mut started = command(folder, &arguments);
            started.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut process = Process(started.spawn().unwrap());
            let start = Instant::now();
            let ended = loop {
                if let Some(ended) = process.0.try_wait().unwrap() {
                    break ended;
                }
                assert!(start.elapsed() < PATIENCE, "--memory {memory} does not end: {sql}");
                std::thread::sleep(Duration::from_millis(20));
            };
            let mut answer = Vec::new();
            let mut told = Vec::new();
            std::io::copy(process.0.stdout.as_mut().unwrap(), &mut answer).unwrap();
            std::io::copy(process.0.stderr.as_mut().unwrap(), &mut told).unwrap();
            let (answer, told) =
                (String::from_utf8(answer).unwrap(), String::from_utf8(told).unwrap());
            if ended.success() {
                assert_eq!(answer, expected, "--memory {memory}");
                answers += 1;
            } else {
                assert_eq!(ended.code(), Some(1), "--memory {memory}: {told}");
                assert!(told.contains("--memory"), "--memory {memory}: {told}");
                assert_eq!(told.lines().count(), 1, "{told}");
                errors += 1;
            }
        }
    }
    assert!(answers >= 4 && errors >= 1, "{answers} answers, {errors} errors");
}

#[test]
fn a_join_that_does_not_fit_is_done_with_temporary_files() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let texts = "SELECT rpad('https://www.example.com/' || value, 1000, 'x') AS uri, value FROM generate_series(1, 75000)";
    let sql = format!(
        "SET datafusion.execution.batch_size = 512; \
         SELECT a.value FROM ({texts}) AS a JOIN ({texts}) AS b ON a.uri = b.uri"
    );
    for threads in ["1", "2"] {
        text(folder, &["--memory", "60M", "--threads", threads, "-o", "joined.csv", &sql]);
        let rows = csv(folder, "SELECT count(*) AS n, sum(value) AS sum FROM 'joined.csv'");
        assert_eq!(rows, "n,sum\n75000,2812537500\n");
    }
}

/// Each limit leaves the sorts of this join less than what DataFusion sorts at once, for which it counts the rows twice.
#[test]
fn a_join_of_groups_ends_under_every_limit() {
    let folder = tempfile::tempdir().unwrap();
    let texts = "SELECT 'https://www.example.com/a/path/that/is/long/enough/' || (value % 20000) AS uri \
        FROM generate_series(1, 30000)";
    let groups = format!(
        "SELECT count(*) AS n FROM (SELECT DISTINCT uri AS a FROM ({texts})) \
         JOIN (SELECT DISTINCT uri_normalize(uri, 'scheme') AS b FROM ({texts})) ON a = b"
    );
    let batches = "SET datafusion.execution.batch_size = 256;";
    for memory in ["500K", "1M", "2M", "4M"] {
        let of_option = format!("{batches} {groups}");
        let arguments = ["--memory", memory, "--threads", "2", "--format", "csv", &of_option];
        assert_eq!(text(folder.path(), &arguments), "n\n20000\n", "{memory}");
    }
    let of_statement = format!("{batches} SET datafusion.runtime.memory_limit = '1M'; {groups}");
    let arguments = ["--threads", "2", "--format", "csv", &of_statement];
    assert_eq!(text(folder.path(), &arguments), "n\n20000\n");
}
