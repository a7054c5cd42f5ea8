//! The search for witnesses against its slow oracle: the search finds every difference that a string shows, and
//! each of its witnesses is one.

use napkin::edition::EDITIONS;
use napkin::witness::{BASE, Difference, search};
use napkin::{Edition, Part, Reference, Target};

/// The length of the strings that are tried one by one.
const LENGTH: usize = 5;

/// An edition's reading of a string.
struct Reading<'a> {
    edition: &'static Edition,
    reference: Option<Reference<'a>>,
    target: Option<Target>,
}

impl<'a> Reading<'a> {
    fn new(edition: &'static Edition, text: &'a str) -> Self {
        let target = edition.resolver(BASE).resolve(text).ok();
        Self { edition, reference: edition.parse(text).ok(), target }
    }

    /// The differences between this reading and another.
    fn differences(&self, other: &Self) -> Vec<Difference> {
        let mut differences = match (&self.reference, &other.reference) {
            (Some(_), None) => vec![Difference::Validity(self.edition.name)],
            (None, Some(_)) => vec![Difference::Validity(other.edition.name)],
            (None, None) => Vec::new(),
            (Some(a), Some(b)) => {
                let parts = Part::ALL.iter().copied();
                let differing = parts.filter(|&part| a.part(part) != b.part(part));
                differing.map(Difference::Part).collect()
            }
        };
        if self.target != other.target {
            differences.push(Difference::Target);
        }
        differences
    }
}

/// Every string of up to two ASCII bytes, alone and after each word in the data, in every case of its letters.
fn strings() -> Vec<String> {
    const BEFORE: &[&str] = &["", "//", "a:", "ftp", "FTP", "Ftp", "mid", "MID", "cid:", "mid:"];
    let mut tails = vec![String::new()];
    for a in 0..128u8 {
        tails.push(char::from(a).into());
        tails.extend((0..128u8).map(|b| [char::from(a), char::from(b)].iter().collect::<String>()));
    }
    let behind =
        |before: &str| tails.iter().map(|tail| [before, tail].concat()).collect::<Vec<_>>();
    let strings = BEFORE.iter().flat_map(|before| behind(before));
    strings.filter(|text| text.len() <= LENGTH).collect()
}

#[test]
fn the_search_misses_nothing() {
    let mut shortest: Vec<(&str, &str, Difference, String)> = Vec::new();
    let strings = strings();
    for text in &strings {
        let readings: Vec<_> = EDITIONS.iter().map(|edition| Reading::new(edition, text)).collect();
        for (number, a) in readings.iter().enumerate() {
            for b in &readings[number + 1..] {
                for difference in a.differences(b) {
                    let (a, b) = (a.edition.name, b.edition.name);
                    let known = shortest
                        .iter_mut()
                        .find(|(one, two, what, _)| (*one, *two, *what) == (a, b, difference));
                    match known {
                        Some((.., known)) if known.len() <= text.len() => {}
                        Some((.., known)) => known.clone_from(text),
                        None => shortest.push((a, b, difference, text.clone())),
                    }
                }
            }
        }
    }
    assert!(
        strings.len() > 100_000 && shortest.len() > 100,
        "{} {}",
        strings.len(),
        shortest.len()
    );
    for (a, b, difference, text) in shortest {
        let part = match difference {
            Difference::Part(part) => Some(part),
            _ => None,
        };
        let [a, b] = [a, b].map(|name| Edition::named(name).unwrap());
        let found = search(a, b, text.len(), part);
        for witness in &found.witnesses {
            let [a, b] = [a, b].map(|edition| Reading::new(edition, &witness.text));
            assert!(a.differences(&b).contains(&witness.difference), "{witness:?}");
        }
        let found = found.witnesses.iter().filter(|witness| witness.difference == difference);
        let length = found.map(|witness| witness.text.len()).min();
        assert!(
            length.is_some_and(|length| length <= text.len()),
            "{} {} {difference:?}: {text:?} is a witness, and the search found {length:?}",
            a.name,
            b.name
        );
    }
}
