//! The grammars of the documents as oracles for texts: the harness of the core's own tests, in
//! `crates/napkin/tests/grammar/`.
#![allow(dead_code, reason = "some of it is for those tests only")]

#[path = "../../../crates/napkin/tests/grammar/abnf_file.rs"]
pub(crate) mod abnf_file;
#[path = "../../../crates/napkin/tests/grammar/automaton.rs"]
mod automaton;
#[path = "../../../crates/napkin/tests/grammar/derivation.rs"]
mod derivation;
#[path = "../../../crates/napkin/tests/grammar/editions/mod.rs"]
mod editions;
#[path = "../../../crates/napkin/tests/grammar/engine.rs"]
pub(crate) mod engine;
#[path = "../../../crates/napkin/tests/grammar/nfa.rs"]
mod nfa;
#[path = "../../../crates/napkin/tests/grammar/oracle.rs"]
mod oracle;
#[path = "../../../crates/napkin/tests/grammar/strings.rs"]
mod strings;

use std::cell::RefCell;

use napkin::Edition;

use engine::Engine;
pub(crate) use oracle::Oracle;

/// The engine of each edition.
static ENGINES: [&Engine; 11] = [
    &editions::rfc1630::ENGINE,
    &editions::rfc1738::ENGINE,
    &editions::rfc1808::ENGINE,
    &editions::draft1997::ENGINE,
    &editions::rfc2396::ENGINE,
    &editions::rfc2396_rfc2732::ENGINE,
    &editions::draft2003::ENGINE,
    &editions::rfc3986::ENGINE,
    &editions::rfc3986_rfc6874::ENGINE,
    &editions::rfc3987::ENGINE,
    &editions::java::ENGINE,
];

thread_local! {
    /// The oracles; creating one takes time, and it changes while it works.
    static ORACLES: [RefCell<Option<Oracle<'static>>>; ENGINES.len()] = const {
        [const { RefCell::new(None) }; ENGINES.len()]
    };
}

/// Applies the grammar of an edition.
pub(crate) fn ask<R>(edition: &Edition, question: impl FnOnce(&mut Oracle<'static>) -> R) -> R {
    let number = ENGINES.iter().position(|engine| engine.name == edition.name);
    let number = number.expect("every edition has a grammar");
    ORACLES.with(|oracles| {
        let mut oracle = oracles[number].borrow_mut();
        question(oracle.get_or_insert_with(|| Oracle::new(ENGINES[number])))
    })
}
