//! The decoded texts of a directory in a URI: names (RFC 4514), filters (RFC 4515) and attribute descriptions (RFC
//! 4512). They are only checked.

use napkin::ByteSet;
use napkin::edition::Rule;

use crate::spelling::{ALPHA, DIGIT, HEX};

/// The place at which a text breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    pub(crate) at: usize,
    pub(crate) rule: Rule,
}

const KEYCHAR: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-"));
/// The characters allowed in a value of a name only after a backslash.
const SPECIAL: ByteSet = ByteSet::of(b"\0\"+,;<>");
/// The characters allowed after a backslash, besides two digits.
const ESCAPABLE: ByteSet = ByteSet::of(b"\\\"+,;<> #=");

const OID: Rule = Rule { name: "oid", section: "RFC 4512 section 1.4" };
const OPTION: Rule = Rule { name: "option", section: "RFC 4512 section 2.5" };
const NAME: Rule = Rule { name: "distinguishedName", section: "RFC 4514 section 3" };
const NAME_VALUE: Rule = Rule { name: "attributeValue", section: "RFC 4514 section 3" };
const FILTER: Rule = Rule { name: "filter", section: "RFC 4515 section 3" };
const FILTER_VALUE: Rule = Rule { name: "assertionvalue", section: "RFC 4515 section 3" };
const SELECTOR: Rule = Rule { name: "attributeSelector", section: "RFC 4511 section 4.5.1" };
const UTF8: Rule = Rule { name: "UTF8", section: "RFC 4512 section 1.4" };

/// A name: types and values from the entry up to the root; an empty one is the root.
pub(crate) fn check_name(text: &[u8]) -> Result<(), Flaw> {
    let mut cursor = Cursor::new(text)?;
    if text.is_empty() {
        return Ok(());
    }
    loop {
        cursor.oid()?;
        cursor.expect(b'=', NAME)?;
        cursor.name_value()?;
        if !cursor.take(b',') && !cursor.take(b'+') {
            return cursor.end(NAME);
        }
    }
}

/// A filter in parentheses. Empty lists are true and false (RFC 4526).
pub(crate) fn check_filter(text: &[u8]) -> Result<(), Flaw> {
    let mut cursor = Cursor::new(text)?;
    // For each open filter, whether it is a list; a negation is not.
    let mut open = Vec::new();
    loop {
        cursor.expect(b'(', FILTER)?;
        if cursor.take(b'&') || cursor.take(b'|') {
            open.push(true);
        } else if cursor.take(b'!') {
            open.push(false);
            continue;
        } else {
            cursor.filter_item()?;
            cursor.expect(b')', FILTER)?;
        }
        loop {
            match open.last() {
                None => return cursor.end(FILTER),
                Some(true) if cursor.peek() == Some(b'(') => break,
                Some(_) => cursor.expect(b')', FILTER)?,
            }
            open.pop();
        }
    }
}

/// Checks a selector: an attribute with options, all attributes of a class (`@`, RFC 4529), all user attributes
/// (`*`) or all operational ones (`+`, RFC 3673).
pub(crate) fn check_selector(text: &[u8]) -> Result<(), Flaw> {
    let mut cursor = Cursor::new(text)?;
    if !cursor.take(b'*') && !cursor.take(b'+') {
        cursor.take(b'@');
        cursor.attribute()?;
    }
    cursor.end(SELECTOR)
}

/// A short name or a dotted number.
pub(crate) fn check_oid(text: &[u8]) -> Result<(), Flaw> {
    let mut cursor = Cursor::new(text)?;
    cursor.oid()?;
    cursor.end(OID)
}

/// Any text in UTF-8.
pub(crate) fn check_text(text: &[u8]) -> Result<(), Flaw> {
    Cursor::new(text).map(|_| ())
}

struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Cursor<'t> {
    fn new(text: &'t [u8]) -> Result<Self, Flaw> {
        match std::str::from_utf8(text) {
            Ok(_) => Ok(Self { text, at: 0 }),
            Err(error) => Err(Flaw { at: error.valid_up_to(), rule: UTF8 }),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        self.take_any(ByteSet::of(&[byte]))
    }

    fn take_any(&mut self, set: ByteSet) -> bool {
        let there = self.peek().is_some_and(|byte| set.contains(byte));
        self.at += usize::from(there);
        there
    }

    const fn flaw(&self, rule: Rule) -> Flaw {
        Flaw { at: self.at, rule }
    }

    fn expect(&mut self, byte: u8, rule: Rule) -> Result<(), Flaw> {
        self.expect_any(ByteSet::of(&[byte]), rule)
    }

    fn expect_any(&mut self, set: ByteSet, rule: Rule) -> Result<(), Flaw> {
        if self.take_any(set) { Ok(()) } else { Err(self.flaw(rule)) }
    }

    fn end(&self, rule: Rule) -> Result<(), Flaw> {
        if self.at == self.text.len() { Ok(()) } else { Err(self.flaw(rule)) }
    }

    /// `descr`, or `numericoid`, whose numbers have no zero before other digits.
    fn oid(&mut self) -> Result<(), Flaw> {
        if self.take_any(ALPHA) {
            while self.take_any(KEYCHAR) {}
            return Ok(());
        }
        self.number()?;
        self.expect(b'.', OID)?;
        self.number()?;
        while self.take(b'.') {
            self.number()?;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), Flaw> {
        if !self.take(b'0') {
            self.expect_any(DIGIT, OID)?;
            while self.take_any(DIGIT) {}
        }
        Ok(())
    }

    fn attribute(&mut self) -> Result<(), Flaw> {
        self.oid()?;
        while self.take(b';') {
            self.expect_any(KEYCHAR, OPTION)?;
            while self.take_any(KEYCHAR) {}
        }
        Ok(())
    }

    fn hex_pair(&mut self, rule: Rule) -> Result<(), Flaw> {
        self.expect_any(HEX, rule)?;
        self.expect_any(HEX, rule)
    }

    /// `attributeValue`: text without a space at either end, or `#` and the digits of octets.
    fn name_value(&mut self) -> Result<(), Flaw> {
        if self.take(b'#') {
            self.hex_pair(NAME_VALUE)?;
            while self.peek().is_some_and(|byte| HEX.contains(byte)) {
                self.hex_pair(NAME_VALUE)?;
            }
            return Ok(());
        }
        if self.peek() == Some(b' ') {
            return Err(self.flaw(NAME_VALUE));
        }
        let mut space = None;
        while let Some(byte) = self.peek().filter(|byte| !matches!(byte, b',' | b'+')) {
            if SPECIAL.contains(byte) {
                return Err(self.flaw(NAME_VALUE));
            }
            space = (byte == b' ').then_some(self.at);
            self.at += 1;
            if byte == b'\\' && !self.take_any(ESCAPABLE) {
                self.hex_pair(NAME_VALUE)?;
            }
        }
        space.map_or(Ok(()), |at| Err(Flaw { at, rule: NAME_VALUE }))
    }

    /// `item`: an attribute, how it is compared, and with what.
    fn filter_item(&mut self) -> Result<(), Flaw> {
        let has_attribute = self.peek() != Some(b':');
        if has_attribute {
            self.attribute()?;
        }
        if self.peek() == Some(b':') {
            self.matching_rule(has_attribute)?;
            return self.filter_value(false);
        }
        let is_equality = !self.take_any(ByteSet::of(b"~<>"));
        self.expect(b'=', FILTER)?;
        self.filter_value(is_equality)
    }

    /// `[dnattrs] [matchingrule] ":="`; without an attribute, a rule is required.
    fn matching_rule(&mut self, has_attribute: bool) -> Result<(), Flaw> {
        let mut named = 0;
        let mut first_is_dn = false;
        loop {
            self.expect(b':', FILTER)?;
            if self.peek() == Some(b'=') && (has_attribute || named > 0) {
                self.at += 1;
                return Ok(());
            }
            let start = self.at;
            if named == 2 || named == 1 && !first_is_dn {
                return Err(self.flaw(FILTER));
            }
            self.oid()?;
            named += 1;
            let name = self.text.get(start..self.at).unwrap_or_default();
            first_is_dn = named == 1 && name.eq_ignore_ascii_case(b"dn") || named > 1;
        }
    }

    /// `assertionvalue`, in which an asterisk matches any text.
    fn filter_value(&mut self, has_asterisks: bool) -> Result<(), Flaw> {
        while let Some(byte) = self.peek().filter(|byte| *byte != b')') {
            match byte {
                b'\0' | b'(' => return Err(self.flaw(FILTER_VALUE)),
                b'*' if !has_asterisks => return Err(self.flaw(FILTER_VALUE)),
                _ => self.at += 1,
            }
            if byte == b'\\' {
                self.hex_pair(FILTER_VALUE)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Flaw, check_filter, check_name, check_oid, check_selector};

    fn places(check: fn(&[u8]) -> Result<(), Flaw>, cases: &[(&str, Option<usize>)]) {
        for (text, at) in cases {
            assert_eq!(check(text.as_bytes()).err().map(|flaw| flaw.at), *at, "{text}");
        }
    }

    #[test]
    fn names() {
        places(
            check_name,
            &[
                ("", None),
                ("UID=jsmith,DC=example,DC=net", None),
                ("OU=Sales+CN=J.  Smith,DC=example,DC=net", None),
                (r#"CN=James \"Jim\" Smith\, III,DC=net"#, None),
                (r"CN=Before\0dAfter,DC=net", None),
                ("1.3.6.1.4.1.1466.0=#04024869", None),
                ("CN=", None),
                ("CN=a=b", None),
                (r"CN=a\ ", None),
                ("CN=a , DC=b", Some(4)),
                ("CN=a, DC=b", Some(5)),
                ("CN= a", Some(3)),
                ("CN=a;b", Some(4)),
                (r"CN=\zz", Some(4)),
                ("CN=#0", Some(5)),
                ("CN", Some(2)),
                ("CN=a,", Some(5)),
                ("01.2=x", Some(1)),
                ("1=x", Some(1)),
            ],
        );
        assert_eq!(check_name(b"CN=\xFF").unwrap_err().at, 3);
    }

    #[test]
    fn filters() {
        places(
            check_filter,
            &[
                ("(cn=Babs Jensen)", None),
                ("(!(cn=Tim Howes))", None),
                ("(&(objectClass=Person)(|(sn=Jensen)(cn=Babs J*)))", None),
                ("(o=univ*of*mich*)", None),
                ("(seeAlso=)", None),
                ("(cn:caseExactMatch:=Fred Flintstone)", None),
                ("(cn:=Betty Rubble)", None),
                ("(sn:dn:2.4.6.8.10:=Barney Rubble)", None),
                ("(o:dn:=Ace Industry)", None),
                ("(:1.2.3:=Wilma Flintstone)", None),
                ("(:DN:2.4.6.8.10:=Dino)", None),
                (r"(o=Parens R Us \28for all your parenthetical needs\29)", None),
                (r"(bin=\00\00\00\04)", None),
                ("(&)", None),
                ("(a>=1)", None),
                ("(a~=1)", None),
                ("cn=x", Some(0)),
                ("(cn=x", Some(5)),
                ("(cn=x))", Some(6)),
                ("(!(a=b)(c=d))", Some(7)),
                ("(!)", Some(2)),
                ("(cn=(x)", Some(4)),
                (r"(cn=\4)", Some(6)),
                ("(cn>=x*)", Some(6)),
                ("(:=x)", Some(2)),
                ("(cn:a:b:=x)", Some(6)),
                ("(cn:dn:b:c:=x)", Some(9)),
                ("()", Some(1)),
            ],
        );
        let deep = "(!".repeat(100_000);
        assert_eq!(check_filter(deep.as_bytes()).unwrap_err().at, deep.len());
    }

    #[test]
    fn attributes() {
        places(
            check_selector,
            &[
                ("cn", None),
                ("2.5.4.3", None),
                ("1.1", None),
                ("cn;lang-en;x-a", None),
                ("*", None),
                ("+", None),
                ("@person", None),
                ("**", Some(1)),
                ("cn;", Some(3)),
                ("c_n", Some(1)),
                ("", Some(0)),
            ],
        );
        places(
            check_oid,
            &[("e-bindname", None), ("1.2.3", None), ("1.", Some(2)), ("-a", Some(0))],
        );
    }
}
