//! What a request gets: a page, the documentation, an answer in JSON, or a file of the page. It needs no socket and no thread, so that it
//! works where a program has none, as in WebAssembly.

use std::borrow::Cow;

use http::StatusCode;
use maud::Markup;

use crate::assets::{ASSETS, Asset};
use crate::authorization::{self, Authorization};
use crate::face::Face;
use crate::openapi;
use crate::page::{self, api};
use crate::parameters::{
    LARGEST, LARGEST_BODY, LARGEST_DOCUMENT, Parameters, too_long, too_long_a_document,
};
use crate::questions::{self, Answering, Listed};
use crate::refusal::Refusal;

/// A request, without its connection.
///
/// ```
/// use napkin_web::Request;
///
/// let request = Request { path: "/api/v1/parse", query: Some("input=http://h/a"), ..Request::default() };
/// let rendered = request.render();
/// assert_eq!((rendered.status, rendered.media_type), (200, "application/json"));
/// assert!(rendered.content.starts_with(br#"{"input":"http://h/a""#));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "a caller makes it of these parts")]
pub struct Request<'a> {
    /// The method, with the content that it brings.
    pub method: Method<'a>,
    /// The path below the root, with a slash before it.
    pub path: &'a str,
    /// The query, if there is one.
    pub query: Option<&'a str>,
    /// Whether a page is preferred to JSON where there are both.
    pub wants_page: bool,
}

/// The method of a request.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::exhaustive_enums, reason = "whatever is not read is another method")]
pub enum Method<'a> {
    /// `GET`, or `HEAD`.
    #[default]
    Get,
    /// `POST`.
    Post {
        /// The value of `Content-Type`.
        media_type: &'a str,
        /// The values of `Content-Encoding`, separated by commas.
        coding: &'a str,
        /// The content.
        content: &'a [u8],
    },
    /// Any other one, which nothing here has.
    Other,
}

/// The response to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rendered {
    /// The status of HTTP.
    pub status: u16,
    /// The media type of the content.
    pub media_type: &'static str,
    /// Other header fields, with names in lowercase.
    pub fields: Vec<(&'static str, Cow<'static, str>)>,
    /// The content.
    pub content: Vec<u8>,
}

/// What is at a path.
#[derive(Clone, Copy)]
pub(crate) enum Route {
    /// A page with a form, or its answers alone.
    Page {
        of: Asking,
        is_whole: bool,
    },
    /// The list of questions, as a page or as the `OpenAPI` description. `server` is the address below which the questions are,
    /// relative to that of the description.
    Documentation {
        server: &'static str,
    },
    /// The `OpenAPI` description.
    Description {
        server: &'static str,
    },
    Question(&'static Listed),
    /// The question `allow`, answered by the status.
    Authorization(&'static Listed),
    Asset(&'static Asset),
}

/// The pages with a form.
#[derive(Clone, Copy)]
pub(crate) enum Asking {
    Explore,
    Compare,
    Template,
}

impl Route {
    /// The route of a path below the root.
    pub(crate) fn of(path: &str) -> Option<Self> {
        Some(match path.strip_prefix('/')? {
            "" => Self::Page { of: Asking::Explore, is_whole: true },
            "answers" => Self::Page { of: Asking::Explore, is_whole: false },
            "compare" => Self::Page { of: Asking::Compare, is_whole: true },
            "compare/answers" => Self::Page { of: Asking::Compare, is_whole: false },
            "template" => Self::Page { of: Asking::Template, is_whole: true },
            "template/answers" => Self::Page { of: Asking::Template, is_whole: false },
            // The questions are at `api/v1`, as seen from here.
            "api" => Self::Documentation { server: "api/v1" },
            "api/" | "api/v1" => Self::Documentation { server: "v1" },
            "api/v1/openapi.json" => Self::Description { server: "../v1" },
            path => match path.strip_prefix("api/v1/") {
                Some(authorization::BELOW) => Self::Authorization(questions::named("allow")?),
                Some(name) => Self::Question(questions::named(name)?),
                None => Self::Asset(ASSETS.iter().copied().find(|asset| asset.path == path)?),
            },
        })
    }

    /// Whether its input is a document, which is the body of a request.
    const fn takes_document(self) -> bool {
        matches!(self, Self::Question(Listed { answer: Answering::OfBody(_), .. }))
    }

    /// Checks the length of the body of a request for a route, which may be unknown.
    ///
    /// # Errors
    ///
    /// If it is too long.
    pub(crate) fn check_body(route: Option<Self>, length: usize) -> Result<(), Refusal> {
        let takes_document = route.is_some_and(Self::takes_document);
        match takes_document {
            false if length > LARGEST_BODY => Err(too_long()),
            true if length > LARGEST_DOCUMENT => Err(too_long_a_document()),
            false | true => Ok(()),
        }
    }
}

impl Request<'_> {
    /// Makes the response: what is at the path, or the error, as JSON below `/api` and as a page elsewhere.
    ///
    /// No value of a parameter may be longer than [`LARGEST`], and no document than [`LARGEST_DOCUMENT`].
    pub fn render(&self) -> Rendered {
        let face = Face::asked(self.path, self.wants_page);
        let Some(route) = Route::of(self.path) else {
            return refused(face, &nothing_here());
        };
        if let Some((allowed, message)) = self.wrong_method(route) {
            let status = StatusCode::METHOD_NOT_ALLOWED;
            let mut refused = refused(face, &Refusal { status, message: message.into() });
            refused.fields.push(("allow", allowed.into()));
            return refused;
        }
        self.answer(route, face).unwrap_or_else(|refusal| refused(face, &refusal))
    }

    /// The methods that a route has instead of this one, and the words that say so.
    const fn wrong_method(&self, route: Route) -> Option<(&'static str, &'static str)> {
        let takes_body = matches!(route, Route::Page { .. } | Route::Question(_));
        match self.method {
            Method::Get if route.takes_document() && !self.wants_page => Some((
                "POST",
                "there is POST here, with the document as the body and options in the query",
            )),
            Method::Other | Method::Post { .. } if !takes_body => {
                Some(("GET,HEAD", "there is GET here"))
            }
            Method::Other => {
                Some(("GET,HEAD,POST", "there is GET here, and POST for what has an input"))
            }
            Method::Get | Method::Post { .. } => None,
        }
    }

    fn answer(&self, route: Route, face: Face) -> Result<Rendered, Refusal> {
        if let Method::Post { content, .. } = self.method {
            Route::check_body(Some(route), content.len())?;
        }
        Ok(match (route, face) {
            (Route::Page { of, is_whole }, _) => self.page(of, is_whole)?,
            (Route::Documentation { .. }, Face::Page { depth }) => {
                by_accept(html(api::documentation(depth).whole()))
            }
            (Route::Documentation { server }, Face::Api) => {
                by_accept(json(openapi::document(server)))
            }
            (Route::Description { server }, _) => json(openapi::document(server)),
            (Route::Question(question), Face::Page { .. }) => by_accept(self.page_of(question)),
            (Route::Question(question), Face::Api) => by_accept(json(self.answer_to(question)?)),
            (Route::Authorization(allow), _) => {
                let Authorization { status, field: (name, value) } =
                    authorization::of(&self.answer_to(allow)?)?;
                let fields = vec![(name, value.into())];
                Rendered { status, fields, ..content("text/plain; charset=utf-8", Vec::new()) }
            }
            (Route::Asset(asset), _) => {
                let hash = asset.hash();
                // Another version of the program may have other files, at another address.
                let is_named = self.query == Some(&*hash);
                let kept =
                    if is_named { "public, max-age=31536000, immutable" } else { "no-cache" };
                // Weak, since the answer may be compressed.
                let tag = format!("W/\"{hash}\"");
                let fields = vec![("cache-control", kept.into()), ("etag", tag.into())];
                Rendered { fields, ..content(asset.kind, asset.content) }
            }
        })
    }

    /// A page with a form, or its answers alone.
    fn page(&self, of: Asking, is_whole: bool) -> Result<Rendered, Refusal> {
        let parameters = self.parameters()?;
        let page = match of {
            Asking::Explore => {
                let asked = page::Asked::read(parameters)?;
                if let Some(elsewhere) = asked.comparison() {
                    let fields = vec![("location", elsewhere.into())];
                    return Ok(Rendered { status: 303, fields, ..html(Markup::default()) });
                }
                page::show(&asked)
            }
            Asking::Compare => page::compare::show(&page::compare::Pair::read(parameters)?),
            Asking::Template => page::template::show(&page::template::Templated::read(parameters)?),
        };
        Ok(html(if is_whole { page.whole() } else { page.part() }))
    }

    /// The page of a question, with its answer if it is asked.
    fn page_of(&self, question: &Listed) -> Rendered {
        let is_asked = match question.answer {
            Answering::OfParameters(_) => {
                matches!(self.method, Method::Post { .. }) || self.query.is_some()
            }
            Answering::OfBody(_) => matches!(self.method, Method::Post { .. }),
        };
        let answer = is_asked.then(|| self.answer_to(question));
        let page = api::question(question, self.query.unwrap_or_default(), answer.as_ref());
        Rendered { status: api::status(answer.as_ref()).as_u16(), ..html(page.whole()) }
    }

    /// The answer to a question in JSON.
    fn answer_to(&self, question: &Listed) -> Result<Vec<u8>, Refusal> {
        let names = question.parameters.iter().map(|parameter| parameter.name);
        match question.answer {
            Answering::OfParameters(answer) => {
                let mut parameters = self.parameters()?;
                parameters.are_among(names)?;
                parameters.are_text()?;
                answer(&mut parameters)
            }
            Answering::OfBody(answer) => {
                let (media_type, document) = self.document()?;
                let mut parameters = self.of_query()?;
                parameters.are_among(names)?;
                parameters.are_text()?;
                answer(&mut parameters, media_type, document)
            }
        }
    }

    /// The parameters: those of the query, and of the body if there is one.
    fn parameters(&self) -> Result<Parameters, Refusal> {
        let of_query = self.of_query()?;
        let (media_type, content) = match self.method {
            Method::Post { media_type, content, .. } if !content.is_empty() => {
                (media_type, content)
            }
            _ => return Ok(of_query),
        };
        let of_body = match &*media_type.split(';').next().unwrap_or("").trim().to_ascii_lowercase()
        {
            "application/json" => Parameters::of_json(content)?,
            "application/x-www-form-urlencoded" => Parameters::of_form(content)?,
            _ => {
                let message =
                    "the body has to be application/json or application/x-www-form-urlencoded";
                return Err(unsupported(message));
            }
        };
        short(of_body.and(of_query)?)
    }

    fn of_query(&self) -> Result<Parameters, Refusal> {
        short(Parameters::of_form(self.query.unwrap_or_default().as_bytes())?)
    }

    /// The document in the body, with its media type; codings are those of compressions whose data has a mark, which are found in it.
    fn document(&self) -> Result<(&str, &[u8]), Refusal> {
        const KNOWN: [&str; 5] = ["gzip", "x-gzip", "zstd", "identity", ""];
        let Method::Post { media_type, coding, content } = self.method else {
            return Ok(("", &[]));
        };
        let is_known =
            |coding: &str| KNOWN.iter().any(|known| known.eq_ignore_ascii_case(coding.trim()));
        if coding.split(',').all(is_known) {
            return Ok((media_type, content));
        }
        Err(unsupported("no content coding but gzip and zstd is taken here"))
    }
}

/// The error of a body of another type or coding.
fn unsupported(message: &str) -> Refusal {
    Refusal { status: StatusCode::UNSUPPORTED_MEDIA_TYPE, message: message.into() }
}

/// Parameters none of which is too long.
fn short(parameters: Parameters) -> Result<Parameters, Refusal> {
    if parameters.longest() > LARGEST { Err(too_long()) } else { Ok(parameters) }
}

/// The error of a path where nothing is.
pub(crate) fn nothing_here() -> Refusal {
    Refusal { status: StatusCode::NOT_FOUND, message: "there is nothing here".into() }
}

fn refused(face: Face, refusal: &Refusal) -> Rendered {
    let (media_type, error) = face.error(refusal);
    Rendered { status: refusal.status.as_u16(), ..content(media_type, error) }
}

fn html(page: Markup) -> Rendered {
    content("text/html; charset=utf-8", page.into_string())
}

fn json(answer: impl Into<Vec<u8>>) -> Rendered {
    content("application/json", answer)
}

fn content(media_type: &'static str, content: impl Into<Vec<u8>>) -> Rendered {
    Rendered { status: 200, media_type, fields: Vec::new(), content: content.into() }
}

/// A response that depends on what the client accepts.
fn by_accept(mut rendered: Rendered) -> Rendered {
    rendered.fields.push(("vary", "accept".into()));
    rendered
}
