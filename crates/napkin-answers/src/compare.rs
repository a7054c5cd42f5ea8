//! The lowest rung of the comparison ladder at which two URIs are equivalent.

use napkin::{Edition, Level, Normalizer, Reference};
use serde::Serialize;

use crate::base::{self, Base};
use crate::failure::Failure;

/// At which rung two URIs are the same.
pub struct Comparing<'r> {
    edition: &'static Edition,
    base: Option<Base>,
    network: bool,
    normalizer: Normalizer<'r>,
}

impl<'r> Comparing<'r> {
    /// All rungs of an edition.
    pub fn new(edition: &'static Edition) -> Self {
        let normalizer = Normalizer::new(Level::Protocol)
            .with_schemes(napkin_schemes::normalize)
            .with_equivalence(napkin_schemes::equivalent);
        Self { edition, base: None, network: false, normalizer }
    }

    /// The same for relative references too, which a base resolves first.
    #[must_use]
    pub fn by_base(mut self, base: Option<Base>) -> Self {
        self.base = base.map(Base::judged);
        self
    }

    /// The same with redirects that were observed, each from one URI to another.
    #[must_use]
    pub fn observed(mut self, redirects: &'r [(&'r str, &'r str)]) -> Self {
        self.normalizer = self.normalizer.observed(redirects);
        self
    }

    /// The same without fragments, as when both would be fetched.
    #[must_use]
    pub fn network(mut self, network: bool) -> Self {
        self.network = network;
        self
    }

    /// The edition that it goes by.
    pub const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// Refuses every input, if the base is none.
    ///
    /// # Errors
    ///
    /// What is wrong with the base.
    pub fn check_base(&self) -> Result<(), Failure<'_>> {
        self.base.as_ref().map(Base::resolver).transpose()?;
        Ok(())
    }

    /// The URI that one of the two is compared as; nothing for a relative one without a base.
    fn uri<'i: 's, 's>(
        &'i self,
        text: &'i [u8],
        scratch: &'s mut String,
        of: &'static str,
    ) -> Result<Option<Reference<'s>>, Failure<'i>> {
        let uri = base::to_uri(self.edition, self.base.as_ref(), text, scratch);
        let uri = uri.map_err(|failure| failure.of(of))?;
        Ok(if self.network { uri.map(|uri| uri.without_fragment()) } else { uri })
    }

    /// Compares two.
    ///
    /// # Errors
    ///
    /// If the base is none, or one of the two is not valid.
    pub fn answer<'a>(&'a self, a: &'a [u8], b: &'a [u8]) -> Result<Compared<'a>, Failure<'a>> {
        self.check_base()?;
        let (mut scratch_a, mut scratch_b) = (String::new(), String::new());
        let uris = self.uri(a, &mut scratch_a, "a")?.zip(self.uri(b, &mut scratch_b, "b")?);
        let equivalent_at = uris.and_then(|(a, b)| self.normalizer.equivalent_at(a, b));
        let remark = uris.is_none().then(|| {
            let what = "a relative reference is not compared; resolve it with --base";
            Failure::relative_reference(self.edition, what)
        });
        // Only what is valid gets here, and that is ASCII.
        let text = |bytes| str::from_utf8(bytes).unwrap_or_default();
        Ok(Compared {
            a: text(a),
            b: text(b),
            equivalent_at: equivalent_at.map(Level::name),
            remark,
        })
    }
}

/// Where two URIs meet.
#[derive(Serialize)]
pub struct Compared<'a> {
    a: &'a str,
    b: &'a str,
    /// The lowest rung, if there is any.
    pub equivalent_at: Option<&'static str>,
    /// Why there is none, if one of the two is relative.
    #[serde(rename = "error", skip_serializing_if = "Option::is_none")]
    pub remark: Option<Failure<'a>>,
}
