//! An audit of a plain input allocates nothing. The program has this test alone, since others allocate.

use napkin_audit::{Policy, audit};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

#[test]
fn what_is_plain_takes_no_memory() {
    let policy = Policy::default();
    let long = format!("https://www.example.com/{}?q=1&page=%20", "segment/".repeat(100));
    for input in [
        "https://www.example.com/wiki/Uniform_Resource_Identifier?action=history&limit=50",
        "http://example.com/",
        "mailto:someone@example.com",
        "urn:isbn:0451450523",
        "../images/logo.png?size=large#top",
        "",
        &long,
    ] {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let audit = audit(input.as_bytes(), &policy);
        assert_eq!(MEMORY.peak_usage() - before, 0, "{input}");
        assert_eq!(audit.findings(), [], "{input}");
    }
}
