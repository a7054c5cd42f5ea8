//! News by `sn`, a server for small sites, with one group of two articles.

use std::fs::File;
use std::net::Ipv4Addr;
use std::process::Command;

use crate::cases::Cases;
use crate::server::{Inetd, Site, find};

/// Articles as they are sent: with an extra dot where a line begins with one, and a dot at the end.
const ARTICLES: &str = "\
Newsgroups: comp.test\r
From: a@news.test\r
Subject: first\r
Message-ID: <first$1/x@news.test>\r
Date: Sat, 01 Jan 2000 00:00:00 +0000\r
\r
..a line with a dot\r
.\r
Newsgroups: comp.test\r
From: a@news.test\r
Subject: second\r
Message-ID: <second@news.test>\r
Date: Sat, 01 Jan 2000 00:00:00 +0000\r
\r
text\r
.\r
";

#[test]
fn by_sn() {
    // The script with this name without the extension uses a global folder.
    let programs = ["snntpd.bin", "snnewgroup", "snstore"].map(|program| find(program, "sn"));
    let [Some(program), Some(new_group), Some(store)] = programs else { return };
    let site = Site::new(&[(".me", "news.test\n")]);
    site.write("articles", ARTICLES);
    let spool = site.path("root");
    let run = |command: &mut Command| {
        assert!(command.env("SNROOT", &spool).status().unwrap().success(), "{}", site.log());
    };
    run(site.command(&new_group).arg("comp.test"));
    run(site.command(&store).stdin(File::open(site.path("articles")).unwrap()));
    let served = site.clone();
    let server = Inetd::start(Ipv4Addr::LOCALHOST.into(), move |_| {
        let mut command = served.command(&program);
        command.env("SNROOT", served.path("root"));
        command
    });
    let server = server.unwrap();
    let cases = Cases::of("sn", &site, server.address, None);
    cases.check(&site);
    cases.check_that_every_step_matters();
}
