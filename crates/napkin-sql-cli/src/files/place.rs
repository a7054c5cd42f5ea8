//! The location of a table's files: a name, a pattern, a folder, an address.

use std::path::Path;
use std::str::FromStr;

use datafusion::catalog::Session;
use datafusion::common::{Result, plan_datafusion_err, plan_err};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::object_store::ObjectMeta;
use url::Url;

use super::form::{Form, endings};
use super::listing::{self, Pattern};

/// The location of files, and their form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(super) form: Form,
    /// The address of the file, or of the folder in which a pattern is searched.
    url: String,
    /// The pattern that names have to match.
    pattern: Option<String>,
}

/// The meaning of a name in a query.
pub(super) enum Named {
    Files(Place),
    /// A folder, whose files determine the form.
    Folder(String),
}

const GLOB: [char; 4] = ['*', '?', '[', '{'];
/// The pattern of all visible files of a folder.
const VISIBLE: &str = "";
const SCHEMES: [&str; 4] = ["file", "s3", "http", "https"];

/// The meaning of a name; `None` if it is not a file name.
///
/// # Errors
///
/// If it cannot be a readable file.
pub(super) fn of(name: &str) -> Result<Option<Named>> {
    if let Some((scheme, _)) = name.split_once("://") {
        return of_address(scheme, name).map(Some);
    }
    let path = Path::new(name);
    if path.is_dir() {
        return Ok(Some(Named::Folder(address(path, true)?)));
    }
    let Some(form) = Form::of(name) else {
        // A quoted name may have a dot; the name of a table has none.
        let is_file = name.contains(['.', '/', '*']) || path.exists();
        return if is_file { unknown(name) } else { Ok(None) };
    };
    if path.exists() || !name.contains(GLOB) {
        let url = address(path, false)?;
        return Ok(Some(Named::Files(Place { form, url, pattern: None })));
    }
    let (folder, pattern) = split_pattern(name);
    let url = address(Path::new(if folder.is_empty() { "." } else { folder }), true)?;
    Ok(Some(Named::Files(Place { form, url, pattern: Some(pattern.to_owned()) })))
}

fn of_address(scheme: &str, name: &str) -> Result<Named> {
    if !SCHEMES.contains(&scheme) {
        let schemes = SCHEMES.join("://, ");
        return plan_err!("'{name}': files are read from {schemes}://, not from {scheme}://");
    }
    if scheme.starts_with("http") && name.contains(['?', '#']) {
        return plan_err!(
            "'{name}': only addresses without query and fragment are read; download it, such as with curl"
        );
    }
    if name.ends_with('/') {
        return Ok(Named::Folder(name.to_owned()));
    }
    let Some(form) = Form::of(name) else { return unknown(name) };
    let Some(at) = name.find(['*', '[', '{']) else {
        return Ok(Named::Files(Place { form, url: name.to_owned(), pattern: None }));
    };
    let folder = name[..at].rfind('/').map_or(at, |slash| slash + 1);
    let (url, pattern) = name.split_at(folder);
    Ok(Named::Files(Place { form, url: url.to_owned(), pattern: Some(pattern.to_owned()) }))
}

fn unknown<T>(name: &str) -> Result<T> {
    plan_err!("'{name}': the ending does not say what is in the file; known are {}", endings())
}

/// The start of a pattern, after folders whose names have brackets.
fn split_pattern(name: &str) -> (&str, &str) {
    let mut folder = 0;
    for (slash, _) in name.match_indices('/') {
        let (before, _) = name.split_at(slash + 1);
        if before[folder..].contains(GLOB) && !Path::new(before).is_dir() {
            break;
        }
        folder = slash + 1;
    }
    name.split_at(folder)
}

/// The address of a local file, with all characters escaped that have a meaning.
fn address(path: &Path, is_folder: bool) -> Result<String> {
    let path = match path.canonicalize() {
        Ok(path) => path,
        // It does not exist, which is reported when it is listed.
        Err(_) => std::path::absolute(path)?,
    };
    let url = if is_folder { Url::from_directory_path(&path) } else { Url::from_file_path(&path) };
    let Ok(url) = url else { return plan_err!("{}: not the name of a file", path.display()) };
    Ok(url.into())
}

/// The files of a folder and of the folders in it, which have to have the same form. Hidden files are skipped, and files
/// whose name begins with `_`, which other engines use for metadata.
pub(super) async fn of_folder(session: &dyn Session, name: &str, url: &str) -> Result<Place> {
    let folder = ListingTableUrl::parse(url)?;
    let files = listing::list(session, &folder, is_visible).await?;
    let names = files.iter().filter_map(|file| file.location.filename());
    let mut found: Option<(Form, &str)> = None;
    for file in names {
        let Some(form) = Form::of(file) else {
            return plan_err!(
                "the folder '{name}' holds '{file}', whose ending does not say what is in it; \
                 name the others by a pattern, such as '{name}/*.csv'"
            );
        };
        match found {
            Some((known, other)) if known != form => {
                return plan_err!(
                    "the folder '{name}' holds files of several forms, such as '{other}' and '{file}'; \
                     name those of one by a pattern"
                );
            }
            _ => found = Some((form, file)),
        }
    }
    let Some((form, _)) = found else {
        return plan_err!("the folder '{name}' holds no files");
    };
    Ok(Place { form, url: url.to_owned(), pattern: Some(VISIBLE.to_owned()) })
}

/// Whether a file of a folder is read, by the components of its path.
fn is_visible(components: &[&str]) -> bool {
    !components.iter().any(|name| name.starts_with(['.', '_']))
}

impl Place {
    /// A local file of this form.
    ///
    /// # Errors
    ///
    /// If its path cannot be written as an address.
    pub(super) fn of_file(form: Form, path: &Path) -> Result<Self> {
        Ok(Self { form, url: address(path, false)?, pattern: None })
    }

    /// The address, for messages.
    pub(super) fn shown(&self) -> &str {
        &self.url
    }

    /// The address of the file, or of the folder that is searched.
    ///
    /// # Errors
    ///
    /// If it is not valid.
    pub(super) fn address(&self) -> Result<ListingTableUrl> {
        ListingTableUrl::try_new(
            Url::parse(&self.url).map_err(|error| plan_datafusion_err!("{error}"))?,
            None,
        )
    }

    /// The files, by their names.
    ///
    /// # Errors
    ///
    /// If they cannot be listed, or the pattern is not valid.
    pub(super) async fn files(&self, session: &dyn Session) -> Result<Vec<ObjectMeta>> {
        let url = self.address()?;
        match self.pattern.as_deref() {
            None | Some(VISIBLE) => listing::list(session, &url, is_visible).await,
            Some(pattern) => {
                let pattern = Pattern::new(pattern)?;
                listing::list(session, &url, |components| pattern.matches(components)).await
            }
        }
    }
}

/// One line each, for transfer to another machine.
impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pattern = self.pattern.as_deref().unwrap_or_default();
        let has_pattern = u8::from(self.pattern.is_some());
        write!(f, "{}\n{}\n{has_pattern}{pattern}", self.form.ending(), self.url)
    }
}

impl FromStr for Place {
    type Err = datafusion::error::DataFusionError;

    fn from_str(text: &str) -> Result<Self> {
        let mut lines = text.splitn(3, '\n');
        let mut next = || lines.next().ok_or_else(|| plan_datafusion_err!("no place of files"));
        let (ending, url, pattern) = (next()?, next()?.to_owned(), next()?);
        let form = Form::of(ending).ok_or_else(|| plan_datafusion_err!("no ending: {ending}"))?;
        Ok(Self { form, url, pattern: pattern.strip_prefix('1').map(str::to_owned) })
    }
}
