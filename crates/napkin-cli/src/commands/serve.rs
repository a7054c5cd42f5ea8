//! `serve`: the page, served on this machine.

use std::net::IpAddr;

use clap::Args;
use napkin_web::{BasePath, HostName, Origin, Settings};

use super::{Finished, Run};
use crate::output;
use crate::terminal::exit::ExitCode;
use crate::terminal::text::push_message;

/// Serve a page that shows what a URI is, and the answers as JSON
///
/// The page explains a URI byte by byte: parts, grammar rules by every edition, resolution, normal form,
/// comparison, meaning to its scheme, and dangers. It opens no connection and stores nothing. It ends with
/// Ctrl-C, after answering open requests.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Serve {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8024)]
    port: u16,

    /// The address to listen on; anything but a loopback address lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,

    /// A name that clients call this server by, beside localhost and its address; can be repeated
    ///
    /// Requests whose Host is another name are refused, so that no page of another site has its own name lead
    /// here. A proxy that passes its clients' Host on needs its name here.
    #[arg(long, value_name = "NAME")]
    host_name: Vec<HostName>,

    /// An origin of another site whose pages may read the answers, with its scheme; can be repeated
    ///
    /// Without it, browsers let no page of another site read an answer.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<Origin>,

    /// The most requests in progress, of which one address may have half; any more are refused
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    requests: u16,

    /// The path below which clients reach this server, for a proxy that passes it on
    ///
    /// Other paths are not found. A proxy that takes the path off needs no such option: all links are relative.
    #[arg(long, value_name = "PATH")]
    base_path: Option<BasePath>,

    /// The address of a proxy whose X-Forwarded-For names the client; can be repeated
    ///
    /// Limits by address are those of the client then. The field is ignored in requests from other addresses, and so is
    /// Forwarded in all.
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<IpAddr>,

    /// Limit each client more, for a server that anyone can reach: an eighth of --requests in progress, and a burst of 120, then 4 a second
    ///
    /// It does not choose the address to listen on: that is --host.
    #[arg(long)]
    open: bool,
}

const EXAMPLE: &str = "\
Example:
  napkin serve

prints

  http://127.0.0.1:8024/

and serves there until it is stopped. The answers are below /api/v1/:

  curl 'http://127.0.0.1:8024/api/v1/parse?input=http://example.com/'";

impl Run for Serve {
    fn run(self) -> Finished {
        let base = self.base_path.unwrap_or_default();
        let settings = Settings::default()
            .host(self.host)
            .host_names(self.host_name)
            .origins(self.allow_origin)
            .port(self.port)
            .requests(self.requests.into())
            .base_path(base.clone())
            .trusted_proxies(self.trusted_proxy)
            .open(self.open);
        let served = napkin_web::serve(&settings, |address| {
            output::print(format!("http://{address}{base}/\n").as_bytes());
        });
        Ok(match served {
            Ok(()) => ExitCode::Well,
            Err(error) => {
                let mut message = Vec::new();
                let text = format!("{}:{}: {error}", self.host, self.port);
                push_message(&mut message, &text);
                output::complain(&message);
                ExitCode::File
            }
        })
    }
}
