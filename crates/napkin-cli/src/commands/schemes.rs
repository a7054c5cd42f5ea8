//! `schemes`: the registry of schemes, with what napkin knows of each.

use clap::{Args, ColorChoice};
use napkin::edition::EDITIONS;
use napkin_answers::push_json;
use napkin_schemes::registry::{self, REGISTRATIONS, Registration};
use napkin_schemes::{DEFINITIONS, Definition, standings};
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::exit::ExitCode;
use crate::output;
use crate::suggest::{self, Suggest};
use crate::text::{Palette, Text};

/// List the registered schemes, or describe some of them
///
/// Without a name, lists every scheme of IANA's registry and every other one that napkin knows, one a line. With
/// names, adds the grammar and an example of each. A name that is not registered is reported as such.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Schemes {
    /// Schemes to list; lists all if none are given
    #[arg(value_name = "NAME", value_parser = Suggest(suggest::schemes), hide_possible_values = true)]
    names: Vec<String>,

    /// Write JSON Lines: one object for every scheme
    #[arg(long)]
    json: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

const EXAMPLE: &str = "\
Example:
  napkin schemes rlogin

prints

  scheme        rlogin
  title         Reference to interactive sessions by rlogin
  status        unregistered
  document      RFC 1630, \"telnet, rlogin and tn3270\"
  default-port  513
  editions      rfc1808, draft1997, rfc2396, draft2003, rfc3986, rfc3987, java
  classes       rfc1630 (named)
  example       rlogin://guest@host.dom/
  grammar       rloginurl = \"rlogin://\" login [ \"/\" ]";

impl Run for Schemes {
    fn run(self) -> Finished {
        let palette = Palette::chosen(self.color, &std::io::stdout());
        let entries: Vec<_> = if self.names.is_empty() {
            all()
        } else {
            self.names.iter().map(|name| Entry::named(name)).collect()
        };
        let mut out = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            if self.json {
                push_json(&mut out, entry);
                continue;
            }
            let mut text = Text::new(&mut out, palette, number == 0);
            if self.names.is_empty() {
                entry.write_line(&mut text);
            } else {
                entry.write_whole(&mut text);
            }
        }
        output::print(&out);
        Ok(ExitCode::Well)
    }
}

/// Every scheme that is registered or known, in order.
fn all() -> Vec<Entry> {
    let mut names: Vec<&str> = REGISTRATIONS.iter().map(|known| known.scheme).collect();
    names.extend(DEFINITIONS.iter().map(|definition| definition.name));
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(Entry::named).collect()
}

/// A scheme with the facts about it.
struct Entry {
    name: String,
    registration: Option<&'static Registration>,
    definition: Option<&'static Definition>,
}

impl Entry {
    fn named(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let definition = Definition::named(&name);
        // A namespace such as `urn:isbn` is registered with its scheme.
        let scheme = name.split(':').next().unwrap_or_default();
        Self { registration: registry::find(scheme), definition, name }
    }

    fn status(&self) -> &'static str {
        self.registration.map_or("unregistered", |known| known.status.name())
    }

    fn title(&self) -> Option<&'static str> {
        let title = self.definition.map(|definition| definition.title);
        title.or(self.registration.map(|known| known.description))
    }

    /// The editions that define something about the scheme, with the definition; editions that leave schemes to the
    /// registry are omitted.
    fn classes(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<'_> {
        standings(&self.name).map(|standing| (standing.edition.name, standing.class.name()))
    }

    /// The editions by which a URI of the scheme can be described.
    fn viewed_by(&self) -> impl Iterator<Item = &'static str> {
        let viewed = EDITIONS.iter().filter(|edition| {
            self.definition.is_some_and(|definition| definition.has_view(edition))
        });
        viewed.map(|edition| edition.name)
    }

    fn write_line(&self, text: &mut Text<'_>) {
        const NAMES: usize = 20;
        const STATUSES: usize = 13;
        text.styled(text.palette.name, &self.name);
        text.pad(NAMES.saturating_sub(self.name.len()) + 1);
        text.push(self.status());
        text.pad(STATUSES.saturating_sub(self.status().len()) + 1);
        text.push(self.title().unwrap_or_default());
        text.end_line();
    }

    fn write_whole(&self, text: &mut Text<'_>) {
        const WIDTH: usize = "default-port".len() + 1;
        text.gap();
        let mut field = |name, value: Option<&str>| {
            if let Some(value) = value {
                text.field(name, WIDTH, value.as_bytes());
            }
        };
        field("scheme", Some(&self.name));
        field("title", self.title());
        field("status", Some(self.status()));
        field("reference", self.registration.map(|known| known.reference));
        field("document", self.definition.map(|definition| definition.document));
        let facts = registry::port_of(&self.name);
        let port = facts.and_then(|facts| match (facts.default_port, facts.port_document) {
            (Some(port), Some(document)) => Some(format!("{port} ({document})")),
            (port, _) => Some(port?.to_string()),
        });
        field("default-port", port.as_deref());
        let mut list = |name, values: Vec<String>| {
            field(name, Some(&*values.join(", ")).filter(|_| !values.is_empty()));
        };
        list("editions", self.viewed_by().map(String::from).collect());
        list(
            "classes",
            self.classes().map(|(edition, class)| format!("{edition} ({class})")).collect(),
        );
        field("example", self.definition.map(|definition| definition.example));
        for (number, line) in self.grammar().into_iter().flat_map(str::lines).enumerate() {
            text.styled(text.palette.name, if number == 0 { "grammar" } else { "" });
            text.pad(WIDTH + 1 - if number == 0 { "grammar".len() } else { 0 });
            text.push(line);
            text.end_line();
        }
    }

    fn grammar(&self) -> Option<&'static str> {
        self.definition.map(|definition| definition.grammar)
    }

    fn default_port(&self) -> Option<u16> {
        registry::port_of(&self.name)?.default_port
    }

    /// The document that says the default port.
    fn default_port_document(&self) -> Option<&'static str> {
        let facts = registry::port_of(&self.name)?;
        facts.port_document.or(self.definition.map(|definition| definition.document))
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let classes: serde_json::Map<_, _> =
            self.classes().map(|(edition, class)| (edition.to_owned(), class.into())).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("scheme", &self.name)?;
        map.serialize_entry("title", &self.title())?;
        map.serialize_entry("registered", &self.registration.is_some())?;
        map.serialize_entry("status", self.status())?;
        map.serialize_entry("reference", &self.registration.map(|known| known.reference))?;
        map.serialize_entry("document", &self.definition.map(|definition| definition.document))?;
        map.serialize_entry("default_port", &self.default_port())?;
        map.serialize_entry("default_port_document", &self.default_port_document())?;
        map.serialize_entry("editions", &self.viewed_by().collect::<Vec<_>>())?;
        map.serialize_entry("classes", &classes)?;
        map.serialize_entry("example", &self.definition.map(|definition| definition.example))?;
        map.serialize_entry("grammar", &self.grammar())?;
        map.end()
    }
}
