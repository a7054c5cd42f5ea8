//! `otpauth`: the key of one-time passwords, as in QR codes for authenticators (Key URI Format of Google
//! Authenticator).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri, percent};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::pairs::{Grammar, Header};
use crate::plan::Plan;
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::{Fields, Value};
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Keys of one-time passwords.
pub static OTPAUTH: Definition = Definition {
    name: "otpauth",
    title: "Keys of one-time passwords",
    document: "Key URI Format (Google Authenticator)",
    grammar: "\
otpauth-uri = \"otpauth://\" type \"/\" label \"?\" parameters
type        = \"hotp\" / \"totp\"
label       = accountname / issuer ( \":\" / \"%3A\" ) *\"%20\" accountname
parameters  = parameter *( \"&\" parameter )
parameter   = ( \"secret\" / \"issuer\" / \"algorithm\" / \"digits\" / \"counter\" / \"period\" ) \"=\" value",
    example: "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example",
    default_port: None,
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Otpauth::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Otpauth::visit)?)),
};

const FORMAT: &str = "Key URI Format";
const TYPE: Rule = Rule { name: "type", section: FORMAT };
const LABEL: Rule = Rule { name: "label", section: FORMAT };
const PARAMETER: Rule = Rule { name: "parameters", section: FORMAT };
const SECRET: Rule = Rule { name: "secret", section: FORMAT };
const ALGORITHM: Rule = Rule { name: "algorithm", section: FORMAT };
const DIGITS: Rule = Rule { name: "digits", section: FORMAT };
const COUNTER: Rule = Rule { name: "counter", section: FORMAT };
const PERIOD: Rule = Rule { name: "period", section: FORMAT };

/// The parameters that the format defines.
const PARAMETERS: [&str; 6] = ["issuer", "secret", "algorithm", "digits", "counter", "period"];

const RAW: ByteSet = ByteSet::of(b"!$'()*,;:@");
const LABELS: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~%!$&'()*+,;=:@"));
const QUERY: ByteSet = LABELS.or(ByteSet::of(b"/?"));
const GRAMMAR: Grammar = Grammar::of_parameters((QUERY, PARAMETER), (QUERY, PARAMETER));

/// Letters and digits of base 32, case-insensitive (RFC 4648 §6).
const BASE32: ByteSet =
    ByteSet::range(b'A', b'Z').or(ByteSet::range(b'a', b'z')).or(ByteSet::range(b'2', b'7'));

/// The key of an account.
///
/// It is a secret: anyone with the URI can generate the passwords.
///
/// ```
/// use napkin_schemes::schemes::Otpauth;
///
/// let uri = napkin::Uri::parse("otpauth://totp/ACME%20Co:jo@example.com?secret=JBSWY3DP&digits=8")?;
/// let key = Otpauth::read(&uri)?;
/// assert_eq!(key.label_issuer().as_deref(), Some("ACME Co"));
/// assert_eq!((key.account(), key.digits()), ("jo@example.com".into(), 8));
/// assert_eq!(key.secret_octets(), b"Hello");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Otpauth<'a> {
    /// The source of a password besides the key: for `hotp` a counter, for `totp` the time.
    pub kind: Cow<'a, str>,
    /// The account, optionally after its issuer and a colon.
    pub label: Octets<'a>,
    /// The parameters in their order; no name appears twice.
    pub parameters: Vec<Header<'a>>,
}

impl<'a> Otpauth<'a> {
    /// Reads a URI of `otpauth`.
    ///
    /// # Errors
    ///
    /// If the type is another, the label has no account, the secret is missing or not base 32, a counter is missing
    /// for `hotp`, or a parameter occurs twice or has an invalid value.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        OTPAUTH.read_by(&[OTPAUTH.name], reference, Self::of)
    }

    /// The time-based key of an account, with its secret in base 32.
    pub fn new(label: impl Into<Octets<'a>>, secret: impl Into<Octets<'a>>) -> Self {
        let parameters = vec![Header::new("secret", secret)];
        Self { kind: "totp".into(), label: label.into(), parameters }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(TYPE)?;
        source.refuse_port(TYPE)?;
        let kind = source.server(TYPE)?.host;
        if !["hotp", "totp"].iter().any(|known| kind.eq_ignore_ascii_case(known)) {
            return Err(source.error(ErrorKind::InvalidValue, "type", &kind, TYPE));
        }
        let behind = source.after_authority().unwrap_or_default();
        let missing = source.error(ErrorKind::Missing, "label", behind, LABEL);
        let rest = behind.strip_prefix('/').ok_or(missing)?;
        let (label, query) = match rest.split_once('?') {
            Some((label, query)) => (label, Some(query)),
            None => (rest, None),
        };
        check_label(source, label)?;
        let parameters = Header::read_all(source, query, &GRAMMAR)?;
        let key = Self { kind, label: source.octets(label), parameters };
        key.check_parameters(source)?;
        Ok(key)
    }

    fn check_parameters(&self, source: Source<'a>) -> Result<(), SchemeError> {
        let mut seen = std::collections::HashSet::new();
        for Header { name, value } in &self.parameters {
            let (written, text) = (name.written().unwrap_or_default(), value.shown_text());
            let part = value.written().unwrap_or_default();
            let error = |kind, field, rule| Err(source.error(kind, field, part, rule));
            if !seen.insert(name.to_bytes().into_owned()) {
                let kind = ErrorKind::Repeated;
                return Err(source.error(kind, "parameter", written, PARAMETER));
            }
            let number =
                text.parse::<u64>().ok().filter(|_| text.bytes().all(|it| it.is_ascii_digit()));
            match &*name.to_bytes() {
                b"secret" => check_secret(source, part)?,
                b"algorithm" if !is_algorithm(&text) => {
                    return error(ErrorKind::InvalidValue, "algorithm", ALGORITHM);
                }
                b"digits" if !matches!(number, Some(6 | 8)) => {
                    return error(ErrorKind::OutOfRange, "digits", DIGITS);
                }
                b"counter" if number.is_none() => {
                    return error(ErrorKind::OutOfRange, "counter", COUNTER);
                }
                b"period" if number.is_none_or(|number| number == 0) => {
                    return error(ErrorKind::OutOfRange, "period", PERIOD);
                }
                _ => {}
            }
        }
        let text = source.text();
        let nothing = text.get(text.len()..).unwrap_or_default();
        let missing = |field, rule| Err(source.error(ErrorKind::Missing, field, nothing, rule));
        if self.parameter("secret").is_none() {
            return missing("secret", SECRET);
        }
        if self.is_counted() && self.parameter("counter").is_none() {
            return missing("counter", COUNTER);
        }
        Ok(())
    }

    /// The value of a parameter. Names are in lowercase.
    pub fn parameter(&self, name: &str) -> Option<&Octets<'a>> {
        self.parameters.iter().find(|it| it.name == name).map(|it| &it.value)
    }

    /// The issuer of the account, from the label.
    pub fn label_issuer(&self) -> Option<String> {
        let label = self.label.shown_text();
        label.split_once(':').map(|(issuer, _)| issuer.into())
    }

    /// The account, without the spaces that are allowed before it.
    pub fn account(&self) -> String {
        let label = self.label.shown_text();
        let account = label.split_once(':').map_or(&*label, |(_, account)| account);
        account.trim_start_matches(' ').into()
    }

    /// The octets of the secret.
    pub fn secret_octets(&self) -> Vec<u8> {
        self.parameter("secret").map(|it| base32(&it.to_bytes())).unwrap_or_default()
    }

    /// The number of digits of a password; 6 by default.
    pub fn digits(&self) -> u64 {
        self.number("digits").unwrap_or(6)
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.parameter(name)?.to_str().ok()?.parse().ok()
    }

    fn is_counted(&self) -> bool {
        self.kind.eq_ignore_ascii_case("hotp")
    }
}

/// Checks a label: an account, optionally after an issuer and one colon.
fn check_label(source: Source<'_>, label: &str) -> Result<(), SchemeError> {
    source.check(label, LABELS, "label", LABEL)?;
    let octets = percent::decode(label, false).to_bytes();
    let account = octets.splitn(2, |octet| *octet == b':').last().unwrap_or_default();
    if account.iter().all(|octet| *octet == b' ') {
        return Err(source.error(ErrorKind::Empty, "account", label, LABEL));
    }
    let start = octets.len() - account.len();
    match account.iter().position(|octet| *octet == b':') {
        None => Ok(()),
        Some(colon) => {
            let kind = ErrorKind::InvalidCharacter;
            Err(source.error_inside(kind, "account", label, start + colon, LABEL))
        }
    }
}

/// Checks base 32, whose padding is optional: leftover bits are fewer than a character.
fn check_secret(source: Source<'_>, written: &str) -> Result<(), SchemeError> {
    let octets = percent::decode(written, false).to_bytes();
    let end = octets.iter().rposition(|octet| *octet != b'=').map_or(0, |last| last + 1);
    let digits = octets.get(..end).unwrap_or_default();
    if digits.is_empty() {
        return Err(source.error(ErrorKind::Empty, "secret", written, SECRET));
    }
    if let Some(at) = digits.iter().position(|octet| !BASE32.contains(*octet)) {
        let kind = ErrorKind::InvalidCharacter;
        return Err(source.error_inside(kind, "secret", written, at, SECRET));
    }
    let is_padded = octets.len() > end;
    let has_length = matches!(end % 8, 0 | 2 | 4 | 5 | 7);
    if has_length && (!is_padded || octets.len() == end.next_multiple_of(8)) {
        return Ok(());
    }
    Err(source.error(ErrorKind::InvalidValue, "secret", written, SECRET))
}

fn base32(text: &[u8]) -> Vec<u8> {
    let mut octets = Vec::with_capacity(text.len() * 5 / 8);
    let (mut bits, mut count) = (0_u32, 0);
    for digit in text {
        let value = match digit.to_ascii_uppercase() {
            letter @ b'A'..=b'Z' => letter - b'A',
            number @ b'2'..=b'7' => number - b'2' + 26,
            _ => continue,
        };
        bits = bits << 5 | u32::from(value);
        count += 5;
        if count >= 8 {
            count -= 8;
            octets.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    octets
}

fn is_algorithm(text: &str) -> bool {
    ["SHA1", "SHA256", "SHA512"].iter().any(|known| text.eq_ignore_ascii_case(known))
}

impl<'a> Otpauth<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let kind = fields.field("type", Given::needed_text, |it| it.kind.to_ascii_lowercase())?;
        let label_issuer = fields.field("label_issuer", Given::octets, Self::label_issuer)?;
        let account = fields.field("account", Given::needed, Self::account)?;
        let mut own = PARAMETERS.map(|name| (name, None));
        for (name, value) in &mut own {
            *value = fields.field(name, Given::octets, |it| it.shown_parameter(name))?;
        }
        let others = fields.field("other", Given::headers, |it| {
            let others = it.parameters.iter();
            let others = others.filter(|it| !PARAMETERS.iter().any(|own| it.name == *own));
            others.map(|it| (it.name.shown(), it.value.shown())).collect::<Vec<_>>()
        })?;
        fields.build(|_| {
            let mut label = Vec::new();
            if let Some(issuer) = label_issuer {
                label.extend_from_slice(&issuer.to_bytes());
                label.push(b':');
            }
            label.extend_from_slice(&account.to_bytes());
            // The secret comes first in a URI.
            own.sort_by_key(|(name, _)| *name != "secret");
            let own = own.into_iter().filter_map(|(name, value)| Some(Header::new(name, value?)));
            Ok(Self { kind, label: label.into(), parameters: own.chain(others).collect() })
        })
    }

    fn shown_parameter(&self, name: &str) -> Value {
        match name {
            "algorithm" => {
                let algorithm = self.parameter(name).map(Octets::shown_text);
                algorithm.map_or("SHA1".into(), |it| it.to_ascii_uppercase()).into()
            }
            "digits" => self.digits().into(),
            "counter" => self.number(name).filter(|_| self.is_counted()).into(),
            "period" => (!self.is_counted()).then(|| self.number(name).unwrap_or(30)).into(),
            _ => self.parameter(name).into(),
        }
    }
}

impl View for Otpauth<'_> {
    /// The issuers in the label and in the parameter have to be equal.
    fn check(&self) -> Result<(), SchemeError> {
        match (self.label_issuer(), self.parameter("issuer")) {
            (Some(label), Some(issuer)) if *issuer != *label => {
                let error = SchemeError::new(ErrorKind::InvalidValue, "issuer", PARAMETER);
                Err(error.at_if(issuer.start()))
            }
            _ => Ok(()),
        }
    }

    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(OTPAUTH.name).server(&crate::server::Server::new(&*self.kind));
        let writer = writer.raw("/").octets(&self.label, RAW).headers(&self.parameters, RAW);
        let uri = writer.finish()?;
        if Otpauth::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "type", TYPE))
    }

    fn plan(&self, _client: &Client) -> Result<Plan, SchemeError> {
        Err(SchemeError::new(ErrorKind::NoPlan, "scheme", SECRET)
            .because("a key is kept by an authenticator and is no way to access anything"))
    }
}
