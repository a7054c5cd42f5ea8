//! How many requests a server answers on loopback, how long the slowest of a hundred takes, and with which statuses.
//!
//!     cargo run --release -p napkin-web --example load -- [SECONDS] [CONNECTIONS]
//!
//! Half of the requests are plain; the others are the inputs of the audit's hostile table, long ones, and what is no
//! request at all that makes sense. Nothing but 200, 400, 413 and 429 may come back.

#[path = "../tests/client/mod.rs"]
mod client;

use std::collections::BTreeMap;
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
    let server = runtime.block_on(Server::bind(&Settings::default().port(0)))?;
    let address = server.address();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = runtime.spawn(server.run(async move { drop(stopped.await) }));
    let until = Instant::now() + Duration::from_secs(seconds.into());
    let clients: Vec<_> = (0..connections)
        .map(|number| thread::spawn(move || load(address, number, until)))
        .collect();
    let mut seen: BTreeMap<(&str, u16), u32> = BTreeMap::new();
    let mut times = BTreeMap::<&str, Vec<Duration>>::new();
    for client in clients {
        for (kind, status, time) in client.join().unwrap_or_default() {
            *seen.entry((kind, status)).or_default() += 1;
            times.entry(kind).or_default().push(time);
        }
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
    let allowed = [200, 400, 413, 429];
    assert!(seen.keys().all(|(_, status)| allowed.contains(status)), "an unexpected status");
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

const PLAIN: [&str; 4] = [
    "/api/v1/parse?input=http://example.com:8042/over/there?name=ferret",
    "/api/v1/resolve?base=http://a/b/c/d&input=../g",
    "/api/v1/audit?hosts&input=http://trusted.example@evil.example/",
    "/?uri=http://example.com/",
];

fn hostile() -> Vec<String> {
    let table = include_str!("../../../testdata/audit/hostile.jsonl");
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
    match turn % 7 {
        0 => client.post("/", FORM, format!("uri={input}&other={input}").as_bytes()),
        1 => client.post("/api/v1/audit", FORM, format!("input={input}&hosts").as_bytes()),
        2 => {
            client.post("/api/v1/editions", FORM, format!("input={input}&base={input}").as_bytes())
        }
        3 => client.post("/api/v1/extract", FORM, format!("input={input}").as_bytes()),
        4 => client.post("/api/v1/repair", "application/json", input.as_bytes()),
        5 => client.get("/api/v1/parse?input=%ff%00&edition=%3Cscript%3E"),
        _ => {
            client.post("/api/v1/normalize", FORM, format!("input={input}&level=scheme").as_bytes())
        }
    }
}
