//! A person's own profile of keys, from the file that names its steps.

use std::path::Path;

use napkin_answers::key::WrittenProfile;
use napkin_answers::options::Value;

use crate::help::usage::WrongUsage;
use crate::terminal::exit;
use crate::terminal::text::shown_path;

/// Reads the profile.
///
/// # Errors
///
/// If the file is not a profile; a file that cannot be read ends the program.
pub(crate) fn own_profile(path: &Path) -> Result<WrittenProfile, WrongUsage> {
    let profile = WrittenProfile::read(exit::read(path).into_bytes());
    profile.map_err(|reason| WrongUsage::new(format!("'{}' {reason}", shown_path(path))))
}
