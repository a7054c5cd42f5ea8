//! Code as one writes it before more than the front page is read: each function has the name of its job, and does what
//! its comment says.

use napkin_context::links;

/// The links of a page, with `base` and `srcset` read.
#[test]
fn n19_links() {
    let page = String::from(
        "<base href=/b/><a href='../c#d'>c</a><img srcset='e.png, f.png 2x'><a rel=nofollow href='g h'>",
    );
    let mut found = Vec::new();
    for link in links(&page, "https://example.com/a") {
        found.push((link.element.clone(), link.to_string(), link.target.is_ok()));
    }
    let expected = [
        ("a", "https://example.com/c#d", true),
        ("img", "https://example.com/b/e.png", true),
        ("img", "https://example.com/b/f.png", true),
        // A page is read as browsers do.
        ("a", "https://example.com/b/g%20h", true),
    ];
    let expected = expected.map(|(element, link, is_ok)| (element.into(), link.into(), is_ok));
    assert_eq!(found, expected);
    assert_eq!(links(b"<a href=x>", "http://h/").last().unwrap().to_string(), "http://h/x");
}
