//! Requests that make no sense, down to bytes that are no HTTP: below `/api` every error is JSON, elsewhere a page.

use crate::client::{Client, Response};
use crate::running::Running;
use napkin_web::Settings;
use serde_json::Value;

/// Requests and the status of their answers. `{}` is a path of one face and of the other, `{below}` one without a slash
/// at the end.
const REQUESTS: &[(&str, u16)] = &[
    // The method.
    ("FOO {} HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
    ("DELETE {} HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
    ("OPTIONS {} HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
    ("get {} HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
    ("G@T {} HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    // The blanks of the first line.
    (" {} HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET\t{}\tHTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET{} HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET\u{b}{}\u{b}HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("{}\r\n\r\n", 400),
    ("{}: a\r\n\r\n", 400),
    ("HTTP/1.1 GET {}\r\nHost: localhost\r\n\r\n", 400),
    // The target.
    ("GET {below}/none HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    ("GET {}\u{1} HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET {}?input=a b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET {}?inptu=a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET http://localhost{below}/none HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    // The version and the head.
    ("GET {} HTTP/9.9\r\nHost: localhost\r\n\r\n", 400),
    ("GET {} HTCPCP/1.0\r\nHost: localhost\r\n\r\n", 400),
    ("GET {} HTTP/1.1\r\n\r\n", 400),
    ("GET {} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET {} HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    ("GET {} HTTP/1.1\r\nHost: localhost\r\nno field\r\n\r\n", 400),
    ("GET {} HTTP/1.1\r\nHost: localhost\r\nA\u{0}: b\r\n\r\n", 400),
    ("GET {} HTTP/1.1\r\nHost: localhost\r\nA : b\r\n\r\n", 400),
    // The length of the body.
    ("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: a\r\n\r\n", 400),
    ("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", 400),
    ("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n", 413),
    ("POST {} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
    (
        "POST {} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
        400,
    ),
    (
        "POST {} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked,chunked\r\n\r\n0\r\n\r\n",
        400,
    ),
    (
        "POST {} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        501,
    ),
    ("POST {} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    ("POST {} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc", 400),
    // The type and the content of the body.
    ("POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\na", 415),
    (
        "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\na",
        415,
    ),
    (
        "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{",
        400,
    ),
    (
        "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]",
        400,
    ),
];

fn is_api(response: &Response) -> bool {
    match response.header("content-type") {
        Some("application/json") => {
            let answer: Value = serde_json::from_str(&response.body).unwrap();
            let error = &answer["error"];
            assert_eq!(error["status"], response.status);
            assert!(error["message"].as_str().is_some_and(|words| !words.is_empty()), "{answer}");
            assert_eq!(answer.as_object().unwrap().len(), 1, "{answer}");
            true
        }
        Some("text/html; charset=utf-8") => {
            assert!(response.body.contains("<p role=\"alert\">"), "{}", response.body);
            false
        }
        other => panic!("{other:?}: {}", response.body),
    }
}

fn check(client: &mut Client, request: &[u8], status: u16, api: bool) {
    let shown = request[..request.len().min(120)].escape_ascii().to_string();
    client.send(request);
    let response = client.answer();
    assert_eq!(response.status, status, "{shown}: {}", response.body);
    assert_eq!(is_api(&response), api, "{shown}");
    assert!(response.header("content-security-policy").is_some(), "{shown}");
    assert_eq!(response.header("allow").is_some(), status == 405, "{shown}");
}

#[test]
fn an_error_has_the_face_of_its_path() {
    let running = Running::new(Settings::default());
    for (request, status) in REQUESTS {
        for (path, below, api) in [("/api/v1/parse", "/api/v1", true), ("/", "", false)] {
            let request = request.replace("{below}", below).replace("{}", path);
            check(&mut running.client(), request.as_bytes(), *status, api);
        }
    }
    for path in ["/api//", "/api/v1/", "/api/v2/parse", "/api/v1/parse/"] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        check(&mut running.client(), request.as_bytes(), 404, true);
    }
    // A path under which there is no question.
    let request = b"GET /api/v1/%ff HTTP/1.1\r\nHost: localhost\r\n\r\n";
    check(&mut running.client(), request, 404, true);
}

/// A damaged first line behind the body of another request, and behind the head of one that is not answered yet.
#[test]
fn a_damaged_line_is_known_wherever_it_stands() {
    let running = Running::new(Settings::default());
    for (path, api) in [("/api/v1/parse", true), ("/", false)] {
        let other = if api { "/" } else { "/api/v1/parse" };
        for line in [format!(" {path} HTTP/1.1"), format!("GET\t{path}\tHTTP/1.1")] {
            let damaged = format!("{line}\r\nHost: localhost\r\n\r\n");
            let mut client = running.client();
            client.post(other, "application/json", b"{}");
            check(&mut client, damaged.as_bytes(), 400, api);
            let mut client = running.client();
            client.send(
                format!("GET {other} HTTP/1.1\r\nHost: localhost\r\n\r\n{damaged}").as_bytes(),
            );
            client.answer();
            check(&mut client, b"", 400, api);
        }
    }
}

/// Errors that the HTTP library answers itself, for heads that are too long, cut off, or of raw bytes.
#[test]
fn so_has_one_that_is_found_early() {
    let running = Running::new(Settings::default());
    let long = "a".repeat(70_000);
    let many = "X: a\r\n".repeat(200);
    for (path, api) in [("/api/v1/parse?input=a", true), ("/?uri=a", false)] {
        for (request, status) in [
            (format!("GET {path}{long} HTTP/1.1\r\nHost: localhost\r\n\r\n"), 413),
            (format!("GET {path} HTTP/1.1\r\n{many}\r\n"), 413),
            (format!("GET {path} HTTP/1.1\r\nX: {}", long.repeat(8)), 413),
        ] {
            check(&mut running.client(), request.as_bytes(), status, api);
            // After an answer to the other face.
            let mut client = running.client();
            assert_eq!(client.get(if api { "/" } else { "/api/v1" }).status, 200);
            check(&mut client, request.as_bytes(), status, api);
        }
        let raw = [b"GET ", path.as_bytes(), b"\xff HTTP/1.1\r\nHost: localhost\r\n\r\n"].concat();
        check(&mut running.client(), &raw, 400, api);
    }
    check(&mut running.client(), b"\x16\x03\x01\x02\x00\r\n\r\n", 400, false);
}

/// A body that ends before its length.
#[test]
fn what_is_cut_off_is_told() {
    let running = Running::new(Settings::default());
    for request in [
        "POST /api/v1/parse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc",
        "POST /api/v1/parse HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n9\r\na",
    ] {
        let mut client = running.client();
        client.send(request.as_bytes());
        client.end();
        check(&mut client, b"", 400, true);
    }
}
