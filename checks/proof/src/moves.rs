//! Documents that grammars derive, and the laws of moving their URIs: the harness of the tests of documents, in
//! `crates/napkin-context/tests/moves/`.

#[path = "../../../crates/napkin-context/tests/moves/grammars.rs"]
mod grammars;
#[path = "../../../crates/napkin-context/tests/moves/laws.rs"]
pub(crate) mod laws;
