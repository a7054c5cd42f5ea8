//! Checks the flow: a module uses only modules before it.
//!
//! The order is that of the `mod` lines, in `lib.rs` and in every folder. For a path from one module into another,
//! the check compares the two modules below their common ancestor: the used one has to come first. Paths in the bodies and the
//! arguments of macros count too. Tests may use anything. Only the crate of the kernels may have `unsafe`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::tools::Tools;

/// The first file of each crate.
const CRATES: &[&str] = &[
    "crates/napkin-scan/src/lib.rs",
    "crates/napkin/src/lib.rs",
    "crates/napkin-url/src/lib.rs",
    "crates/napkin-schemes/src/lib.rs",
    "crates/napkin-domains/src/lib.rs",
    "crates/napkin-template/src/lib.rs",
    "crates/napkin-standards/src/lib.rs",
    "crates/napkin-keys/src/lib.rs",
    "crates/napkin-context/src/lib.rs",
    "crates/napkin-audit/src/lib.rs",
    "crates/napkin-answers/src/lib.rs",
    "crates/napkin-web/src/lib.rs",
    "crates/napkin-cli/src/main.rs",
    "crates/napkin-python/src/lib.rs",
    "crates/napkin-sql/src/lib.rs",
    "crates/napkin-sql-cli/src/main.rs",
    "checks/proof/src/lib.rs",
];

/// The folder in which `unsafe` is allowed.
const UNSAFE: &str = "crates/napkin-scan/src/";

/// A module, as the path of names from the root of the crate.
type Place = Vec<String>;

/// A parsed module.
struct Module {
    file: PathBuf,
    /// The modules that it declares, in order.
    children: Vec<String>,
    /// The paths that it uses, each with its line.
    paths: Vec<(Place, usize)>,
}

pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    let root = tools.shell.current_dir();
    let mut faults = Vec::new();
    for first in CRATES {
        faults.extend(faults_of(&root, &root.join(first))?);
    }
    if faults.is_empty() {
        return Ok(());
    }
    bail!("against the flow:\n{}", faults.join("\n"));
}

/// The violations in the crate that begins with a file, in order.
fn faults_of(root: &Path, first: &Path) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut modules = BTreeMap::new();
    let mut reader = Reader { modules: &mut modules, faults: &mut faults, root };
    let source = first.parent().context("a crate has a folder of sources")?;
    reader.read(Place::new(), first, source)?;
    for (place, module) in &modules {
        for (path, line) in &module.paths {
            if let Some(used) = against_the_flow(&modules, place, path) {
                let file = module.file.strip_prefix(root).unwrap_or(&module.file).display();
                faults.push(format!("{file}:{line}: uses `{used}`, which comes after it"));
            }
        }
    }
    faults.sort();
    faults.dedup();
    Ok(faults)
}

/// The module that a path leads into, if it comes after the using module.
fn against_the_flow(
    modules: &BTreeMap<Place, Module>,
    place: &[String],
    path: &[String],
) -> Option<String> {
    let shared = place.iter().zip(path).take_while(|(own, other)| own == other).count();
    let (own, other) = (place.get(shared)?, path.get(shared)?);
    let order = &modules.get(&place[..shared])?.children;
    let at = |name: &String| order.iter().position(|child| child == name);
    (at(other)? > at(own)?)
        .then(|| [&path[..shared], std::slice::from_ref(other)].concat().join("::"))
}

/// Parses a crate, module by module.
struct Reader<'a> {
    modules: &'a mut BTreeMap<Place, Module>,
    faults: &'a mut Vec<String>,
    root: &'a Path,
}

impl Reader<'_> {
    fn read(&mut self, place: Place, file: &Path, folder: &Path) -> anyhow::Result<()> {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let syntax = syn::parse_file(&text).with_context(|| file.display().to_string())?;
        let mut found = Found::at(&place);
        found.visit_file(&syntax);
        let Found { children, elsewhere, paths, unsafe_lines, .. } = found;
        let shown = file.strip_prefix(self.root).unwrap_or(file).display().to_string();
        if !shown.starts_with(UNSAFE) {
            let line = |line| format!("{shown}:{line}: unsafe code outside of {UNSAFE}");
            self.faults.extend(unsafe_lines.into_iter().map(line));
        }
        for child in children.iter().filter(|child| !elsewhere.contains(child)) {
            let flat = folder.join(format!("{child}.rs"));
            let inside = folder.join(child);
            let file = if flat.exists() { flat } else { inside.join("mod.rs") };
            let place = [place.as_slice(), std::slice::from_ref(child)].concat();
            self.read(place, &file, &inside)?;
        }
        self.modules.insert(place, Module { file: file.to_owned(), children, paths });
        Ok(())
    }
}

/// The declarations and uses in one file.
struct Found<'a> {
    place: &'a [String],
    children: Vec<String>,
    /// The modules whose file belongs to another crate, by `#[path]`.
    elsewhere: Vec<String>,
    paths: Vec<(Place, usize)>,
    unsafe_lines: Vec<usize>,
}

impl<'a> Found<'a> {
    fn at(place: &'a [String]) -> Self {
        Self {
            place,
            children: Vec::new(),
            elsewhere: Vec::new(),
            paths: Vec::new(),
            unsafe_lines: Vec::new(),
        }
    }

    /// Records a path that begins with `crate`, `super` or `self`.
    fn note(&mut self, path: &[String], line: usize) {
        let mut names = path.iter();
        let mut full = match names.next().map(String::as_str) {
            Some("crate") => Place::new(),
            Some("self") => self.place.to_vec(),
            Some("super") => self.place[..self.place.len().saturating_sub(1)].to_vec(),
            _ => return,
        };
        for name in names {
            if name == "super" {
                full.pop();
            } else {
                full.push(name.clone());
            }
        }
        self.paths.push((full, line));
    }

    /// Records every path of a `use` tree.
    fn note_use(&mut self, before: &[String], tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                let path_so_far = [before, &[path.ident.to_string()]].concat();
                self.note_use(&path_so_far, &path.tree);
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.note_use(before, item));
            }
            syn::UseTree::Name(name) => self.note_end(before, &name.ident),
            syn::UseTree::Rename(name) => self.note_end(before, &name.ident),
            syn::UseTree::Glob(glob) => {
                self.note(before, glob.star_token.spans[0].start().line);
            }
        }
    }

    /// Records every path among the tokens of a macro.
    fn note_tokens(&mut self, tokens: TokenStream) {
        let mut path = Vec::new();
        let mut line = 0;
        let mut colons = 0;
        for token in tokens {
            match &token {
                TokenTree::Ident(name) if path.is_empty() || colons == 2 => {
                    if path.is_empty() {
                        line = name.span().start().line;
                    }
                    path.push(name.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                _ => {}
            }
            self.note(&std::mem::take(&mut path), line);
            colons = 0;
            match token {
                TokenTree::Ident(name) => {
                    line = name.span().start().line;
                    path.push(name.to_string());
                }
                TokenTree::Group(group) => self.note_tokens(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        self.note(&path, line);
    }

    fn note_end(&mut self, before: &[String], name: &syn::Ident) {
        self.note(&[before, &[name.to_string()]].concat(), name.span().start().line);
    }
}

/// Whether an item is compiled only for tests.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Mod(module) if is_for_tests(&module.attrs) => {}
            syn::Item::Mod(module) if module.content.is_none() => {
                if module.attrs.iter().any(|attribute| attribute.path().is_ident("path")) {
                    self.elsewhere.push(module.ident.to_string());
                }
                self.children.push(module.ident.to_string());
            }
            syn::Item::Use(item) if is_for_tests(&item.attrs) => {}
            syn::Item::Use(item) => self.note_use(&[], &item.tree),
            other => visit::visit_item(self, other),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<_> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if let Some(first) = path.segments.first() {
            self.note(&names, first.ident.span().start().line);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, invoked: &'ast syn::Macro) {
        self.note_tokens(invoked.tokens.clone());
        visit::visit_macro(self, invoked);
    }

    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.unsafe_lines.push(block.unsafe_token.span.start().line);
        visit::visit_expr_unsafe(self, block);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    /// The violations in a crate of these files.
    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        super::faults_of(folder.path(), &folder.path().join("lib.rs")).unwrap()
    }

    #[test]
    fn a_module_uses_only_modules_before_it() {
        let files =
            |first, second| [("lib.rs", "mod a; mod b;"), ("a.rs", first), ("b.rs", second)];
        assert!(faults(&files("", "use crate::a::A;")).is_empty());
        assert_eq!(
            faults(&files("\nuse crate::b::B;", "")),
            ["a.rs:2: uses `b`, which comes after it"]
        );
        assert_eq!(
            faults(&files("fn f() { super::b::g() }", "")),
            ["a.rs:1: uses `b`, which comes after it"]
        );
        assert!(faults(&files("#[cfg(test)]\nmod tests { use crate::b::B; }", "")).is_empty());
    }

    #[test]
    fn so_does_what_is_in_a_macro() {
        let files = |first| [("lib.rs", "mod a; mod b;"), ("a.rs", first), ("b.rs", "")];
        for text in [
            "macro_rules! m { ($x:ident) => { $crate::b::f($x) }; }",
            "m! { one: crate::b::B, two }",
            "fn f() { m!([1, (super::b::g())]) }",
        ] {
            assert_eq!(faults(&files(text)), ["a.rs:1: uses `b`, which comes after it"], "{text}");
        }
        assert!(faults(&files("m! { a::b::C: crate: self::B }")).is_empty());
    }

    #[test]
    fn so_do_modules_inside_a_folder() {
        let files = |first, second| {
            let parent = ("a/mod.rs", "mod first; mod second; mod folder;");
            let inner = ("a/folder/mod.rs", "mod one; mod two;");
            let one = ("a/folder/one.rs", "");
            [
                ("lib.rs", "mod a;"),
                parent,
                ("a/first.rs", first),
                ("a/second.rs", ""),
                inner,
                one,
                ("a/folder/two.rs", second),
            ]
        };
        assert!(faults(&files("", "use super::one::One; use crate::a::second::S;")).is_empty());
        for import in ["use super::second::S;", "use crate::a::second::S;", "use super::{second};"]
        {
            assert_eq!(
                faults(&files(import, "")),
                ["a/first.rs:1: uses `a::second`, which comes after it"]
            );
        }
        let mut deep = files("", "");
        deep[5].1 = "use super::two::Two;";
        assert_eq!(
            faults(&deep),
            ["a/folder/one.rs:1: uses `a::folder::two`, which comes after it"]
        );
    }

    #[test]
    fn unsafe_code_is_a_fault() {
        let text = "fn f() { unsafe { g() } }";
        assert_eq!(faults(&[("lib.rs", text)]).len(), 1);
    }
}
