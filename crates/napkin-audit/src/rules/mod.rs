//! The rules: one small family per file, and one line per rule in the list below.
//!
//! A rule is a [`Rule`] with its name, its reason, its source, examples that are tested and shown in
//! `docs/audit.md`, and a function that reports its findings. `when` has the features of which one must occur
//! before that function is called.

mod characters;
mod userinfo;
mod authority;
mod confusion;
mod ports;
mod ipv4;
mod addresses;
mod local_names;
mod hosts;
pub(crate) mod unicode;
mod bidi;
mod lookalikes;
mod normal_forms;
mod code_points;
mod controls;
mod escapes;
mod paths;
mod filesystem;
mod schemes;
mod options;
mod slips;
mod references;
mod link_texts;
mod limits;

pub(crate) use hosts::plain_name;

use crate::rule::Rule;

/// Makes the list of rules.
macro_rules! rules {
    ($($module:ident::{$($RULE:ident),* $(,)?},)*) => {
        /// The one list of rules.
        ///
        /// ```
        /// use napkin_audit::RULES;
        ///
        /// let rule = RULES.iter().find(|rule| rule.id == "userinfo-hostlike").unwrap();
        /// assert!(rule.is_on && !rule.why.is_empty());
        /// assert!(rule.fires.iter().any(|uri| uri.contains('@')));
        /// ```
        pub const RULES: &[Rule] = &[$($($module::$RULE,)*)*];

        #[cfg(test)]
        const FILES: &[&str] = &[$(stringify!($module)),*];
    };
}

rules! {
    characters::{
        INVALID_REFERENCE, MALFORMED_ESCAPE, WHITESPACE, CONTROL_CHARACTER, BACKSLASH,
        NON_ASCII_CHARACTER,
    },
    userinfo::{
        USERINFO_PRESENT, PASSWORD_IN_USERINFO, USERINFO_HOSTLIKE, ENCODED_DELIMITER_IN_USERINFO,
        SEVERAL_AT,
    },
    authority::{SLASHES_MISSING, SLASHES_EXTRA, EMPTY_HOST, TEXT_AFTER_BRACKET, IPV6_ZONE},
    confusion::{HOSTS_DISAGREE, HOSTS_MAY_DISAGREE},
    ports::{
        PORT_NOT_DEFAULT, PORT_WELL_KNOWN, PORT_OF_ANOTHER_PROTOCOL, PORT_OUT_OF_RANGE,
        PORT_NOT_A_NUMBER, EMPTY_PORT, DEFAULT_PORT,
    },
    ipv4::{RARE_IPV4, HOST_BECOMES_ADDRESS},
    addresses::{
        UNSPECIFIED_ADDRESS, LOOPBACK_ADDRESS, PRIVATE_ADDRESS, LINK_LOCAL_ADDRESS, METADATA_ADDRESS,
        MULTICAST_ADDRESS, SPECIAL_ADDRESS, IPV6_EMBEDS_IPV4, IPV6_TEXT,
    },
    local_names::{LOCAL_NAME, SPECIAL_NAME, SINGLE_LABEL_NAME, ADDRESS_IN_NAME},
    hosts::{
        HOST_UPPERCASE, HOST_NOT_DNS, PERCENT_ENCODED_HOST, HOST_NOT_PLAIN, HOST_TOO_LONG, HOST_NOT_UTF8, TRAILING_DOT,
        ENCODED_DELIMITER_IN_HOST, IPVFUTURE_UNKNOWN,
    },
    unicode::{
        MIXED_SCRIPTS, CONFUSABLE_HOST, INVISIBLE_CHARACTER, COMPATIBILITY_CHARACTERS, IDNA_INVALID,
        PUNYCODE_HOST, PUNYCODE_INVALID,
    },
    bidi::{BIDI_CONTROL, BIDI_MIXED, BIDI_EDGES, BIDI_NUMBER},
    lookalikes::{SPACE_LOOKALIKE, DELIMITER_LOOKALIKE, WIDTH_VARIANT},
    normal_forms::{NOT_NFC, NOT_NFKC, LEADING_COMBINING_MARK},
    code_points::{
        ENCODED_SURROGATE, ENCODED_NONCHARACTER, REPLACEMENT_CHARACTER, PRIVATE_USE, ESCAPED_CHARACTER,
    },
    controls::{ENCODED_CRLF, MAIL_HEADER_INJECTION, ENCODED_NUL, ENCODED_CONTROL},
    escapes::{
        DOUBLE_ENCODED, DOUBLE_ENCODED_CONTROL, OVERLONG_UTF8, NON_UTF8_ESCAPE, ENCODED_DELIMITER_IN_QUERY, UNNEEDED_ESCAPE,
        LOWERCASE_HEX,
    },
    paths::{
        ENCODED_SLASH, ENCODED_BACKSLASH, ENCODED_DELIMITER_IN_PATH, ENCODED_DOT_SEGMENT, HIDDEN_DOT_SEGMENT,
        DOT_SEGMENT,
        DOT_SEGMENT_ABOVE_TOP, AUTHORITY_BY_REWRITING,
    },
    filesystem::{FS_SPECIAL_CHAR, FS_DEVICE_NAME},
    schemes::{SCHEME_UPPERCASE, SCRIPT_SCHEME, CONTENT_SCHEME, LOCAL_SCHEME, HANDLER_SCHEME, FILE_HOST, SECRET_IN_URI, MAIL_HEADER},
    options::{OPTION_LIKE_PART},
    references::{NETWORK_PATH_REFERENCE, URL_IN_QUERY, SUFFIX_REFERENCE},
    slips::{SCHEME_MISSPELLED, SCHEME_DOUBLED, COLON_MISSING, ENTITY_LEFT, PLUS_FOR_BLANK, IPV4_OUT_OF_RANGE, EMPTY_INPUT},
    link_texts::{TEXT_NAMES_OTHER_HOST},
    limits::{SCHEME_NOT_ALLOWED, PORT_NOT_ALLOWED, HOST_NOT_ALLOWED},
}

impl Rule {
    /// The rule with this name.
    pub fn named(id: &str) -> Option<&'static Self> {
        RULES.iter().find(|rule| rule.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn every_file_has_a_line_in_the_list() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rules");
        let mut found: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .filter(|name| name != "mod")
            .collect();
        found.sort();
        let mut listed = FILES.to_vec();
        listed.sort_unstable();
        assert_eq!(found, listed);
    }
}
