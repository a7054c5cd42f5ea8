//! Until when a signed URL is valid, as its text says it. No clock is asked, and no signature is checked: a server may refuse the
//! URL earlier, and knows whether it does.

use napkin::{Parts, percent};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::inside::from_base64;
use crate::calendar::Moment;

/// The times that a signed URL, or the token in it, says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Signed {
    /// The way to sign: `aws-v4`, `aws-v2`, `cloudfront`, `google-v4`, `google-v2`, `google-cdn`, `azure-storage`, `azure-service-bus`,
    /// `alibaba-v1`, `discord`, or `jwt` of a token (RFC 7519).
    pub by: &'static str,
    /// The key of the signature, or of the token.
    pub parameter: String,
    /// When it was signed, as RFC 3339 writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub at: Option<Moment>,
    /// The first moment at which it is valid, if that is not the one at which it was signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub from: Option<Moment>,
    /// When it ceases to be valid.
    #[schemars(with = "String")]
    pub until: Moment,
}

/// A way to sign URLs, as its vendor documents it.
struct Signing {
    /// The name in JSON.
    name: &'static str,
    /// The parameters that tell it, all of which have to be there; the first is the signature.
    marks: &'static [&'static str],
    /// Its times.
    times: Times,
    #[cfg_attr(not(test), expect(dead_code, reason = "it is for people, and a test"))]
    source: &'static str,
}

/// Where the times of a way to sign stand, and in which form.
enum Times {
    /// When it was signed, and for how many seconds, up to a maximum.
    For { at: &'static str, seconds: &'static str, most: u64 },
    /// From when and until when, in one form.
    Until { from: Option<&'static str>, until: &'static str, form: Form },
    /// When it was signed, and until when, in one form.
    Signed { at: &'static str, until: &'static str, form: Form },
    /// Both in the policy of `CloudFront`.
    Policy(&'static str),
}

/// The form of a time.
#[derive(Clone, Copy)]
enum Form {
    /// Seconds since 1970.
    Seconds,
    /// Seconds since 1970, in hexadecimal digits.
    Hexadecimal,
    /// A date and a time of ISO 8601, as Azure Storage takes them.
    Iso,
}

/// A week, the longest time of a signature of version 4, in seconds.
const WEEK: u64 = 604_800;

/// Until a number of seconds since 1970 in `Expires`.
const EXPIRES: Times = Times::Until { from: None, until: "Expires", form: Form::Seconds };

const SIGNINGS: &[Signing] = &[
    Signing {
        name: "aws-v4",
        marks: &["X-Amz-Signature"],
        times: Times::For { at: "X-Amz-Date", seconds: "X-Amz-Expires", most: WEEK },
        source: "https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html",
    },
    Signing {
        name: "aws-v2",
        marks: &["Signature", "AWSAccessKeyId"],
        times: EXPIRES,
        source: "https://docs.aws.amazon.com/AmazonS3/latest/API/RESTAuthentication.html",
    },
    Signing {
        name: "cloudfront",
        marks: &["Signature", "Key-Pair-Id", "Policy"],
        times: Times::Policy("Policy"),
        source: "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html",
    },
    Signing {
        name: "cloudfront",
        marks: &["Signature", "Key-Pair-Id"],
        times: EXPIRES,
        source: "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html",
    },
    Signing {
        name: "google-v4",
        marks: &["X-Goog-Signature"],
        times: Times::For { at: "X-Goog-Date", seconds: "X-Goog-Expires", most: WEEK },
        source: "https://cloud.google.com/storage/docs/authentication/signatures",
    },
    Signing {
        name: "google-v2",
        marks: &["Signature", "GoogleAccessId"],
        times: EXPIRES,
        source: "https://cloud.google.com/storage/docs/access-control/signed-urls-v2",
    },
    Signing {
        name: "google-cdn",
        marks: &["Signature", "KeyName"],
        times: EXPIRES,
        source: "https://cloud.google.com/cdn/docs/using-signed-urls",
    },
    Signing {
        name: "azure-storage",
        marks: &["sig", "sv"],
        times: Times::Until { from: Some("st"), until: "se", form: Form::Iso },
        source: "https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas",
    },
    Signing {
        name: "azure-service-bus",
        marks: &["sig", "sr"],
        times: Times::Until { from: None, until: "se", form: Form::Seconds },
        source: "https://learn.microsoft.com/en-us/azure/service-bus-messaging/service-bus-sas",
    },
    Signing {
        name: "alibaba-v1",
        marks: &["Signature", "OSSAccessKeyId"],
        times: EXPIRES,
        source: "https://www.alibabacloud.com/help/en/oss/support/0002-00000070",
    },
    Signing {
        name: "discord",
        marks: &["hm"],
        times: Times::Signed { at: "is", until: "ex", form: Form::Hexadecimal },
        source: "https://discord.com/developers/docs/reference#signed-attachment-cdn-urls",
    },
];

impl Signed {
    /// The times of a text; `None` if it is not signed, or its times are none: such a URL is refused.
    pub(super) fn of(text: &str) -> Option<Self> {
        let parts = Parts::split(text);
        let parameters = Parameters::of(parts.query.unwrap_or_default());
        let signed = SIGNINGS.iter().find_map(|signing| signing.read(&parameters));
        signed.or_else(|| {
            let texts = [parts.query, parts.fragment];
            texts.into_iter().flatten().flat_map(|text| text.split('&')).find_map(token)
        })
    }

    /// The times in a sentence.
    pub fn sentence(&self) -> String {
        let until = self.until.to_minute();
        let token = self.by == JWT;
        let subject = if token { "The token was signed " } else { "Signed " };
        let is = if token { "and is valid" } else { "valid" };
        match (self.at, self.from) {
            (Some(at), None) => format!("{subject}{} UTC, {is} until {until} UTC.", at.to_minute()),
            (Some(at), Some(from)) => {
                let (at, from) = (at.to_minute(), from.to_minute());
                format!("{subject}{at} UTC, {is} from {from} UTC until {until} UTC.")
            }
            (None, from) => {
                let subject = if token { "The token is valid" } else { "Valid" };
                let from = from.map(|from| format!(" from {} UTC", from.to_minute()));
                format!("{subject}{} until {until} UTC.", from.unwrap_or_default())
            }
        }
    }
}

/// The pairs of a query whose keys a way to sign has, with decoded values.
struct Parameters<'t>(Vec<(&'t str, String)>);

impl<'t> Parameters<'t> {
    fn of(query: &'t str) -> Self {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let known = pairs.filter(|(key, _)| SIGNINGS.iter().any(|signing| signing.has(key)));
        let value = |value| percent::decode(value, true).to_string_lossy().into_owned();
        Self(known.map(|(key, text)| (key, value(text))).collect())
    }

    /// Key and value of a parameter that is there once, without regard to case: tools write the parameters of Google in both.
    fn once(&self, key: &str) -> Option<&(&'t str, String)> {
        let mut found = self.0.iter().filter(|(own, _)| own.eq_ignore_ascii_case(key));
        found.next().filter(|_| found.next().is_none())
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.once(key).map(|(_, value)| &**value)
    }

    fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(own, _)| own.eq_ignore_ascii_case(key))
    }
}

impl Signing {
    /// Whether a key is one of its parameters.
    fn has(&self, key: &str) -> bool {
        let times: [&str; 2] = match self.times {
            Times::For { at, seconds, .. } => [at, seconds],
            Times::Until { from, until, .. } => [from.unwrap_or(until), until],
            Times::Signed { at, until, .. } => [at, until],
            Times::Policy(policy) => [policy; 2],
        };
        self.marks.iter().chain(&times).any(|own| own.eq_ignore_ascii_case(key))
    }

    /// The times of a query that is signed in this way.
    fn read(&self, parameters: &Parameters<'_>) -> Option<Signed> {
        let (signature, _) = parameters.once(self.marks.first()?)?;
        if !self.marks.iter().all(|mark| parameters.has(mark)) {
            return None;
        }
        let time = |key, form: Form| form.read(parameters.value(key)?);
        let (at, from, until) = match self.times {
            Times::For { at, seconds, most } => {
                let at = compact(parameters.value(at)?)?;
                let seconds = number(parameters.value(seconds)?)?;
                let until = at.after(seconds).filter(|_| (1..=most).contains(&seconds))?;
                (Some(at), None, until)
            }
            Times::Until { from, until, form } => {
                let from = from.filter(|from| parameters.has(from));
                (None, if_there(from, |from| time(from, form))?, time(until, form)?)
            }
            Times::Signed { at, until, form } => (Some(time(at, form)?), None, time(until, form)?),
            Times::Policy(key) => {
                let (from, until) = policy(parameters.value(key)?)?;
                (None, from, until)
            }
        };
        Some(Signed { by: self.name, parameter: (*signature).to_owned(), at, from, until })
    }
}

/// The moment of a value that need not be there; `None` if it is there and is no moment, since such a URL is refused.
#[expect(clippy::option_option, reason = "not there is another answer than no moment")]
fn if_there<T>(value: Option<T>, read: impl FnOnce(T) -> Option<Moment>) -> Option<Option<Moment>> {
    match value {
        None => Some(None),
        Some(value) => read(value).map(Some),
    }
}

impl Form {
    fn read(self, value: &str) -> Option<Moment> {
        match self {
            Self::Seconds => Moment::of_seconds(number(value)?),
            Self::Hexadecimal => {
                let is_one = value.len() == 8 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
                Moment::of_seconds(u64::from_str_radix(value, 16).ok().filter(|_| is_one)?)
            }
            Self::Iso => iso(value),
        }
    }
}

/// A number in decimal digits alone.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The numbers of a text that is like a pattern, in which each letter is a digit: the digits that stand beside each other are one
/// number.
fn numbers<const COUNT: usize>(text: &str, pattern: &str) -> Option<[u64; COUNT]> {
    let is_digit = |letter: u8| letter.is_ascii_alphabetic() && !b"TZ".contains(&letter);
    let mut numbers = [0; COUNT];
    let mut count = 0;
    let mut before = 0;
    for (byte, letter) in text.bytes().zip(pattern.bytes()) {
        if is_digit(letter) {
            let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
            count += usize::from(letter != before);
            let number = numbers.get_mut(count - 1)?;
            *number = *number * 10 + digit;
        } else {
            (byte == letter).then_some(())?;
        }
        before = letter;
    }
    (text.len() == pattern.len() && count == COUNT).then_some(numbers)
}

/// A moment such as `20130721T201207Z`, as signatures of version 4 have it.
fn compact(text: &str) -> Option<Moment> {
    let [year, month, day, hour, minute, second] = numbers(text, "yyyymmddThhnnssZ")?;
    Moment::of_date([year, month, day], [hour, minute, second])
}

/// A moment in one of the forms that Azure Storage takes
/// (<https://learn.microsoft.com/en-us/rest/api/storageservices/formatting-datetime-values>).
fn iso(text: &str) -> Option<Moment> {
    let Some((date, time)) = text.split_once('T') else {
        return Moment::of_date(numbers(text, "yyyy-mm-dd")?, [0; 3]);
    };
    let date = numbers(date, "yyyy-mm-dd")?;
    let zone = time.find(['Z', '+', '-'])?;
    let (time, zone) = time.split_at_checked(zone)?;
    let to_minute = || numbers(time, "hh:mm").map(|[hour, minute]| [hour, minute, 0]);
    let is_fraction = |text: &str| (1..=7).contains(&text.len()) && number(text).is_some();
    let time = match time.split_once('.') {
        Some((time, fraction)) => numbers(time, "hh:mm:ss").filter(|_| is_fraction(fraction))?,
        None => numbers(time, "hh:mm:ss").or_else(to_minute)?,
    };
    let moment = Moment::of_date(date, time)?;
    if zone == "Z" {
        return Some(moment);
    }
    let [hours, minutes] = numbers(zone.get(1..)?, "hh:mm")?;
    let offset = hours * 3600 + minutes * 60;
    let is_offset = hours < 24 && minutes < 60;
    let is_east = zone.starts_with('+');
    let moment = if is_east { moment.before(offset) } else { moment.after(offset) };
    moment.filter(|_| is_offset)
}

/// The first and the last moment of a custom policy of `CloudFront`.
fn policy(text: &str) -> Option<(Option<Moment>, Moment)> {
    let base64 = text.replace('-', "+").replace('_', "=").replace('~', "/");
    let policy: Value = serde_json::from_str(&from_base64(&base64)?).ok()?;
    let condition = policy.get("Statement")?.get(0)?.get("Condition")?;
    let time = |name: &str| {
        if_there(condition.get(name), |time| {
            Moment::of_seconds(time.get("AWS:EpochTime")?.as_u64()?)
        })
    };
    Some((time("DateGreaterThan")?, time("DateLessThan")??))
}

/// The name of tokens in JSON.
const JWT: &str = "jwt";

/// The times of the token that a pair has (RFC 7519 sections 4.1.4 to 4.1.6).
fn token(pair: &str) -> Option<Signed> {
    let (key, value) = pair.split_once('=')?;
    let (_, claims) = token_pieces(value)?;
    let claims: Value = serde_json::from_str(&claims).ok()?;
    let time =
        |name: &str| if_there(claims.get(name), |time| Moment::of_seconds(whole_seconds(time)?));
    let (at, from, until) = (time("iat")?, time("nbf")?, time("exp")??);
    let parameter = percent::decode(key, true).to_string_lossy().into_owned();
    Some(Signed { by: JWT, parameter, at, from: from.filter(|from| Some(*from) != at), until })
}

/// The seconds of a number that may have a fraction.
fn whole_seconds(number: &Value) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the fraction counts no second, and out of the range is no moment"
    )]
    let floor = |number: f64| (0.0..1e12).contains(&number).then_some(number as u64);
    number.as_u64().or_else(|| floor(number.as_f64()?))
}

/// Header and claims in JSON of a signed token (RFC 7519). The signature is not checked.
pub(crate) fn token_pieces(value: &str) -> Option<(String, String)> {
    let mut pieces = value.split('.');
    let (header, claims, _) = (pieces.next()?, pieces.next()?, pieces.next()?);
    let is_object = |text: &String| text.starts_with('{') && text.ends_with('}');
    let read = |piece| from_base64(piece).filter(is_object);
    let (header, claims) = (read(header)?, read(claims)?);
    (pieces.next().is_none() && header.contains("\"alg\"")).then_some((header, claims))
}

#[cfg(test)]
mod tests {
    use super::{SIGNINGS, Signed, compact, iso};
    use crate::calendar::Moment;

    #[test]
    fn each_way_to_sign_has_a_source() {
        assert!(SIGNINGS.iter().all(|signing| signing.source.starts_with("https://")));
    }

    #[test]
    fn what_is_no_moment_is_none() {
        let moment = Moment::of_date([2024, 2, 29], [1, 2, 3]);
        assert_eq!(compact("20240229T010203Z"), moment);
        for text in [
            "20230229T010203Z",
            "20240229T010203",
            "20240229T010203Z86400",
            "2024022 T010203Z",
            "20240229t010203z",
            "20240229T0102",
            "",
        ] {
            assert_eq!(compact(text), None, "{text}");
        }
        for text in [
            "2024-02-29T01:02:03Z",
            "2024-02-29T01:02:03.0000000Z",
            "2024-02-29T02:32:03+01:30",
            "2024-02-28T23:02:03-02:00",
        ] {
            assert_eq!(iso(text), moment, "{text}");
        }
        assert_eq!(iso("2024-02-29T01:02Z"), Moment::of_date([2024, 2, 29], [1, 2, 0]));
        assert_eq!(iso("2024-02-29"), Moment::of_date([2024, 2, 29], [0; 3]));
        for text in [
            "2024-02-30",
            "2024-2-9",
            "2024-02-29T",
            "2024-02-29T01:02:03",
            "2024-02-29T01:02:03.Z",
            "2024-02-29T01:02:03.12345678Z",
            "2024-02-29T01:02.5Z",
            "2024-02-29T01:02:03+1:00",
            "2024-02-29T01:02:03+24:00",
            "2024-02-29T24:00Z",
            "1970-01-01T00:00+00:01",
            "29.02.2024",
            "\u{661}024-02-29",
            "1709168523",
        ] {
            assert_eq!(iso(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_invalid_or_twice_tells_nothing() {
        let until = |query: &str| {
            let signed = Signed::of(&format!("https://h.example/k?{query}"));
            signed.map(|signed| (signed.by, signed.until.to_rfc3339()))
        };
        let of_aws = "X-Amz-Signature=a&X-Amz-Date=20240228T235959Z&X-Amz-Expires=";
        assert_eq!(until(&format!("{of_aws}1")), Some(("aws-v4", "2024-02-29T00:00:00Z".into())));
        assert_eq!(
            until(&format!("{of_aws}604800")),
            Some(("aws-v4", "2024-03-06T23:59:59Z".into()))
        );
        for query in [
            "",
            "X-Amz-Date=20240228T235959Z&X-Amz-Expires=1",
            "X-Amz-Signature=a&X-Amz-Date=20240228T235959Z",
            "X-Amz-Signature=a&X-Amz-Date=20230229T000000Z&X-Amz-Expires=1",
            "Signature=a&Expires=1709164800",
            "Signature=a&AWSAccessKeyId=b&Expires=1709164800&Expires=1",
            "Signature=a&AWSAccessKeyId=b&Expires=-1",
            "Signature=a&AWSAccessKeyId=b&Expires=253402300800",
            "Signature=a&AWSAccessKeyId=b&Expires=99999999999999999999999",
            "sv=2024-11-04&sig=a",
            "sv=2024-11-04&sig=a&st=yesterday&se=2024-02-29",
            "sv=2024-11-04&sig=a&se=29-02-2024",
            "is=65df9d80&ex=65e8d8&hm=a",
            "Signature=a&Key-Pair-Id=b&Policy=e30_",
            "Signature=a&Key-Pair-Id=b&Policy=~~~",
            "t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
            "t=eyJhbGciOiJIUzI1NiJ9.eyJleHAiOi0xfQ.c2ln",
            "t=eyJhbGciOiJIUzI1NiJ9.eyJleHAiOiIxIn0.c2ln",
        ] {
            assert_eq!(until(query), None, "{query}");
        }
        for seconds in ["0", "604801", "18446744073709551615", "1e3", "+1"] {
            assert_eq!(until(&format!("{of_aws}{seconds}")), None, "{seconds}");
        }
    }
}
