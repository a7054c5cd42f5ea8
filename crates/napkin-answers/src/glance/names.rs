//! Names that a host pretends to have: a known domain in front of the one that counts, or a known name that is imitated by
//! other characters of ASCII.

use std::borrow::Cow;

use napkin_domains::{List, Sections, public_suffix};

use crate::options::Value;

/// The brands that are imitated most, as domains, and the quarter of the Brand Phishing Report of Check Point Research that has
/// each among its first ten.
const MOST_IMITATED: &[(&str, &str)] = &[
    ("microsoft.com", "2024 Q4"),
    ("apple.com", "2024 Q4"),
    ("google.com", "2024 Q4"),
    ("linkedin.com", "2024 Q4"),
    ("alibaba.com", "2024 Q4"),
    ("whatsapp.com", "2024 Q4"),
    ("amazon.com", "2024 Q4"),
    ("twitter.com", "2024 Q4"),
    ("facebook.com", "2024 Q4"),
    ("adobe.com", "2024 Q4"),
    ("wellsfargo.com", "2023 Q4"),
    ("homedepot.com", "2023 Q4"),
    ("netflix.com", "2023 Q4"),
    ("dhl.com", "2023 Q4"),
    ("paypal.com", "2020 Q3"),
    ("instagram.com", "2020 Q3"),
    ("outlook.com", "2020 Q2"),
    ("huawei.com", "2020 Q2"),
];

/// The shortest name that is looked for between hyphens: shorter ones stand there by accident.
const SHORTEST_BETWEEN_HYPHENS: usize = 5;

/// Known domains: the most imitated ones, and further ones.
#[derive(Clone, Debug, Default)]
pub struct Names {
    further: Vec<String>,
}

impl Value for Names {
    const IS_CONTENT: bool = true;

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let text = String::read(octets)?;
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let mut further = Vec::new();
        for (line, number) in lines.zip(1..).filter(|(line, _)| !line.is_empty()) {
            let name = line.to_ascii_lowercase();
            if registered(&name).is_none() {
                return Err(format!(
                    "has no domain in line {number}: '{}' is not one such as bank.example",
                    napkin::visible(line)
                ));
            }
            further.push(name);
        }
        Ok(Self { further })
    }
}

/// A known domain that a host pretends to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Imitated {
    /// The known domain.
    pub(super) name: String,
    /// How it is imitated, without the full stop.
    pub(super) words: String,
}

impl Names {
    fn all(&self) -> impl Iterator<Item = &str> {
        MOST_IMITATED.iter().map(|(name, _)| *name).chain(self.further.iter().map(String::as_str))
    }

    /// The known domain that a host in lower case pretends to be. A host below a known domain, or below the same name with another
    /// public suffix (`google.de`), pretends nothing.
    pub(super) fn imitated(&self, host: &str) -> Option<Imitated> {
        let host = host.trim_end_matches('.');
        let site = registered(host)?;
        let own = first_label(site);
        // Found once for all labels of the host, which may be thousands.
        let all = self.all().map(|name| (name, registered(name).unwrap_or(name)));
        let known: Vec<_> = all.map(|(name, site)| (name, site, first_label(site))).collect();
        if known.iter().any(|(_, known, _)| *known == site) {
            return None;
        }
        let others = || known.iter().filter(|(.., label)| *label != own);
        if let Some((name, ..)) = others().find(|(name, ..)| stands_in_front(name, host)) {
            let words = format!(
                "'{name}' stands in front of {site}, and the domain at the end is the one that counts"
            );
            return Some(Imitated { name: (*name).to_owned(), words });
        }
        let chosen = host.strip_suffix(site).unwrap_or_default().split('.').chain([own]);
        let pieces = chosen.flat_map(|label| {
            let between = label.split('-').filter(|piece| piece.len() >= SHORTEST_BETWEEN_HYPHENS);
            [label].into_iter().chain(between)
        });
        pieces.filter(|piece| !piece.is_empty()).find_map(|piece| {
            let (name, ..) = others().find(|(.., label)| looks_like(piece, label))?;
            let words = format!("'{piece}' imitates the name of {name}");
            Some(Imitated { name: (*name).to_owned(), words })
        })
    }
}

/// The domain of a name that somebody registers; below a suffix that the list of public suffixes does not have, its last two labels,
/// by the rule of that list for such names.
fn registered(name: &str) -> Option<&str> {
    if let Some(domain) = List::mozilla().registrable_domain(name, Sections::All) {
        return Some(domain);
    }
    let mut dots = name.rmatch_indices('.').map(|(at, _)| at);
    let last = dots.next().filter(|_| public_suffix(name, Sections::All).is_none())?;
    let is_address = name.get(last + 1..)?.bytes().all(|byte| byte.is_ascii_digit());
    let start = dots.next().map_or(0, |dot| dot + 1);
    name.get(start..).filter(|_| !is_address && last > start)
}

/// The label that the owner of a domain has chosen.
fn first_label(domain: &str) -> &str {
    domain.split('.').next().unwrap_or_default()
}

/// Whether a host has a name in it, whole and not at its end: `paypal.com.evil.example`, `paypal.com-login.example`.
fn stands_in_front(name: &str, host: &str) -> bool {
    let is_edge = |byte: Option<&u8>| matches!(byte, Some(b'.' | b'-'));
    let bytes = host.as_bytes();
    host.match_indices(name).any(|(start, _)| {
        let begins = start == 0 || is_edge(bytes.get(start - 1));
        begins && is_edge(bytes.get(start + name.len()))
    })
}

/// Groups of characters that look like others, with what they look like.
const LOOKS: &[(&str, &str)] =
    &[("rn", "m"), ("vv", "w"), ("cl", "d"), ("0", "o"), ("5", "s"), ("3", "e")];

/// Whether a label is another text than a name and looks like it, in ASCII alone: `paypa1`. The digit 1 looks like an l and like an i.
fn looks_like(label: &str, name: &str) -> bool {
    if label == name || label.len() < name.len() || label.len() > 2 * name.len() {
        return false;
    }
    let name = looks(name);
    ["l", "i"].iter().any(|one| looks(&label.replace('1', one)) == name)
}

fn looks(label: &str) -> Cow<'_, str> {
    LOOKS
        .iter()
        .filter(|(written, _)| label.contains(written))
        .fold(Cow::Borrowed(label), |label, (written, looks)| {
            Cow::Owned(label.replace(written, looks))
        })
}

#[cfg(test)]
mod tests {
    use super::{MOST_IMITATED, Names};
    use crate::options::Value;

    #[test]
    fn names_in_front_and_imitated() {
        let names =
            Names::read(b"# ours\nBank.example\nexample.co.uk # the shop\n".to_vec()).unwrap();
        let found = |host| names.imitated(host).map(|found| found.name);
        for (host, name) in [
            ("www.google.com.evil.example", "google.com"),
            ("paypal.com-login.evil.example", "paypal.com"),
            ("paypal.com-login.example", "paypal.com"),
            ("login-bank.example.evil.test", "bank.example"),
            ("paypa1.com", "paypal.com"),
            ("rnicrosoft.com", "microsoft.com"),
            ("www.g00gle.com", "google.com"),
            ("1inkedin.com", "linkedin.com"),
            ("l1nkedin.com", "linkedin.com"),
            ("vvhatsapp.evil.example", "whatsapp.com"),
            ("secure-paypa1-login.com", "paypal.com"),
            ("b4nk.example", ""),
            ("8ank.example", ""),
            ("google.com", ""),
            ("www.google.com.", ""),
            ("google.com.br", ""),
            ("google.de", ""),
            ("mail.bank.example", ""),
            ("mygoogle.com", ""),
            ("google.com", ""),
            ("notpaypal.com.evil.example", ""),
            ("apple-pie.com", ""),
            ("com", ""),
            ("google.com.", ""),
            ("127.0.0.1", ""),
            ("[::1]", ""),
            (".", ""),
            ("", ""),
        ] {
            assert_eq!(found(host).unwrap_or_default(), name, "{host}");
        }
        assert!(Names::read(b"bank\n".to_vec()).unwrap_err().contains("line 1"));
        assert!(MOST_IMITATED.iter().all(|(name, _)| Names::default().imitated(name).is_none()));
    }
}
