//! The steps of a client that follows an input.

use napkin::Edition;
use napkin_schemes::{Client, Server};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::base;
use crate::failure::Failure;
use crate::fields::Object;

/// The settings of a plan.
pub struct Planning {
    /// The client's data and permissions.
    pub client: Client,
    /// The edition.
    pub edition: &'static Edition,
}

impl Planning {
    /// Plans the steps for a URI. No connection is made.
    ///
    /// # Errors
    ///
    /// If the input is not a URI, or following it is not allowed.
    pub fn answer<'a>(
        &self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Planned, Failure<'a>> {
        let edition = self.edition;
        let reference = base::to_uri(edition, input, scratch)?.ok_or_else(|| {
            Failure::relative_reference(edition, "a relative reference has no scheme")
        })?;
        let plan = napkin_schemes::plan(reference, &self.client);
        plan.map(Planned).map_err(|error| {
            let place = |at| error.at(base::place_in(input, reference.as_str(), at));
            Failure::of_scheme(error.offset().map_or(error, place), input)
                .or_capitals(reference, input)
        })
    }
}

/// Parses a host with an optional port, as in an authority.
pub fn server(text: &str) -> Option<Server<'static>> {
    let authority = format!("//{text}");
    let reference = napkin::UriRef::parse(&authority).ok()?;
    let alone = reference.path().is_empty() && reference.query().is_none();
    let authority = reference.authority().filter(|_| alone)?;
    if authority.host().is_empty() || authority.userinfo().is_some() {
        return None;
    }
    let server = Server::new(authority.host().as_str().to_owned());
    match authority.port() {
        None => Some(server),
        Some(port) => Some(server.on_port(port.to_u16()?)),
    }
}

/// The steps.
pub struct Planned(pub napkin_schemes::Plan);

impl Serialize for Planned {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("plan", &Object(&self.0.fields()))?;
        map.end()
    }
}
