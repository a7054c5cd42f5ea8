//! The names of programs in sentences, and which of them go to which host.

use napkin_audit::{Answer, ContactedHost, Hosts, Reader};

use super::sentence::Sentence;

/// The only name in the plural.
const BROWSERS: &str = "browsers";

/// Readers that many people know, with their names, in the order in which sentences name them.
const PROGRAMS: &[(&str, &str)] = &[
    ("whatwg", BROWSERS),
    ("libcurl", "curl"),
    ("wget", "Wget"),
    ("requests", "Python's requests"),
    ("urllib-request", "Python's urllib.request"),
    ("urllib", "Python's urllib.parse"),
    ("java", "Java"),
    ("php", "PHP"),
    ("rfc3986", "Go"),
    ("url-parse", "url.parse of Node.js"),
    ("lynx", "Lynx"),
    ("elinks", "ELinks"),
    ("lftp", "lftp"),
];

/// The name of the program that a reader stands for, if many people know it.
pub fn program_name(reader: &Reader) -> Option<&'static str> {
    PROGRAMS.iter().find(|(name, _)| *name == reader.name).map(|(_, title)| *title)
}

/// The number of programs that a sentence names of those that go to one host.
const MOST: usize = 3;

/// The number of hosts that a sentence names.
const MOST_HOSTS: usize = 3;

/// What browsers do, and then what other programs do, if they differ; without the full stop.
pub(super) fn who_goes_where(hosts: &Hosts) -> Sentence {
    let browsers = hosts.answers().find(|(reader, _)| reader.name == "whatwg");
    let browsers = browsers.map_or(&Answer::Refused, |(_, answer)| answer);
    let mut groups: Vec<_> = hosts.by_host().into_iter().collect();
    // Browsers first, and then the host of the programs that are best known.
    groups.sort_by_key(|(_, readers)| readers.iter().map(|reader| rank(reader)).min());
    let mut sentence = Sentence::default();
    if matches!(browsers, Answer::Refused | Answer::NoHost) {
        let words = match browsers {
            Answer::NoHost => "Browsers find no host in it; ",
            _ => "Browsers refuse it; ",
        };
        sentence = sentence.say(words);
    }
    let is_first = sentence.0.is_empty();
    for (number, (host, readers)) in groups.iter().take(MOST_HOSTS).enumerate() {
        let (names, verb) = names(readers);
        let names = if number == 0 && is_first { capitalized(&names) } else { names };
        let between = if number > 0 { "; " } else { "" };
        sentence = to(sentence.say(format!("{between}{names} {verb} to ")), *host);
    }
    if groups.len() > MOST_HOSTS { sentence.say("; others go elsewhere") } else { sentence }
}

/// A sentence with the place that a program goes to.
fn to(sentence: Sentence, host: Option<&ContactedHost>) -> Sentence {
    match host {
        Some(host) => sentence.name(&host.to_string()),
        None => sentence.say("the server of the page that it stands on"),
    }
}

fn rank(reader: &Reader) -> usize {
    let known = PROGRAMS.iter().position(|(name, _)| *name == reader.name);
    known.unwrap_or(PROGRAMS.len())
}

/// The programs that some readers stand for, in words, and the verb behind them.
fn names(readers: &[&'static Reader]) -> (String, &'static str) {
    let mut known: Vec<_> =
        readers.iter().filter(|reader| program_name(reader).is_some()).collect();
    known.sort_by_key(|reader| rank(reader));
    let mut names: Vec<_> = known.iter().filter_map(|reader| program_name(reader)).collect();
    let has_more = names.len() > MOST || names.is_empty();
    names.truncate(MOST);
    match (names.as_slice(), has_more) {
        ([], _) => ("other programs".into(), "go"),
        (names, true) => (format!("{} and others", names.join(", ")), "go"),
        ([one], _) => ((*one).into(), if *one == BROWSERS { "go" } else { "goes" }),
        ([before @ .., last], _) => (format!("{} and {last}", before.join(", ")), "go"),
    }
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
