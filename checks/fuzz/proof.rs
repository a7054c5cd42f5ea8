//! Fuzzes one of the targets of `checks/proof/`, which `NAPKIN_TARGET` names; without it, lists the targets.

#![no_main]

use std::sync::OnceLock;

use napkin_proof::{TARGETS, Target};

static CHOSEN: OnceLock<&Target> = OnceLock::new();

fn choose() {
    let name = std::env::var("NAPKIN_TARGET").unwrap_or_default();
    match Target::named(&name) {
        Some(target) => drop(CHOSEN.set(target)),
        None => {
            TARGETS.iter().for_each(|target| println!("{}\t{}", target.name, target.what));
            std::process::exit(i32::from(!name.is_empty()));
        }
    }
}

libfuzzer_sys::fuzz_target!(init: choose(), |data: &[u8]| {
    if let Some(target) = CHOSEN.get() {
        (target.check)(data);
    }
});
