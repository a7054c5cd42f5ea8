//! Removes dot segments and empty segments from a path, in the single pass of java.net.URI (JAVA-31 to JAVA-33).

use alloc::string::String;
use alloc::vec::Vec;

/// The normalized path; `None` if the path is already normalized.
pub(super) fn normalized(path: &str) -> Option<String> {
    let inner = path.strip_prefix('/').unwrap_or(path);
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    let is_special = |segment: &str| matches!(segment, "" | "." | "..");
    if matches!(path, "" | "/") || !inner.split('/').any(is_special) {
        return None;
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut drops_last = path.ends_with('/');
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        drops_last = path.ends_with('/');
        match (segment, kept.last()) {
            (".", _) => drops_last = true,
            ("..", Some(&last)) if last != ".." => {
                kept.pop();
                drops_last = true;
            }
            _ => kept.push(segment),
        }
    }
    let mut out = String::with_capacity(path.len() + GUARD.len());
    if path.starts_with('/') {
        out.push('/');
    } else if kept.first().is_some_and(|first| first.contains(':')) {
        out.push_str(GUARD);
    }
    for (number, segment) in kept.iter().enumerate() {
        if number > 0 {
            out.push('/');
        }
        out.push_str(segment);
    }
    if drops_last && !kept.is_empty() {
        out.push('/');
    }
    (out != path).then_some(out)
}

/// The guard that keeps a colon in the first segment of a relative path from ending a scheme.
const GUARD: &str = "./";

#[cfg(test)]
mod tests {
    use super::normalized;

    #[test]
    fn segments_go_as_in_java() {
        for (path, expected) in [
            ("a//b", "a/b"),
            ("a/b/..", "a/"),
            ("a/..", ""),
            (".", ""),
            ("/a/..", "/"),
            ("/../a", "/../a"),
            ("../a", "../a"),
            ("a/../b:c", "./b:c"),
            ("./a:b", "./a:b"),
            ("//", "/"),
            ("/a/", "/a/"),
            ("a/../..", ".."),
            ("/a/./", "/a/"),
        ] {
            assert_eq!(normalized(path).as_deref().unwrap_or(path), expected, "{path}");
        }
    }
}
