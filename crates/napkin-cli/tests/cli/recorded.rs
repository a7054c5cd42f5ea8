//! Everything that the commands print for a fixed list of inputs is what was printed when it was last blessed.
//!
//! `../recorded/commands.txt` has a line for each command with its options, and hashes of its text and of its JSON, so
//! that a change of the code that is not to change an answer shows that it does not. To see a difference, run this test
//! on both commits with `NAPKIN_RECORD=FOLDER`, which writes what is printed for all inputs of `spec/cases/`, one file
//! a command, and compare the folders with `diff -r`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

use crate::support::{EDITIONS, napkin, run_command};

/// What a command is asked.
struct Asked {
    /// Inputs, each ended by NUL.
    inputs: Vec<u8>,
    /// Pairs of neighbouring inputs, parted by a tab, each ended by NUL.
    pairs: Vec<u8>,
    /// The inputs as lines of a text.
    text: Vec<u8>,
    /// The folder with documents.
    documents: PathBuf,
}

impl Asked {
    fn new(inputs: &[String]) -> Self {
        let ended = |text: String| format!("{text}\0").into_bytes();
        let pair = |pair: &[String]| ended(format!("{}\t{}", pair[0], pair[1]));
        // A tab parts the two of a pair, so neither holds one.
        let whole: Vec<_> = inputs.iter().filter(|input| !input.contains('\t')).cloned().collect();
        Self {
            inputs: inputs.iter().cloned().flat_map(ended).collect(),
            pairs: whole.windows(2).flat_map(pair).collect(),
            text: inputs.join("\n").into_bytes(),
            documents: cases().join("context/documents"),
        }
    }

    /// Standard output, standard error and exit status of a command; of `--edition each` and `--edition syntax`, those of
    /// each edition, one behind the other.
    fn printed(&self, command: &str, asked: &str, json: bool) -> Vec<u8> {
        let arguments: Vec<_> = command.split(' ').collect();
        let dated = ["whatwg", "whatwg-2018-08"];
        let editions = match arguments.iter().position(|argument| *argument == "--edition") {
            Some(at) if arguments[at + 1] == "each" => EDITIONS.iter().chain(&dated).collect(),
            Some(at) if arguments[at + 1] == "syntax" => EDITIONS.iter().collect(),
            _ => vec![&""],
        };
        let mut printed = Vec::new();
        for edition in editions {
            let named = arguments.iter().map(|&argument| match argument {
                "each" | "syntax" => edition,
                _ => argument,
            });
            let mut command = napkin(named);
            let stdin: &[u8] = match asked {
                "inputs" => &self.inputs,
                "pairs" => &self.pairs,
                "text" => &self.text,
                "documents" => {
                    command.arg(".").current_dir(&self.documents);
                    &[]
                }
                "nothing" => &[],
                _ => panic!("{asked:?} is nothing that a command is asked"),
            };
            if matches!(asked, "inputs" | "pairs") {
                command.arg("-0");
            }
            if json {
                command.arg("--json");
            }
            let ran = run_command(&mut command, stdin);
            printed.extend_from_slice(&ran.stdout);
            printed.extend_from_slice(&ran.stderr);
            printed.extend_from_slice(format!("exit status {}\n", ran.code).as_bytes());
        }
        // Targets in files have the folder of the sources.
        let here = cases().join("../..").canonicalize().unwrap();
        String::from_utf8_lossy(&printed).replace(here.to_str().unwrap(), "").into_bytes()
    }
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases")
}

/// The inputs of all cases that can be passed on standard input.
fn all_inputs() -> Vec<String> {
    let (mut files, mut folders) = (Vec::new(), vec![cases()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                None => folders.push(path),
                Some(extension) if extension == "jsonl" => files.push(path),
                Some(_) => {}
            }
        }
    }
    files.sort();
    let mut inputs = BTreeSet::new();
    for file in files {
        for line in fs::read_to_string(file).unwrap().lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let values =
                ["input", "reference", "a", "b"].iter().filter_map(|key| case[key].as_str());
            inputs.extend(values.filter(|value| !value.contains('\0')).map(str::to_owned));
        }
    }
    inputs.into_iter().collect()
}

/// The hash FNV-1a of some bytes: what is recorded stays the same with each version of Rust.
fn hash(bytes: &[u8]) -> String {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

#[test]
fn what_is_printed_is_what_is_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let list = folder.join("commands.txt");
    let listed = fs::read_to_string(&list).unwrap();
    let output = env::var_os("NAPKIN_RECORD").map(PathBuf::from);
    let inputs = if output.is_some() {
        all_inputs()
    } else {
        let text = fs::read_to_string(folder.join("inputs.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let asked = Asked::new(&inputs);
    let (mut blessed, mut different) = (Vec::new(), Vec::new());
    for line in listed.lines() {
        if line.starts_with('#') {
            blessed.push(line.to_owned());
            continue;
        }
        let [text, json, question] = line.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
        let (command, what) = question.split_once(" < ").expect("'<' says what is asked");
        let printed = [false, true].map(|json| asked.printed(command, what, json));
        if let Some(output) = &output {
            let name = question.replace('/', "_");
            fs::create_dir_all(output).unwrap();
            fs::write(output.join(&name), &printed[0]).unwrap();
            fs::write(output.join(name + " as JSON"), &printed[1]).unwrap();
        }
        let hashes = printed.map(|printed| hash(&printed));
        if [text, json] != hashes {
            different.push(question);
        }
        blessed.push(format!("{} {} {question}", hashes[0], hashes[1]));
    }
    if output.is_some() {
        return;
    }
    if env::var_os("NAPKIN_BLESS").is_some() {
        fs::write(list, blessed.join("\n") + "\n").unwrap();
        return;
    }
    assert!(
        different.is_empty(),
        "these print something else than what is recorded; this file says how to see what, and NAPKIN_BLESS=1 \
         records it:\n{}",
        different.join("\n")
    );
}
