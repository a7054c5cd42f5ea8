#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! A text is parsed by a standard in `napkin-standards`, which has its facts too. Here, in flow order:
//!
//! - [`options`] declares the options of a question as a list; [`choice`] refuses an option that an edition does not have.
//! - [`schema`] has what the JSON schemas of answers need besides deriving.
//! - [`computed`] and [`fields`] are values that answers are made of.
//! - [`Failure`] is the first fault of an input, and [`faults`] are all of them; [`envelope`] puts a failure or an answer into
//!   its line of JSON.
//! - [`change`] is one step of a rewriting; [`url_standard`] is what the URL Standard makes of an input.
//! - [`base`] is the base that references are resolved by, and what is wrong with one.
//! - [`question`] has the traits of questions and of faces, and [`list`] is the list of questions. [`policy`] has the options that choose the policy of an audit: `audit` and `allow`
//!   share them.
//! - [`places`] counts lines and columns; [`surroundings`] has the options about what is around a document, and [`documents`] the keys of
//!   answers about one.
//! - One module for each question: [`parse`], [`check`], [`get`], [`resolve`] and its [`steps`], [`relativize`], [`normalize`], [`set`], [`map`], [`encode`], [`decode`],
//!   [`compare`], [`editions`], [`describe`], [`mod@compose`], [`plan`], [`schemes`], [`witness`], [`extract`], [`links`], [`document_base`], [`audit`], [`allow`],
//!   [`repair`], [`typed`], [`wrap`], [`expand`], [`unexpand`].
//! - [`glance`] puts the main answers about an input into a sentence each, and [`look`] is the question for them; [`recognized`] tells what a value of a query is.
//!   Both have dates from `calendar`.

#![forbid(unsafe_code)]
#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "made for the command and the page, which are released with it: the compiler shows where they have to \
              write what is new"
)]

mod wrong_choice;

pub mod options;

pub mod choice;

pub mod schema;

pub mod computed;

pub mod fields;

mod failure;

pub mod notes;

pub mod faults;

mod secrets;

mod calendar;

mod component_keys;

pub mod change;

pub mod url_standard;

pub mod envelope;

pub mod question;

pub mod policy;

pub mod base;

pub mod parse;

mod parse_keys;

pub mod check;

pub mod steps;

pub mod resolve;
pub mod robots;

pub mod relativize;

mod host_sorted;

pub mod normalize;

pub mod key;

pub mod get;

pub mod set;

pub mod map;

pub mod encode;

pub mod decode;

pub mod look_alike;

pub mod unlike;

pub mod compare;

pub mod editions;

pub mod describe;

pub mod compose;

pub mod plan;

pub mod schemes;

pub mod witness;

pub mod places;

pub mod extract;

pub mod surroundings;

pub mod documents;

pub mod same_site;

pub mod links;

pub mod document_base;

pub mod rewrite;

pub mod audit;

pub mod allow;

pub mod repair;

pub mod typed;

pub mod clean;

pub mod wrap;

pub mod expand;

pub mod unexpand;

pub mod glance;

pub mod look;

pub mod recognized;

pub mod list;

pub use envelope::{line, push_json};
pub use failure::{Failure, Quotation};
