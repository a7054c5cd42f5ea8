//! `magnet`: content identified by its hash instead of its location, with hints where it may be found (Magnet-URI
//! project; BEP 9).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri, percent};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::plan::Plan;
use crate::source::Source;
use crate::spelling::{ALPHANUM, hexadecimal};
use crate::value::{Fields, Value, shown};
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Content by its hash.
pub static MAGNET: Definition = Definition {
    name: "magnet",
    title: "Content by its hash",
    document: "Magnet-URI project; BEP 9",
    grammar:
        "\
magnet-uri = \"magnet:?\" parameter *( \"&\" parameter )
parameter  = key [ \".\" number ] \"=\" value
key        = \"xt\" / \"dn\" / \"xl\" / \"tr\" / \"ws\" / \"as\" / \"xs\" / \"kt\" / \"mt\" / other",
    example: "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=name",
    default_port: None,
    standings: &[],
    normalization: Some(TOPIC),
    read: |source| Ok(Box::new(Magnet::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Magnet::visit)?)),
};

const MAGNET_URI: Rule = Rule { name: "magnet-uri", section: "Magnet-URI project" };
const PARAMETER: Rule = Rule { name: "parameter", section: "Magnet-URI project" };
const LENGTH: Rule = Rule { name: "exact length", section: "Magnet-URI project" };
const URN: Rule = Rule { name: "namestring", section: "RFC 8141 section 2" };
const TOPIC: Rule = Rule { name: "exact topic", section: "RFC 8141 section 3.1, BEP 9" };
const INFO_HASH: Rule = Rule { name: "info-hash", section: "BEP 9" };

/// The characters allowed raw in a value, besides the unreserved ones; `+` is a space in some.
const RAW: ByteSet = ByteSet::of(b"/?:@!$'()*,;");

/// The keys with a field of their own.
const KEYS: [&str; 9] = ["xt", "dn", "xl", "tr", "ws", "as", "xs", "kt", "mt"];

/// The namespace of an info-hash.
const BTIH: &str = "btih";

/// Content, and hints where it may be found.
///
/// ```
/// use napkin_schemes::schemes::Magnet;
///
/// let text = "magnet:?xt=urn:btih:YEX6DQDLXISUVHOJ6UM3GNNKPQJWPKEK&dn=two+words&xl=10";
/// let uri = napkin::Uri::parse(text)?;
/// let magnet = Magnet::read(&uri)?;
/// assert_eq!(magnet.info_hash().unwrap()[..2], [0xC1, 0x2F]);
/// assert_eq!(magnet.display_names(), ["two words"]);
/// assert_eq!(magnet.values("xl").collect::<Vec<_>>(), ["10"]);
/// assert_eq!(magnet.exact_lengths(), [10]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Magnet<'a> {
    /// The parameters in order.
    pub parameters: Vec<MagnetParameter<'a>>,
    /// The fragment, which only the client uses.
    pub fragment: Option<Cow<'a, str>>,
}

/// One parameter of a magnet link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MagnetParameter<'a> {
    /// The key with its number, such as `xt.1`, if there are several.
    pub key: Cow<'a, str>,
    /// The value.
    pub value: Octets<'a>,
}

impl MagnetParameter<'_> {
    /// The key without its number.
    pub fn kind(&self) -> &str {
        match self.key.rsplit_once('.') {
            Some((kind, number)) if is_number(number) => kind,
            _ => &self.key,
        }
    }
}

impl<'a> Magnet<'a> {
    /// Reads a URI of `magnet`.
    ///
    /// # Errors
    ///
    /// If there is text before the `?`; if there is no parameter, or one without `=`; if an exact topic is not a
    /// URN, or its info-hash neither 40 digits of base 16 nor 32 of base 32; if a length is not a number.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        MAGNET.read_by(&[MAGNET.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let text = source.after_scheme();
        let missing = source.error(ErrorKind::Missing, "parameter", text, MAGNET_URI);
        let (path, query) = text.split_once('?').ok_or(missing)?;
        if !path.is_empty() {
            return Err(source.error(ErrorKind::Unexpected, "path", path, MAGNET_URI));
        }
        let parameters = query.split('&').map(|parameter| match parameter.split_once('=') {
            Some((key, value)) if !key.is_empty() => {
                let parameter = MagnetParameter { key: key.into(), value: source.octets(value) };
                let fault = parameter.fault();
                fault.map_or(Ok(parameter), |(kind, field, rule)| {
                    Err(source.error(kind, field, value, rule))
                })
            }
            _ => Err(source.error(ErrorKind::InvalidValue, "parameter", parameter, PARAMETER)),
        });
        let parameters = parameters.collect::<Result<_, _>>()?;
        Ok(Self { parameters, fragment: source.fragment().map(Cow::Borrowed) })
    }

    /// The values of a key with any number, in order.
    pub fn values<'m>(&'m self, kind: &'m str) -> impl Iterator<Item = &'m Octets<'a>> {
        let of_kind = self.parameters.iter().filter(move |parameter| parameter.kind() == kind);
        of_kind.map(|parameter| &parameter.value)
    }

    /// The names to show (`dn`), where `+` is a space.
    pub fn display_names(&self) -> Vec<Octets<'static>> {
        self.values("dn").map(|name| form_decoded(name).into()).collect()
    }

    /// The lengths in bytes (`xl`).
    pub fn exact_lengths(&self) -> Vec<u64> {
        self.values("xl").filter_map(|length| length.to_str().ok()?.parse().ok()).collect()
    }

    /// The words to search for (`kt`), separated by `+`.
    ///
    /// ```
    /// use napkin_schemes::schemes::Magnet;
    ///
    /// let uri = napkin::Uri::parse("magnet:?kt=martin+luther+king")?;
    /// assert_eq!(Magnet::read(&uri)?.keywords(), ["martin", "luther", "king"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keywords(&self) -> Vec<Octets<'static>> {
        let words = |text: &Octets<'_>| {
            let text = form_decoded(text);
            text.split(|octet| *octet == b' ').map(|word| word.to_vec().into()).collect::<Vec<_>>()
        };
        self.values("kt").flat_map(words).collect()
    }

    /// The first info-hash (`urn:btih:`), from base 16 or base 32.
    pub fn info_hash(&self) -> Option<[u8; 20]> {
        self.values("xt").find_map(|topic| {
            let topic = topic.to_latin1();
            let (namespace, hash) = urn(&topic)?;
            namespace.eq_ignore_ascii_case(BTIH).then(|| info_hash(hash))?
        })
    }

    fn write(&self, parameters: &[MagnetParameter<'_>]) -> Writer {
        let mut writer = Writer::new(MAGNET.name);
        for (number, MagnetParameter { key, value }) in parameters.iter().enumerate() {
            let lead = if number == 0 { "?" } else { "&" };
            writer = writer.raw(lead).raw(key).raw("=").octets(value, RAW);
        }
        match &self.fragment {
            None => writer,
            Some(fragment) => writer.raw("#").raw(fragment),
        }
    }
}

impl MagnetParameter<'_> {
    /// The error of the value, if its key has a rule.
    fn fault(&self) -> Option<(ErrorKind, &'static str, Rule)> {
        let value = self.value.to_latin1();
        match self.kind() {
            "xt" => match urn(&value) {
                None => Some((ErrorKind::InvalidValue, "xt", URN)),
                Some((namespace, hash)) if namespace.eq_ignore_ascii_case(BTIH) => {
                    let wrong = (ErrorKind::InvalidValue, "xt", INFO_HASH);
                    info_hash(hash).is_none().then_some(wrong)
                }
                Some(_) => None,
            },
            "xl" if !is_number(&value) => Some((ErrorKind::InvalidValue, "xl", LENGTH)),
            "xl" if value.parse::<u64>().is_err() => Some((ErrorKind::OutOfRange, "xl", LENGTH)),
            _ => None,
        }
    }

    /// The exact topic with scheme and namespace in lowercase, and an info-hash in base 16.
    fn normal(&self) -> Option<Self> {
        let topic = self.value.to_latin1();
        let (namespace, specific) = urn(&topic).filter(|_| self.kind() == "xt")?;
        let lead = ["urn:", &namespace.to_ascii_lowercase(), ":"].concat();
        let value = if namespace.eq_ignore_ascii_case(BTIH) {
            [lead.as_bytes(), hexadecimal(&info_hash(specific)?).as_bytes()].concat()
        } else {
            [lead.as_bytes(), self.value.to_bytes().get(lead.len()..)?].concat()
        };
        Some(Self { key: self.key.clone(), value: value.into() })
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The namespace and the specific part of a URN (RFC 8141 §2), if it is one.
fn urn(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let (namespace, specific) = rest.split_once(':')?;
    let ends = |character: char| character.is_ascii_alphanumeric();
    let inside = |byte: u8| ALPHANUM.contains(byte) || byte == b'-';
    let is_namespace = (2..=32).contains(&namespace.len())
        && namespace.bytes().all(inside)
        && namespace.starts_with(ends)
        && namespace.ends_with(ends);
    (scheme.eq_ignore_ascii_case("urn") && is_namespace && !specific.is_empty())
        .then_some((namespace, specific))
}

/// The octets of a hash of 160 bits in base 16 or base 32 (RFC 4648), case-insensitively.
fn info_hash(text: &str) -> Option<[u8; 20]> {
    let (base, bits) = match text.len() {
        40 => (16, 4),
        32 => (32, 5),
        _ => return None,
    };
    let mut octets = [0; 20];
    for (at, byte) in text.bytes().enumerate() {
        let digit = match (base, byte.to_ascii_lowercase()) {
            (32, letter @ b'a'..=b'z') => letter - b'a',
            (32, number @ b'2'..=b'7') => number - b'2' + 26,
            (16, letter @ b'a'..=b'f') => letter - b'a' + 10,
            (16, number @ b'0'..=b'9') => number - b'0',
            _ => return None,
        };
        for bit in 0..bits {
            let place = at * bits + bit;
            let value = (digit >> (bits - 1 - bit)) & 1;
            *octets.get_mut(place / 8)? |= value << (7 - place % 8);
        }
    }
    Some(octets)
}

/// The decoded value, with raw `+` as spaces.
fn form_decoded(value: &Octets<'_>) -> Vec<u8> {
    match value.written() {
        Some(text) => percent::decode(text, true).to_bytes().into_owned(),
        None => value.to_bytes().into_owned(),
    }
}

impl<'a> Magnet<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let mut parameters = Vec::new();
        for key in KEYS {
            let mut values = fields.all(key, |it| it.shown_values(key))?;
            if key == "xt" {
                fields.derived("info_hash", |it| it.info_hash().map(|hash| hexadecimal(&hash)));
            }
            if key == "kt" && !values.is_empty() {
                // Words form one value, separated by spaces.
                let words: Vec<_> = values.iter().map(Octets::to_bytes).collect();
                values = vec![Octets::from(words.join(&b" "[..]))];
            }
            let parameter = |value| MagnetParameter { key: Cow::Borrowed(key), value };
            parameters.extend(values.into_iter().map(parameter));
        }
        let others = |given: &'a Given<'a>, name| {
            let parameter = |(key, value): (Octets<'a>, _)| {
                let key = key.to_str().map_err(|_| given.error(ErrorKind::InvalidValue, name))?;
                Ok(MagnetParameter { key: Cow::Owned(key.into_owned()), value })
            };
            given.whole_pairs(name)?.into_iter().map(parameter).collect::<Result<Vec<_>, _>>()
        };
        parameters.extend(fields.field("other", others, |it| {
            let others = it.parameters.iter().filter(|it| !KEYS.contains(&it.kind()));
            others.map(|other| (&other.key, other.value.shown())).collect::<Vec<_>>()
        })?);
        fields.build(|given| {
            if parameters.is_empty() {
                return Err(given.error(ErrorKind::Missing, "xt"));
            }
            Ok(Self { parameters, fragment: None })
        })
    }

    /// The values of one of the keys, as they are shown.
    fn shown_values(&self, key: &str) -> Vec<Value> {
        match key {
            "xt" => {
                let urns = self.values(key).map(|topic| {
                    let text = topic.shown_text();
                    let parts = urn(&text);
                    let fields = Fields::new().with("urn", &*text);
                    let fields = fields.with("namespace", parts.map(|(namespace, _)| namespace));
                    Value::Record(fields.with("specific", parts.map(|(_, specific)| specific)))
                });
                urns.collect()
            }
            "dn" => shown(&self.display_names()),
            "xl" => self.exact_lengths().into_iter().map(Value::from).collect(),
            "kt" => shown(&self.keywords()),
            _ => shown(self.values(key)),
        }
    }
}

impl View for Magnet<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let uri = self.write(&self.parameters).finish()?;
        // A key is raw and could contain a delimiter.
        let same = Magnet::read(&uri)?.parameters.len() == self.parameters.len();
        same.then_some(uri).ok_or(SchemeError::new(ErrorKind::NotAUri, "parameter", PARAMETER))
    }

    fn plan(&self, _client: &Client) -> Result<Plan, SchemeError> {
        Err(SchemeError::new(ErrorKind::NoPlan, "scheme", MAGNET_URI)
            .because("how the content is found is left to the programs that share it"))
    }

    fn normal(&self) -> Option<String> {
        // Both encodings of a hash, and a namespace in any case, are the same topic.
        let parameters = self.parameters.iter();
        let normal = parameters.map(|given| given.normal().unwrap_or_else(|| given.clone()));
        let parameters: Vec<_> = normal.collect();
        let text = self.write(&parameters).finish().ok()?.into_text();
        (text != self.write(&self.parameters).finish().ok()?.into_text()).then_some(text)
    }
}
