//! The shortest reference that means a URI.

use std::str;

use napkin::{RelativeForm, Start};
use napkin_url::Url;

use crate::base::{Base, By};
use crate::error::Error;

impl Base {
    /// The shortest reference of a form that resolves against this base to a URI, proven by resolving it; the URI itself if there is none.
    ///
    /// ```
    /// use napkin::RelativeForm;
    /// use napkin_standards::{Base, Standard};
    ///
    /// for name in ["rfc3986", "whatwg"] {
    ///     let base = Base::new("http://h/a/b", Standard::named(name).unwrap());
    ///     assert_eq!(base.relativize("http://h/a/c?q", RelativeForm::Shortest)?, "c?q");
    ///     assert_eq!(base.relativize("http://h/a/c?q", RelativeForm::Path)?, "/a/c?q");
    /// }
    /// # Ok::<(), napkin_standards::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the base is invalid, or the text is no URI.
    pub fn relativize(&self, uri: impl AsRef<[u8]>, form: RelativeForm) -> Result<String, Error> {
        let uri = uri.as_ref();
        let resolver = match self.by()? {
            By::Syntax(resolver) => resolver,
            By::Url(base) => return by_url_standard(base, uri, form),
        };
        let edition = resolver.edition();
        let parsed = edition.parse_bytes(Start::UriReference, uri)?;
        if parsed.is_relative_ref() && !edition.holds_components() {
            return Err(Error::relative(edition));
        }
        let reference = match form {
            // The class java.net.URI has an operation of its own.
            RelativeForm::Shortest => resolver.relativize(parsed.as_str()),
            form => resolver.relativize_as(parsed.as_str(), form),
        };
        reference.map_err(|error| Error::of_resolution(edition, error))
    }
}

/// The shortest candidate of a form that the base's edition resolves to the URL; the URL itself always does.
fn by_url_standard(base: &Url, text: &[u8], form: RelativeForm) -> Result<String, Error> {
    let url = base.edition().parse(str::from_utf8(text)?)?;
    let leads_back = |reference: &String| {
        base.join(reference).is_ok_and(|joined| joined.as_str() == url.as_str())
    };
    let mut candidates = candidates(base, &url);
    candidates.retain(|reference| form.fits(reference));
    candidates.sort_by_key(String::len);
    let found = candidates.into_iter().find(leads_back);
    Ok(found.unwrap_or_else(|| url.into_text()))
}

/// References that may resolve from a base to a URL. None has a scheme, a backslash used as a slash, or a tab.
fn candidates(base: &Url, url: &Url) -> Vec<String> {
    let fragment = url.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default();
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    let tail = format!("{query}{fragment}");
    let path = url.path();
    let mut candidates = vec![fragment, tail.clone(), format!("{path}{tail}")];
    // A text that begins with two slashes would be an authority.
    candidates.push(format!("/.{path}{tail}"));
    if url.has_authority() {
        candidates.push(format!("//{}{path}{tail}", url.authority()));
    }
    let (directory, steps) = common_directory(base.path(), path);
    let below = path.get(directory..).unwrap_or_default();
    let up = "../".repeat(steps);
    candidates.push(format!("{up}{below}{tail}"));
    candidates.push(format!("./{below}{tail}"));
    if below.is_empty() {
        // A dot segment at the end denotes the directory without its slash.
        candidates
            .push(format!("{}{tail}", if steps == 0 { "." } else { up.trim_end_matches('/') }));
    }
    candidates
}

/// The end of the deepest directory that contains two paths, and how many directories deeper the first is.
fn common_directory(base: &str, path: &str) -> (usize, usize) {
    let shared = base.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
    let directory = base.get(..shared).and_then(|shared| shared.rfind('/')).map_or(0, |at| at + 1);
    let deeper = base.get(directory..).unwrap_or_default().matches('/').count();
    (directory, deeper)
}
