//! The changes by the setters of the URL Standard's class `URL`.

use napkin_url::{Attribute, Url};

use super::{Change, Changed, Field, Ignored};

/// The text of a URL with some changes. A value that a setter refuses changes nothing.
pub(super) fn set(url: Url, changes: &[Change<'_>]) -> Changed {
    let mut setting = Setting { url, ignored: Vec::new(), number: 0 };
    for (number, change) in changes.iter().enumerate() {
        setting.number = number;
        setting.make(change);
    }
    Changed { text: setting.url.into_text(), ignored: setting.ignored }
}

/// A URL while it is changed by setters.
struct Setting {
    url: Url,
    ignored: Vec<Ignored>,
    /// The number of the change that is made.
    number: usize,
}

impl Setting {
    fn make(&mut self, change: &Change<'_>) {
        match change {
            Change::Remove(field) => {
                let attributes = attributes(*field);
                // A part that is not there is nothing to tell, as by the other editions.
                if attributes.iter().all(|attribute| self.url.get(*attribute).is_empty()) {
                    return self.ignore("", false);
                }
                self.change(field.part().name(), |url| {
                    for attribute in attributes {
                        url.set(*attribute, "");
                    }
                });
            }
            Change::Replace(Field::Userinfo, userinfo) => self.change(userinfo, |url| {
                let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
                url.set(Attribute::Username, user);
                url.set(Attribute::Password, password);
            }),
            // The setters drop one sign, so this sets a text even if it begins with the sign.
            Change::Replace(Field::Query, query) => {
                self.set(Attribute::Search, &["?", query].concat());
            }
            Change::Replace(Field::Fragment, fragment) => {
                self.set(Attribute::Hash, &["#", fragment].concat());
            }
            Change::Replace(field, text) => {
                for attribute in attributes(*field) {
                    self.set(*attribute, text);
                }
            }
            Change::Attribute(attribute, value) => self.set(*attribute, value),
            Change::PopSegment => self.change("", |url| {
                if let Ok(mut segments) = url.path_segments_mut() {
                    segments.pop();
                }
            }),
            Change::PushSegments(segments) => self.push(segments),
            Change::SetPair(key, value) | Change::AppendPair(key, value) => {
                let pair = value.map(|value| format!("{key}={value}"));
                self.change(pair.as_deref().unwrap_or(key), |url| set_query(url, change));
            }
            // Pairs that are not there are nothing to tell, as by the other editions: no setter has refused a value.
            Change::Rewrite(_) => {
                if !self.changes(|url| set_query(url, change)) {
                    self.ignore("", false);
                }
            }
        }
    }

    /// Adds segments to the path.
    fn push(&mut self, segments: &[String]) {
        for (number, segment) in segments.iter().enumerate() {
            let push = |url: &mut Url| {
                // The root has an empty segment, which the change before has added.
                let is_behind_empty = number > 0 && url.path() == "/";
                if let Ok(mut segments) = url.path_segments_mut() {
                    if number == 0 {
                        segments.pop_if_empty();
                    }
                    segments.push(segment);
                }
                if is_behind_empty {
                    let path = ["/", url.path()].concat();
                    url.set_path(&path);
                }
            };
            // What an empty segment changes shows in the next one.
            if segment.is_empty() && number + 1 < segments.len() {
                push(&mut self.url);
            } else {
                self.change(segment, push);
            }
        }
    }

    fn set(&mut self, attribute: Attribute, value: &str) {
        self.change(value, |url| {
            url.set(attribute, value);
        });
    }

    /// Makes a change to this text.
    fn change(&mut self, value: &str, change: impl FnOnce(&mut Url)) {
        if !self.changes(change) {
            self.ignore(value, true);
        }
    }

    /// Makes a change; whether it has an effect.
    fn changes(&mut self, change: impl FnOnce(&mut Url)) -> bool {
        let before = self.url.as_str().to_owned();
        change(&mut self.url);
        self.url.as_str() != before
    }

    fn ignore(&mut self, value: &str, is_refused: bool) {
        self.ignored.push(Ignored { change: self.number, value: value.into(), is_refused });
    }
}

/// Changes the pairs of the query.
fn set_query(url: &mut Url, change: &Change<'_>) {
    let query = url.query();
    let changed = change.of_query(url.edition().into(), query);
    if query.is_some() || changed.is_some() {
        let search = changed.map(|query| format!("?{query}")).unwrap_or_default();
        url.set(Attribute::Search, &search);
    }
}

const fn attributes(field: Field) -> &'static [Attribute] {
    match field {
        Field::Scheme => &[Attribute::Protocol],
        Field::Authority | Field::Host => &[Attribute::Host],
        Field::Userinfo => &[Attribute::Username, Attribute::Password],
        Field::Username => &[Attribute::Username],
        Field::Password => &[Attribute::Password],
        Field::Port => &[Attribute::Port],
        Field::Path => &[Attribute::Pathname],
        Field::Query => &[Attribute::Search],
        Field::Fragment => &[Attribute::Hash],
    }
}
