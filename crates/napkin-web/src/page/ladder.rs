//! Two URIs on the ladder: their normal forms, level by level.

use maud::{Markup, html};
use napkin::Level;
use napkin_answers::normalize::Normalizing;
use napkin_standards::{Base, Standard};

use super::BASE;
use crate::escape::code;

/// The normal forms of two texts at each level, by an edition of the syntax. The first level at which they are the same, if there
/// is one, is marked.
pub(super) fn table(standard: Standard, pair: [&str; 2], found: Option<&str>) -> Markup {
    let normal = |level: Level, text: &str| {
        let base = Base::new(BASE, standard);
        let normalizing = Normalizing::new(standard, level).by_base(Some(base)).explained(false);
        let mut scratch = String::new();
        let answer = normalizing.answer(text.as_bytes(), &mut scratch);
        answer.map(|normalized| normalized.text.into_owned()).ok()
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label="The ladder" {
            table.ladder {
                thead { tr {
                    th scope="col" { "level" } th scope="col" { "the one" } th scope="col" { "the other" }
                    th scope="col" { "same" }
                } }
                tbody {
                    @for level in Level::ALL {
                        @let [a, b] = pair.map(|text| normal(level, text));
                        @let same = a.is_some() && a == b;
                        tr class=[(found == Some(level.name())).then_some("found")] {
                            th scope="row" { (level.name()) }
                            td { (code(a.as_deref().unwrap_or_default())) }
                            td { (code(b.as_deref().unwrap_or_default())) }
                            td { @if same { "yes" } @else { "no" } }
                        }
                    }
                }
            }
        }
    }
}
