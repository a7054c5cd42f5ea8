//! The questions under `/api/v1/`: one function and one line of the list each.
//!
//! The parameters have the names of the command's options, and the answers are its JSON.

use napkin_answers::audit::{Auditing, HostsFor};
use napkin_answers::base::Base;
use napkin_answers::check::Checking;
use napkin_answers::compare::Comparing;
use napkin_answers::describe::Describing;
use napkin_answers::editions::ReadingByAll;
use napkin_answers::extract::Found;
use napkin_answers::map::{Form, Mapped};
use napkin_answers::normalize::Normalizing;
use napkin_answers::parse::Parsing;
use napkin_answers::places::Places;
use napkin_answers::plan::{self, Planning};
use napkin_answers::relativize::Relativizing;
use napkin_answers::repair::Repairing;
use napkin_answers::resolve::{Choices, EXCESS, Resolving};
use napkin_answers::{Failure, Standard, choice, line, push_json};
use napkin_audit::{PRESETS, Policy};
use napkin_context::{Context, Extractor, Schemes};
use napkin_schemes::{Client, Server};

use crate::choices::{START_RULES, standard, syntax, syntax_in_text};
use crate::parameters::Parameters;
use crate::refusal::Refusal;

/// The answer in JSON.
type Answered = Result<Vec<u8>, Refusal>;

/// One question.
pub(crate) struct Question {
    /// Its name in the path.
    pub(crate) name: &'static str,
    /// A description, in one line.
    pub(crate) about: &'static str,
    /// Its parameters.
    pub(crate) parameters: &'static [Parameter],
    /// Answers it.
    pub(crate) answer: fn(&mut Parameters) -> Answered,
}

/// One parameter of a question.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) kind: Kind,
    pub(crate) needed: bool,
}

/// The values of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Flag,
    /// Text, repeatable.
    Repeated,
}

const fn parameter(name: &'static str, about: &'static str, kind: Kind) -> Parameter {
    Parameter { name, about, kind, needed: false }
}

const fn needed(name: &'static str, about: &'static str) -> Parameter {
    Parameter { name, about, kind: Kind::Text, needed: true }
}

const INPUT: Parameter = needed("input", "what to work on");
const BASE: Parameter = needed("base", "the base URI; its fragment is dropped");
const MAYBE_BASE: Parameter =
    parameter("base", "resolve relative references against this first", Kind::Text);
const EDITION: Parameter = parameter(
    "edition",
    "the edition of the URI syntax or of the URL Standard to go by, rfc3986 (in extract rfc3987) if not given",
    Kind::Text,
);
const AS_OF: Parameter = parameter(
    "as-of",
    "go by the RFC that was in force at the end of a year, or as whatwg:2021",
    Kind::Text,
);
const RULE: Parameter = parameter(
    "rule",
    "the start rule: uri-reference, uri, absolute-uri, relative-ref or relative-uri",
    Kind::Text,
);

/// The one list of questions.
pub(crate) const QUESTIONS: &[Question] = &[
    Question {
        name: "parse",
        about: "Take a URI or relative reference apart",
        parameters: &[
            INPUT,
            EDITION,
            AS_OF,
            RULE,
            parameter("decode", "tell the parts decoded too", Kind::Flag),
            parameter("split", "only split at the delimiters", Kind::Flag),
            parameter("tree", "tell the derivation too, of up to 4096 bytes", Kind::Flag),
        ],
        answer: parse,
    },
    Question {
        name: "check",
        about: "Say whether an input is valid, and what is wrong if not",
        parameters: &[
            INPUT,
            EDITION,
            AS_OF,
            RULE,
            parameter("scheme-rules", "ask for what the scheme requires too", Kind::Flag),
            parameter(
                "strict",
                "count validation errors of the URL Standard as faults, not as notes",
                Kind::Flag,
            ),
        ],
        answer: check,
    },
    Question {
        name: "resolve",
        about: "Resolve a reference against a base",
        parameters: &[
            INPUT,
            BASE,
            EDITION,
            AS_OF,
            parameter(
                "lenient",
                "take a reference with the scheme of the base as without",
                Kind::Flag,
            ),
            parameter(
                "excess",
                "what becomes of '..' above the top: retain, remove or error",
                Kind::Text,
            ),
            parameter("literal-slash-runs", "count slashes as RFC 1630 words its rule", Kind::Flag),
            parameter(
                "new-request",
                "the references are for new requests: the document, or nothing where the edition asks for none",
                Kind::Text,
            ),
            parameter("normalize-base", "normalize the base before it is used", Kind::Flag),
        ],
        answer: resolve,
    },
    Question {
        name: "relativize",
        about: "Find the shortest reference that leads back to a URI",
        parameters: &[INPUT, BASE, EDITION, AS_OF],
        answer: relativize,
    },
    Question {
        name: "normalize",
        about: "Bring a URI into normal form, step by step",
        parameters: &[
            INPUT,
            MAYBE_BASE,
            EDITION,
            AS_OF,
            parameter(
                "level",
                "how far to go: a rung of the ladder, syntax if not given; by the URL Standard url",
                Kind::Text,
            ),
        ],
        answer: normalize,
    },
    Question {
        name: "map",
        about: "Map an IRI to a URI, or convert a URI to an IRI",
        parameters: &[
            INPUT,
            parameter("to", "what to make: uri if not given, iri or ascii", Kind::Text),
            parameter(
                "host",
                "how to write domain names: percent if not given, or idna",
                Kind::Text,
            ),
            parameter("nfc", "compose the characters first", Kind::Flag),
            parameter(
                "encode-ascii",
                "encode space, quotes and other ASCII that no IRI has, instead of refusing it",
                Kind::Flag,
            ),
        ],
        answer: map,
    },
    Question {
        name: "compare",
        about: "Find the lowest rung at which two URIs are equivalent",
        parameters: &[
            needed("a", "the one"),
            needed("b", "the other"),
            MAYBE_BASE,
            EDITION,
            AS_OF,
            parameter("network", "leave fragments out", Kind::Flag),
        ],
        answer: compare,
    },
    Question {
        name: "editions",
        about: "Compare what the editions make of an input",
        parameters: &[
            INPUT,
            parameter("base", "resolve the input against this too", Kind::Text),
            parameter("all", "ask the dated editions of the URL Standard too", Kind::Flag),
        ],
        answer: editions,
    },
    Question {
        name: "describe",
        about: "Say what a URI means to its scheme",
        parameters: &[INPUT, EDITION, AS_OF],
        answer: describe,
    },
    Question {
        name: "plan",
        about: "Say step by step what a client does to follow a URI; nothing is connected to",
        parameters: &[
            INPUT,
            EDITION,
            AS_OF,
            parameter("email", "the user's address, the password of anonymous FTP", Kind::Text),
            parameter("news-server", "the host that news is read from", Kind::Text),
            parameter("proxy", "hand whole URIs to this HTTP proxy", Kind::Text),
            parameter("allow", "what not to refuse: foreign-port, control-octets", Kind::Repeated),
        ],
        answer: plan,
    },
    Question {
        name: "extract",
        about: "Find URIs in text: a list with one object for each",
        parameters: &[
            INPUT,
            EDITION,
            AS_OF,
            parameter("scheme", "find only URIs with these schemes", Kind::Repeated),
            parameter("any-scheme", "take any word before a colon as a scheme", Kind::Flag),
            parameter("suffix", "find host names without a scheme too", Kind::Flag),
        ],
        answer: extract,
    },
    Question {
        name: "audit",
        about: "Say what is wrong or dangerous in an input, where, and why",
        parameters: &[
            INPUT,
            EDITION,
            AS_OF,
            parameter("hosts", "tell which hosts common readers would contact", Kind::Flag),
            parameter("preset", "go by a policy that comes with napkin", Kind::Text),
            parameter("rule", "set a rule: NAME=off, on, note, warning or error", Kind::Repeated),
        ],
        answer: audit,
    },
    Question {
        name: "repair",
        about: "Propose edits that make an invalid input valid, the cheapest first",
        parameters: &[INPUT, EDITION, AS_OF],
        answer: repair,
    },
];

/// The question with this name.
pub(crate) fn named(name: &str) -> Option<&'static Question> {
    QUESTIONS.iter().find(|question| question.name == name)
}

/// The maximum length of an input whose derivation is returned: each byte has several nodes.
const LARGEST_TREE: usize = 4096;

fn parse(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let standard = standard(parameters)?;
    let mut parsing = Parsing::new(standard);
    parsing.start = parameters.one_of("rule", &START_RULES)?.unwrap_or(parsing.start);
    parsing.decode = parameters.flag("decode")?;
    parsing.split = parameters.flag("split")?;
    parsing.tree = parameters.flag("tree")?;
    parsing.check()?;
    if parsing.tree && input.len() > LARGEST_TREE {
        return Err(Refusal::too_large(format!(
            "the derivation of more than {LARGEST_TREE} bytes is not told here"
        )));
    }
    Ok(line(Some(standard), input.as_bytes(), &parsing.answer(input.as_bytes())))
}

fn check(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let standard = standard(parameters)?;
    let mut checking = Checking::new(standard);
    checking.start = parameters.one_of("rule", &START_RULES)?.unwrap_or(checking.start);
    checking.scheme_rules = parameters.flag("scheme-rules")?;
    checking.strict = parameters.flag("strict")?;
    checking.check()?;
    Ok(line(Some(standard), input.as_bytes(), &checking.answer(input.as_bytes())))
}

fn resolve(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let base = parameters.needed("base")?;
    let standard = standard(parameters)?;
    let base = Base::new(base, standard);
    let base = if parameters.flag("normalize-base")? { base.normalized() } else { base };
    let choices = Choices {
        lenient: parameters.flag("lenient")?,
        excess: parameters.one_of("excess", &EXCESS)?,
        literal_slash_runs: parameters.flag("literal-slash-runs")?,
        new_request: parameters
            .one("new-request")?
            .map(|document| Some(document).filter(|document| !document.is_empty())),
    };
    let resolving = Resolving { base, choices };
    resolving.check()?;
    Ok(line(Some(standard), input.as_bytes(), &resolving.answer(input.as_bytes())))
}

fn relativize(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let base = parameters.needed("base")?;
    let standard = standard(parameters)?;
    Relativizing::check(standard)?;
    let relativizing = Relativizing { base: Base::new(base, standard).judged() };
    Ok(line(Some(standard), input.as_bytes(), &relativizing.answer(input.as_bytes())))
}

fn normalize(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let standard = standard(parameters)?;
    let level = choice::level(standard, parameters.filled("level")?.as_deref())?;
    let base = parameters.filled("base")?.map(|base| Base::new(base, standard));
    let normalizing = Normalizing::new(standard, level).by_base(base);
    let mut scratch = String::new();
    let answer = normalizing.answer(input.as_bytes(), &mut scratch);
    Ok(line(Some(standard), input.as_bytes(), &answer))
}

fn map(parameters: &mut Parameters) -> Answered {
    const FORMS: [(&str, Form); 3] =
        [("uri", Form::Uri), ("iri", Form::Iri), ("ascii", Form::Ascii)];
    const HOSTS: [(&str, bool); 2] = [("percent", false), ("idna", true)];
    let input = parameters.needed("input")?;
    let mapped = Mapped {
        to: parameters.one_of("to", &FORMS)?.unwrap_or(Form::Uri),
        idna: parameters.one_of("host", &HOSTS)?.unwrap_or(false),
        nfc: parameters.flag("nfc")?,
        encode_ascii: parameters.flag("encode-ascii")?,
    };
    mapped.check()?;
    Ok(line(Some(mapped.edition()), input.as_bytes(), &mapped.answer(input.as_bytes())))
}

fn compare(parameters: &mut Parameters) -> Answered {
    let (a, b) = (parameters.needed("a")?, parameters.needed("b")?);
    let standard = standard(parameters)?;
    let base = parameters.filled("base")?.map(|base| Base::new(base, standard));
    let network = parameters.flag("network")?;
    let comparing = Comparing::new(standard).by_base(base).network(network);
    let answer = comparing.answer(a.as_bytes(), b.as_bytes());
    Ok(line(Some(standard), format!("{a}\t{b}").as_bytes(), &answer))
}

fn editions(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let reading = ReadingByAll { base: parameters.filled("base")?, dated: parameters.flag("all")? };
    Ok(line(None::<Standard>, input.as_bytes(), &reading.answer(input.as_bytes())))
}

fn describe(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let edition = syntax(parameters, "describe")?;
    let mut scratch = String::new();
    let answer = Describing { edition }.answer(input.as_bytes(), &mut scratch);
    Ok(line(Some(edition), input.as_bytes(), &answer))
}

/// Parses a parameter as host and port.
fn server(parameters: &mut Parameters, name: &str) -> Result<Option<Server<'static>>, Refusal> {
    let Some(text) = parameters.filled(name)? else { return Ok(None) };
    let server = plan::server(&text);
    server.map(Some).ok_or_else(|| Refusal::bad(format!("'{name}' is not HOST or HOST:PORT")))
}

fn plan(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let edition = syntax(parameters, "plan")?;
    let mut client = Client::default();
    if let Some(email) = parameters.filled("email")? {
        client = client.email(email);
    }
    if let Some(host) = server(parameters, "news-server")? {
        client = client.news_server(host);
    }
    if let Some(host) = server(parameters, "proxy")? {
        client = client.proxy(host);
    }
    for allowed in parameters.all("allow")? {
        client = match allowed.as_str() {
            "foreign-port" => client.allow_foreign_port(),
            "control-octets" => client.allow_control_octets(),
            _ => return Err(Refusal::bad("'allow' has to be foreign-port or control-octets")),
        };
    }
    let mut scratch = String::new();
    let planning = Planning { client, edition };
    Ok(line(Some(edition), input.as_bytes(), &planning.answer(input.as_bytes(), &mut scratch)))
}

fn extract(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let edition = syntax_in_text(parameters, "extract")?;
    let schemes = parameters.all("scheme")?;
    let any = parameters.flag("any-scheme")?;
    let suffix = parameters.flag("suffix")?;
    if any && !schemes.is_empty() {
        return Err(Refusal::bad("'scheme' and 'any-scheme' exclude each other"));
    }
    if suffix {
        choice::option_must_suit(edition, "suffix", |edition| {
            Context::of(edition).suffixes.is_some()
        })?;
    }
    let schemes = match (any, schemes.as_slice()) {
        (true, _) => Schemes::Any,
        (false, []) => Schemes::default(),
        (false, schemes) => Schemes::only(schemes),
    };
    let extractor = Extractor::new(edition).schemes(schemes).suffixes(suffix);
    let finds: Vec<_> = extractor.find(input.as_bytes()).collect();
    let places = Places::of(&input);
    let found = finds.iter().map(|find| {
        let place = usize::try_from(find.start).ok().and_then(|start| places.find(start));
        Found::new("input", edition, find).at(place)
    });
    let found: Vec<_> = found.collect();
    let mut json = Vec::new();
    push_json(&mut json, &found);
    Ok(json)
}

/// The policy of an audit.
fn policy(parameters: &mut Parameters) -> Result<Policy, Refusal> {
    let edition = syntax(parameters, "audit")?;
    let mut policy = match parameters.filled("preset")? {
        None => Policy::default(),
        Some(name) => Policy::preset(&name).ok_or_else(|| {
            let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
            Refusal::bad(format!("'preset' has to be one of {}", names.join(", ")))
        })?,
    };
    for text in parameters.all("rule")? {
        let (rule, setting) =
            text.split_once('=').ok_or_else(|| Refusal::bad("'rule' is not NAME=SETTING"))?;
        policy.set(rule, setting).map_err(|error| Refusal::bad(error.to_string()))?;
    }
    Ok(policy.by(edition))
}

fn audit(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let hosts = if parameters.flag("hosts")? { HostsFor::All } else { HostsFor::None };
    let auditing = Auditing { policy: policy(parameters)?, hosts };
    let answer = Ok::<_, Failure<'_>>(auditing.answer(input.as_bytes()));
    Ok(line(Some(auditing.policy.edition()), input.as_bytes(), &answer))
}

fn repair(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let edition = syntax(parameters, "repair")?;
    let answer = Ok::<_, Failure<'_>>(Repairing { edition }.answer(input.as_bytes()));
    Ok(line(Some(edition), input.as_bytes(), &answer))
}
