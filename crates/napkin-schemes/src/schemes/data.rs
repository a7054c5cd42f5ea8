//! `data`: octets that the URI itself carries, and their media type (RFC 2397).

use std::borrow::Cow;

use base64::{DecodeError, Engine, engine::general_purpose::STANDARD};
use napkin::edition::rules::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::pairs::{Grammar, Parameter};
use crate::source::Source;
use crate::spelling::{ALPHANUM, lowercase, octets};
use crate::value::Fields;
use crate::writer::Writer;

/// Data in the URI.
pub static DATA: Definition = Definition {
    name: "data",
    title: "Data in the URI itself",
    document: "RFC 2397 section 3",
    grammar: "\
dataurl   = \"data:\" [ mediatype ] [ \";base64\" ] \",\" data
mediatype = [ type \"/\" subtype ] *( \";\" parameter )
parameter = attribute \"=\" value
data      = *urlchar",
    example: "data:text/plain;charset=iso-8859-7,%be%d3%be",
    default_port: None,
    standings: &[],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Data::of(source)?)),
};

const SECTION: &str = "RFC 2397 section 3";
const URL: Rule = Rule { name: "dataurl", section: SECTION };
const MEDIA_TYPE: Rule = Rule { name: "mediatype", section: SECTION };
const PARAMETER: Rule = Rule { name: "parameter", section: SECTION };
const TOKEN: Rule = Rule { name: "token", section: "RFC 2045 section 5.1" };
const BASE64: Rule = Rule { name: "base64", section: "RFC 4648 section 4" };
const NORMAL: Rule = Rule { name: "media-type", section: "RFC 2397 section 2" };

const BASE64_EXTENSION: &str = ";base64";
const DEFAULT_TYPE: &str = "text";
const DEFAULT_SUBTYPE: &str = "plain";
const CHARSET: &str = "charset";
const DEFAULT_CHARSET: &str = "US-ASCII";

/// The characters of a token (RFC 2045 §5.1), and those of them that a URI can have raw.
const TOKENS: ByteSet = RAW_TOKENS.or(ByteSet::of(b"%#^`{|}"));
const RAW_TOKENS: ByteSet = ALPHANUM.or(ByteSet::of(b"!$&'*+-._~"));
const ESCAPED_TOKENS: ByteSet = RAW_TOKENS.or(ByteSet::of(b"%"));
const GRAMMAR: Grammar = Grammar { name: (ESCAPED_TOKENS, TOKEN), value: (ESCAPED_TOKENS, TOKEN) };

/// What may stand raw in the data beside the unreserved characters. No slash, so that data cannot be a
/// dot segment.
const RAW: ByteSet = ByteSet::of(b"?:@!$&'()*+,;=");
const BASE64_RAW: ByteSet = ALPHANUM.or(ByteSet::of(b"+/="));

/// Octets with their media type.
///
/// ```
/// use napkin_schemes::{Parameter, View, schemes::Data};
///
/// let uri = napkin::Uri::parse("data:image/gif;base64,R0lGODdh")?;
/// let data = Data::read(&uri)?;
/// assert_eq!(data.content_type(), "image/gif");
/// assert_eq!(data.to_bytes()?, &b"GIF87a"[..]);
///
/// let mut data = Data::new("100 €");
/// data.parameters.push(Parameter::new("charset", "utf-8"));
/// assert_eq!(data.to_uri()?, "data:;charset=utf-8,100%20%E2%82%AC");
/// assert_eq!(data.content_type(), "text/plain;charset=utf-8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data<'a> {
    /// Type and subtype; `text` and `plain` are meant if there are none.
    pub media_type: Option<(Octets<'a>, Octets<'a>)>,
    /// The parameters of the media type. Without any, and without a type, `charset=US-ASCII` is meant.
    pub parameters: Vec<Parameter<'a>>,
    /// Whether the data is written in base64.
    pub is_base64: bool,
    /// What follows the comma: the octets, or their base64 text.
    pub data: Octets<'a>,
}

impl<'a> Data<'a> {
    /// Reads a URI of `data`, to its end or its fragment.
    ///
    /// # Errors
    ///
    /// If there is no comma, the media type is not one, a parameter has no value, or base64 text is not
    /// in its alphabet and padded. Line breaks in it, as RFC 2045 §6.8 has them, are skipped.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        Self::of(Source::of(reference, &[DATA.name])?)
    }

    /// These octets, of the default media type.
    pub fn new(octets: impl Into<Octets<'a>>) -> Self {
        Self { media_type: None, parameters: Vec::new(), is_base64: false, data: octets.into() }
    }

    /// These octets in base64, of the default media type.
    pub fn base64(octets: impl AsRef<[u8]>) -> Self {
        Self { is_base64: true, ..Self::new(STANDARD.encode(octets)) }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let text = source.after_scheme();
        let end = text.get(text.len()..).unwrap_or_default();
        let missing = source.error(ErrorKind::Missing, "comma", end, URL);
        let (head, data) = text.split_once(',').ok_or(missing)?;
        let (media, is_base64) = without_extension(head);
        let (name, parameters) = match media.split_once(';') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (media, None),
        };
        let media_type = media_type(source, name)?;
        let parameters = Parameter::read_all(source, parameters, &GRAMMAR)?;
        for parameter in &parameters {
            check_parameter(source, parameter)?;
        }
        if is_base64 && let Err((at, kind)) = decode(data) {
            let rest = data.get(at..).unwrap_or(data);
            return Err(source.error(kind, "base64 data", rest, BASE64));
        }
        Ok(Self { media_type, parameters, is_base64, data: source.octets(data) })
    }

    /// The octets that the URI carries.
    ///
    /// # Errors
    ///
    /// If the base64 text is not valid; in a view that was read, it is.
    pub fn to_bytes(&self) -> Result<Cow<'_, [u8]>, SchemeError> {
        if !self.is_base64 {
            return Ok(self.data.to_bytes());
        }
        let text = self.data.spelled(BASE64_RAW);
        let octets = decode(&text);
        octets.map(Cow::Owned).map_err(|(_, kind)| SchemeError::new(kind, "base64 data", BASE64))
    }

    /// The media type with its parameters, as a header field has it: defaults filled in, values quoted
    /// where they have to be.
    pub fn content_type(&self) -> String {
        let mut content_type = self.essence();
        if self.is_default_type() {
            content_type.push_str(&[";", CHARSET, "=", DEFAULT_CHARSET].concat());
        }
        for Parameter { name, value } in &self.parameters {
            content_type.push_str(&[";", &name.to_latin1(), "="].concat());
            content_type
                .push_str(&quoted(&value.as_ref().map_or(String::new(), Octets::to_latin1)));
        }
        content_type
    }

    /// Type, slash and subtype.
    fn essence(&self) -> String {
        match &self.media_type {
            None => [DEFAULT_TYPE, "/", DEFAULT_SUBTYPE].concat(),
            Some((name, subtype)) => [&name.to_latin1(), "/", &subtype.to_latin1()].concat(),
        }
    }

    /// The charset that is named, or that of the default media type.
    pub fn charset(&self) -> Option<Octets<'a>> {
        let named = Parameter::find(&self.parameters, CHARSET).cloned();
        named.or_else(|| self.is_default_type().then(|| DEFAULT_CHARSET.into()))
    }

    /// Whether the media type is left out as a whole.
    fn is_default_type(&self) -> bool {
        self.media_type.is_none() && self.parameters.is_empty()
    }

    /// The media type as it is compared: nothing where it is equal to the default, in full where not.
    fn compared_media_type(&self) -> String {
        let spelled = |octets: &Octets<'_>| octets.spelled(RAW_TOKENS);
        let essence = match &self.media_type {
            None => [DEFAULT_TYPE, "/", DEFAULT_SUBTYPE].concat(),
            Some((name, subtype)) => lowercase(&[&spelled(name), "/", &spelled(subtype)].concat()),
        };
        let is_default = match &*self.parameters {
            [] => self.media_type.is_none(),
            [Parameter { name, value: Some(value) }] => {
                name.to_latin1().eq_ignore_ascii_case(CHARSET)
                    && value.to_latin1().eq_ignore_ascii_case(DEFAULT_CHARSET)
                    && essence == [DEFAULT_TYPE, "/", DEFAULT_SUBTYPE].concat()
            }
            _ => false,
        };
        if is_default {
            return String::new();
        }
        let parameters = self.parameters.iter().map(|Parameter { name, value }| {
            let value = value.as_ref().map_or(String::new(), spelled);
            [";", &lowercase(&spelled(name)), "=", &value].concat()
        });
        [essence, parameters.collect()].concat()
    }
}

/// What stands before the extension, and whether it is there; it is no parameter, for it has no value.
fn without_extension(head: &str) -> (&str, bool) {
    let media = head.len().checked_sub(BASE64_EXTENSION.len());
    match media.and_then(|media| head.split_at_checked(media)) {
        Some((media, last)) if last.eq_ignore_ascii_case(BASE64_EXTENSION) => (media, true),
        _ => (head, false),
    }
}

/// Type and subtype, if they are there.
fn media_type<'a>(
    source: Source<'a>,
    text: &'a str,
) -> Result<Option<(Octets<'a>, Octets<'a>)>, SchemeError> {
    if text.is_empty() {
        return Ok(None);
    }
    let invalid = source.error(ErrorKind::InvalidValue, "media type", text, MEDIA_TYPE);
    let (name, subtype) = text.split_once('/').ok_or(invalid)?;
    for part in [name, subtype] {
        if part.is_empty() {
            return Err(source.error(ErrorKind::Empty, "media type", part, MEDIA_TYPE));
        }
        source.check(part, ESCAPED_TOKENS, "media type", TOKEN)?;
        source.check_decoded(part, TOKENS, "media type", TOKEN)?;
    }
    Ok(Some((source.octets(name), source.octets(subtype))))
}

/// An attribute is a token even when it is decoded, and has a value.
fn check_parameter(source: Source<'_>, parameter: &Parameter<'_>) -> Result<(), SchemeError> {
    let name = parameter.written();
    source.check_decoded(name, TOKENS, "parameter name", TOKEN)?;
    match parameter.value {
        Some(_) => Ok(()),
        None => Err(source.error(ErrorKind::Missing, "parameter value", name, PARAMETER)),
    }
}

/// The octets that base64 text stands for, or where and how it is wrong.
fn decode(text: &str) -> Result<Vec<u8>, (usize, ErrorKind)> {
    let characters = || octets(text).filter(|(_, octet)| !matches!(octet, b'\r' | b'\n'));
    let base64: Vec<u8> = characters().map(|(_, octet)| octet).collect();
    STANDARD.decode(base64).map_err(|error| match error {
        DecodeError::InvalidByte(number, _) => {
            let at = characters().nth(number).map_or(text.len(), |(at, _)| at);
            (at, ErrorKind::InvalidCharacter)
        }
        DecodeError::InvalidLastSymbol { .. }
        | DecodeError::InvalidLength(_)
        | DecodeError::InvalidPadding => (text.len(), ErrorKind::InvalidValue),
    })
}

/// A value as a header field has it.
fn quoted(value: &str) -> String {
    if !value.is_empty() && value.bytes().all(|byte| TOKENS.contains(byte)) {
        return value.into();
    }
    ["\"", &value.replace('\\', "\\\\").replace('"', "\\\""), "\""].concat()
}

impl View for Data<'_> {
    fn fields(&self) -> Fields {
        let octets = self.to_bytes().unwrap_or_default().into_owned();
        Fields::new()
            .with("media_type", self.essence())
            .with("parameters", &*self.parameters)
            .with("charset", self.charset())
            .with("content_type", self.content_type())
            .with("base64", self.is_base64)
            .with("length", octets.len())
            .with("data", Octets::from(octets))
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let mut writer = Writer::new(DATA.name);
        if let Some((name, subtype)) = &self.media_type {
            writer = writer.octets(name, RAW_TOKENS).raw("/").octets(subtype, RAW_TOKENS);
        }
        writer = writer.parameters(&self.parameters, RAW_TOKENS);
        let uri = if self.is_base64 {
            writer.raw(BASE64_EXTENSION).raw(",").octets(&self.data, BASE64_RAW).finish()?
        } else {
            writer.raw(",").octets(&self.data, RAW).finish()?
        };
        Data::read(&uri)?;
        Ok(uri)
    }

    /// Type, subtype and attributes in lowercase (RFC 2045 §5.1); the media type left out if it is equal
    /// to the default, and in full otherwise; base64 text without escapes and line breaks. Other data
    /// stays as it is written.
    fn normal(&self) -> Option<String> {
        let (extension, data) = if self.is_base64 {
            let data = self.data.spelled(BASE64_RAW).replace("%0D", "").replace("%0A", "");
            (BASE64_EXTENSION, data)
        } else {
            ("", self.data.spelled(ByteSet::EMPTY))
        };
        let normal = Writer::new(DATA.name).raw(&self.compared_media_type()).raw(extension);
        let normal = normal.raw(",").raw(&data).finish().ok()?;
        (normal != self.to_uri().ok()?).then(|| normal.into_text())
    }
}
