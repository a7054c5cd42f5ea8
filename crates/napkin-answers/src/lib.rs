#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! In flow order:
//!
//! - [`octets`], [`components`] and [`fields`] are the values that answers are made of.
//! - [`Failure`] is what is wrong with an input; [`envelope`] puts it or an answer into its line of JSON.
//! - [`choice`] refuses what an edition leaves no room for; [`base`] is the base that references are
//!   resolved by, and what is wrong with one.
//! - [`differences`] are what editions say side by side.
//! - One module for each question: [`parse`], [`check`], [`resolve`] and its [`steps`], [`relativize`], [`normalize`],
//!   [`compare`], [`editions`], [`describe`], [`mod@compose`], [`plan`], [`extract`], [`audit`], [`repair`].

#![forbid(unsafe_code)]
#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "made for the command and the page, which are released with it: the compiler shows where they have to \
              write what is new"
)]

pub mod octets;

pub mod components;

pub mod fields;

mod failure;

pub mod envelope;

pub mod choice;

pub mod base;

pub mod differences;

pub mod parse;

pub mod check;

pub mod resolve;

pub mod steps;

pub mod relativize;

pub mod normalize;

pub mod compare;

pub mod editions;

pub mod describe;

pub mod compose;

pub mod plan;

pub mod extract;

pub mod audit;

pub mod repair;

pub use envelope::{line, push_json};
pub use failure::{Failure, Quotation};
