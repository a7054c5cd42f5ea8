//! `data`: octets in the URI itself, with their media type (RFC 2397).

use std::borrow::Cow;

use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use base64::{DecodeError, Engine, alphabet};
use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri, percent};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::pairs::{Grammar, Parameter};
use crate::place;
use crate::source::Source;
use crate::spelling::{ALPHANUM, lowercase, octets};
use crate::value::{Fields, Value, shown_octets};
use crate::visitor::Visitor;
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
    compose: |given| Ok(Box::new(Visitor::compose(given, Data::visit)?)),
};

const SECTION: &str = "RFC 2397 section 3";
const URL: Rule = Rule { name: "dataurl", section: SECTION };
const MEDIA_TYPE: Rule = Rule { name: "mediatype", section: SECTION };
const PARAMETER: Rule = Rule { name: "parameter", section: SECTION };
const TOKEN: Rule = Rule { name: "token", section: "RFC 2045 section 5.1" };
const BASE64: Rule = Rule { name: "base64", section: "RFC 4648 section 4" };
const NORMAL: Rule = Rule { name: "media-type", section: "RFC 2397 section 2" };

const FORGIVING: Rule =
    Rule { name: "forgiving-base64 decode", section: "Infra Standard section 8" };

/// Accepts missing padding and nonzero trailing bits.
const FORGIVING_ENGINE: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);

/// The white space of the Infra Standard.
const WHITE_SPACE: [char; 5] = ['\t', '\n', '\x0C', '\r', ' '];

const BASE64_EXTENSION: &str = ";base64";
const DEFAULT_TYPE: &str = "text";
const DEFAULT_SUBTYPE: &str = "plain";
const CHARSET: &str = "charset";

/// The octets that are themselves in data of another charset.
const DATA_SHOWN: ByteSet = ByteSet::range(0, 0x7F).without(ByteSet::of(b"%"));
const DEFAULT_CHARSET: &str = "US-ASCII";

/// The characters of a token (RFC 2045 §5.1); `RAW_TOKENS` are the ones that a URI allows raw.
const TOKENS: ByteSet = RAW_TOKENS.or(ByteSet::of(b"%#^`{|}"));
const RAW_TOKENS: ByteSet = ALPHANUM.or(ByteSet::of(b"!$&'*+-._~"));
const ESCAPED_TOKENS: ByteSet = RAW_TOKENS.or(ByteSet::of(b"%"));
const GRAMMAR: Grammar = Grammar::of_parameters((ESCAPED_TOKENS, TOKEN), (ESCAPED_TOKENS, TOKEN));

/// The characters allowed raw in the data, besides the unreserved ones. No slash, so that data cannot be a dot
/// segment.
const RAW: ByteSet = ByteSet::of(b"?:@!$&'()*+,;=");
const BASE64_RAW: ByteSet = ALPHANUM.or(ByteSet::of(b"+/="));

/// Octets with their media type.
///
/// ```
/// use napkin_schemes::{View, schemes::Data};
///
/// let uri = napkin::Uri::parse("data:image/gif;base64,R0lGODdh")?;
/// let data = Data::read(&uri)?;
/// assert_eq!(data.content_type(), "image/gif");
/// assert_eq!(data.to_bytes()?, &b"GIF87a"[..]);
///
/// let mut data = Data::new("100 €");
/// data.set_charset("utf-8");
/// assert_eq!(data.to_uri()?, "data:;charset=utf-8,100%20%E2%82%AC");
/// assert_eq!(data.content_type(), "text/plain;charset=utf-8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data<'a> {
    /// Type and subtype; the default is `text/plain`.
    pub media_type: Option<(Octets<'a>, Octets<'a>)>,
    /// The parameters of the media type. Without parameters and type, the default is `charset=US-ASCII`.
    pub parameters: Vec<Parameter<'a>>,
    /// Whether the data is encoded in base64.
    pub is_base64: bool,
    /// The text after the comma: the octets, or their base64 text.
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
        DATA.read_by(&[DATA.name], reference, Self::of)
    }

    /// These octets, of the default media type.
    pub fn new(octets: impl Into<Octets<'a>>) -> Self {
        Self { media_type: None, parameters: Vec::new(), is_base64: false, data: octets.into() }
    }

    /// These octets in base64, of the default media type.
    ///
    /// ```
    /// use napkin_schemes::{View, schemes::Data};
    ///
    /// let mut data = Data::base64("foo");
    /// assert_eq!(data.to_uri()?, "data:;base64,Zm9v");
    /// data.set_bytes("bar");
    /// assert_eq!(data.to_bytes()?, &b"bar"[..]);
    /// assert_eq!(data.charset().unwrap(), "US-ASCII");
    /// # Ok::<(), napkin_schemes::SchemeError>(())
    /// ```
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
        if is_base64 {
            decode(data).map_err(|(at, kind)| {
                let rest = data.get(at..).unwrap_or(data);
                source.error(kind, "base64 data", rest, BASE64)
            })?;
        }
        Ok(Self { media_type, parameters, is_base64, data: source.octets(data) })
    }

    /// Reads any text that begins with `data:` as browsers do (Fetch Standard, `data:` URL processor). The text
    /// need not be a URI, base64 text need not be padded, and an invalid media type becomes
    /// `text/plain;charset=US-ASCII`. Parameters without a value, such as `;utf8`, are dropped.
    ///
    /// # Errors
    ///
    /// If the scheme is another, there is no comma, or base64 text has other characters or an impossible length.
    ///
    /// ```
    /// use napkin_schemes::{View, schemes::Data};
    ///
    /// let data = Data::read_lenient("data:image/svg+xml;utf8,<svg width='1'/>#top")?;
    /// assert_eq!(data.content_type(), "image/svg+xml");
    /// assert_eq!(data.to_bytes()?, &b"<svg width='1'/>"[..]);
    /// assert_eq!(data.to_uri()?, "data:image/svg+xml,%3Csvg%20width='1'/%3E");
    /// assert_eq!(Data::read_lenient("data:;base64,Zm9v Yg")?.to_bytes()?, &b"foob"[..]);
    /// # Ok::<(), napkin_schemes::SchemeError>(())
    /// ```
    pub fn read_lenient(text: &'a str) -> Result<Self, SchemeError> {
        let error = |kind, field, rule| SchemeError::new(kind, field, rule);
        let (scheme, rest) = text.split_once(':').unwrap_or((text, ""));
        if !scheme.eq_ignore_ascii_case(DATA.name) {
            return Err(error(ErrorKind::WrongScheme, "scheme", URL).at(0));
        }
        let whole = rest.split('#').next().unwrap_or_default();
        let end = scheme.len() + ":".len() + whole.len();
        let missing = error(ErrorKind::Missing, "comma", URL).at(end);
        let (head, written) = whole.split_once(',').ok_or(missing)?;
        let (media, is_base64) = without_lenient_extension(head.trim_matches(WHITE_SPACE));
        let mut data = Self::new(Octets::encoded(written));
        data.read_media_type(media);
        if is_base64 {
            let octets = forgiving_decode(&data.data.to_bytes()).ok_or_else(|| {
                error(ErrorKind::InvalidValue, "base64 data", FORGIVING).at(end - written.len())
            })?;
            data.is_base64 = true;
            data.data = STANDARD.encode(octets).into();
        }
        Ok(data)
    }

    /// Reads the valid part of a media type (MIME Sniffing Standard, parsing a MIME type).
    fn read_media_type(&mut self, media: &str) {
        let mut parts = media.split(';').map(|part| part.trim_matches(WHITE_SPACE));
        let name = parts.next().unwrap_or_default();
        let is_token = |text: &str| !text.is_empty() && text.bytes().all(|it| TOKENS.contains(it));
        match name.split_once('/') {
            Some((kind, subtype)) if is_token(kind) && is_token(subtype) => {
                let [kind, subtype] = [kind, subtype].map(|part| Octets::from(part.to_owned()));
                self.media_type = Some((kind, subtype));
            }
            // Parameters alone belong to the default type.
            None if name.is_empty() => {}
            _ => return,
        }
        for (name, value) in parts.filter_map(|part| part.split_once('=')) {
            let bare =
                value.strip_prefix('"').map(|value| value.strip_suffix('"').unwrap_or(value));
            let value = bare.map_or_else(|| value.to_owned(), |quoted| quoted.replace('\\', ""));
            let is_new = !self.parameters.iter().any(|parameter| parameter.is(name));
            let is_fit = place::HEADER_VALUE.fault(value.as_bytes()).is_none();
            if is_token(name) && !value.is_empty() && is_fit && is_new {
                self.parameters.push(Parameter::new(name.to_owned(), value));
            }
        }
    }

    /// Replaces the octets, keeping the encoding: base64 or not.
    pub fn set_bytes(&mut self, octets: impl AsRef<[u8]>) {
        self.data = if self.is_base64 {
            STANDARD.encode(octets).into()
        } else {
            octets.as_ref().to_vec().into()
        };
    }

    /// Sets the media type with its parameters, in the format of a header field.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`] for a text that is not a media type, or has a parameter without a value.
    ///
    /// ```
    /// use napkin_schemes::{View, schemes::Data};
    ///
    /// let mut data = Data::new("<p>");
    /// data.set_content_type("Text/HTML; charset=\"UTF-8\"")?;
    /// assert_eq!(data.to_uri()?, "data:Text/HTML;charset=UTF-8,%3Cp%3E");
    /// assert_eq!(data.normal_content_type(), "text/html;charset=utf-8");
    /// assert!(data.set_content_type("html").is_err());
    /// # Ok::<(), napkin_schemes::SchemeError>(())
    /// ```
    pub fn set_content_type(&mut self, media_type: &str) -> Result<(), SchemeError> {
        let mut read = Self::new("");
        read.read_media_type(media_type.trim_matches(WHITE_SPACE));
        let count = media_type.split(';').skip(1).count();
        if read.media_type.is_none() || read.parameters.len() != count {
            return Err(SchemeError::new(ErrorKind::InvalidValue, "media type", MEDIA_TYPE));
        }
        (self.media_type, self.parameters) = (read.media_type, read.parameters);
        Ok(())
    }

    /// Sets the charset of the octets.
    pub fn set_charset(&mut self, charset: impl Into<Octets<'a>>) {
        let value = Some(charset.into());
        match self.parameters.iter_mut().find(|parameter| parameter.is(CHARSET)) {
            Some(named) => named.value = value,
            None => self.parameters.push(Parameter { name: CHARSET.into(), value }),
        }
    }

    /// The octets in the URI.
    ///
    /// # Errors
    ///
    /// If the base64 text is not valid, which cannot happen in a view that was read.
    pub fn to_bytes(&self) -> Result<Cow<'_, [u8]>, SchemeError> {
        if !self.is_base64 {
            return Ok(self.data.to_bytes());
        }
        let text = self.data.spelled(BASE64_RAW);
        let octets = decode(&text);
        octets.map(Cow::Owned).map_err(|(_, kind)| SchemeError::new(kind, "base64 data", BASE64))
    }

    /// The media type with its parameters, in the format of a header field: defaults filled in, values quoted where
    /// required. A value that no header can have, which no URI has, is left out with its parameter.
    pub fn content_type(&self) -> String {
        let mut content_type = self.essence();
        if self.is_default_type() {
            content_type.push_str(&[";", CHARSET, "=", DEFAULT_CHARSET].concat());
        }
        let is_fit = |parameter: &&Parameter<'_>| {
            let value = parameter.value.as_ref();
            value.is_none_or(|value| place::HEADER_VALUE.fault(&value.to_bytes()).is_none())
        };
        for Parameter { name, value } in self.parameters.iter().filter(is_fit) {
            content_type.push_str(&[";", &name.shown_text(), "="].concat());
            content_type
                .push_str(&quoted(&value.as_ref().map_or(String::new(), Octets::shown_text)));
        }
        content_type
    }

    /// The media type with its parameters in one spelling: type, subtype, attributes and the charset in
    /// lowercase (RFC 2045 §5.1, RFC 2046 §4.1.2), defaults filled in.
    ///
    /// ```
    /// use napkin_schemes::schemes::Data;
    ///
    /// let uri = napkin::Uri::parse("data:Text/HTML;Charset=UTF-8;X=Y,")?;
    /// assert_eq!(Data::read(&uri)?.normal_content_type(), "text/html;charset=utf-8;x=Y");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn normal_content_type(&self) -> String {
        let spelled = |parameter: &Parameter<'a>| {
            let value = parameter.value.clone();
            let value = if parameter.is(CHARSET) {
                value.map(|value| value.to_latin1().to_ascii_lowercase().into())
            } else {
                value
            };
            Parameter { name: parameter.name.to_latin1().to_ascii_lowercase().into(), value }
        };
        let lower = |part: &Octets<'a>| Octets::from(part.to_latin1().to_ascii_lowercase());
        let normal = Self {
            media_type: self.media_type.as_ref().map(|(kind, sub)| (lower(kind), lower(sub))),
            parameters: self.parameters.iter().map(spelled).collect(),
            ..Self::new("")
        };
        let content_type = normal.content_type();
        if normal.is_default_type() { content_type.to_ascii_lowercase() } else { content_type }
    }

    /// Type, slash and subtype.
    fn essence(&self) -> String {
        match &self.media_type {
            None => [DEFAULT_TYPE, "/", DEFAULT_SUBTYPE].concat(),
            Some((name, subtype)) => [&name.to_latin1(), "/", &subtype.to_latin1()].concat(),
        }
    }

    /// The explicit charset, or that of the default media type.
    pub fn charset(&self) -> Option<Octets<'a>> {
        let named = Parameter::find(&self.parameters, CHARSET).cloned();
        named.or_else(|| self.is_default_type().then(|| DEFAULT_CHARSET.into()))
    }

    /// Whether the media type is left out as a whole.
    fn is_default_type(&self) -> bool {
        self.media_type.is_none() && self.parameters.is_empty()
    }

    /// The media type for comparison: empty if it equals the default, otherwise in full.
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

/// The text before the extension `;base64`, and whether it is there. It is not a parameter, since it has no value.
fn without_extension(head: &str) -> (&str, bool) {
    let media = head.len().checked_sub(BASE64_EXTENSION.len());
    match media.and_then(|media| head.split_at_checked(media)) {
        Some((media, last)) if last.eq_ignore_ascii_case(BASE64_EXTENSION) => (media, true),
        _ => (head, false),
    }
}

/// As [`without_extension`], also with spaces before the word.
fn without_lenient_extension(head: &str) -> (&str, bool) {
    let word = BASE64_EXTENSION.trim_start_matches(';');
    let before = head.len().checked_sub(word.len()).and_then(|at| head.split_at_checked(at));
    let media = before
        .filter(|(_, last)| last.eq_ignore_ascii_case(word))
        .and_then(|(media, _)| media.trim_end_matches(' ').strip_suffix(';'));
    media.map_or((head, false), |media| (media, true))
}

/// Base64 as browsers decode it (Infra Standard, forgiving-base64 decode): white space is skipped, and padding is
/// optional.
fn forgiving_decode(octets: &[u8]) -> Option<Vec<u8>> {
    let is_space = |octet: &u8| matches!(octet, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ');
    let mut text: Vec<u8> = octets.iter().copied().filter(|octet| !is_space(octet)).collect();
    if text.len() % 4 == 0 {
        let padding = text.iter().rev().take(2).take_while(|octet| **octet == b'=').count();
        text.truncate(text.len() - padding);
    }
    FORGIVING_ENGINE.decode(text).ok()
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

/// Checks that an attribute, once decoded, is a token and has a value.
fn check_parameter(source: Source<'_>, parameter: &Parameter<'_>) -> Result<(), SchemeError> {
    let name = parameter.written();
    source.check_decoded(name, TOKENS, "parameter name", TOKEN)?;
    match &parameter.value {
        Some(value) => {
            let value = value.written().unwrap_or_default();
            let fault = |octets: &[u8]| place::HEADER_VALUE.fault(octets);
            source.check_octets(value, fault, "parameter value", PARAMETER)
        }
        None => Err(source.error(ErrorKind::Missing, "parameter value", name, PARAMETER)),
    }
}

/// The decoded octets of base64 text, or the place and kind of its error.
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

/// A value in the format of a header field.
fn quoted(value: &str) -> String {
    if !value.is_empty() && value.bytes().all(|byte| TOKENS.contains(byte)) {
        return value.into();
    }
    ["\"", &value.replace('\\', "\\\\").replace('"', "\\\""), "\""].concat()
}

impl<'a> Data<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let shown = fields.view().map(|it| it.to_bytes().unwrap_or_default());
        let shown = shown.unwrap_or_default();
        let essence = fields.field("media_type", Given::text, Self::essence)?;
        let parameters = fields.parameters("parameters", |it| &*it.parameters)?;
        let charset = fields.field("charset", Given::octets, Self::charset)?;
        fields.derived("content_type", Self::content_type);
        let is_base64 = fields.field("base64", Given::flag, |it| it.is_base64)?;
        fields.derived("length", |_| shown.len());
        let octets = fields.field("data", Given::needed, |it| it.shown_data(&shown))?;
        fields.build(|given| {
            let mut data = match is_base64 {
                Some(true) => Self::base64(octets.to_bytes()),
                _ => Self::new(octets),
            };
            data.parameters = parameters;
            if let Some(essence) = &essence {
                let wrong = given.error(ErrorKind::InvalidValue, "media_type");
                let (name, subtype) = essence.split_once('/').ok_or(wrong)?;
                data.media_type = Some((name.to_owned().into(), subtype.to_owned().into()));
            }
            let Some(charset) = charset else { return Ok(data) };
            if Parameter::find(&data.parameters, CHARSET) != Some(&charset) {
                let default = [DEFAULT_TYPE, "/", DEFAULT_SUBTYPE].concat();
                if data.parameters.is_empty()
                    && charset == DEFAULT_CHARSET
                    && essence.is_none_or(|essence| essence == default)
                {
                    data.media_type = None;
                } else {
                    data.parameters.push(Parameter::new(CHARSET, charset));
                }
            }
            Ok(data)
        })
    }
}

impl Data<'_> {
    /// The octets as text, which they are by a charset of UTF-8 or ASCII, or by none; others stay octets.
    fn shown_data(&self, octets: &[u8]) -> Value {
        let charset = self.charset().map(|charset| charset.to_bytes().to_ascii_lowercase());
        match charset.as_deref() {
            None | Some(b"utf-8" | b"utf8" | b"us-ascii") => shown_octets(octets, false),
            Some(_) if octets.is_ascii() => shown_octets(octets, false),
            Some(_) => Value::Encoded(percent::encode(octets).keep(DATA_SHOWN).to_string()),
        }
    }
}

impl View for Data<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
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

    /// Type, subtype and attributes in lowercase (RFC 2045 §5.1); the media type is omitted if it equals the
    /// default, otherwise in full; base64 text without escapes and line breaks. Other data stays as written.
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
