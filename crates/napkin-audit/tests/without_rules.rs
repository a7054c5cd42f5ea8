//! `allow` by policies that switch rules off and ignore readers: a URI that is allowed leads to the host that is written.

use napkin::edition::RFC3986;
use napkin_audit::{ContactedHost, HostList, Policy, READERS, RULES, verdict};
use napkin_url::edition::WHATWG;

/// Hosts with one ASCII character, raw and percent-encoded, in three places, with the name that a program finds that decodes it.
fn hosts() -> Vec<(String, String)> {
    let characters = (0..=0x7f_u8).map(char::from);
    let spelled = characters.flat_map(|character| {
        let byte = u32::from(character);
        let raw = character.to_string();
        [format!("%{byte:02x}"), format!("%{byte:02X}"), raw].map(|spelled| (spelled, character))
    });
    let placed = spelled.flat_map(|(spelled, character)| {
        let around = [("a", "b.good.example"), ("", "b.good.example"), ("a.good.example", "")];
        around.map(|(before, behind)| {
            let host = format!("{before}{spelled}{behind}");
            (host, format!("{before}{character}{behind}"))
        })
    });
    placed.collect()
}

/// All rules off.
fn without_rules() -> Policy {
    let mut policy = Policy::default();
    for rule in RULES {
        policy.set(rule.id, "off").unwrap();
    }
    policy
}

/// Why an allowed URI does not lead every program that is not ignored to the host that is written.
fn wrong(input: &str, ignored: &str) -> Option<String> {
    let authority = input.strip_prefix("http://")?.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?.split(':').next()?;
    if host.contains('%') {
        return Some("the host is percent-encoded".to_owned());
    }
    let written = ContactedHost::Name(host.to_ascii_lowercase());
    let mut heard = READERS
        .iter()
        .filter(|reader| reader.in_use && reader.class.is_asked() && reader.name != ignored);
    let wrong = heard.find(|reader| {
        let answer = reader.read(input.as_bytes());
        answer.host().is_some_and(|contacted| *contacted != written)
    });
    wrong.map(|reader| format!("{} contacts another host", reader.name))
}

/// Rules and readers refuse, and allow nothing. So all rules off, and a reader ignored, is as much as a rule or several and that
/// reader can let through.
#[test]
fn a_host_is_the_one_that_is_written() {
    let hosts = hosts();
    let is_deep = std::env::var_os("NAPKIN_DEEP").is_some();
    let mut allowed = 0;
    for (turn, reader) in READERS.iter().enumerate() {
        let mut policy = without_rules();
        policy.ignore_reader(reader.name).unwrap();
        let by_url = policy.clone().by(WHATWG);
        for (number, (host, decoded)) in hosts.iter().enumerate() {
            if !is_deep && (number / 9 + turn) % 9 != 0 && reader.name != "url-parse" {
                continue;
            }
            let input = format!("http://{host}/");
            let mut list = HostList::parse("*.good.example\ngood.example").unwrap();
            // The name that programs find that decode it.
            for name in [host, decoded] {
                _ = list.push(name);
            }
            for policy in [&policy.clone().by(RFC3986), &by_url] {
                if let Some(uri) = verdict(&input, &list, policy).uri() {
                    allowed += 1;
                    let wrong = wrong(uri, reader.name);
                    assert_eq!(wrong, None, "{input}, without {}", reader.name);
                }
            }
        }
    }
    assert!(allowed > 1_000, "{allowed}");
}
