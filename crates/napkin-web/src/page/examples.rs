//! Examples to click: what the documents themselves give, and inputs that were made to mislead.

use maud::{Markup, html};

use super::Asked;
use crate::shown::Shown;

/// Examples of one kind, of which each has a file and a line each.
struct Group {
    title: &'static str,
    /// A URI a line; behind a tab the base it is a reference to.
    lines: &'static str,
}

/// The one list of groups.
const GROUPS: &[Group] = &[
    Group { title: "RFC 3986", lines: include_str!("../../uris/rfc3986.txt") },
    Group {
        title: "References of RFC 3986, section 5.4",
        lines: include_str!("../../uris/references.txt"),
    },
    Group { title: "RFC 2396", lines: include_str!("../../uris/rfc2396.txt") },
    Group { title: "RFC 1738", lines: include_str!("../../uris/rfc1738.txt") },
    Group { title: "RFC 1630", lines: include_str!("../../uris/rfc1630.txt") },
    Group { title: "Where editions part", lines: include_str!("../../uris/editions.txt") },
    Group { title: "Made to mislead", lines: include_str!("../../uris/hostile.txt") },
];

pub(super) fn panel(asked: &Asked) -> Markup {
    html! {
        @for group in GROUPS {
            details open[asked.uri.is_none()] {
                summary { (group.title) }
                ul.examples {
                    @for line in group.lines.lines() {
                        @let (uri, base) = line.split_once('\t').map_or((line, None), |(uri, base)| (uri, Some(base)));
                        li { a href=(link(uri, base)) dir="ltr" { bdi.code { (Shown(uri)) } } }
                    }
                }
            }
        }
    }
}

fn link(uri: &str, base: Option<&str>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::from("/?"));
    query.append_pair("uri", uri);
    if let Some(base) = base {
        query.append_pair("base", base);
    }
    query.finish()
}
