//! Redirects that were seen, as `--observed FROM TO` gives them.

use clap::Args;
use napkin::{Edition, Start};

use crate::WrongUsage;

/// The source and the target of a redirect.
pub(crate) type Redirect<'a> = (&'a str, &'a str);

/// Redirects, each as two values.
#[derive(Args)]
pub(crate) struct Observed {
    /// A redirect that was observed, for the level 'protocol': it counts as equivalence if the two
    /// differ by a final slash only; may be repeated
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"])]
    observed: Vec<String>,
}

impl Observed {
    /// The redirects as pairs of URIs.
    ///
    /// # Errors
    ///
    /// If one is not a URI of the edition.
    pub(crate) fn redirects(
        &self,
        edition: &'static Edition,
    ) -> Result<Vec<Redirect<'_>>, WrongUsage> {
        for text in &self.observed {
            edition.parse_as(Start::Uri, text).map_err(|error| {
                WrongUsage(format!("--observed takes two URIs: {}", error.diagnose(text)))
            })?;
        }
        Ok(self.observed.chunks_exact(2).map(|pair| (&*pair[0], &*pair[1])).collect())
    }
}
