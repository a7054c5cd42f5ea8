//! The server as a client sees it: its answers, its errors, and that external text cannot break out of its place.

use std::collections::BTreeSet;
use std::path::Path;

use crate::client::{Client, encoded};
use crate::running::Running;
use napkin_web::{LARGEST, Settings};
use serde_json::Value;

/// Controls, changes of direction, separators and invisible characters.
const STEERING: &str =
    "http://a\u{1b}[2J@b\u{7}/\u{7f}\u{9b}\u{85}?\u{202e}\u{2066}\u{61c}\u{2028}#\u{feff}\u{e0041}";

/// Whether a character steers a terminal or the text of a page.
fn steers(character: char) -> bool {
    character != '\n' && !napkin::is_safe_to_show(character)
}

fn hostile() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/audit/hostile.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut inputs: Vec<_> = cases.map(|case| case["input"].as_str().unwrap().to_owned()).collect();
    inputs.extend(
        [
            "<script>alert(1)</script>",
            "\"><img src=x onerror=alert(1)>",
            "' onmouseover='alert(1)",
            "javascript:alert(1)",
            "</textarea><script>alert(1)</script>",
            "http://h/\u{202e}gpj.exe",
            "\u{0}\u{1b}[31m\r\nSet-Cookie: a=b",
            STEERING,
            "&lt;script&gt;",
        ]
        .map(String::from),
    );
    inputs
}

/// The tags of a page, as a browser would find them: the names, and the names of their attributes.
fn tags(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let mut tag = rest.split([' ', '>']).next().unwrap().to_owned();
        // Attribute values are quoted and contain no raw quotation mark.
        let mut inside = rest;
        loop {
            let quote = inside.find('"').unwrap_or(usize::MAX);
            let end = inside.find('>').expect("a tag ends");
            if end < quote {
                rest = &inside[end + 1..];
                break;
            }
            let name = inside[..quote].rsplit(' ').next().unwrap();
            tag = format!("{tag} {name}");
            let value = &inside[quote + 1..];
            inside = &value[value.find('"').expect("a value ends") + 1..];
        }
        found.insert(tag);
    }
    found
}

#[test]
fn no_answer_steers_a_terminal() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    let description = client.get("/api/v1/openapi.json");
    let description: Value = serde_json::from_str(&description.body).unwrap();
    let text = encoded(STEERING);
    let mut answered = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        let path = format!("/api/v1{path}");
        let Some(parameters) = methods["get"]["parameters"].as_array() else {
            // The input is the body, and the document of an error is JSON.
            let link = format!("<a href='http://h/{STEERING}'>");
            for query in ["", "?type=", "?base="] {
                let target = format!("{path}{query}{}", if query.is_empty() { "" } else { &text });
                let answer = client.post(&target, "text/html", link.as_bytes());
                answered += usize::from(answer.body.contains("\\u001b"));
                assert!(!answer.body.contains(steers), "{}", answer.body.escape_debug());
            }
            continue;
        };
        let names = parameters.iter().filter(|parameter| parameter["required"] == true);
        let names: Vec<_> = names.map(|name| name["name"].as_str().unwrap()).collect();
        let query: Vec<_> = names.iter().map(|name| format!("{name}={text}")).collect();
        let asked = format!("{path}?{}", query.join("&"));
        for query in
            [asked.clone(), format!("{asked}&edition=rfc3987"), format!("{asked}&{text}=1")]
        {
            let answer = client.get(&query);
            answered += usize::from(answer.status == 200 && answer.body.contains("\\u001b"));
            assert!(!answer.body.contains(steers), "{query}: {}", answer.body.escape_debug());
        }
    }
    assert!(answered > 10, "{answered}");
    // What is wrong with a request is told without its controls.
    let body = serde_json::json!({ STEERING: {} }).to_string();
    for path in ["/", "/api/v1/parse"] {
        let refused = client.post(path, "application/json", body.as_bytes());
        assert_eq!(refused.status, 400);
        assert!(!refused.body.contains(steers), "{path}: {}", refused.body.escape_debug());
    }
}

#[test]
fn nothing_hostile_gets_out_of_its_place() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    // Pages of harmless inputs have all tags that are allowed; their attributes are ours.
    let known: BTreeSet<_> =
        ["script", "link", "meta", "img", "iframe", "object", "svg", "style"].into();
    for input in hostile() {
        let text = encoded(&input);
        for query in [
            format!("/?uri={text}"),
            format!("/?uri={text}&base={text}"),
            format!("/answers?uri={text}"),
            format!("/?uri={text}&base={text}&at=3"),
            format!("/?uri=a&text={text}&base={text}&edition=rfc1738"),
            format!("/compare?a={text}&b=http://h/"),
            format!("/compare?a=http://h/&b={text}&edition=whatwg"),
        ] {
            let response = client.get(&query);
            assert_eq!(response.status, 200, "{input:?}");
            let found = tags(&response.body);
            for tag in &found {
                let name = tag.split(' ').next().unwrap();
                assert!(!tag.contains(" on") && !tag.contains("style="), "{input:?}: {tag}");
                let expected = [
                    "script src=",
                    "link rel= href=",
                    "link rel= href= blocking=",
                    "meta charset=",
                    "meta name= content=",
                    "meta property= content=",
                ];
                assert!(
                    !known.contains(name) || expected.contains(&tag.as_str()),
                    "{input:?}: {tag}"
                );
            }
            for link in response.body.split("href=\"").skip(1) {
                assert!(
                    link.starts_with("./") || link.starts_with('#'),
                    "{input:?}: {}",
                    &link[..20.min(link.len())]
                );
            }
            let steering = response.body.find(steers).map(|at| &response.body[at..]);
            assert_eq!(steering, None, "{input:?}: {query}");
        }
    }
}

/// The value of a field, without its character references.
fn value(page: &str, before: &str, end: &str) -> String {
    let (_, rest) = page.split_once(before).unwrap();
    let written = rest.split_once(end).unwrap().0;
    let mut pieces = written.split("&#x");
    let mut text = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (code, after) = piece.split_once(';').unwrap();
        text.push(u32::from_str_radix(code, 16).unwrap().try_into().unwrap());
        text.push_str(after);
    }
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    named.into_iter().fold(text, |text, (name, character)| text.replace(name, character))
}

/// What a form sends again is the text that it got, unless HTML cannot hold it, which the page says.
#[test]
fn a_form_sends_its_text_again() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    let notice = "A field cannot hold U+0000 and U+0080 to U+009F.";
    for input in hostile() {
        let text = encoded(&input);
        let page = client.get(&format!("/?uri={text}&base=y{text}&text=%0A{text}")).body;
        let is_unkept = |c: char| matches!(c, '\0' | '\u{80}'..='\u{9f}');
        assert_eq!(page.contains(notice), input.contains(is_unkept), "{input:?}");
        let mut kept = String::new();
        for character in input.chars() {
            if is_unkept(character) {
                kept.extend(character.escape_unicode());
            } else {
                kept.push(character);
            }
        }
        for (before, end, prefix) in [
            (r#"<input id="uri" name="uri" type="text" value=""#, "\"", ""),
            (r#"<input id="base" name="base" form="ask" type="text" value=""#, "\"", "y"),
            (r#"<input type="hidden" name="uri" value=""#, "\"", ""),
            (r#"<input type="hidden" name="base" value=""#, "\"", "y"),
            // A line end behind the tag is no part of the text.
            ("spellcheck=\"false\">", "</textarea>", "\n\n"),
            (r#"<input type="hidden" name="text" form="ask" value=""#, "\"", "\n"),
        ] {
            let page = page
                .split_once("<textarea")
                .filter(|_| end != "\"")
                .map_or(&*page, |(_, rest)| rest);
            assert_eq!(value(page, before, end), format!("{prefix}{kept}"), "{before}");
        }
    }
}

/// The page and the API accept the URL Standard, by date too; panels that are not defined for it use RFC 3986 and
/// say so.
#[test]
fn the_page_goes_by_the_url_standard() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    let uri = encoded("HTTP:\\\\EXAMPLE.com\\^a|b");
    let has = |client: &mut Client, query: &str, texts: &[&str]| {
        let page = client.get(&format!("/?uri={uri}{query}"));
        assert_eq!(page.status, 200);
        for said in texts {
            assert!(page.body.contains(said), "{said}: {}", page.body);
        }
    };
    let read = [
        "Rewritten to: ",
        "http://example.com/%5Ea|b",
        "invalid-reverse-solidus at byte 18",
        "normalize?input=HTTP%3A%5C%5CEXAMPLE.com%5C%5Ea%7Cb&amp;base=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq&amp;edition=whatwg\"",
    ];
    // It does so where the address names no edition.
    has(&mut client, "", &read);
    has(&mut client, "&edition=", &read);
    has(&mut client, "&edition=whatwg", &read);
    let chosen =
        "<option value=\"whatwg\" selected>URL Standard of 2026-07-02, the newest</option>";
    has(&mut client, "&edition=whatwg", &[chosen]);
    has(
        &mut client,
        "&view=editions",
        &[
            "The URL Standard, by date",
            "2018-08 to 2023-08",
            "the URL Standard has no grammar, and defines no schemes.",
        ],
    );
    let page = client.get(&format!("/?uri={uri}&edition=whatwg-2021-08"));
    assert!(page.body.contains("http://example.com/^a|b"), "{}", page.body);
    let refused = client.get("/?uri=http://a.0/&edition=whatwg");
    assert!(refused.body.contains("Not valid by URL Standard of 2026-07-02."), "{}", refused.body);

    for (query, key, value) in [
        ("parse?input=http://h&edition=whatwg", "href", "http://h/"),
        ("check?input=http://h/a%20b&edition=whatwg-2025-08", "edition", "whatwg-2025-08"),
        ("resolve?input=%5Ca&base=http://h/b&as-of=whatwg:2021", "target", "http://h/a"),
        ("normalize?input=http:h&edition=whatwg&level=url", "normalized", "http://h/"),
        ("compare?a=http:h&b=http://H/&edition=whatwg", "equivalent_at", "url"),
        ("relativize?input=http://h/b&base=http://h/a&edition=whatwg", "reference", "b"),
        (
            "allow?input=http://h.com/?a[]=1&public=true&edition=whatwg",
            "use",
            "http://h.com/?a%5B%5D=1",
        ),
        ("audit?input=http://h.com/?a[]=1&edition=whatwg-2021-08", "edition", "whatwg-2021-08"),
    ] {
        let response = client.get(&format!("/api/v1/{query}"));
        let answer: Value = serde_json::from_str(&response.body).unwrap();
        assert_eq!(answer[key], value, "{query}: {answer}");
    }
    let response = client.get("/api/v1/editions?input=http://h/^&all=true");
    let answer: Value = serde_json::from_str(&response.body).unwrap();
    assert_eq!(answer["editions"]["whatwg-2021-02"]["href"], "http://h/^");
    assert_eq!(answer["editions"]["whatwg"]["href"], "http://h/%5E");
    for question in ["describe", "plan", "repair"] {
        let response = client.get(&format!("/api/v1/{question}?input=http://h/&edition=whatwg"));
        assert_eq!(response.status, 400, "{question}: {}", response.body);
        assert!(response.body.contains("has no meaning by edition whatwg"), "{}", response.body);
    }
}

/// The page and the API read IRIs, and map them to URIs and back.
#[test]
fn the_page_goes_by_iris() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    let iri = encoded("http://bücher.example/ü?q=é");
    let page = client.get(&format!("/?uri={iri}&edition=rfc3987"));
    assert_eq!(page.status, 200);
    for said in [
        "http://b%C3%BCcher.example/%C3%BC?q=%C3%A9",
        "http://xn--bcher-kva.example/%C3%BC?q=%C3%A9",
        "/api/v1/map?input=http%3A%2F%2Fb%C3%BCcher.example%2F%C3%BC%3Fq%3D%C3%A9&amp;to=uri&amp;host=idna",
    ] {
        assert!(page.body.contains(said), "{said}: {}", page.body);
    }
    for (query, key, value) in [
        (format!("parse?input={iri}&edition=rfc3987"), "host", "bücher.example"),
        (format!("map?input={iri}"), "uri", "http://xn--bcher-kva.example/%C3%BC?q=%C3%A9"),
        (
            format!("map?input={iri}&host=percent"),
            "uri",
            "http://b%C3%BCcher.example/%C3%BC?q=%C3%A9",
        ),
        ("map?input=/%25C3%25BC&to=iri".into(), "iri", "/ü"),
        (format!("map?input={}&to=ascii", encoded("/e\u{301}")), "ascii", "/%C3%A9"),
        (format!("map?input={}&encode-ascii", encoded("/a b")), "uri", "/a%20b"),
        (format!("check?input={iri}"), "edition", "rfc3986"),
    ] {
        let response = client.get(&format!("/api/v1/{query}"));
        let answer: Value = serde_json::from_str(&response.body).unwrap();
        assert_eq!(answer[key], value, "{query}: {answer}");
    }
    for query in ["map?input=a&to=url", "map?input=a&host=dns", "map?input=a&to=ascii&nfc"] {
        assert_eq!(client.get(&format!("/api/v1/{query}")).status, 400, "{query}");
    }
    let refused = client.get(&format!("/api/v1/map?input={}", encoded("/a b")));
    assert_eq!(refused.status, 200);
    let answer: Value = serde_json::from_str(&refused.body).unwrap();
    assert_eq!(answer["error"]["kind"], "invalid-character", "{answer}");
}

#[test]
fn every_answer_keeps_to_itself() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    for target in [
        "/",
        "/?uri=a",
        "/?edition=x",
        "/api/v1/parse?input=a",
        "/api/v1/parse",
        "/none",
        "/assets/page.js",
    ] {
        let response = client.get(target);
        let policy = response.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
            "{target}"
        );
        assert!(!policy.contains("unsafe"));
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"), "{target}");
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"), "{target}");
        assert_eq!(response.header("set-cookie"), None);
        let page = response.body;
        assert!(
            !page.contains("<style") && !page.contains("style=\"") && !page.contains("<script>")
        );
        assert!(!page.contains("src=\"http") && !page.contains("url("), "{target}");
    }
}

/// A browser, which asks for HTML, gets the API as pages: documentation, the answer with its form, and errors.
#[test]
fn a_browser_gets_the_api_as_pages() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    let mut get = |target: &str, accept: &str| {
        let head = format!("GET {target} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n\r\n");
        client.send(head.as_bytes());
        client.answer()
    };
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    let kind = "content-type";
    let html = Some("text/html; charset=utf-8");
    let documentation = get("/api", browser);
    assert_eq!((documentation.status, documentation.header(kind)), (200, html));
    assert_eq!(documentation.header("vary"), Some("accept"));
    for name in ["parse", "links", "witness", "wrap"] {
        assert!(documentation.body.contains(&format!("href=\"./api/v1/{name}")), "{name}");
    }
    assert_eq!(get("/api", "*/*").header(kind), Some("application/json"));
    assert_eq!(get("/api/v1/openapi.json", browser).header(kind), Some("application/json"));
    for (target, status, said) in [
        ("/api/v1/parse", 200, "name=\"input\" value=\"\""),
        (
            "/api/v1/parse?input=http://h/%3Cb%3E&edition=whatwg",
            200,
            "\n  &quot;input&quot;: &quot;http://h/&lt;b&gt;&quot;,\n",
        ),
        (
            "/api/v1/parse?input=a&inptu=b",
            400,
            "&#39;inptu&#39; is not a parameter of this question, which has input,",
        ),
        ("/api/v1/audit?input=http://h/%E2%80%AE", 200, "U+202E"),
        ("/api/v1/links", 200, "curl --data-binary"),
        ("/api/v1/none", 404, "href=\"../../assets/page.css?"),
        ("/a/none", 404, "href=\"../assets/page.css?"),
    ] {
        let page = get(target, browser);
        let body = page.body.replace('\'', "&#39;");
        assert_eq!((page.status, page.header(kind)), (status, html), "{target}");
        assert!(body.contains(said), "{target}: {body}");
        assert_eq!(page.body.find(steers), None, "{target}");
        if target.starts_with("/api") {
            let json = get(target, "*/*");
            let status = if target.ends_with("parse") { 400 } else { status };
            let status = if target.ends_with("links") { 405 } else { status };
            assert_eq!(
                (json.status, json.header(kind)),
                (status, Some("application/json")),
                "{target}"
            );
        }
    }
}

#[test]
fn what_is_wrong_is_refused() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    for (target, status) in [
        ("/api/v1/parse", 400),
        ("/api/v1/parse?input=a&input=b", 400),
        ("/api/v1/parse?input=a&edition=rfc9999", 400),
        ("/api/v1/parse?input=a&edition=rfc3986&as-of=1996", 400),
        ("/api/v1/parse?input=a&as-of=1990", 400),
        ("/api/v1/parse?input=a&inptu=b", 400),
        ("/api/v1/parse?input=a&split&edition=rfc1630", 400),
        ("/api/v1/resolve?input=a", 400),
        ("/api/v1/resolve?input=a&base=b&excess=retain", 400),
        ("/api/v1/plan?input=a&proxy=:", 400),
        ("/api/v1/audit?input=a&rule=x", 400),
        ("/api/v1/audit?input=a&preset=x", 400),
        ("/api/v1/extract?input=a&scheme=b&any-scheme", 400),
        ("/api/v1/none", 404),
        ("/none", 404),
        ("/?uri=a&x=y", 400),
        ("/?at=-1", 400),
        ("/api/v1/parse?input=%zz%00", 200),
        ("/api/v1/parse?input=%ff", 400),
        ("/?uri=%ff%fe&at=99999999", 200),
    ] {
        assert_eq!(client.get(target).status, status, "{target}");
    }
    let misspelled = client.get("/api/v1/parse?inptu=a").body;
    let said = "'inptu' is not a parameter of this question, which has input, ";
    assert!(misspelled.contains(said), "{misspelled}");
    let form = "application/x-www-form-urlencoded";
    for (kind, body, status) in [
        ("application/json", &b"{"[..], 400),
        ("application/json", b"[1]", 400),
        ("application/json", br#"{"input": {"a": 1}}"#, 400),
        ("application/json", br#"{"input": "a", "tree": true}"#, 200),
        (form, b"input=a&tree=true", 200),
        ("application/JSON; charset=utf-8", br#"{"input": "a"}"#, 200),
        ("text/plain", b"input=a", 415),
        ("", b"input=a", 415),
        ("", b"", 400),
    ] {
        assert_eq!(client.post("/api/v1/parse", kind, body).status, status, "{kind} {body:?}");
    }
    // The query of a POST counts too.
    assert_eq!(client.post("/api/v1/parse?input=a", "", b"").status, 200);
    assert_eq!(client.post("/api/v1/parse?tree=true", form, b"input=a").status, 200);
    let twice = client.post("/api/v1/parse?input=a", form, b"input=b");
    assert!(twice.body.contains("'input' is there more than once"), "{}", twice.body);
    client.send(b"DELETE /api/v1/parse HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let refused = client.answer();
    assert_eq!(refused.status, 405);
    assert!(refused.body.contains("there is GET here"), "{}", refused.body);
}

#[test]
fn what_the_library_refuses_has_words_too() {
    let running = Running::new(Settings::default());
    let long = "a".repeat(70_000);
    let many = "X: a\r\n".repeat(200);
    for (request, status, words) in [
        (
            format!("GET /?uri={long} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            413,
            "longer than 64 KiB",
        ),
        (format!("GET /api/v1/parse?input={long} HTTP/1.1\r\n\r\n"), 413, "sent by POST"),
        (format!("GET / HTTP/1.1\r\n{many}\r\n"), 413, "the head of the request is too long"),
        (format!("GET / HTTP/1.1\r\nX: {}", "a".repeat(500_000)), 413, "the head of the request"),
        ("GET /\u{1} HTTP/1.1\r\n\r\n".into(), 400, "no HTTP request"),
        ("\u{16}\u{3}\u{1}\u{2}\u{0}\r\n\r\n".into(), 400, "no HTTP request"),
    ] {
        // Alone, and after an answered request.
        for before in ["", "GET /api/v1/check?input=a HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
            let mut client = running.client();
            client.send(format!("{before}{request}").as_bytes());
            if !before.is_empty() {
                assert_eq!(client.answer().status, 200);
            }
            let refused = client.answer();
            assert_eq!(refused.status, status, "{words}");
            assert!(refused.body.contains(words), "{}", refused.body);
            assert!(refused.header("content-security-policy").is_some());
            assert_eq!(refused.header("connection"), Some("close"));
        }
    }
}

#[test]
fn inputs_have_a_limit() {
    let running = Running::new(Settings::default());
    let form = "application/x-www-form-urlencoded";
    let mut client = running.client();
    let body = |length: usize| [&b"input="[..], &b"a".repeat(length)].concat();
    assert_eq!(client.post("/api/v1/check", form, &body(LARGEST)).status, 200);
    let refused = client.post("/api/v1/check", form, &body(LARGEST + 1));
    assert_eq!(refused.status, 413);
    assert!(refused.body.contains("longer than 64 KiB"), "{}", refused.body);
    assert_eq!(
        client.post("/api/v1/parse", form, &[&body(5000)[..], b"&tree"].concat()).status,
        413
    );
    let text = [&b"text="[..], &b"http://example.com/ ".repeat(3000)].concat();
    assert_eq!(client.post("/", form, &text).status, 200);
    // A body that is far too long is not read.
    assert_eq!(running.client().post("/", form, &body(1 << 20)).status, 413);
    // With every parameter at its maximum, the answer stays bounded.
    for input in [
        "/a/..".repeat(13000),
        "%41".repeat(21845),
        "a:".repeat(32000),
        "é".repeat(32768),
        "\u{202e}".repeat(21000),
    ] {
        let body = format!("uri={}", encoded(&input.chars().take(20_000).collect::<String>()));
        for view in ["", "&view=editions"] {
            let response = client.post("/", form, format!("{body}{view}").as_bytes());
            assert_eq!(response.status, 200);
            assert!(response.body.len() < 5_000_000, "{} bytes", response.body.len());
        }
    }
}

#[test]
fn pages_of_named_origins_alone_may_read() {
    const ALLOWED: &str = "access-control-allow-origin";
    let ask = |running: &Running, method: &str, origin: &str| {
        let mut client = running.client();
        let head = format!(
            "{method} /api/v1/check?input=a HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}\r\n\
             Access-Control-Request-Method: POST\r\n\r\n"
        );
        client.send(head.as_bytes());
        let answer = client.answer();
        (answer.status, answer.header(ALLOWED).map(str::to_owned))
    };
    let closed = Running::new(Settings::default());
    assert_eq!(ask(&closed, "GET", "https://app.example"), (200, None));
    assert_eq!(ask(&closed, "OPTIONS", "https://app.example"), (405, None));
    let origins = ["https://app.example", "http://localhost:5173"];
    let named = origins.map(|origin| origin.parse().unwrap());
    let open = Running::new(Settings::default().origins(named));
    for origin in origins {
        assert_eq!(ask(&open, "GET", origin), (200, Some(origin.into())));
        assert_eq!(ask(&open, "OPTIONS", origin), (200, Some(origin.into())));
    }
    for origin in ["https://evil.example", "http://app.example", "null", "https://app.example.evil"]
    {
        assert_eq!(ask(&open, "GET", origin), (200, None), "{origin}");
        assert_eq!(ask(&open, "OPTIONS", origin).1, None, "{origin}");
    }
}

#[test]
fn requests_for_others_are_refused() {
    let names = ["explorer.example".parse().unwrap()];
    let running = Running::new(Settings::default().host_names(names));
    for host in ["localhost", "LocalHost:8024", "127.0.0.1", "[::1]:80", "Explorer.Example:443"] {
        let (status, closes) = running.status_of(&format!("GET / HTTP/1.1\r\nHost: {host}"));
        assert_eq!((status, closes), (200, false), "{host}");
    }
    // A name whose owner makes it resolve here.
    for host in
        ["evil.example", "127.0.0.1.evil.example", "192.0.2.1", "localhost.evil.example:8024"]
    {
        let head = format!("GET /api/v1/parse?input=a HTTP/1.1\r\nHost: {host}");
        assert_eq!(running.status_of(&head), (421, true), "{host}");
    }
    for head in [
        "GET / HTTP/1.1",
        "GET / HTTP/1.0",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\nhost: evil.example",
        "GET / HTTP/1.1\r\nHost:",
        "GET / HTTP/1.1\r\nHost: u@localhost",
        "GET / HTTP/1.1\r\nHost: localhost/",
        "GET / HTTP/1.1\r\nHost: localhost, evil.example",
    ] {
        assert_eq!(running.status_of(head), (400, true), "{head}");
    }
    // A target that is a whole URI takes precedence over the field.
    let target = |target| format!("GET http://{target}/ HTTP/1.1\r\nHost: localhost");
    assert_eq!(running.status_of(&target("127.0.0.1:8024")).0, 200);
    assert_eq!(running.status_of(&target("evil.example")).0, 421);
    let mut client = running.client();
    client.send(b"GET /assets/page.css HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    assert!(client.answer().header("content-security-policy").is_some());
}

/// Two URIs side by side: the same or not, in words, with the parts that differ.
#[test]
fn two_are_compared_side_by_side() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    let get = |client: &mut Client, one: &str, other: &str| {
        client.get(&format!("/compare?a={}&b={}", encoded(one), encoded(other))).body
    };
    let same = get(&mut client, "HTTP://Example.com:80/b", "http://example.com/b");
    assert!(same.contains("They are the <strong>same</strong>."), "{same}");
    let other = get(&mut client, "http://h/a?x", "http://h:81/a?x");
    assert!(other.contains("They are <strong>different</strong>."), "{other}");
    assert!(other.contains("in the port") && other.contains("<ins>:81</ins>"), "{other}");
    assert!(other.contains("<tr class=\"differs\"><th scope=\"row\">port</th>"), "{other}");
    assert!(get(&mut client, "http://h:x/", "b").contains("They cannot be compared."));
    let strictly = get(&mut client, "http://h/%7Ea", "http://h/~a");
    assert!(strictly.contains("They are <strong>different</strong>."), "{strictly}");
    assert!(strictly.contains(">the same (level percent)</a>"), "{strictly}");
    let moved = client.get("/?uri=http://h/a&other=http://h/b");
    let address = Some("./compare?a=http%3A%2F%2Fh%2Fa&b=http%3A%2F%2Fh%2Fb");
    assert_eq!((moved.status, moved.header("location")), (303, address));
    assert_eq!(client.get("/compare").status, 200);
    assert_eq!(client.get("/compare?c=d").status, 400);
}

/// A title names the input, and cannot steer the reader.
#[test]
fn the_title_names_the_input() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    let page = client.get(&format!("/?uri={}", encoded("http://h/</title>\u{202e}"))).body;
    assert!(page.contains("<title>http://h/&lt;/title&gt;U+202E – napkin</title>"), "{page}");
    let page = client.get("/?uri=http://a@b.example/").body;
    assert!(page.contains("content=\"Goes to b.example (http, port 80). Careful: "), "{page}");
}
