//! Damaged files and bodies of every compression. Every compression reports the same damage by the same fault.

use napkin_context::{Compression, FaultKind, Found, Surroundings};

use crate::made::{CODINGS, coded, compressed, encoded_response};

const CUT: &str = "the compressed data ends too early";
const BROKEN: &str = "the compressed data is broken";
const BEHIND: &str = "more bytes follow the compressed data";
/// The decoder of Brotli does not tell one from the other.
const EITHER: &str = "the compressed data is broken or ends too early";

/// The number of links, the faults about the document, and the faults about its compression.
fn read(name: Option<&str>, bytes: &[u8]) -> (usize, Vec<String>, Vec<String>) {
    let (mut links, mut other, mut said) = (0, Vec::new(), Vec::new());
    let around = Surroundings::default();
    let around = name.map_or(around.clone(), |name| around.of_file_name(name));
    let read = around.links(bytes, &mut |_, found| match found {
        Found::Link { .. } => links += 1,
        Found::Fault(fault) if fault.kind == FaultKind::NotCompressed => {
            said.push(fault.detail.clone());
        }
        Found::Fault(fault) => other.push(fault.to_string()),
        Found::Document | Found::Unread(_) => {}
    });
    read.unwrap();
    (links, other, said)
}

fn page() -> Vec<u8> {
    let line = |at: usize| format!("<p>{}<a href=http://a/{at}>x</a>\n", at * 7919 % 101);
    (0..20).map(line).collect::<String>().into_bytes()
}

#[test]
fn cut_files_are_told() {
    for one in Compression::ALL {
        let whole = compressed(&page(), Some(one));
        let name = format!("a.html.{}", one.ending());
        let cut = if one == Compression::Brotli { EITHER } else { CUT };
        for end in 0..whole.len() {
            let (_, _, said) = read(Some(&name), &whole[..end]);
            assert_eq!(said, [cut], "{name}, cut at {end}");
            // Fewer bytes may be a text, and Brotli has no mark.
            if one != Compression::Brotli && end >= 4 {
                assert_eq!(
                    read(None, &whole[..end]).2,
                    [cut],
                    "{one:?} without a name, cut at {end}"
                );
            }
        }
    }
}

#[test]
fn changed_files_are_told() {
    for one in Compression::ALL {
        let whole = compressed(&page(), Some(one));
        let name = format!("a.html.{}", one.ending());
        // Brotli has no checksum.
        if one == Compression::Brotli {
            continue;
        }
        let all = read(Some(&name), &whole);
        assert_eq!(all, (20, vec![], vec![]), "{name}");
        for at in 0..whole.len() {
            for bits in [1, 0x80, 0xFF] {
                let mut file = whole.clone();
                file[at] ^= bits;
                let seen = read(Some(&name), &file);
                // A frame of Zstandard says what its decoder needs.
                let known = |said: &String| {
                    [CUT, BROKEN].contains(&&**said)
                        || one == Compression::Zstandard
                            && at < 6
                            && (said.contains("dictionary") || said.contains("window"))
                };
                let is_told = seen.2.len() == 1 && seen.2.iter().all(known);
                assert!(is_told || seen == all, "{name}, byte {at} ^ {bits}: {seen:?}");
            }
        }
    }
}

#[test]
fn bytes_behind_are_told() {
    for one in Compression::ALL {
        let whole = compressed(&page(), Some(one));
        let name = format!("a.html.{}", one.ending());
        for more in ["\0", "more\n", "(", "<p>"] {
            let file = [&whole[..], more.as_bytes()].concat();
            let seen = read(Some(&name), &file);
            assert_eq!(seen, (20, vec![], vec![BEHIND.into()]), "{name} and {more:?}");
        }
    }
    // Zeros may follow in xz, four at a time.
    let whole = compressed(&page(), Some(Compression::Xz));
    let file = [&whole[..], &[0; 8], &whole, &[0; 4]].concat();
    assert_eq!(read(None, &file), (40, vec![], vec![]));
    assert_eq!(read(None, &[&whole[..], &[0; 6]].concat()).2, [BEHIND]);
}

#[test]
fn damaged_bodies_are_told() {
    for (coding, compression) in CODINGS {
        let whole = coded(&page(), compression);
        let cut = if coding == "br" { EITHER } else { CUT };
        let told =
            |body: &[u8]| read(Some("a.http"), &encoded_response("text/html", coding, body)).2;
        for end in 1..whole.len() {
            assert_eq!(told(&whole[..end]), [cut], "{coding}, cut at {end}");
        }
        assert_eq!(told(&[&whole[..], b"more\n"].concat()), [BEHIND], "{coding}");
        let mut broken = whole.clone();
        let last = whole.len() - 2;
        broken[last] ^= 0xFF;
        if coding != "br" {
            assert_eq!(told(&broken), [BROKEN], "{coding}");
        }
    }
}

/// An error of the input is none of the data.
#[test]
fn errors_of_the_input_are_passed_on() {
    struct Failing;
    impl std::io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is broken"))
        }
    }
    for one in Compression::ALL {
        let whole = compressed(&page(), Some(one));
        let file = std::io::Read::chain(&whole[..whole.len() / 2], Failing);
        let around = Surroundings::default().of_file_name(format!("a.html.{}", one.ending()));
        let read = around.links(file, &mut |_, _| {});
        assert_eq!(read.unwrap_err().to_string(), "the disk is broken", "{one:?}");
    }
}
