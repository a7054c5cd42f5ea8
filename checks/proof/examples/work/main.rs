//! Runs each operation on inputs made to be expensive, small and four times as large, for `cargo xtask work` to
//! count the instructions of each.
//!
//! `work LARGE`: `LARGE` is how often the pieces of the large inputs are repeated. Prints a line for each operation
//! and family: its number, the size of both inputs, and the peak memory of each, in bytes. Callgrind counts the instructions in
//! [`measured`], once for each input. `work LARGE NAME` runs the operations whose names have this; `work LARGE NAME 2 5` of
//! five shares of the work the third.

mod documents;
mod families;
mod operations;

use std::hint::black_box;

use allocation_counter::measure;

use families::Family;
use operations::Operation;

/// The function whose instructions are counted.
#[inline(never)]
fn measured(operation: &Operation, text: &str) {
    (operation.run)(black_box(text));
}

/// The size of an input, and the peak memory besides it.
fn peak(operation: &Operation, family: &Family, times: usize) -> (usize, u64) {
    let text = (family.text)(times);
    let memory = measure(|| measured(operation, &text));
    (text.len(), memory.bytes_max)
}

fn main() {
    let large = std::env::args().nth(1).and_then(|times| times.parse().ok()).unwrap_or(4_000);
    let only = std::env::args().nth(2).unwrap_or_default();
    let given = |place| std::env::args().nth(place).and_then(|number| number.parse().ok());
    let (share, shares): (usize, usize) = (given(3).unwrap_or(0), given(4).unwrap_or(1));
    let mut operations = operations::all();
    operations.retain(|operation| operation.name.contains(&only));
    // One-time initialization must not count for the first operation.
    for operation in &operations {
        (operation.run)("http://h/");
    }
    let mut number = 0;
    for (row, operation) in operations.iter().enumerate() {
        for (column, family) in operation.families().enumerate() {
            number += 1;
            // Most operations take the same families, so each share has some of every family.
            if (row + column) % shares != share {
                continue;
            }
            let (small_bytes, small_peak) = peak(operation, family, large / 4);
            let (large_bytes, large_peak) = peak(operation, family, large);
            let (name, family) = (&operation.name, family.name);
            println!(
                "{number}\t{name}\t{family}\t{small_bytes}\t{large_bytes}\t{small_peak}\t{large_peak}"
            );
        }
    }
}
