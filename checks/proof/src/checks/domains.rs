//! Laws of public suffixes and registrable domains, for any name and any list.

use napkin_domains::{List, Sections};

/// The text before the first line end is the name; the rest is a list, if it is one.
pub(crate) fn looked_up(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (name, rules) = text.split_once('\n').unwrap_or((&text, ""));
    found(List::mozilla(), name);
    match List::parse(rules) {
        Ok(list) => found(&list, name),
        Err(error) => assert!(error.line().is_none_or(|line| line <= rules.lines().count())),
    }
}

fn found(list: &List, name: &str) {
    let mut lengths = [Sections::Icann, Sections::All].map(|sections| {
        let suffix = list.public_suffix(name, sections);
        let domain = list.registrable_domain(name, sections);
        let Some(suffix) = suffix else {
            assert!(domain.is_none() && !list.is_public_suffix(name, sections), "{name:?}");
            return 0;
        };
        // Both are ends of the name, and the domain answers for itself. The suffix by an exception does not: `kobe.jp`,
        // by `!city.kobe.jp`, is below `jp`.
        assert!(name.trim_end_matches(is_dot).ends_with(suffix.as_str()), "{name:?}");
        assert_eq!(list.is_public_suffix(name, sections), domain.is_none(), "{name:?}");
        if let Some(domain) = domain {
            assert!(domain.len() > suffix.as_str().len() && domain.ends_with(suffix.as_str()));
            assert!(name.trim_end_matches(is_dot).ends_with(domain), "{name:?}");
            assert_eq!(list.registrable_domain(domain, sections), Some(domain), "{name:?}");
        }
        // A dot at the end, case, and the mapping to the DNS change nothing.
        let is_whole = !name.ends_with(is_dot);
        if is_whole {
            let dotted = format!("{name}.");
            assert_eq!(list.registrable_domain(&dotted, sections), domain, "{name:?}");
        }
        let upper = name.to_ascii_uppercase();
        let of_upper = list.registrable_domain(&upper, sections);
        assert_eq!(of_upper.map(str::len), domain.map(str::len), "{name:?}");
        if let Ok(ascii) = idna::domain_to_ascii(name)
            && ascii.split('.').count() == name.split(is_dot).count()
        {
            let of_ascii = list.public_suffix(&ascii, sections);
            let labels = |suffix: &str| suffix.split(is_dot).count();
            let of_ascii = of_ascii.map(|suffix| labels(suffix.as_str()));
            assert_eq!(of_ascii, Some(labels(suffix.as_str())), "{name:?} {ascii:?}");
        }
        suffix.as_str().len()
    });
    lengths.reverse();
    assert!(lengths.is_sorted_by(|all, icann| all >= icann), "{name:?}");
}

/// The characters that IDNA takes for dots.
fn is_dot(character: char) -> bool {
    matches!(character, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}')
}
