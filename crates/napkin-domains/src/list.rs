//! Lookups in a public suffix list.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::error::ListError;
use crate::name::{
    Dots, Spelling, in_ascii, mapped_end, spelling, start_of_end, without_final_dot,
};
use crate::rules::Rules;
use crate::suffix::{Section, Sections, Suffix};

/// The most labels that a DNS name has, which bounds the length of rules.
const MOST_LABELS: usize = 127;

/// A public suffix list, ready for lookups.
///
/// Names are compared without regard to case, and in `xn--` as in letters. One dot at the end of a name is ignored.
/// A lookup takes time linear in the length of the name.
#[derive(Clone)]
pub struct List {
    rules: Rules,
}

/// The list in this package, whose table a test compares with the text of the list.
static MOZILLA: List = List { rules: Rules::made(include_bytes!("public_suffix_list.bin")) };

impl List {
    /// Mozilla's list in this package, of the date [`LIST_DATE`](crate::LIST_DATE). It is a table in the program: nothing is
    /// read or allocated.
    ///
    /// ```
    /// use napkin_domains::{List, Sections};
    ///
    /// assert!(List::mozilla().is_public_suffix("com", Sections::Icann));
    /// ```
    pub fn mozilla() -> &'static Self {
        &MOZILLA
    }

    /// Reads a list in [the format of Mozilla's](https://github.com/publicsuffix/list/wiki/Format): a rule a line, up
    /// to the first blank; `*.` before a rule stands for any label, and `!` takes a name out of such a rule. A line
    /// that begins with `//` is a comment. `// ===BEGIN PRIVATE DOMAINS===` begins the private section; rules before
    /// it are rules of registries.
    ///
    /// Without the feature `idna`, rules are in ASCII.
    ///
    /// # Errors
    ///
    /// The first line that is no rule, or that the list has no rule.
    ///
    /// ```
    /// use napkin_domains::{List, ListErrorKind, Sections};
    ///
    /// let list = List::parse("// Our own\nexample\n*.apps.example\n!www.apps.example")?;
    /// let domain = |name| list.registrable_domain(name, Sections::Icann);
    /// assert_eq!(domain("a.b.example"), Some("b.example"));
    /// assert_eq!(domain("a.b.apps.example"), Some("a.b.apps.example"));
    /// assert_eq!(domain("a.www.apps.example"), Some("www.apps.example"));
    ///
    /// let error = List::parse("example\na..example").err().unwrap();
    /// assert_eq!((error.kind(), error.line()), (ListErrorKind::EmptyLabel, Some(2)));
    /// # Ok::<(), napkin_domains::ListError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ListError> {
        Ok(Self { rules: Rules::read(text)? })
    }

    /// The public suffix of a name: the longest rule that the name ends in. `None` if no rule fits, or a label of the
    /// name is empty. The labels are not checked further. Without the feature `idna`, nor does a name have one that
    /// non-ASCII letters keep from being looked up.
    ///
    /// A name that no rule fits has no suffix here, although the list's own algorithm takes the last label for one.
    ///
    /// ```
    /// use napkin_domains::{List, Section, Sections};
    ///
    /// let list = List::mozilla();
    /// let suffix = list.public_suffix("me.GitHub.io.", Sections::All).unwrap();
    /// assert_eq!((suffix.as_str(), suffix.section()), ("GitHub.io", Section::Private));
    /// let suffix = list.public_suffix("me.GitHub.io.", Sections::Icann).unwrap();
    /// assert_eq!((suffix.as_str(), suffix.section()), ("io", Section::Icann));
    /// assert_eq!(list.public_suffix("食狮.公司.cn", Sections::Icann).unwrap().as_str(), "公司.cn");
    /// assert_eq!(list.public_suffix("a.xn--55qx5d.cn", Sections::Icann).unwrap().as_str(), "xn--55qx5d.cn");
    /// ```
    pub fn public_suffix<'n>(&self, name: &'n str, sections: Sections) -> Option<Suffix<'n>> {
        let name = without_final_dot(name);
        self.suffix(name, spelling(name), sections)
    }

    /// The public suffix of a name without a dot at its end.
    fn suffix<'n>(
        &self,
        name: &'n str,
        spelling: Spelling,
        sections: Sections,
    ) -> Option<Suffix<'n>> {
        let (text, section) = match spelling {
            Spelling::EmptyLabel => return None,
            Spelling::Plain(dots) => self.longest(name, dots, sections)?,
            Spelling::Mixed => {
                let mapped = mapped_end(name, MOST_LABELS);
                let (text, section) = self.longest(&mapped, Dots::UNKNOWN, sections)?;
                // The mapped suffix has other lengths, and as many labels.
                let labels = text.split('.').count();
                (name.get(start_of_end(name, labels)..)?, section)
            }
        };
        Some(Suffix { text, section })
    }

    /// The registrable domain of a name: its public suffix and one more label, as the name has it. `None` if the name
    /// has no public suffix, or is one.
    ///
    /// ```
    /// use napkin_domains::{List, Sections};
    ///
    /// let list = List::mozilla();
    /// assert_eq!(list.registrable_domain("a.b.example.com", Sections::Icann), Some("example.com"));
    /// assert_eq!(list.registrable_domain("a.me.github.io", Sections::All), Some("me.github.io"));
    /// assert_eq!(list.registrable_domain("a.me.github.io", Sections::Icann), Some("github.io"));
    /// assert_eq!(list.registrable_domain("10.0.0.1", Sections::Icann), None);
    /// ```
    pub fn registrable_domain<'n>(&self, name: &'n str, sections: Sections) -> Option<&'n str> {
        self.spelled_domain(name, sections).map(|(domain, _)| domain)
    }

    /// The registrable domain of a name, and whether it is lowercase ASCII for sure.
    pub(crate) fn spelled_domain<'n>(
        &self,
        name: &'n str,
        sections: Sections,
    ) -> Option<(&'n str, bool)> {
        let name = without_final_dot(name);
        let spelling = spelling(name);
        let suffix = self.suffix(name, spelling, sections)?.text;
        let before = name.len().checked_sub(suffix.len())?;
        if let Spelling::Plain(dots) = spelling {
            let dot = dots.before(name, before.checked_sub(1)?);
            return Some((name.get(dot.map_or(0, |dot| dot + 1)..)?, true));
        }
        let before = without_final_dot(name.get(..before)?);
        let start = start_of_end(before, 1);
        name.get(start..).filter(|_| !before.is_empty()).map(|domain| (domain, false))
    }

    /// The labels of a name before its registrable domain, without the dot between; empty if the name is the domain. `None` if
    /// it has no registrable domain.
    ///
    /// ```
    /// use napkin_domains::{List, Sections};
    ///
    /// let list = List::mozilla();
    /// assert_eq!(list.subdomain("a.b.example.com", Sections::Icann), Some("a.b"));
    /// assert_eq!(list.subdomain("example.com.", Sections::Icann), Some(""));
    /// assert_eq!(list.subdomain("com", Sections::Icann), None);
    /// ```
    pub fn subdomain<'n>(&self, name: &'n str, sections: Sections) -> Option<&'n str> {
        let domain = self.registrable_domain(name, sections)?;
        without_final_dot(name).strip_suffix(domain).map(without_final_dot)
    }

    /// Whether a name is a public suffix itself.
    ///
    /// ```
    /// use napkin_domains::{List, Sections};
    ///
    /// let is_suffix = |name| List::mozilla().is_public_suffix(name, Sections::Icann);
    /// assert!(is_suffix("co.uk") && is_suffix("CO.UK.") && is_suffix("香港"));
    /// assert!(!is_suffix("example.co.uk") && !is_suffix("localhost"));
    /// ```
    pub fn is_public_suffix(&self, name: &str, sections: Sections) -> bool {
        let suffix = self.public_suffix(name, sections);
        suffix.is_some_and(|suffix| suffix.text.len() == without_final_dot(name).len())
    }

    /// Whether a public suffix is below a name, so that names below it belong to different sites: `s3.amazonaws.com` is below
    /// `amazonaws.com`, which is none itself. It looks through all rules.
    ///
    /// ```
    /// use napkin_domains::{List, Sections};
    ///
    /// let has_below = |name, sections| List::mozilla().has_suffix_below(name, sections);
    /// assert!(has_below("amazonaws.com", Sections::All) && has_below("uk", Sections::Icann));
    /// assert!(!has_below("amazonaws.com", Sections::Icann) && !has_below("example.com", Sections::All));
    /// ```
    pub fn has_suffix_below(&self, name: &str, sections: Sections) -> bool {
        let name = in_ascii(without_final_dot(name));
        let is_below = |rule: &str| {
            rule.strip_suffix(&*name).is_some_and(|above| above.ends_with('.') && above.len() > 1)
        };
        let counts =
            |section: Option<Section>| section.is_some_and(|section| sections.have(section));
        self.rules.iter().any(|(rule, node)| {
            let is_same = || rule == name && counts(node.wildcard);
            is_same() || is_below(rule) && (counts(node.rule) || counts(node.wildcard))
        })
    }

    /// The text by which names are grouped: the registrable domain by both sections, or the whole name if it has none, in
    /// lowercase ASCII with `xn--` and without a dot at the end. `a.github.io` and `b.github.io` are two groups.
    ///
    /// Two hosts that are names are schemelessly same site (HTML Standard §7.1.1) if and only if their groups are equal.
    ///
    /// ```
    /// use napkin_domains::List;
    ///
    /// let list = List::mozilla();
    /// assert_eq!(list.site("www.Example.co.uk."), "example.co.uk");
    /// assert_eq!(list.site("www.BÜCHER.example.com"), "example.com");
    /// assert_eq!(list.site("www.食狮.公司.cn"), list.site("xn--85x722f.xn--55qx5d.cn"));
    /// assert_eq!(list.site("a.me.github.io"), "me.github.io");
    /// assert_eq!(list.site("localhost"), "localhost");
    /// ```
    pub fn site<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let domain = self.registrable_domain(name, Sections::All);
        in_ascii(domain.unwrap_or_else(|| without_final_dot(name)))
    }

    /// The longest suffix of a name in lowercase ASCII by the rules of the sections that count.
    fn longest<'m>(
        &self,
        name: &'m str,
        dots: Dots,
        sections: Sections,
    ) -> Option<(&'m str, Section)> {
        let counts = |section: &Section| sections.have(*section);
        let (mut found, mut exempt) = (None, None);
        let (mut above, mut wildcard) = ("", None);
        let mut end = name.len();
        loop {
            let dot = dots.before(name, end);
            let name = name.get(dot.map_or(0, |dot| dot + 1)..)?;
            // A label in other letters than ASCII may be one of a rule, which is in `xn--`.
            if cfg!(not(feature = "idna")) && !name.is_ascii() {
                return None;
            }
            // No rule is longer than a name that the list does not know.
            let Some(node) = self.rules.get(name) else {
                found = wildcard.map(|section| (name, section)).or(found);
                break;
            };
            if let Some(section) = node.exception.filter(counts) {
                exempt = Some((above, section));
            }
            let section = match (node.rule.filter(counts), wildcard) {
                (Some(rule), Some(wildcard)) => Some(rule.min(wildcard)),
                (rule, wildcard) => rule.or(wildcard),
            };
            found = section.map(|section| (name, section)).or(found);
            let Some(dot) = dot else { break };
            (above, wildcard, end) = (name, node.wildcard.filter(counts), dot);
        }
        exempt.or(found)
    }
}

/// The text of a list, as [`List::parse`] takes it.
impl FromStr for List {
    type Err = ListError;

    fn from_str(text: &str) -> Result<Self, ListError> {
        Self::parse(text)
    }
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("List").finish_non_exhaustive()
    }
}
