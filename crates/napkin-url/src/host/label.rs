//! Labels of a domain, and the failures of `ToASCII`.

/// Why `ToASCII` has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoDomain {
    /// The domain is invalid.
    Invalid,
    /// The IDNA tables are not built in.
    #[cfg_attr(feature = "idna", expect(dead_code, reason = "with idna everything is known"))]
    NeedsIdna,
}

/// Whether a label begins with `xn--`, in either case.
pub(crate) fn has_xn_label(domain: &str) -> bool {
    domain.split('.').any(|label| {
        label
            .as_bytes()
            .first_chunk()
            .is_some_and(|start: &[u8; 4]| start.eq_ignore_ascii_case(b"xn--"))
    })
}
