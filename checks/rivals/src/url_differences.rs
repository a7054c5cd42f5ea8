//! What `napkin-url` answers otherwise than the crate `url`, on purpose: the table of `docs/url.md`.

use std::fmt;
use std::net::IpAddr;

use crate::differences::{Seen as Parsed, differences};
use crate::rivals::{Family, Operation, Question};
use crate::url_api::{Call, Outcome, Setter, ours};

/// A row of the table.
pub struct Difference {
    /// What is called.
    pub what: &'static str,
    /// What `url` does.
    pub theirs: &'static str,
    /// What `napkin-url` does.
    pub ours: &'static str,
    /// The reason.
    pub why: &'static str,
    /// Whether this explains what was seen.
    pub is: fn(&Seen<'_>) -> bool,
}

/// A call whose outcomes differ.
pub struct Seen<'a> {
    /// The URL before the call.
    pub before: &'a str,
    /// The call.
    pub call: &'a Call,
    /// The outcome in `napkin-url`.
    pub ours: &'a Outcome,
    /// The outcome in `url`; `None` if it panicked.
    pub theirs: Option<&'a Outcome>,
}

/// The list; of rows that explain a difference, the first counts.
pub const DIFFERENCES: &[Difference] = &[
    Difference {
        what: "`^` in a path",
        theirs: "kept",
        ours: "`%5E`",
        why: "the standard since March 2025",
        is: |seen| seen.is_alike_by(&["%5E"], "^"),
    },
    Difference {
        what: "last space of an opaque path before `?` or `#`",
        theirs: "kept, stripped by setters",
        ours: "`%20`",
        why: "the standard since March 2025",
        is: |seen| seen.is_about_opaque_space(),
    },
    Difference {
        what: "`http://xn--a/`",
        theirs: "refused",
        ours: "accepted",
        why: "the standard since June 2026",
        is: |seen| {
            let is_refused =
                ["Err(IdnaError)", "no URL"].iter().any(|result| seen.gives_there(result));
            (is_refused || seen.is_refused_there())
                && seen.argument().to_ascii_lowercase().contains("xn--")
        },
    },
    Difference {
        what: "`\\` in references that are not special, empty segments of `file`, drive letters behind a host, the guard after setters",
        theirs: "partly otherwise",
        ours: "by the standard",
        why: "the cases of the web-platform tests",
        is: |seen| {
            seen.is_listed_for_parsing() || seen.is_about_file_paths() || seen.is_about_the_guard()
        },
    },
    Difference {
        what: "a host that IDNA maps to nothing, such as U+00AD",
        theirs: "`EmptyHost`",
        ours: "`IdnaError`",
        why: "in the standard, `ToASCII` fails",
        is: |seen| seen.ours.result == "Err(IdnaError)" && seen.gives_there("Err(EmptyHost)"),
    },
    Difference {
        what: "`to_file_path` of `file:///a/..%2Fb`, or with `%00`",
        theirs: "a path with the separator in it",
        ours: "an error",
        why: "data must not become a delimiter",
        is: |seen| {
            let has = |byte| seen.before.to_ascii_lowercase().contains(byte);
            matches!(seen.call, Call::ToFilePath) && (has("%2f") || has("%00"))
        },
    },
    Difference {
        what: "`to_file_path` of `file:///aC:` or `foo:/C\\|`",
        theirs: "with a slash at its end",
        ours: "`/aC:`, `/C\\|`",
        why: "`/C:` alone is a drive",
        is: |seen| {
            let bare = seen.ours.result.strip_suffix("\")").unwrap_or_default();
            matches!(seen.call, Call::ToFilePath) && seen.gives_there(&format!("{bare}/\")"))
        },
    },
    Difference {
        what: "`from_file_path(\"/a/../b\")`",
        theirs: "a URL that does not read back as itself",
        ours: "`file:///b`",
        why: "a URL has no dot segments",
        is: |seen| matches!(seen.call, Call::FilePath(path, _) if path.split('/').any(|name| name == "..")),
    },
    Difference {
        what: "`from_file_path(\"/C\\|\")`",
        theirs: "`file:///C\\|`, which reads back as `/C:`",
        ours: "`file:///C%7C`",
        why: "a file keeps its name",
        is: |seen| {
            matches!(seen.call, Call::FilePath(path, _) if path.contains('|'))
                && seen.is_alike_by(&["%7C", "%5E"], "")
        },
    },
    Difference {
        what: "`make_relative`",
        theirs: "may give a reference that leads elsewhere, as to `//a` or `b:c`",
        ours: "every reference is tried; one that leads elsewhere gets `./`, or starts at the root",
        why: "it says that it is relative to the base",
        is: |seen| seen.leads_elsewhere_there(),
    },
    Difference {
        what: "`make_relative` to a directory's own file, `/a/` from `/a/b`",
        theirs: "`/`",
        ours: "`.`",
        why: "likewise",
        is: |seen| {
            let is_root = seen.theirs.is_some_and(|theirs| theirs.result.starts_with("Some(\"/"));
            matches!(seen.call, Call::Relative(_))
                && is_root
                && seen.ours.result.starts_with("Some(\".")
        },
    },
    Difference {
        what: "`set_path` on an opaque path",
        theirs: "`?` and `#` end up as delimiters",
        ours: "encoded",
        why: "data must not become a delimiter",
        is: |seen| {
            seen.sets(&[Setter::Path]) && seen.is_opaque() && seen.argument().contains(['?', '#'])
        },
    },
    Difference {
        what: "`set_path(\"\")` on `foo:/a`",
        theirs: "`foo:`, whose path is opaque",
        ours: "`foo:/`",
        why: "the path stays a list of segments",
        is: |seen| seen.sets(&[Setter::Path]) && !seen.has_authority() && !seen.is_opaque(),
    },
    Difference {
        what: "`set_path(\"?\")` on `foo://h/`",
        theirs: "`foo://h`",
        ours: "`foo://h/%3F`",
        why: "data is not dropped",
        is: |seen| {
            seen.sets(&[Setter::Path])
                && seen.plain_argument().starts_with(['?', '#'])
                && !seen.is_special()
        },
    },
    Difference {
        what: "`quirks::set_pathname` of an empty text on `foo:///a`",
        theirs: "`foo:///`",
        ours: "`foo://`",
        why: "the standard",
        is: |seen| {
            seen.sets(&[Setter::QuirkPathname])
                && seen.plain_argument().is_empty()
                && seen.has_authority()
        },
    },
    Difference {
        what: "`quirks::set_pathname` of a tab and `/a`",
        theirs: "`//a`",
        ours: "`/a`",
        why: "tabs are removed first",
        is: |seen| {
            seen.sets(&[Setter::QuirkPathname]) && seen.argument().starts_with(['\t', '\n', '\r'])
        },
    },
    Difference {
        what: "`set_host(None)` on `foo://h//a`",
        theirs: "`foo://a`, which has the host `a`",
        ours: "`foo:/.//a`",
        why: "the guard",
        is: |seen| {
            seen.sets(&[Setter::Host])
                && seen.argument().is_empty()
                && seen.ours.text.contains(":/.//")
        },
    },
    Difference {
        what: "`set_host(None)` on `foo:///a`",
        theirs: "nothing changes",
        ours: "`foo:/a`",
        why: "the host is removed, also an empty one",
        is: |seen| {
            seen.sets(&[Setter::Host]) && seen.has_empty_host() && seen.keeps_the_text_there()
        },
    },
    Difference {
        what: "`set_host(None)` on `foo://h`",
        theirs: "`foo:`, whose path is opaque",
        ours: "`foo:/`",
        why: "the path stays a list of segments",
        is: |seen| {
            seen.sets(&[Setter::Host]) && seen.ours.text.replacen(":/", ":", 1) == seen.text_there()
        },
    },
    Difference {
        what: "`has_host` after `set_host(None)`",
        theirs: "`true`",
        ours: "`false`",
        why: "the getters are those of the URL parsed anew",
        is: |seen| {
            seen.sets(&[Setter::Host])
                && seen.argument().is_empty()
                && seen.text_there() == seen.ours.text
        },
    },
    Difference {
        what: "`set_host(Some(\"\"))` on `file`",
        theirs: "`EmptyHost`",
        ours: "the host is removed",
        why: "the standard",
        is: |seen| seen.sets(&[Setter::Host]) && seen.is_file() && seen.is_refused_there(),
    },
    Difference {
        what: "`set_host(Some(\"localhost\"))` on `file`",
        theirs: "the host `localhost`",
        ours: "no host",
        why: "the standard",
        is: |seen| {
            seen.sets(&[Setter::Host]) && seen.is_file() && seen.is_there("file://localhost")
        },
    },
    Difference {
        what: "`set_host(Some(\"\"))` on `foo://u@h` or `foo://h:1`",
        theirs: "`foo://u@`, `foo://:1`",
        ours: "`EmptyHost`",
        why: "credentials and a port need a host",
        is: |seen| seen.sets(&[Setter::Host]) && seen.ours.result == "Err(EmptyHost)",
    },
    Difference {
        what: "`quirks::set_host` and `set_hostname` of a text without a host, such as `?` or `:1`",
        theirs: "an error on `file`; no host, even behind credentials",
        ours: "the other way round",
        why: "the standard",
        is: |seen| {
            let argument = seen.plain_argument();
            seen.sets(&[Setter::QuirkHost, Setter::QuirkHostname])
                && (argument.is_empty() || argument.starts_with([':', '/', '?', '#', '\\']))
        },
    },
    Difference {
        what: "`set_ip_host` with an IPv4 address on `foo://h`",
        theirs: "`Host::Ipv4`",
        ours: "`Host::Domain`",
        why: "the getters are those of the URL parsed anew",
        is: |seen| matches!(seen.call, Call::Address(IpAddr::V4(_))) && !seen.is_special(),
    },
    Difference {
        what: "`set_scheme(\"file\")` on `http://h/`, or on a `file` URL with a host",
        theirs: "refused",
        ours: "`file://h/`",
        why: "the standard",
        is: |seen| {
            seen.sets(&[Setter::Scheme, Setter::QuirkProtocol])
                && seen.is_refused_there()
                && seen.ours.text.starts_with("file:")
        },
    },
    Difference {
        what: "`quirks::set_port` of a tab or a line end",
        theirs: "removes the port",
        ours: "`Err`",
        why: "the standard: only the empty text removes it",
        is: |seen| {
            seen.sets(&[Setter::QuirkPort])
                && seen.plain_argument().is_empty()
                && seen.ours.text == seen.before
        },
    },
    Difference {
        what: "origin of `blob:ftp://h/`",
        theirs: "`ftp://h`",
        ours: "opaque",
        why: "the standard since August 2023",
        is: |seen| seen.ours.text.starts_with("blob:") && seen.text_there() == seen.ours.text,
    },
    Difference {
        what: "getters and indexing by `Position`, of `foo://` and after setters",
        theirs: "some panic",
        ours: "none panics",
        why: "no panic on any input",
        is: |seen| seen.theirs.is_none(),
    },
    Difference {
        what: "`path_segments_mut().push` of a line end and `.`",
        theirs: "an empty segment",
        ours: "no segment, as for `.`",
        why: "tabs and line ends are removed first",
        is: |seen| match seen.call {
            Call::Segments(steps) => steps
                .iter()
                .any(|(_, text)| text.contains(['\t', '\n', '\r']) && text.contains('.')),
            _ => false,
        },
    },
    Difference {
        what: "a setter that would make a URL of 4 GiB",
        theirs: "panics",
        ours: "changes nothing",
        why: "no panic on any input",
        is: |_| false,
    },
    Difference {
        what: "syntax violations",
        theirs: "some are not reported, or in another order",
        ours: "in the order of the standard's steps",
        why: "`Note` has name and place of all",
        is: |_| false,
    },
    Difference {
        what: "`Url`",
        theirs: "a struct",
        ours: "`Url<T = String>`",
        why: "`Url` alone is `Url<String>`",
        is: |_| false,
    },
];

impl Seen<'_> {
    /// The text that the call takes, empty without one.
    fn argument(&self) -> &str {
        match self.call {
            Call::Set(_, text) => text.as_deref().unwrap_or_default(),
            Call::Parse(text) | Call::Join(text) | Call::Host(text) | Call::Relative(text) => text,
            _ => "",
        }
    }

    /// That text without what parsers remove.
    fn plain_argument(&self) -> String {
        self.argument().replace(['\t', '\n', '\r'], "")
    }

    /// Whether this is the result in `url`.
    fn gives_there(&self, result: &str) -> bool {
        self.theirs.is_some_and(|theirs| theirs.result == result)
    }

    /// The URL in `url` after the call.
    fn text_there(&self) -> &str {
        self.theirs.map_or("", |theirs| &theirs.text)
    }

    /// Whether the call is one of these setters.
    fn sets(&self, setters: &[Setter]) -> bool {
        matches!(self.call, Call::Set(setter, _) if setters.contains(setter))
    }

    /// Whether the outcomes are alike without some texts, for which `url` has another.
    fn is_alike_by(&self, ours: &[&str], theirs: &str) -> bool {
        let plain = |outcome: &Outcome| {
            let replaced = |text: &str| {
                ours.iter().fold(text.to_owned(), |text, ours| text.replace(ours, theirs))
            };
            let bare =
                |text: String| if theirs.is_empty() { text.replace(['|', '^'], "") } else { text };
            [&outcome.result, &outcome.text].map(|text| bare(replaced(text)))
        };
        self.theirs.is_some_and(|theirs| {
            let is_same = (&theirs.result, &theirs.text) == (&self.ours.result, &self.ours.text);
            !is_same && plain(self.ours) == plain(theirs)
        })
    }

    /// Whether the outcomes are alike without spaces, and the path is opaque.
    fn is_about_opaque_space(&self) -> bool {
        self.is_alike_by(&["%20"], " ") || self.is_alike_by(&["%20", "%5E"], "")
    }

    /// Whether `url` returned an error, and napkin did not.
    fn is_refused_there(&self) -> bool {
        !self.ours.result.starts_with("Err")
            && self.theirs.is_some_and(|theirs| theirs.result.starts_with("Err"))
    }

    fn is_opaque(&self) -> bool {
        ours::parse(self.before).is_some_and(|url| url.cannot_be_a_base())
    }

    fn has_authority(&self) -> bool {
        ours::parse(self.before).is_some_and(|url| url.has_authority())
    }

    fn has_empty_host(&self) -> bool {
        ours::parse(self.before).is_some_and(|url| url.has_authority() && !url.has_host())
    }

    fn is_special(&self) -> bool {
        ours::parse(self.before).is_some_and(|url| url.is_special())
    }

    fn is_file(&self) -> bool {
        self.before.starts_with("file:")
    }

    fn keeps_the_text_there(&self) -> bool {
        self.text_there() == self.before
    }

    /// Whether the URL there begins so after the call.
    fn is_there(&self, start: &str) -> bool {
        self.text_there().starts_with(start)
    }

    /// Whether a path of `file` has empty segments or a drive letter, before or after the call.
    fn is_about_file_paths(&self) -> bool {
        let holds = |text: &str| {
            let path = text.strip_prefix("file://").and_then(|rest| rest.split_once('/'));
            path.is_some_and(|(_, path)| {
                path.starts_with('/') || path.contains("//") || path.contains(['|', ':'])
            })
        };
        // There, `..` removes no drive letter in any scheme.
        let goes_up = self.argument().contains("..") && self.argument().contains(['|', ':']);
        self.sets(&[Setter::Path, Setter::QuirkPathname])
            && (goes_up || holds(&self.ours.text) || holds(self.before))
    }

    /// Whether the path begins with an empty segment and there is no authority, before or after the call.
    fn is_about_the_guard(&self) -> bool {
        let is_guarded =
            |text: &str| text.split_once(':').is_some_and(|(_, rest)| rest.starts_with("/.//"));
        let is_made = is_guarded(&self.ours.text) && !self.sets(&[Setter::Host]);
        (is_guarded(self.before) || is_made)
            && !matches!(self.call, Call::Parse(_) | Call::Join(_) | Call::ToFilePath)
    }

    /// Whether the list of differences in parsing explains this one.
    fn is_listed_for_parsing(&self) -> bool {
        let (operation, text, base) = match self.call {
            Call::Parse(text) | Call::Relative(text) | Call::Set(Setter::QuirkHref, Some(text)) => {
                (Operation::Normalize, text, "")
            }
            Call::Join(text) => (Operation::Resolve, text, self.before),
            _ => return false,
        };
        // Of two errors, the one that only `url` sees may come first.
        let slashes =
            text.trim_matches(|c| c <= ' ').replace(['\t', '\n', '\r'], "").replace('\\', "/");
        if slashes.starts_with("///") && self.gives_there("Err(EmptyHost)") {
            return true;
        }
        let question = Question { family: Family::Url, operation, text, base };
        let url = |base, text| {
            let options = url::Url::options();
            let base = url::Url::parse(base).ok();
            options.base_url(base.as_ref()).parse(text).ok().map(String::from)
        };
        let (ours, theirs) = (crate::rivals::napkin(question), url(base, text));
        let seen = Parsed { question, napkin: ours.as_deref(), rival: theirs.as_deref() };
        ours != theirs && differences().any(|difference| difference.explains("url", &seen))
    }

    /// Whether napkin's reference leads to the URL, if there is one, and that of `url` does not.
    fn leads_elsewhere_there(&self) -> bool {
        let Call::Relative(to) = self.call else { return false };
        let (Some(base), Some(target)) = (ours::parse(self.before), ours::parse(to)) else {
            return false;
        };
        let leads = |result: &str| {
            let reference =
                result.strip_prefix("Some(\"").and_then(|rest| rest.strip_suffix("\")"));
            reference.map(|reference| {
                let joined = base.join(&reference.replace("\\\\", "\\"));
                joined.map(without_credentials) == Ok(without_credentials(target.clone()))
            })
        };
        leads(&self.ours.result) != Some(false)
            && self.theirs.is_some_and(|theirs| leads(&theirs.result) == Some(false))
    }

    /// The call and what differs, in words.
    pub fn kind(&self) -> String {
        let name = match self.call {
            Call::Set(setter, _) => format!("{setter:?}"),
            call => format!("{call:?}").split('(').next().unwrap_or_default().to_owned(),
        };
        let what = match self.theirs {
            None => "panic",
            Some(theirs) if theirs.result != self.ours.result => "result",
            Some(theirs) if theirs.text != self.ours.text => "text",
            Some(_) => "getters",
        };
        format!("{name} {what}")
    }
}

/// A reference to a URL keeps the credentials of its base, in both crates.
fn without_credentials(mut url: ours::Url) -> ours::Url {
    // The setters refuse what has no host, and so no credentials.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url
}

impl fmt::Display for Seen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {} {:?}", self.before, self.call)?;
        writeln!(f, "    ours   {} {}", self.ours.result, self.ours.text)?;
        let Some(theirs) = self.theirs else { return write!(f, "    theirs panics") };
        write!(f, "    theirs {} {}", theirs.result, theirs.text)?;
        for (ours, theirs) in self.ours.getters.iter().zip(&theirs.getters) {
            if ours != theirs && self.ours.text == theirs.1 {
                write!(f, ", {} {} and {}", ours.0, ours.1, theirs.1)?;
            }
        }
        Ok(())
    }
}
