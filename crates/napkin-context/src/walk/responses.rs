//! Visits HTTP responses: the links in their header fields, and their bodies.

use napkin::{Target, UriRef};

use super::visit::{HttpHeaders, Place, Told, Walk};
use crate::base::{Base, unfolded};
use crate::containers::header::{self, Field};
use crate::containers::http;

impl HttpHeaders {
    /// The reference that gives the base of the body with these header fields.
    fn base_of(self, fields: &[Field<'_>]) -> Option<String> {
        let value = |name| Some(header::in_ascii(unfolded(header::value(fields, name)?)));
        let absolute = |name| {
            let uri = value(name)?;
            UriRef::parse(&uri).is_ok_and(|uri| uri.scheme().is_some()).then_some(uri)
        };
        match self {
            Self::Of1997 => absolute("Content-Base").or_else(|| absolute("Content-Location")),
            Self::Of1999 => value("Content-Location"),
            Self::Of2022 => None,
        }
    }
}

impl Walk<'_, '_> {
    /// Visits consecutive responses, each redirect giving the URI of the next.
    pub(super) fn responses(&mut self, place: Place<'_>, base: &Base, bytes: &[u8]) {
        let mut base = base.clone();
        let mut at = 0;
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let response = match http::read(rest, self.expansion) {
                Ok(response) => response,
                Err(fault) => return self.fault(place, &base, &fault),
            };
            let place = Place { start: place.start.map(|start| start + at), ..place };
            let entity = match self.http.base_of(&response.fields) {
                Some(of_header) => base.clone().encapsulated(&of_header),
                None => base.clone(),
            };
            let of_header = if base.serves_own_header() { &entity } else { &base };
            let named = |field: &&Field<'_>| {
                ["Location", "Link", "Refresh"]
                    .iter()
                    .any(|name| field.name.eq_ignore_ascii_case(name))
            };
            let notes = response.fields.iter().filter(named).filter_map(Field::raw_octets);
            for fault in response.faults.iter().cloned().chain(notes) {
                self.fault(place, of_header, &fault);
            }
            if self.with_links {
                self.fields(place, of_header, &response.fields, None);
            }
            if let Some(fault) = response.without_body() {
                self.fault(place, of_header, &fault);
            }
            let Some(next) = response.next() else {
                return self.response(place, &entity, &response);
            };
            if let Some(location) = header::value(&response.fields, "Location")
                && let Ok(Target::Uri(uri)) =
                    of_header.target(&header::in_ascii(header::joined(location)))
            {
                base = base.retrieved_from(&uri);
            }
            at += next;
        }
    }

    /// The body of a response.
    fn response(&mut self, place: Place<'_>, base: &Base, response: &http::Response<'_>) {
        let Some(body) = &response.body else { return };
        let told = Told::by(header::value(&response.fields, "Content-Type").unwrap_or_default());
        let start = place.start.zip(response.start).map(|(outer, inner)| outer + inner);
        let place = Place { start, ..place };
        self.content(place, base, told, body);
    }
}
