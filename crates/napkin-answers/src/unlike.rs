//! The parts in which two parsed texts differ: why `compare` calls them different.

use napkin_standards::Parsed;
use napkin_standards::facts::{self, Component, Fact, PortOrDefault, Value};
use schemars::JsonSchema;
use serde::Serialize;

use crate::look_alike::LookAlike;

/// The parts that are compared, in the order of a URI. No part is inside of another.
const PARTS: [&str; 8] =
    ["scheme", "userinfo", "host", "port", "path", "params", "query", "fragment"];

/// The parts that are compared if no part of [`PARTS`] differs, of editions whose URIs are not taken apart further.
const WHOLES: [&str; 2] = ["authority", "ssp"];

/// A part in which two texts differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "unlike-part")]
pub struct UnlikePart {
    /// The part.
    pub part: &'static str,
    /// Its value in the normal form of the first; null if it is undefined. A port is the default one if none is written.
    pub a: Option<String>,
    /// Its value in the normal form of the second.
    pub b: Option<String>,
    /// The first letter in which the two values differ, if they look alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "LookAlike")]
    pub look_alike: Option<LookAlike>,
}

impl UnlikePart {
    fn new(part: &'static str, a: Option<String>, b: Option<String>) -> Self {
        let look_alike = a.as_deref().zip(b.as_deref());
        let look_alike = look_alike.and_then(|(a, b)| LookAlike::of(part, a, b));
        Self { part, a, b, look_alike }
    }
}

/// The parts in which two texts differ, in order.
pub(crate) fn parts(a: Parsed<'_, '_>, b: Parsed<'_, '_>) -> Vec<UnlikePart> {
    let pairs: Vec<_> = facts::list(a).into_iter().zip(facts::list(b)).collect();
    let among = |names: &[&str]| -> Vec<_> {
        let listed = pairs.iter().filter(|(of_a, _)| names.contains(&of_a.name));
        let unlike = listed.filter(|(of_a, of_b)| of_a.value != of_b.value);
        unlike.map(|(of_a, of_b)| unlike_part((a, of_a), (b, of_b))).collect()
    };
    let parts = among(&PARTS);
    if parts.is_empty() { among(&WHOLES) } else { parts }
}

/// A row with one of its components.
type Of<'c, 'p, 't> = (Parsed<'p, 't>, &'c Component<'t>);

fn unlike_part((a, of_a): Of<'_, '_, '_>, (b, of_b): Of<'_, '_, '_>) -> UnlikePart {
    let effective = |row| PortOrDefault::of(row).map(|port| port.to_string());
    if of_a.name == "port" {
        let (a, b) = (effective(a), effective(b));
        if a != b {
            return UnlikePart::new(of_a.name, a, b);
        }
    }
    UnlikePart::new(of_a.name, text(of_a), text(of_b))
}

/// The value as text; `None` if it is undefined.
fn text(component: &Component<'_>) -> Option<String> {
    match component.value.as_ref()? {
        Value::Undefined => None,
        Value::Text(text) => Some(text.to_string()),
        Value::Texts(texts) => Some(texts.path().to_owned()),
    }
}
