//! The changes by an edition of the URI syntax: one after the other, each on the text that the one before has made.

use std::borrow::Cow;

use napkin::{ByteSet, Edition, ErrorKind, ParseError, Part, Parts, Reference, Start, percent};

use super::{
    Changed, Changes, Removable, is_address, key_and_value, pairs_json, query, scheme_and_host,
};
use crate::failure::Failure;

/// A reference while the changes are made.
struct Changing {
    edition: &'static Edition,
    text: String,
}

impl Changing {
    /// Makes one change, which returns the new text or an error.
    fn make(
        &mut self,
        option: &'static str,
        value: &str,
        change: impl FnOnce(Reference<'_>) -> Result<String, ParseError>,
    ) -> Result<(), Failure<'static>> {
        let before = self.edition.parse(&self.text);
        self.text = before.and_then(change).map_err(of(option, value))?;
        Ok(())
    }

    /// Changes the pairs of the query.
    fn make_query(&mut self, step: &PairStep<'_>) -> Result<(), Failure<'static>> {
        self.make(step.option, step.shown, |before| {
            let query = before.query().map(napkin::Query::as_str);
            let changed = (step.change)(query);
            if changed.as_deref() == query {
                return Ok(before.as_str().into());
            }
            before.with_part(Part::Query, changed.as_deref())
        })
    }
}

/// What a change makes of a query.
type QueryChange<'o> = Box<dyn Fn(Option<&str>) -> Option<String> + 'o>;

/// A change of the pairs of a query; undefined is `None`. A query that loses all its pairs is removed.
struct PairStep<'o> {
    option: &'static str,
    /// The value that an error shows.
    shown: &'o str,
    change: QueryChange<'o>,
}

impl<'o> PairStep<'o> {
    fn new(
        option: &'static str,
        shown: &'o str,
        change: impl Fn(Option<&str>) -> Option<String> + 'o,
    ) -> Self {
        Self { option, shown, change: Box::new(change) }
    }
}

impl Changes {
    /// Changes a reference by an edition.
    pub(super) fn by_syntax<'a>(
        &self,
        edition: &'static Edition,
        input: &'a [u8],
    ) -> Result<Changed, Failure<'a>> {
        let reference = match edition.parse_bytes(Start::UriReference, input) {
            Ok(reference) => reference,
            Err(error) => {
                let changed = self.unchanged(input).or_else(|| self.of_invalid(error, input));
                return changed.ok_or_else(|| Failure::refused(error, input));
            }
        };
        let host = reference.host().map(napkin::Host::as_str);
        if !self.is_meant(reference.reported_scheme().as_deref(), host) {
            return Ok(Changed::new(reference.as_str().into()));
        }
        let mut changing = Changing { edition, text: reference.as_str().to_owned() };
        self.change(&mut changing)?;
        let remark =
            edition.parse(&changing.text).ok().and_then(|after| kept_port(reference, after));
        Ok(Changed { remark, ..Changed::new(changing.text) })
    }

    /// The changes of the pairs of a query, in order.
    fn pair_steps(&self, edition: &'static Edition) -> Vec<PairStep<'_>> {
        let mut steps = Vec::new();
        if !self.removal.is_empty() {
            let change = |query: Option<&str>| self.removal.apply(query?);
            steps.push(PairStep::new("--remove-pair", "", change));
        }
        let editor = query::DECODED.by(edition);
        for pair in &self.options.set_pair {
            let (key, value) = key_and_value(pair);
            steps.push(PairStep::new("--set-pair", pair, move |query| {
                Some(editor.set(query.unwrap_or_default(), key, value))
            }));
        }
        for pair in &self.options.append_pair {
            let (key, value) = key_and_value(pair);
            steps.push(PairStep::new("--append-pair", pair, move |query| {
                Some(editor.append(query.unwrap_or_default(), key, value))
            }));
        }
        if self.options.dedupe {
            steps.push(PairStep::new("--dedupe", "", |query| query::deduplicated(query?)));
        }
        if self.options.sort_query {
            steps
                .push(PairStep::new("--sort-query", "", |query| Some(query::DECODED.sort(query?))));
        }
        steps
    }

    /// The answer to an input that is invalid behind its path, if only pairs of its query are changed: they are found without the
    /// rest, which keeps every byte. A note says what is still invalid. A text with a blank is probably more than a URI.
    fn of_invalid(&self, error: ParseError, input: &[u8]) -> Option<Changed> {
        let is_behind = matches!(error.part(), Part::Query | Part::Fragment);
        let is_one = !input.iter().any(|byte| *byte <= b' ' || *byte == 0x7F);
        let is_meant = is_one && is_behind && error.kind() == ErrorKind::InvalidCharacter;
        if !(is_meant && self.is_of_pairs()) {
            return None;
        }
        let text = str::from_utf8(input).ok()?;
        let parts = Parts::split(text);
        let (scheme, host) = scheme_and_host(&parts);
        if !self.is_meant(scheme, host) {
            return Some(Changed::new(text.into()));
        }
        let edition = error.edition();
        let steps = self.pair_steps(edition);
        let query = steps
            .iter()
            .fold(parts.query.map(str::to_owned), |query, step| (step.change)(query.as_deref()));
        let mut uri = text.split(['?', '#']).next().unwrap_or_default().to_owned();
        for (delimiter, part) in [("?", query.as_deref()), ("#", parts.fragment)] {
            if let Some(part) = part {
                uri.extend([delimiter, part]);
            }
        }
        let error = edition.parse(&uri).err();
        let still_invalid = error
            .map(|error| Failure::refused(error, uri.clone().into_bytes()).of("result").as_note());
        Some(Changed { still_invalid, ..Changed::new(uri) })
    }

    fn change(&self, changing: &mut Changing) -> Result<(), Failure<'static>> {
        for part in &self.options.remove {
            changing.make("--remove", "", |before| match part {
                Removable::Password => {
                    before.with_part(Part::Userinfo, user_and_password(before).0)
                }
                _ => before.with_part(part.part(), None),
            })?;
        }
        self.replace_path_and_before(changing)?;
        for _ in 0..self.options.pop_segment.0 {
            changing.make("--pop-segment", "", |before| {
                Ok(before.without_last_segment().unwrap_or_else(|| before.as_str().into()))
            })?;
        }
        let segments = &self.options.push_segment;
        if let Some(last) = segments.last() {
            let is_refused = |segment: &&String| matches!(segment.as_str(), "." | "..");
            let told = segments.iter().find(is_refused).unwrap_or(last);
            changing.make("--push-segment", told, |before| before.with_segments(segments))?;
        }
        self.replace(changing, "--query", Part::Query, self.options.query.as_deref())?;
        if let Some(pairs_json::NewQuery(pairs)) = &self.pairs {
            changing.make("--pairs-json", pairs.as_deref().unwrap_or_default(), |before| {
                before.with_part(Part::Query, pairs.as_deref())
            })?;
        }
        for step in self.pair_steps(changing.edition) {
            changing.make_query(&step)?;
        }
        self.replace(changing, "--fragment", Part::Fragment, self.options.fragment.as_deref())
    }

    fn replace_path_and_before(&self, changing: &mut Changing) -> Result<(), Failure<'static>> {
        if self.options.path.is_some() && self.may_move_the_path() {
            // The old path must not prevent an authority that the new path can follow. The empty path can follow
            // anything.
            changing.make("--path", "", |before| before.with_part(Part::Path, Some("")))?;
        }
        let raw = |changing: &mut Changing, option, part, value: Option<&String>| match value {
            Some(value) => {
                changing.make(option, value, |before| before.with_part(part, Some(value)))
            }
            None => Ok(()),
        };
        raw(changing, "--scheme", Part::Scheme, self.options.scheme.as_ref())?;
        raw(changing, "--authority", Part::Authority, self.options.authority.as_ref())?;
        self.replace(changing, "--host", Part::Host, self.options.host.as_deref())?;
        self.replace(changing, "--userinfo", Part::Userinfo, self.options.userinfo.as_deref())?;
        self.replace_user(changing)?;
        raw(changing, "--port", Part::Port, self.options.port.as_ref())?;
        self.replace(changing, "--path", Part::Path, self.options.path.as_deref())
    }

    /// Replaces the two parts of the userinfo, each beside the other one.
    fn replace_user(&self, changing: &mut Changing) -> Result<(), Failure<'static>> {
        let edition = changing.edition;
        if let Some(user) = &self.options.username {
            let user = self.as_data(edition, user, ByteSet::EMPTY);
            if user.contains(':') {
                let rule = edition.rule(ErrorKind::InvalidCharacter, Part::Userinfo);
                let what = "a ':' ends the user name; as data it is %3A";
                let message = format!("{what} ({} section {})", edition.title, rule.section);
                let kind = ErrorKind::InvalidCharacter.name();
                return Err(Failure::new(kind, rule.section, message).of("--username"));
            }
            changing.make("--username", &user, |before| {
                let password = user_and_password(before).1.map(|password| format!(":{password}"));
                let userinfo = [&*user, password.as_deref().unwrap_or_default()].concat();
                before.with_part(Part::Userinfo, Some(&userinfo))
            })?;
        }
        if let Some(password) = &self.options.password {
            let password = self.as_data(edition, password, ByteSet::EMPTY);
            changing.make("--password", &password, |before| {
                let user = user_and_password(before).0.unwrap_or_default();
                before.with_part(Part::Userinfo, Some(&[user, ":", &password].concat()))
            })?;
        }
        Ok(())
    }

    /// A text that may be given as data: encoded then, but for some bytes.
    fn as_data<'t>(&self, edition: &'static Edition, text: &'t str, keep: ByteSet) -> Cow<'t, str> {
        if self.options.encode {
            Cow::Owned(percent::encode(text).by(edition).keep(keep).to_string())
        } else {
            Cow::Borrowed(text)
        }
    }

    /// Whether an option that needs the path out of the way is given: between removing the old path and setting the
    /// new one.
    const fn may_move_the_path(&self) -> bool {
        self.options.scheme.is_some()
            || self.options.authority.is_some()
            || self.options.host.is_some()
    }

    /// Makes one replacement that may be given as data.
    fn replace(
        &self,
        changing: &mut Changing,
        option: &'static str,
        part: Part,
        value: Option<&str>,
    ) -> Result<(), Failure<'static>> {
        let Some(value) = value else { return Ok(()) };
        let text = match part {
            Part::Host if is_address(changing.edition, value) => Cow::Borrowed(value),
            Part::Path => self.as_data(changing.edition, value, ByteSet::of(b"/")),
            _ => self.as_data(changing.edition, value, ByteSet::EMPTY),
        };
        changing.make(option, &text, |before| before.with_part(part, Some(&text)))
    }
}

/// The failure of an option; it shows the new text if the fault is in it.
fn of(option: &'static str, text: &str) -> impl FnOnce(ParseError) -> Failure<'static> {
    move |error| {
        let failure = match error.kind() {
            ErrorKind::MissingAuthority | ErrorKind::PathNotAbempty | ErrorKind::SchemeForm => {
                Failure::impossible(error)
            }
            _ => Failure::refused(error, text.as_bytes().to_vec()),
        };
        failure.of(option)
    }
}

/// The userinfo up to its first colon and after it; each is `None` if undefined.
fn user_and_password(reference: Reference<'_>) -> (Option<&str>, Option<&str>) {
    let userinfo = reference.userinfo().map(napkin::Userinfo::as_str);
    match userinfo.and_then(|userinfo| userinfo.split_once(':')) {
        Some((user, password)) => (Some(user), Some(password)),
        None => (userinfo, None),
    }
}

/// A note on a port that was the default of the scheme before, and is not that of the new one: it is kept as any other, and is
/// rarely meant.
fn kept_port(before: Reference<'_>, after: Reference<'_>) -> Option<Failure<'static>> {
    let of_scheme = |reference: Reference<'_>| Some(reference.scheme()?.default_port());
    let (old, new) = (of_scheme(before)?, of_scheme(after)?);
    let port = after.port()?.as_str();
    let is_old = |text: &str| text.parse().ok() == old && old.is_some();
    if old == new || !is_old(port) || !before.port().is_some_and(|port| is_old(port.as_str())) {
        return None;
    }
    let (edition, scheme) = (after.edition(), before.scheme()?.as_str().to_ascii_lowercase());
    let section = edition.sections.comparison;
    let message = format!(
        "the port {port} is kept, the default port of {scheme}; --remove port leaves it out ({} section {section})",
        edition.title
    );
    Some(Failure::new("old-default-port", section, message).in_part("port").as_note())
}
