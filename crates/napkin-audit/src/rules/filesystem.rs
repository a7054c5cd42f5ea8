//! Segments that mean something to a file system (RFC 3986 §7.3). Off, unless a policy asks.

use napkin::Part;
use napkin::edition::RFC3986;

use super::characters::quote;
use super::paths::segments;
use crate::rule::{Listed, Rule};
use crate::severity::Severity;

const DEVICES: &[&str] = &["aux", "con", "nul", "prn", "lpt", "com"];

/// Characters that file systems use.
pub(super) const FS_SPECIAL_CHAR: Rule = Rule {
    id: "fs-special-char",
    title: "a segment with a character that file systems use",
    severity: Severity::Warning,
    is_on: false,
    why: "Used as a file name, the segment leads out of its directory, to another drive or stream.",
    basis: "RFC 3986 section 7.3",
    listed: &[Listed::security(RFC3986, "7.3")],
    fires: &["http://h/a%5Cb", "http://h/c:", "http://h/%5B"],
    silent: &["http://h/a", "http://h/?c:"],
    check: |context| {
        for (data, span) in segments(context) {
            if let Some(found) = data.iter().find(|octet| b"/\\:[]".contains(octet)) {
                let written = quote(span.of(context.bytes()));
                let message =
                    format!("the segment {written} has {} when it is decoded", quote(&[*found]));
                context.report(Part::Path, span, message);
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const FS_DEVICE_NAME: Rule = Rule {
    id: "fs-device-name",
    title: "a segment that is a name of a device or a directory",
    severity: Severity::Warning,
    is_on: false,
    why: "Used as a file name, the segment is a device on some systems, or the parent directory.",
    basis: "RFC 3986 section 7.3",
    listed: &[Listed::security(RFC3986, "7.3")],
    fires: &["http://h/aux", "http://h/x/LPT1.txt", "http://h/..."],
    silent: &["http://h/auxiliary", "http://h/com10", "http://h/a.aux"],
    check: |context| {
        for (data, span) in segments(context) {
            if is_device(&data) {
                let message = format!("{} is a device or a directory", quote(&data));
                context.report(Part::Path, span, message);
            }
        }
    },
    ..Rule::BLANK
};

fn is_device(segment: &[u8]) -> bool {
    if matches!(segment, b"." | b".." | b"...") {
        return true;
    }
    let name = segment.split(|&byte| byte == b'.').next().unwrap_or_default();
    let Ok(name) = str::from_utf8(name) else { return false };
    let numbered = name.strip_suffix(|last: char| ('1'..='9').contains(&last)).unwrap_or_default();
    let is_port = |of: &str| of.eq_ignore_ascii_case("lpt") || of.eq_ignore_ascii_case("com");
    DEVICES.iter().any(|device| device.eq_ignore_ascii_case(name)) || is_port(numbered)
}
