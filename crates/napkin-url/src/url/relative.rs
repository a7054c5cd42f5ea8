//! Relative references from one URL to another.

use alloc::string::String;

use super::Url;

impl Url {
    /// A relative reference from this URL to another with the same scheme, host and port. `None` if there is none:
    /// for another site, or a URL with an opaque path.
    ///
    /// [`join`](Self::join) resolves the reference back to `url`, unless the two differ in their credentials.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let base = Url::parse("https://example.com/a/b.html")?;
    /// let url = Url::parse("https://example.com/a/c/d.png")?;
    /// assert_eq!(base.make_relative(&url).as_deref(), Some("c/d.png"));
    /// assert_eq!(url.make_relative(&base).as_deref(), Some("../b.html"));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn make_relative(&self, url: &Self) -> Option<String> {
        let same_site = self.scheme() == url.scheme()
            && self.host() == url.host()
            && self.has_authority() == url.has_authority()
            && self.port() == url.port();
        if self.cannot_be_a_base() || url.cannot_be_a_base() || !same_site {
            return None;
        }
        let after_path = url.text.get(url.parts.path_end(url.text.len())..).unwrap_or_default();
        let leads = |reference: &String| {
            self.join(reference).is_ok_and(|joined| {
                joined.path() == url.path()
                    && joined.query() == url.query()
                    && joined.fragment() == url.fragment()
                    && joined.host() == url.host()
            })
        };
        let from_here = alloc::format!("{}{after_path}", relative_path(self.path(), url.path()));
        // Texts that need a guard: an empty first segment, a colon in the first segment, a drive letter.
        let guarded = || alloc::format!("./{from_here}");
        let from_root = || alloc::format!("{}{after_path}", url.path());
        Some(from_here.clone())
            .filter(leads)
            .or_else(|| Some(guarded()).filter(leads))
            .or_else(|| Some(from_root()).filter(leads))
    }
}

/// The relative path from one path to another: `..` for each segment to leave, then the segments to enter.
fn relative_path(base: &str, target: &str) -> String {
    let mut relative = String::new();
    let split = |path: &str| path.rfind('/').unwrap_or(0);
    let (base_directory, base_file) = base.split_at(split(base));
    let (directory, file) = target.split_at(split(target));
    let mut left = base_directory.split('/').peekable();
    let mut entered = directory.split('/').peekable();
    while left.peek().is_some() && left.peek() == entered.peek() {
        left.next();
        entered.next();
    }
    for segment in left.map(|_| "..").chain(entered) {
        if !relative.is_empty() {
            relative.push('/');
        }
        relative.push_str(segment);
    }
    let (base_file, file) = (base_file.trim_start_matches('/'), file.trim_start_matches('/'));
    match (relative.is_empty(), file) {
        (true, "") if base_file.is_empty() => {}
        (true, "") => relative.push('.'),
        (true, file) if file == base_file => {}
        (true, file) => relative.push_str(file),
        (false, file) => {
            relative.push('/');
            relative.push_str(file);
        }
    }
    relative
}
