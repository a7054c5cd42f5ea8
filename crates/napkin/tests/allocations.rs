//! Operations that promise not to allocate do not. Only allocations of the test's thread are counted.

use crate::support::{Numbers, reference, rounds};
use allocation_counter::measure;
use napkin::Target;
use napkin::edition::EDITIONS;

#[test]
fn what_is_written_onto_a_text_with_room_allocates_nothing() {
    let mut text = String::new();
    assert_eq!(measure(|| text.reserve_exact(1000)).bytes_total, 1000);
    let bases = ["http://a/b/c/d;p?q", "foo:/a/./b/../..//c?x/y", "http://h", "foo:", "a:b/../c"];
    let mut numbers = Numbers(9);
    for edition in EDITIONS {
        let mut written = 0;
        for _ in 0..rounds(4000) {
            let (base, reference) = (numbers.pick(&bases), reference(&mut numbers));
            let resolver = edition.resolver(base);
            text.clear();
            text.push_str("before ");
            let expected = resolver.resolve(&reference);
            let mut done = false;
            let memory = measure(|| done = resolver.resolve_onto(&reference, &mut text).is_ok());
            // Computed components have a text of their own for the path.
            let allowed = if edition.holds_components() { 1_000 } else { 0 };
            assert!(memory.bytes_total <= allowed, "{} {reference} on {base}", edition.name);
            assert_eq!(done, expected.is_ok());
            let uri = if let Ok(Target::Uri(uri)) = &expected { uri } else { "" };
            assert_eq!(text.strip_prefix("before "), Some(uri), "{} {base}", edition.name);
            written += usize::from(!uri.is_empty());
        }
        assert!(written > 100 || edition.excess().is_empty(), "{} {written}", edition.name);
    }
}
