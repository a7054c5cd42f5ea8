//! The style and the script of the page, embedded.

/// A file that the page refers to.
pub(crate) struct Asset {
    pub(crate) path: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) content: &'static str,
}

/// The path of the style, below the root.
pub(crate) const STYLE: &str = "assets/page.css";
/// The path of the script.
pub(crate) const SCRIPT: &str = "assets/page.js";
/// The path of the icon.
pub(crate) const ICON: &str = "assets/icon.svg";

/// The one list of files.
pub(crate) const ASSETS: &[Asset] = &[
    Asset {
        path: STYLE,
        kind: "text/css; charset=utf-8",
        content: include_str!("../assets/page.css"),
    },
    Asset {
        path: SCRIPT,
        kind: "text/javascript; charset=utf-8",
        content: include_str!("../assets/page.js"),
    },
    Asset { path: ICON, kind: "image/svg+xml", content: include_str!("../assets/icon.svg") },
];
