//! The message of a plan: the checks of what is put into it, and its fields.

use napkin::edition::Rule;

use crate::address::addr_spec_fault;
use crate::client::Client;
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::pairs::Header;
use crate::place;
use crate::server::a_labels;
use crate::value::{Fields, Value};

use super::addresses::{ADDRESS, DOMAIN, fault, is_address_list, mailboxes};
use super::{BODY, Mailto, is_safe, shown_headers};

const ADDRESS_822: Rule = Rule { name: "addr-spec", section: "RFC 822 section 6.1" };

/// The header fields with lists of addresses.
const ADDRESS_HEADERS: &[&str] = &["to", "cc", "bcc"];

impl Mailto<'_> {
    /// Checks that each address is one, and not several.
    pub(super) fn check_addresses(&self) -> Result<(), SchemeError> {
        for address in &self.to {
            let octets = address.to_bytes();
            let found = if self.dialect.is_one_address {
                addr_spec_fault(&octets).map(|at| (at, ADDRESS_822))
            } else {
                fault(&octets).map(|fault| (fault.at, fault.rule))
            };
            if let Some((number, rule)) = found {
                let error = SchemeError::new(ErrorKind::InvalidCharacter, "address", rule);
                return Err(error.at_if(address.place(number)));
            }
        }
        Ok(())
    }

    /// Checks that addresses, names and values have no delimiter of the places that they are put into.
    pub(super) fn check_message(&self, client: &Client) -> Result<(), SchemeError> {
        for address in &self.to {
            client.argument(address, "address", &place::HEADER_VALUE)?;
        }
        self.check_addresses()?;
        for header in &self.headers {
            client.argument(&header.name, "header name", &place::TEXT)?;
            if header.is(BODY) {
                client.lines(&header.value, "body")?;
                continue;
            }
            let has_addresses = ADDRESS_HEADERS.iter().any(|name| header.is(name));
            let field = if has_addresses { "address" } else { "header value" };
            let value = client.argument(&header.value, field, &place::HEADER_VALUE)?;
            if has_addresses && !is_address_list(&value) {
                let error = SchemeError::new(ErrorKind::InvalidValue, field, ADDRESS);
                return Err(error.at_if(header.value.start()));
            }
        }
        Ok(())
    }

    pub(super) fn message(&self) -> Result<Fields, SchemeError> {
        let to = self.recipients();
        let to = to.iter().map(mapped_address).collect::<Result<Vec<_>, _>>()?;
        let mut message = Fields::new().with("to", to);
        for (name, value) in [("cc", self.cc()), ("bcc", self.bcc())] {
            if let Some(addresses) = value {
                message = message.with(name, mapped_addresses(addresses)?);
            }
        }
        for (name, value) in [("subject", self.subject()), ("body", self.body())] {
            if let Some(text) = value {
                message = message.with(name, text.shown());
            }
        }
        let left_out = |header: &&Header<'_>| !is_safe(header) || self.is_repeated(header);
        let left_out = self.headers.iter().filter(left_out).map(|header| header.name.shown());
        let left_out: Vec<_> = left_out.collect();
        let others = shown_headers(self.other_headers());
        for (name, list) in [("headers", others), ("ignored", left_out.into())] {
            if list != Value::List(Vec::new()) {
                message = message.with(name, list);
            }
        }
        Ok(message)
    }
}

/// An entry of a list of addresses as written in a message: a non-ASCII domain as a DNS name (RFC 6068 §2), also in
/// angle brackets after a display name.
///
/// # Errors
///
/// [`ErrorKind::InvalidValue`] for a domain without a DNS name.
fn mapped_address(entry: &Octets<'_>) -> Result<String, SchemeError> {
    let text = entry.shown_text();
    let (address, end) = match text.strip_suffix('>') {
        Some(address) => (address, ">"),
        None => (text.as_str(), ""),
    };
    match address.rsplit_once('@') {
        Some((before, domain)) if !domain.is_ascii() => {
            let invalid = SchemeError::new(ErrorKind::InvalidValue, "address", DOMAIN);
            let name = a_labels(domain.as_bytes()).ok_or(invalid.at_if(entry.start()))?;
            Ok([before, "@", &name, end].concat())
        }
        _ => Ok(text),
    }
}

/// A header field with addresses as written in a message; unchanged, if there is nothing to map.
fn mapped_addresses(value: &Octets<'_>) -> Result<String, SchemeError> {
    let text = value.shown_text();
    if text.is_ascii() {
        return Ok(text);
    }
    let entries = mailboxes(&value.to_bytes()).into_iter();
    let mapped = entries.map(|entry| mapped_address(&entry.into()));
    Ok(mapped.collect::<Result<Vec<_>, _>>()?.join(", "))
}
