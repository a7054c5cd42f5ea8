//! Measures the requests per second of a server on loopback, the latency at the 99th percentile, and the status
//! codes.
//!
//!     cargo run --profile dist -p napkin-web --example load -- [SECONDS] [CONNECTIONS]
//!
//! Half of the requests are plain. The others are the inputs of the audit's hostile table, long inputs, addresses
//! and heads that are too long, invalid requests, and clients that never finish one. Only 200, 303 (a form of old
//! that asks for a comparison), 400 and 413 may be answered, each of them has to occur, and no connection may end
//! without an answer. None is answered with 429: who sends slowly takes no place, and all read their answers.

#[path = "../tests/client/mod.rs"]
mod client;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use client::{Client, Response, encoded};
use napkin_web::{Server, Settings};
use serde_json::Value;

const FORM: &str = "application/x-www-form-urlencoded";

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u32>());
    let seconds = arguments.next().and_then(Result::ok).unwrap_or(5);
    let connections = arguments.next().and_then(Result::ok).unwrap_or(16);
    let runtime = tokio::runtime::Runtime::new()?;
    let settings = Settings::default().port(0).time(Duration::from_secs(1));
    let server = runtime.block_on(Server::bind(&settings))?;
    let address = server.address();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = runtime.spawn(server.run(async move { drop(stopped.await) }));
    let until = Instant::now() + Duration::from_secs(seconds.into());
    let mut clients: Vec<_> = (0..connections)
        .map(|number| thread::spawn(move || load(address, number, until)))
        .collect();
    clients.push(thread::spawn(move || dawdle(address, until)));
    let mut seen: BTreeMap<(&str, u16), u32> = BTreeMap::new();
    let mut times = BTreeMap::<&str, Vec<Duration>>::new();
    let mut all = Seen::new();
    for client in clients {
        all.extend(client.join().map_err(|_| std::io::Error::other("no answer came"))?);
    }
    all.extend(crowd(address));
    for (kind, status, time) in all {
        *seen.entry((kind, status)).or_default() += 1;
        times.entry(kind).or_default().push(time);
    }
    drop(stop);
    let _ = runtime.block_on(served);
    for (kind, times) in &mut times {
        times.sort_unstable();
        let at = |hundredth: usize| times[(times.len() - 1) * hundredth / 100];
        println!(
            "{kind:8} {:7} requests, median {:?}, 99th of 100 {:?}",
            times.len(),
            at(50),
            at(99)
        );
    }
    let total: u32 = seen.values().sum();
    println!("{} requests a second over {connections} connections", total / seconds.max(1));
    for ((kind, status), count) in &seen {
        println!("{kind:8} {status}: {count}");
    }
    let statuses: BTreeSet<_> = seen.keys().map(|(_, status)| *status).collect();
    assert_eq!(statuses, BTreeSet::from([200, 303, 400, 413]));
    Ok(())
}

type Seen = Vec<(&'static str, u16, Duration)>;

/// Sends one request after another until the time is over.
fn load(address: SocketAddr, number: u32, until: Instant) -> Seen {
    let hostile = hostile();
    let mut client = Client::new(address);
    let mut seen = Seen::new();
    let mut turn = number as usize;
    while Instant::now() < until {
        turn += 1;
        let begin = Instant::now();
        let (kind, response) = if turn.is_multiple_of(2) {
            ("plain", client.get(PLAIN[turn / 2 % PLAIN.len()]))
        } else {
            ("hostile", attack(&mut client, &hostile, turn / 2))
        };
        seen.push((kind, response.status, begin.elapsed()));
        if response.header("connection") == Some("close") {
            client = Client::new(address);
        }
    }
    seen
}

/// Sends requests that never end, one after another.
fn dawdle(address: SocketAddr, until: Instant) -> Seen {
    let mut seen = Seen::new();
    while Instant::now() < until {
        let begin = Instant::now();
        let mut client = Client::new(address);
        client.send(UNFINISHED);
        seen.push(("dawdler", client.answer().status, begin.elapsed()));
    }
    seen
}

/// Opens more connections with unfinished requests at a time than there are places.
fn crowd(address: SocketAddr) -> Seen {
    let begin = Instant::now();
    let mut clients: Vec<_> = (0..96).map(|_| Client::new(address)).collect();
    for client in &mut clients {
        client.send(UNFINISHED);
    }
    clients.iter_mut().map(|client| ("crowd", client.answer().status, begin.elapsed())).collect()
}

const UNFINISHED: &[u8] =
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{";

const PLAIN: [&str; 4] = [
    "/api/v1/parse?input=http://example.com:8042/over/there?name=ferret",
    "/api/v1/resolve?base=http://a/b/c/d&input=../g",
    "/api/v1/audit?hosts&input=http://trusted.example@evil.example/",
    "/?uri=http://example.com/",
];

fn hostile() -> Vec<String> {
    let table = include_str!("../../../spec/cases/audit/hostile.jsonl");
    let cases = table.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut inputs: Vec<_> =
        cases.filter_map(|case| Some(case["input"].as_str()?.to_owned())).collect();
    inputs.extend([
        "/a/..".repeat(13_000),
        "%41".repeat(21_000),
        "a".repeat(70_000),
        "<".repeat(60_000),
    ]);
    inputs
}

fn attack(client: &mut Client, hostile: &[String], turn: usize) -> Response {
    let input = encoded(&hostile[turn % hostile.len()]);
    match turn % 11 {
        0 => client.post("/", FORM, format!("uri={input}&other={input}").as_bytes()),
        1 => client.post("/api/v1/audit", FORM, format!("input={input}&hosts").as_bytes()),
        2 => {
            client.post("/api/v1/editions", FORM, format!("input={input}&base={input}").as_bytes())
        }
        3 => client.post("/api/v1/extract", FORM, format!("input={input}").as_bytes()),
        4 => client.post("/api/v1/repair", "application/json", input.as_bytes()),
        5 => {
            client.send(b"\x16\x03\x01 no request\r\n\r\n");
            client.answer()
        }
        6 => client.get(&format!("/?uri={}", "a".repeat(70_000))),
        7 => {
            let head = "X: a\r\n".repeat(200);
            client.send(format!("GET / HTTP/1.1\r\n{head}\r\n").as_bytes());
            client.answer()
        }
        8 => client.get(&format!("/?uri={}&at=3", &input[..input.len().min(30_000)])),
        9 => client.get("/api/v1/parse?input=%ff%00&edition=%3Cscript%3E"),
        _ => {
            client.post("/api/v1/normalize", FORM, format!("input={input}&level=scheme").as_bytes())
        }
    }
}
