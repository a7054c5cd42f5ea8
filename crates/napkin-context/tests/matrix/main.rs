//! Nothing is lost without a word: every container in every compression, with documents of every type, whole and damaged.
//!
//! Each cell is a line of `spec/cases/context/matrix.jsonl`, with the number of links and what is said of the rest.
//! `NAPKIN_BLESS=1` writes the file, which then has to be reviewed.

#[path = "../support/mod.rs"]
mod support;

mod made;
mod damage;
mod cells;
mod cuts;
mod samples;
