//! The content that a `data:` URL holds, as text.

use maud::{Markup, html};
use napkin_schemes::schemes::Data;

use crate::escape::{Shown, code, floor};

/// The number of bytes that are shown.
const MOST: usize = 2048;

/// The content of the panel; `None` of another scheme.
pub(super) fn panel(uri: &str) -> Option<Markup> {
    let data = Data::read_lenient(uri).ok()?;
    let octets = data.to_bytes();
    Some(html! {
        @match &octets {
            Err(error) => p { "It cannot be decoded: " (error) "." },
            Ok(octets) => {
                p { (octets.len()) " bytes of " (code(&data.content_type())) }
                @match str::from_utf8(octets) {
                    Ok(text) => {
                        @let shown = text.get(..floor(text, MOST)).unwrap_or_default();
                        pre.code.held tabindex="0" dir="ltr" aria-labelledby="holds-title" {
                            @for line in shown.split_inclusive('\n') {
                                (Shown(line.trim_end_matches('\n'))) @if line.ends_with('\n') { "\n" }
                            }
                        }
                        @if shown.len() < text.len() { p.more { "The first " (shown.len()) " bytes." } }
                    },
                    Err(_) => p.nothing { "It is no text." },
                }
            }
        }
    })
}
