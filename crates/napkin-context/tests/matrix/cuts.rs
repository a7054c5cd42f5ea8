//! Archives of several records, cut and damaged at every byte.

use napkin_context::Compression;

use crate::made::{CONTAINERS, compressed, compressions, file_name, read};

/// Archives of three records, each compressed by itself, cut behind every byte: what is lost is told, unless the cut is
/// between two records.
#[test]
fn what_is_cut_off_is_told() {
    let body = |at: usize| format!("<title>t</title><a href=http://a/{at}>x</a>\n").into_bytes();
    for (container, around) in CONTAINERS {
        if !matches!(container, "warc" | "arc" | "mbox") {
            continue;
        }
        for compression in compressions() {
            if compression == Some(Compression::Brotli) {
                // Its streams do not follow each other in a file.
                continue;
            }
            let mut file = Vec::new();
            let mut ends = vec![0];
            for at in 0..3 {
                let mut record = around("text/html", &body(at));
                if container == "mbox" {
                    record.push(b'\n');
                }
                file.extend(compressed(&record, compression));
                ends.push(file.len());
            }
            let name = file_name(container, compression);
            let (all, said) = read(&name, &file);
            assert_eq!((all, said), (3, Vec::<String>::new()), "{name}");
            for end in 1..file.len() {
                let (links, said) = read(&name, &file[..end]);
                // Behind the block of a record in WARC are two line ends, in others one.
                let ends_one = |&at: &usize| (at.saturating_sub(4)..=at).contains(&end);
                let is_between =
                    ends.contains(&end) || compression.is_none() && ends.iter().any(ends_one);
                // A message may end behind every line.
                let is_between = is_between
                    || container == "mbox" && compression.is_none() && file[end - 1] == b'\n';
                let lost = links < 3;
                assert!(
                    !lost || is_between || !said.is_empty(),
                    "{name} cut behind {end} bytes: {links} links"
                );
            }
        }
    }
}

/// Archives whose records are compressed one by one, with one byte changed: the records behind the broken one are read.
#[test]
fn a_broken_record_ends_no_archive() {
    let page = |at: usize| format!("<title>t</title><a href=http://a/{at}>x</a>\n").repeat(4);
    for (container, around) in
        CONTAINERS.into_iter().filter(|(name, _)| ["warc", "arc"].contains(name))
    {
        for compression in [Compression::Gzip, Compression::Zstandard] {
            let records: Vec<_> = (0..3)
                .map(|at| compressed(&around("text/html", page(at).as_bytes()), Some(compression)))
                .collect();
            let name = file_name(container, Some(compression));
            let first = records[0].len();
            for at in first..first + records[1].len() {
                for bits in [0xFF, 0x01, 0x80] {
                    let mut file = records.concat();
                    file[at] ^= bits;
                    let (links, said) = read(&name, &file);
                    let at = at - first;
                    assert!(
                        links >= 8,
                        "{name}: byte {at} of the second record: {links} links, {said:?}"
                    );
                    assert!(links == 12 || !said.is_empty(), "{name}: byte {at}: {links} links");
                }
            }
            for end in 1..records[1].len() {
                let file = [&records[0], &records[1][..end], &records[2]].concat();
                let (links, said) = read(&name, &file);
                assert!(
                    links >= 8 && !said.is_empty(),
                    "{name}: {end} bytes of the second record: {links} links, {said:?}"
                );
            }
        }
    }
}
