//! `plan`: the steps of a client that follows an input.

use clap::{Args, ValueEnum};
use napkin_answers::Failure;
use napkin_answers::plan::{self, Planned, Planning};
use napkin_schemes::{Client, Server};

use super::{Finished, Run};
use crate::WrongUsage;
use crate::edition::SyntaxOption;
use crate::options::{Inputs, Options};
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Say step by step what a client does to follow URIs
///
/// No connection is made: the steps are only printed. A URI that would put CR, LF or NUL into a protocol, or that
/// names the port of another protocol, is refused.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Plan {
    /// The user's e-mail address, the password of anonymous FTP
    #[arg(long, value_name = "ADDRESS")]
    email: Option<String>,

    /// The host that news is read from
    #[arg(long, value_name = "HOST[:PORT]")]
    news_server: Option<String>,

    /// Hand whole URIs of any scheme to this HTTP proxy
    #[arg(long, value_name = "HOST[:PORT]")]
    proxy: Option<String>,

    /// Allow what is refused by default; may be repeated
    #[arg(long, value_name = "WHAT")]
    allow: Vec<Allowed>,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: SyntaxOption,

    #[command(flatten)]
    options: Options,
}

/// What a plan is refused for, unless it is allowed.
#[derive(Clone, Copy, ValueEnum)]
enum Allowed {
    /// The port of another protocol
    ForeignPort,
    /// CR, LF and NUL inside arguments
    ControlOctets,
}

const EXAMPLE: &str = "\
Example:
  napkin plan gopher://host.dom/7find%09two%20words

prints

  connect to host.dom port 70 over tcp
  send \"find\\ttwo words\\r\\n\"
  receive until a line with only a dot, or the connection closes
  close";

impl Run for Plan {
    fn run(self) -> Finished {
        let planning = Planning { client: self.client()?, edition: self.edition.syntax("plan")? };
        let edition = Some(planning.edition);
        Ok(report::run(&self.options, edition, &self.inputs.texts, &planning).exit_code())
    }
}

impl Plan {
    /// The client described by the options.
    ///
    /// # Errors
    ///
    /// If a server is not a host, or a host and a port.
    fn client(&self) -> Result<Client, WrongUsage> {
        let mut client = Client::default();
        if let Some(email) = &self.email {
            client = client.email(email);
        }
        if let Some(host) = &self.news_server {
            client = client.news_server(server("--news-server", host)?);
        }
        if let Some(proxy) = &self.proxy {
            client = client.proxy(server("--proxy", proxy)?);
        }
        for allowed in &self.allow {
            client = match allowed {
                Allowed::ForeignPort => client.allow_foreign_port(),
                Allowed::ControlOctets => client.allow_control_octets(),
            };
        }
        Ok(client)
    }
}

fn server(option: &str, text: &str) -> Result<Server<'static>, WrongUsage> {
    let wrong = || WrongUsage::new(format!("'{option} {text}' is not HOST or HOST:PORT"));
    plan::server(text).ok_or_else(wrong)
}

impl PerInput for Planning {
    type Answer<'a> = Planned;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Planned, Failure<'a>> {
        Planning::answer(self, input, scratch)
    }
}

impl Answer for Planned {
    fn write(&self, text: &mut Text<'_>) {
        text.gap();
        for step in self.0.steps() {
            text.push(&step.to_string());
            text.end_line();
        }
    }
}
