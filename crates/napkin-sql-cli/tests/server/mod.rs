//! A server of the files in a folder, on this machine: as a web server, and as S3 for listing and reading.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};

/// A server that is stopped when it is dropped.
pub(crate) struct Server {
    port: u16,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let folder = folder.to_owned();
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let folder = folder.clone();
                // A client that disconnects is not an error.
                std::thread::spawn(move || while serve(&client, &folder).is_some() {});
            }
        });
        Self { port }
    }

    pub(crate) fn url(&self, file: &str) -> String {
        format!("http://127.0.0.1:{}/{file}", self.port)
    }
}

/// Answers one request.
fn serve(mut client: &TcpStream, folder: &Path) -> Option<()> {
    let mut lines = BufReader::new(client).lines();
    let request = lines.next()?.ok()?;
    let mut range = None;
    for line in lines {
        let line = line.ok()?.to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(bounds) = line.strip_prefix("range: bytes=") {
            range = Some(bounds.to_owned());
        }
    }
    let mut words = request.split(' ');
    let (method, target) = (words.next()?, words.next()?);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let path = path.trim_start_matches('/');
    if query.contains("list-type=2") {
        let listing = listing(folder, path.trim_end_matches('/'), query);
        return answer(client, "200 OK", method, &[], listing.as_bytes());
    }
    let Ok(content) = fs::read(folder.join(path)) else {
        return answer(client, "404 Not Found", method, &[], b"");
    };
    let Some(bounds) = range else { return answer(client, "200 OK", method, &[], &content) };
    let (from, to) = bounds.split_once('-')?;
    let size = content.len();
    let (from, to) = match (from.parse::<usize>(), to.parse::<usize>()) {
        (Ok(from), Ok(to)) => (from, size.min(to + 1)),
        (Ok(from), Err(_)) => (from, size),
        (Err(_), Ok(last)) => (size.saturating_sub(last), size),
        (Err(_), Err(_)) => return None,
    };
    let told = format!("Content-Range: bytes {from}-{}/{size}", to - 1);
    client.flush().ok()?;
    answer(client, "206 Partial Content", method, &[&told], content.get(from..to)?)
}

fn answer(
    mut client: &TcpStream,
    status: &str,
    method: &str,
    more: &[&str],
    content: &[u8],
) -> Option<()> {
    let mut head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nAccept-Ranges: bytes\r\nETag: \"1\"\r\n\
         Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT\r\n",
        content.len()
    );
    for line in more {
        head += &format!("{line}\r\n");
    }
    client.write_all(format!("{head}\r\n").as_bytes()).ok()?;
    if method != "HEAD" {
        client.write_all(content).ok()?;
    }
    Some(())
}

/// The listing of an S3 bucket under a prefix.
fn listing(folder: &Path, bucket: &str, query: &str) -> String {
    let prefix = query.split('&').find_map(|pair| pair.strip_prefix("prefix=")).unwrap_or_default();
    let prefix = prefix.replace("%2F", "/");
    let mut found: Vec<PathBuf> = Vec::new();
    let mut folders = vec![folder.join(bucket)];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    let mut contents = String::new();
    for path in found {
        let key = path.strip_prefix(folder.join(bucket)).unwrap().to_str().unwrap().to_owned();
        if key.starts_with(&prefix) {
            let size = fs::metadata(&path).unwrap().len();
            contents += &format!(
                "<Contents><Key>{key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>\
                 <ETag>\"1\"</ETag><Size>{size}</Size></Contents>"
            );
        }
    }
    format!(
        "<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>false</IsTruncated>{contents}</ListBucketResult>"
    )
}
