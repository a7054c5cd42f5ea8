//! Columns of CSV and TSV as inputs: nothing is lost, whatever the cells are, and however the file is read.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::support::{is_deep, napkin, run, temporary};

/// Numbers that look random.
fn numbers(mut state: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 40).ok()
    })
}

/// Pieces of cells, some with what a table has to quote.
const PIECES: [&str; 12] =
    ["a", "é", ",", "\"", "\n", "\r\n", " ", "\t", "\\x41", "=1", "http://h/", "\u{feff}"];

/// Rows of an identifier, a URL that is a number, and a note of any text.
fn rows(count: usize) -> Vec<[String; 3]> {
    let mut numbers = numbers(7);
    let mut take = move || numbers.next().unwrap_or_default();
    let note = |take: &mut dyn FnMut() -> usize| -> String {
        (0..take() % 6).map(|_| PIECES[take() % PIECES.len()]).collect()
    };
    (0..count)
        .map(|row| [row.to_string(), format!("http://host{}/", take() % 100), note(&mut take)])
        .collect()
}

fn table(rows: &[[String; 3]]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["id", "url", "note"]).unwrap();
    for row in rows {
        writer.write_record(row).unwrap();
    }
    writer.into_inner().unwrap()
}

/// Every cell of a file of many blocks comes back as it was, with the answer behind it, in order, on any number of threads.
#[test]
fn cells_are_carried_through() {
    let rows = rows(if is_deep() { 200_000 } else { 20_000 });
    let file = temporary("carried.csv", &table(&rows));
    let file = file.to_str().unwrap();
    for threads in ["1", "4"] {
        let ran =
            run(["get", "host", "-i", file, "--column", "url", "--csv", "--threads", threads], b"");
        assert_eq!((ran.code, ran.texts().1), (0, ""));
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).from_reader(ran.stdout.as_slice());
        let mut records = reader.records().map(Result::unwrap);
        assert_eq!(records.next().unwrap(), vec!["id", "url", "note", "host"]);
        for [id, url, note] in &rows {
            let host = url.trim_start_matches("http://").trim_end_matches('/');
            assert_eq!(records.next().unwrap(), vec![id, url, note, host]);
        }
        assert!(records.next().is_none());
    }
}

/// Carried cells are the bytes that they were, also where they are not UTF-8.
#[test]
fn cells_keep_their_bytes() {
    let table = b"url,note\nhttp://h/,\xff\\xff\\\nhttp://i/,\"\xe9,\"\n";
    let ran = run(["get", "host", "--column", "url", "--csv"], table);
    assert_eq!(ran.stdout, b"url,note,host\nhttp://h/,\xff\\xff\\,h\nhttp://i/,\"\xe9,\",i\n");
    let table = b"url\tnote\nhttp://h/\t\"a\\\xff\n";
    let ran = run(["get", "host", "--column", "url", "--tsv"], table);
    assert_eq!(ran.stdout, b"url\tnote\thost\nhttp://h/\t\"a\\\xff\th\n");
}

/// Messages name the line on which a row begins, whatever ends lines.
#[test]
fn messages_name_lines() {
    let rows = rows(2000);
    let mut lines = Vec::new();
    let mut line = 2;
    let mut table = String::from("id,url,note\n");
    for (number, [id, url, note]) in rows.iter().enumerate() {
        let url = if number % 100 == 17 { "" } else { url };
        if url.is_empty() {
            lines.push(line);
        }
        let row = format!("{id},{url},\"{}\"\n", note.replace('"', "\"\""));
        line += row.matches('\n').count();
        table += &row;
    }
    let crlf = table.replace("\r\n", "\n").replace('\n', "\r\n");
    for table in [table.as_bytes(), crlf.as_bytes()] {
        let ran = run(["check", "--column", "url", "--all-errors", "--threads", "1"], table);
        let expected = lines
            .iter()
            .map(|line| format!("napkin: <stdin>:{line}: the cell of the column 'url' is empty\n"));
        assert_eq!(ran.texts().1, expected.collect::<String>());
    }
}

/// A row is answered when it is there, not when a block is full.
#[test]
fn rows_of_a_pipe_are_answered_at_once() {
    let command = &mut napkin(["get", "host", "--column", "url"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut output = BufReader::new(output).lines();
    for (row, host) in [("url\nhttp://a/\n", "a"), ("http://b/\n", "b"), ("\"http://c/\"\n", "c")] {
        input.write_all(row.as_bytes()).unwrap();
        assert_eq!(output.next().unwrap().unwrap(), host);
    }
    drop(input);
    assert!(output.next().is_none() && child.wait().unwrap().success());
}

/// A compressed file that is cut off gives its whole rows, and no part of one.
#[test]
fn a_row_that_is_cut_off_is_no_input() {
    let rows = rows(3000);
    let mut packed = Vec::new();
    let mut encoder = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::fast());
    encoder.write_all(&table(&rows)).unwrap();
    encoder.finish().unwrap();
    let half = temporary("half.csv.gz", &packed[..packed.len() / 2]);
    let ran = run(["get", "input", "-i", half.to_str().unwrap(), "--column", "url"], b"");
    assert_eq!(ran.code, 1);
    let hosts: Vec<_> = ran.texts().0.lines().collect();
    assert!(hosts.len() > 100 && hosts.len() < rows.len());
    assert!(hosts.iter().zip(&rows).all(|(host, [_, url, _])| host == url));
}
