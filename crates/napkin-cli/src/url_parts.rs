//! The parts that `get` prints of a URL by the URL Standard: the attributes of its API, and the parts that
//! references have too.

use std::borrow::Cow;

use napkin_answers::Failure;
use napkin_answers::components::{self, of_url};
use napkin_answers::octets::Octets;
use napkin_answers::pairs::{self, Pairs};
use napkin_answers::url_parts;
use napkin_url::{Attribute, Url};

use crate::parts::{Decoding, Kind, Part, Value};

/// The settings for taking parts of URLs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakingFromUrl {
    /// How text is decoded if a part does not say.
    pub(crate) decoding: Decoding,
    /// Whether the default port replaces a null port.
    pub(crate) default_port: bool,
}

impl TakingFromUrl {
    /// Takes one part of a URL, of which `query` is the query.
    ///
    /// # Errors
    ///
    /// If the part cannot be decoded.
    pub(crate) fn take<'a>(
        self,
        part: &Part,
        input: &'a [u8],
        url: &Url,
        query: Option<&'a str>,
    ) -> Result<Value<'a>, Failure<'a>> {
        let decoding = part.decoding.unwrap_or(self.decoding);
        Self { decoding, ..self }.value(&part.kind, input, url, query)
    }

    fn value<'a>(
        self,
        kind: &Kind,
        input: &'a [u8],
        url: &Url,
        query: Option<&'a str>,
    ) -> Result<Value<'a>, Failure<'a>> {
        let raw = |text: Option<String>| Ok(text.map(Cow::Owned).into());
        match kind {
            Kind::Input => Ok(Value::Bytes(input)),
            Kind::Error | Kind::Parameters(_) => Ok(Value::Undefined),
            Kind::Attribute(Attribute::Port) => raw(Some(self.port(url))),
            Kind::Attribute(attribute @ (Attribute::Href | Attribute::Origin)) => {
                raw(Some(url.get(*attribute).into_owned()))
            }
            Kind::Attribute(Attribute::Pathname) | Kind::Path => self.path(url),
            Kind::Attribute(Attribute::Search) => {
                self.one_of_query(Some(&url.get(Attribute::Search)))
            }
            Kind::Attribute(attribute) => self.one(Some(&url.get(*attribute))),
            Kind::Component(name) => raw(component(name, url)),
            Kind::Normalized(_) => raw(Some(url.as_str().into())),
            Kind::Origin => raw(Some(url.get(Attribute::Origin).into_owned())),
            Kind::DefaultPort => raw(default_port(url)),
            Kind::Userinfo => self.one(url_parts::userinfo(url)),
            Kind::User => self.one(url_parts::userinfo(url).map(|_| url.username())),
            Kind::Password => self.one(url.password()),
            Kind::Host => self.one(url_parts::host(url)),
            Kind::Port => raw(Some(self.port(url)).filter(|port| !port.is_empty())),
            Kind::Segments => match url_parts::segments(url) {
                Some(segments) => self.list(segments.into_iter()),
                None => Ok(Value::Undefined),
            },
            Kind::Segment(number) => {
                let segments = url_parts::segments(url).unwrap_or_default();
                let from_end = || segments.len().checked_sub(number.unsigned_abs());
                let number = usize::try_from(*number).ok().or_else(from_end);
                self.one(number.and_then(|number| segments.get(number)).copied())
            }
            Kind::Query => self.one_of_query(query),
            Kind::Pairs => self.pairs(query),
            Kind::Keys => match query {
                Some(query) => {
                    let keys = pairs::of_url(query).map(|(key, _)| self.text(key, true));
                    Ok(Value::List(keys.collect::<Result<_, _>>()?))
                }
                None => Ok(Value::Undefined),
            },
            Kind::Pair(key) => {
                self.one_of_query(query.and_then(|query| pairs::values_of_url(query, key).next()))
            }
            Kind::Values(key) => match query {
                Some(query) => {
                    let values =
                        pairs::values_of_url(query, key).map(|value| self.text(value, true));
                    Ok(Value::List(values.collect::<Result<_, _>>()?))
                }
                None => Ok(Value::Undefined),
            },
            Kind::Fragment => self.one(url.fragment()),
        }
    }

    fn pairs<'a>(self, query: Option<&'a str>) -> Result<Value<'a>, Failure<'a>> {
        let Some(query) = query else { return Ok(Value::Undefined) };
        let texts = pairs::of_url(query).map(|(key, value)| {
            let key = self.text(key, true)?;
            Ok(match value {
                Some(value) => format!("{key}={}", self.text(value, true)?).into(),
                None => key,
            })
        });
        let texts = texts.collect::<Result<_, Failure<'a>>>()?;
        Ok(Value::Pairs { readings: Pairs::of_url(Some(query)), texts })
    }

    fn port(self, url: &Url) -> String {
        let port = url.port().map(|port| port.to_string());
        port.or_else(|| default_port(url).filter(|_| self.default_port)).unwrap_or_default()
    }

    /// The path, decoded segment by segment if its slashes keep their meaning.
    fn path<'a>(self, url: &Url) -> Result<Value<'a>, Failure<'a>> {
        let has_slash = |segment: &&str| Octets::of_url(segment).as_bytes().contains(&b'/');
        let mut segments = url_parts::segments(url).into_iter().flatten();
        if self.decoding != Decoding::Raw && segments.any(|segment| has_slash(&segment)) {
            let message = "a segment of the path has an encoded slash, which decoding the path would make a \
                           delimiter; get 'segments' instead";
            return Err(Failure::new("encoded-slash", "1.3", message.into()).in_part("path"));
        }
        self.one(Some(url.path()))
    }

    fn list<'a, 't>(self, texts: impl Iterator<Item = &'t str>) -> Result<Value<'a>, Failure<'a>> {
        Ok(Value::List(texts.map(|text| self.text(text, false)).collect::<Result<_, _>>()?))
    }

    fn one<'a>(self, text: Option<&str>) -> Result<Value<'a>, Failure<'a>> {
        Ok(text.map(|text| self.text(text, false)).transpose()?.into())
    }

    fn one_of_query<'a>(self, text: Option<&str>) -> Result<Value<'a>, Failure<'a>> {
        Ok(text.map(|text| self.text(text, true)).transpose()?.into())
    }

    fn text<'a>(self, text: &str, of_query: bool) -> Result<Cow<'a, str>, Failure<'a>> {
        let octets = match self.decoding {
            Decoding::Raw => return Ok(Cow::Owned(text.into())),
            Decoding::Form if of_query => Octets::of_url_form(text),
            _ => Octets::of_url(text),
        };
        let text = octets.into_text().map(|text| Cow::Owned(text.into_owned()));
        text.map_err(|valid| {
            let message = format!("the decoded text is not UTF-8 from octet {valid} on");
            Failure::new("not-utf8", "1.3", message)
        })
    }
}

/// The default port of the scheme of a URL.
fn default_port(url: &Url) -> Option<String> {
    let scheme = url.edition().special.scheme_type(url.scheme());
    Some(scheme.default_port()?.to_string())
}

/// A component by its name in JSON.
fn component(name: &str, url: &Url) -> Option<String> {
    let found = of_url(url).into_iter().find(|component| component.name == name)?;
    match found.value? {
        components::Value::Text(text) => Some(text.into_owned()),
        _ => None,
    }
}
