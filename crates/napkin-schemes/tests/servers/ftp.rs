//! FTP by `ProFTPD`, which has the types of RFC 959 and rejects a null argument, and by `pyftpdlib`, which takes a
//! null argument for the root and allows anonymous users.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::cases::Cases;
use crate::server::{Inetd, Process, Site, find, find_python, skip};

/// The login directory is `root/home`; files outside it need a `%2F`.
const FILES: &[(&str, &str)] = &[
    ("home/notes.txt", "first\nsecond\n"),
    ("home/a b#c?.txt", "odd name\n"),
    ("home/sub/only.txt", "in sub\n"),
    ("beside/notes.txt", "beside\n"),
];

/// Two users. The password of `u` is `p@/w`, and that of `plain` is `word`, since RFC 1630 cannot express the
/// other.
const USERS: [&str; 2] = [
    "u:$6$napkin$3ng/Xdem.ctblSWVJ6ubLvvrC0aTJ2BaQjgmu8m1Vm.yfnKg.COwDLAXIND4oenLSFtgCdW8WjaydS0RSFae80",
    "plain:$6$napkin$zJTRVKGJhzmxE3br.M7I.j3WMwW8Av4e/tZVYMJ26KVd3rAIxWCcCaA4GwAYjoY5pHl2s/6tyvv8m9YkS8CLw/",
];

/// `ProFTPD`, run by the user who runs the test.
fn start_proftpd(program: PathBuf, address: IpAddr) -> std::io::Result<(Site, Inetd)> {
    let site = Site::new(FILES);
    let owner = fs::metadata(site.path("root")).unwrap();
    let home = site.name("root/home");
    let users =
        USERS.map(|user| format!("{user}:{}:{}::{home}:/bin/sh\n", owner.uid(), owner.gid()));
    site.write("etc/passwd", &users.concat());
    site.allow("etc/passwd", 0o600);
    let id = |what| {
        let output = Command::new("id").arg(what).output().unwrap().stdout;
        String::from_utf8(output).unwrap()
    };
    let configuration = format!(
        "ServerType inetd\n\
         User {}\
         Group {}\
         AuthUserFile {}\n\
         AuthOrder mod_auth_file.c\n\
         RootLogin on\n\
         RequireValidShell off\n\
         UseFtpUsers off\n\
         UseReverseDNS off\n\
         ScoreboardFile none\n\
         ControlsEngine off\n\
         DelayEngine off\n\
         WtmpLog off\n\
         TransferLog none\n\
         SystemLog {}\n",
        id("-un"),
        id("-gn"),
        site.name("etc/passwd"),
        site.name("etc/log"),
    );
    site.write("etc/proftpd.conf", &configuration);
    let started = site.clone();
    let server = Inetd::start(address, move |_| {
        let mut command = site.command(&program);
        command.arg("-c").arg(site.path("etc/proftpd.conf"));
        command
    })?;
    Ok((started, server))
}

#[test]
fn by_proftpd() {
    let Some(program) = find("proftpd", "proftpd-core") else { return };
    let (site, server) = start_proftpd(program, Ipv4Addr::LOCALHOST.into()).unwrap();
    let cases = Cases::of("proftpd", &site, server.address, None);
    cases.check(&site);
    cases.check_that_every_step_matters();
}

#[test]
fn by_proftpd_over_ipv6() {
    let Some(program) = find("proftpd", "proftpd-core") else { return };
    let Ok((site, server)) = start_proftpd(program, Ipv6Addr::LOCALHOST.into()) else {
        return skip("this machine has no IPv6");
    };
    Cases::of("proftpd-ipv6", &site, server.address, None).check(&site);
}

/// The whole file system, with the login directory as the start.
const PYFTPDLIB: &str = r#"
import sys
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.filesystems import UnixFilesystem
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer

users = DummyAuthorizer()
users.add_user("u", "p@/w", sys.argv[1])
users.add_user("plain", "word", sys.argv[1])
users.add_user("open", "", sys.argv[1])
users.add_anonymous(sys.argv[1])
FTPHandler.authorizer = users
FTPHandler.abstracted_fs = UnixFilesystem
# A wrong password is answered at once, not after three seconds.
FTPHandler.auth_failed_timeout = 0
server = FTPServer(("127.0.0.1", 0), FTPHandler)
print(server.address[1], flush=True)
server.serve_forever()
"#;

#[test]
fn by_pyftpdlib() {
    let Some(python) = find_python("pyftpdlib", "python3-pyftpdlib") else { return };
    let site = Site::new(FILES);
    let mut command = site.command(&python);
    command.args(["-c", PYFTPDLIB]).arg(site.path("root/home")).stdout(Stdio::piped());
    let mut server = Process::spawn(&mut command);
    let mut port = String::new();
    BufReader::new(server.output()).read_line(&mut port).unwrap();
    let port: u16 = port.trim().parse().unwrap_or_else(|_| panic!("{}", site.log()));
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let cases = Cases::of("pyftpdlib", &site, address, None);
    cases.check(&site);
    cases.check_that_every_step_matters();
}
