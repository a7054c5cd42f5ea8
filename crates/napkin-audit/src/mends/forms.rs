//! Forms of texts that are written in place of a URI, such as a path of Windows: one item of [`FORMS`] each, with examples and their URIs,
//! similar texts that are left alone, and the reason.

use napkin_schemes::View;
use napkin_schemes::schemes::File;

use super::around::unwrapped;
use super::{Source, Step, Wrong};
use crate::span::{Edit, Span};

/// A form of texts. A text without it has no edits.
#[derive(Debug)]
pub struct Form {
    /// The name, as [`Mend::what`](super::Mend::what) has it.
    pub id: &'static str,
    /// What such a text is, in a few words.
    pub title: &'static str,
    /// Why it is mended so.
    pub why: &'static str,
    /// Examples, each with its URI.
    pub fires: &'static [(&'static str, &'static str)],
    /// Similar texts without it.
    pub silent: &'static [&'static str],
    /// The edits of a text that is not wrapped in anything.
    edits: fn(&str) -> Vec<Edit>,
}

/// The list of forms.
///
/// ```
/// let form = napkin_audit::FORMS.iter().find(|form| form.id == "windows-path").unwrap();
/// assert!(form.fires.contains(&(r"C:\a b", "file:///C:/a%20b")));
/// ```
pub const FORMS: &[Form] = &[
    Form {
        id: "windows-path",
        title: "a path of Windows",
        why: "The grammar finds a scheme of one letter, which no registry has, or refuses the backslashes.",
        fires: &[
            (r"C:\a b", "file:///C:/a%20b"),
            (r"\\server\share\x", "file://server/share/x"),
            ("c:/Users/x", "file:///c:/Users/x"),
        ],
        silent: &["C:name", "c:", r"ab:\x", r"\x", "//server/share"],
        edits: |text| {
            let is_path = matches!(text.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic())
                || matches!(text.as_bytes(), [b'\\', b'\\', first, ..] if first.is_ascii_alphanumeric() || *first == b'?');
            let is_url = text.get(1..).is_some_and(|behind| behind.starts_with("://"));
            let file = File::from_windows_path(text).ok().filter(|_| is_path && !is_url);
            whole(text, file)
        },
    },
    Form {
        id: "vms-path",
        title: "a path of VMS",
        why: "No URI has the brackets there (RFC 1738 section 3.10).",
        fires: &[("DISK$USER:[MY.NOTES]NOTE.TXT", "file:///disk$user/my/notes/note.txt")],
        silent: &["DISK:NOTE.TXT", "http://[::1]/", "a:[b"],
        edits: |text| whole(text, File::from_vms_path("", text).ok()),
    },
    Form {
        id: "scheme-with-underscore",
        title: "a scheme with an underscore",
        why: "A scheme has letters, digits, '+', '-' and '.' (RFC 3986 section 3.1); whoever registered the name for an \
              application wrote a hyphen.",
        fires: &[("lets_eat://h/x", "lets-eat://h/x")],
        silent: &["a_b:c", "a_b/c://", "http://a_b/", "_a://h"],
        edits: |text| {
            let Some((scheme, _)) = text.split_once("://") else { return Vec::new() };
            let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                && scheme
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"_+-.".contains(&byte));
            let marks = scheme.match_indices('_').filter(|_| is_scheme);
            marks.map(|(at, mark)| replaced(at, mark, "-")).collect()
        },
    },
    Form {
        id: "escapes-left",
        title: "escapes of JSON or JavaScript",
        why: "The text was copied out of a program: `\\/` is a slash there, and `\\u0026` an ampersand.",
        fires: &[
            (r"https:\/\/h.example\/x", "https://h.example/x"),
            (r"https://h.example/?a=1\u0026b=2", "https://h.example/?a=1&b=2"),
        ],
        silent: &[r"http://h\x", r"http://h/\u00e9", "http://h/u0026"],
        edits: |text| {
            let escapes = text.match_indices('\\').filter_map(|(at, _)| {
                let behind = text.get(at..)?;
                let of = |(escape, meant): &(&str, &'static str)| {
                    let length = escape.len();
                    let is_it = behind.get(..length)?.eq_ignore_ascii_case(escape);
                    is_it.then(|| Edit::new(Span::new(at, at + length), *meant))
                };
                ESCAPES.iter().find_map(of)
            });
            escapes.collect()
        },
    },
    Form {
        id: "line-break",
        title: "a URI over several lines",
        why: "A line was broken in a mail or in print; the break and the blanks around it are no part (RFC 3986 appendix C).",
        fires: &[
            ("http://h.example/a\n  b", "http://h.example/ab"),
            ("http://h\r\n/a", "http://h/a"),
        ],
        silent: &["http://h/a b", "http://h/a\nhttp://h/b", "one\ntwo", "\nhttp://h/a\n"],
        edits: |text| {
            let is_one = text.matches("://").count() == 1
                && super::around::begins_with_scheme(text.as_bytes());
            let mut edits = Vec::new();
            let mut end = 0;
            for (at, _) in text.match_indices(['\n', '\r']).filter(|_| is_one) {
                let Some((before, behind)) = text.split_at_checked(at).filter(|_| at >= end) else {
                    continue;
                };
                let start = before.trim_end().len();
                end = text.len() - behind.trim_start().len();
                edits.push(Edit::new(Span::new(start, end), ""));
            }
            edits
        },
    },
    Form {
        id: "defanged",
        title: "a defanged URI",
        why: "It is written so that nobody follows it by mistake. What is defanged is often harmful.",
        fires: &[
            ("hxxp://evil.example/a", "http://evil.example/a"),
            ("hxxps://evil[.]example/a[.]b", "https://evil.example/a[.]b"),
            ("http[:]//evil(dot)example", "http://evil.example"),
        ],
        silent: &["hxtp://h", "hxxp:x", "http://h/a[.]b", "http://[::1]/"],
        edits: |text| {
            let server = text.find("//").map_or(0, |at| at + 2);
            let end = text.get(server..).and_then(|behind| behind.find(['/', '?', '#']));
            let before =
                text.get(..server + end.unwrap_or(text.len() - server)).unwrap_or_default();
            let is_hidden = before.get(..4).is_some_and(|four| four.eq_ignore_ascii_case("hxxp"));
            let is_hidden = is_hidden && before.contains("//");
            let mut edits: Vec<_> = is_hidden
                .then(|| {
                    Edit::new(Span::new(1, 3), if before.starts_with("HX") { "TT" } else { "tt" })
                })
                .into_iter()
                .collect();
            let marks = before.match_indices(['[', '(']).filter_map(|(at, _)| {
                let behind = before.get(at..)?;
                let found = DEFANGED.iter().find(|(mark, _)| behind.starts_with(mark));
                found.map(|(mark, meant)| replaced(at, mark, meant))
            });
            edits.extend(marks);
            edits
        },
    },
];

/// The escapes of JSON and JavaScript that stand for delimiters of URIs.
const ESCAPES: [(&str, &str); 7] = [
    (r"\/", "/"),
    (r"\u0026", "&"),
    (r"\u003d", "="),
    (r"\u003f", "?"),
    (r"\u002f", "/"),
    (r"\u003a", ":"),
    (r"\x26", "&"),
];

/// The marks of defanged texts.
const DEFANGED: [(&str, &str); 7] = [
    ("[.]", "."),
    ("(.)", "."),
    ("[dot]", "."),
    ("(dot)", "."),
    ("[:]", ":"),
    ("[://]", "://"),
    ("[/]", "/"),
];

/// The edit of a whole text to the URI of a file.
fn whole(text: &str, file: Option<File<'_>>) -> Vec<Edit> {
    let uri = file.and_then(|file| Some(file.to_uri().ok()?.to_string()));
    uri.map(|uri| Edit::new(Span::new(0, text.len()), uri)).into_iter().collect()
}

fn replaced(at: usize, text: &str, by: &str) -> Edit {
    Edit::new(Span::new(at, at + text.len()), by)
}

/// The steps that the forms of an input lead to. What is around it stays for the grammar, but around a path.
pub(super) fn steps(input: &[u8]) -> Vec<Step> {
    let within = unwrapped(input);
    let Ok(text) = str::from_utf8(within.of(input)) else { return Vec::new() };
    let step = |form: &Form| {
        let mut edits = (form.edits)(text);
        for edit in &mut edits {
            edit.span = within.part(edit.span.start, edit.span.len());
        }
        let place = Span::new(edits.first()?.span.start, edits.last()?.span.end);
        let wrong = Wrong { what: form.id, message: form.title.into(), place };
        Some(Step { wrong, edits, source: Source::Form })
    };
    FORMS.iter().filter_map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::{FORMS, steps};
    use crate::span::Edit;

    #[test]
    fn forms_fire_and_are_silent_as_they_say() {
        for form in FORMS {
            let edited = |text: &str| {
                let found =
                    steps(text.as_bytes()).into_iter().find(|step| step.wrong.what == form.id);
                found.map(|step| {
                    String::from_utf8(Edit::apply(text.as_bytes(), &step.edits)).unwrap()
                })
            };
            for (text, meant) in form.fires {
                assert_eq!(edited(text).as_deref(), Some(*meant), "{}", form.id);
            }
            for text in form.silent {
                assert_eq!(edited(text), None, "{}: {text}", form.id);
            }
            assert!(!form.why.is_empty() && !form.silent.is_empty(), "{}", form.id);
        }
    }
}
