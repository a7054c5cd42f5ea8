//! A person's own profile: a text in TOML that names a reading, steps and a writing of the programs.

use std::error::Error;
use std::fmt;

use napkin::visible;
use serde::Deserialize;
use toml::Spanned;

use crate::profile::Profile;
use crate::reading::Reading;
use crate::steps::{STEPS, Step};
use crate::writing::Writing;

/// A profile as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    reading: Spanned<String>,
    steps: Vec<Spanned<String>>,
    writing: Option<Spanned<String>>,
}

impl Profile {
    /// Reads a profile of your own, whose name is `own`: how a text is read (`reading`), which steps change it, in order, and how the
    /// key is written (`writing`; `url` if not given). A step can be there once.
    ///
    /// # Errors
    ///
    /// If it is no TOML, has another key, or names a reading, a step or a writing that does not exist, or a step twice.
    ///
    /// ```
    /// use napkin_keys::Profile;
    ///
    /// let own = Profile::from_toml(r#"
    ///     reading = "urlcanon"
    ///     steps = ["remove-fragment", "strip-tracking", "sort-query", "remove-www", "remove-scheme"]
    /// "#)?;
    /// assert_eq!(own.key("https://www.example.com/a?utm_source=x&c&b#d").unwrap(), "example.com/a?b&c");
    /// let error = Profile::from_toml("reading = 'urlcanon'\nsteps = ['remove-ww']").err().unwrap();
    /// assert_eq!(error.to_string(), "line 2, column 10: there is no step 'remove-ww'");
    /// # Ok::<(), napkin_keys::NotAProfile>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, NotAProfile> {
        let written: Written = toml::from_str(text).map_err(|error| {
            let start = error.span().map(|span| span.start);
            NotAProfile::at(text, start, error.message().to_owned())
        })?;
        let mut steps: Vec<Step> = Vec::new();
        for named in &written.steps {
            let step =
                one_of(text, named, "step", STEPS.iter().map(|step| (step.name, *step)), false)?;
            if steps.iter().any(|before| before.name == step.name) {
                let message = format!("the step '{}' is listed twice", step.name);
                return Err(NotAProfile::at(text, Some(named.span().start), message));
            }
            steps.push(step);
        }
        let writing = match &written.writing {
            Some(named) => one_of(text, named, "writing", Writing::ALL.into_iter(), true)?,
            None => Writing::Url,
        };
        Ok(Self {
            name: "own",
            about: "A profile of your own",
            source: "a text in TOML",
            reading: one_of(text, &written.reading, "reading", Reading::ALL.into_iter(), true)?,
            steps: steps.into(),
            writing,
            before: None,
            fast: None,
        })
    }
}

/// The value with a name of a list, whose names an error can show.
fn one_of<T: Clone>(
    text: &str,
    named: &Spanned<String>,
    what: &str,
    mut list: impl Iterator<Item = (&'static str, T)> + Clone,
    is_short: bool,
) -> Result<T, NotAProfile> {
    let known = list.clone();
    let found = list.find(|(name, _)| name == named.get_ref());
    found.map(|(_, value)| value).ok_or_else(|| {
        let mut message = format!("there is no {what} '{}'", named.get_ref());
        if is_short {
            let names: Vec<_> = known.map(|(name, _)| name).collect();
            message += ", but ";
            message += &names.join(", ");
        }
        NotAProfile::at(text, Some(named.span().start), message)
    })
}

/// Why a text is no profile. `Display` formats it for people, with the line and the column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAProfile {
    /// The line and the column, counted from 1.
    place: Option<(usize, usize)>,
    message: String,
}

impl NotAProfile {
    /// An error at an offset of the text.
    fn at(text: &str, offset: Option<usize>, message: String) -> Self {
        let place = offset.map(|offset| {
            let before = text.get(..offset).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default();
            (before.matches('\n').count() + 1, line.chars().count() + 1)
        });
        Self { place, message }
    }

    /// The line and the column, counted from 1, if the error has a place.
    pub const fn place(&self) -> Option<(usize, usize)> {
        self.place
    }
}

impl fmt::Display for NotAProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        // It can quote any text of the profile.
        visible(&self.message).fmt(f)
    }
}

impl Error for NotAProfile {}
