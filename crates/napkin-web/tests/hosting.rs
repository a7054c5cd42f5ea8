//! The server behind a proxy: compressed answers, and a path below which it is.

use std::io::Read;

use crate::running::Running;
use flate2::read::GzDecoder;
use napkin::{Uri, UriRef};
use napkin_web::Settings;
use serde_json::Value;

/// What a client that takes gzip gets is smaller, and the same.
#[test]
fn answers_are_compressed_where_that_is_asked() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    for (target, status) in [
        ("/?uri=http://h/", 200),
        ("/assets/page.js", 200),
        ("/api/v1/editions?input=http://h/", 200),
        ("/none", 404),
    ] {
        let whole = client.get(target).body;
        let head = format!(
            "GET {target} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br, gzip\r\n\r\n"
        );
        client.send(head.as_bytes());
        let (compressed, headers, body) = client.octets();
        assert_eq!(compressed, status, "{target}");
        assert!(headers.iter().any(|field| *field == ("content-encoding".into(), "gzip".into())));
        assert!(body.len() * 3 < whole.len() * 2, "{target}: {} of {}", body.len(), whole.len());
        let mut unpacked = String::new();
        GzDecoder::new(&body[..]).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, whole, "{target}");
    }
}

/// Below a path that a proxy passes on, links are relative, and lead there.
#[test]
fn a_base_path_is_where_the_server_is() {
    let settings = Settings::default().base_path("/tools/napkin".parse().unwrap());
    let running = Running::new(settings);
    let mut client = running.client();
    let page = client.get("/tools/napkin/?uri=a");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("href=\"./assets/page.css?"));
    let misspelled = client.get("/tools/napkin/?input=a");
    assert!(misspelled.body.contains("is not a parameter of this question, which has uri, base,"));
    assert_eq!(client.get("/tools/napkin/assets/page.css").status, 200);
    let json = client.get("/tools/napkin/api/v1/parse?input=http://h/");
    assert!(json.body.contains("\"host\":\"h\""), "{}", json.body);
    let error = client.get("/tools/napkin/api/v1/parse");
    assert_eq!((error.status, error.header("content-type")), (400, Some("application/json")));
    let folder = client.get("/tools/napkin?uri=a");
    assert_eq!((folder.status, folder.header("location")), (308, Some("/tools/napkin/?uri=a")));
    for description in ["/api", "/api/", "/api/v1", "/api/v1/openapi.json"] {
        let address = format!("/tools/napkin{description}");
        let body: Value = serde_json::from_str(&client.get(&address).body).unwrap();
        let server = body["servers"][0]["url"].as_str().unwrap();
        let base = format!("http://localhost{address}");
        let server = UriRef::parse(server).unwrap().resolve(Uri::parse(&base).unwrap()).unwrap();
        assert_eq!(server.as_str(), "http://localhost/tools/napkin/api/v1", "{address}");
    }
    for outside in ["/", "/tools/napkins/", "/api/v1/parse?input=a"] {
        let refused = running.client().get(outside);
        assert_eq!(refused.status, 404, "{outside}");
        assert!(refused.header("content-security-policy").is_some(), "{outside}");
    }
}
