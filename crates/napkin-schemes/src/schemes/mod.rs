//! The schemes: one file each, and one line each in the list below.
//!
//! A file has the [`Definition`] of its scheme and the view, a struct of its
//! fields. A scheme that is another one on another port or over TLS shares that one's view.

use crate::definition::Definition;

/// Makes the modules, the exports and the list of definitions.
macro_rules! schemes {
    ($($module:ident::{$DEFINITION:ident $(, $View:ident)*},)*) => {
        $(pub(crate) mod $module;)*

        $(pub use $module::{$DEFINITION $(, $View)*};)*

        /// The one list of schemes.
        pub const DEFINITIONS: &[&Definition] = &[$(&$DEFINITION),*];

        #[cfg(test)]
        const FILES: &[&str] = &[$(stringify!($module)),*];
    };
}

schemes! {
    http::{HTTP, Http},
    https::{HTTPS},
    ftp::{FTP, Ftp},
    gopher::{GOPHER, Gopher},
    news::{NEWS, News, NewsItem},
    nntp::{NNTP, Nntp},
    telnet::{TELNET, Telnet},
    rlogin::{RLOGIN},
    tn3270::{TN3270},
    wais::{WAIS, Wais, WaisForm},
    prospero::{PROSPERO, Prospero},
    mid::{MID, Mid},
    cid::{CID, Cid},
    experimental::{EXPERIMENTAL, Experimental},
}

impl Definition {
    /// The definition with this name, in any case: a scheme, or a namespace such as `urn:isbn`.
    pub fn named(name: &str) -> Option<&'static Self> {
        DEFINITIONS.iter().copied().find(|definition| definition.name.eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn every_file_has_a_line_in_the_list() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/schemes");
        let mut found: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .filter(|name| name != "mod")
            .collect();
        found.sort();
        let mut listed = FILES.to_vec();
        listed.sort_unstable();
        assert_eq!(found, listed);
    }
}
