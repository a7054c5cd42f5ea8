//! A cluster of real processes on this machine: one scheduler, two executors, one of which is killed in the
//! middle of a job.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The queries whose answers have to be the same on the cluster as on one machine.
const QUERIES: [&str; 3] = [
    // Deduplication by normal form.
    "SELECT count(*) AS links, count(DISTINCT uri_normalize(uri, 'scheme')) AS pages FROM 'LINKS'",
    "SELECT uri_normalize(uri, 'scheme') AS target, count(*) AS links FROM 'LINKS' \
     GROUP BY target ORDER BY links DESC, target LIMIT 50",
    // Hosts by count.
    "SELECT uri_host(uri_normalize(uri)) AS host, count(*) AS links FROM 'LINKS' \
     GROUP BY host ORDER BY links DESC, host",
];

/// One that takes a while, since every reader is asked of every link.
const LONG: &str = "SELECT uri_host(page) AS host, sum(cardinality(uri_hosts(uri))) AS hosts, \
     sum(cardinality(uri_audit(uri))) AS findings FROM 'LINKS' GROUP BY host ORDER BY host";

/// How long anything may take, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_mins(5);

/// A process that does not outlive the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn napkin_sql(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin-sql"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// A port that nothing listens on.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}: not after {PATIENCE:?}");
        sleep(Duration::from_millis(2));
    }
}

fn wait_for_port(port: u16) {
    wait_until(&format!("port {port}"), || TcpStream::connect(("127.0.0.1", port)).is_ok());
}

/// A scheduler, and the port that it listens on.
fn scheduler() -> (Process, u16) {
    let port = free_port();
    let arguments = ["scheduler", "--port", &port.to_string(), "--executor-timeout", "8"];
    let process = Process(napkin_sql(&arguments).spawn().unwrap());
    wait_for_port(port);
    (process, port)
}

/// An executor of a scheduler, which keeps its data in a folder.
fn executor(scheduler: u16, folder: &Path) -> Process {
    let port = free_port();
    let arguments = [
        "executor",
        "--scheduler-port",
        &scheduler.to_string(),
        "--port",
        &port.to_string(),
        "--threads",
        "2",
        "--work-dir",
        folder.to_str().unwrap(),
    ];
    let process = Process(napkin_sql(&arguments).spawn().unwrap());
    wait_for_port(port);
    process
}

/// What a query answers, here or on a cluster.
fn answer(sql: &str, cluster: Option<u16>) -> Output {
    let process = start(sql, cluster);
    finish(process)
}

fn start(sql: &str, cluster: Option<u16>) -> Process {
    let url = cluster.map(|port| format!("df://127.0.0.1:{port}"));
    let mut arguments = vec!["--format", "csv"];
    arguments.extend(url.iter().flat_map(|url| ["--cluster", url]));
    arguments.push(sql);
    let mut command = napkin_sql(&arguments);
    Process(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// Waits for an answer. Answers are small enough for a pipe to hold.
fn finish(mut process: Process) -> Output {
    wait_until("the answer", || process.0.try_wait().unwrap().is_some());
    let mut output =
        Output { status: process.0.wait().unwrap(), stdout: Vec::new(), stderr: Vec::new() };
    std::io::copy(process.0.stdout.as_mut().unwrap(), &mut output.stdout).unwrap();
    std::io::copy(process.0.stderr.as_mut().unwrap(), &mut output.stderr).unwrap();
    output
}

fn text(output: Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The jobs that an executor has written something for: it has a folder for each in its own.
fn jobs(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_dir()).count()
}

fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([format!("-{name}"), process.to_string()]).status();
    assert!(sent.unwrap().success());
}

#[test]
fn a_cluster_answers_as_one_machine_does() {
    let folder = tempfile::tempdir().unwrap();
    let links = folder.path().join("links");
    let generated =
        napkin_sql(&["generate", links.to_str().unwrap(), "--rows", "40000", "--files", "16"])
            .status();
    assert!(generated.unwrap().success());
    let pattern = links.join("*.parquet");
    let query = |sql: &str| sql.replace("LINKS", pattern.to_str().unwrap());

    let (_scheduler, port) = scheduler();
    let folders = ["one", "two"].map(|name| folder.path().join(name));
    let mut executors = folders.each_ref().map(|folder| Some(executor(port, folder)));

    for sql in QUERIES {
        let sql = query(sql);
        let here = text(answer(&sql, None));
        assert!(here.lines().count() > 1);
        assert_eq!(text(answer(&sql, Some(port))), here, "{sql}");
    }
    // A strict function fails there as it does here, and says why.
    let strict = query("SELECT count(DISTINCT uri_host_strict(uri)) FROM 'LINKS'");
    let refused = answer(&strict, Some(port));
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("uri_host_strict: 'https://"), "{message}");

    // One of the two is killed while it works, without a word to the scheduler. The other is held meanwhile, so
    // that there is work for the one, and none is left to end the job before the kill.
    let long = query(LONG);
    let here = text(answer(&long, None));
    let before = jobs(&folders[1]);
    let held = executors[0].as_ref().unwrap().0.id();
    signal("STOP", held);
    let mut job = start(&long, Some(port));
    // It has ended a first task, of many, and what it wrote is needed by the next stage.
    wait_until("a task", || jobs(&folders[1]) > before);
    drop(executors[1].take());
    assert!(job.0.try_wait().unwrap().is_none(), "the job was over before anything was killed");
    signal("CONT", held);
    let after = finish(job);
    if after.status.success() {
        assert_eq!(String::from_utf8(after.stdout).unwrap(), here);
    } else {
        // A clear error is allowed, if the job can be started again.
        let message = String::from_utf8_lossy(&after.stderr).into_owned();
        assert!(message.starts_with("napkin-sql: "), "{message}");
        eprintln!("the job failed with: {message}");
    }
    // What is left of the cluster goes on.
    assert_eq!(text(answer(&long, Some(port))), here);
}
