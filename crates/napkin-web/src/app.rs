//! The routes of requests.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, RawQuery};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use crate::assets::ASSETS;
use crate::guard::{Guard, watch};
use crate::openapi;
use crate::page;
use crate::parameters::{LARGEST, Parameters, too_long};
use crate::questions;
use crate::refusal::Refusal;

pub(crate) fn router(guard: Guard) -> Router {
    let mut router = Router::new()
        .route("/", get(explore).post(explore))
        .route("/api/v1", get(description))
        .route("/api/v1/openapi.json", get(description))
        .route("/api/v1/{question}", get(answer).post(answer));
    for asset in ASSETS {
        router = router.route(asset.path, get(move || async move { asset.into_response() }));
    }
    router
        .fallback(|| async { nothing_here() })
        .method_not_allowed_fallback(|| async { no_such_method() })
        .layer(middleware::from_fn_with_state(guard, watch))
}

fn nothing_here() -> Refusal {
    Refusal { status: StatusCode::NOT_FOUND, message: "there is nothing here".into() }
}

fn no_such_method() -> Refusal {
    let message = "there is GET here, and POST for what has an input".into();
    Refusal { status: StatusCode::METHOD_NOT_ALLOWED, message }
}

async fn description() -> Response {
    ([(CONTENT_TYPE, "application/json")], openapi::document()).into_response()
}

/// The parameters of a request: those of its query, or of its body if it has one.
fn parameters(
    method: &Method,
    headers: &HeaderMap,
    query: Option<&str>,
    body: &Bytes,
) -> Result<Parameters, Refusal> {
    let query = query.unwrap_or_default().as_bytes();
    let found = if *method == Method::POST {
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
        match kind.split(';').next().unwrap_or("").trim() {
            "application/json" => Parameters::of_json(body)?,
            "application/x-www-form-urlencoded" => Parameters::of_form(body)?,
            _ => {
                return Err(Refusal::bad(
                    "the body has to be application/json or application/x-www-form-urlencoded",
                ));
            }
        }
    } else {
        Parameters::of_form(query)?
    };
    if found.longest() > LARGEST {
        return Err(too_long());
    }
    Ok(found)
}

async fn answer(
    Path(name): Path<String>,
    method: Method,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Response, Refusal> {
    let question = questions::named(&name).ok_or_else(nothing_here)?;
    let mut parameters = parameters(&method, &headers, query.as_deref(), &body)?;
    parameters.are_text()?;
    let json = (question.answer)(&mut parameters)?;
    parameters.end()?;
    Ok(([(CONTENT_TYPE, "application/json")], json).into_response())
}

async fn explore(
    method: Method,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Response, Refusal> {
    let parameters = parameters(&method, &headers, query.as_deref(), &body)?;
    let asked = page::Asked::read(parameters)?;
    Ok(Html(page::show(&asked).into_string()).into_response())
}
