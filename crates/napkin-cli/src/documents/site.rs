//! The files and directories that a URI stands for, as `check --links --base` gives it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use napkin::{Parts, percent};

use crate::input::path_of;
use crate::input::tree::Search;

/// Which paths a URI leads to.
#[derive(Default)]
pub(crate) struct Site {
    /// The scheme and the server in lower case, without a default port.
    server: String,
    places: Vec<PlaceOf>,
}

/// A path, and where it is at the server.
struct PlaceOf {
    /// The octets of the path of the URI; a directory's end with a slash.
    octets: Vec<u8>,
    path: PathBuf,
    is_directory: bool,
}

impl Site {
    /// The paths of a command line, of which each has the URI `base`. The directory of a file is at the URI that ends with the
    /// last slash.
    pub(crate) fn new(base: &str, paths: &[OsString], search: Search) -> Self {
        let parts = Parts::split(base);
        let octets = percent::decode(parts.path, false).to_bytes().into_owned();
        let here = [OsString::from(".")];
        let paths = if paths.is_empty() && search.recursive { &here } else { paths };
        let mut places = Vec::new();
        for path in paths.iter().map(Path::new).filter(|path| *path != Path::new("-")) {
            let path = &std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            let mut octets = octets.clone();
            let mut directory = path.as_path();
            if !(search.recursive && path.is_dir()) {
                places.push(PlaceOf {
                    octets: octets.clone(),
                    path: path.to_owned(),
                    is_directory: false,
                });
                let end = octets.iter().rposition(|&octet| octet == b'/');
                octets.truncate(end.map_or(0, |slash| slash + 1));
                directory = path.parent().unwrap_or(path);
            }
            if !octets.ends_with(b"/") {
                octets.push(b'/');
            }
            places.push(PlaceOf { octets, path: directory.to_owned(), is_directory: true });
        }
        Self { server: server(&parts), places }
    }

    /// The path that a URI leads to; `None` if it is outside of all of them. Of several, the first that exists counts.
    pub(crate) fn path(&self, target: &Parts<'_>) -> Option<PathBuf> {
        if self.places.is_empty() || server(target) != self.server {
            return None;
        }
        let octets = percent::decode(target.path, false).to_bytes();
        let octets = if octets.is_empty() { &b"/"[..] } else { &octets };
        let mut candidates: Vec<PathBuf> =
            self.places.iter().filter_map(|place| place.path(octets)).collect();
        let existing = candidates.iter().position(|path| path.exists());
        (!candidates.is_empty()).then(|| candidates.swap_remove(existing.unwrap_or(0)))
    }
}

impl PlaceOf {
    /// The path that octets of a URI lead to; `None` if they lead out of the place.
    fn path(&self, octets: &[u8]) -> Option<PathBuf> {
        let Self { octets: own, path, is_directory } = self;
        if !is_directory {
            return (own == octets).then(|| path.clone());
        }
        let inside = octets.strip_prefix(own.as_slice())?;
        let inside = path_of(inside.to_vec());
        Some(path.join(inside.strip_prefix("/").unwrap_or(&inside)))
    }
}

/// The scheme and the server of a URI in lower case, without a default port.
fn server(parts: &Parts<'_>) -> String {
    let scheme = parts.scheme.unwrap_or_default().to_ascii_lowercase();
    let authority = parts.authority.unwrap_or_default().to_ascii_lowercase();
    let port = match &*scheme {
        "http" => ":80",
        "https" => ":443",
        _ => ":",
    };
    let authority = authority.strip_suffix(port).unwrap_or(&authority);
    let authority = authority.strip_suffix(':').unwrap_or(authority);
    [&*scheme, "://", authority].concat()
}

#[cfg(test)]
mod tests {
    use napkin::Parts;

    use super::Site;
    use crate::input::tree::Search;

    #[test]
    fn uris_lead_to_files() {
        let path = |site: &Site, uri: &str| site.path(&Parts::split(uri));
        let at = |path: &str| Some(std::path::absolute(path).unwrap());
        let search = Search { recursive: true, follow: false };
        let folder = Site::new("https://H:443/a%20b", &["src".into()], search);
        assert_eq!(path(&folder, "https://h/a%20b/x%C3%A9?q"), at("src/xé"));
        assert_eq!(path(&folder, "HTTPS://h/a b/"), at("src/"));
        assert_eq!(path(&folder, "https://h/a%20b//etc"), at("src/etc"));
        for outside in ["https://h/a", "http://h/a b/x", "https://h:8/a b/x", "https://h/"] {
            assert_eq!(path(&folder, outside), None, "{outside}");
        }
        let file = Site::new("http://h/d/", &["src/main.rs".into()], Search::default());
        assert_eq!(path(&file, "http://h/d/"), at("src/main.rs"));
        assert_eq!(path(&file, "http://h/d/exit.rs"), at("src/exit.rs"));
        assert_eq!(path(&file, "http://h/"), None);
        let bare = Site::new("http://h", &["a".into()], Search::default());
        assert_eq!(path(&bare, "http://h/b"), at("b"));
        let standard_input = Site::new("http://h", &["-".into()], Search::default());
        assert_eq!(path(&standard_input, "http://h/"), None);
    }
}
