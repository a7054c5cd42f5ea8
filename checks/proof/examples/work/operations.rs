//! The operations: those of each command, under its name, and for documents those on each kind.
//!
//! The commands `witness`, `schemes`, `sql`, `serve`, `completions` and `man` read no text of a stranger, or ask what
//! others here ask.

use std::collections::HashSet;
use std::hint::black_box;
use std::io::Cursor;

use napkin::edition::{EDITIONS, RFC1738, RFC3986, RFC3987};
use napkin::{
    Builder, Edition, Level, Lines, Normalizer, Reference, Start, Uri, UriRef, dot_segments,
    percent,
};
use napkin_answers::check::Checking;
use napkin_answers::clean::Clean;
use napkin_answers::compose::compose_by;
use napkin_answers::editions::ReadingByAll;
use napkin_answers::glance::Glance;
use napkin_answers::map::{Form, Mapped};
use napkin_answers::question::{Ask, Question};
use napkin_audit::{HostList, Policy, RULES, allow, audit, mends};
use napkin_context::{
    Also, Extractor, Kind, Link, RATIO, Robots, RobotsAgent, Surroundings, Unpacking, fragments,
    to_text,
};
use napkin_keys::cdx::Index;
use napkin_keys::{Match, SURT};
use napkin_schemes::{Client, describe, normalize, plan};
use napkin_template::{Template, template};

use crate::documents;
use crate::families::{Family, LINES, TEXTS};

/// What is done with a text.
pub(crate) struct Operation {
    pub(crate) name: String,
    /// The families for which it is made.
    own: &'static [Family],
    /// Whether it works on those of all texts too.
    takes_all: bool,
    pub(crate) run: Box<dyn Fn(&str)>,
}

impl Operation {
    pub(crate) fn families(&self) -> impl Iterator<Item = &'static Family> {
        TEXTS.iter().filter(|_| self.takes_all).chain(self.own)
    }
}

/// All operations.
pub(crate) fn all() -> Vec<Operation> {
    let of_command = |&(name, own, run): &OfCommand| Operation {
        name: name.into(),
        own,
        takes_all: true,
        run: Box::new(run),
    };
    let mut operations: Vec<_> = COMMANDS.iter().map(of_command).collect();
    for kind in Kind::ALL {
        for (command, run) in
            [("links", links as fn(Kind, &str)), ("base", bases), ("rewrite", rewrite)]
        {
            let name = format!("{command} of {}", kind.name());
            let run = Box::new(move |text: &str| run(kind, text));
            let (own, takes_all) = (documents::of(kind), command != "base");
            operations.push(Operation { name, own, takes_all, run });
        }
    }
    operations
}

const NONE: &[Family] = &[];

/// The name of an operation, its own families, and what it does with a text.
type OfCommand = (&'static str, &'static [Family], fn(&str));

const COMMANDS: &[OfCommand] = &[
    ("parse", NONE, |text| done(UriRef::parse(text))),
    ("parse with the error told", NONE, |text| {
        if let Err(error) = UriRef::parse(text) {
            black_box(error.diagnose(text).to_string());
        }
    }),
    ("parse by every edition", NONE, |text| {
        for edition in EDITIONS {
            done(edition.parse_bytes(Start::UriReference, text.as_bytes()));
        }
    }),
    ("parse lines", LINES, |text| {
        Lines::new(text.as_bytes()).for_each(|line| done(line.result));
    }),
    ("check with the scheme's rules", NONE, |text| {
        let mut checking = Checking::new(RFC3986);
        checking.options.scheme_rules = true;
        done(checking.answer(text.as_bytes()).valid);
    }),
    ("get", NONE, |text| {
        by_editions(text, |reference| {
            black_box(reference.path().map(|path| path.segments().count()));
            if let Some(query) = reference.query() {
                for (key, _) in query.pairs() {
                    done(key.decode().to_string_lossy());
                }
            }
        });
    }),
    ("set", NONE, |text| {
        if let Ok(mut reference) = UriRef::try_new(text.to_owned()) {
            done(reference.append_pair("a", "b"));
            done(reference.push_segment("a"));
            done(reference.set_host("h"));
            reference.retain_pairs(|_, _| false);
        }
    }),
    ("set, piece by piece", NONE, |text| {
        let [mut query, mut path] = [(); 2].map(|()| napkin::uri!("http://h/#f").into_owned());
        let mut builder = Builder::from(&query);
        for piece in text.as_bytes().chunks(8) {
            let piece = String::from_utf8_lossy(piece);
            done(query.append_pair(&piece, &*piece));
            done(path.push_segment(&piece));
            builder = builder.pair(&piece, &piece);
        }
        done(builder.uri());
    }),
    ("dedupe", LINES, |text| {
        let normalizer = Normalizer::new(Level::Scheme).with_schemes(normalize);
        let mut seen = HashSet::new();
        for line in text.lines() {
            if let Ok(reference) = RFC3986.parse(line)
                && let Ok(normal) = normalizer.normalize_reference(reference)
            {
                seen.insert(normal.into_owned());
            }
        }
        black_box(seen.len());
    }),
    ("normalize", NONE, |text| {
        by_editions(text, |reference| {
            for level in Level::ALL {
                let normalizer = Normalizer::new(level).with_schemes(normalize);
                done(normalizer.normalize_reference(reference));
            }
        });
    }),
    ("key", NONE, |text| {
        for profile in napkin_keys::PROFILES {
            done(profile.key(text));
            done(profile.explain(text));
        }
    }),
    ("cdx", LINES, |text| {
        let lines = text.lines().map(|line| format!("com,a)/ 2020 {line}\n"));
        let index = String::from(" CDX N b a m s\n") + &lines.collect::<String>();
        let range = SURT.range("com,", Match::Key);
        if let (Ok(mut index), Ok(range)) = (Index::new(Cursor::new(index)), range) {
            done(index.check_keys(&SURT));
            if let Ok(mut captures) = index.find(&range) {
                while let Ok(Some(capture)) = captures.next() {
                    done(capture.fields());
                }
            }
        }
    }),
    ("resolve", NONE, |text| {
        for edition in EDITIONS {
            done(edition.resolver("http://a/b/c/d;p?q").resolve(text));
        }
    }),
    ("resolve on it", NONE, |text| {
        for edition in EDITIONS {
            done(edition.resolver(text).resolve("../g;x=1/./y?q#f"));
        }
    }),
    ("resolve its dot segments", NONE, |text| done(dot_segments::remove(text))),
    ("relativize", NONE, |text| {
        with_uri(text, |uri| {
            let base = napkin::uri!("http://h/b/c");
            done(uri.relativize(base));
            done(base.relativize(uri));
            done(uri.relativize(uri));
        });
    }),
    ("compare", NONE, |text| {
        with_uri(text, |uri| {
            let other = format!("{text}x");
            with_uri(&other, |other| done(uri.equivalent_at(&other)));
        });
    }),
    ("extract", LINES, |text| {
        let with_suffixes = Extractor::new(RFC3986).suffixes(true);
        for extractor in [with_suffixes, Extractor::new(RFC3987), Extractor::new(RFC1738)] {
            black_box(extractor.find(text.as_bytes()).count());
        }
    }),
    ("extract --verbose", LINES, |text| {
        let extractor = Extractor::new(RFC3987);
        done(extractor.read_all(text.as_bytes(), |found| {
            done(found.is_ok());
            std::ops::ControlFlow::Continue(())
        }));
    }),
    ("audit", NONE, |text| {
        done(audit(text.as_bytes(), &every_rule()));
    }),
    ("allow", NONE, |text| {
        if let Ok(list) = HostList::parse("h\n*.example") {
            done(allow(text, &list, &Policy::default()));
        }
    }),
    ("repair", NONE, |text| done(mends(text.as_bytes(), RFC3986))),
    ("robots", NONE, |text| {
        let robots = Robots::parse(text.as_bytes());
        done(robots.judge(&RobotsAgent::default(), text).is_allowed());
    }),
    ("editions", NONE, |text| {
        let base = Some("http://a/b/c/d;p?q".to_owned());
        let readings = ReadingByAll { base, dated: true }.answer(text.as_bytes());
        black_box(readings.differences().len());
    }),
    ("describe", NONE, |text| {
        if let Ok(reference) = RFC3986.parse(text) {
            done(describe(reference));
        }
    }),
    ("compose", NONE, |text| {
        for (scheme, field) in [("mailto", "subject"), ("data", "data"), ("tel", "number")] {
            done(compose_by(RFC3986, scheme, [(field, text.as_bytes())]).is_ok());
        }
    }),
    ("plan", NONE, |text| {
        if let Ok(reference) = RFC3986.parse(text) {
            done(plan(reference, &Client::default()));
        }
    }),
    ("encode", NONE, |text| {
        black_box(percent::encode(text).to_string());
    }),
    ("decode", NONE, |text| done(percent::decode(text, true).to_string_lossy())),
    ("map", NONE, |text| {
        for to in [Form::Uri, Form::Iri, Form::Ascii] {
            for idna in [false, true] {
                let mapped = Mapped { to, idna, nfc: idna, encode_ascii: idna };
                done(mapped.answer(text.as_bytes()).is_ok());
            }
        }
    }),
    ("typed", LINES, |text| {
        let extractor = Extractor::new(RFC3986);
        done(extractor.typed(text.as_bytes()));
        done(extractor.complete(text.as_bytes(), None));
    }),
    ("glance", LINES, |text| done(Glance::new(text.as_bytes(), RFC3986))),
    ("clean", LINES, |text| {
        if let Ok(cleaning) = Clean::default().ready(RFC3986.into()) {
            done(cleaning.ask(text.as_bytes(), &mut String::new()).is_ok());
        }
    }),
    ("wrap", NONE, |text| {
        by_editions(text, |reference| {
            for width in [1, 72, usize::MAX] {
                done(to_text(reference, width));
            }
        });
    }),
    ("expand", NONE, |text| {
        let template = Template::parse(text).unwrap_or(template!("{x}{+x}{?x,y*}"));
        done(template.expand_to_text(&[("x", text), ("y", text)]));
        done(template.expand_partially(&[("y", text)]));
    }),
    ("unexpand", NONE, |text| done(template!("{+x}{?y,z*}{#w}").unexpand(text))),
    ("guess", documents::TRIPLES, |text| done(Kind::of_content(text.as_bytes()))),
    ("links of a packed archive", documents::BROKEN, |text| {
        let archive = Surroundings::default().of_kind(Kind::Warc);
        done(archive.links(&octets(text)[..], &mut |_, found| {
            black_box(found);
        }));
    }),
    ("rewrite, piece by piece", documents::PIECES, rewrite_pieces),
    ("unpack", documents::PACKED, |text| {
        let bytes = octets(text);
        let unpacked = Unpacking::new(&bytes[..], None, RATIO);
        done(unpacked.map(|mut unpacked| std::io::copy(&mut unpacked, &mut std::io::sink())));
    }),
    ("check --links", NONE, |text| done(fragments(text.as_bytes(), Kind::Html))),
];

/// The octets that the characters of a text stand for.
fn octets(text: &str) -> Vec<u8> {
    text.chars().map(|octet| u8::try_from(octet).unwrap_or(b'?')).collect()
}

fn with_uri(text: &str, work: impl FnOnce(Uri<&str>)) {
    if let Ok(uri) = Uri::parse(text) {
        work(uri);
    }
}

/// Works on the reference that each edition reads.
fn by_editions(text: &str, work: impl Fn(Reference<'_>)) {
    for edition in EDITIONS {
        let edition: &'static Edition = edition;
        if let Ok(reference) = edition.parse(text) {
            work(reference);
        }
    }
}

fn every_rule() -> Policy {
    let mut policy = Policy::default();
    for rule in RULES {
        // The policy knows the name of every rule.
        let _ = policy.set(rule.id, "on");
    }
    policy
}

fn around(kind: Kind) -> Surroundings {
    let around = Surroundings::default().of_kind(kind).retrieved_from("http://a/b/c");
    Also::ALL.into_iter().fold(around, Surroundings::also)
}

fn links(kind: Kind, text: &str) {
    let mut found = 0_u64;
    done(around(kind).links(text.as_bytes(), &mut |_, _| found += 1));
    black_box(found);
}

/// Every link moves to a text as long as its own, which differs in many places; what cannot be written is taken back.
fn rewrite(kind: Kind, text: &str) {
    let rewritten = around(kind).rewrite(text.as_bytes(), &mut |link, _| Ok(Some(moved(link))));
    black_box(rewritten.document.len());
}

/// A document that is longer than a piece.
fn rewrite_pieces(text: &str) {
    let kind = match text {
        _ if text.starts_with("<urlset") => Kind::Xml,
        _ if text.starts_with("<http://a/>") => Kind::NTriples,
        _ => Kind::Text,
    };
    let mut len = 0;
    done(around(kind).rewrite_pieces(
        text.as_bytes(),
        &mut |link, _| Ok(Some(moved(link))),
        &mut |_, piece| {
            len += piece.document.len();
            Ok(())
        },
    ));
    black_box(len);
}

fn moved(link: &Link<'_>) -> String {
    let path = link.reference.replace(['a', 'b', ':'], "/x");
    format!("http://new/{path}")
}

fn bases(kind: Kind, text: &str) {
    let mut found = 0_u64;
    done(around(kind).bases(text.as_bytes(), &mut |_, _| found += 1));
    black_box(found);
}

/// Prevents the optimizer from removing an unused answer.
fn done<T>(answer: T) {
    black_box(answer);
}
