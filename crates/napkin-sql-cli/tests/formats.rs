//! Files as tables: columns by name, every compression, folders, odd names, standard input, servers.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::process::{answered, command, csv, failure, run, text};
use crate::server::Server;
use flate2::Compression;
use flate2::write::GzEncoder;

/// A member of a compressed file.
fn gzip(content: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn columns_of_csv_are_matched_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.csv"), "uri,n,kind\nhttp://a.example/,1,x\n").unwrap();
    fs::write(folder.join("b.csv"), "kind,uri,n\ny,http://b.example/,2\n").unwrap();
    // A column is missing, and one has another type.
    fs::write(folder.join("c.csv"), "n,uri,more\n2.5,http://c.example/,z\n").unwrap();
    fs::write(folder.join("d.csv.gz"), gzip("more,uri\nw,http://d.example/\n")).unwrap();
    assert_eq!(
        csv(folder, "SELECT uri, n, kind, more FROM '?.csv' ORDER BY uri"),
        "uri,n,kind,more\nhttp://a.example/,1.0,x,\nhttp://b.example/,2.0,y,\nhttp://c.example/,2.5,,z\n"
    );
    assert_eq!(
        csv(folder, "SELECT more, count(*) AS n FROM '*.csv' GROUP BY more ORDER BY more"),
        "more,n\nz,1\n,2\n"
    );
    assert_eq!(csv(folder, "SELECT count(*) AS n FROM '*.csv'"), "n\n3\n");
    let joined = "SELECT count(*) AS n FROM '*.csv' AS a JOIN 'd.csv.gz' AS b ON a.more < b.more OR a.uri < b.uri";
    assert_eq!(csv(folder, joined), "n\n3\n");
    fs::write(folder.join("twice.csv"), "uri,uri\na,b\n").unwrap();
    let (status, told) = failure(folder, &["SELECT * FROM 'twice.csv'"]);
    assert_eq!((status, told.contains("two columns are called 'uri'")), (2, true), "{told}");
    // External tables are matched in the same way.
    let sql = "CREATE EXTERNAL TABLE t STORED AS CSV LOCATION '?.csv'; SELECT uri, kind FROM t WHERE n = 2";
    fs::remove_file(folder.join("twice.csv")).unwrap();
    assert_eq!(csv(folder, sql), "uri,kind\nhttp://b.example/,y\n");
}

#[test]
fn columns_of_indexes_are_matched_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.cdx"), " CDX N b a\nk1 2001 http://a.example/\n").unwrap();
    fs::write(folder.join("b.cdx"), " CDX a N b\nhttp://b.example/ k2 2002\n").unwrap();
    assert_eq!(
        csv(folder, "SELECT original, \"timestamp\" FROM '*.cdx' ORDER BY urlkey"),
        "original,timestamp\nhttp://a.example/,2001\nhttp://b.example/,2002\n"
    );
    fs::write(folder.join("c.cdx"), " CDX N b\nk1 2001\nk2 2002 more\n").unwrap();
    let (status, told) = failure(folder, &["SELECT * FROM 'c.cdx'"]);
    assert_eq!(status, 3);
    assert!(told.contains("c.cdx: line 3 has 3 fields, and only 2 are named"), "{told}");
}

#[test]
fn all_members_of_a_compressed_file_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    for (ending, compression) in [("gz", "gzip"), ("bz2", "bzip2"), ("xz", "xz"), ("zst", "zstd")] {
        let member = |host: &str| {
            let file = format!("{host}.csv.{ending}");
            let options = format!("format.compression '{compression}', format.has_header false");
            let sql = format!(
                "COPY (SELECT 'http://{host}.example/' AS uri) TO '{file}' STORED AS CSV OPTIONS ({options})"
            );
            text(folder, &[&sql]);
            fs::read(folder.join(file)).unwrap()
        };
        let name = format!("both.txt.{ending}");
        fs::write(folder.join(&name), [member("a"), member("b")].concat()).unwrap();
        for place in [name.clone(), server.url(&name)] {
            let sql = format!("SELECT count(DISTINCT uri) AS n FROM '{place}'");
            assert_eq!(csv(folder, &sql), "n\n2\n", "{place}");
        }
        // A truncated file is an error.
        let whole = fs::read(folder.join(&name)).unwrap();
        fs::write(folder.join(format!("cut.txt.{ending}")), &whole[..whole.len() - 4]).unwrap();
        let (status, told) = failure(folder, &[&format!("SELECT * FROM 'cut.txt.{ending}'")]);
        assert_eq!((status, told.contains("cut.txt")), (3, true), "{ending}: {told}");
    }
}

#[test]
fn texts_over_several_lines_are_never_cut() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut content = String::from("n,note\n");
    for row in 0..200 {
        content += &format!("{row},\"first,\nsecond\n{row},third\"\n");
    }
    fs::write(folder.join("long.csv"), content).unwrap();
    let parts = "SET datafusion.optimizer.repartition_file_min_size = 1;";
    let sql =
        "SELECT count(*) AS rows, sum(n) AS sum, min(length(note)) AS shortest FROM 'long.csv'";
    let right = "rows,sum,shortest\n200,19900,21\n";
    assert_eq!(csv(folder, sql), right);
    let whole = format!("SET datafusion.catalog.newlines_in_values = true; {parts} {sql}");
    assert_eq!(csv(folder, &whole), right);
    // Split files are read correctly, or rejected with advice.
    for threads in ["2", "3", "4", "7"] {
        let sql = format!("{parts} {sql}");
        let done = run(folder, &["--threads", threads, "--format", "csv", &sql]);
        if done.status.success() {
            assert_eq!(String::from_utf8(done.stdout).unwrap(), right, "{threads}");
        } else {
            let told = String::from_utf8(done.stderr).unwrap();
            assert!(
                told.contains("newlines_in_values = true") || told.contains("fields"),
                "{told}"
            );
        }
    }
}

#[test]
fn standard_input_and_pipes_are_tables() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let fed = |arguments: &[&str], input: &[u8]| {
        let mut process = command(folder, arguments);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = process.spawn().unwrap();
        process.stdin.take().unwrap().write_all(input).unwrap();
        answered(&process.wait_with_output().unwrap(), arguments)
    };
    let list = b"http://a.example/\nhttp://b.example/\n";
    for name in ["-", "/dev/stdin", "-.txt"] {
        let sql = format!("SELECT uri_host(uri) AS host FROM '{name}' ORDER BY host");
        assert_eq!(fed(&["--format", "csv", &sql], list), "host\na.example\nb.example\n");
    }
    // It may be read twice, and compressed.
    let sql = "SELECT count(*) AS n FROM '-.csv.gz' AS a JOIN '-.csv.gz' AS b ON a.n = b.n";
    assert_eq!(fed(&["--format", "csv", sql], &gzip("n\n1\n2\n")), "n\n2\n");
    let (status, told) = failure(folder, &["SELECT * FROM '-.odd'"]);
    assert_eq!((status, told.contains("standard input")), (2, true), "{told}");
    // A named pipe.
    let pipe = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || fs::write(pipe, list).unwrap());
    assert_eq!(csv(folder, "SELECT count(*) AS n FROM 'pipe'"), "n\n2\n");
    writer.join().unwrap();
    // Without a table on standard input, statements are read from it.
    assert_eq!(fed(&["--format", "csv"], b"SELECT 1 AS a;"), "a\n1\n");
    assert_eq!(fed(&["--format", "csv", "-f", "-"], b"SELECT 1 AS a;"), "a\n1\n");
    fs::write(folder.join("list.sql"), "SELECT * FROM '-'").unwrap();
    assert_eq!(fed(&["--format", "json", "-f", "list.sql"], b"a\n"), "{\"uri\":\"a\"}\n");
    let mut process = command(folder, &[]);
    process.stdin(fs::File::open(folder.join("list.sql")).unwrap());
    let done = process.output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.code() == Some(2) && told.contains("with --file"), "{told}");
}

#[test]
fn folders_and_odd_names_are_tables() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let one = "uri\nhttp://a.example/\n";
    for (name, content) in [
        ("crawl/a.csv", one),
        ("crawl/b.csv", one),
        ("crawl/_SUCCESS", ""),
        ("crawl/.hidden", ""),
        ("mixed/a.csv", one),
        ("mixed/b.txt", one),
        ("odd/a.csv", one),
        ("odd/README", ""),
        ("odd [1]/links[2].csv", one),
        ("odd [1]/links2.csv", one),
        ("links[1].csv", one),
        ("links1.csv", "uri\n"),
        ("100%?.csv", one),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    fs::create_dir(folder.join("empty")).unwrap();
    for (name, rows) in [
        ("crawl", 2),
        ("crawl/", 2),
        ("./crawl", 2),
        ("links[1].csv", 1),
        ("odd [1]/links[2].csv", 1),
        ("odd [1]/*.csv", 2),
        ("odd [1]", 2),
        ("100%?.csv", 1),
        ("links[0-9].csv", 0),
    ] {
        let sql = format!("SELECT count(*) AS n FROM '{name}'");
        assert_eq!(csv(folder, &sql), format!("n\n{rows}\n"), "{name}");
    }
    for (name, message) in [
        ("mixed", "files of several forms"),
        ("odd", "'README', whose ending does not say"),
        ("empty", "holds no files"),
        ("links1.odd", "the ending does not say"),
        ("gs://bucket/a.csv", "not from gs://"),
        ("https://a.example/a.csv?key=1", "without query"),
    ] {
        let (status, told) = failure(folder, &[&format!("SELECT * FROM '{name}'")]);
        assert_eq!((status, told.contains(message)), (2, true), "{name}: {told}");
    }
}

#[test]
fn bytes_that_are_no_utf8_are_told_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["latin.txt", "latin.csv", "latin.tsv", "latin.cdx"] {
        let first: &[u8] = if name == "latin.cdx" { b" CDX a\n" } else { b"uri\n" };
        let content = [first, b"http://a.example/\nhttp://a.example/\xE9\n"].concat();
        fs::write(folder.join(name), content).unwrap();
        let (status, told) = failure(folder, &[&format!("SELECT * FROM '{name}'")]);
        assert_eq!(status, 3, "{told}");
        assert!(told.contains(name) && told.contains("line 3"), "{told}");
        assert!(told.contains("no UTF-8; 'iconv"), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    // A byte order mark is not part of a name.
    fs::write(folder.join("mark.csv"), "\u{FEFF}uri,n\nhttp://a.example/,1\n").unwrap();
    fs::write(folder.join("mark.txt"), "\u{FEFF}http://a.example/\n").unwrap();
    for name in ["mark.csv", "mark.txt"] {
        let sql = format!("SELECT uri FROM '{name}'");
        assert_eq!(csv(folder, &sql), "uri\nhttp://a.example/\n");
    }
}

#[test]
fn servers_of_the_web_and_s3_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir_all(folder.join("bucket/crawl")).unwrap();
    for (name, content) in
        [("a", "n,uri\n1,http://a.example/\n"), ("b", "uri,n\nhttp://b.example/,2\n")]
    {
        fs::write(folder.join(format!("bucket/crawl/{name}.csv")), content).unwrap();
        let sql = format!("SELECT * FROM 'bucket/crawl/{name}.csv'");
        text(folder, &["-o", &format!("bucket/crawl/{name}.parquet"), &sql]);
    }
    let server = Server::start(folder);
    for file in ["bucket/crawl/a.csv", "bucket/crawl/a.parquet"] {
        let sql = format!("SELECT uri, n FROM '{}'", server.url(file));
        assert_eq!(csv(folder, &sql), "uri,n\nhttp://a.example/,1\n", "{file}");
    }
    let (status, told) = failure(folder, &[&format!("SELECT * FROM '{}'", server.url("none.csv"))]);
    assert_eq!((status, told.contains("none.csv")), (3, true), "{told}");
    for pattern in ["s3://bucket/crawl/*.csv", "s3://bucket/crawl/[ab].parquet"] {
        let sql = format!("SELECT uri, n FROM '{pattern}' ORDER BY n");
        let arguments = ["--format", "csv", &sql];
        let mut process = command(folder, &arguments);
        process
            .env("AWS_ENDPOINT", server.url(""))
            .env("AWS_ALLOW_HTTP", "true")
            .env("AWS_REGION", "us-east-1")
            .env("AWS_ACCESS_KEY_ID", "key")
            .env("AWS_SECRET_ACCESS_KEY", "secret");
        assert_eq!(
            answered(&process.output().unwrap(), &arguments),
            "uri,n\nhttp://a.example/,1\nhttp://b.example/,2\n",
            "{pattern}"
        );
    }
}
