//! napkin against the others on generated and mutated texts: what they answer otherwise is in the list, and
//! `docs/differences.md` is the list.

use std::collections::BTreeMap;
use std::fmt::Write;

use rival_check::differences::{DIFFERENCES, Difference, Seen};
use rival_check::rivals::{Operation, Question, RIVALS, napkin};

/// How many pairs of texts are tried; each is three questions to everybody.
fn rounds() -> u64 {
    std::env::var("NAPKIN_ROUNDS").map_or(60_000, |rounds| rounds.parse().unwrap())
}

/// Reproducible bytes (splitmix64).
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut bytes = Vec::new();
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    for _ in 0..next() % 40 {
        bytes.extend(next().to_le_bytes());
    }
    bytes
}

#[test]
fn known() {
    let mut unknown: BTreeMap<(&str, Operation), Vec<String>> = BTreeMap::new();
    let mut counts = vec![0_u64; DIFFERENCES.len()];
    for seed in 0..rounds() {
        let [base, text] = napkin_proof::texts(&bytes(seed.wrapping_mul(0xA076_1D64_78BD_642F)));
        let base = base.split('#').next().unwrap_or_default();
        for operation in [Operation::Parse, Operation::Resolve, Operation::Normalize] {
            let base = if operation == Operation::Resolve { base } else { "" };
            let question = Question { operation, text: &text, base };
            let ours = napkin(question);
            for rival in RIVALS {
                let Some(theirs) = (rival.answer)(question) else { continue };
                if theirs == ours { continue; }
                let seen = Seen { question, napkin: ours.as_deref(), rival: theirs.as_deref() };
                let class = DIFFERENCES.iter().position(|d| d.rival == rival.name && d.operation == operation && (d.is)(&seen));
                match class {
                    Some(class) => counts[class] += 1,
                    None => {
                        let mut line = String::new();
                        let _ = write!(line, "{text:?} on {base:?}\n    napkin {ours:?}\n    rival  {theirs:?}");
                        unknown.entry((rival.name, operation)).or_default().push(line);
                    }
                }
            }
        }
    }
    for (who, mut lines) in unknown {
        lines.sort_by_key(String::len);
        println!("{who:?}: {}", lines.len());
        for line in lines.iter().take(25) { println!("  {line}"); }
    }
}
