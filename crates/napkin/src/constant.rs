//! References as constants: what is wrong fails the build.

/// A [`Uri`](crate::Uri) constant; a text that is no URI fails the build with the reason.
///
/// ```
/// use napkin::{Uri, uri};
///
/// const HOME: Uri<&str> = uri!("https://example.com/");
/// assert_eq!(HOME.host().unwrap(), "example.com");
/// ```
///
/// ```compile_fail
/// napkin::uri!("https://exa mple.com/");
/// ```
#[macro_export]
macro_rules! uri {
    ($text:expr) => {
        const {
            match $crate::Uri::parse_const($text) {
                ::core::result::Result::Ok(uri) => uri,
                ::core::result::Result::Err(error) => ::core::panic!("{}", error.kind().name()),
            }
        }
    };
}

/// A [`UriRef`](crate::UriRef) constant; a text that is no URI-reference fails the build with the reason.
///
/// ```
/// assert_eq!(napkin::uri_ref!("../a?b").path(), "../a");
/// ```
///
/// ```compile_fail
/// napkin::uri_ref!("1a:b");
/// ```
#[macro_export]
macro_rules! uri_ref {
    ($text:expr) => {
        const {
            match $crate::UriRef::parse_const($text) {
                ::core::result::Result::Ok(reference) => reference,
                ::core::result::Result::Err(error) => ::core::panic!("{}", error.kind().name()),
            }
        }
    };
}
