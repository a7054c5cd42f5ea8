//! Counts lines of code, by crate: lines that a token of Rust is on. Blank lines, comments, doc comments, and what only tests compile
//! are no code, so that neither a long explanation nor a test makes a crate larger.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use xshell::cmd;

use crate::tools::Tools;

/// Prints the lines of each crate, and their sum.
pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    let crates = crates(tools)?;
    for (name, lines) in &crates {
        println!("{lines:7} {name}");
    }
    println!("{:7} together", crates.values().sum::<usize>());
    Ok(())
}

/// The lines of code of each crate in `crates/`, by its name.
pub(crate) fn crates(tools: &Tools) -> anyhow::Result<BTreeMap<String, usize>> {
    let listed = cmd!(tools.shell, "git ls-files crates/*/src/*.rs").quiet().read()?;
    let root = tools.shell.current_dir();
    let mut files = BTreeMap::new();
    let mut of_tests = BTreeSet::new();
    for path in listed.lines().map(|path| root.join(path)) {
        let text = fs::read_to_string(&path)?;
        let mut code = Code::of(&text).with_context(|| path.display().to_string())?;
        of_tests.extend(code.modules_of_tests.drain(..).map(|name| below(&path).join(name)));
        files.insert(path, code.lines.len());
    }
    let mut crates = BTreeMap::new();
    for (path, lines) in files {
        let module = path.with_extension("");
        let is_of_tests = module.ancestors().any(|folder| of_tests.contains(folder));
        let name = path.strip_prefix(&root)?.iter().nth(1).context("a file of no crate")?;
        if !is_of_tests {
            *crates.entry(name.to_string_lossy().into_owned()).or_default() += lines;
        }
    }
    Ok(crates)
}

/// The folder of the modules of a file.
fn below(path: &Path) -> PathBuf {
    let is_folder =
        ["mod", "lib", "main"].iter().any(|stem| path.file_stem() == Some(stem.as_ref()));
    if is_folder { path.parent().unwrap_or(path).to_owned() } else { path.with_extension("") }
}

/// Whether the text has a comment where a token begins.
fn is_comment(token: &TokenTree, text: &[&str]) -> bool {
    let start = token.span().start();
    let column = |line: &str| line.chars().nth(start.column);
    text.get(start.line - 1).and_then(|line| column(line)) == Some('/')
}

/// The code of a file.
#[derive(Default)]
struct Code {
    /// The lines that a token is on.
    lines: BTreeSet<usize>,
    /// The modules with files of their own that only tests compile.
    modules_of_tests: Vec<String>,
}

impl Code {
    fn of(text: &str) -> anyhow::Result<Self> {
        let tokens = text.parse::<TokenStream>().map_err(|error| anyhow!("{error}"))?;
        let mut code = Self::default();
        code.add(tokens, &text.lines().collect::<Vec<_>>());
        Ok(code)
    }

    fn add(&mut self, tokens: TokenStream, text: &[&str]) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let is_attribute = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '#');
            if is_attribute && is_comment(&token, text) {
                // A doc comment is read as an attribute, behind `!` if it is about what it is in.
                if let Some(TokenTree::Punct(_)) = tokens.next() {
                    tokens.next();
                }
                continue;
            }
            let attribute = tokens.peek().filter(|_| is_attribute).map(ToString::to_string);
            if attribute.is_some_and(|text| text == "[cfg (test)]") {
                self.pass_item(&mut tokens);
                continue;
            }
            self.add_one(token, text);
        }
    }

    fn add_one(&mut self, token: TokenTree, text: &[&str]) {
        match token {
            TokenTree::Group(group) => {
                if group.delimiter() != Delimiter::None {
                    self.lines.insert(group.span_open().start().line);
                    self.lines.insert(group.span_close().end().line);
                }
                self.add(group.stream(), text);
            }
            token => {
                let span = token.span();
                self.lines.extend(span.start().line..=span.end().line);
            }
        }
    }

    /// Goes over the item of an attribute: to its braces, or to the semicolon that ends it.
    fn pass_item(&mut self, tokens: &mut impl Iterator<Item = TokenTree>) {
        let mut words = Vec::new();
        for token in tokens {
            match token {
                TokenTree::Ident(word) => words.push(word.to_string()),
                TokenTree::Punct(sign) if sign.as_char() == ';' => {
                    let named = words.iter().skip_while(|word| *word != "mod").nth(1);
                    self.modules_of_tests.extend(named.cloned());
                    return;
                }
                // In the tree of an import, braces end nothing.
                TokenTree::Group(group)
                    if group.delimiter() == Delimiter::Brace
                        && !words.iter().any(|word| word == "use") =>
                {
                    return;
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn what_is_no_code_does_not_count() {
        let text = r#"//! A file.

/// A function.
#[must_use]
fn code() -> &'static str { // A comment.
    /* Another
       one. */
    "a
     b"
}

#[cfg(test)]
use std::{fs, io};
#[cfg(test)]
mod apart;

#[cfg(test)]
mod tests {
    fn no_code() {}
}
#[cfg(not(test))]
const ONE: u8 = 1;
"#;
        let code = Code::of(text).unwrap();
        assert_eq!(code.lines.into_iter().collect::<Vec<_>>(), [4, 5, 8, 9, 10, 21, 22]);
        assert_eq!(code.modules_of_tests, ["apart"]);
    }
}
