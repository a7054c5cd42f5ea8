//! The checks, one file per subject, in the order in which data flows.

pub(crate) mod kernels;
pub(crate) mod parse;
pub(crate) mod records;
pub(crate) mod percent;
pub(crate) mod resolve;
pub(crate) mod relativize;
pub(crate) mod iris;
pub(crate) mod normalize;
pub(crate) mod compare;
pub(crate) mod edit;
pub(crate) mod build;
pub(crate) mod editions;
pub(crate) mod schemes;
pub(crate) mod secrets;
pub(crate) mod url;
pub(crate) mod domains;
pub(crate) mod extract;
pub(crate) mod base;
pub(crate) mod documents;
pub(crate) mod audit;
pub(crate) mod templates;
pub(crate) mod repair;
