//! Notes on valid inputs that are probably not intended, and what the syntax allows and no program does.

use napkin::edition::RFC3987;
use napkin::{Edition, Host, HostKind, Part, Reference, Scheme};
use napkin_audit::{diagnose, mends};
use napkin_schemes::registry::is_known;
use napkin_standards::Standard;
use napkin_url::Url;

use crate::failure::Failure;

/// A note on a valid input: two slashes are missing behind the scheme, the scheme has capitals where the edition compares it as
/// written, or there is another slip. It has the mends.
pub(crate) fn note<'a>(reference: Reference<'_>, input: &'a [u8]) -> Option<Failure<'a>> {
    if let Some(error) = reference.missing_slashes() {
        return Some(Failure::refused(error, input).mended(reference.edition(), input).as_note());
    }
    if let Some(advice) = of_capitals(reference) {
        let section = reference.rule(Part::Scheme).section;
        let note = Failure::new("scheme-in-capitals", section, advice);
        return Some(note.in_part("scheme").at(0, input).as_note());
    }
    Looks::of(reference).slip(reference.edition(), input).map(Failure::as_note)
}

/// What is probably wrong with a URI in a text or a reference in a document, which is valid, with its mends: `https` twice, a scheme one
/// letter from a known one, no colon. Nothing is said of an invalid one, whose error tells more.
///
/// ```
/// use napkin::edition::RFC3986;
/// use napkin_answers::notes::slip;
///
/// let found = slip("http//h/x", RFC3986).unwrap();
/// assert_eq!(found.message(), "no colon stands behind 'http' (RFC 3986 section 3)");
/// assert_eq!(found.mends()[0].uri, "http://h/x");
/// assert!(slip("docs/x", RFC3986).is_none() && slip("https://h/x", RFC3986).is_none());
/// ```
pub fn slip<'a>(text: &'a str, edition: &'static Edition) -> Option<Failure<'a>> {
    let reference = edition.parse(text).ok()?;
    // A relative reference is looked at where a scheme may be meant.
    let may_have_scheme = || {
        let begins = text.get(..4).unwrap_or_default();
        text.find("//").is_some_and(|at| at > 0) || begins.eq_ignore_ascii_case("www.")
    };
    if reference.scheme().is_none() && !may_have_scheme() {
        return None;
    }
    let found = Looks::of(reference).slip(edition, text.as_bytes())?;
    (!found.mends().is_empty()).then_some(found)
}

/// A note on an input that the URL Standard reads without a validation error, and that has a slip. It has the mends.
pub(crate) fn of_url<'a>(url: &Url, standard: Standard, input: &'a [u8]) -> Option<Failure<'a>> {
    let looks = Looks {
        scheme: Some(url.scheme()),
        has_server: url.has_host(),
        name: url.domain(),
        port: "",
        query: url.query().unwrap_or_default(),
    };
    looks.slip(standard, input).map(Failure::as_note)
}

/// What the syntax allows in an input that is not valid, and no program does: a port over 65535.
pub(crate) fn beside_faults<'a>(edition: &'static Edition, input: &'a [u8]) -> Option<Failure<'a>> {
    let diagnosis = diagnose(input, edition);
    let finding = diagnosis.slips.iter().find(|finding| finding.rule.id == "port-out-of-range")?;
    Some(Failure::of_finding(finding, edition, input))
}

/// The parts of a valid input by which most have no slip.
struct Looks<'a> {
    scheme: Option<&'a str>,
    has_server: bool,
    /// The host, if it is a name.
    name: Option<&'a str>,
    port: &'a str,
    query: &'a str,
}

impl<'r> Looks<'r> {
    fn of(reference: Reference<'r>) -> Self {
        let host = reference.host().filter(|host| host.kind() == HostKind::RegName);
        Self {
            scheme: reference.scheme().map(Scheme::as_str),
            has_server: reference.authority().is_some(),
            name: host.map(Host::as_str),
            port: reference.port().map_or("", |port| port.as_str()),
            query: reference.query().map_or("", |query| query.as_str()),
        }
    }

    /// The slip of a valid input, with its mends.
    fn slip<'a>(&self, standard: impl Into<Standard>, input: &'a [u8]) -> Option<Failure<'a>> {
        if !self.may_be_slip() {
            return None;
        }
        let standard = standard.into();
        let found = diagnose(input, standard);
        let first = found.mends.first();
        let of_first = |rule: &str| first.is_none_or(|first| first.what == rule);
        let slip = found.slips.iter().find(|slip| of_first(slip.rule.id));
        let of_mend = || {
            let first = first?;
            Some(Failure::new(first.what, "", first.message.clone()).at(first.place.start, input))
        };
        let of_slip =
            slip.map(|slip| Failure::of_finding(slip, standard.syntax_or(RFC3987), input));
        let failure = of_slip.or_else(of_mend)?;
        Some(failure.with_mends(found.mends))
    }

    /// Whether there may be a slip: most inputs have a scheme that is known, a host that does not end in a digit and is not
    /// called as a scheme, and neither a port of five digits, nor a semicolon in the query, nor a plus sign in a mail.
    fn may_be_slip(&self) -> bool {
        let Some(scheme) = self.scheme else { return true };
        let is_http = ["http", "https"].contains(&scheme);
        // Behind these, readers find a host without two slashes.
        let lacks_slashes = ["ftp", "ws", "wss"].contains(&scheme) && !self.has_server;
        let is_odd = lacks_slashes || scheme.contains("ssh") || scheme.eq_ignore_ascii_case("hxxp");
        let is_usual = is_http || is_known(scheme) && !is_odd;
        let is_odd_name = |name: &str| {
            name.ends_with(|c: char| c.is_ascii_digit())
                || name.len() < 6 && !name.contains('.')
                || name.contains('(')
        };
        !is_usual
            || self.name.is_some_and(is_odd_name)
            || self.port.len() > 4
            || self.query.contains(';')
            || scheme == "mailto" && self.query.contains('+')
    }
}

/// What to say of a scheme in capitals; `None` if the edition reads it as it reads the scheme in lower case.
fn of_capitals(reference: Reference<'_>) -> Option<String> {
    let scheme = reference.scheme()?.as_str();
    let lowercase = scheme.to_ascii_lowercase();
    let behind = reference.as_str().get(scheme.len()..)?;
    let edition = reference.edition();
    let other = [&lowercase, behind].concat();
    let is_same = edition.parse(&other).is_ok_and(|other| {
        let path = |uri: &Reference<'_>| uri.path().map(|path| path.as_str().len());
        other.authority().is_some() == reference.authority().is_some()
            && path(&other) == path(&reference)
    });
    (lowercase != scheme && !is_same).then(|| {
        format!(
            "{} compares schemes as written, so '{scheme}' is not '{lowercase}' (decision D1630-16); write \
             '{lowercase}' if that is meant",
            edition.title
        )
    })
}

impl<'a> Failure<'a> {
    /// This failure of a URI, with its scheme in lower case if the edition reads that otherwise.
    pub(crate) fn or_capitals(self, reference: Reference<'_>, input: &'a [u8]) -> Self {
        let Some(advice) = of_capitals(reference) else { return self };
        let offset = self.offset().unwrap_or_default();
        self.and(&advice).at(offset, input)
    }

    /// This failure of an input with its mends by a standard.
    pub(crate) fn mended(self, standard: impl Into<Standard>, input: &[u8]) -> Self {
        let found = mends(input, standard);
        self.with_mends(found)
    }
}
