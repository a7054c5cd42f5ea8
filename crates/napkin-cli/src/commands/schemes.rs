//! `schemes`: the registry of schemes, with what napkin knows of each.

use clap::{Args, ColorChoice};
use napkin_answers::push_json;
use napkin_answers::question::AskAlone;
use napkin_answers::schemes::{self, Classing, Scheme};
use napkin_schemes::registry;

use super::{Finished, Run};
use crate::output;
use crate::run::question::{Asked, about, summary};
use crate::terminal::exit::ExitCode;
use crate::terminal::text::{Palette, Text};

// Its help is that of the question.
#[derive(Args)]
#[command(
    about = summary::<schemes::Schemes>(),
    long_about = about::<schemes::Schemes>(),
    after_help = EXAMPLE
)]
pub(crate) struct Schemes {
    #[command(flatten)]
    asked: Asked<schemes::Schemes>,

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
        let question = self.asked.ready()?;
        let is_whole = !question.name.is_empty();
        let edition = question.edition.map(Classing::name);
        let mut out = Vec::new();
        question.each(&mut |scheme| {
            if self.json {
                push_json(&mut out, scheme);
                return;
            }
            let is_first = out.is_empty();
            let mut text = Text::new(&mut out, palette, is_first);
            match edition {
                _ if is_whole => write_whole(scheme, &mut text),
                Some(edition) => write_classed(scheme, edition, &mut text),
                None => write_line(scheme, &mut text),
            }
        });
        output::print(&out);
        Ok(ExitCode::Well)
    }
}

fn write_line(scheme: &Scheme, text: &mut Text<'_>) {
    const NAMES: usize = 20;
    const STATUSES: usize = 13;
    text.styled(text.palette.name, &scheme.scheme);
    text.pad(NAMES.saturating_sub(scheme.scheme.len()) + 1);
    text.push(scheme.status);
    text.pad(STATUSES.saturating_sub(scheme.status.len()) + 1);
    text.push(scheme.title.unwrap_or_default());
    text.end_line();
}

/// A line with the class of a scheme in an edition that has classes, and the section.
fn write_classed(scheme: &Scheme, edition: &str, text: &mut Text<'_>) {
    let class = scheme.classes.get(edition).copied().unwrap_or_default();
    text.styled(text.palette.name, &scheme.scheme);
    text.push(&format!(
        "{:width$}{class:13} ",
        "",
        width = 21_usize.saturating_sub(scheme.scheme.len())
    ));
    text.push(scheme.document.unwrap_or_default());
    text.end_line();
}

fn write_whole(scheme: &Scheme, text: &mut Text<'_>) {
    const WIDTH: usize = "default-port".len() + 1;
    text.gap();
    let mut field = |name, value: Option<&str>| {
        if let Some(value) = value {
            text.field(name, WIDTH, value.as_bytes());
        }
    };
    field("scheme", Some(&scheme.scheme));
    field("title", scheme.title);
    field("status", Some(scheme.status));
    field("reference", scheme.reference);
    field("document", scheme.document);
    let document = registry::port_of(&scheme.scheme).and_then(|facts| facts.port_document);
    let port = scheme.default_port.map(|port| match document {
        Some(document) => format!("{port} ({document})"),
        None => port.to_string(),
    });
    field("default-port", port.as_deref());
    let mut list = |name, values: Vec<String>| {
        field(name, Some(&*values.join(", ")).filter(|_| !values.is_empty()));
    };
    list("editions", scheme.editions.iter().map(|name| (*name).into()).collect());
    let classes = scheme.classes.iter();
    list("classes", classes.map(|(edition, class)| format!("{edition} ({class})")).collect());
    field("example", scheme.example);
    for (number, line) in scheme.grammar.into_iter().flat_map(str::lines).enumerate() {
        text.styled(text.palette.name, if number == 0 { "grammar" } else { "" });
        text.pad(WIDTH + 1 - if number == 0 { "grammar".len() } else { 0 });
        text.push(line);
        text.end_line();
    }
}
