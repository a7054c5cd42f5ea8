//! `geo`: a place on earth, by its coordinates (RFC 5870).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::pairs::{Grammar, Parameter};
use crate::source::Source;
use crate::spelling::{ALPHANUM, DIGIT, UNRESERVED, lowercase, unescape};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Geographic locations.
pub static GEO: Definition = Definition {
    name: "geo",
    title: "Geographic location",
    document: "RFC 5870 section 3.3",
    grammar: "\
geo-URI     = \"geo:\" coordinates [ crsp ] [ uncp ] *parameter
coordinates = num \",\" num [ \",\" num ]
crsp        = \";crs=\" ( \"wgs84\" / labeltext )
uncp        = \";u=\" pnum
parameter   = \";\" pname [ \"=\" pvalue ]
num         = [ \"-\" ] pnum
pnum        = 1*DIGIT [ \".\" 1*DIGIT ]",
    example: "geo:48.2010,16.3695,183",
    default_port: None,
    standings: &[],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Geo::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Geo::visit)?)),
};

const SECTION: &str = "RFC 5870 section 3.3";
const COORDINATES: Rule = Rule { name: "coordinates", section: SECTION };
const NUMBER: Rule = Rule { name: "num", section: SECTION };
const UNCERTAINTY: Rule = Rule { name: "uncp", section: SECTION };
const LABEL: Rule = Rule { name: "crslabel", section: SECTION };
const PARAMETERS: Rule = Rule { name: "p", section: SECTION };
const PARAMETER_NAME: Rule = Rule { name: "pname", section: SECTION };
const PARAMETER_VALUE: Rule = Rule { name: "pvalue", section: SECTION };
const WGS84_RANGE: Rule = Rule { name: "WGS-84", section: "RFC 5870 section 3.4.2" };
const NORMAL: Rule = Rule { name: "geographic-location", section: "RFC 5870 section 3.4.4" };

const WGS84: &str = "wgs84";
const UNSIGNED: ByteSet = DIGIT.or(ByteSet::of(b"."));
const SIGNED: ByteSet = UNSIGNED.or(ByteSet::of(b"-"));
const LABELS: ByteSet = ALPHANUM.or(ByteSet::of(b"-"));

/// The characters allowed raw in a value, besides the unreserved ones.
const RAW: ByteSet = ByteSet::of(b"!*'():&+$");
const GRAMMAR: Grammar = Grammar::of_parameters(
    (LABELS, PARAMETER_NAME),
    (UNRESERVED.or(ByteSet::of(b"%[]:&+$")), PARAMETER_VALUE),
);

/// A place. Numbers are kept as written, so that no digit is lost.
///
/// ```
/// use napkin_schemes::{View, schemes::Geo};
///
/// let uri = napkin::Uri::parse("geo:48.2010,16.3695;u=40")?;
/// let geo = Geo::read(&uri)?;
/// assert_eq!(geo.latitude(), Some(48.201));
/// assert_eq!(geo.coord_b, "16.3695");
/// assert_eq!(geo.altitude(), None);
/// assert_eq!(geo.normal().unwrap(), "geo:48.201,16.3695;u=40");
/// assert_eq!(Geo::new("13.4125", "103.8667").to_uri()?, "geo:13.4125,103.8667");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geo<'a> {
    /// The first coordinate; in WGS-84 the latitude in decimal degrees, north positive.
    pub coord_a: Cow<'a, str>,
    /// The second; in WGS-84 the longitude in decimal degrees, east positive.
    pub coord_b: Cow<'a, str>,
    /// The third; in WGS-84 the altitude in metres. Undefined is not zero.
    pub coord_c: Option<Cow<'a, str>>,
    /// The coordinate reference system; WGS-84 by default.
    pub crs: Option<Cow<'a, str>>,
    /// The uncertainty of the place in metres; unknown if undefined.
    pub u: Option<Cow<'a, str>>,
    /// All other parameters.
    pub parameters: Vec<Parameter<'a>>,
}

impl<'a> Geo<'a> {
    /// Reads a URI of `geo`.
    ///
    /// # Errors
    ///
    /// If there are not two or three numbers, one is out of the range of WGS-84, or a parameter is not
    /// of its shape, repeated, or not in its place.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        GEO.read_by(&[GEO.name], reference, Self::of)
    }

    /// A place in WGS-84 at an unknown height.
    pub fn new(latitude: impl Into<Cow<'a, str>>, longitude: impl Into<Cow<'a, str>>) -> Self {
        Self {
            coord_a: latitude.into(),
            coord_b: longitude.into(),
            coord_c: None,
            crs: None,
            u: None,
            parameters: Vec::new(),
        }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (coordinates, parameters) = match source.after_scheme().split_once(';') {
            Some((coordinates, parameters)) => (coordinates, Some(parameters)),
            None => (source.after_scheme(), None),
        };
        let mut numbers = coordinates.splitn(3, ',');
        let coord_a = number(source, numbers.next().unwrap_or_default(), "coord-a", NUMBER)?;
        let missing = source.error(ErrorKind::Missing, "coord-b", coordinates, COORDINATES);
        let coord_b = number(source, numbers.next().ok_or(missing)?, "coord-b", NUMBER)?;
        let coord_c = numbers.next().map(|text| number(source, text, "coord-c", NUMBER));

        let parameters = Parameter::read_all(source, parameters, &GRAMMAR)?;
        let mut geo = Self { coord_c: coord_c.transpose()?, ..Self::new(coord_a, coord_b) };
        geo.take_parameters(source, parameters)?;
        if geo.is_wgs84() {
            let (latitude, longitude) = coordinates.split_once(',').unwrap_or_default();
            check_range(source, latitude, &geo.coord_a, 90, "latitude")?;
            check_range(source, longitude, &geo.coord_b, 180, "longitude")?;
        }
        Ok(geo)
    }

    /// First `crs`, then `u`, then the others.
    fn take_parameters(
        &mut self,
        source: Source<'a>,
        parameters: Vec<Parameter<'a>>,
    ) -> Result<(), SchemeError> {
        let mut rest = parameters.into_iter().peekable();
        if let Some(crs) = rest.next_if(|parameter| parameter.is("crs")) {
            let label = value(source, &crs, "crs", LABEL)?;
            source.check_decoded(label, LABELS, "crs", LABEL)?;
            self.crs = Some(plain(label));
        }
        if let Some(uncertainty) = rest.next_if(|parameter| parameter.is("u")) {
            let metres = value(source, &uncertainty, "u", UNCERTAINTY)?;
            self.u = Some(number(source, metres, "u", UNCERTAINTY)?);
        }
        self.parameters = rest.collect();
        for (field, taken) in [("crs", &self.crs), ("u", &self.u)] {
            if let Some(parameter) = self.parameters.iter().find(|it| it.is(field)) {
                let seen = taken.is_some();
                let kind = if seen { ErrorKind::Repeated } else { ErrorKind::Misplaced };
                return Err(source.error(kind, field, parameter.written(), PARAMETERS));
            }
        }
        Ok(())
    }

    /// Whether the coordinates are those of WGS-84.
    pub fn is_wgs84(&self) -> bool {
        self.crs.as_ref().is_none_or(|label| label.eq_ignore_ascii_case(WGS84))
    }

    /// Degrees north, from -90 to 90; `None` in another reference system than WGS-84.
    pub fn latitude(&self) -> Option<f64> {
        self.coord_a.parse().ok().filter(|_| self.is_wgs84())
    }

    /// Degrees east, from -180 to 180; `None` in another reference system than WGS-84.
    ///
    /// ```
    /// use napkin_schemes::schemes::Geo;
    ///
    /// let uri = napkin::Uri::parse("geo:48.2010,16.3695,183")?;
    /// let geo = Geo::read(&uri)?;
    /// assert!(geo.is_wgs84());
    /// assert_eq!((geo.latitude(), geo.longitude(), geo.altitude()), (Some(48.2010), Some(16.3695), Some(183.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn longitude(&self) -> Option<f64> {
        self.coord_b.parse().ok().filter(|_| self.is_wgs84())
    }

    /// Metres above the geoid; `None` if undefined, and in another reference system than WGS-84.
    pub fn altitude(&self) -> Option<f64> {
        self.coord_c.as_ref()?.parse().ok().filter(|_| self.is_wgs84())
    }

    /// The first two coordinates in their form for comparison: at a pole all longitudes are equal, and both ends of
    /// the scale are the date line.
    fn compared_coordinates(&self) -> (String, String) {
        let (a, b) = (shortest(&self.coord_a), shortest(&self.coord_b));
        let b = match (a.as_str(), b.as_str()) {
            _ if !self.is_wgs84() => b,
            ("90" | "-90", _) => "0".into(),
            (_, "-180") => "180".into(),
            _ => b,
        };
        (a, b)
    }

    /// The place in its form for comparison.
    fn compared(&self) -> Geo<'static> {
        let (coord_a, coord_b) = self.compared_coordinates();
        let spelled = |octets: &Octets<'_>| Octets::from(octets.to_bytes().into_owned());
        let mut parameters: Vec<_> = self
            .parameters
            .iter()
            .map(|Parameter { name, value }| {
                let name = lowercase(&name.to_latin1());
                (name.clone(), Parameter { name: name.into(), value: value.as_ref().map(spelled) })
            })
            .collect();
        parameters.sort_by(|(a, _), (b, _)| a.cmp(b));
        let named = self.crs.as_ref().filter(|_| !self.is_wgs84());
        Geo {
            coord_a: coord_a.into(),
            coord_b: coord_b.into(),
            coord_c: self.coord_c.as_deref().map(|number| shortest(number).into()),
            crs: named.map(|label| label.to_ascii_lowercase().into()),
            u: self.u.as_deref().map(|number| shortest(number).into()),
            parameters: parameters.into_iter().map(|(_, parameter)| parameter).collect(),
        }
    }
}

/// The written value of a parameter that requires one.
fn value<'a>(
    source: Source<'a>,
    parameter: &Parameter<'a>,
    field: &'static str,
    rule: Rule,
) -> Result<&'a str, SchemeError> {
    let value = parameter.value.as_ref().and_then(Octets::written);
    value.ok_or(source.error(ErrorKind::Missing, field, parameter.written(), rule))
}

/// Digits, with digits after a point if there is one; an uncertainty has no sign.
fn number<'a>(
    source: Source<'a>,
    text: &'a str,
    field: &'static str,
    rule: Rule,
) -> Result<Cow<'a, str>, SchemeError> {
    if text.is_empty() {
        return Err(source.error(ErrorKind::Empty, field, text, rule));
    }
    let has_sign = rule != UNCERTAINTY;
    source.check_decoded(text, if has_sign { SIGNED } else { UNSIGNED }, field, rule)?;
    let number = plain(text);
    let digits = number.strip_prefix('-').unwrap_or(&number);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    if is_digits(whole) && is_digits(fraction) {
        return Ok(number);
    }
    Err(source.error(ErrorKind::InvalidValue, field, text, rule))
}

/// Numbers and labels may be escaped, though they should not be (RFC 5870 §3.5).
fn plain(text: &str) -> Cow<'_, str> {
    if text.contains('%') { unescape(text, SIGNED.or(LABELS)).into() } else { text.into() }
}

/// A coordinate is at most this many degrees from zero.
fn check_range(
    source: Source<'_>,
    text: &str,
    number: &str,
    degrees: u32,
    field: &'static str,
) -> Result<(), SchemeError> {
    let magnitude = shortest(number.trim_start_matches('-'));
    let (whole, fraction) = magnitude.split_once('.').unwrap_or((&magnitude, ""));
    let is_within = whole
        .parse::<u32>()
        .is_ok_and(|whole| whole < degrees || whole == degrees && fraction.is_empty());
    if is_within {
        return Ok(());
    }
    Err(source.error(ErrorKind::OutOfRange, field, text, WGS84_RANGE))
}

/// The shortest text of the same number.
fn shortest(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    match (whole, fraction) {
        ("", "") => "0".into(),
        (whole, "") => [sign, whole].concat(),
        ("", fraction) => [sign, "0.", fraction].concat(),
        (whole, fraction) => [sign, whole, ".", fraction].concat(),
    }
}

impl<'a> Geo<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let coord_a = fields.field("coord_a", Given::needed_text, |it| &it.coord_a)?;
        let coord_b = fields.field("coord_b", Given::needed_text, |it| &it.coord_b)?;
        let coord_c = fields.field("coord_c", Given::text, |it| it.coord_c.as_ref())?;
        let crs = fields.field("crs", Given::text, |it| it.crs.as_deref().unwrap_or(WGS84))?;
        let u = fields.field("u", Given::text, |it| it.u.as_ref())?;
        let parameters = fields.parameters("parameters", |it| &*it.parameters)?;
        fields.build(|_| Ok(Self { coord_c, crs, u, parameters, ..Self::new(coord_a, coord_b) }))
    }
}

impl View for Geo<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let mut writer = Writer::new(GEO.name).raw(&self.coord_a).raw(",").raw(&self.coord_b);
        for (lead, text) in [(",", &self.coord_c), (";crs=", &self.crs), (";u=", &self.u)] {
            if let Some(text) = text {
                writer = writer.raw(lead).raw(text);
            }
        }
        let uri = writer.parameters(&self.parameters, RAW).finish()?;
        if Geo::read(&uri)? != *self {
            return Err(SchemeError::new(ErrorKind::InvalidValue, "coordinates", COORDINATES));
        }
        Ok(uri)
    }

    /// The shortest numbers, one longitude at the poles and at the date line, no default reference
    /// system, names in lowercase, the other parameters by name: two URIs are equal if these are the
    /// same (RFC 5870 §3.4.4).
    fn normal(&self) -> Option<String> {
        let normal = self.compared().to_uri().ok()?;
        (normal != self.to_uri().ok()?).then(|| normal.into_text())
    }
}
