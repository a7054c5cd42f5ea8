//! Runs `base` and `links` on the documents of `spec/cases/context/`, and compares the output with the expected
//! one.
//!
//! `NAPKIN_BLESS=1` writes the output, which then has to be reviewed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;

use crate::support::{cases, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/context")
}

/// The documents of `packed.jsonl`, where each character up to U+00FF is a byte, written to files once.
static PACKED: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    fs::create_dir_all(&folder).unwrap();
    for packed in cases("context/packed.jsonl") {
        let [name, bytes] = ["file", "bytes"].map(|key| packed[key].as_str().unwrap());
        let bytes: Vec<u8> = bytes.chars().map(|byte| u8::try_from(byte).unwrap()).collect();
        fs::write(folder.join(name), bytes).unwrap();
    }
    folder
});

/// The file of a document, in `documents/` or unpacked.
pub(crate) fn document(name: &str) -> PathBuf {
    let file = folder().join("documents").join(name);
    if file.exists() { file } else { PACKED.join(name) }
}

/// Runs a command on a document; its exit status and its answers, without the `source` that all of them have.
fn answers(command: &str, case: &Value) -> (i32, Vec<Value>) {
    let file = document(case["file"].as_str().unwrap());
    let options =
        case["arguments"].as_array().unwrap().iter().map(|option| option.as_str().unwrap());
    // Options that only one of the commands has.
    let own = case[command].as_array().into_iter().flatten().map(|option| option.as_str().unwrap());
    let arguments =
        [command, "--json", file.to_str().unwrap()].into_iter().chain(options).chain(own);
    let ran = run(arguments, b"");
    let mut answers = ran.json();
    for answer in &mut answers {
        let object = answer.as_object_mut().unwrap();
        assert_eq!(object.remove("source").unwrap(), file.to_str().unwrap());
    }
    (ran.code, answers)
}

/// Every answer is a line of `bases.jsonl` or `links.jsonl`, with the id of its case.
#[test]
fn come_out_as_expected() {
    let cases = cases("context/documents.jsonl");
    for (command, file) in [("base", "bases.jsonl"), ("links", "links.jsonl")] {
        let mut lines = Vec::new();
        for case in &cases {
            let (code, answers) = answers(command, case);
            // An unknown type counts only in a document that was named.
            let is_fault = |answer: &Value| {
                let kind = answer["error"]["kind"].as_str();
                let is_inside = ["record", "part"].iter().any(|key| answer.get(key).is_some());
                let is_note = matches!(kind, Some("raw-octets" | "no-body"));
                kind.is_some() && !is_note && !(kind == Some("unknown-type") && is_inside)
            };
            let faulty = answers.iter().any(is_fault);
            assert_eq!(code, i32::from(faulty), "{case}");
            lines.extend(answers.into_iter().map(|mut answer| {
                answer["id"] = case["id"].clone();
                answer.to_string()
            }));
        }
        let file = folder().join(file);
        if std::env::var_os("NAPKIN_BLESS").is_some() {
            fs::write(&file, lines.join("\n") + "\n").unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap();
        for (line, expected) in lines.iter().zip(expected.lines()) {
            assert_eq!(line, expected, "{command}");
        }
        assert_eq!(lines.len(), expected.lines().count(), "{command}");
    }
}

/// In a document that is unmodified file content, each reference is at its offset.
#[test]
fn references_stand_at_their_start() {
    let mut found = 0;
    for case in cases("context/documents.jsonl") {
        let name = case["file"].as_str().unwrap();
        if Path::new(name)
            .extension()
            .is_some_and(|end| ["gz", "zst", "bz2", "xz"].iter().any(|known| end == *known))
        {
            continue;
        }
        let file = fs::read(document(name)).unwrap();
        for answer in answers("links", &case).1 {
            // A fault has neither reference nor offset.
            let Some(reference) = answer["reference"].as_str() else { continue };
            let Some(document) = answer["document_start"].as_u64() else { continue };
            let place = usize::try_from(document + answer["start"].as_u64().unwrap()).unwrap();
            let record = answer["record"]["offset"].as_u64().unwrap_or_default();
            let record = &file[usize::try_from(record).unwrap()..];
            // The block of a record begins after its header, which is a line in mailboxes and old archives.
            let header_end: &[u8] =
                if Path::new(name).extension().is_some_and(|ending| ending == "warc") {
                    b"\r\n\r\n"
                } else {
                    b"\n"
                };
            let block = match answer.get("record") {
                Some(_) => {
                    let is_end = |window: &[u8]| window == header_end;
                    let at = record.windows(header_end.len()).position(is_end).unwrap();
                    at + header_end.len()
                }
                None => 0,
            };
            let end = usize::try_from(document + answer["end"].as_u64().unwrap()).unwrap();
            assert!(place <= end && block + end <= record.len(), "{answer}");
            // The reference is written as an entity, with a prefix, or in another encoding.
            if record[block + place] == b'&'
                || answer["element"] == "prefixed-name"
                || !reference.is_ascii()
                || !record[block + place..block + end].is_ascii()
            {
                continue;
            }
            // A reference as long as its source is unmodified up to its end.
            let written = &record[block + place..block + end];
            // Stripped white space may be written as a character reference.
            if written.windows(2).any(|pair| pair == b"&#") {
                continue;
            }
            if written.len() == reference.len() {
                assert_eq!(written, reference.as_bytes(), "{answer}");
            }
            // The start of a reference that is written differently is unmodified.
            let plain = reference.split(['&', '"', ')', ' ', '<', '\'']).next().unwrap();
            let plain = plain.strip_prefix("mailto:").unwrap_or(plain);
            let plain = &plain[..plain.len().min(8)];
            // Tabs and line ends are removed, and every other byte of UTF-16 is zero.
            let mut stands = record[block + place..].to_vec();
            stands.truncate(256);
            stands.retain(|byte| !matches!(byte, 0 | b'\t' | b'\r' | b'\n'));
            let stands = String::from_utf8_lossy(&stands);
            let stands = stands.strip_prefix("mailto:").unwrap_or(&stands);
            assert!(stands.starts_with(plain), "{answer}: {:?}", &stands[..stands.len().min(40)]);
            found += 1;
        }
    }
    assert!(found > 200, "{found}");
}

/// Brotli has no mark: on standard input its type tells it, and without that the document is not lost in silence.
#[test]
fn brotli_on_standard_input_is_told_by_its_type() {
    // A window of 16 bits, 12 bytes that are stored, and the end.
    let head = ((1_u32 << 19 | 11 << 3) << 1).to_le_bytes();
    let packed = [&head[..3], b"<a href=\xE9>\n\n", &[3]].concat();
    let ran =
        run(["links", "--type", "html.br", "--charset", "latin1", "--base", "http://h/"], &packed);
    assert_eq!((ran.code, ran.texts()), (0, ("http://h/%C3%A9\n", "")));
    let ran = run(["links", "--base", "http://h/"], &packed);
    assert_eq!(ran.code, 1, "{:?}", ran.texts());
}

/// The commands that read a file of lines, of text or of a document, each with the option before its name.
const READING: [&[&str]; 6] = [
    &["parse", "--json", "-i"],
    &["check", "-i"],
    &["normalize", "-i"],
    &["dedupe", "-i"],
    &["extract", "-i"],
    &["links"],
];

/// In every compression, all commands read what is whole, and say what is not: a file that is cut, or that more follows.
#[test]
fn compressed_files_are_read_or_told_by_all_commands() {
    let packed = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compressed");
    fs::create_dir_all(&packed).unwrap();
    for ending in ["gz", "zst", "xz", "bz2", "br"] {
        let whole = fs::read(document(&format!("lines.txt.{ending}"))).unwrap();
        let cut = &whole[..whole.len() * 4 / 5];
        let more = [&whole[..], b"more\n"].concat();
        for (damage, bytes) in [("none", &whole[..]), ("cut", cut), ("more", &more)] {
            let file = packed.join(format!("{damage}.txt.{ending}"));
            fs::write(&file, bytes).unwrap();
            for arguments in READING {
                let ran = run(arguments.iter().copied().chain([file.to_str().unwrap()]), b"");
                let (results, messages) = ran.texts();
                let cell = format!("{arguments:?} {ending} {damage}: {results}{messages}");
                if damage != "cut" {
                    assert!(
                        results.contains("http://a/1") && results.contains("http://a/2"),
                        "{cell}"
                    );
                }
                let is_told = messages.contains("cannot be decompressed");
                assert_eq!(
                    (ran.code, is_told),
                    (i32::from(damage != "none"), damage != "none"),
                    "{cell}"
                );
            }
        }
    }
}
