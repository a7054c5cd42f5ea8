//! The work of a search: linear, whatever begins and never ends.

use super::redacted;

/// Each beginning of a secret may be one that is nowhere ended; searching to the end of the text for each would take minutes.
#[test]
fn a_long_text_is_searched_once() {
    for unit in [
        "//",
        "//:x ",
        "//:1/",
        "http:",
        ":/",
        "/\\",
        "//u@d:x\n",
        "//u@d:x",
        "x:",
        "key=",
        "token=",
        "password=;",
        "a=",
        "code=abcdefgh",
        "%41",
        "%25",
        "eyJ",
        "ghp_",
        "/hooks",
        "//hooks.slack.com/services/a",
        "\"token\":\"",
        ";a=",
        "https://u:p@h?token=x,",
        "//h:x/",
        "Bearer ",
        "pass=a;b",
        "bot1:",
        "key=a:",
        "amp;",
    ] {
        let text = unit.repeat((1 << 18) / unit.len());
        assert!(!redacted(text.as_bytes()).is_empty(), "{unit}");
    }
}
