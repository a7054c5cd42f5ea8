//! The base that references are resolved by, parsed once.

use std::str;

use napkin::{EditionResolver, Level, ResolveError};
use napkin_url::Url;

use crate::error::Error;
use crate::standard::{Standard, UrlStandard};

/// A base, by a standard.
///
/// ```
/// use napkin::Target;
/// use napkin_standards::{Base, Standard};
///
/// for (name, target) in [("rfc3986", "http://h/x"), ("whatwg", "http://h/x")] {
///     let base = Base::new("http://h/a/b", Standard::named(name).unwrap());
///     assert_eq!(base.resolve("../x")?, Target::Uri(target.into()));
/// }
/// let base = Base::new("/a", Standard::named("rfc3986").unwrap());
/// assert_eq!(base.resolve("b").unwrap_err().kind(), "base-not-absolute");
/// # Ok::<(), napkin_standards::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Base {
    typed: Vec<u8>,
    kept: Kept,
}

#[derive(Clone, Debug)]
enum Kept {
    Syntax(napkin::Base, Result<(), Error>),
    Url(UrlStandard, Result<Url, Error>),
}

/// A valid base: what resolves by it.
pub(crate) enum By<'b> {
    Syntax(EditionResolver<'b>),
    Url(&'b Url),
}

impl Kept {
    /// A base by an edition. If it is invalid, no reference has a target.
    fn syntax(base: napkin::Base) -> Self {
        let edition = base.edition();
        let valid = match base.resolver().resolve("") {
            // By RFC 1630, an absolute reference needs no base.
            Err(ResolveError::BaseNotAbsolute) if edition.resolves_text() => Ok(()),
            Err(error @ (ResolveError::InvalidBase(_) | ResolveError::BaseNotAbsolute)) => {
                Err(Error::of_resolution(edition, error))
            }
            _ => Ok(()),
        };
        Self::Syntax(base, valid)
    }
}

impl Base {
    /// A base as it was typed. If it is invalid, that is the error of each question to it.
    pub fn new(typed: impl Into<Vec<u8>>, standard: impl Into<Standard>) -> Self {
        let typed = typed.into();
        let kept = match standard.into() {
            // A base that is not UTF-8 is no URI; it stays invalid after the conversion.
            Standard::Syntax(edition) => {
                Kept::syntax(edition.base(String::from_utf8_lossy(&typed)))
            }
            Standard::Url(standard) => {
                let url = str::from_utf8(&typed).map_err(Error::from);
                let url = url.and_then(|text| Ok(standard.edition.parse(text)?));
                Kept::Url(standard, url.map_err(Error::of_base))
            }
        };
        Self { typed, kept }
    }

    /// This base, normalized by syntax before it is used (RFC 3986 §5.2.1). The URL Standard always uses the canonical text of a base.
    pub fn normalized(mut self) -> Self {
        if let Kept::Syntax(base, Ok(())) = &self.kept {
            let edition = base.edition();
            // A base without a scheme has no normal form.
            let normal = edition
                .parse(base.as_str())
                .ok()
                .and_then(|parsed| Some(edition.base(parsed.normalize(Level::Syntax).ok()?)));
            self.kept = normal.map_or(self.kept, Kept::syntax);
        }
        self
    }

    /// The standard whose rules are used.
    pub const fn standard(&self) -> Standard {
        match &self.kept {
            Kept::Syntax(base, _) => Standard::Syntax(base.edition()),
            Kept::Url(standard, _) => Standard::Url(*standard),
        }
    }

    /// The text as it was typed.
    pub fn typed(&self) -> &[u8] {
        &self.typed
    }

    /// The base without its fragment, as it is used: by the URL Standard canonical, or empty if it is invalid.
    pub fn as_str(&self) -> &str {
        match &self.kept {
            Kept::Syntax(base, _) => base.as_str().split('#').next().unwrap_or_default(),
            Kept::Url(_, Ok(url)) => url.without_fragment(),
            Kept::Url(_, Err(_)) => "",
        }
    }

    /// The base with its fragment, as it is used; by the URL Standard as it was typed, which is empty if it is no text.
    pub fn with_fragment(&self) -> &str {
        match &self.kept {
            Kept::Syntax(base, _) => base.as_str(),
            Kept::Url(..) => str::from_utf8(&self.typed).unwrap_or_default(),
        }
    }

    /// Whether the base is valid.
    ///
    /// # Errors
    ///
    /// The error of the base.
    pub fn check(&self) -> Result<(), Error> {
        self.by().map(drop)
    }

    /// What resolves by this base.
    #[inline]
    pub(crate) fn by(&self) -> Result<By<'_>, Error> {
        match &self.kept {
            Kept::Syntax(base, valid) => valid.map(|()| By::Syntax(base.resolver())),
            Kept::Url(_, url) => url.as_ref().map(By::Url).map_err(|error| *error),
        }
    }

    /// Resolution by an edition of the URI syntax, with its choices; `None` by the URL Standard.
    ///
    /// # Errors
    ///
    /// The error of the base.
    pub fn resolver(&self) -> Result<Option<EditionResolver<'_>>, Error> {
        Ok(match self.by()? {
            By::Syntax(resolver) => Some(resolver),
            By::Url(_) => None,
        })
    }

    /// The base as a URL of the URL Standard; `None` by an edition of the URI syntax.
    ///
    /// # Errors
    ///
    /// The error of the base.
    pub fn url(&self) -> Result<Option<&Url>, Error> {
        Ok(match self.by()? {
            By::Syntax(_) => None,
            By::Url(url) => Some(url),
        })
    }
}
