//! Gopher by `gophernicus`, with menus, files and a search, and Gopher+ by `PyGopherd`.

use std::net::{Ipv4Addr, SocketAddr};

use crate::cases::Cases;
use crate::server::{Daemon, Inetd, Site, find};

#[test]
fn by_gophernicus() {
    let Some(program) = find("gophernicus", "gophernicus") else { return };
    let site = Site::new(&[
        ("about.txt", "hello\nworld\n"),
        ("sub/a b.txt", "odd name\n"),
        ("image.gif", "GIF89a\n.\r\n\0"),
        ("cgi-bin/find", "#!/bin/sh\nprintf 'found %s\\r\\n' \"$SEARCHREQUEST\"\n"),
    ]);
    site.allow("root/cgi-bin/find", 0o755);
    let served = site.clone();
    let server = Inetd::start(Ipv4Addr::LOCALHOST.into(), move |port| {
        let mut command = served.command(&program);
        command.args(["-h", "127.0.0.1", "-p", &port.to_string()]).arg("-r");
        command.arg(served.path("root"));
        // One host, plain menus, and no state shared with other instances or users.
        command.args(["-nv", "-nh", "-nf", "-nd", "-nm", "-ns", "-na", "-nt", "-nu", "-np", "-nr"]);
        command
    });
    let server = server.unwrap();
    let cases = Cases::of("gophernicus", &site, server.address, None);
    cases.check(&site);
    cases.check_that_every_step_matters();
}

#[test]
fn by_pygopherd() {
    let Some(program) = find("pygopherd", "pygopherd") else { return };
    let site = Site::new(&[
        ("about.txt", "hello\nworld\n"),
        ("about.txt.abstract", "What it is about.\n"),
        ("form.txt", "a form\n"),
        ("form.txt.ask", "Ask: Your name\n"),
    ]);
    site.write("etc/mime.types", "text/plain txt\n");
    let server = Daemon::start(&site, |[port]| {
        let configuration = format!(
            "[pygopherd]\n\
             interface = 127.0.0.1\n\
             servername = 127.0.0.1\n\
             port = {port}\n\
             servertype = ThreadingTCPServer\n\
             timeout = 60\n\
             detach = no\n\
             usechroot = no\n\
             enable_tls = no\n\
             tracebacks = no\n\
             abstract_headers = off\n\
             abstract_entries = off\n\
             pidfile = {pid}\n\
             root = {root}\n\
             mimetypes = {types}\n\
             encoding = []\n\
             [logger]\n\
             logmethod = file\n\
             [GopherEntry]\n\
             defaultmimetype = text/plain\n\
             mapping = [['application/gopher', '1'], ['.*', '0']]\n\
             eaexts = {{'.abstract': 'ABSTRACT', '.ask': 'ASK'}}\n\
             [handlers.HandlerMultiplexer]\n\
             handlers = [UMN.UMNDirHandler, file.FileHandler]\n\
             [handlers.dir.DirHandler]\n\
             ignorepatt = [.](abstract|ask|cache)$\n\
             cachetime = 0\n\
             cachefile = .cache\n\
             [handlers.UMN.UMNDirHandler]\n\
             extstrip = none\n\
             [protocols.ProtocolMultiplexer]\n\
             protocols = [gopherp.GopherPlusProtocol, rfc1436.GopherProtocol]\n\
             [protocols.gopherp.GopherPlusProtocol]\n\
             admin = somebody\n",
            pid = site.name("pid"),
            root = site.name("root"),
            types = site.name("etc/mime.types"),
        );
        site.write("etc/pygopherd.conf", &configuration);
        let mut command = site.command(&program);
        command.arg(site.path("etc/pygopherd.conf"));
        command
    });
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, server.ports[0]));
    Cases::of("pygopherd", &site, address, None).check(&site);
}
