//! The one list of steps, in the order of the parts that they change.

use super::{Step, as_normalize_url, host, path, query, whole};

/// All steps of profiles, those of built-in ones and more. A profile of your own names some of them.
///
/// ```
/// use napkin_keys::STEPS;
///
/// let step = STEPS.iter().find(|step| step.name() == "remove-last-slash").unwrap();
/// assert_eq!(step.about(), "Removes a slash at the end of the path, unless it is the whole path.");
/// ```
#[rustfmt::skip] // A line for each.
pub static STEPS: &[Step] = &[
    whole::REMOVE_FRAGMENT,
    whole::REMOVE_USERINFO,
    whole::REMOVE_EMPTY_USERINFO,
    whole::REMOVE_LINE_ENDS,
    whole::LOWERCASE_SCHEME,
    whole::NEEDS_SCHEME,
    whole::DEFAULT_SCHEME,
    whole::REMOVE_SCHEME,
    whole::HTTPS_TO_HTTP,
    whole::TWO_SLASHES,
    whole::REMOVE_DEFAULT_PORT,
    whole::REMOVE_WEB_PORT,
    whole::DECODE_ALL,
    whole::DECODE_ALL_BUT_QUERY,
    whole::ENCODE_ALL,
    whole::ENCODE_BY_PART,
    whole::RECODE_USERINFO,
    host::DECODE,
    host::NAME_BY_CODEC,
    host::REMOVE_DOTS,
    host::COLLAPSE_DOTS,
    host::ADDRESS_OR_LOWERCASE,
    host::ADDRESS,
    host::NAME,
    host::LOWERCASE,
    host::REMOVE_WWW,
    host::AS_W3LIB,
    path::DECODE,
    path::ENCODE,
    path::SEGMENTS,
    path::LOWERCASE,
    path::REMOVE_LAST_SLASH,
    path::REMOVE_SESSION,
    path::FIX_BACKSLASHES,
    path::FIRST_SLASH,
    path::EMPTY_TO_SLASH,
    path::COLLAPSE_SLASHES,
    path::ENCODE_AS_BROWSERS,
    path::REMOVE_DOTS,
    path::RECODE,
    path::ENCODE_PARAMETERS,
    path::RESOLVE,
    query::RECODE,
    query::REMOVE_SESSIONS,
    query::LOWERCASE,
    query::SORT_BY_NAME,
    query::SORT,
    query::REMOVE,
    #[cfg(feature = "toml")]
    query::STRIP_TRACKING,
    query::REMOVE_EMPTY,
    query::RECODE_PAIRS,
    query::SORT_FORM,
    as_normalize_url::REMOVE_TEXT_FRAGMENT,
    as_normalize_url::DECODE_SEGMENTS,
    as_normalize_url::COLLAPSE_SLASHES,
    as_normalize_url::REMOVE_ONE_WWW,
    as_normalize_url::REMOVE_LAST_DOTS,
    as_normalize_url::REMOVE_UTM,
    as_normalize_url::SORT_AS_FORM,
    as_normalize_url::REMOVE_LAST_SLASH,
    as_normalize_url::REMOVE_ROOT,
    as_normalize_url::UPPERCASE_TRIPLETS,
];
