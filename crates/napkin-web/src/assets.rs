//! The style and the script of the page, embedded.

/// A file that the page refers to.
pub(crate) struct Asset {
    pub(crate) path: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) content: &'static str,
}

/// The style of the page.
pub(crate) const STYLE: &Asset = &Asset {
    path: "assets/page.css",
    kind: "text/css; charset=utf-8",
    content: include_str!("../assets/page.css"),
};
/// The script.
pub(crate) const SCRIPT: &Asset = &Asset {
    path: "assets/page.js",
    kind: "text/javascript; charset=utf-8",
    content: include_str!("../assets/page.js"),
};
/// The icon.
pub(crate) const ICON: &Asset = &Asset {
    path: "assets/icon.svg",
    kind: "image/svg+xml",
    content: include_str!("../assets/icon.svg"),
};

/// The one list of files.
pub(crate) const ASSETS: &[&Asset] = &[STYLE, SCRIPT, ICON];

impl Asset {
    /// The hash of the content: another version of the program has another one.
    pub(crate) fn hash(&self) -> String {
        // FNV-1a. It tells versions apart, and nobody chooses the content.
        let hash = self.content.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }

    /// The address below the root. It names the content, so that it can be kept for a year.
    pub(crate) fn address(&self) -> String {
        format!("{}?{}", self.path, self.hash())
    }
}
