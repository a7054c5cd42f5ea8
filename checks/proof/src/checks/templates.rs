//! URI templates: expansion keeps what stands outside of expressions, a part of it is a part of the whole, and what is read back
//! expands again.

use napkin_template::{Piece, Template, Value, Values};

/// The bytes are the template, the text to read back, and values, with a NUL between.
pub(crate) fn expanded(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut texts = text.split('\0');
    let (template, input) = (texts.next().unwrap_or_default(), texts.next().unwrap_or_default());
    let parsed = Template::parse(template);
    let Ok(template) = parsed else {
        let error = parsed.unwrap_err();
        assert!(template.is_char_boundary(error.offset()), "{error}");
        return;
    };
    read_back(template, input);

    let given: Vec<&str> = texts.collect();
    let mut values = Values::default();
    for (number, name) in template.names().enumerate().filter(|_| !given.is_empty()) {
        let text = given[number % given.len()];
        let value = match number % 3 {
            0 => text.into(),
            1 => Value::list(text.split(' ')),
            _ => Value::pairs(text.split(' ').map(|text| (text, text))),
        };
        values.insert(name, value);
    }
    let Ok(expanded) = template.expand_to_text(&values) else { return };
    keeps_literals(template, &expanded);
    match template.expand(&values) {
        Ok(uri) => assert_eq!(uri.as_str(), expanded),
        Err(error) => assert!(error.offset() <= template.as_str().len(), "{error}"),
    }
    let mut known = Values::default();
    for (name, value) in values.iter().step_by(2) {
        known.insert(name.to_owned(), value.clone());
    }
    if let Ok(rest) = template.expand_partially(&known) {
        let rest = Template::parse(rest.as_str()).expect("what is left is a template");
        assert_eq!(rest.expand_to_text(&values).as_ref(), Ok(&expanded), "{rest}");
    }
    read_back(template, &expanded);
}

/// The literals stand in the expansion, in order.
fn keeps_literals(template: Template<&str>, expanded: &str) {
    let mut rest = expanded;
    for (_, piece) in template.pieces() {
        if let Piece::Literal(text) = piece {
            let text = Template::parse(text).expect("a literal is a template");
            let text = text.expand_to_text(&Values::default()).expect("a literal expands");
            let at = rest.find(&text).expect("a literal stays");
            rest = &rest[at + text.len()..];
        }
    }
}

/// Each reading expands to the text, and two are different.
fn read_back(template: Template<&str>, text: &str) {
    let again = |values: &Values<'_>| {
        assert_eq!(template.expand_to_text(values).as_deref(), Ok(text), "{template}");
    };
    match template.unexpand(text) {
        Ok(values) => again(&values),
        Err(error) => {
            assert!(error.offset() <= text.len(), "{error}");
            if let Some([first, second]) = error.readings() {
                assert_ne!(first, second);
                again(first);
                again(second);
            }
        }
    }
}
