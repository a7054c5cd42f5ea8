//! How a document tells the way from a reference to its target: its instructions, in its order.
//!
//! The resolver does not read them. They are run, one by one, only where the way is to be shown
//! (`resolve::steps`); tests hold the end of that way to the resolver.

use super::rules::{EmptyBasePath, NewRequest, Rule};

/// One instruction of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    /// Its number in the document, if it has one, and the section.
    pub(crate) rule: Rule,
    /// What it says to do.
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

/// What an instruction says to do. Each applies only to what those before it have left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// A reference that is empty but for its fragment means the current document.
    CurrentDocument(NewRequest),
    /// An empty reference means the whole base.
    WholeBase,
    /// The scheme of the base is taken off the reference, where that is allowed.
    DropSameScheme,
    /// A reference with a scheme is the target as it stands.
    AbsoluteAsItIs,
    /// A reference with a colon before any slash is the target as it stands.
    AbsoluteByColon,
    /// A reference with a scheme gives all parts.
    Absolute,
    /// The scheme is that of the base.
    InheritScheme,
    /// A reference with an authority gives it and what follows.
    OwnAuthority,
    /// The same, if the authority is not empty.
    OwnAuthorityNotEmpty,
    /// The authority is that of the base.
    InheritAuthority,
    /// A path that begins with a slash is the path.
    AbsolutePath,
    /// Without a path in the reference it is that of the base.
    InheritPath,
    /// Then the parameters are those of the base, if the reference has none.
    InheritParameters,
    /// Then the query is that of the base, if the reference has none.
    InheritQuery,
    /// The same, also if that of the reference is empty.
    InheritQueryIfEmpty,
    /// The path of the base up to its last slash goes into the buffer.
    Directory(EmptyBasePath),
    /// The path of the reference is appended to the buffer.
    AppendPath,
    /// So is its query.
    AppendQuery,
    /// Each `./` goes whose dot is a whole segment.
    RemoveDots,
    /// A dot that is the last segment goes.
    RemoveLastDot,
    /// The leftmost segment with `/../` behind it goes, until there is none.
    RemoveParents,
    /// A segment with `/..` behind it goes, at the end.
    RemoveLastParent,
    /// What is done with `..` at the start, as was chosen.
    Excess,
    /// The buffer is cut into path and query.
    CutQuery,
    /// Dot segments go by the five cases of RFC 3986 §5.2.4.
    MoveSegments,
    /// The parts are put together.
    Recompose,
    /// A run of slashes is looked for in the base, as long as that at the start of the reference.
    CutAtSlashes,
    /// The base up to its last slash goes into the buffer.
    CutAtLastSlash,
    /// The reference is appended to the buffer.
    AppendReference,
    /// Each component of the target is taken from the reference or the base.
    Components,
    /// `xxx/../` and `/.` go from the path in the buffer, the leftmost first.
    RemoveElements,
}

impl Operation {
    /// What it says, in words.
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
            Self::Excess => "'..' is left at the start, above the top",
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
