//! The instructions by which a document describes the way from a reference to its target, in order.
//!
//! The resolver does not use them. They are executed, one by one, only to show the way (`explain::steps`). Tests
//! compare its end with the resolver's target.

use crate::edition::rules::{EmptyBasePath, NewRequest, Rule};

/// One instruction of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    /// Its number in the document, if it has one, and the section.
    pub(crate) rule: Rule,
    pub(crate) operation: Operation,
}

impl Instruction {
    pub(crate) const fn new(
        name: &'static str,
        section: &'static str,
        operation: Operation,
    ) -> Self {
        Self { rule: Rule::new(name, section), operation }
    }
}

/// The operation of an instruction. Each applies only to the parts that earlier instructions have left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// A reference that is empty except for its fragment means the current document.
    CurrentDocument(NewRequest),
    /// An empty reference means the whole base.
    WholeBase,
    /// The scheme of the base is removed from the reference, if that is allowed.
    DropSameScheme,
    /// A reference with a scheme is the target, unchanged.
    AbsoluteAsItIs,
    /// A reference with a colon before any slash is the target, unchanged.
    AbsoluteByColon,
    /// A reference with a scheme gives all parts.
    Absolute,
    /// The scheme is that of the base.
    InheritScheme,
    /// A reference with an authority gives the authority and all parts after it.
    OwnAuthority,
    /// A reference with an authority that is not empty gives it and all parts after it.
    OwnAuthorityNotEmpty,
    /// The authority is that of the base.
    InheritAuthority,
    /// A path that begins with a slash is the path.
    AbsolutePath,
    /// If the reference has no path, the path is that of the base.
    InheritPath,
    /// If the path is inherited and the reference has no parameters, they are those of the base.
    InheritParameters,
    /// If the path is inherited and the reference has no query, it is that of the base.
    InheritQuery,
    /// If the path is inherited and the reference has no query or an empty one, it is that of the base.
    InheritQueryIfEmpty,
    /// The path of the base up to its last slash is put into the buffer.
    Directory(EmptyBasePath),
    /// The path of the reference is appended to the buffer.
    AppendPath,
    /// The query of the reference is appended to the buffer.
    AppendQuery,
    /// Each `./` whose dot is a whole segment is removed.
    RemoveDots,
    /// A dot that is the last segment is removed.
    RemoveLastDot,
    /// The leftmost segment that `/../` follows is removed, until there is none.
    RemoveParents,
    /// A final segment that `/..` follows is removed.
    RemoveLastParent,
    /// `..` segments at the start are treated as the caller chose.
    Excess,
    /// The buffer is cut into path and query.
    CutQuery,
    /// Dot segments are removed by the five cases of RFC 3986 §5.2.4.
    MoveSegments,
    /// The parts are put together.
    Recompose,
    /// The base is searched for a run of slashes as long as the run at the start of the reference.
    CutAtSlashes,
    /// The base up to its last slash is put into the buffer.
    CutAtLastSlash,
    AppendReference,
    /// Each component of the target is taken from the reference or the base.
    Components,
    /// `xxx/../` and `/.` are removed from the path in the buffer, the leftmost first.
    RemoveElements,
}

impl Operation {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::CurrentDocument(_) => "empty but for a fragment: the current document",
            Self::WholeBase => "empty: the whole base",
            Self::DropSameScheme => "the scheme is that of the base: leave it out",
            Self::AbsoluteAsItIs => "the reference has a scheme: it is the target as it stands",
            Self::AbsoluteByColon => "a colon before any slash: it is the target as it stands",
            Self::Absolute => "the reference has a scheme: take all its parts",
            Self::InheritScheme => "take the scheme of the base",
            Self::OwnAuthority | Self::OwnAuthorityNotEmpty => {
                "the reference has an authority: take it and what follows"
            }
            Self::InheritAuthority => "take the authority of the base",
            Self::AbsolutePath => "the path begins with a slash: take it",
            Self::InheritPath => "the reference has no path: take that of the base",
            Self::InheritParameters => "nor parameters: take those of the base",
            Self::InheritQuery | Self::InheritQueryIfEmpty => "nor a query: take that of the base",
            Self::Directory(_) => "the base's path up to its last slash, into a buffer",
            Self::AppendPath => "append the path of the reference",
            Self::AppendQuery => "append the query of the reference",
            Self::RemoveDots => "take a './' away",
            Self::RemoveLastDot => "take the '.' at the end away",
            Self::RemoveParents => "take the leftmost 'segment/../' away",
            Self::RemoveLastParent => "take the 'segment/..' at the end away",
            Self::Excess => "'..' is left at the start, above the root",
            Self::CutQuery => "what follows the first '?' is the query",
            Self::MoveSegments => "remove dot segments: the path into the input buffer",
            Self::Recompose => "put the parts together",
            Self::CutAtSlashes => "cut the base at its first run of as many slashes, and append",
            Self::CutAtLastSlash => "the base up to its last slash, or its colon, into a buffer",
            Self::AppendReference => "append the reference",
            Self::Components => "take each component, and print the target from them",
            Self::RemoveElements => "take the leftmost 'xxx/../' or '/.' away",
        }
    }
}
