//! The operators as data: the table of RFC 6570 appendix A. Everything else asks its fields, never which operator it is.

use napkin::ByteSet;

/// The characters that every value has raw.
pub(crate) const UNRESERVED: ByteSet = ByteSet::range(b'A', b'Z')
    .or(ByteSet::range(b'a', b'z'))
    .or(ByteSet::range(b'0', b'9'))
    .or(ByteSet::of(b"-._~"));

/// The characters that delimit parts, which values of `+` and `#` have raw too.
pub(crate) const RESERVED: ByteSet = ByteSet::of(b":/?#[]@!$&'()*+,;=");

/// How an expression is expanded: its operator, or that it has none (RFC 6570 §3.2.2 to §3.2.9).
///
/// ```
/// use napkin_template::template;
///
/// let operator = template!("/{?q}").expressions().next().unwrap().operator();
/// assert_eq!((operator.symbol(), operator.is_named()), ("?", true));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Operator {
    pub(crate) symbol: &'static str,
    /// What precedes the first value.
    pub(crate) first: &'static str,
    /// What precedes each further value.
    pub(crate) separator: u8,
    /// Whether the name of the variable precedes its value.
    pub(crate) named: bool,
    /// What follows a name whose value is empty.
    pub(crate) if_empty: &'static str,
    /// Whether reserved characters and triplets stay raw.
    pub(crate) raw: bool,
    /// The level of templates that have it.
    pub(crate) level: u8,
}

impl Operator {
    /// The operator as it is written; empty for simple expansion.
    pub const fn symbol(&self) -> &'static str {
        self.symbol
    }

    /// Whether the name of the variable precedes its value: `q=x`.
    pub const fn is_named(&self) -> bool {
        self.named
    }

    /// Whether values keep reserved characters: with untrusted values, such an expression may make any URI.
    pub const fn keeps_reserved(&self) -> bool {
        self.raw
    }

    /// The operator that a byte is the symbol of, or else that of simple expansion.
    #[inline]
    pub(crate) fn at(symbol: Option<&u8>) -> &'static Self {
        let number = symbol.and_then(|symbol| BY_SYMBOL.get(usize::from(*symbol)));
        &OPERATORS[usize::from(*number.unwrap_or(&0)) % OPERATORS.len()]
    }

    /// The operator that goes on behind the first value of this one: its own first is this one's separator.
    pub(crate) fn further(&self) -> Option<&'static Self> {
        let further = Self::at(Some(&self.separator));
        (further.first.as_bytes() == [self.separator] && further.named == self.named)
            .then_some(further)
    }
}

/// The numbers of the operators by their symbols.
static BY_SYMBOL: [u8; 128] = {
    let (mut by_symbol, mut number) = ([0; 128], 1);
    while number < OPERATORS.len() {
        by_symbol[OPERATORS[number].symbol.as_bytes()[0] as usize] = number as u8;
        number += 1;
    }
    by_symbol
};

/// An operator without names, whose values are unreserved.
const PLAIN: Operator = Operator {
    symbol: "",
    first: "",
    separator: b',',
    named: false,
    if_empty: "",
    raw: false,
    level: 1,
};

/// All operators; the first is that of simple expansion.
pub(crate) static OPERATORS: [Operator; 8] = [
    PLAIN,
    Operator { symbol: "+", raw: true, level: 2, ..PLAIN },
    Operator { symbol: "#", first: "#", raw: true, level: 2, ..PLAIN },
    Operator { symbol: ".", first: ".", separator: b'.', level: 3, ..PLAIN },
    Operator { symbol: "/", first: "/", separator: b'/', level: 3, ..PLAIN },
    Operator { symbol: ";", first: ";", separator: b';', named: true, level: 3, ..PLAIN },
    Operator {
        symbol: "?",
        first: "?",
        separator: b'&',
        named: true,
        if_empty: "=",
        level: 3,
        ..PLAIN
    },
    Operator {
        symbol: "&",
        first: "&",
        separator: b'&',
        named: true,
        if_empty: "=",
        level: 3,
        ..PLAIN
    },
];
