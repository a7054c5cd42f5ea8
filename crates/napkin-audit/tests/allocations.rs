//! An audit of a plain input allocates nothing, and so does its search for secrets, unless there are triplets to decode. Only allocations of the
//! test's thread are counted.

use allocation_counter::measure;
use napkin_audit::{Policy, audit};

#[test]
fn what_is_plain_takes_no_memory() {
    let policy = Policy::default();
    let memory = measure(|| assert_ne!(audit(b"http://a@b/", &policy).findings(), []));
    assert!(memory.bytes_total > 0);
    let long = format!("https://www.example.com/{}?q=1&page=%20", "segment/".repeat(100));
    // The search for secrets decodes triplets, which takes memory.
    let mut without = Policy::default();
    without.set("secret-in-uri", "off").unwrap();
    for input in [
        "https://www.example.com/wiki/Uniform_Resource_Identifier?action=history&limit=50",
        "http://example.com/",
        "mailto:someone@example.com",
        "urn:isbn:0451450523",
        "../images/logo.png?size=large#top",
        &long,
    ] {
        let mut found = None;
        let policy = if input.contains('%') { &without } else { &policy };
        let memory = measure(|| found = Some(audit(input.as_bytes(), policy)));
        assert_eq!(memory.bytes_total, 0, "{input}");
        assert_eq!(found.unwrap().findings(), [], "{input}");
    }
}
