//! Runs every check on earlier finds of fuzzers, on the cases and documents of `spec/cases/`, and on variants of
//! both: bytes changed, pieces cut out and moved.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use napkin_context::Kind;
use napkin_proof::{TARGETS, Target};
use serde_json::Value;

/// Whether the variable `NAPKIN_DEEP` asks for the long form.
fn is_deep() -> bool {
    std::env::var_os("NAPKIN_DEEP").is_some()
}

/// The number of variants of each input; ten times as many in the long form.
fn variants() -> usize {
    if is_deep() { 40 } else { 4 }
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
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    files
}

/// The documents of `spec/cases/context/` with their names: the files, and the lines of `packed.jsonl`, where each
/// character up to U+00FF is a byte.
fn documents() -> Vec<(String, Vec<u8>)> {
    let files = files("spec/cases/context/documents").into_iter();
    let mut documents: Vec<_> =
        files.map(|file| (file.display().to_string(), fs::read(&file).unwrap())).collect();
    let packed = fs::read_to_string(root().join("spec/cases/context/packed.jsonl")).unwrap();
    for line in packed.lines() {
        let packed: Value = serde_json::from_str(line).unwrap();
        let [name, bytes] = ["file", "bytes"].map(|key| packed[key].as_str().unwrap());
        documents.push((name.to_owned(), bytes.chars().map(|byte| byte as u8).collect()));
    }
    documents
}

/// Bytes with a piece copied over another, one changed, or the end cut off.
fn varied(data: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut data = data.to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(data.len() + 1);
        match numbers.below(4) {
            0 => data.truncate(at),
            1 => {
                let from = numbers.below(data.len() + 1);
                let until = (from + numbers.below(24)).min(data.len());
                let piece = data[from..until].to_vec();
                data.splice(at..at, piece);
            }
            2 => drop(data.drain(at..(at + numbers.below(24)).min(data.len()))),
            _ => {
                if let Some(byte) = data.get_mut(at) {
                    *byte = numbers.below(256) as u8;
                }
            }
        }
    }
    data
}

/// The number of checked inputs, and the broken laws.
#[derive(Default)]
struct Checked {
    inputs: usize,
    broken: Vec<String>,
}

impl Checked {
    fn check(&mut self, target: &Target, data: &[u8]) {
        self.inputs += 1;
        // The message is on standard error; this is how to reproduce it.
        if catch_unwind(|| (target.check)(data)).is_err() {
            self.broken.push(format!("{}: b\"{}\"", target.name, data.escape_ascii()));
        }
    }

    fn check_variants(&mut self, target: &Target, data: &[u8], numbers: &mut Numbers) {
        self.check(target, data);
        (0..variants()).for_each(|_| self.check(target, &varied(data, numbers)));
    }

    /// What `check` finds for each target with numbers of its own, on as many threads as run at once.
    fn of_each_target(check: impl Fn(&'static Target, &mut Numbers, &mut Self) + Sync) -> Self {
        // The audit takes as long as half of the others, and is last.
        let left = Mutex::new(TARGETS.iter().enumerate().rev());
        let next = || left.lock().unwrap().next();
        let run = || {
            let mut checked = Self::default();
            while let Some((number, target)) = next() {
                check(target, &mut Numbers(number as u64), &mut checked);
            }
            checked
        };
        thread::scope(|scope| {
            // Each thread makes its own oracles.
            let threads = thread::available_parallelism().map_or(1, usize::from);
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
            threads.into_iter().fold(Self::default(), |mut all, thread| {
                let checked = thread.join().unwrap();
                all.inputs += checked.inputs;
                all.broken.extend(checked.broken);
                all
            })
        })
    }

    fn end(self) {
        println!("{} inputs", self.inputs);
        assert!(
            self.broken.is_empty(),
            "{} do not hold:\n{}",
            self.broken.len(),
            self.broken.join("\n")
        );
    }
}

/// The inputs that fuzzing kept for a target, one per line; each character of `bytes` from U+0000 to U+00FF is one
/// byte.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let file = root().join(format!("checks/fuzz/corpus/{target}.jsonl"));
    let lines =
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let input = |line: &str| {
        let input: serde_json::Value = serde_json::from_str(line).unwrap();
        input["bytes"].as_str().unwrap().chars().map(|byte| u8::try_from(byte).unwrap()).collect()
    };
    lines.lines().map(input).collect()
}

#[test]
fn every_target_has_a_corpus_that_holds() {
    for corpus in files("checks/fuzz/corpus") {
        let name = corpus.file_stem().unwrap().to_str().unwrap();
        assert!(Target::named(name).is_some(), "{name} is no target");
    }
    let checked = Checked::of_each_target(|target, numbers, checked| {
        let corpus = corpus(target.name);
        assert!(!corpus.is_empty(), "{} has no corpus", target.name);
        for input in corpus {
            checked.check_variants(target, &input, numbers);
        }
    });
    checked.end();
}

/// The texts of all cases, each with the number of an edition before it. In the short form, each target gets a third.
#[test]
fn the_cases_hold() {
    let mut texts = Vec::new();
    for folder in ["spec/cases", "spec/cases/schemes", "spec/cases/audit"] {
        for file in files(folder) {
            for line in fs::read_to_string(file).unwrap().lines() {
                let case: serde_json::Value = serde_json::from_str(line).unwrap();
                let fields = ["input", "base", "other", "reference"];
                texts.extend(
                    fields.iter().filter_map(|field| case[field].as_str().map(String::from)),
                );
            }
        }
    }
    texts.sort();
    texts.dedup();
    assert!(texts.len() > 3000, "{}", texts.len());
    let checked = Checked::of_each_target(|target, numbers, checked| {
        let step = if is_deep() { 1 } else { 3 };
        for text in texts.iter().skip(numbers.below(step)).step_by(step) {
            let edition = numbers.below(14) as u8;
            // The zero chooses the text itself, up to the newline.
            let other = &texts[numbers.below(texts.len())];
            let data =
                [&[edition, 0], text.as_bytes(), b"\n\0", other.as_bytes(), b"\n\0"].concat();
            checked.check(target, &data);
            checked.check(target, &[&[edition], text.as_bytes()].concat());
            checked.check(target, &varied(&data, numbers));
        }
    });
    checked.end();
}

#[test]
fn the_documents_hold() {
    let mut numbers = Numbers(13);
    let mut checked = Checked::default();
    for (name, document) in documents() {
        let kind = Kind::of_file_name(&name).unwrap_or_else(|| Kind::of_content(&document));
        // The first byte chooses how it is read: by RFC 3986, with surroundings.
        let data = [vec![0x1E], document].concat();
        for name in [kind.name(), "extract"] {
            // Plain text has no target for documents.
            let Some(target) = Target::named(name) else { continue };
            for _ in 0..8 {
                checked.check_variants(target, &data, &mut numbers);
            }
        }
    }
    checked.end();
}
