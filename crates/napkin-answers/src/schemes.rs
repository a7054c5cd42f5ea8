//! The registry of schemes, with what napkin knows of each.

use std::collections::BTreeMap;

use napkin::Edition;
use napkin::edition::EDITIONS;
use napkin_schemes::registry::{self, REGISTRATIONS, Registration};
use napkin_schemes::{CLASSING, DEFINITIONS, Definition, mentioned, standings};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::options::{Named, SchemeName, names, options};
use crate::question::{AskAlone, Question, Standards};
use crate::schema::EditionName;

options! {
    /// List the registered schemes, or describe some of them
    ///
    /// Without a name, lists every scheme of IANA's registry and every other one that napkin knows, one a line. With
    /// names, adds the grammar and an example of each. A name that is not registered is reported as such. With 'edition', lists
    /// the schemes of a document of 1994, which was a registry itself, with their class and section.
    pub struct Schemes {
        /// Schemes to list; lists all if none are given
        name: Vec<SchemeName>, "NAME";
        /// The schemes of this edition, by its own document
        edition: Option<Classing>, "NAME";
    }
}

names! {
    /// An edition that says which schemes there are.
    pub struct Classing of CLASSING.iter().map(|edition| Named { name: edition.name, about: edition.document });
}

impl Classing {
    fn edition(self) -> Option<&'static Edition> {
        CLASSING.iter().copied().find(|edition| edition.name == self.name())
    }
}

impl Question for Schemes {
    const NAME: &'static str = "schemes";
    const STANDARDS: Standards = Standards::Own;
    const ARGUMENTS: &'static [&'static str] = &["name"];
    type Ready = Self;

    fn ready(self, _: Standard) -> Result<Self, WrongChoice> {
        Ok(self)
    }
}

impl AskAlone for Schemes {
    type Answer<'a> = Scheme;

    fn each(&self, take: &mut dyn FnMut(&Scheme)) {
        let edition = self.edition.and_then(Classing::edition);
        if let Some(edition) = edition.filter(|_| self.name.is_empty()) {
            for (name, _) in mentioned(edition) {
                take(&Scheme::named(name, Some(edition)));
            }
        } else if self.name.is_empty() {
            let mut names: Vec<&str> = REGISTRATIONS.iter().map(|known| known.scheme).collect();
            names.extend(DEFINITIONS.iter().map(|definition| definition.name));
            names.sort_unstable();
            names.dedup();
            for name in names {
                take(&Scheme::named(name, None));
            }
        }
        for name in &self.name {
            take(&Scheme::named(name.as_str(), edition));
        }
    }
}

/// A scheme with the facts about it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "scheme")]
pub struct Scheme {
    /// Its name in lowercase.
    pub scheme: String,
    /// What it is for.
    pub title: Option<&'static str>,
    /// Whether it is in the registry.
    pub registered: bool,
    /// The status of its registration, or `unregistered`.
    pub status: &'static str,
    /// The documents that the registration names.
    pub reference: Option<&'static str>,
    /// The document by which it is described.
    pub document: Option<&'static str>,
    /// Its default port.
    pub default_port: Option<u16>,
    /// The document that says the default port.
    pub default_port_document: Option<&'static str>,
    /// The editions by which a URI of the scheme can be described.
    #[schemars(with = "Vec<EditionName>")]
    pub editions: Vec<&'static str>,
    /// The editions that define something about the scheme, with the definition; editions that leave schemes to the
    /// registry are omitted.
    #[schemars(with = "BTreeMap<EditionName, &'static str>")]
    pub classes: BTreeMap<&'static str, &'static str>,
    /// A URI of the scheme.
    pub example: Option<&'static str>,
    /// The grammar of its URIs.
    pub grammar: Option<&'static str>,
}

impl Scheme {
    /// A scheme; of an edition, the document is its own.
    fn named(name: &str, edition: Option<&Edition>) -> Self {
        let scheme = name.to_ascii_lowercase();
        let definition = Definition::named(&scheme);
        // A namespace such as `urn:isbn` is registered with its scheme.
        let registration = registry::find(scheme.split(':').next().unwrap_or_default());
        let of_registration =
            |fact: fn(&'static Registration) -> &'static str| registration.map(fact);
        let of_definition = |fact: fn(&'static Definition) -> &'static str| definition.map(fact);
        let port = registry::port_of(&scheme);
        let own = edition.and_then(|edition| standings(&scheme).find(|it| it.edition == edition));
        let document = own.map(|standing| standing.section);
        let document = document.or(of_definition(|definition| definition.document));
        // What only mentions a scheme says nothing of its port.
        let port_document = match own.filter(|standing| standing.has_view) {
            Some(standing) => Some(standing.section),
            None => of_definition(|definition| definition.document),
        };
        let viewed = EDITIONS
            .iter()
            .filter(|edition| definition.is_some_and(|definition| definition.has_view(edition)));
        let classes = standings(&scheme);
        Self {
            title: of_definition(|definition| definition.title)
                .or(of_registration(|known| known.description)),
            registered: registration.is_some(),
            status: of_registration(|known| known.status.name()).unwrap_or("unregistered"),
            reference: of_registration(|known| known.reference),
            document,
            default_port: port.and_then(|facts| facts.default_port),
            default_port_document: port.and_then(|facts| facts.port_document.or(port_document)),
            editions: viewed.map(|edition| edition.name).collect(),
            classes: classes
                .map(|standing| (standing.edition.name, standing.class.name()))
                .collect(),
            example: of_definition(|definition| definition.example),
            grammar: of_definition(|definition| definition.grammar),
            scheme,
        }
    }
}
