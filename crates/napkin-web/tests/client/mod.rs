//! A minimal client: one connection, one request after another.

#![allow(dead_code, reason = "each of those who use it needs some of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// An answer.
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The header fields, names in lowercase.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A connection to a server.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self::over(TcpStream::connect(address).unwrap())
    }

    /// A client on an existing connection.
    pub(crate) fn over(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::new(stream) }
    }

    pub(crate) fn get(&mut self, target: &str) -> Response {
        self.send(format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes());
        self.answer()
    }

    pub(crate) fn post(&mut self, target: &str, kind: &str, body: &[u8]) -> Response {
        let length = body.len();
        let head = format!(
            "POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
        );
        self.send(&[head.as_bytes(), body].concat());
        self.answer()
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        // A server that has read enough may have closed the connection.
        let _ = self.stream.get_mut().write_all(bytes);
    }

    /// Waits until the server closes the connection without further output.
    pub(crate) fn is_closed(&mut self) -> bool {
        matches!(self.stream.read(&mut [0]), Ok(0) | Err(_))
    }

    /// The same connection once more, to send and to read at the same time.
    pub(crate) fn another(&self) -> Self {
        Self { stream: BufReader::new(self.stream.get_ref().try_clone().unwrap()) }
    }

    /// Whether the server has ended the connection, as far as is known without reading.
    pub(crate) fn has_failed(&mut self) -> bool {
        let stream = self.stream.get_mut();
        stream.take_error().unwrap().is_some() || stream.write_all(b" ").is_err()
    }

    /// Says that nothing more is sent.
    pub(crate) fn end(&mut self) {
        self.stream.get_mut().shutdown(std::net::Shutdown::Write).unwrap();
    }

    /// Ends the connection, though a thread may still send on it.
    pub(crate) fn close(self) {
        self.stream.get_ref().shutdown(std::net::Shutdown::Both).unwrap();
    }

    pub(crate) fn answer(&mut self) -> Response {
        let (status, headers, body) = self.octets();
        Response { status, headers, body: String::from_utf8(body).unwrap() }
    }

    /// The status, the header fields and the content of an answer.
    pub(crate) fn octets(&mut self) -> (u16, Vec<(String, String)>, Vec<u8>) {
        let mut line = || {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            line.trim_end().to_owned()
        };
        let first = line();
        let status =
            first.split(' ').nth(1).unwrap_or_else(|| panic!("{first:?}")).parse().unwrap();
        let mut headers = Vec::new();
        loop {
            let line = line();
            let Some((name, value)) = line.split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        let length = headers.iter().find(|(name, _)| name == "content-length");
        let length = length.map_or(0, |(_, length)| length.parse().unwrap());
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        (status, headers, body)
    }
}

/// Text as a value of a query.
pub(crate) fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
