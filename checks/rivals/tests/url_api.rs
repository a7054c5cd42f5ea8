//! Compares the API of `napkin-url` with that of the crate `url`, on generated URLs: getters, setters, segments, pairs,
//! references, file paths, errors. Every difference is in the list, from which the table of `docs/url.md` is made.
//! `NAPKIN_BLESS=1` writes the table; `NAPKIN_ROUNDS` sets the number of URLs, each with six calls.

#[path = "../../../crates/napkin-url/tests/texts/mod.rs"]
#[allow(dead_code, reason = "the properties of that crate choose from more lists")]
mod urls;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::{env, fs};

use check_rivals::url_api::{Call, PairStep, SETTERS, SegmentStep, ours, theirs};
use check_rivals::url_differences::{DIFFERENCES, Seen};
use urls::Random;

/// The number of URLs.
fn rounds() -> u64 {
    env::var("NAPKIN_ROUNDS").map_or(20_000, |rounds| rounds.parse().unwrap())
}

/// A generator for a round.
fn random(seed: u64) -> Random {
    let mut random = Random(seed.wrapping_mul(0xA076_1D64_78BD_642F) | 1);
    // The first numbers of near seeds are alike.
    for _ in 0..8 {
        random.below(2);
    }
    random
}

/// A text for a setter.
fn value(random: &mut Random) -> String {
    const DELIMITERS: &[&str] = &["/", "x", "\\", "//", ":", "@", " ", "|", "localhost"];
    let lists = [urls::SEGMENTS, urls::HOSTS, urls::TAILS, urls::SCHEMES, urls::PORTS, DELIMITERS];
    let mut text = String::new();
    for _ in 0..random.below(4) {
        let list = lists[random.below(lists.len())];
        text += random.pick(list);
    }
    urls::mutate(&mut text, random);
    text
}

/// A call with a URL.
fn call(random: &mut Random, url: &str) -> Call {
    let steps = random.below(5);
    match random.below(20) {
        0..=8 => {
            let setter = SETTERS[random.below(SETTERS.len())];
            Call::Set(setter, (!random.one_in(6)).then(|| value(random)))
        }
        9 => {
            Call::Port([None, Some(80), Some(443), Some(21), Some(0), Some(65535)][random.below(6)])
        }
        10 if random.one_in(2) => Call::Address(IpAddr::from([1, 2, 3, 4])),
        10 => Call::Address(IpAddr::from([0, 0, 0, 1, 0, 0, 0, 2])),
        11 | 12 => {
            use SegmentStep::{Clear, Extend, Pop, PopIfEmpty, Push};
            let all = [Clear, PopIfEmpty, Pop, Push, Push, Extend];
            let step = |random: &mut Random| (all[random.below(all.len())], value(random));
            Call::Segments((0..steps).map(|_| step(random)).collect())
        }
        13 => {
            let all = [PairStep::Clear, PairStep::Pair, PairStep::Key];
            let step = |random: &mut Random| (all[random.below(3)], value(random), value(random));
            Call::Pairs((0..steps).map(|_| step(random)).collect())
        }
        14 if random.one_in(2) => Call::Join(value(random)),
        14 | 15 => Call::Join(urls::generate(random)),
        16 | 17 => {
            let mut to = url.to_owned();
            while !random.one_in(8) && to.pop().is_some() {}
            Call::Relative(to + &value(random))
        }
        18 => {
            let root = if random.one_in(8) { "" } else { "/" };
            Call::FilePath(root.to_owned() + &value(random), random.one_in(2))
        }
        _ if random.one_in(2) => Call::Host(value(random)),
        _ => Call::Host(random.pick(urls::HOSTS).to_owned()),
    }
}

#[test]
fn every_difference_is_in_the_list() {
    let mut known = BTreeMap::new();
    let mut unknown: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut asked, mut alike) = (0_u64, 0_u64);
    // `url` panics in some of its getters.
    std::panic::set_hook(Box::new(|_| {}));
    for seed in 0..rounds() {
        let random = &mut random(seed);
        let text = urls::generate(random);
        let (Some(a), Some(b)) = (ours::parse(&text), theirs::parse(&text)) else { continue };
        // What parsing answers otherwise is in the list of `tests/differences.rs`.
        if a.as_str() != b.as_str() {
            continue;
        }
        let calls = [Call::Parse(urls::generate(random)), Call::ToFilePath, Call::Positions];
        for call in calls.into_iter().chain([(); 3].map(|()| call(random, a.as_str()))) {
            asked += 1;
            let ours = ours::call(&a, &call);
            let theirs = catch_unwind(AssertUnwindSafe(|| theirs::call(&b, &call))).ok();
            if theirs.as_ref() == Some(&ours) {
                alike += 1;
                continue;
            }
            let seen =
                Seen { before: a.as_str(), call: &call, ours: &ours, theirs: theirs.as_ref() };
            match DIFFERENCES.iter().find(|known| (known.is)(&seen)) {
                Some(difference) => *known.entry(difference.what).or_insert(0_u64) += 1,
                None => unknown.entry(seen.kind()).or_default().push(seen.to_string()),
            }
        }
    }
    let _ = std::panic::take_hook();
    println!("{asked} calls, {alike} alike");
    known.iter().for_each(|(what, count)| println!("{count:8} {what}"));
    for (kind, seen) in &mut unknown {
        seen.sort_by_key(String::len);
        println!("unknown: {kind}, {}", seen.len());
        seen.iter().take(6).for_each(|seen| println!("{seen}"));
    }
    assert!(unknown.is_empty(), "a difference is not in the list");
}

#[test]
fn the_table_is_the_list() {
    const HEAD: &str = "| what | `url` 2.5.8 | here | why |\n| --- | --- | --- | --- |\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/url.md");
    let page = fs::read_to_string(&path).unwrap();
    let start = page.find(HEAD).unwrap() + HEAD.len();
    let end = start + page[start..].find("\n\n").unwrap() + 1;
    let table: String = DIFFERENCES
        .iter()
        .map(|known| {
            format!("| {} | {} | {} | {} |\n", known.what, known.theirs, known.ours, known.why)
        })
        .collect();
    if env::var_os("NAPKIN_BLESS").is_some() {
        fs::write(path, [&page[..start], &table, &page[end..]].concat()).unwrap();
    } else {
        assert!(page[start..end] == table, "NAPKIN_BLESS=1 writes the table of docs/url.md anew");
    }
}
