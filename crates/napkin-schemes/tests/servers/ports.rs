//! The attack that RFC 1738 §6 warns of: a URI that makes a client speak to a server of another protocol.

use std::io::{ErrorKind, Read};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::Duration;

use napkin::edition::RFC1630;
use napkin_schemes::{Client, plan};

use crate::driver;
use crate::server::skip;

/// An address of this machine where no real server listens.
const HOST: Ipv4Addr = Ipv4Addr::new(127, 38, 17, 6);

/// A command that a mail server would execute. More than one line never reaches the port.
const SPOKEN: &str = "HELO a\r\n";

/// Only root may listen on the mail port, so another port is tried too.
#[test]
fn gopher_does_not_speak_to_the_ports_of_others() {
    for (port, owner) in [(25, "smtp"), (6667, "irc")] {
        let listener = TcpListener::bind((HOST, port));
        let uri = format!("gopher://{HOST}:{port}/0HELO%20a");
        let uri = RFC1630.parse(&uri).unwrap();
        let error = plan(uri, &Client::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the port belongs to {owner} at byte 21 (port, RFC 1738 section 6)"),
        );
        let Ok(listener) = listener else {
            skip(&format!("nothing can listen on port {port} of {HOST}"));
            continue;
        };
        listener.set_nonblocking(true).unwrap();
        assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);

        // A client that allows the port is heard, so the listener would have heard the other one.
        listener.set_nonblocking(false).unwrap();
        let heard = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut heard = vec![0; SPOKEN.len()];
            stream.read_exact(&mut heard).unwrap();
            String::from_utf8(heard).unwrap()
        });
        let plan = plan(uri, &Client::default().allow_foreign_port()).unwrap();
        driver::run(plan.steps(), &|_| None, Duration::from_secs(30)).unwrap();
        assert_eq!(heard.join().unwrap(), SPOKEN);
    }
}
