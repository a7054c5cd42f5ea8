//! The places of values in protocols, headers and lists, each with the octets that a value can have there.
//!
//! A value is decoded data. In its place it must not become a delimiter, so that a line has the arguments, and a list
//! the entries, that the plan gives it. [`Client::argument`](crate::Client) compares a value with its place; a value
//! that cannot be written there is an error.

use napkin::ByteSet;
use napkin::edition::Rule;

use crate::citation::{DELIMITERS, REG_NAME};

/// A place: the rule of the protocol, and the octets of a value.
pub(crate) struct Place {
    /// The rule that the protocol's document has for the place.
    pub(crate) rule: Rule,
    /// The ASCII octets that a value can have.
    pub(crate) ascii: ByteSet,
    /// The octets above ASCII that it can have.
    pub(crate) others: Others,
    /// The octets that it cannot begin with.
    pub(crate) not_first: ByteSet,
    /// Whether a value has at least one octet.
    pub(crate) needs_one: bool,
}

/// The octets above ASCII that a value can have.
#[derive(Clone, Copy)]
pub(crate) enum Others {
    None,
    /// All but 255, the `IAC` of Telnet (RFC 854), which begins a command and is in no UTF-8.
    ButIac,
    All,
}

/// The octets that end a line, or a text, in every protocol.
pub(crate) const CONTROLS: ByteSet = ByteSet::of(b"\r\n\0");
const ALL: ByteSet = ByteSet::range(0, 0x7F).without(CONTROLS);
const GRAPHIC: ByteSet = ByteSet::range(b'!', b'~');

impl Place {
    /// A place for any octets but line ends and NUL, also for none.
    const fn new(name: &'static str, section: &'static str) -> Self {
        Self::of(Rule { name, section })
    }

    /// A place with this rule, for any octets but line ends and NUL, also for none.
    const fn of(rule: Rule) -> Self {
        Self { rule, ascii: ALL, others: Others::All, not_first: ByteSet::EMPTY, needs_one: false }
    }

    /// This place without these octets.
    const fn without(self, refused: &[u8]) -> Self {
        Self { ascii: self.ascii.without(ByteSet::of(refused)), ..self }
    }

    /// This place for a value of at least one octet, which is an argument between others.
    const fn argument(self) -> Self {
        Self { needs_one: true, ..self }
    }

    /// This place for printable ASCII only.
    const fn printable(self) -> Self {
        Self { ascii: self.ascii.and(GRAPHIC), others: Others::None, ..self }
    }

    /// The index of the first octet that a value cannot have here; its length, if it is empty and must not be.
    pub(crate) fn fault(&self, value: &[u8]) -> Option<usize> {
        if value.is_empty() {
            return self.needs_one.then_some(0);
        }
        let is_refused = |(at, &octet): (usize, &u8)| {
            let is_allowed = match (octet, self.others) {
                (0..=0x7F, _) => self.ascii.contains(octet),
                (_, Others::None) | (u8::MAX, Others::ButIac) => false,
                (_, Others::ButIac | Others::All) => true,
            };
            !is_allowed || at == 0 && self.not_first.contains(octet)
        };
        value.iter().enumerate().position(is_refused)
    }
}

/// A value that a protocol does not delimit by octets: it is alone on its line, or has a length.
pub(crate) const TEXT: Place = Place::of(DELIMITERS);

pub(crate) const HOST: Place = Place::of(REG_NAME);

/// The argument of a command of FTP, the rest of its line, which is one of Telnet.
pub(crate) const FTP_ARGUMENT: Place = Place {
    others: Others::ButIac,
    ..Place::new("string without IAC", "RFC 959 section 5.3.2, RFC 854")
};

/// An argument of AUTHINFO USER and AUTHINFO PASS.
pub(crate) const NNTP_LOGIN: Place =
    Place::new("user-pass-char", "RFC 4643 section 3.1").without(b" \t").argument();

/// The name of a newsgroup in a command.
pub(crate) const NNTP_GROUP: Place = Place {
    ascii: GRAPHIC.without(ByteSet::of(b"!*,?[\\]")),
    ..Place::new("newsgroup-name", "RFC 3977 section 9.8").argument()
};

pub(crate) const NNTP_PATTERN: Place = Place {
    ascii: GRAPHIC.without(ByteSet::of(b"!,[\\]")),
    ..Place::new("wildmat-pattern", "RFC 3977 section 9.8").argument()
};

/// A message id between its angle brackets.
pub(crate) const NNTP_MESSAGE_ID: Place =
    Place::new("message-id", "RFC 3977 section 9.8").printable().without(b"<>").argument();

pub(crate) const POP_ARGUMENT: Place =
    Place::new("argument", "RFC 1939 section 3").printable().argument();

pub(crate) const SASL_MECHANISM: Place =
    Place::new("sasl-mech", "RFC 4422 section 3.1").printable().without(NOT_IN_SASL).argument();
const NOT_IN_SASL: &[u8] = b"!\"#$%&'()*+,./:;<=>?@[\\]^`{|}~";

/// A parameter of IRC before others: without spaces, and without a leading colon.
pub(crate) const IRC_PARAMETER: Place = Place {
    not_first: ByteSet::of(b":"),
    ..Place::new("middle", "RFC 2812 section 2.3.1").without(b" ").argument()
};

/// The name of a channel, which is in a list.
pub(crate) const IRC_CHANNEL: Place =
    Place::new("channel", "RFC 2812 section 2.3.1").without(b" ,\x07").argument();

/// The receiver of a message, which is in a list.
pub(crate) const IRC_RECEIVER: Place =
    Place::new("msgto", "RFC 2812 section 2.3.1").without(b" ,\x07").argument();

/// The key of a channel, which is in a list.
pub(crate) const IRC_KEY: Place = Place {
    not_first: ByteSet::of(b":"),
    ..Place::new("key", "RFC 2812 section 2.3.1").without(b" ,\t\x0B\x0C").argument()
};

/// The user of a registration.
pub(crate) const IRC_USER: Place = Place {
    not_first: ByteSet::of(b":"),
    ..Place::new("user", "RFC 2812 section 2.3.1").without(b" @").argument()
};

/// A field of a request of Gopher, which a tab ends.
pub(crate) const GOPHER_FIELD: Place =
    Place::new("selector", "RFC 1436 section 3.9").without(b"\t");

/// The words of a search of WAIS, which spaces separate.
pub(crate) const WAIS_WORD: Place = Place::new("search", "RFC 4156 section 2").without(b" \t");

/// The value of a field of a mail header: no line end, and no other control character but a tab.
pub(crate) const HEADER_VALUE: Place = Place {
    ascii: GRAPHIC.or(ByteSet::of(b" \t")),
    ..Place::new("unstructured", "RFC 5322 section 3.2.5")
};

/// An id between the angle brackets of a header, such as Message-ID.
pub(crate) const HEADER_ID: Place =
    Place::new("msg-id", "RFC 822 section 4.1").printable().without(b"<>").argument();

#[cfg(test)]
mod tests {
    use super::{
        FTP_ARGUMENT, GOPHER_FIELD, HEADER_ID, HEADER_VALUE, IRC_CHANNEL, IRC_KEY, IRC_PARAMETER,
        IRC_USER, NNTP_GROUP, NNTP_LOGIN, NNTP_MESSAGE_ID, NNTP_PATTERN, POP_ARGUMENT, Place,
        SASL_MECHANISM, TEXT, WAIS_WORD,
    };

    /// The delimiters of each place, and whether it needs an octet.
    #[test]
    fn a_place_has_no_delimiter_of_its_own() {
        let places: [(&Place, &[u8], bool); 16] = [
            (&TEXT, b"", false),
            (&FTP_ARGUMENT, b"\xFF", false),
            (&NNTP_LOGIN, b" \t", true),
            (&NNTP_GROUP, b" \t,*?", true),
            (&NNTP_PATTERN, b" \t,!", true),
            (&NNTP_MESSAGE_ID, b" \t<>", true),
            (&POP_ARGUMENT, b" \t\x80", true),
            (&SASL_MECHANISM, b" *+\x80", true),
            (&IRC_PARAMETER, b" :", true),
            (&IRC_CHANNEL, b" ,\x07", true),
            (&IRC_KEY, b" ,:", true),
            (&IRC_USER, b" @:", true),
            (&GOPHER_FIELD, b"\t", false),
            (&WAIS_WORD, b" ", false),
            (&HEADER_ID, b" \t<>\x80", true),
            (&HEADER_VALUE, b"\x1B\x7F\x0B", false),
        ];
        for (place, delimiters, needs_one) in places {
            let name = place.rule.name;
            for octet in delimiters.iter().chain(b"\r\n\0") {
                assert_eq!(place.fault(&[*octet]), Some(0), "{name}: {octet}");
            }
            assert_eq!(place.fault(b"").is_some(), needs_one, "{name}");
            assert_eq!(place.fault(b"a-1"), None, "{name}");
        }
        assert_eq!(IRC_PARAMETER.fault(b"a:b"), None);
        assert_eq!(NNTP_MESSAGE_ID.fault(b"a b"), Some(1));
        assert_eq!(NNTP_GROUP.fault("é".as_bytes()), None);
    }
}
