//! Laws, on templates and values that are put together at random: what is expanded is read back, part by part or as a whole, and
//! what stands outside of expressions stays.

use napkin_template::{Piece, Template, Value, Values};

/// A generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (limit as u64)).unwrap()
    }

    fn one<'c>(&mut self, of: &[&'c str]) -> &'c str {
        of[self.below(of.len())]
    }

    fn times(&mut self, limit: usize, mut text: impl FnMut(&mut Self) -> String) -> Vec<String> {
        (0..self.below(limit)).map(|_| text(self)).collect()
    }

    fn template(&mut self) -> String {
        let pieces = self.times(5, |random| {
            if random.below(2) == 0 {
                return random
                    .one(&["/", "a", "é", "-", "?x=", "%2F", ",", "=", "&", "#", "."])
                    .into();
            }
            let operator = random.one(&["", "", "+", "#", ".", "/", ";", "?", "&"]);
            let mut variables = random.times(3, |random| {
                [random.one(&["x", "y", "z", "xy", "%41"]), random.one(&["", "", "*", ":2"])]
                    .concat()
            });
            variables.push("w".into());
            format!("{{{operator}{}}}", variables.join(","))
        });
        pieces.concat()
    }

    fn text(&mut self) -> String {
        let pieces =
            ["a", "b", "1", "é", "/", ",", "=", "%", "%25", "%c3", ".", "&", "𝄞", " ", "w"];
        self.times(4, |random| random.one(&pieces).into()).concat()
    }

    fn value(&mut self) -> Value<'static> {
        match self.below(5) {
            0 => Value::list(self.times(3, Self::text)),
            1 => {
                Value::pairs(self.times(3, Self::text).into_iter().map(|text| (text.clone(), text)))
            }
            _ => self.text().into(),
        }
    }

    fn values(&mut self) -> Values<'static> {
        let named =
            ["x", "y", "z", "xy", "%41", "w"].map(|name| (name, self.value(), self.below(4) > 0));
        named
            .into_iter()
            .filter(|(.., is_known)| *is_known)
            .map(|(name, value, _)| (name, value))
            .collect()
    }
}

/// Calls a function with many templates and values for them.
fn each(mut law: impl FnMut(Template<&str>, &Values<'static>, &mut Random)) {
    let mut random = Random(6570);
    for _ in 0..20_000 {
        let (text, values) = (random.template(), random.values());
        law(Template::parse(&text).unwrap(), &values, &mut random);
    }
}

#[test]
fn what_is_read_back_expands_to_the_text() {
    let (mut found, mut ambiguous, mut other) = (0, 0, 0);
    each(|template, values, _| {
        let Ok(text) = template.expand_to_text(values) else { return };
        match template.unexpand(&text) {
            Ok(read) => {
                assert_eq!(template.expand_to_text(&read).unwrap(), text, "{template}");
                found += 1;
            }
            Err(error) => match error.readings() {
                Some([first, second]) => {
                    assert_ne!(first, second, "{template}: {text}");
                    for read in [first, second] {
                        assert_eq!(template.expand_to_text(read).unwrap(), text, "{template}");
                    }
                    ambiguous += 1;
                }
                // These values are not in the one spelling, and no others that are give the text.
                None => other += 1,
            },
        }
    });
    assert!(found > 5_000 && ambiguous > 1_000 && other < 1_500, "{found} {ambiguous} {other}");
}

/// With texts that are not empty for all variables, each different and without a prefix, the answer is these texts, unless it is
/// said to be ambiguous.
#[test]
fn texts_of_all_variables_are_read_back() {
    let mut same = 0;
    each(|template, _, random| {
        let mut names: Vec<_> = template.names().collect();
        names.sort_unstable();
        let is_plain = !template.as_str().contains([':', '*', '+', '#']);
        if !is_plain || names.windows(2).any(|pair| pair[0] == pair[1]) {
            return;
        }
        let named = names.into_iter().map(|name| (name.to_owned(), format!("b{}", random.text())));
        let texts: Values<'static> = named.collect();
        let text = template.expand_to_text(&texts).unwrap();
        match template.unexpand(&text) {
            Ok(read) => {
                assert_eq!(read, texts, "{template}");
                same += 1;
            }
            Err(error) => assert_eq!(error.name(), "ambiguous", "{template}: {text}"),
        }
    });
    assert!(same > 1_000, "{same}");
}

#[test]
fn what_is_left_of_a_template_expands_as_all_of_it() {
    each(|template, values, random| {
        let mut known = Values::default();
        for (name, value) in values.iter().filter(|_| random.below(2) == 0) {
            known.insert(name, value.clone());
        }
        let Ok(expanded) = template.expand_to_text(values) else { return };
        let rest = template.expand_partially(&known).unwrap();
        let rest = Template::parse(rest.as_str()).unwrap();
        assert_eq!(
            rest.expand_to_text(values).unwrap(),
            expanded,
            "{template} with {known:?} is {rest}"
        );
    });
}

#[test]
fn literals_stay() {
    each(|template, _, _| {
        let literals = template.pieces().filter_map(|(_, piece)| match piece {
            Piece::Literal(text) => Some(text.replace('é', "%C3%A9")),
            Piece::Expression(_) => None,
        });
        let nothing = Values::default();
        assert_eq!(template.expand_to_text(&nothing).unwrap(), literals.collect::<String>());
        assert_eq!(template.expand_partially(&nothing).unwrap().as_str(), template.as_str());
    });
}

/// The URI of the IRI is the expansion as a URI. Both are references, or neither.
#[test]
fn the_iri_is_the_iri_of_the_uri() {
    each(|template, values, _| {
        let (uri, iri) = (template.expand(values), template.expand_to_iri(values));
        assert_eq!(uri.is_ok(), iri.is_ok(), "{template}: {uri:?} {iri:?}");
        let (Ok(uri), Ok(iri)) = (uri, iri) else { return };
        assert_eq!(iri.to_uri_ref().unwrap().as_str(), uri.as_str(), "{template}");
    });
}

/// Each text, however hostile, has an answer, whose place is in the text.
#[test]
fn any_text_has_an_answer() {
    let mut random = Random(1);
    let pieces =
        ["{", "}", "x", "x,y", "*", ":9", "+", "?", "%", "%4", "é", "\0", "/", ",", "=", "."];
    for _ in 0..20_000 {
        let text = random.times(12, |random| random.one(&pieces).into()).concat();
        let Ok(template) = Template::parse(&text) else { continue };
        let input = random.times(8, |random| random.one(&pieces).into()).concat();
        if let Err(error) = template.unexpand(&input) {
            assert!(error.offset() <= input.len(), "{text} {input}");
        }
    }
}
