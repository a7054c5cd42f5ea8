//! Documents that grammars of their formats derive, by numbers that are the same in each run, and the laws of moving
//! their URIs.

mod grammars;
mod laws;

use std::panic::catch_unwind;

use crate::support::{Numbers, rounds};

#[test]
fn the_laws_hold_for_what_grammars_derive() {
    let mut broken = Vec::new();
    for seed in 0..rounds(20_000) as u64 {
        let derived = || {
            let (mut numbers, mut left) = (Numbers(seed), 400);
            laws::derived(&mut |bound| {
                left -= usize::from(left > 0);
                if left == 0 { 0 } else { numbers.below(bound) }
            });
        };
        if catch_unwind(derived).is_err() {
            broken.push(seed);
        }
    }
    assert!(broken.is_empty(), "{} seeds: {broken:?}", broken.len());
}
