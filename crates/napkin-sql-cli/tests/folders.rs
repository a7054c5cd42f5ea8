//! Folders and patterns: in every component, columns in the names of folders, the name of the file, broken files and lines.

use std::fs;
use std::path::Path;

use crate::process::{csv, damage, failure, run, text};

/// Writes a CSV file, with its folders.
fn write(folder: &Path, name: &str, content: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

#[test]
fn patterns_work_in_every_component() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, value) in
        [("y2025-01/p.csv", 1), ("y2025-02/p.csv", 2), ("y2026-01/p.csv", 4), ("y2026-01/q.csv", 8)]
    {
        write(folder, name, &format!("n\n{value}\n"));
    }
    write(folder, "y2026-01/deep/er/p.csv", "n\n16\n");
    for (pattern, sum) in [
        ("y2025-*/p.csv", 3),
        ("y2025-*/*.csv", 3),
        ("*/p.csv", 7),
        ("y202[56]-0?/p.csv", 7),
        ("y{2025-02,2026-01}/{p,q}.csv", 14),
        ("**/p.csv", 23),
        ("y2026-01/**/*.csv", 28),
        ("y2026-01", 28),
        ("./y2026-01/../y2025-??/p.csv", 3),
    ] {
        let found = csv(folder, &format!("SELECT sum(n) AS n FROM '{pattern}'"));
        assert_eq!(found, format!("n\n{sum}\n"), "{pattern}");
    }
    for pattern in ["y2024-*/p.csv", "y2025-01/*/p.csv"] {
        let (status, told) = failure(folder, &[&format!("SELECT * FROM '{pattern}'")]);
        assert_eq!((status, told.contains(&format!("no file '{pattern}'"))), (3, true), "{told}");
    }
    let (status, told) = failure(folder, &["SELECT * FROM '{y2025-01,/p.csv'"]);
    assert_eq!((status, told.contains("{y2025-01,")), (2, true), "{told}");
}

#[test]
fn columns_stand_in_the_names_of_folders() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let rows = "(1, '2026-01-01', 'a'), (2, '2026-01-02', 'b/c d'), (3, '2026-01-02', NULL)";
    let copy = format!(
        "COPY (SELECT * FROM (VALUES {rows}) AS t(n, day, k)) TO 'out/part' STORED AS PARQUET PARTITIONED BY (day, k)"
    );
    text(folder, &[&copy]);
    let all = "n,day,k\n1,2026-01-01,a\n2,2026-01-02,b/c d\n3,2026-01-02,\n";
    for name in ["out/part", "out/part/", "out/*/*/*/*.parquet", "out/part/**/*.parquet"] {
        assert_eq!(
            csv(folder, &format!("SELECT n, day, k FROM '{name}' ORDER BY n")),
            all,
            "{name}"
        );
    }
    assert_eq!(csv(folder, "SELECT * FROM 'out/part' ORDER BY n"), all);
    // Below the fixed part only.
    assert_eq!(csv(folder, "SELECT * FROM 'out/part/day=2026-01-01/*/*.parquet'"), "n,k\n1,a\n");
    let types = "SELECT arrow_typeof(day) AS day, arrow_typeof(k) AS k FROM 'out/part' LIMIT 1";
    assert_eq!(csv(folder, types), "day,k\nDate32,Utf8View\n");
    let some = "SELECT n FROM 'out/part' WHERE day > '2026-01-01' AND k IS NULL";
    assert_eq!(csv(folder, some), "n\n3\n");
    assert_eq!(
        csv(folder, "SELECT day, count(*) AS n FROM 'out/part' GROUP BY day ORDER BY day"),
        "day,n\n2026-01-01,1\n2026-01-02,2\n"
    );
    // Only the files of that day are read.
    let plan = text(folder, &["EXPLAIN SELECT n FROM 'out/part' WHERE day = '2026-01-01'"]);
    assert!(plan.contains("day=2026-01-01/") && !plan.contains("day=2026-01-02/"), "{plan}");
    // The layout of Common Crawl's index.
    for (crawl, subset) in [("CC-1", "warc"), ("CC-1", "robots"), ("CC-2", "warc")] {
        write(folder, &format!("cc/crawl={crawl}/subset={subset}/p.csv"), "u\nhttp://h/\n");
    }
    let sql = "SELECT crawl, subset FROM 'cc/crawl=*/subset=warc/*.csv' ORDER BY crawl";
    assert_eq!(csv(folder, sql), "crawl,subset\nCC-1,warc\nCC-2,warc\n");
    // A column in both places, and different columns.
    write(folder, "both/n=1/a.csv", "n\n1\n");
    let (status, told) = failure(folder, &["SELECT * FROM 'both'"]);
    assert_eq!(
        (status, told.contains("the column n is both in the files and")),
        (2, true),
        "{told}"
    );
    write(folder, "mixed/a=1/a.csv", "n\n1\n");
    write(folder, "mixed/b=1/a.csv", "n\n1\n");
    let (status, told) = failure(folder, &["SELECT * FROM 'mixed'"]);
    assert_eq!((status, told.contains("have different columns in the names")), (2, true), "{told}");
}

#[test]
fn a_folder_with_files_is_added_to_or_replaced_as_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let copy = "COPY (SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t(n, k)) TO 'o' STORED AS PARQUET PARTITIONED BY (k)";
    let count = || csv(folder, "SELECT count(*) AS n FROM 'o'");
    text(folder, &[copy]);
    assert_eq!(count(), "n\n2\n");
    let (status, told) = failure(folder, &[copy]);
    assert_eq!((status, told.contains("the folder 'o' holds files")), (2, true), "{told}");
    assert_eq!(count(), "n\n2\n");
    text(folder, &[&format!("{copy} OPTIONS (append true)")]);
    assert_eq!(count(), "n\n4\n");
    text(folder, &[&format!("{copy} OPTIONS (OVERWRITE true)")]);
    assert_eq!(count(), "n\n2\n");
    let less = copy.replace(", (2, 'b')", "");
    text(folder, &[&format!("{less} OPTIONS (overwrite true)")]);
    assert_eq!(csv(folder, "SELECT n, k FROM 'o'"), "n,k\n1,a\n");
    assert!(!folder.join("o/k=b").exists());
    // Files elsewhere are not replaced, and would be doubled.
    let away = format!("{} OPTIONS (overwrite true)", copy.replace("'o'", "'s3://bucket/o'"));
    let (status, told) = failure(folder, &[&away]);
    assert_eq!((status, told.contains("files of this machine only")), (2, true), "{told}");
    // A query that fails replaces nothing and leaves nothing.
    let broken = "COPY (SELECT uri_host_strict(concat('a b', value)) AS h FROM generate_series(1, 9)) TO 'o' STORED AS \
                  PARQUET OPTIONS (overwrite true)";
    assert_eq!(failure(folder, &[broken]).0, 1);
    assert_eq!(csv(folder, "SELECT n, k FROM 'o'"), "n,k\n1,a\n");
}

#[test]
fn broken_parquet_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("p")).unwrap();
    for name in ["a", "b"] {
        text(folder, &["-o", &format!("p/{name}.parquet"), "SELECT 1 AS n"]);
    }
    let whole = fs::read(folder.join("p/a.parquet")).unwrap();
    for (content, reason) in
        [(&b""[..], "0 bytes"), (&whole[..whole.len() / 2], ""), (&b"PAR1 no parquet PAR1"[..], "")]
    {
        fs::write(folder.join("p/c.parquet"), content).unwrap();
        for name in ["p/*.parquet", "p", "p/c.parquet"] {
            let (status, told) = failure(folder, &[&format!("SELECT count(*) FROM '{name}'")]);
            assert_eq!((status, told.contains("p/c.parquet: ")), (3, true), "{told}");
            assert!(told.contains(reason) && told.contains("--skip-broken"), "{told}");
        }
        let sql = "SELECT count(*) AS n FROM 'p/*.parquet'";
        let done = run(folder, &["--skip-broken", "--format", "csv", sql]);
        assert!(done.status.success());
        assert_eq!(String::from_utf8(done.stdout).unwrap(), "n\n2\n");
        let told = String::from_utf8(done.stderr).unwrap();
        assert!(
            told.starts_with("napkin-sql: left out ") && told.contains("p/c.parquet"),
            "{told}"
        );
    }
    let (status, told) = failure(folder, &["--skip-broken", "SELECT * FROM 'p/c.parquet'"]);
    assert_eq!((status, told.contains("p/c.parquet")), (3, true), "{told}");
    // Damage behind what describes the file is found when its rows are read, and is an error in any case.
    let rows = "SELECT 'http://h/' || value AS n FROM generate_series(1, 1000)";
    for name in ["a", "b", "c"] {
        text(folder, &["-o", &format!("p/{name}.parquet"), rows]);
    }
    damage(&folder.join("p/c.parquet"));
    for name in ["p/*.parquet", "p", "p/c.parquet"] {
        for rest in ["", " ORDER BY n LIMIT 3", " WHERE n > 'http://h/5'"] {
            let sql = format!("SELECT n FROM '{name}'{rest}");
            for options in [&[][..], &["--skip-broken"]] {
                let (status, told) = failure(folder, &[options, &[sql.as_str()]].concat());
                assert_eq!((status, told.contains("p/c.parquet: ")), (3, true), "{sql}: {told}");
                assert_eq!(told.lines().count(), 1, "{sql}: {told}");
            }
        }
    }
}

#[test]
fn broken_lines_of_csv_are_left_out_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let skipped = |content: &[u8]| {
        fs::write(folder.join("a.csv"), content).unwrap();
        let done = run(folder, &["--skip-broken", "--format", "csv", "SELECT u, n FROM 'a.csv'"]);
        let (rows, told) = (String::from_utf8(done.stdout), String::from_utf8(done.stderr));
        (rows.unwrap(), told.unwrap())
    };
    for (broken, count) in [
        (&b"a,2,3\n"[..], 1),
        (b"\"open,2\n", 1),
        (b"\xFF,2\n", 1),
        (b"a,2,3\nb,3,4\n\"open,5\n\xFF,2\n", 4),
        (b"\"two\nlines\",2,3\n", 2),
    ] {
        let content = [&b"u,n\n\"q,\",1\n"[..], broken, b"\"two\nlines\",2\nlast,3"].concat();
        let (rows, told) = skipped(&content);
        assert_eq!(rows, "u,n\n\"q,\",1\n\"two\nlines\",2\nlast,3\n", "{broken:?}");
        assert!(told.contains(&format!("left out {count} line")), "{broken:?}: {told}");
    }
    // Lines end as those of CSV do, also over many batches.
    for end in ["\n", "\r\n", "\r"] {
        let lines = format!("a,1{end}").repeat(20_000);
        let (rows, told) = skipped(format!("u,n{end}{lines}b,1,2{end}").as_bytes());
        assert_eq!(rows.lines().count(), 20_001, "{end:?}: {told}");
        assert!(told.contains("left out 1 line"), "{end:?}: {told}");
    }
    // Behind the thousand lines that tell the types, and over many batches.
    let rows = (0..30_000).map(|n| {
        if n % 10_000 == 9_999 { "a,b,c\nx,y\n".to_owned() } else { format!("u{n},{n}\n") }
    });
    let content = "u,n\n".to_owned() + &rows.collect::<String>();
    fs::write(folder.join("a.csv"), content).unwrap();
    let sql = "SELECT count(*) AS rows, sum(n) AS sum FROM 'a.csv'";
    let done = run(folder, &["--skip-broken", "--format", "csv", sql]);
    let sum: u64 = (0..30_000).filter(|n| n % 10_000 != 9_999).sum();
    assert_eq!(String::from_utf8(done.stdout).unwrap(), format!("rows,sum\n29997,{sum}\n"));
    assert_eq!(
        String::from_utf8(done.stderr).unwrap(),
        "napkin-sql: left out 6 lines of CSV that cannot be read\n"
    );
    // Without the option they are errors.
    assert_eq!(failure(folder, &[sql]).0, 3);
}

#[test]
fn the_name_of_the_file_is_a_column_where_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let folder = folder.as_path();
    for name in ["a", "b"] {
        write(folder, &format!("f/{name}.csv"), "n\n1\n2\n");
        text(folder, &["-o", &format!("f/{name}.parquet"), "SELECT 1 AS n"]);
    }
    let (a, b) = (folder.join("f/a.csv"), folder.join("f/b.csv"));
    let (a, b) = (a.display(), b.display());
    let sql = "SELECT filename, count(*) AS n FROM 'f/*.csv' GROUP BY filename ORDER BY 1";
    assert_eq!(csv(folder, sql), format!("filename,n\n{a},2\n{b},2\n"));
    let sql = "SELECT *, filename FROM 'f/*.csv' WHERE filename LIKE '%a.csv' ORDER BY n";
    assert_eq!(csv(folder, sql), format!("n,filename\n1,{a}\n2,{a}\n"));
    assert_eq!(csv(folder, "SELECT * FROM 'f/a.csv'"), "n\n1\n2\n");
    let parquet = folder.join("f/b.parquet");
    let sql = "SELECT n, FileName FROM 'f/*.parquet' ORDER BY 2 DESC LIMIT 1";
    assert_eq!(csv(folder, sql), format!("n,filename\n1,{}\n", parquet.display()));
    // A column of the file comes first.
    write(folder, "own.csv", "filename\nmine\n");
    assert_eq!(csv(folder, "SELECT filename FROM 'own.csv'"), "filename\nmine\n");
}

#[test]
fn long_values_are_cut_in_tables_only() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let sql = "SELECT repeat('a', 70000) AS a, 'b' AS b";
    let table = text(folder, &[sql]);
    assert!(table.contains("a… (cut; 70000 characters) | b |"), "{}", table.len());
    for format in ["csv", "json"] {
        assert!(text(folder, &["--format", format, sql]).contains(&"a".repeat(70_000)), "{format}");
    }
    let literal = format!("SELECT '{}'", "é".repeat(70_000));
    fs::write(folder.join("long.sql"), literal).unwrap();
    assert!(text(folder, &["-f", "long.sql"]).contains("é… (cut; "));
}

#[test]
fn answers_are_compressed_by_the_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for ending in
        ["csv", "jsonl", "csv.gz", "csv.bz2", "csv.xz", "CSV.ZST", "jsonl.gz", "jsonl.zst"]
    {
        let file = format!("x.{ending}");
        text(folder, &["-o", &file, "SELECT value AS n FROM generate_series(1, 20000)"]);
        let found = csv(folder, &format!("SELECT count(*) AS n, sum(n) AS sum FROM '{file}'"));
        assert_eq!(found, "n,sum\n20000,200010000\n", "{file}");
    }
    assert!(
        fs::metadata(folder.join("x.csv.gz")).unwrap().len()
            < fs::metadata(folder.join("x.csv")).unwrap().len()
    );
    let (status, told) = failure(folder, &["-o", "x.parquet.gz", "SELECT 1"]);
    assert_eq!((status, told.contains("does not say how to write it")), (2, true), "{told}");
}

#[test]
fn queries_that_people_write_are_planned() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "u.csv", "u,n\nhttp://h/?a=1&b=2,1\nhttp://h/,2\n");
    let keys = "k\na\nb\n";
    for from in [
        "'u.csv' CROSS JOIN UNNEST(uri_query_params(u)) AS t(p)",
        "'u.csv' AS x CROSS JOIN UNNEST(uri_query_params(x.u)) AS t(p)",
        "'u.csv', UNNEST(uri_query_params(u)) AS t(p)",
        "'u.csv' x, UNNEST(uri_query_params(u)) t(p) WHERE t.p['key'] <> 'c'",
    ] {
        assert_eq!(csv(folder, &format!("SELECT p['key'] AS k FROM {from}")), keys, "{from}");
    }
    let qualified = "SELECT t.p['key'] AS k, x.n FROM 'u.csv' x CROSS JOIN UNNEST(uri_query_params(x.u)) AS t(p)";
    assert_eq!(csv(folder, qualified), "k,n\na,1\nb,1\n");
    // The name of the list's table stands wherever a column can.
    let from = "FROM 'u.csv' x CROSS JOIN UNNEST(uri_query_params(x.u)) AS t(p)";
    for (rest, expected) in [
        (format!("{from} ORDER BY t.p['key'] DESC"), "k\nb\na\n"),
        (format!("{from} ORDER BY t.p DESC LIMIT 1"), "k\nb\n"),
        (format!("{from} JOIN (VALUES ('b')) AS j(k) ON j.k = t.p['key']"), "k\nb\n"),
        (format!("{from} GROUP BY t.p HAVING max(t.p['value']) > '1'"), "k\nb\n"),
        (format!("{from} QUALIFY row_number() OVER (ORDER BY t.p['key']) = 2"), "k\nb\n"),
    ] {
        let sql = format!("SELECT t.p['key'] AS k {rest}");
        assert_eq!(csv(folder, &sql), expected, "{sql}");
    }
    assert_eq!(csv(folder, "SELECT * FROM UNNEST([1, 2]) AS t(x)"), "x\n1\n2\n");
    for (condition, expected) in [
        ("NULL IS NOT DISTINCT FROM NULL AND true", true),
        ("1 IS NOT DISTINCT FROM 2 OR true", true),
        ("false AND 1 IS NOT DISTINCT FROM 1 OR true", true),
        ("true OR 1 IS NOT DISTINCT FROM 2 AND false", true),
        ("NOT 1 IS NOT DISTINCT FROM 1 AND false", false),
        ("NOT 1 IS DISTINCT FROM 1 OR false", true),
        ("1 IS DISTINCT FROM 2 AND 2 IS DISTINCT FROM 3 AND 3 IS NOT DISTINCT FROM 3", true),
        ("true IS NOT DISTINCT FROM (false AND true)", false),
    ] {
        assert_eq!(
            csv(folder, &format!("SELECT {condition} AS c")),
            format!("c\n{expected}\n"),
            "{condition}"
        );
    }
    for (call, engine) in [
        ("parse_url('a', 'HOST')", "'--aliases spark' adds it"),
        ("domain('a')", "'--aliases clickhouse' adds it"),
        ("url_extract_host('a')", "'--aliases trino' adds it"),
        ("url_decode('a')", "'--aliases spark' or '--aliases trino' adds it"),
    ] {
        let (status, told) = failure(folder, &[&format!("SELECT {call}")]);
        assert_eq!((status, told.contains(engine)), (2, true), "{call}: {told}");
    }
}

#[test]
fn bytes_are_text_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    for of in ["Binary", "LargeBinary", "BinaryView"] {
        let sql = format!(
            "SELECT uri_host(b) AS h FROM (SELECT arrow_cast(column1, '{of}') AS b FROM (VALUES \
             (x'687474703a2f2f682f'), (x'ff'))) ORDER BY 1"
        );
        assert_eq!(csv(folder.path(), &sql), "h\nh\n\n", "{of}");
    }
}

#[test]
fn parquet_is_written_with_plain_strings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let sql = "SELECT uri_host('http://h/') AS a, uri_segments('/a/b') AS b, uri_query_params('?a=1') AS c";
    text(folder, &["-o", "a.parquet", sql]);
    let kept = "SET datafusion.execution.parquet.schema_force_view_types = false; SELECT arrow_typeof(a) AS a, \
                arrow_typeof(b) AS b, arrow_typeof(c) AS c FROM 'a.parquet'";
    let found = text(folder, &["--format", "json", kept]);
    assert!(!found.contains("View"), "{found}");
}
