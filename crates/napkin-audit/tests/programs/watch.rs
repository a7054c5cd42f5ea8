//! Watches programs as they fetch URIs: what they look up and connect to is contacted by some reader in use.
//!
//! `ask/watch.c` is preloaded, so nothing reaches the network. A program runs once for each input, in a folder of its
//! own.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::{env, fs, thread};

use napkin_audit::{
    Class, ContactedHost, HostList, Policy, READERS, Reader, WatchedBy, hosts, verdict,
};

use crate::program::{INSTALLED, bytes_of_hex, host_of};
use crate::support::{cases, text};

/// A program that fetches a URI.
pub(crate) struct Fetcher {
    /// The name, as in the list of readers.
    pub(crate) name: &'static str,
    package: &'static str,
    /// The command; `{}` is the URI, `{quoted}` the URI in quotes, `{folder}` a folder.
    command: &'static [&'static str],
    /// Whether it takes long, so that it gets the first inputs only.
    is_slow: bool,
    /// Whether it may be missing in CI: it is no longer in Debian 13.
    is_leaving: bool,
}

const BLANK: Fetcher =
    Fetcher { name: "", package: "", command: &[], is_slow: false, is_leaving: false };

pub(crate) const FETCHERS: &[Fetcher] = &[
    Fetcher { name: "ELinks", package: "elinks", command: &["elinks", "-dump", "{}"], ..BLANK },
    Fetcher { name: "Links", package: "links", command: &["links", "-dump", "{}"], ..BLANK },
    Fetcher { name: "Lynx", package: "lynx", command: &["lynx", "-dump", "{}"], ..BLANK },
    Fetcher { name: "w3m", package: "w3m", command: &["w3m", "-dump", "{}"], ..BLANK },
    Fetcher {
        name: "axel",
        package: "axel",
        command: &["axel", "-q", "-o", "{folder}/x", "{}"],
        ..BLANK
    },
    Fetcher {
        name: "aria2",
        package: "aria2",
        command: &[
            "aria2c",
            "--async-dns=false",
            "-q",
            "--max-tries=1",
            "-d",
            "{folder}",
            "-o",
            "x",
            "{}",
        ],
        is_slow: true,
        ..BLANK
    },
    Fetcher {
        name: "wget",
        package: "wget",
        command: &["wget", "--no-config", "-q", "--tries=1", "-O", "/dev/null", "{}"],
        ..BLANK
    },
    Fetcher {
        name: "wget2",
        package: "wget2",
        command: &["wget2", "-q", "--tries=1", "-O", "/dev/null", "{}"],
        ..BLANK
    },
    Fetcher {
        name: "lftp",
        package: "lftp",
        command: &["lftp", "-c", "set net:max-retries 1; set dns:fatal-timeout 2; cat {quoted}"],
        ..BLANK
    },
    Fetcher {
        name: "snarf",
        package: "snarf",
        command: &["snarf", "{}", "/dev/null"],
        is_leaving: true,
        ..BLANK
    },
    Fetcher {
        name: "puf",
        package: "puf",
        command: &["puf", "-t", "1", "{}"],
        is_leaving: true,
        ..BLANK
    },
    Fetcher { name: "xmllint", package: "libxml2-utils", command: &["xmllint", "{}"], ..BLANK },
    Fetcher {
        name: "BusyBox wget",
        package: "busybox",
        command: &["busybox", "wget", "-q", "-O", "-", "{}"],
        ..BLANK
    },
    Fetcher {
        name: "httping",
        package: "httping",
        command: &["httping", "-c", "1", "-g", "{}"],
        ..BLANK
    },
    Fetcher { name: "mpg123", package: "mpg123", command: &["mpg123", "-q", "-t", "{}"], ..BLANK },
    Fetcher {
        name: "apt, http",
        package: "apt",
        command: &[
            "/usr/lib/apt/apt-helper",
            "-oAcquire::Retries=0",
            "-oAPT::Sandbox::User=root",
            "download-file",
            "{}",
            "{folder}/x",
        ],
        is_slow: true,
        ..BLANK
    },
    Fetcher { name: "curl", package: "curl", command: &["curl", "-gsm", "5", "{}"], ..BLANK },
    Fetcher {
        name: "git, http",
        package: "git",
        command: &["git", "ls-remote", "{}"],
        is_slow: true,
        ..BLANK
    },
    Fetcher {
        name: "git, ssh",
        package: "openssh-client",
        command: &["git", "ls-remote", "{}"],
        is_slow: true,
        ..BLANK
    },
    Fetcher {
        name: "libwww-perl",
        package: "libwww-perl",
        command: &["lwp-request", "{}"],
        is_slow: true,
        ..BLANK
    },
    Fetcher {
        name: "PHP, file_get_contents",
        package: "php-cli",
        command: &["php", "-r", "file_get_contents($argv[1]);", "{}"],
        is_slow: true,
        ..BLANK
    },
];

/// A contact that no reader makes.
struct Exception {
    /// The programs; all, if the list is empty.
    programs: &'static [&'static str],
    why: &'static str,
    /// Whether a contact is this exception, by the input and the host.
    is: fn(&str, &str) -> bool,
}

const EXCEPTIONS: &[Exception] = &[
    Exception {
        programs: &["axel", "git, http", "httping", "Lynx", "mpg123", "snarf", "wget"],
        why: "takes a scheme that it does not know for a host and a port",
        is: |input, host| {
            input.split(':').next().is_some_and(|scheme| scheme.eq_ignore_ascii_case(host))
        },
    },
    Exception {
        programs: &["ELinks", "Lynx"],
        why: "drops the dot at the end of a name",
        is: |input, host| input.contains(&format!("{host}./")),
    },
    Exception {
        programs: &["Links"],
        why: "has asterisks in place of non-ASCII letters; no resolver has such names",
        is: |input, host| !input.is_ascii() && host.contains('*'),
    },
    Exception {
        programs: &["Links"],
        why: "reads octets with leading zeros as decimal numbers; no such host is agreed on",
        is: |input, host| input.contains(&format!("//0{host}")),
    },
    Exception {
        programs: &[],
        why: "guesses a host in a text without an authority; no such text is allowed",
        is: |input, _| !input.contains("://"),
    },
    Exception {
        programs: &["aria2", "ELinks", "w3m", "xmllint"],
        why: "percent-encodes what no host has; no such host is allowed",
        is: |input, host| host.contains('%') && !input.to_ascii_lowercase().contains(host),
    },
    Exception {
        programs: &["lftp"],
        why: "tries each host of a list; the reader says the first",
        is: |input, host| input.contains(&format!(",{host}")),
    },
    Exception {
        programs: &["curl"],
        why: "resolves localhost itself",
        is: |input, host| input.contains("localhost") && ["127.0.0.1", "[::1]"].contains(&host),
    },
    Exception {
        programs: &["libwww-perl"],
        why: "encodes labels without mapping them first; no resolver has such names",
        is: |input, host| !input.is_ascii() && host.contains("xn--"),
    },
];

/// Inputs for every program: one each for the ways in which the readers differ.
const SHAPES: [&str; 43] = [
    "http://good.example?@evil.example/",
    "http://good.example#@evil.example/",
    "http://good.example?x=a@evil.example/",
    "http://good.example:80?@evil.example/",
    "http://good.example?@evil.example?a=b",
    "http://good.example#@evil.example?a=b",
    "http://good.example?x=1,evil.example/",
    "http://good.example?x=%2Cevil.example/",
    "http://good.example?[2001:db8::1]/",
    "http://good.example?%2F@evil.example/",
    "https://good.example?@evil.example/",
    "ftp://good.example?@evil.example/",
    "ftp://good.example?x@evil.example:2121/",
    "ftp://good.example;x@evil.example/",
    "ftp://good.example/http://evil.example/",
    "ssh://good.example?@evil.example/x",
    "ssh://good.example#@evil.example/x",
    "http://evil.example:@good.example/",
    "http://evil.example:x@good.example/",
    "http://evil.example@good.example:80/",
    "http://evil.example%3A@good.example/",
    "http://evil.example%2F@good.example/",
    "http://u%40evil.example@good.example/",
    "http://u%00@good.example/",
    "http://a@evil.example@good.example/",
    "http://u%3A@evil.example:@good.example/",
    "http://good.example;@evil.example/",
    r"http://good.example\@evil.example/",
    r"http://good.example\.evil.example/",
    "http://good%2Eexample/",
    "http://good%2b.example/",
    "http://good.example%40evil.example/",
    "http://good.example%2F.evil.example/",
    "http://good.example%00.evil.example/",
    "http://good.example\u{ff20}evil.example/",
    "http://good.example\u{ff0f}.evil.example/",
    "http://good.example\t.evil.example/",
    "http:///good.example/",
    "http://[2001:db8::1:22]/",
    "http://u@[2001:db8::1:22]/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://good.example./",
];

/// What each program contacts for an ordinary URL, besides the host; that is no matter of the URL.
const ORDINARY: &str = "http://good.example/";

/// The library to preload.
pub(crate) fn library() -> PathBuf {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(compiled).clone()
}

fn compiled() -> PathBuf {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("watch.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/ask/watch.c");
    let flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o"];
    let status = Command::new("cc").args(flags).arg(&made).arg(source).arg("-ldl").status();
    assert!(status.is_ok_and(|status| status.success()), "cc compiles {source}");
    made
}

impl Fetcher {
    /// The texts that it looks up or connects to for an input.
    fn contacts(&self, input: &str, library: &Path, folder: &Path) -> BTreeSet<Vec<u8>> {
        let [contacts, _] = self.run(input, library, folder);
        contacts
    }

    /// The texts that it looks up or connects to for an input, and the ports that it connects to.
    pub(crate) fn run(&self, input: &str, library: &Path, folder: &Path) -> [BTreeSet<Vec<u8>>; 2] {
        let logs = [folder.join("log"), folder.join("ports")];
        for log in &logs {
            _ = fs::remove_file(log);
        }
        let quoted = format!("\"{}\"", input.replace('\\', r"\\").replace('"', "\\\""));
        let filled = |part: &&str| {
            let folder = folder.to_str().unwrap();
            part.replace("{folder}", folder).replace("{quoted}", &quoted).replace("{}", input)
        };
        let (first, rest) = self.command.split_first().unwrap();
        let mut command = Command::new("timeout");
        command.args(["8", first]).args(rest.iter().map(filled)).current_dir(folder);
        command.env_clear().env("PATH", env::var_os("PATH").unwrap()).env("HOME", folder);
        command.env("LC_ALL", "C.UTF-8").env("LD_PRELOAD", library);
        command.env("NAPKIN_WATCH", &logs[0]).env("NAPKIN_WATCH_PORTS", &logs[1]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().unwrap();
        logs.map(|log| {
            let lines = fs::read_to_string(log).unwrap_or_default();
            lines.lines().map(bytes_of_hex).collect()
        })
    }

    /// Whether the program is rare, and its reader contacts a host.
    fn is_rare(&self, uri: &str, host: &ContactedHost) -> bool {
        let is_own = |reader: &Reader| reader.class == Class::Rare && reader.name == self.name;
        hosts(uri.as_bytes()).among(is_own).contacted().contains(&host)
    }

    /// The exception that a contact is.
    fn exception(&self, input: &str, host: &str) -> Option<&'static Exception> {
        EXCEPTIONS.iter().find(|exception| {
            let is_program =
                exception.programs.is_empty() || exception.programs.contains(&self.name);
            is_program && (exception.is)(input, host)
        })
    }

    pub(crate) fn is_there(&self) -> bool {
        let paths = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&paths).any(|path| path.join(self.command[0]).exists())
    }
}

/// The inputs: the shapes, then the misleading inputs.
fn inputs() -> Vec<String> {
    let hostile = cases("audit/hostile.jsonl");
    let hostile = hostile.iter().map(|case| text(case, "input").to_owned());
    SHAPES.iter().map(|&shape| shape.to_owned()).chain(hostile).collect()
}

/// Watches a program. Appends what no reader contacts to `wrong`, and the exceptions that occurred to `seen`.
fn watch(
    fetcher: &Fetcher,
    inputs: &[String],
    library: &Path,
    wrong: &Mutex<Vec<String>>,
    seen: &Mutex<BTreeSet<&'static str>>,
) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("watch-{}", fetcher.package));
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let usual = fetcher.contacts(ORDINARY, library, &folder);
    assert!(usual.contains(b"good.example".as_slice()), "{}: {usual:?}", fetcher.name);
    // Without either variable, and for slow programs, only the shapes.
    let is_set = |name: &str| env::var_os(name).is_some();
    let is_whole = is_set("NAPKIN_DEEP") || is_set("CI") && !fetcher.is_slow;
    let most = if is_whole { inputs.len() } else { SHAPES.len() };
    let list = HostList::parse("good.example\n[2001:db8::1:22]").unwrap();
    for input in &inputs[..most] {
        let found = hosts(input.as_bytes()).among(|reader| reader.in_use);
        let known = found.contacted();
        let verdict = verdict(input.as_bytes(), &list, &Policy::default());
        let allowed = verdict.as_is();
        // What is handed on in its place leads to its host alone, but in programs that are rare, as their readers say.
        for uri in verdict.uri().iter().filter(|_| !allowed) {
            let agreed = verdict.hosts.agreed();
            let contacts = fetcher.contacts(uri, library, &folder);
            let others = contacts.iter().filter(|contact| !usual.contains(*contact));
            for host in others.filter_map(|contact| host_of(contact, true)) {
                let is_known = Some(&host) == agreed
                    || fetcher.is_rare(uri, &host)
                    || fetcher.exception(uri, &host.to_string()).is_some();
                assert!(is_known, "{}: {input}: {uri}: {host}", fetcher.name);
            }
        }
        for contact in fetcher.contacts(input, library, &folder) {
            let Some(host) = host_of(&contact, true) else { continue };
            let name = host.to_string();
            let is_usual = name != "good.example" && usual.contains(&contact);
            if is_usual || known.contains(&&host) {
                // What is allowed leads to the one host, but in programs that are rare.
                let is_fine = is_usual
                    || verdict.hosts.agreed() == Some(&host)
                    || fetcher.is_rare(input, &host);
                assert!(!allowed || is_fine, "{}: {input}: {name}", fetcher.name);
                continue;
            }
            match fetcher.exception(input, &name) {
                Some(exception) => _ = seen.lock().unwrap().insert(exception.why),
                None => wrong.lock().unwrap().push(format!("{}: {input:?}: {name}", fetcher.name)),
            }
        }
    }
}

#[test]
fn programs_contact_what_a_reader_contacts() {
    let library = library();
    let inputs = inputs();
    let (wrong, seen) = (Mutex::default(), Mutex::default());
    let next = Mutex::new(FETCHERS.iter());
    let threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some(fetcher) = next.lock().unwrap().next() else { break };
                    assert!(
                        INSTALLED.contains(fetcher.package),
                        "{} is never installed",
                        fetcher.package
                    );
                    if fetcher.is_there() {
                        watch(fetcher, &inputs, &library, &wrong, &seen);
                        continue;
                    }
                    let reason = format!("{} is missing: checks/install/readers", fetcher.name);
                    assert!(env::var_os("CI").is_none() || fetcher.is_leaving, "{reason}");
                    io::stderr().write_all(format!("skipped: {reason}\n").as_bytes()).unwrap();
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} contacts:\n{}", wrong.len(), wrong.join("\n"));
    let seen = seen.into_inner().unwrap();
    let is_whole = env::var_os("CI").is_some();
    assert!(
        !is_whole || EXCEPTIONS.iter().all(|exception| seen.contains(exception.why)),
        "{seen:?}"
    );
}

/// The programs above are those of which the list of readers says that they are watched like this.
#[test]
fn what_is_watched_is_listed() {
    let watched: BTreeSet<_> = FETCHERS.iter().map(|fetcher| fetcher.name).collect();
    let listed = READERS.iter().flat_map(|reader| reader.watched);
    let listed = listed.filter(|watched| watched.by == WatchedBy::Preload);
    assert_eq!(watched, listed.map(|watched| watched.program).collect());
}
