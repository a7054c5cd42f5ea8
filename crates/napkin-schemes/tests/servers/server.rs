//! Servers: found on this machine, started on a port of their own, and stopped with the test.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};
use std::{env, iter};

use tempfile::TempDir;

/// How long a server may take to start. Only a broken one needs it.
const START: Duration = Duration::from_secs(20);

/// A program, if it is installed.
pub(crate) fn find(program: &str, package: &str) -> Option<PathBuf> {
    // Servers are often outside the users' path.
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    let found = folders.map(|folder| folder.join(program)).find(|program| program.is_file());
    or_missing(found, program, package)
}

/// A Python with a module, if there is one.
pub(crate) fn find_python(module: &str, package: &str) -> Option<PathBuf> {
    // Debian packages install modules for the first one.
    let found = ["/usr/bin/python3", "python3"].into_iter().find(|python| {
        let mut import = Command::new(python);
        import.args(["-c", &format!("import {module}")]).stderr(Stdio::null());
        import.status().is_ok_and(|status| status.success())
    });
    or_missing(found.map(PathBuf::from), module, package)
}

/// The program found; if it is missing, a message says so, and it is a failure in CI.
fn or_missing(found: Option<PathBuf>, program: &str, package: &str) -> Option<PathBuf> {
    const INSTALLED: &str = include_str!("../../../../checks/install/servers");
    assert!(INSTALLED.lines().any(|line| line == package), "{package} is never installed");
    if found.is_none() {
        let reason = format!("{program} is missing; apt-get install {package}");
        assert!(env::var_os("CI").is_none(), "{reason}");
        skip(&reason);
    }
    found
}

/// Prints what is not tested, and why.
pub(crate) fn skip(reason: &str) {
    // Written directly, since the output of print macros in a passing test is hidden.
    io::stderr().write_all(format!("skipped: {reason}\n").as_bytes()).unwrap();
}

/// A folder for one server: its files, its configuration and its log.
#[derive(Clone)]
pub(crate) struct Site(Arc<TempDir>);

impl Site {
    /// A site that serves these files from its folder `root`.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::Builder::new().prefix("napkin").tempdir().unwrap();
        let site = Self(Arc::new(folder));
        fs::create_dir(site.path("root")).unwrap();
        for (name, text) in files {
            site.write(&format!("root/{name}"), text);
        }
        site
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path of a file, as written in configurations.
    pub(crate) fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Writes a file that everyone may read, as some servers require, and with a fixed age, which some servers
    /// show.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        let folder = path.parent().unwrap();
        fs::create_dir_all(folder).unwrap();
        fs::set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
        let mut file = File::create(&path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(946_684_800)).unwrap();
        self.allow(name, 0o644);
    }

    pub(crate) fn allow(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), Permissions::from_mode(mode)).unwrap();
    }

    /// A command that appends its output to the log, in English and UTC.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let log = File::options().create(true).append(true).open(self.path("log")).unwrap();
        let mut command = Command::new(program);
        command.current_dir(self.path("root")).env("LC_ALL", "C").env("TZ", "UTC");
        command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        command
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }
}

/// A process that is killed when it is dropped, even if the test fails.
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn spawn(command: &mut Command) -> Self {
        Self(command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}")))
    }

    /// What it prints, if that is piped.
    pub(crate) fn output(&mut self) -> ChildStdout {
        self.0.stdout.take().unwrap()
    }

    fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server that opens its own ports, which have to be chosen before.
pub(crate) struct Daemon<const PORTS: usize> {
    pub(crate) ports: [u16; PORTS],
    _process: Process,
}

impl<const PORTS: usize> Daemon<PORTS> {
    /// Starts the command for the ports, and waits until it listens. If another program takes a port meanwhile,
    /// others are tried.
    pub(crate) fn start(site: &Site, command: impl Fn([u16; PORTS]) -> Command) -> Self {
        for _ in 0..5 {
            // All are held until all are chosen.
            let held = [(); PORTS].map(|()| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap());
            let ports = held.map(|listener| listener.local_addr().unwrap().port());
            let mut process = Process::spawn(&mut command(ports));
            let start = Instant::now();
            while process.is_running() && start.elapsed() < START {
                let mut ports_open =
                    ports.iter().map(|port| TcpStream::connect(("127.0.0.1", *port)));
                if ports_open.all(|stream| stream.is_ok()) && process.is_running() {
                    return Self { ports, _process: process };
                }
                thread::sleep(Duration::from_millis(20));
            }
        }
        panic!("it does not start: {}", site.log());
    }
}

/// A server that gets each connection as standard input and output, as with inetd.
pub(crate) struct Inetd {
    pub(crate) address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Inetd {
    /// Listens on any port, and starts the command at each connection.
    pub(crate) fn start(
        address: IpAddr,
        command: impl Fn(u16) -> Command + Send + 'static,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind((address, 0))?;
        let address = listener.local_addr()?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let mut running: Vec<Process> = Vec::new();
            let mut streams = iter::from_fn(|| listener.accept().ok());
            while let Some((stream, _)) = streams.next()
                && !stopped.load(Ordering::SeqCst)
            {
                let socket = OwnedFd::from(stream);
                let output = socket.try_clone().unwrap();
                let mut command = command(address.port());
                running.push(Process::spawn(command.stdin(socket).stdout(output)));
                running.retain_mut(Process::is_running);
            }
        });
        Ok(Self { address, stop, thread: Some(thread) })
    }
}

impl Drop for Inetd {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        // Wakes the thread, which then ends the running process.
        let _ = TcpStream::connect(self.address);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
