//! Clients that take up the server: slow, silent, or many. Others are answered all the same.
//!
//! No test measures time. Where a limit must not act, it is an hour; where it must, the test waits until it does.
#![cfg(target_os = "linux")]

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::client::Client;
use crate::running::Running;
use napkin_web::{LARGEST, Settings};

const HOUR: Duration = Duration::from_secs(3600);

const CONTENT: &[u8] = br#"{"input": "a"}"#;

/// Asks about [`CONTENT`] without sending it; the server has begun to answer and waits for it.
fn begin(client: &mut Client) {
    announce(client, CONTENT.len());
    assert_eq!(client.answer().status, 100);
}

/// Sends the head of a request with a body of some length.
fn announce(client: &mut Client, length: usize) {
    let head = format!(
        "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
    );
    client.send(head.as_bytes());
}

const PLAIN: &str = "/api/v1/check?input=a";

/// Asks until the status is this one.
fn until(status: u16, mut client: impl FnMut() -> Client) {
    for _ in 0..3000 {
        if client().get(PLAIN).status == status {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("never {status}");
}

/// Asks until the status is this one, ten times in a row: between two answers to a client that asks at once, a place is free.
fn until_it_stays(status: u16, mut client: impl FnMut() -> Client) {
    for _ in 0..300 {
        until(status, &mut client);
        if (0..10).all(|_| client().get(PLAIN).status == status) {
            return;
        }
    }
    panic!("never {status} for long");
}

#[test]
fn slow_bodies_keep_nobody_out() {
    let running = Running::new(Settings::default().requests(2).time(HOUR));
    let mut slow: Vec<_> = (0..64).map(|_| running.client()).collect();
    slow.iter_mut().for_each(begin);
    assert_eq!(running.client().get(PLAIN).status, 200);
    assert_eq!(running.client_from("127.0.0.2").get(PLAIN).status, 200);
    for client in &mut slow {
        client.send(CONTENT);
        assert_eq!(client.answer().status, 200);
    }
}

#[test]
fn a_crowd_of_half_sent_bodies_leaves_room() {
    let settings = Settings::default().time(HOUR).connections(8).half_open(4);
    let running = Running::new(settings);
    let mut crowd: Vec<_> = (0..40).map(|_| running.client()).collect();
    for client in &mut crowd {
        announce(client, CONTENT.len());
        client.send(&CONTENT[..3]);
    }
    assert_eq!(running.client_from("127.0.0.2").get(PLAIN).status, 200);
    // The first of the crowd are closed, and the last are not.
    let last = crowd.len() - 4;
    for client in &mut crowd[last..] {
        client.send(&CONTENT[3..]);
        assert_eq!((client.answer().status, client.answer().status), (100, 200));
    }
    assert_eq!(running.client().get("/").status, 200);
}

#[test]
fn a_crowd_of_half_sent_heads_leaves_room() {
    let settings = Settings::default().time(HOUR).connections(8).half_open(4);
    let running = Running::new(settings);
    let half =
        |client: &mut Client| client.send(b"GET /api/v1/check?input=a HTTP/1.1\r\nHost: local");
    // One of them has been answered before, and waits like the others.
    let mut answered = running.client();
    assert_eq!(answered.get(PLAIN).status, 200);
    let mut crowd: Vec<_> =
        std::iter::once(answered).chain((0..40).map(|_| running.client())).collect();
    crowd.iter_mut().for_each(half);
    let mut other = running.client_from("127.0.0.2");
    assert_eq!(other.get(PLAIN).status, 200);
    // The first of the crowd are closed, and the last are not.
    let last = crowd.len() - 4;
    assert!(crowd[..last].iter_mut().all(Client::is_closed));
    for client in &mut crowd[last..] {
        client.send(b"host\r\n\r\n");
        assert_eq!(client.answer().status, 200);
    }
    assert_eq!(running.client().get("/").status, 200);
}

#[test]
fn who_dawdles_is_told_so() {
    let running = Running::new(Settings::default().time(Duration::from_secs(1)));
    let mut slow = running.client();
    begin(&mut slow);
    let refused = slow.answer();
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("took too long"), "{}", refused.body);
    // A client without a whole head gets no answer, and neither does one that is silent, before or after an answer.
    let mut half = running.client();
    half.send(b"GET / HT");
    let mut silent = running.client();
    let mut idle = running.client();
    assert_eq!(idle.get(PLAIN).status, 200);
    assert!(half.is_closed() && silent.is_closed() && idle.is_closed());
}

/// Each byte comes in time, but all of them together do not.
#[test]
fn a_body_has_a_least_rate() {
    let settings = Settings::default().time(Duration::from_millis(500)).rate(1000);
    let running = Running::new(settings);
    let mut slow = running.client();
    announce(&mut slow, 10_000);
    assert_eq!(slow.answer().status, 100);
    let mut trickle = slow.another();
    let trickling = thread::spawn(move || {
        for _ in 0..10_000 {
            trickle.send(b" ");
            thread::sleep(Duration::from_millis(20));
            if trickle.has_failed() {
                return;
            }
        }
        panic!("it was never too slow");
    });
    let refused = slow.answer();
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("took too long"), "{}", refused.body);
    drop(slow);
    trickling.join().unwrap();
}

/// Asks many times for much, and reads nothing.
fn ask_and_not_read(client: &mut Client) {
    let body = [&b"input="[..], &b"%01".repeat(LARGEST)].concat();
    let head = format!(
        "POST /api/v1/editions HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n\r\n",
        body.len()
    );
    let request = [head.as_bytes(), &body].concat();
    let mut asking = client.another();
    thread::spawn(move || (0..64).for_each(|_| asking.send(&request)));
}

#[test]
fn too_many_at_a_time_are_turned_away_by_address() {
    let running = Running::new(Settings::default().requests(2).time(HOUR));
    let mut greedy = running.client();
    ask_and_not_read(&mut greedy);
    until_it_stays(429, || running.client());
    let refused = running.client().get(PLAIN);
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
    assert_eq!(running.client_from("127.0.0.2").get(PLAIN).status, 200);
    greedy.close();
    until(200, || running.client());
}

/// A request as a proxy passes it on, for a client.
fn forwarded(client: &mut Client, from: &str) -> u16 {
    let head =
        format!("GET {PLAIN} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {from}\r\n\r\n");
    client.send(head.as_bytes());
    client.answer().status
}

/// On an open server a client has a number of requests, and then waits; clients are told by a trusted proxy, and by nobody else.
#[test]
fn a_stranger_has_a_rate_and_a_proxy_says_whose() {
    let proxy = "127.0.0.3".parse().unwrap();
    let running = Running::new(Settings::default().time(HOUR).open(true).trusted_proxies([proxy]));
    let statuses = |count: usize, client: &mut Client, from: &str| {
        (0..count).map(|_| forwarded(client, from)).find(|status| *status != 200)
    };
    // More than any machine refills meanwhile.
    let refused =
        (0..100).find_map(|_| statuses(200, &mut running.client_from("127.0.0.3"), "203.0.113.1"));
    assert_eq!(refused, Some(429));
    let mut others = running.client_from("127.0.0.3");
    assert_eq!(statuses(100, &mut others, "203.0.113.2"), None);
    // Who is no proxy cannot be another client each time.
    let refused = (0..100).find_map(|_| {
        let mut client = running.client_from("127.0.0.4");
        (0..200)
            .map(|n| forwarded(&mut client, &format!("203.0.113.{n}")))
            .find(|status| *status != 200)
    });
    assert_eq!(refused, Some(429));
}

/// Answers that take long to make hold places, pages as well as JSON: the threads that read requests make none.
#[test]
fn work_holds_places_and_keeps_nobody_waiting() {
    let running = Running::new(Settings::default().requests(8).time(HOUR));
    for target in ["/?uri=http://h/", "/api/v1/audit?input=http://h/"] {
        let target = format!("{target}{}", "%E2%80%AE".repeat(1500));
        let refused = AtomicBool::new(false);
        thread::scope(|scope| {
            // More than half of the places, and more than the threads of the runtime.
            for _ in 0..6 {
                scope.spawn(|| {
                    let mut client = running.client();
                    for _ in 0..1000 {
                        if refused.load(Ordering::Relaxed) {
                            return;
                        }
                        let status = client.get(&target).status;
                        assert!(matches!(status, 200 | 429), "{status}");
                        refused.fetch_or(status == 429, Ordering::Relaxed);
                    }
                });
            }
            assert_eq!(running.client_from("127.0.0.2").get(PLAIN).status, 200);
        });
        assert!(refused.into_inner(), "{}", &target[..20]);
        until(200, || running.client());
    }
}

#[test]
fn who_does_not_read_gives_the_place_back() {
    let running = Running::new(Settings::default().requests(2).time(Duration::from_secs(2)));
    let mut greedy = running.client();
    ask_and_not_read(&mut greedy);
    until(429, || running.client());
    until(200, || running.client());
}

#[test]
fn what_is_under_way_is_answered_before_the_end() {
    let mut running = Running::new(Settings::default());
    let mut client = running.client();
    begin(&mut client);
    drop(running.stop.take());
    // Soon no new connection is accepted.
    while TcpStream::connect(running.address).is_ok() {
        thread::sleep(Duration::from_millis(5));
    }
    client.send(CONTENT);
    assert_eq!(client.answer().status, 200);
    let served = running.served.take().unwrap();
    running.runtime.block_on(served).unwrap();
}

#[test]
fn a_body_that_is_announced_too_long_is_not_read() {
    let running = Running::new(Settings::default().time(HOUR).requests(1));
    let head = |length: usize| {
        format!(
            "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nExpect: 100-continue"
        )
    };
    // The body is neither sent nor requested.
    assert_eq!(running.status_of(&head(8 * LARGEST + 1)), (413, true));
    assert_eq!(running.status_of(&head(usize::MAX >> 1)), (413, true));
    assert_eq!(running.status_of(&head(8 * LARGEST)), (100, false));
}
