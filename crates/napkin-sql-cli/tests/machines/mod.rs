//! Clusters of real processes on this machine: a scheduler, executors, and clients that ask them.
#![allow(dead_code)]

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Output, Stdio};

use super::process::{Process, command, wait_until};

/// A free port.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

pub(crate) fn wait_for_port(port: u16) {
    wait_until(&format!("port {port}"), || TcpStream::connect(("127.0.0.1", port)).is_ok());
}

/// A scheduler, and its port.
pub(crate) fn scheduler(more: &[&str]) -> (Process, u16) {
    let port = free_port();
    let number = port.to_string();
    let arguments = [&["scheduler", "--port", &number, "--executor-timeout", "20"], more].concat();
    let process = Process(command(Path::new("/"), &arguments).spawn().unwrap());
    wait_for_port(port);
    (process, port)
}

/// An executor of a scheduler, with a folder for its data.
pub(crate) fn executor(scheduler: u16, folder: &Path) -> Process {
    let (port, task_port) = (free_port(), free_port());
    let arguments = [
        "executor",
        "--scheduler-port",
        &scheduler.to_string(),
        "--port",
        &port.to_string(),
        "--task-port",
        &task_port.to_string(),
        "--threads",
        "2",
        "--work-dir",
        folder.to_str().unwrap(),
    ];
    let process = Process(command(Path::new("/"), &arguments).spawn().unwrap());
    wait_for_port(port);
    wait_for_port(task_port);
    process
}

/// The answer of a query, local or on a cluster.
pub(crate) fn answer(sql: &str, cluster: Option<u16>) -> Output {
    let process = start(sql, cluster);
    finish(process)
}

pub(crate) fn start(sql: &str, cluster: Option<u16>) -> Process {
    let url = cluster.map(|port| format!("df://127.0.0.1:{port}"));
    let mut arguments = vec!["--format", "csv"];
    arguments.extend(url.iter().flat_map(|url| ["--cluster", url]));
    arguments.push(sql);
    let mut command = command(Path::new("/"), &arguments);
    Process(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// Waits for an answer. Answers are small enough for a pipe to hold.
pub(crate) fn finish(mut process: Process) -> Output {
    wait_until("the answer", || process.0.try_wait().unwrap().is_some());
    let mut output =
        Output { status: process.0.wait().unwrap(), stdout: Vec::new(), stderr: Vec::new() };
    std::io::copy(process.0.stdout.as_mut().unwrap(), &mut output.stdout).unwrap();
    std::io::copy(process.0.stderr.as_mut().unwrap(), &mut output.stderr).unwrap();
    output
}
