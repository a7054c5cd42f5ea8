//! The components of a reference, by their names in JSON: one list for every command that shows them.

use napkin::{
    Encoded, Host, HostKind, Object, Part, Path, PathKind, Port, Query, Reference, Userinfo,
};
use napkin_url::Url;
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::url_parts;
use std::borrow::Cow;

/// One component: the part that decides it, and its value.
pub struct Component<'a> {
    /// The name in JSON.
    pub name: &'static str,
    /// The part whose rules decide it; `None` for a component that concerns the whole.
    pub part: Option<Part>,
    /// The value; `None` if the edition has no such component.
    pub value: Option<Value<'a>>,
}

/// The name of a component as JSON has it behind another entry.
pub(crate) struct Key {
    /// The name.
    name: &'static str,
    /// The whole entry, if the component is undefined.
    pub(crate) undefined: &'static str,
    /// The entry up to the value.
    pub(crate) defined: &'static str,
}

macro_rules! key {
    ($name:literal) => {
        Key {
            name: $name,
            undefined: concat!(",\"", $name, "\":null"),
            defined: concat!(",\"", $name, "\":"),
        }
    };
}

/// Takes components one by one, in the order of JSON.
pub(crate) trait Take<'a> {
    /// Takes one. `value` is nothing in an edition that has no such component.
    fn take(&mut self, key: &Key, part: Option<Part>, value: Option<Value<'a>>);
}

/// The value of a component.
#[derive(Clone)]
pub enum Value<'a> {
    /// The part is undefined.
    Undefined,
    /// Its text, raw.
    Text(Cow<'a, str>),
    /// The segments of a path.
    Segments(Path<'a>),
    /// The segments of the path of a URL.
    List(Vec<Cow<'a, str>>),
}

/// The components of a reference, as its edition reads it, in the order of JSON: as many for each edition.
pub fn components<'a>(reference: &Reference<'a>) -> Vec<Component<'a>> {
    let mut list = List(Vec::with_capacity(19));
    take_components(reference, &mut list);
    list.0
}

struct List<'a>(Vec<Component<'a>>);

impl<'a> Take<'a> for List<'a> {
    fn take(&mut self, key: &Key, part: Option<Part>, value: Option<Value<'a>>) {
        self.0.push(Component { name: key.name, part, value });
    }
}

/// Hands out the components of a reference, as [`components`] lists them.
///
/// Inlined, so that keys are constants where a line of JSON is written.
#[inline(always)]
pub(crate) fn take_components<'a>(reference: &Reference<'a>, list: &mut impl Take<'a>) {
    let edition = reference.edition();
    let text = |text: Option<&'a str>| Some(text.map(Cow::Borrowed).into());
    let only = |has: bool, value: Option<&'a str>| has.then(|| value.map(Cow::Borrowed).into());

    let kind = if reference.is_relative_ref() { "relative-ref" } else { "uri" };
    list.take(&key!("kind"), None, text(Some(kind)));
    let scheme = Some(reference.reported_scheme().into());
    list.take(&key!("scheme"), Some(Part::Scheme), scheme);
    list.take(&key!("authority"), Some(Part::Authority), text(reference.authority()));

    let userinfo = reference.userinfo();
    let user = userinfo.map(|userinfo| userinfo.user().as_str());
    let password = userinfo.and_then(Userinfo::password).map(Encoded::as_str);
    list.take(&key!("userinfo"), Some(Part::Userinfo), text(userinfo.map(Userinfo::as_str)));
    list.take(&key!("user"), Some(Part::Userinfo), text(user));
    list.take(&key!("password"), Some(Part::Userinfo), text(password));

    let host = reference.host();
    let host_kind = host.map(Host::kind).map(HostKind::name);
    list.take(&key!("host"), Some(Part::Host), text(host.map(Host::as_str)));
    list.take(&key!("host_kind"), Some(Part::Host), text(host_kind));
    list.take(&key!("port"), Some(Part::Port), text(reference.port().map(Port::as_str)));

    let path = reference.path();
    let segments = path.map_or(Value::Undefined, Value::Segments);
    let parameters = only(edition.splits_parameters(), reference.parameters());
    list.take(&key!("path"), Some(Part::Path), text(path.map(Path::as_str)));
    list.take(&key!("segments"), Some(Part::Path), Some(segments));
    list.take(&key!("params"), Some(Part::Path), parameters);

    let fragment = reference.fragment().map(Encoded::as_str);
    list.take(&key!("query"), Some(Part::Query), text(reference.query().map(Query::as_str)));
    list.take(&key!("fragment"), Some(Part::Fragment), text(fragment));

    let tells_specific = edition.tells_scheme_specific_part();
    let specific = only(tells_specific, Some(reference.scheme_specific_part()));
    let path_kind = reference.path_kind().map(PathKind::name);
    let path_kind = only(edition.tells_path_kinds(), path_kind);
    let authority_form = only(edition.tells_authority_forms(), reference.authority_form());
    list.take(&key!("ssp"), None, specific);
    list.take(&key!("path_kind"), Some(Part::Path), path_kind);
    list.take(&key!("form"), None, only(edition.tells_forms(), reference.form()));
    list.take(&key!("authority_form"), Some(Part::Authority), authority_form);
    list.take(&key!("ref_kind"), None, text(Some(ref_kind(reference))));
}

/// The components of a URL of the URL Standard, by the names of references' components.
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
        // A URL always has a scheme.
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

/// The kind of a relative reference.
fn ref_kind(reference: &Reference<'_>) -> &'static str {
    match reference.authority() {
        _ if !reference.is_relative_ref() => "absolute",
        Some(_) => "network-path",
        None if reference.path().is_some_and(Path::is_absolute) => "absolute-path",
        None => "relative-path",
    }
}

/// The components of a computed reference, by their names in JSON.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "components")]
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
/// An error of the serializer.
pub fn serialize<M: SerializeMap>(reference: &Reference<'_>, map: &mut M) -> Result<(), M::Error> {
    serialize_all(&components(reference), map)
}

/// Writes components as entries of a JSON object, except components that the edition does not have.
///
/// # Errors
///
/// An error of the serializer.
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
            // `/a` and `a` have equal segments.
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
