//! The routes of requests.

use axum::Extension;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, RawQuery};
use axum::http::header::{ALLOW, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri};
use axum::middleware;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use tower_http::compression::CompressionLayer;

use crate::accept::prefers_html;
use crate::assets::ASSETS;
use crate::face::{Face, Told};
use crate::guard::{Guard, watch};
use crate::openapi;
use crate::page;
use crate::page::api;
use crate::parameters::{LARGEST, Parameters, too_long};
use crate::questions::{self, Answering, Listed};
use crate::refusal::Refusal;

pub(crate) fn router(guard: Guard) -> Router {
    let mut router = Router::new()
        .route("/", get(explore).post(explore))
        .route("/compare", get(compare).post(compare))
        .route("/api", get(documentation))
        .route("/api/", get(documentation))
        .route("/api/v1", get(documentation))
        .route("/api/v1/openapi.json", get(description))
        .route("/api/v1/{question}", get(answer).post(answer));
    for asset in ASSETS {
        router = router
            .route(&format!("/{}", asset.path), get(move || async move { asset.into_response() }));
    }
    router
        .fallback(|| async { nothing_here() })
        .method_not_allowed_fallback(|| async { no_such_method() })
        // The guard has read the body, within its own limits.
        .layer(DefaultBodyLimit::disable())
        .layer(CompressionLayer::new())
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

/// The documentation of the API: a page, or its description for a program.
async fn documentation(uri: Uri, headers: HeaderMap) -> Response {
    match Face::asked(uri.path(), &headers) {
        Face::Api => (VARIES, description().await).into_response(),
        Face::Page { depth } => {
            (VARIES, Html(api::documentation(depth).into_string())).into_response()
        }
    }
}

/// The answer depends on who asks.
const VARIES: [(HeaderName, &str); 1] = [(VARY, "accept")];

/// The media type of the body, with its parameters; empty if there is none.
fn media_type(headers: &HeaderMap) -> &str {
    headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default()
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
        match media_type(headers).split(';').next().unwrap_or("").trim() {
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

/// The parameters beside a document, which are those of the query.
fn beside_document(headers: &HeaderMap, query: Option<&str>) -> Result<Parameters, Refusal> {
    check_content_coding(headers)?;
    let found = Parameters::of_form(query.unwrap_or_default().as_bytes())?;
    if found.longest() > LARGEST { Err(too_long()) } else { Ok(found) }
}

fn no_document() -> Refusal {
    let message = "there is POST here, with the document as the body and options in the query";
    Refusal { status: StatusCode::METHOD_NOT_ALLOWED, message: message.into() }
}

/// Checks the codings of a document: those of compressions whose data has a mark, which are found in it.
fn check_content_coding(headers: &HeaderMap) -> Result<(), Refusal> {
    let known = ["gzip", "x-gzip", "zstd", "identity", ""];
    let fields = headers.get_all(CONTENT_ENCODING).iter();
    let mut codings = fields.flat_map(|field| field.as_bytes().split(|byte| *byte == b','));
    let is_known = |coding: &[u8]| {
        known.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(coding.trim_ascii()))
    };
    if codings.all(is_known) {
        return Ok(());
    }
    let message = "no content coding but gzip and zstd is taken here".into();
    Err(Refusal { status: StatusCode::UNSUPPORTED_MEDIA_TYPE, message })
}

async fn answer(
    Path(name): Path<String>,
    method: Method,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Response, Refusal> {
    let question = questions::named(&name).ok_or_else(nothing_here)?;
    let takes_document = matches!(question.answer, Answering::OfBody(_));
    let is_page = prefers_html(&headers);
    if takes_document && method != Method::POST && !is_page {
        return Ok(([(ALLOW, "POST")], no_document()).into_response());
    }
    if !is_page {
        let json = json(question, &method, &headers, query.as_deref(), &body)?;
        return Ok((VARIES, [(CONTENT_TYPE, "application/json")], json).into_response());
    }
    let is_asked = method == Method::POST || query.is_some() && !takes_document;
    let answer = is_asked.then(|| json(question, &method, &headers, query.as_deref(), &body));
    let page = api::question(question, query.as_deref().unwrap_or_default(), answer.as_ref());
    let page = Html(page.into_string());
    Ok((api::status(answer.as_ref()), VARIES, Extension(Told), page).into_response())
}

/// The answer to a question in JSON.
fn json(
    question: &Listed,
    method: &Method,
    headers: &HeaderMap,
    query: Option<&str>,
    body: &Bytes,
) -> Result<Vec<u8>, Refusal> {
    let names = question.parameters.iter().map(|parameter| parameter.name);
    match question.answer {
        Answering::OfParameters(answer) => {
            let mut parameters = parameters(method, headers, query, body)?;
            parameters.are_among(names)?;
            parameters.are_text()?;
            answer(&mut parameters)
        }
        Answering::OfBody(answer) => {
            let mut parameters = beside_document(headers, query)?;
            parameters.are_among(names)?;
            parameters.are_text()?;
            answer(&mut parameters, media_type(headers), body)
        }
    }
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

async fn compare(
    method: Method,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Response, Refusal> {
    let parameters = parameters(&method, &headers, query.as_deref(), &body)?;
    let pair = page::compare::Pair::read(parameters)?;
    Ok(Html(page::compare::show(&pair).into_string()).into_response())
}
