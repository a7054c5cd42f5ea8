//! Observed redirects, given by `--observed FROM TO`.

use clap::Args;
use napkin::edition::RFC3986;
use napkin::{Redirects, Start};
use napkin_answers::normalize::redirects;
use napkin_answers::{Standard, choice};

use crate::WrongUsage;

/// Redirects, each as two values.
#[derive(Args)]
pub(crate) struct Observed {
    /// A redirect that was observed, for the level 'protocol': it counts as equivalence if the two
    /// differ by a final slash only; may be repeated
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"])]
    observed: Vec<String>,
}

impl Observed {
    /// The redirects by an edition.
    ///
    /// # Errors
    ///
    /// If one is not a URI of the edition, or the standard has no redirects.
    pub(crate) fn redirects(&self, standard: Standard) -> Result<Redirects, WrongUsage> {
        if !self.observed.is_empty() {
            choice::option_must_suit(standard, "observed", |_| true)?;
        }
        // Without redirects, the edition does not matter.
        let edition = standard.syntax().unwrap_or(RFC3986);
        for text in &self.observed {
            edition.parse_as(Start::Uri, text).map_err(|error| {
                let diagnosis = error.diagnose(text).to_string();
                WrongUsage::with_lines("--observed takes two URIs: ", &diagnosis)
            })?;
        }
        let pairs = self.observed.as_chunks().0.iter().map(|[from, to]| (&**from, &**to));
        Ok(redirects(edition, pairs))
    }
}
