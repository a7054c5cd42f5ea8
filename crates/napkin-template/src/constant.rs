//! Templates as constants: an invalid text fails the build.

use crate::error::TemplateError;

/// A [`Template`](crate::Template) constant; a text that is no template fails the build, with the fault and its byte.
///
/// ```
/// use napkin_template::{Template, template};
///
/// const USER: Template<&str> = template!("/users/{id}");
/// assert_eq!(USER.expand(&[("id", 7)])?, "/users/7");
/// # Ok::<(), napkin_template::ExpandError>(())
/// ```
///
/// ```compile_fail
/// // evaluation panicked: unclosed-expression at byte 7: /users/{id
/// napkin_template::template!("/users/{id");
/// ```
#[macro_export]
macro_rules! template {
    ($text:expr) => {
        const {
            let text: &str = $text;
            match $crate::Template::parse(text) {
                ::core::result::Result::Ok(template) => template,
                ::core::result::Result::Err(error) => $crate::__refuse(text, error),
            }
        }
    };
}

/// Panics with the error of a text, which the compiler shows.
///
/// # Panics
///
/// Always.
#[doc(hidden)]
pub const fn refuse(text: &str, error: TemplateError) -> ! {
    napkin::__refuse_at(text, &[error.kind().name()], error.offset())
}
