//! Visits HTTP responses: the links in their header fields, and their bodies.

use napkin::Target;

use super::visit::{Place, Told, Walk};
use crate::base::{Base, unfolded};
use crate::containers::header::{self, Field};
use crate::containers::http;

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
            let location = header::value(&response.fields, "Content-Location");
            let entity = match location.filter(|_| self.is_http_of_1999) {
                Some(location) => base.clone().encapsulated(&header::in_ascii(unfolded(location))),
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
