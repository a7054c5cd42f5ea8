//! The answers of `allow` by a status, as a proxy asks for them.

use crate::client::encoded;
use crate::running::Running;
use napkin_web::Settings;

/// As nginx's `auth_request` asks.
#[test]
fn allow_is_answered_by_a_status() {
    let running = Running::new(Settings::default());
    let ask = |query: &str| running.client().get(&format!("/api/v1/allow/auth?{query}"));
    let allowed = ask("host=good.example&input=HTTP://good.example");
    assert_eq!(
        (allowed.status, allowed.header("x-napkin-use")),
        (204, Some("http://good.example/"))
    );
    assert!(allowed.body.is_empty());
    let refused = ask("host=good.example&input=http://evil.example/%C3%BC");
    let reason = "the host 'evil.example' is not in the list";
    assert_eq!((refused.status, refused.header("x-napkin-reason")), (403, Some(reason)));
    let steering =
        ask(&format!("host=good.example&input={}", encoded("http://a\u{e9}\u{202e}\r\nx: y/")));
    assert_eq!(steering.status, 403);
    assert!(steering.header("x").is_none());
    assert_eq!(ask("input=http://good.example/").status, 400);
    assert_eq!(ask("host=good.example").status, 400);
}
