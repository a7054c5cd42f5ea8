//! Searches in indexes against a scan of all lines, and files that are no sorted index.

#![cfg(feature = "cdx")]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write as _};
use std::rc::Rc;

use flate2::Compression;
use flate2::write::GzEncoder;
use napkin_keys::cdx::{Index, IndexError};
use napkin_keys::{KeyRange, Match, SURT, URLCANON_SEMANTIC, W3LIB};

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Cdxj,
    Columns,
    WithHeader,
    Tabs,
}

const FORMS: [Form; 4] = [Form::Cdxj, Form::Columns, Form::WithHeader, Form::Tabs];

impl Form {
    const fn header(self) -> &'static str {
        match self {
            Self::Cdxj => "!OpenWayback-CDXJ 1.0\n\n",
            Self::Columns => "",
            Self::WithHeader => " CDX N b a m s k r M S V g\n",
            Self::Tabs => "\tCDX\tN\tb\ta\tg\n",
        }
    }

    fn line(self, url: &str, date: u64, filler: &str) -> String {
        let key = SURT.key(url).unwrap();
        match self {
            Self::Cdxj => format!("{key} {date} {{\"url\": \"{url}\", \"digest\": \"{filler}\"}}"),
            Self::Columns | Self::WithHeader => {
                format!("{key} {date} {url} text/html 200 X{filler} - - 1 2 a.warc.gz")
            }
            Self::Tabs => format!("{key}\t{date}\t{url}\ta{filler}"),
        }
    }
}

/// Lines of random pages of some sites, sorted as `LC_ALL=C sort` does, each once.
fn lines(form: Form, count: u64, random: &mut Random) -> Vec<String> {
    let hosts =
        ["example.com", "a.example.com", "example2.com", "exam.com", "example.org", "[::1]"];
    let mut lines: Vec<_> = (0..count)
        .map(|_| {
            let host = hosts[random.below(6) as usize];
            let path: String = (0..random.below(4))
                .map(|_| ["a", "b/", "c?", "%41"][random.below(4) as usize])
                .collect();
            // Few lines are as long as what one read brings.
            let long = if random.below(60) == 0 { 9_000 } else { 150 };
            let filler = "x".repeat(random.below(long) as usize);
            form.line(&format!("http://{host}/{path}"), 2000 + random.below(30), &filler)
        })
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The lines in a range, by a look at each.
fn scanned<'l>(lines: &'l [String], range: &KeyRange) -> Vec<&'l str> {
    let is_in = |line: &&str| range.contains(line);
    lines.iter().map(String::as_str).filter(is_in).collect()
}

fn found<R: io::Read + io::Seek>(index: &mut Index<R>, range: &KeyRange) -> Vec<String> {
    let mut captures = index.find(range).unwrap();
    let mut found = Vec::new();
    while let Some(capture) = captures.next().unwrap() {
        found.push(String::from_utf8(capture.line().to_vec()).unwrap());
    }
    assert!(captures.next().unwrap().is_none());
    found
}

/// Ranges of each kind, for each of some lines: the text of a key, and what begins or follows it.
fn ranges(lines: &[String], step: usize) -> Vec<KeyRange> {
    let mut ranges = Vec::new();
    for line in lines.iter().step_by(step) {
        let key = line.split([' ', '\t']).next().unwrap();
        for text in [key, line, &key[..key.len() / 2], &key[..key.len() - 1]] {
            ranges.extend(SURT.range(text, Match::Key));
        }
    }
    let pages = [
        "http://example.com/",
        "http://example.com/a",
        "http://[::1]/",
        "http://none.example/",
        "http://zzz.zz/",
    ];
    for page in pages {
        for matching in [Match::Exact, Match::Prefix, Match::Host, Match::Domain] {
            ranges.push(SURT.range(page, matching).unwrap());
        }
    }
    ranges
}

fn rounds() -> u64 {
    if std::env::var_os("NAPKIN_DEEP").is_some() { 60 } else { 6 }
}

#[test]
fn a_search_finds_what_a_scan_finds() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for round in 0..rounds() {
        for form in FORMS {
            let count = [0, 1, 2, 40, 400, 1_500][(round % 6) as usize];
            let lines = lines(form, count, &mut random);
            for end in ["\n", "\r\n", "\n\n"] {
                let mut text = form.header().to_owned() + &lines.join(end);
                if random.below(2) == 0 {
                    text += end;
                }
                let mut index = Index::new(Cursor::new(text)).unwrap();
                index.check_keys(&SURT).unwrap();
                for range in ranges(&lines, 1 + lines.len() / 30) {
                    assert_eq!(
                        found(&mut index, &range),
                        scanned(&lines, &range),
                        "{form:?} {range:?}"
                    );
                }
            }
        }
    }
}

type Files = BTreeMap<String, Vec<u8>>;

/// A cluster of blocks of so many lines, in files of three blocks.
fn cluster(header: &str, lines: &[String], size: usize) -> (String, Files) {
    let mut index = String::new();
    let mut files = Files::new();
    for (number, block) in lines.chunks(size).enumerate() {
        let part = format!("parts/cdx-{:05}.gz", number / 3);
        let file = files.entry(part.clone()).or_default();
        let offset = file.len();
        let mut encoder = GzEncoder::new(file, Compression::fast());
        encoder.write_all(format!("{header}{}\n", block.join("\n")).as_bytes()).unwrap();
        let length = encoder.finish().unwrap().len() - offset;
        let first: Vec<_> = block[0].split(' ').take(2).collect();
        writeln!(index, "{}\t{part}\t{offset}\t{length}\t{}", first.join(" "), number + 1).unwrap();
    }
    (index, files)
}

fn of_cluster(index: &str, files: Files) -> Index<Cursor<Vec<u8>>> {
    let open = move |part: &str| {
        files.get(part).cloned().map(Cursor::new).ok_or_else(|| io::ErrorKind::NotFound.into())
    };
    Index::with_parts(Cursor::new(index.as_bytes().to_vec()), open).unwrap()
}

#[test]
fn a_cluster_has_what_its_lines_have() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    for round in 0..rounds() {
        for form in [Form::Cdxj, Form::WithHeader] {
            let lines = lines(form, 300, &mut random);
            let size = [1, 2, 7, 50, 299, 1_000][(round % 6) as usize];
            let header = if form == Form::WithHeader { form.header() } else { "" };
            let (text, files) = cluster(header, &lines, size);
            let mut index = of_cluster(&text, files);
            index.check_keys(&SURT).unwrap();
            for range in ranges(&lines, 13) {
                assert_eq!(found(&mut index, &range), scanned(&lines, &range), "{size} {range:?}");
            }
        }
    }
}

/// The error of a search for everything.
fn error(mut index: Index<Cursor<Vec<u8>>>) -> String {
    let all = SURT.range("com,", Match::Key).unwrap();
    let search = |index: &mut Index<_>| {
        index.check_keys(&SURT)?;
        let mut captures = index.find(&all)?;
        while captures.next()?.is_some() {}
        Ok::<(), IndexError>(())
    };
    search(&mut index).unwrap_err().to_string()
}

fn of_text(text: impl Into<Vec<u8>>) -> Index<Cursor<Vec<u8>>> {
    Index::new(Cursor::new(text.into())).unwrap()
}

#[test]
fn a_cluster_that_is_broken_says_where() {
    let urls = ["http://a.com/", "http://a.com/b", "http://a.com/c"];
    let lines = urls.map(|url| Form::Cdxj.line(url, 2020, ""));
    let (text, files) = cluster("", &lines, 1);
    let part = "parts/cdx-00000.gz";
    let change = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut files = files.clone();
        change(files.get_mut(part).unwrap());
        of_cluster(&text, files)
    };
    let whole = files[part].len();
    let cut = error(change(&|file| file.truncate(whole - 9)));
    assert!(cut.starts_with("the block at byte ") && cut.contains(part), "{cut}");
    let gone = error(change(&|file| file.truncate(3)));
    assert!(gone.starts_with("the block at byte 0 of "), "{gone}");
    let bad = error(change(&|file| file[0] = 0));
    assert!(bad.starts_with("the block at byte 0 of "), "{bad}");
    let none = error(of_cluster(&text, Files::new()));
    assert!(none.contains("cannot be read: entity not found"), "{none}");
    let other = error(of_cluster(&text.replacen("2020\t", "2019\t", 1), files.clone()));
    assert!(other.contains("does not begin with the line of the index"), "{other}");
    for name in ["../x.gz", "/etc/x.gz", "a/../../x.gz", "", ".", "a//b", "C:x", "a\\b"] {
        let told = error(of_cluster(&text.replacen(part, name, 1), files.clone()));
        assert_eq!(told, format!("'{name}' is not a file in the folder of the index"));
    }
    // A block whose lines are not sorted.
    let (text, files) = cluster("", &[lines[1].clone(), lines[0].clone()], 2);
    let unsorted = error(of_cluster(&text, files));
    assert!(unsorted.contains(part) && unsorted.contains("it is not sorted"), "{unsorted}");
}

#[test]
fn what_is_no_sorted_index_is_told() {
    let no_index = |text: &[u8]| Index::new(Cursor::new(text.to_vec())).unwrap_err().to_string();
    assert!(no_index(b"\x1F\x8B\x08\0rest").starts_with("it is compressed"));
    assert_eq!(no_index(b"\nhttp://a/\n"), "the line at byte 1 is neither CDX nor CDXJ");
    assert_eq!(no_index(b"a,b 2020\n"), "the line at byte 0 is neither CDX nor CDXJ");
    let key = "the first column of its header is not the key (N or A)";
    assert_eq!(no_index(b" CDX a b N\n"), key);
    let long = [b"a)/ 2020 {", &b"x".repeat(2 << 20)[..]].concat();
    assert_eq!(no_index(&long), "the line at byte 0 is longer than 1048576 bytes");
    // In the middle of a file.
    let long = [b"com,a)/ 2020 {}\n", &long[..], b"\ncom,b)/ 2020 {}\n"].concat();
    assert!(error(of_text(long)).ends_with(" is longer than 1048576 bytes"));

    let line = |key: &str| format!("{key} 2020 {{\"filename\": \"x\"}}\n");
    let mut lines: Vec<_> = (0..2_000).map(|number| line(&format!("com,{number:05})/"))).collect();
    assert!(of_text(lines.concat()).check_keys(&SURT).is_ok(), "lines without a URL");
    lines.swap(900, 1_100);
    let told = error(of_text(lines.concat()));
    assert!(told.starts_with("it is not sorted: the key of the line at byte "), "{told}");
    lines.reverse();
    let told = error(of_text(lines.concat()));
    assert!(told.starts_with("it is not sorted: "), "{told}");
}

#[test]
fn keys_of_another_profile_are_told() {
    let line = |key: &str, url: &str| format!("{key} 2020 {{\"url\": \"{url}\"}}\n");
    let urls = ["http://a.com/", "http://b.com/", "http://www.c.com/"];
    let with = |key: &dyn Fn(&str) -> String| {
        let mut lines: Vec<_> = urls.map(|url| line(&key(url), url)).to_vec();
        lines.sort_unstable();
        of_text(lines.concat())
    };
    let told = error(with(&|url| W3LIB.key(url).unwrap()));
    assert_eq!(
        told,
        "the index has keys of another profile than surt: for http://a.com/ it has 'http://a.com/', and surt makes 'com,a)/'; the keys are of profile urlcanon-semantic"
    );
    assert!(with(&|url| W3LIB.key(url).unwrap()).check_keys(&W3LIB).is_ok());
    assert!(with(&|url| SURT.key(url).unwrap()).check_keys(&URLCANON_SEMANTIC).is_err());
    let told = error(with(&|url| url.replace("http://", "")));
    assert!(told.ends_with("it has 'a.com/', and surt makes 'com,a)/'"), "{told}");
    // The keys of some records are no program's; those of a request have its body behind them.
    let mut index = of_text(
        line("com,a)/", "http://a.com/")
            + &line("com,b)/?__wb_method=post&x=1", "http://b.com/")
            + &line("com,c)/x", "http://c.com/"),
    );
    assert!(index.check_keys(&SURT).is_ok());
}

#[test]
fn the_fields_of_each_format() {
    let fields = |text: &str| {
        let mut index = of_text(text);
        let range = SURT.range("com,", Match::Key).unwrap();
        let mut captures = index.find(&range).unwrap();
        let capture = captures.next().unwrap().unwrap();
        assert_eq!((capture.key(), capture.timestamp()), (&b"com,a)/"[..], Some(&b"2020"[..])));
        let fields = capture.fields().unwrap();
        let all = [
            fields.url,
            fields.mime,
            fields.status,
            fields.digest,
            fields.length,
            fields.offset,
            fields.filename,
        ];
        all.map(|field| field.map_or("(none)".into(), std::borrow::Cow::into_owned)).join(" ")
    };
    let told = "http://a.com/ text/html 200 ABC 5 7 x.gz";
    let json = r#"{"url": "http://a.com\/", "mime": "text/html", "status": 200, "digest": "ABC", "length": "5", "offset": 7, "filename": "x.gz", "other": [1]}"#;
    assert_eq!(fields(&format!("com,a)/ 2020 {json}")), told);
    assert_eq!(fields("com,a)/ 2020 http://a.com/ text/html 200 ABC - - 5 7 x.gz"), told);
    let told = "http://a.com/ text/html 200 ABC (none) 7 x.gz";
    assert_eq!(fields("com,a)/ 2020 http://a.com/ text/html 200 ABC - 7 x.gz"), told);
    assert_eq!(fields("com,a)/ 2020 http://a.com/ text/html 200 ABC - - 7 x.gz"), told);
    let told = "http://a.com/ warc/revisit (none) ABC 5 (none) (none)";
    assert_eq!(fields("com,a)/ 2020 http://a.com/ warc/revisit - ABC 5"), told);
    let told = "http://a.com/ (none) 404 (none) (none) (none) (none)";
    assert_eq!(fields(" CDX N s e b a\ncom,a)/ 404 x 2020 http://a.com/\n"), told);
    let mut index = of_text("com,a)/ 2020 {]\n");
    let mut captures = index.find(&SURT.range("com,", Match::Key).unwrap()).unwrap();
    let broken = captures.next().unwrap().unwrap().fields().unwrap_err();
    let told = "the line at byte 0 does not have the fields of a capture";
    assert_eq!(broken.to_string(), told);
}

/// A reader that counts the bytes that are read.
struct Counted {
    reader: Cursor<Vec<u8>>,
    read: Rc<Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(to)?;
        self.read.update(|sum| sum + read as u64);
        Ok(read)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to)
    }
}

#[test]
fn a_search_reads_little_of_a_large_file() {
    let line = |number| format!("com,{number:07})/ 2020 {{\"filename\": \"x.warc.gz\"}}\n");
    let text: String = (0..200_000).map(line).collect();
    assert!(text.len() > 8 << 20);
    let read = Rc::new(Cell::new(0));
    let reader = Counted { reader: Cursor::new(text.into_bytes()), read: Rc::clone(&read) };
    let mut index = Index::new(reader).unwrap();
    index.check_keys(&SURT).unwrap();
    for number in [0, 1, 99_999, 199_999] {
        read.set(0);
        let range = SURT.range(format!("com,{number:07})"), Match::Key).unwrap();
        assert_eq!(found(&mut index, &range).len(), 1);
        assert!(read.get() < 16 * 8 * 1024, "{}", read.get());
    }
}

#[test]
fn any_file_is_survived() {
    let mut random = Random(0xABCD_EF01_2345_6789);
    let lines = lines(Form::Cdxj, 60, &mut random);
    let (cluster, files) = cluster("", &lines, 9);
    let range = SURT.range("http://example.com/", Match::Domain).unwrap();
    let texts = FORMS.map(|form| form.header().to_owned() + &lines.join("\n"));
    for text in texts.iter().chain([&cluster]) {
        for _ in 0..rounds() * 40 {
            let mut octets = text.clone().into_bytes();
            for _ in 0..random.below(4) {
                let at = random.below(octets.len() as u64) as usize;
                match random.below(3) {
                    0 => octets[at] = random.below(256) as u8,
                    1 => octets.truncate(at + 1),
                    _ => octets[at] = b"\n\t {0"[random.below(5) as usize],
                }
            }
            let files = files.clone();
            let open = move |part: &str| {
                files.get(part).cloned().map(Cursor::new).ok_or(io::ErrorKind::NotFound.into())
            };
            let Ok(mut index) = Index::with_parts(Cursor::new(octets), open) else { continue };
            let _ = index.check_keys(&SURT);
            let Ok(mut captures) = index.find(&range) else { continue };
            while let Ok(Some(capture)) = captures.next() {
                let _ = capture.fields();
            }
        }
    }
}

#[test]
fn files_of_a_folder() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/cdx");
    let range = SURT.range("example.com", Match::Domain).unwrap();
    let of_file = |name: &str| {
        let mut index = Index::open(folder.join(name)).unwrap();
        index.check_keys(&SURT).unwrap();
        found(&mut index, &range)
    };
    let captures = of_file("captures.cdxj");
    assert_eq!(captures.len(), 6);
    assert_eq!(of_file("cluster.idx"), captures);
    let told = |name: &str| Index::open(folder.join(name)).unwrap_err().to_string();
    assert!(told("cdx-00000.gz").starts_with("it is compressed"));
    assert_eq!(told(""), "it is no regular file, so it cannot be searched");
    assert_eq!(told("none"), std::fs::File::open("/none/").unwrap_err().to_string());
}
