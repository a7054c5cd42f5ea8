//! Redirects that were seen, as `--observed FROM TO` gives them.

use clap::Args;
use napkin::Uri;

use crate::WrongUsage;

/// The source and the target of a redirect.
pub(crate) type Redirect<'a> = (Uri<&'a str>, Uri<&'a str>);

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
    /// If one is not a URI.
    pub(crate) fn redirects(&self) -> Result<Vec<Redirect<'_>>, WrongUsage> {
        self.observed.chunks_exact(2).map(|pair| Ok((uri(&pair[0])?, uri(&pair[1])?))).collect()
    }
}

fn uri(text: &str) -> Result<Uri<&str>, WrongUsage> {
    Uri::parse(text).map_err(|error| {
        WrongUsage(format!("--observed takes two URIs: {}", error.diagnose(text.as_bytes())))
    })
}
