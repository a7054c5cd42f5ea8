//! Documents in their surroundings, their links, and what was read of them.
//!
//! [`sources`] says which files are read, and what their names tell of their bases; [`replace`] puts a document in the place of another.
//! [`document`] reads files by the options that say what surrounds them, and writes results with their places.
//! [`ledger`] counts what was read and what was not. [`linked`] visits the links of files for commands that ask about each,
//! [`site`] maps a URI to the files that may have its document, and [`targets`] checks that the file and the fragment of a link exist.

pub(crate) mod ledger;
pub(crate) mod sources;
pub(crate) mod replace;
pub(crate) mod document;
pub(crate) mod linked;
pub(crate) mod site;
pub(crate) mod targets;
