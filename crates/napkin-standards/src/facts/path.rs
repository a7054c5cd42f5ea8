//! Facts of the path.

use super::fact::{Text, TextList, Texts, fact};

fact! {
    /// The path, which may be empty
    Path "path": Text, of Path encoded;
    |reference| reference.path().map(napkin::Path::as_str);
    |url| Some(url.path());
}

fact! {
    /// The segments of the path as they are written; none of the empty path
    Segments "segments": TextList, of Path encoded;
    |reference| reference.path().map(Texts::Segments);
    // An opaque path has no segments.
    |url| (!url.cannot_be_a_base()).then(|| Texts::OfUrl(url.path()));
}

fact! {
    /// The parameters behind the path, in editions that have them as a component
    Params "params": Text, of Path encoded;
    told |edition| edition.splits_parameters();
    |reference| reference.parameters();
}

fact! {
    /// The rule of the path (RFC 3986), such as path-abempty
    PathKind "path_kind": Text, of Path;
    told |edition| edition.tells_path_kinds();
    |reference| reference.path_kind().map(napkin::PathKind::name);
}
