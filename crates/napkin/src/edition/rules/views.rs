//! The views of a reference that only some editions have.

/// Which views of a reference an edition has, beyond the parts that all have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Views {
    /// The edition's terms for a hierarchical and an opaque URI, if it distinguishes them.
    pub(crate) forms: Option<[&'static str; 2]>,
    /// Whether an authority is a server or a registry name.
    pub(crate) authority_forms: bool,
    /// Whether the text between scheme and fragment is one component.
    pub(crate) scheme_specific_part: bool,
    /// Whether a path matches one of five named rules.
    pub(crate) path_kinds: bool,
}

impl Views {
    pub(crate) const NONE: Self = Self {
        forms: None,
        authority_forms: false,
        scheme_specific_part: false,
        path_kinds: false,
    };
}
