//! The setters of the URL Standard's class `URL`, for `set`. A value that a setter rejects changes nothing, and a
//! note says so.

use clap::Args;
use napkin_answers::Failure;
use napkin_url::{Attribute, Url};

/// The setters that only the URL Standard has.
#[derive(Args)]
#[command(next_help_heading = "Setters of the URL Standard")]
pub(crate) struct Setters {
    /// Set the whole
    #[arg(long, value_name = "VALUE")]
    href: Option<String>,

    /// Set the scheme; what follows a colon is ignored
    #[arg(long, value_name = "VALUE")]
    protocol: Option<String>,

    /// Set the host without a port
    #[arg(long, value_name = "VALUE")]
    hostname: Option<String>,

    /// Set the path
    #[arg(long, value_name = "VALUE")]
    pathname: Option<String>,

    /// Set the query; a '?' at its start is ignored, and nothing removes it
    #[arg(long, value_name = "VALUE")]
    search: Option<String>,

    /// Set the fragment; a '#' at its start is ignored, and nothing removes it
    #[arg(long, value_name = "VALUE")]
    hash: Option<String>,
}

impl Setters {
    /// The value of an attribute, if it is given.
    pub(crate) fn get(&self, attribute: Attribute) -> Option<&str> {
        let value = match attribute {
            Attribute::Href => &self.href,
            Attribute::Protocol => &self.protocol,
            Attribute::Hostname => &self.hostname,
            Attribute::Pathname => &self.pathname,
            Attribute::Search => &self.search,
            Attribute::Hash => &self.hash,
            _ => return None,
        };
        value.as_deref()
    }

    /// The first option that is given.
    pub(crate) fn first(&self) -> Option<&'static str> {
        let given = |attribute: &Attribute| self.get(*attribute).is_some();
        Attribute::ALL.into_iter().find(given).map(Attribute::name)
    }
}

/// A URL while it is changed by setters.
pub(crate) struct Setting {
    /// The URL.
    pub(crate) url: Url,
    /// The options that changed nothing, each once.
    pub(crate) without_effect: Vec<&'static str>,
    /// The options without effect, with their values, for the note.
    shown: Vec<String>,
}

impl Setting {
    /// Begins with a URL.
    pub(crate) const fn new(url: Url) -> Self {
        Self { url, without_effect: Vec::new(), shown: Vec::new() }
    }

    /// Sets an attribute to a value, for an option.
    pub(crate) fn set(&mut self, option: &'static str, attribute: Attribute, value: &str) {
        let changed = self.url.set(attribute, value);
        self.note(option, value, changed);
    }

    /// Makes another change, which returns whether anything has changed.
    pub(crate) fn change(
        &mut self,
        option: &'static str,
        value: &str,
        change: impl FnOnce(&mut Url),
    ) {
        let before = self.url.as_str().to_owned();
        change(&mut self.url);
        let changed = self.url.as_str() != before;
        self.note(option, value, changed);
    }

    /// Replaces the text of the query, if there is one; a query that loses all its pairs is removed.
    pub(crate) fn rewrite_query(
        &mut self,
        option: &'static str,
        change: impl FnOnce(&str) -> Option<String>,
    ) {
        self.change(option, "", |url| {
            if let Some(query) = url.query().map(change) {
                let search = query.map(|query| format!("?{query}")).unwrap_or_default();
                url.set(Attribute::Search, &search);
            }
        });
    }

    fn note(&mut self, option: &'static str, value: &str, changed: bool) {
        if !changed && !self.without_effect.contains(&option) {
            self.without_effect.push(option);
            self.shown.push(format!("{option} '{value}'"));
        }
    }

    /// The note about options without effect.
    pub(crate) fn remark(&self) -> Option<Failure<'static>> {
        let message = format!("no effect: {} (URL Standard section 6.1)", self.shown.join(", "));
        let failure = Failure::new("no-effect", "6.1", message).as_note();
        Some(failure).filter(|_| !self.shown.is_empty())
    }
}
