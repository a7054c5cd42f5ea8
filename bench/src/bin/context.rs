//! Measures how fast `extract` and `links` are, beside linkify and beside HTML parsing alone with the same parser.
//!
//! ```console
//! $ cargo run --release --manifest-path bench/Cargo.toml --bin context [MEGABYTES]
//! ```
//!
//! The texts are generated, equal in every run, in pieces of 2 MB. The contenders take turns, each with all pieces,
//! so that the pieces are read from memory, not from a cache. The fastest turn of each piece counts, which copes
//! with a noisy machine.

use std::convert::Infallible;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use linkify::{LinkFinder, LinkKind};
use napkin_context::{Extractor, Found, Kind, Surroundings};

const TURNS: usize = 7;

/// The size of a piece.
const PIECE: usize = 2 << 20;

/// A contender: its name, and a function that processes a text and returns the number of finds.
type Contender<'c> = (&'c str, Box<dyn Fn(&str) -> usize + 'c>);

fn main() {
    let megabytes = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100);
    let pieces = (megabytes << 20) / PIECE;
    let extractor = Extractor::default();
    let mut urls = LinkFinder::new();
    urls.kinds(&[LinkKind::Url]);
    let all = LinkFinder::new();
    race(
        "extract, mixed text",
        &texts(pieces, mixed_text),
        &[
            ("linkify, URLs", Box::new(|text| urls.links(text).count())),
            ("linkify, URLs and mail", Box::new(|text| all.links(text).count())),
            ("napkin, in memory", Box::new(|text| extractor.find(text.as_bytes()).count())),
            (
                "napkin, read piece by piece",
                Box::new(|text| {
                    let mut found = 0;
                    let read = extractor.read(text.as_bytes(), |find| {
                        black_box(&find);
                        found += 1;
                        ControlFlow::Continue(())
                    });
                    read.expect("memory can be read");
                    found
                }),
            ),
        ],
    );
    let around = Surroundings::default().of_kind(Kind::Html).retrieved_from("http://h/dir/");
    race(
        "links, HTML",
        &texts(pieces, page),
        &[
            ("html5gum alone", Box::new(bare_parse)),
            (
                "napkin, resolved",
                Box::new(|page| {
                    let mut found = 0;
                    let walked = around.links(page.as_bytes(), &mut |_, thing| {
                        found += usize::from(matches!(thing, Found::Link { .. }));
                    });
                    walked.expect("memory can be read");
                    found
                }),
            ),
        ],
    );
}

/// Runs the contenders in turn, and prints the best speed of each.
fn race(title: &str, texts: &[String], contenders: &[Contender<'_>]) {
    let mut best = vec![vec![(Duration::MAX, 0); texts.len()]; contenders.len()];
    for _ in 0..TURNS {
        for ((_, run), best) in contenders.iter().zip(&mut best) {
            for (text, best) in texts.iter().zip(best) {
                let start = Instant::now();
                let found = black_box(run(text));
                *best = (best.0.min(start.elapsed()), found);
            }
        }
    }
    let size = texts.iter().map(String::len).sum::<usize>();
    println!("{title}, {} MB", size >> 20);
    let seconds = |best: &[(Duration, usize)]| best.iter().map(|best| best.0.as_secs_f64()).sum();
    let first: f64 = seconds(&best[0]);
    for ((name, _), best) in contenders.iter().zip(&best) {
        let found: usize = best.iter().map(|best| best.1).sum();
        let seconds: f64 = seconds(best);
        let speed = size as f64 / seconds / 1e6;
        println!(
            "  {name:28} {speed:8.0} MB/s  {:5.2} x the first  {found} found",
            first / seconds
        );
    }
}

/// The HTML parsing that `links` does, with places, without using the result.
fn bare_parse(pages: &str) -> usize {
    let mut events = 0;
    let count = |_: CallbackEvent<'_>, _: Span<usize>| -> Option<Infallible> {
        events += 1;
        None
    };
    let mut emitter = CallbackEmitter::new(count);
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(pages, emitter).for_each(drop);
    events
}

/// Reproducible numbers (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) as usize % bound
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn words(&mut self, to: &mut String, count: usize) {
        const WORDS: &[&str] = &[
            "the",
            "of",
            "and",
            "a",
            "to",
            "in",
            "is",
            "that",
            "for",
            "it",
            "was",
            "on",
            "with",
            "as",
            "page",
            "link",
            "server",
            "reference",
            "document",
            "identifier",
            "wrote",
            "(see",
            "above)",
            "note:",
            "today,",
            "yesterday.",
            "naïve",
            "12:30",
            "e.g.",
            "it's",
            "—",
            "café",
            "“quoted”",
        ];
        for _ in 0..count {
            to.push_str(self.pick(WORDS));
            to.push(' ');
        }
    }

    fn url(&mut self) -> String {
        let scheme = self.pick(&["http://", "https://", "https://", "ftp://"]);
        let host =
            self.pick(&["example.com", "www.example.org", "cdn-7.example.net:8080", "a.example"]);
        let path =
            self.pick(&["/", "/a/b/c.html", "/wiki/A_(b)", "/x?q=1&r=a%20b#top", "", "/~u/2005/"]);
        format!("{scheme}{host}{path}")
    }
}

/// `pieces` texts, each from its own seed.
fn texts(pieces: usize, make: fn(Numbers) -> String) -> Vec<String> {
    (0..pieces as u64).map(|number| make(Numbers(number << 32))).collect()
}

/// Prose with URIs, mail with headers, a log, code, and some HTML.
fn mixed_text(mut numbers: Numbers) -> String {
    let mut text = String::with_capacity(PIECE + 4096);
    while text.len() < PIECE {
        let words = 20 + numbers.below(60);
        let url = numbers.url();
        match numbers.below(8) {
            0..=2 => {
                numbers.words(&mut text, words);
                text.push_str(&format!("see {url}, or <{url}>.\n"));
                numbers.words(&mut text, words);
            }
            3 => text.push_str(&format!("From: fred@example.com\nSubject: Re: {url}\nDate: 12:30:01\n\n")),
            4 => text.push_str(&format!("10.0.0.1 - - [01/Jan/2005:12:30:01 +0000] \"GET /a HTTP/1.1\" 200 12 \"{url}\"\n")),
            5 => text.push_str("    if (map::get(key) == Some(value)) { return Err(Error::Missing { at: 12 }); }\n"),
            6 => text.push_str(&format!("<p class=\"x\"><a href=\"{url}\">there</a> &amp; [md]({url})</p>\n")),
            _ => numbers.words(&mut text, 4 * words),
        }
        text.push('\n');
    }
    text
}

/// One long page with the usual constructs.
fn page(mut numbers: Numbers) -> String {
    let mut page = String::with_capacity(PIECE + 4096);
    page.push_str("<!DOCTYPE html><html><head><title>t</title><base href='/base/'></head><body>\n");
    while page.len() < PIECE {
        let (url, words) = (numbers.url(), 10 + numbers.below(60));
        page.push_str("<div class=\"post entry\" id=\"p1\" data-x='1'><p>");
        numbers.words(&mut page, words);
        match numbers.below(5) {
            0 => page.push_str(&format!("<a class=\"ext\" href=\"{url}\" rel=\"nofollow\">there</a>")),
            1 => page.push_str("<img src=\"img/a.png\" srcset=\"img/a.png 1x, img/b.png 2x\" alt=\"an image\" width=640>"),
            2 => page.push_str("<script>var a = '<a href=no>'; for (var i = 0; i < 10; i++) { f(i); }</script>"),
            3 => page.push_str("<ul class=nav><li><a href=\"../up?a=1&amp;b=2\">Up</a><li><a href=\"#top\">Top</a></ul>"),
            _ => page.push_str("<table><tr><td style=\"color: red\">1</td><td>2</td></tr></table><!-- a comment -->"),
        }
        numbers.words(&mut page, words);
        page.push_str("</p></div>\n");
    }
    page
}
