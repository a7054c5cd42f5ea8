//! Examples to click: those of the documents, and misleading inputs.

use maud::{Markup, html};

use crate::escape::Shown;

/// Groups of examples: a title after `# `, then a URI per line; a tab precedes the base, if it is a reference.
const EXAMPLES: &str = include_str!("examples.txt");

pub(super) fn panel() -> Markup {
    html! {
        @for (number, group) in EXAMPLES.split("# ").skip(1).enumerate() {
            @let (title, uris) = group.split_once('\n').unwrap_or((group, ""));
            details open[number == 0] {
                summary { (title) }
                ul.examples {
                    @for line in uris.lines() {
                        @let (uri, base) = line.split_once('\t').map_or((line, None), |(uri, base)| (uri, Some(base)));
                        li { a href=(link(uri, base)) dir="ltr" { bdi.code { (Shown(uri)) } } }
                    }
                }
            }
        }
    }
}

fn link(uri: &str, base: Option<&str>) -> String {
    let mut query = form_urlencoded::Serializer::for_suffix(String::from("./?"), 3);
    query.append_pair("uri", uri);
    if let Some(base) = base {
        query.append_pair("base", base);
    }
    query.finish()
}
