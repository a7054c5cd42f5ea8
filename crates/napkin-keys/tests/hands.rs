//! Code as one writes it before more than the front page is read: each function has the name of its job, and does what
//! its comment says.

use std::collections::HashSet;

use napkin_keys::{SURT, W3LIB};

/// A crawler asks for each page once.
#[test]
fn n06_crawler_key() {
    let mut seen = HashSet::new();
    let texts = ["http://h/?b=2&a=1#top", "http://h/?a=1&b=2", "http://h/c", "http://h/c#d"];
    let new = texts.map(|text| seen.insert(W3LIB.key(text).unwrap()));
    assert_eq!(new, [true, false, true, false]);
    assert_eq!(SURT.key("http://www.example.com/a").unwrap(), "com,example)/a");
}
