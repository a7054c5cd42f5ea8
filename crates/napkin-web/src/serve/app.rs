//! From a request of HTTP to what renders it, and back.

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware;
use tower_http::compression::CompressionLayer;

use super::accept::prefers_html;
use super::guard::{Guard, watch};
use super::origins::{self, Origin};
use crate::render::{self, Rendered, Request};

pub(crate) fn router(guard: Guard, origins: Vec<Origin>) -> Router {
    let router = Router::new()
        .fallback(answer)
        // The guard has read the body, within its own limits.
        .layer(DefaultBodyLimit::disable())
        .layer(CompressionLayer::new());
    let router = if origins.is_empty() { router } else { router.layer(origins::layer(origins)) };
    router.layer(middleware::from_fn_with_state(guard, watch))
}

async fn answer(method: Method, uri: Uri, headers: HeaderMap, content: Bytes) -> Rendered {
    let fields = headers.get_all(CONTENT_ENCODING).iter();
    let codings: Vec<_> = fields.map(|field| String::from_utf8_lossy(field.as_bytes())).collect();
    let coding = codings.join(",");
    let media_type = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let method = match method {
        Method::GET | Method::HEAD => render::Method::Get,
        Method::POST => render::Method::Post {
            media_type: media_type.unwrap_or_default(),
            coding: &coding,
            content: &content,
        },
        _ => render::Method::Other,
    };
    let wants_page = prefers_html(&headers);
    let rendered = Request { method, path: uri.path(), query: uri.query(), wants_page }.render();
    let tag = rendered.fields.iter().find(|(name, _)| *name == "etag");
    let is_known = tag.is_some_and(|(_, tag)| {
        let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|field| field.to_str().ok());
        known.flat_map(|field| field.split(',')).any(|known| known.trim() == tag)
    });
    if is_known { Rendered { status: 304, content: Vec::new(), ..rendered } } else { rendered }
}
