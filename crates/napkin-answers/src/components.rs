//! The components of a reference, by the names that they have in JSON: one list for every command
//! that shows them.

use napkin::{
    Encoded, Host, HostKind, Object, Part, Path, PathKind, Port, Query, Reference, Userinfo,
};
use napkin_url::Url;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::url_parts;
use std::borrow::Cow;

/// One component: what decides it, and its value.
pub struct Component<'a> {
    /// The name in JSON.
    pub name: &'static str,
    /// Whose rules decide it; nothing for what is said of the whole.
    pub part: Option<Part>,
    /// The value; nothing in an edition that has no such component.
    pub value: Option<Value<'a>>,
}

/// The value of a component.
#[derive(Clone)]
pub enum Value<'a> {
    /// It is not there.
    Undefined,
    /// Its text, raw.
    Text(Cow<'a, str>),
    /// The segments of a path.
    Segments(Path<'a>),
    /// The segments of the path of a URL.
    List(Vec<Cow<'a, str>>),
}

/// How many components there are.
const COUNT: usize = 19;

/// The components of a reference, as its edition reads it, in the order of JSON.
pub fn components<'a>(reference: &Reference<'a>) -> [Component<'a>; COUNT] {
    let edition = reference.edition();
    let userinfo = reference.userinfo();
    let host = reference.host();
    let path = reference.path();
    let kind = if reference.is_relative_ref() { "relative-ref" } else { "uri" };
    let form = reference.form();
    let authority_form = reference.authority_form();
    let path_kind = reference.path_kind().map(PathKind::name);
    let has_parameters = edition.splits_parameters();
    let specific = Component {
        name: "ssp",
        part: None,
        value: Some(Value::Text(Cow::Borrowed(reference.scheme_specific_part()))),
    };
    let of = |name, part: Part, value: Option<&'a str>| {
        let value = Some(value.map(Cow::Borrowed).into());
        Component { name, part: Some(part), value }
    };
    let whole = |name, value: Option<&'static str>| {
        let value = Some(value.map(Cow::Borrowed).into());
        Component { name, part: None, value }
    };
    let only = |has: bool, component: Component<'a>| Component {
        value: component.value.filter(|_| has),
        ..component
    };
    [
        whole("kind", Some(kind)),
        Component {
            name: "scheme",
            part: Some(Part::Scheme),
            value: Some(reference.reported_scheme().into()),
        },
        of("authority", Part::Authority, reference.authority()),
        of("userinfo", Part::Userinfo, userinfo.map(Userinfo::as_str)),
        of("user", Part::Userinfo, userinfo.map(|userinfo| userinfo.user().as_str())),
        of("password", Part::Userinfo, userinfo.and_then(Userinfo::password).map(Encoded::as_str)),
        of("host", Part::Host, host.map(Host::as_str)),
        of("host_kind", Part::Host, host.map(Host::kind).map(HostKind::name)),
        of("port", Part::Port, reference.port().map(Port::as_str)),
        of("path", Part::Path, path.map(Path::as_str)),
        Component {
            name: "segments",
            part: Some(Part::Path),
            value: Some(path.map_or(Value::Undefined, Value::Segments)),
        },
        only(has_parameters, of("params", Part::Path, reference.parameters())),
        of("query", Part::Query, reference.query().map(Query::as_str)),
        of("fragment", Part::Fragment, reference.fragment().map(Encoded::as_str)),
        only(edition.tells_scheme_specific_part(), specific),
        only(edition.tells_path_kinds(), of("path_kind", Part::Path, path_kind)),
        only(edition.tells_forms(), whole("form", form)),
        only(
            edition.tells_authority_forms(),
            of("authority_form", Part::Authority, authority_form),
        ),
        whole("ref_kind", Some(ref_kind(reference))),
    ]
}

/// The components of a URL of the URL Standard, by the names that references have for theirs.
pub fn of_url<'a, T: AsRef<str>>(url: &'a Url<T>) -> Vec<Component<'a>> {
    let userinfo = url_parts::userinfo(url);
    let of = |name, part: Part, value: Option<Cow<'a, str>>| Component {
        name,
        part: Some(part),
        value: Some(value.into()),
    };
    let text = |name, part: Part, value: Option<&'a str>| of(name, part, value.map(Cow::Borrowed));
    let segments = url_parts::segments(url);
    let segments = segments.map(|texts| texts.into_iter().map(Cow::Borrowed).collect());
    vec![
        // It has a scheme.
        Component { name: "kind", part: None, value: Some(Value::Text("uri".into())) },
        text("scheme", Part::Scheme, Some(url.scheme())),
        text("authority", Part::Authority, url.has_authority().then(|| url.authority())),
        text("userinfo", Part::Userinfo, userinfo),
        text("user", Part::Userinfo, userinfo.map(|_| url.username())),
        text("password", Part::Userinfo, url.password()),
        text("host", Part::Host, url_parts::host(url)),
        text("host_kind", Part::Host, url_parts::host_kind(url)),
        of("port", Part::Port, url.port().map(|port| port.to_string().into())),
        text("path", Part::Path, Some(url.path())),
        Component {
            name: "segments",
            part: Some(Part::Path),
            value: Some(segments.map_or(Value::Undefined, Value::List)),
        },
        text("query", Part::Query, url.query()),
        text("fragment", Part::Fragment, url.fragment()),
    ]
}

/// What a reference leaves to the base.
fn ref_kind(reference: &Reference<'_>) -> &'static str {
    match reference.authority() {
        _ if !reference.is_relative_ref() => "absolute",
        Some(_) => "network-path",
        None if reference.path().is_some_and(Path::is_absolute) => "absolute-path",
        None => "relative-path",
    }
}

/// The components of a computed reference, by their names in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct ObjectComponents {
    scheme: Option<String>,
    ssp: String,
    authority: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port_number: Option<u32>,
    path: Option<String>,
    query: Option<String>,
    fragment: Option<String>,
}

impl From<&Object<'_>> for ObjectComponents {
    fn from(object: &Object<'_>) -> Self {
        let owned = |text: Option<&str>| text.map(String::from);
        Self {
            scheme: owned(object.scheme()),
            ssp: object.scheme_specific_part(),
            authority: owned(object.authority()),
            userinfo: owned(object.userinfo()),
            host: owned(object.host()),
            port_number: object.port(),
            path: owned(object.path()),
            query: owned(object.query()),
            fragment: owned(object.fragment()),
        }
    }
}

/// Writes the components as entries of a JSON object.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<M: SerializeMap>(reference: &Reference<'_>, map: &mut M) -> Result<(), M::Error> {
    serialize_all(&components(reference), map)
}

/// Writes components as entries of a JSON object, where the edition has them.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize_all<M: SerializeMap>(
    components: &[Component<'_>],
    map: &mut M,
) -> Result<(), M::Error> {
    for Component { name, value, .. } in components {
        if let Some(value) = value {
            map.serialize_entry(name, value)?;
        }
    }
    Ok(())
}

impl<'a> From<Option<Cow<'a, str>>> for Value<'a> {
    fn from(text: Option<Cow<'a, str>>) -> Self {
        text.map_or(Self::Undefined, Self::Text)
    }
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Undefined, Self::Undefined) => true,
            (Self::Text(a), Self::Text(b)) => a == b,
            // `/a` and `a` have the same segments.
            (Self::Segments(a), Self::Segments(b)) => a.segments().eq(b.segments()),
            (Self::List(a), Self::List(b)) => a == b,
            _ => false,
        }
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Undefined => serializer.serialize_none(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Segments(path) => serializer.collect_seq(path.segments().map(Encoded::as_str)),
            Self::List(texts) => serializer.collect_seq(texts),
        }
    }
}
