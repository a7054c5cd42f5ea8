//! Where it goes: the programs, in groups by the host that they contact.

use std::collections::BTreeMap;

use maud::{Markup, html};
use napkin_answers::audit::BASE;
use napkin_answers::glance::program_name;
use napkin_audit::{Answer, ContactedHost, Hosts, Reader};

use crate::escape::folded;

/// The readers of a group, which contact one host, or that of the base.
type Groups<'a> = BTreeMap<Option<&'a ContactedHost>, Vec<&'static Reader>>;

/// The content of the panel; `None` if no two programs of today go to different hosts, which the page says elsewhere.
pub(super) fn panel(hosts: &Hosts) -> Option<Markup> {
    let counted = hosts.among(|reader| reader.in_use && reader.in_audits);
    let groups = counted.by_host();
    let uncounted = hosts.among(|reader| !(reader.in_use && reader.in_audits));
    let silent = silent(hosts);
    (groups.len() > 1).then(|| {
        html! {
            p.verdict.bad { "Programs go to " (groups.len()) " different places." }
            (table(&groups))
            details.programs {
                summary { "Other programs" }
                @if !uncounted.by_host().is_empty() {
                    h3 { "Readers of the past, and those that take other URIs apart too" }
                    (table(&uncounted.by_host()))
                }
                @if !silent.is_empty() {
                    h3 { "Find no host, or refuse it" }
                    (names(&silent))
                }
            }
        }
    })
}

/// The readers that find no host.
fn silent(hosts: &Hosts) -> Vec<&'static Reader> {
    let is_silent = |answer: &Answer| matches!(answer, Answer::NoHost | Answer::Refused);
    let silent = hosts.answers().filter(|(_, answer)| is_silent(answer));
    silent.map(|(reader, _)| reader).collect()
}

fn table(groups: &Groups<'_>) -> Markup {
    // The group of the programs that are best known comes first.
    let mut groups: Vec<_> = groups.iter().collect();
    groups.sort_by_key(|(_, readers)| {
        let known = readers.iter().filter(|reader| program_name(reader).is_some()).count();
        (readers.iter().all(|reader| reader.name != "whatwg"), std::cmp::Reverse(known))
    });
    html! {
        table.hosts {
            thead { tr { th scope="col" { "host" } th scope="col" { "programs" } } }
            tbody {
                @for (host, readers) in groups {
                    tr {
                        th scope="row" {
                            @match host { Some(host) => (folded(&host.to_string())), None => (BASE) }
                        }
                        td { (names(readers)) }
                    }
                }
            }
        }
    }
}

/// Programs by the names that people know, then readers by their own, each with what it stands for.
fn names(readers: &[&'static Reader]) -> Markup {
    let (known, others): (Vec<_>, Vec<_>) =
        readers.iter().copied().partition(|reader| program_name(reader).is_some());
    html! {
        ul.readers {
            @for reader in known { li title=(reader.stands_for) { strong { (program_name(reader).unwrap_or_default()) } } }
            @for reader in others { li title=(reader.stands_for) { (reader.name) @if !reader.in_use { " (of the past)" } } }
        }
    }
}
