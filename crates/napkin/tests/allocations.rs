//! What promises to allocate nothing does not. The program has this test alone, since others allocate.

mod support;

use napkin::Target;
use napkin::edition::EDITIONS;
use peak_alloc::PeakAlloc;
use support::{Numbers, reference, rounds};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What a function allocates at most, in bytes.
fn allocated<R>(work: impl FnOnce() -> R) -> (usize, R) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let result = work();
    (MEMORY.peak_usage() - before, result)
}

#[test]
fn what_is_written_onto_a_text_with_room_allocates_nothing() {
    let (bytes, text) = allocated(|| String::with_capacity(1000));
    assert_eq!((bytes, text.capacity()), (1000, 1000));
    let bases = ["http://a/b/c/d;p?q", "foo:/a/./b/../..//c?x/y", "http://h", "foo:", "a:b/../c"];
    let mut text = text;
    let mut numbers = Numbers(9);
    for edition in EDITIONS {
        let mut written = 0;
        for _ in 0..rounds(4000) {
            let (base, reference) = (numbers.pick(&bases), reference(&mut numbers));
            let resolver = edition.resolver(base);
            text.clear();
            text.push_str("before ");
            let expected = resolver.resolve(&reference);
            let (bytes, target) =
                allocated(|| resolver.resolve_onto(&reference, &mut text).is_ok());
            assert_eq!(bytes, 0, "{} {reference} on {base}", edition.name);
            assert_eq!(target, expected.is_ok());
            let uri = if let Ok(Target::Uri(uri)) = &expected { uri } else { "" };
            assert_eq!(text.strip_prefix("before "), Some(uri), "{} {base}", edition.name);
            written += usize::from(!uri.is_empty());
        }
        assert!(written > 100 || edition.excess.is_empty(), "{} {written}", edition.name);
    }
}
