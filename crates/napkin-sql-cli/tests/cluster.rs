//! Clusters of real processes on this machine: one scheduler, two executors. One executor is killed during a job;
//! files of every format are read; a client that disconnects cancels its work.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::process::Output;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::machines::{answer, executor, finish, free_port, scheduler, start};
use crate::process::{
    Process, command, damage, failure, is_heard, names, run, signal, text as text_of, wait_until,
};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Queries whose answers have to be equal on the cluster and on one machine.
const QUERIES: [&str; 3] = [
    // Deduplication by normal form.
    "SELECT count(*) AS links, count(DISTINCT uri_normalize(uri, 'scheme')) AS pages FROM 'LINKS'",
    "SELECT uri_normalize(uri, 'scheme') AS target, count(*) AS links FROM 'LINKS' \
     GROUP BY target ORDER BY links DESC, target LIMIT 50",
    // Hosts by count.
    "SELECT uri_host(uri_normalize(uri)) AS host, count(*) AS links FROM 'LINKS' \
     GROUP BY host ORDER BY links DESC, host",
];

/// A long query, since every reader runs on every link.
const LONG: &str = "SELECT uri_host(page) AS host, sum(cardinality(uri_hosts(uri))) AS hosts, \
     sum(cardinality(uri_audit(uri))) AS findings FROM 'LINKS' GROUP BY host ORDER BY host";

fn text(output: Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The number of jobs for which an executor has written data: it has a folder for each.
fn jobs(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir()).count()
}

#[test]
fn a_cluster_answers_as_one_machine_does() {
    let folder = tempfile::tempdir().unwrap();
    let links = folder.path().join("links");
    let generated =
        run(folder.path(), &["generate", "links", "--rows", "40000", "--files", "16"]).status;
    assert!(generated.success());
    let pattern = links.join("*.parquet");
    let query = |sql: &str| sql.replace("LINKS", pattern.to_str().unwrap());

    let (_scheduler, port) = scheduler(&[]);
    let folders = ["one", "two"].map(|name| folder.path().join(name));
    let mut executors = folders.each_ref().map(|folder| Some(executor(port, folder)));

    for sql in QUERIES {
        let sql = query(sql);
        let here = text(answer(&sql, None));
        assert!(here.lines().count() > 1);
        assert_eq!(text(answer(&sql, Some(port))), here, "{sql}");
    }
    // A strict function fails on the cluster with the same message.
    let strict = query("SELECT count(DISTINCT uri_host_strict(uri)) FROM 'LINKS'");
    let refused = answer(&strict, Some(port));
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("uri_host_strict: 'https://"), "{message}");

    // One of the two is killed while it works, without notifying the scheduler. The other is suspended meanwhile,
    // so that it cannot finish the job before the kill.
    let long = query(LONG);
    let here = text(answer(&long, None));
    let before = jobs(&folders[1]);
    let held = executors[0].as_ref().unwrap().0.id();
    signal("STOP", held);
    let mut job = start(&long, Some(port));
    // It has finished a first task, of many, whose output the next stage needs.
    wait_until("a task", || jobs(&folders[1]) > before);
    drop(executors[1].take());
    assert!(job.0.try_wait().unwrap().is_none(), "the job was over before anything was killed");
    signal("CONT", held);
    let after = finish(job);
    if after.status.success() {
        assert_eq!(String::from_utf8(after.stdout).unwrap(), here);
    } else {
        // A clear error is accepted, if the job can be restarted.
        let message = String::from_utf8_lossy(&after.stderr).into_owned();
        assert!(message.starts_with("napkin-sql: "), "{message}");
        eprintln!("the job failed with: {message}");
    }
    // The rest of the cluster continues.
    assert_eq!(text(answer(&long, Some(port))), here);
}

fn gzip(content: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// Files of every format, each with this many rows.
fn write_forms(folder: &Path, rows: usize) -> Vec<String> {
    let line = |row: usize| format!("http://h{row}.example/");
    let lines: String = (0..rows).map(|row| line(row) + "\n").collect();
    let fields = |before: &str, between: char| {
        let rows = (0..rows).map(|row| format!("{row}{between}{}\n", line(row)));
        before.to_owned() + &rows.collect::<String>()
    };
    let (csv, tsv) = (fields("n,uri\n", ','), fields("n\turi\n", '\t'));
    let cdx = fields(" CDX N a\n", ' ');
    let json = (0..rows)
        .fold(String::new(), |json, row| json + &format!("{{\"uri\":\"{}\"}}\n", line(row)));
    let mut names = Vec::new();
    for (ending, content) in
        [("txt", &lines), ("csv", &csv), ("tsv", &tsv), ("cdx", &cdx), ("jsonl", &json)]
    {
        let name = format!("rows{rows}.{ending}");
        fs::write(folder.join(&name), content).unwrap();
        fs::write(folder.join(format!("{name}.gz")), gzip(content)).unwrap();
        names.extend([format!("{name}.gz"), name]);
    }
    for (ending, compression) in [("bz2", "bzip2"), ("xz", "xz"), ("zst", "zstd")] {
        let name = format!("more{rows}.csv.{ending}");
        let sql = format!(
            "COPY (SELECT * FROM 'rows{rows}.csv') TO '{name}' STORED AS CSV OPTIONS (format.compression '{compression}')"
        );
        text_of(folder, &[&sql]);
        names.push(name);
    }
    text_of(
        folder,
        &["-o", &format!("rows{rows}.parquet"), &format!("SELECT * FROM 'rows{rows}.csv'")],
    );
    names.push(format!("rows{rows}.parquet"));
    names
}

#[test]
fn a_cluster_reads_what_one_machine_reads() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (_scheduler, port) = scheduler(&[]);
    let _executors = ["one", "two"].map(|name| executor(port, &folder.join(name)));
    let cluster = format!("df://127.0.0.1:{port}");
    let asked = |sql: &str| text_of(folder, &["--cluster", &cluster, "--format", "csv", sql]);

    for rows in [1, 2, 50] {
        for name in write_forms(folder, rows) {
            let column = if name.contains(".cdx") { "original" } else { "uri" };
            let sql = format!(
                "SELECT count(*) AS n, count(DISTINCT uri_host({column})) AS hosts FROM '{name}'"
            );
            assert_eq!(asked(&sql), format!("n,hosts\n{rows},{rows}\n"), "{name}");
        }
    }
    // Patterns and named columns work on a cluster too.
    for (name, content) in [
        ("mix-a.csv", "uri,n\nhttp://a.example/,1\n"),
        ("mix-b.csv", "n,uri\n2,http://b.example/\n"),
        ("other.csv", "n,uri\n3,http://c.example/\n"),
    ] {
        fs::write(folder.join(name), content).unwrap();
    }
    let sql = "SELECT uri, n FROM 'mix-*.csv' ORDER BY n";
    assert_eq!(asked(sql), "uri,n\nhttp://a.example/,1\nhttp://b.example/,2\n");
    for name in ["mix-a", "other"] {
        text_of(
            folder,
            &["-o", &format!("{name}.parquet"), &format!("SELECT * FROM '{name}.csv'")],
        );
    }
    assert_eq!(asked("SELECT count(*) AS n FROM 'mix-*.parquet'"), "n\n1\n");
    let empties = "SELECT * FROM (VALUES (1, ''), (2, NULL)) AS t(n, a)";
    text_of(folder, &["-o", "empty.csv", empties]);
    assert_eq!(asked("SELECT n, a FROM 'empty.csv' ORDER BY n"), "n,a\n1,\"\"\n2,\n");

    // Unsupported statements are rejected before anything runs.
    for (sql, message) in [
        (
            "CREATE EXTERNAL TABLE t STORED AS CSV LOCATION 'rows2.csv.gz' OPTIONS (format.compression 'gzip'); \
             SELECT * FROM t",
            "name its files in the query",
        ),
        ("CREATE TABLE t AS SELECT 1 AS a; SELECT * FROM t", "memory of this machine"),
        ("SELECT * FROM '-'", "on this machine only"),
        ("COPY (SELECT 1) TO 'copied.csv'", "--output FILE"),
    ] {
        let (status, told) = failure(folder, &["--cluster", &cluster, sql]);
        assert!(status == 2 || sql.starts_with("COPY") && status == 1, "{sql}: {told}");
        assert!(told.contains(message), "{sql}: {told}");
        assert_eq!(told.lines().count(), 1, "{sql}: {told}");
    }
    assert!(!folder.join("copied.csv").exists());
}

#[test]
fn a_cluster_may_be_allowed_to_write() {
    let folder = tempfile::tempdir().unwrap();
    let (_scheduler, port) = scheduler(&["--allow-copy"]);
    let _executor = executor(port, &folder.path().join("one"));
    // Each executor finds the file by itself, so the path is absolute.
    let target = folder.path().join("copied.csv");
    let sql = format!("COPY (SELECT 'a' AS a) TO '{}'", target.display());
    let cluster = format!("df://127.0.0.1:{port}");
    text_of(folder.path(), &["--cluster", &cluster, &sql]);
    assert!(target.exists());
    // Into a folder with files only where that is said. None of them is removed, since executors may have others.
    let copied = folder.path().join("copied");
    let copy = |options: &str| {
        let target = copied.display();
        let sql =
            format!("COPY (SELECT 'a' AS a) TO '{target}' STORED AS PARQUET OPTIONS ({options})");
        run(folder.path(), &["--cluster", &cluster, &sql])
    };
    assert!(copy("append false").status.success());
    for (options, why) in
        [("append false", "remove them first"), ("overwrite true", "executors write these")]
    {
        let done = copy(options);
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!((done.status.code(), told.contains(why)), (Some(2), true), "{told}");
        assert_eq!(names(&copied).len(), 1, "{options}");
    }
    assert!(copy("append true").status.success());
    assert_eq!(names(&copied).len(), 2);
}

/// The processor time of a process, in clock ticks.
fn ticks(process: &Process) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.0.id())).unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let fields: Vec<_> = fields.split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[test]
fn a_client_that_goes_takes_its_work_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let generated = run(folder.path(), &["generate", "links", "--rows", "2000000", "--files", "4"]);
    assert!(generated.status.success());
    let (_scheduler, port) = scheduler(&[]);
    let folders = ["one", "two"].map(|name| folder.path().join(name));
    let executors = folders.each_ref().map(|folder| executor(port, folder));
    let pattern = folder.path().join("links/*.parquet");
    let sql = LONG.replace("LINKS", pattern.to_str().unwrap());
    for (name, number) in
        [("INT", 2), ("TERM", 15)].into_iter().filter(|(_, number)| is_heard(*number))
    {
        let before: u64 = executors.iter().map(ticks).sum();
        let mut client = start(&sql, Some(port));
        wait_until("work", || executors.iter().map(ticks).sum::<u64>() > before + 200);
        signal(name, client.0.id());
        let ended = client.0.wait().unwrap();
        assert_eq!(ended.code(), Some(128 + number as i32));
        // The job would take minutes. It ends after the current batches.
        let start = Instant::now();
        loop {
            let before: u64 = executors.iter().map(ticks).sum();
            sleep(Duration::from_secs(1));
            let worked = executors.iter().map(ticks).sum::<u64>() - before;
            if worked < 10 {
                break;
            }
            assert!(start.elapsed() < Duration::from_mins(2), "{name}: {worked} ticks in a second");
        }
    }
}

/// A query whose only stage reads files, so that no stage ends before the query does.
const ONE_STAGE: &str = "SELECT cardinality(uri_hosts(uri)) AS hosts, cardinality(uri_audit(uri)) AS findings FROM 'LINKS'";

#[test]
fn a_query_of_one_stage_is_taken_back_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let generated = run(folder.path(), &["generate", "links", "--rows", "1000000", "--files", "4"]);
    assert!(generated.status.success());
    let (scheduler, port) = scheduler(&[]);
    let folders = ["one", "two"].map(|name| folder.path().join(name));
    let executors = folders.each_ref().map(|folder| executor(port, folder));
    let pattern = folder.path().join("links/*.parquet");
    let sql = ONE_STAGE.replace("LINKS", pattern.to_str().unwrap());
    let work = || executors.iter().map(ticks).sum::<u64>();
    for _ in 0..2 {
        let before = work();
        let mut client = start(&sql, Some(port));
        wait_until("work", || work() > before + 100);
        signal("TERM", client.0.id());
        let start = Instant::now();
        let ended = finish_quietly(&mut client);
        assert_eq!((ended.0, ended.1.as_str()), (Some(128 + 15), "napkin-sql: interrupted\n"));
        assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
        wait_until("the executors' rest", || {
            let before = work();
            sleep(Duration::from_secs(1));
            work() - before < 10
        });
    }
    // A busy executor ends at the request to end, and the other one does its work.
    let mut client = start(&sql, Some(port));
    let before = work();
    wait_until("work", || work() > before + 100);
    let [mut one, two] = executors;
    signal("TERM", one.0.id());
    let start = Instant::now();
    assert!(one.0.wait().unwrap().success());
    assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
    assert!(client.0.try_wait().unwrap().is_none(), "the query was over before the executor");
    // A lost scheduler is told as that.
    drop(scheduler);
    let (status, told) = finish_quietly(&mut client);
    assert_eq!(status, Some(1), "{told}");
    assert!(told.contains(&format!("the scheduler at df://127.0.0.1:{port} was lost")), "{told}");
    drop(two);
}

/// The exit status of a client, and what it tells; its answer is not read.
fn finish_quietly(client: &mut Process) -> (Option<i32>, String) {
    let mut told = String::new();
    std::io::Read::read_to_string(client.0.stderr.as_mut().unwrap(), &mut told).unwrap();
    (client.0.wait().unwrap().code(), told)
}

#[test]
fn a_cluster_says_what_it_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.csv"), "uri\nhttp://a.example/\n").unwrap();
    let (_scheduler, port) = scheduler(&[]);
    let cluster = format!("df://127.0.0.1:{port}");
    let asked = "SELECT uri FROM 'a.csv'";
    let arguments = ["--cluster", &cluster, "--wait", "1", asked];
    let (status, told) = failure(folder, &arguments);
    assert_eq!(status, 1, "{told}");
    assert!(told.contains("no executor is registered at the scheduler"), "{told}");
    assert!(told.contains("within 1 seconds"), "{told}");
    // A query that waits ends at once.
    let mut client = start("SELECT 1 AS a", Some(port));
    sleep(Duration::from_secs(1));
    assert!(client.0.try_wait().unwrap().is_none(), "it did not wait");
    signal("TERM", client.0.id());
    let begun = Instant::now();
    let ended = finish_quietly(&mut client);
    assert_eq!((ended.0, ended.1.as_str()), (Some(128 + 15), "napkin-sql: interrupted\n"));
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let (status, told) = failure(folder, &["--cluster", &cluster, "--skip-broken", asked]);
    assert_eq!(status, 2, "{told}");
    assert!(told.contains("executors cannot tell the client which files and lines"), "{told}");
    // An executor that comes in time is waited for.
    let mut client = command(folder, &["--format", "csv", "--cluster", &cluster, asked]);
    let client = client.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let client = Process(client.spawn().unwrap());
    sleep(Duration::from_secs(1));
    let _executor = executor(port, &folder.join("one"));
    assert_eq!(text(finish(client)), "uri\nhttp://a.example/\n");
    // A file that only an executor finds to be broken: the message names the executor.
    let file = [b"uri\nhttp://a.example/\n".repeat(200_000), b"\xFF\n".to_vec()].concat();
    fs::write(folder.join("b.csv"), file).unwrap();
    let sql = "SELECT count(uri) FROM 'b.csv'";
    let (status, told) = failure(folder, &["--cluster", &cluster, sql]);
    assert_eq!(status, 1, "{told}");
    assert!(told.contains("b.csv") && told.contains("(on the executor 127.0.0.1:"), "{told}");
    let rows = "SELECT 'http://h/' || value AS uri FROM generate_series(1, 1000)";
    text_of(folder, &["-o", "c.parquet", rows]);
    damage(&folder.join("c.parquet"));
    let sql = "SELECT count(DISTINCT uri) FROM 'c.parquet'";
    let (status, told) = failure(folder, &["--cluster", &cluster, sql]);
    assert_eq!(status, 1, "{told}");
    assert!(told.contains("c.parquet: ") && told.contains("(on the executor 127.0.0.1:"), "{told}");
}

#[test]
fn an_executor_waits_as_long_as_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // A port that another test takes meanwhile has a server that is no scheduler, and is left.
    let waits = (0..3).any(|_| {
        let (port, start) = (free_port().to_string(), Instant::now());
        let executor = ["executor", "--scheduler-port", &port, "--wait", "2"];
        let (status, told) = failure(folder, &executor);
        assert_eq!(status, 1, "{told}");
        assert!(start.elapsed() < Duration::from_mins(1), "{told}");
        start.elapsed() >= Duration::from_secs(2)
            && told.contains(&format!("no scheduler at 127.0.0.1:{port} within 2 seconds"))
    });
    assert!(waits);
    // A port in use.
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (status, told) = failure(folder, &["scheduler", "--port", &port]);
    assert_eq!((status, told.contains("choose another port")), (1, true), "{told}");
}
