//! The style and the script of the page, embedded.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// A file that the page refers to.
pub(crate) struct Asset {
    pub(crate) path: &'static str,
    kind: &'static str,
    content: &'static str,
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

impl IntoResponse for &'static Asset {
    fn into_response(self) -> Response {
        // The files are part of the program, so another version may have others.
        let headers = [(CONTENT_TYPE, self.kind), (CACHE_CONTROL, "no-cache")];
        (headers, self.content).into_response()
    }
}
