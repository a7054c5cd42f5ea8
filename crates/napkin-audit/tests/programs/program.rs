//! Programs that read URIs, run by a short script in their own language.

use std::io::{self, Write};
use std::net::Ipv6Addr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, thread};

use napkin_audit::ContactedHost;

/// The packages of Python that `checks/install/readers` installs.
const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/readers");

/// The lists of what is installed in CI.
pub(crate) const INSTALLED: &str = concat!(
    include_str!("../../../../checks/install/readers"),
    include_str!("ask/requirements.txt")
);

/// A program, its command, and its properties.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    /// The command, which runs in the folder `ask`.
    pub(crate) command: &'static [&'static str],
    /// A command that succeeds if everything that it needs is installed.
    pub(crate) needs: &'static [&'static str],
    pub(crate) package: &'static str,
    /// Whether it needs packages of Python.
    pub(crate) is_of_pip: bool,
    /// Whether an answer takes about a millisecond.
    pub(crate) is_slow: bool,
    /// Whether it decodes the host, and its reader refuses one that then still has a percent sign.
    pub(crate) refuses_percent: bool,
    /// Whether it removes the brackets.
    pub(crate) takes_brackets_off: bool,
}

/// The answers of a program.
pub(crate) struct Told {
    /// Its name and version.
    pub(crate) version: String,
    /// The host of each input; `None` if it finds none, or rejects the input.
    pub(crate) hosts: Vec<Option<ContactedHost>>,
}

impl Program {
    /// The hosts of all inputs; `None` if the program is not installed.
    pub(crate) fn ask(&self, inputs: &[String]) -> Option<Told> {
        if !self.is_there() {
            let package = self.package;
            assert!(INSTALLED.contains(package), "{package} is never installed");
            let reason =
                format!("{} is missing; checks/install/readers installs {package}", self.name);
            assert!(env::var_os("CI").is_none(), "{reason}");
            // Written directly, since the output of print macros in a passing test is hidden.
            io::stderr().write_all(format!("skipped: {reason}\n").as_bytes()).unwrap();
            return None;
        }
        let mut child =
            self.run(self.command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let lines = inputs.iter().map(|input| hex(input) + "\n").collect::<String>();
        let writer = thread::spawn(move || stdin.write_all(lines.as_bytes()));
        let output = child.wait_with_output().unwrap();
        let written = writer.join().unwrap();
        assert!(output.status.success(), "{}: {}", self.name, output.status);
        written.unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let mut lines = text.lines();
        let version = lines.next().unwrap().to_owned();
        let hosts: Vec<_> = lines.map(|line| self.host(line)).collect();
        assert_eq!(hosts.len(), inputs.len(), "{version} answers each input");
        Some(Told { version, hosts })
    }

    /// The host in an answer: `=` and its bytes in hexadecimal, `-` for none, `!` for a rejected text. A host that
    /// no resolver accepts counts as none, as with the readers.
    fn host(&self, line: &str) -> Option<ContactedHost> {
        let digits = line.strip_prefix('=')?;
        let host = bytes_of_hex(digits);
        let is_refused = self.refuses_percent && !host.starts_with(b"[") && host.contains(&b'%');
        if is_refused { None } else { host_of(&host, self.takes_brackets_off) }
    }

    /// Whether it is installed, with the packages that were installed for these tests: others answer otherwise.
    fn is_there(&self) -> bool {
        if self.is_of_pip && !Path::new(PACKAGES).join("requirements.txt").exists() {
            return false;
        }
        let mut command = self.run(self.needs);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// A command in the folder `ask`, with its packages.
    fn run(&self, command: &[&str]) -> Command {
        let (first, rest) = command.split_first().unwrap();
        let mut command = Command::new(first);
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        command.args(rest).current_dir(here.join("tests/programs/ask"));
        if self.is_of_pip {
            command.env("PYTHONPATH", PACKAGES);
        }
        command
    }
}

/// The host that a program contacts, by its text; `None` if no resolver accepts it.
pub(crate) fn host_of(bytes: &[u8], takes_brackets_off: bool) -> Option<ContactedHost> {
    let inside = bytes.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
    let bare = Some(bytes).filter(|_| takes_brackets_off);
    if let Some(address) = inside.or(bare).and_then(address) {
        return Some(ContactedHost::Address(address.into()));
    }
    let impossible = |byte: &u8| *byte <= b' ' || b"\x7f/?#@:[]\\<>\"^`{|}".contains(byte);
    let is_escape = |three: &[u8]| three[0] == b'%' && three[1..].iter().all(u8::is_ascii_hexdigit);
    let is_encoded = bytes.windows(3).any(is_escape);
    let is_name = !bytes.iter().any(impossible) && (is_encoded || !bytes.contains(&b'%'));
    // A percent-encoded name is asked for as it is written.
    let as_written = || ContactedHost::Name(String::from_utf8_lossy(bytes).to_ascii_lowercase());
    let host = || if is_encoded { as_written() } else { ContactedHost::normal(bytes) };
    (is_name && !bytes.is_empty()).then(host)
}

fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

pub(crate) fn bytes_of_hex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).unwrap());
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// An IPv6 address, perhaps with a zone.
fn address(text: &[u8]) -> Option<Ipv6Addr> {
    let text = str::from_utf8(text).ok()?;
    let (address, zone) = text.split_once('%').unwrap_or((text, "0"));
    address.parse().ok().filter(|_| !zone.is_empty() && !zone.contains(']'))
}
