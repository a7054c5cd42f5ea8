//! Resolves the IRIs of a Turtle document, maps them to URIs, and prints which of them are equivalent.
//!
//!     cargo run -p napkin --example linked_data http://example.org/data.ttl < spec/cases/examples/books.ttl

use std::{env, error::Error, io};

use napkin::{Iri, IriRef, ParseError};

/// The IRIs of a document, resolved against its place or the last `@base` before them (RDF 1.1 Turtle §6.3).
fn iris(turtle: &str, place: Iri<&str>) -> Result<Vec<Iri<String>>, ParseError> {
    let (mut base, mut found) = (place.into_owned(), Vec::new());
    for piece in turtle.split('>') {
        let Some((before, reference)) = piece.rsplit_once('<') else { continue };
        let iri = IriRef::parse(reference)?.resolve(&base)?;
        if before.trim_end().to_ascii_lowercase().ends_with("base") {
            base = iri;
        } else {
            found.push(iri);
        }
    }
    Ok(found)
}

fn main() -> Result<(), Box<dyn Error>> {
    let place = env::args().nth(1).ok_or("usage: linked_data PLACE < TURTLE")?;
    let iris = iris(&io::read_to_string(io::stdin())?, Iri::parse(&place)?)?;
    for (number, iri) in iris.iter().enumerate() {
        println!("{iri} is {}", iri.to_uri()?);
        for earlier in &iris[..number] {
            if let Some(level) = iri.equivalent_at(earlier) {
                println!("  as {earlier} at {}", level.name());
            }
        }
    }
    Ok(())
}
