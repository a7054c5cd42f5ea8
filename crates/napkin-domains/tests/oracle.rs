//! Lookups against the algorithm as the list's own pages describe it, rule by rule; the date of the list; errors.

use std::collections::{BTreeMap, BTreeSet};

use napkin_domains::{LIST_DATE, List, ListErrorKind, Section, Sections};

const MOZILLA: &str = include_str!("../src/public_suffix_list.dat");

/// A rule: its labels from the right, its section, and whether it is an exception.
struct Rule<'l> {
    labels: Vec<&'l str>,
    section: Section,
    is_exception: bool,
}

fn rules(text: &str) -> Vec<Rule<'_>> {
    let mut section = Section::Icann;
    let mut rules = Vec::new();
    for line in text.lines() {
        if line.contains("BEGIN PRIVATE") {
            section = Section::Private;
        }
        if line.starts_with("//") || line.is_empty() {
            continue;
        }
        let plain = line.strip_prefix('!').unwrap_or(line);
        rules.push(Rule {
            labels: plain.rsplit('.').collect(),
            section,
            is_exception: line.starts_with('!'),
        });
    }
    rules
}

/// The number of labels of the suffix, and its section, by the algorithm: of the rules that match, an exception
/// decides, else the longest.
fn by_the_algorithm<'r, 'l: 'r>(
    rules: impl Iterator<Item = &'r Rule<'l>>,
    name: &str,
    sections: Sections,
) -> Option<(usize, Section)> {
    let labels: Vec<_> = name.rsplit('.').collect();
    let fits = |rule: &&Rule<'_>| {
        let same = |(own, other): (&&str, &&str)| *own == "*" || own == other;
        (sections == Sections::All || rule.section == Section::Icann)
            && rule.labels.len() <= labels.len()
            && rule.labels.iter().zip(&labels).all(same)
    };
    let found = rules.filter(fits).max_by_key(|rule| {
        (rule.is_exception, rule.labels.len(), rule.section == Section::Icann)
    })?;
    Some((found.labels.len() - usize::from(found.is_exception), found.section))
}

fn by_the_list(list: &List, name: &str, sections: Sections) -> Option<(usize, Section)> {
    let suffix = list.public_suffix(name, sections)?;
    Some((suffix.as_str().split('.').count(), suffix.section()))
}

#[test]
fn the_list_is_of_its_date() {
    let version = MOZILLA.lines().find_map(|line| line.strip_prefix("// VERSION: ")).unwrap();
    assert!(version.starts_with(LIST_DATE), "{version}");
}

/// Every rule as a name, with labels before it, and with its first label changed or left out.
#[test]
fn every_rule_of_the_list_decides_as_the_algorithm_says() {
    let rules = rules(MOZILLA);
    let own = List::parse(MOZILLA).unwrap();
    let mut tried = BTreeSet::new();
    // Only rules of the same last label can fit.
    let mut near: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for rule in &rules {
        near.entry(rule.labels[0]).or_default().push(rule);
    }
    for rule in &rules {
        let last = rule.labels[0];
        let name: Vec<_> = rule.labels.iter().rev().copied().collect();
        let name = name.join(".").replace('*', "star");
        let above = name.split_once('.').map_or("", |(_, above)| above);
        for name in [
            name.clone(),
            format!("a.{name}"),
            format!("c.b.a.{name}"),
            above.to_owned(),
            format!("a.{above}"),
            format!("www.a.{above}"),
        ] {
            if !name.ends_with(last) || !tried.insert(name.clone()) {
                continue;
            }
            for sections in [Sections::Icann, Sections::All] {
                let expected = by_the_algorithm(near[last].iter().copied(), &name, sections);
                assert_eq!(by_the_list(List::mozilla(), &name, sections), expected, "{name}");
                assert_eq!(by_the_list(&own, &name, sections), expected, "{name}");
            }
        }
    }
    assert!(tried.len() > 30_000, "{}", tried.len());
}

/// All lists of three rules of up to three labels, two in the section of registries, and all names of up to four labels.
#[test]
fn small_lists_decide_as_the_algorithm_says() {
    let rules_of = ["b", "a.b", "b.b", "*.b", "!a.b", "a.a.b", "*.a.b", "!a.a.b", "b.a.b"];
    let labels = ["a", "b"];
    let mut names: Vec<String> = vec!["b".into(), "a".into()];
    for place in 0.. {
        let name = names[place].clone();
        if name.len() > 5 {
            break;
        }
        names.extend(labels.iter().map(|label| format!("{label}.{name}")));
    }
    for first in rules_of {
        for second in rules_of {
            for third in rules_of {
                let text = format!("{first}\n{second}\n// ===BEGIN PRIVATE DOMAINS===\n{third}\n");
                let (list, rules) = (List::parse(&text).unwrap(), rules(&text));
                for name in &names {
                    for sections in [Sections::Icann, Sections::All] {
                        let expected = by_the_algorithm(rules.iter(), name, sections);
                        let found = by_the_list(&list, name, sections);
                        assert_eq!(found, expected, "{name} by {text:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_no_list_is_an_error_with_its_line() {
    for (text, expected) in [
        ("", "the list has no rule"),
        ("// only a comment\n\n", "the list has no rule"),
        ("com\na..b", "line 2: the rule has an empty label"),
        (".com", "line 1: the rule has an empty label"),
        ("com.", "line 1: the rule has an empty label"),
        ("!.com", "line 1: the rule has an empty label"),
        ("*.", "line 1: the rule has an empty label"),
        ("*", "line 1: `*` has to be the first label, before at least one other"),
        ("a.*.com", "line 1: `*` has to be the first label, before at least one other"),
        ("*a.com", "line 1: `*` has to be the first label, before at least one other"),
        ("!*.com", "line 1: `*` has to be the first label, before at least one other"),
        ("!com", "line 1: a rule that begins with `!` needs at least two labels"),
        ("// a\r\n\r\na b\r\nc/d", "line 4: the rule is no name of the DNS"),
        ("a。。b", "line 1: the rule is no name of the DNS"),
        ("xn--a\u{e4}", "line 1: the rule is no name of the DNS"),
    ] {
        assert_eq!(List::parse(text).unwrap_err().to_string(), expected, "{text:?}");
    }
    let long = "a.".repeat(127) + "a";
    assert_eq!(List::parse(&long).unwrap_err().kind(), ListErrorKind::Label);
    assert_eq!(List::parse("").unwrap_err().line(), None);
}

#[test]
fn rules_are_read_in_any_spelling() {
    let list = List::parse("\u{feff}  LAN  # ours\n公司.Lan\n*.Bücher.lan\r\n").unwrap();
    let domain = |name| list.registrable_domain(name, Sections::Icann);
    assert_eq!(domain("a.b.lan"), Some("b.lan"));
    assert_eq!(domain("a.b.xn--55qx5d.lan"), Some("b.xn--55qx5d.lan"));
    assert_eq!(domain("a.b.公司.LAN."), Some("b.公司.LAN"));
    assert_eq!(domain("c.a.xn--bcher-kva.lan"), Some("c.a.xn--bcher-kva.lan"));
}

/// Long names and lists take time that grows with them.
#[test]
fn lookups_of_long_names_are_linear() {
    let all = [Sections::Icann, Sections::All];
    for piece in ["a.", "é.", "a", "é", "xn--", "。", "A."] {
        let name = piece.repeat((1 << 20) / piece.len());
        for sections in all {
            for end in ["com", "github.io", "é"] {
                let name = format!("{name}.{end}");
                let _ = List::mozilla().registrable_domain(&name, sections);
            }
        }
    }
}
