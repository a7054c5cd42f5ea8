//! The changes by the setters of the URL Standard's class `URL`. A value that a setter refuses changes nothing, and a
//! note says so.

use std::borrow::Cow;

use napkin::edition::RFC3986;
use napkin::{ByteSet, QueryEditor, Reading};
use napkin_url::edition::sets;
use napkin_url::{Attribute, SearchParams, Url};

use super::{Changed, Changes, is_address, key_and_value, pairs_json, query};
use crate::failure::Failure;
use crate::url_standard;

/// A URL while it is changed by setters.
struct Setting {
    /// The URL.
    url: Url,
    /// The options that changed nothing, each once.
    without_effect: Vec<&'static str>,
    /// The options without effect, with their values, for the note.
    shown: Vec<String>,
}

impl Setting {
    /// Begins with a URL.
    const fn new(url: Url) -> Self {
        Self { url, without_effect: Vec::new(), shown: Vec::new() }
    }

    /// Sets an attribute to a value, for an option.
    fn set(&mut self, option: &'static str, attribute: Attribute, value: &str) {
        let changed = self.url.set(attribute, value);
        self.note(option, value, changed);
    }

    /// Makes another change.
    fn change(&mut self, option: &'static str, value: &str, change: impl FnOnce(&mut Url)) {
        let before = self.url.as_str().to_owned();
        change(&mut self.url);
        let changed = self.url.as_str() != before;
        self.note(option, value, changed);
    }

    /// Makes a change of the text of the query, which is empty if there is none.
    fn change_query(
        &mut self,
        option: &'static str,
        value: &str,
        change: impl FnOnce(&str) -> String,
    ) {
        self.change(option, value, |url| {
            let search = ["?", &change(url.query().unwrap_or_default())].concat();
            url.set(Attribute::Search, &search);
        });
    }

    /// Replaces the text of the query, if there is one; a query that loses all its pairs is removed.
    fn rewrite_query(
        &mut self,
        options: impl IntoIterator<Item = &'static str>,
        change: impl FnOnce(&str) -> Option<String>,
    ) {
        let before = self.url.as_str().to_owned();
        if let Some(query) = self.url.query().map(change) {
            let search = query.map(|query| format!("?{query}")).unwrap_or_default();
            self.url.set(Attribute::Search, &search);
        }
        // Pairs that are not there are nothing to tell, as by the other editions: no setter has refused a value.
        let changed = self.url.as_str() != before;
        for option in options {
            let _is_new = self.counts(option, changed);
        }
    }

    fn note(&mut self, option: &'static str, value: &str, changed: bool) {
        if self.counts(option, changed) {
            self.shown.push(format!("{option} '{value}'"));
        }
    }

    /// Adds an option that has changed nothing to the list, once; whether it did.
    fn counts(&mut self, option: &'static str, changed: bool) -> bool {
        let is_new = !changed && !self.without_effect.contains(&option);
        if is_new {
            self.without_effect.push(option);
        }
        is_new
    }

    /// The note about options without effect.
    fn remark(&self) -> Option<Failure<'static>> {
        let message = format!("no effect: {} (URL Standard section 6.1)", self.shown.join(", "));
        let failure = Failure::new("no-effect", "6.1", message).as_note();
        Some(failure).filter(|_| !self.shown.is_empty())
    }
}

/// The pairs of a text as a form writes them. The first question mark is no part of it.
fn form(text: &str) -> SearchParams {
    SearchParams::parse(&["?", text].concat())
}

/// A pair as a form writes it.
fn form_pair(key: &str, value: Option<&str>) -> String {
    let mut pair = SearchParams::default();
    pair.append(key, value.unwrap_or_default());
    pair.to_string()
}

/// Changes by pairs as they are written.
const WRITTEN: QueryEditor = QueryEditor::new(Reading::Raw);

/// A query with a pair in place of the first that a form reads as one with the key, and without the later ones. An empty piece is no
/// pair to a form.
fn with_pair(query: &str, key: &str, pair: &str) -> String {
    let is_meant = |own: &str| form(own).has(key, None);
    let Some(first) = query.split('&').position(is_meant) else {
        return WRITTEN.append(query, pair, None);
    };
    let pairs = query.split('&').enumerate().filter_map(|(place, own)| {
        if place == first { Some(pair) } else { (!is_meant(own)).then_some(own) }
    });
    pairs.collect::<Vec<_>>().join("&")
}

impl Changes {
    /// Changes a URL by a standard.
    pub(super) fn by_url_standard<'a>(&self, input: &'a [u8]) -> Result<Changed, Failure<'a>> {
        let url = match url_standard::parse(url_standard::edition(self.standard), input, None) {
            Ok(url) => url,
            Err(failure) => return self.unchanged(input).ok_or(failure),
        };
        let mut setting = Setting::new(url);
        if !self.is_meant(Some(setting.url.scheme()), setting.url.host_str()) {
            let href = Some(setting.url.into_text());
            return Ok(Changed { href, ..Changed::new(String::from_utf8_lossy(input).into()) });
        }
        self.set(&mut setting);
        let remark = setting.remark();
        let uri: String = setting.url.as_str().into();
        let without_effect = Some(setting.without_effect);
        let href = Some(setting.url.into_text());
        Ok(Changed { href, without_effect, remark, ..Changed::new(uri) })
    }

    /// Makes the changes by the setters of the URL Standard.
    fn set(&self, setting: &mut Setting) {
        use Attribute as A;
        for part in &self.options.remove {
            if part.attributes().iter().all(|attribute| setting.url.get(*attribute).is_empty()) {
                // A part that is not there is nothing to tell, as by the other editions.
                let _is_new = setting.counts("--remove", false);
                continue;
            }
            setting.change("--remove", part.part().name(), |url| {
                for attribute in part.attributes() {
                    url.set(*attribute, "");
                }
            });
        }
        let given = |attribute| self.options.setters.get(attribute);
        let set = |setting: &mut Setting, option, attribute, value: Option<&str>| {
            if let Some(value) = value {
                setting.set(option, attribute, value);
            }
        };
        set(setting, "--href", A::Href, given(A::Href));
        set(setting, "--protocol", A::Protocol, given(A::Protocol));
        set(setting, "--scheme", A::Protocol, self.options.scheme.as_deref());
        let host = self.options.host.as_deref();
        let host = if host.is_some_and(|host| is_address(RFC3986, host)) {
            host.map(Cow::from)
        } else {
            self.data(host, "")
        };
        set(setting, "--host", A::Host, host.as_deref());
        set(setting, "--hostname", A::Hostname, given(A::Hostname));
        if let Some(userinfo) = &self.options.userinfo {
            let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
            setting.change("--userinfo", userinfo, |url| {
                url.set(A::Username, user);
                url.set(A::Password, password);
            });
        }
        let [username, password] = [&self.options.username, &self.options.password]
            .map(|text| self.data(text.as_deref(), ""));
        set(setting, "--username", A::Username, username.as_deref());
        set(setting, "--password", A::Password, password.as_deref());
        set(setting, "--port", A::Port, self.options.port.as_deref());
        set(setting, "--pathname", A::Pathname, given(A::Pathname));
        set(
            setting,
            "--path",
            A::Pathname,
            self.data(self.options.path.as_deref(), "/").as_deref(),
        );
        for _ in 0..self.options.pop_segment.0 {
            setting.change("--pop-segment", "", |url| {
                if let Ok(mut segments) = url.path_segments_mut() {
                    segments.pop();
                }
            });
        }
        for (number, segment) in self.options.push_segment.iter().enumerate() {
            let push = |url: &mut Url| {
                // The root has an empty segment, which the option before has added.
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
            if segment.is_empty() && number + 1 < self.options.push_segment.len() {
                push(&mut setting.url);
            } else {
                setting.change("--push-segment", segment, push);
            }
        }
        set(setting, "--search", A::Search, given(A::Search));
        // The setter drops one question mark, so this sets the query even if it begins with `?`.
        let query = self.data(self.options.query.as_deref(), "").map(|query| format!("?{query}"));
        set(setting, "--query", A::Search, query.as_deref());
        if let Some(pairs_json::NewQuery(pairs)) = &self.pairs {
            let search = pairs.as_ref().map(|query| format!("?{query}")).unwrap_or_default();
            setting.set("--pairs-json", Attribute::Search, &search);
        }
        self.set_pairs(setting);
        set(setting, "--hash", A::Hash, given(A::Hash));
        let fragment = self.data(self.options.fragment.as_deref(), "");
        let fragment = fragment.map(|fragment| format!("#{fragment}"));
        set(setting, "--fragment", A::Hash, fragment.as_deref());
    }

    /// Changes the pairs of the query.
    fn set_pairs(&self, setting: &mut Setting) {
        if !self.removal.is_empty() {
            setting.rewrite_query(self.removal.options(), |query| self.removal.apply(query));
        }
        for pair in &self.options.set_pair {
            let (key, value) = key_and_value(pair);
            setting.change_query("--set-pair", pair, |query| {
                with_pair(query, key, &form_pair(key, value))
            });
        }
        for pair in &self.options.append_pair {
            let (key, value) = key_and_value(pair);
            setting.change_query("--append-pair", pair, |query| {
                WRITTEN.append(query, &form_pair(key, value), None)
            });
        }
        if self.options.dedupe {
            setting.rewrite_query(["--dedupe"], query::deduplicated);
        }
        if self.options.sort_query {
            setting.rewrite_query(["--sort-query"], |query| Some(query::DECODED.sort(query)));
        }
    }

    /// A text for a setter, percent-encoded if it is data.
    fn data<'t>(&self, text: Option<&'t str>, keep: &str) -> Option<Cow<'t, str>> {
        let set = sets::COMPONENT.without(ByteSet::of(keep.as_bytes())).or(ByteSet::of(b"%"));
        text.map(|text| {
            if self.options.encode { napkin_url::percent::encode(text, set) } else { text.into() }
        })
    }
}
