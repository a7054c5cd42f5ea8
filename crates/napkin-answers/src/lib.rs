//! What napkin answers about an input, as values that serialize: made here once, for whoever asks.
//!
//! The command asks for the lines of files and shows answers on a terminal; the page asks for what was
//! typed into a form. Here is neither a terminal nor a file nor a network: an input and choices go in, an
//! answer or a [`Failure`] comes out, and [`line()`] is the one way to its JSON.
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
//!
//! ```
//! use napkin::edition::RFC3986;
//! use napkin_answers::{check::Checking, line};
//!
//! let input = b"http://example.com/a b";
//! let answer = Checking::new(RFC3986).answer(input);
//! let json = String::from_utf8(line(Some(RFC3986), input, &answer)).unwrap();
//! assert!(json.starts_with(r#"{"input":"http://example.com/a b","edition":"rfc3986","valid":false,"#));
//! ```

#![forbid(unsafe_code)]

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
