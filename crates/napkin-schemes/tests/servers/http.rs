//! HTTP by nginx, twice: as the server that a URI names, and as a proxy before it. The proxy takes the server from
//! the URI, since a request of HTTP/1.0 has no `Host`. Their logs show the requests.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::thread;
use std::time::{Duration, Instant};

use napkin_schemes::Step;
use serde_json::Value as Json;

use crate::cases::Cases;
use crate::driver;
use crate::server::{Daemon, Site, find};

struct Nginx {
    site: Site,
    cases: Cases,
    _server: Daemon<2>,
}

fn start() -> Option<Nginx> {
    let program = find("nginx", "nginx")?;
    let site =
        Site::new(&[("index.html", "the top\n"), ("people", "Andy\n"), ("a b", "odd name\n")]);
    let server = Daemon::start(&site, |[origin, proxy]| {
        let configuration = format!(
            "daemon off;
            master_process off;
            pid {pid};
            events {{}}
            http {{
                log_format request '$request';
                map $request $authority {{ '~^GET [a-z]+://(?<named>[^/? ]+)' $named; }}
                client_body_temp_path {temporary};
                proxy_temp_path {temporary};
                fastcgi_temp_path {temporary};
                uwsgi_temp_path {temporary};
                scgi_temp_path {temporary};
                server {{
                    listen 127.0.0.1:{origin};
                    access_log {origin_log} request;
                    root {root};
                }}
                server {{
                    listen 127.0.0.1:{proxy};
                    access_log {proxy_log} request;
                    location / {{ proxy_pass http://$authority$request_uri; }}
                }}
            }}",
            pid = site.name("pid"),
            temporary = site.name("temporary"),
            origin_log = site.name("origin"),
            proxy_log = site.name("proxy"),
            root = site.name("root"),
        );
        site.write("etc/nginx.conf", &configuration);
        let mut command = site.command(&program);
        command.arg("-e").arg(site.path("errors")).arg("-c").arg(site.path("etc/nginx.conf"));
        command
    });
    let [origin, proxy] = server.ports.map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let cases = Cases::of("nginx", &site, origin, Some(proxy));
    Some(Nginx { site, cases, _server: server })
}

impl Nginx {
    /// The lines of a log, once there are as many as expected.
    fn log(&self, name: &str, lines: usize) -> Vec<String> {
        let start = Instant::now();
        loop {
            let log = fs::read_to_string(self.site.path(name)).unwrap_or_default();
            let log: Vec<_> = log.lines().map(String::from).collect();
            if log.len() >= lines || start.elapsed() > Duration::from_secs(10) {
                return log;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn expected_log(&self, name: &str) -> Vec<String> {
        let lines = self.cases.iter().filter_map(|case| case["log"][name].as_str());
        lines.map(String::from).collect()
    }
}

#[test]
fn by_nginx() {
    let Some(nginx) = start() else { return };
    nginx.cases.check(&nginx.site);
    for name in ["origin", "proxy"] {
        let expected = nginx.expected_log(name);
        assert!(!expected.is_empty());
        assert_eq!(nginx.log(name, expected.len()), expected, "{name}");
    }
    nginx.cases.check_that_every_step_matters();
}

/// The log would show a fragment, although a server that receives one answers anyway.
#[test]
fn a_fragment_would_be_seen() {
    let Some(nginx) = start() else { return };
    let with_fragment =
        |case: &&Json| case["input"].as_str().is_some_and(|input| input.ends_with("/people#andy"));
    let case = nginx.cases.iter().find(with_fragment).unwrap();
    let altered: Vec<_> = nginx.cases.steps(case).into_iter().map(add_fragment).collect();
    driver::run(&altered, &|_| None, Duration::from_secs(30)).unwrap();
    assert_eq!(case["log"]["origin"], "GET /people HTTP/1.1");
    assert_eq!(nginx.log("origin", 1), ["GET /people#andy HTTP/1.1"]);
}

fn add_fragment(step: Step) -> Step {
    match step {
        Step::Send(bytes) => {
            let request = String::from_utf8(bytes).unwrap();
            Step::Send(request.replacen(" HTTP/1.1", "#andy HTTP/1.1", 1).into())
        }
        step => step,
    }
}
