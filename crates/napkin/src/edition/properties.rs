//! Properties of an edition that other crates read by methods, since its grammar is private.

use napkin_scan::ByteSet;

use super::Edition;
use super::rules::{
    AuthorityRule, Excess, Hierarchy, Lenient, Merge, NameRule, NewRequest, Parameters, Resolution,
    SchemeForm, Step,
};
use crate::fault::Part;

impl Edition {
    /// Whether the generic syntax itself, not a scheme, refuses an empty host.
    pub(crate) fn needs_hosts(&self) -> bool {
        let name = self.generic().map(|generic| generic.authority.host.name);
        name.is_some_and(|name| !matches!(name, NameRule::Registered(_)))
    }

    /// The bytes that are valid raw in a part, as far as a set can express that; the parser checks the other rules
    /// of the grammar.
    ///
    /// Where each scheme has a form of its own, these are the bytes of the scheme's form; an empty scheme means a
    /// reference without one. The userinfo includes its colon, and the host is a name. If the form does not
    /// separate the query from the path, the query has the bytes of the path.
    ///
    /// ```
    /// use napkin::Part;
    /// use napkin::edition::{RFC1738, RFC3986};
    ///
    /// assert!(RFC3986.raw_bytes(Part::Path, "http").contains(b';'));
    /// assert!(!RFC1738.raw_bytes(Part::Path, "mailto").contains(b' '));
    /// ```
    #[doc(hidden)]
    pub fn raw_bytes(&self, part: Part, scheme: &str) -> ByteSet {
        let (forms, generic): (&[SchemeForm], _) = match self.hierarchy {
            Hierarchy::Generic(generic) => (&[], Some(generic)),
            Hierarchy::ByScheme { .. } => (self.forms_of(scheme), None),
        };
        let authority = match generic {
            Some(generic) => Some(&generic.authority),
            None => forms.iter().find_map(|form| form.authority),
        };
        let userinfo = || {
            let rule = authority.and_then(|rule| rule.userinfo);
            rule.map_or(ByteSet::EMPTY, |rule| rule.raw).or(ByteSet::of(b":"))
        };
        let tail = || {
            let tail = forms.iter().flat_map(|form| form.tail);
            tail.fold(ByteSet::EMPTY, |set, steps| set.or(bytes_of(steps)))
        };
        match (part, generic, self.hierarchy) {
            (Part::Scheme, ..) => self.scheme.rest,
            (Part::Authority, ..) => {
                let registry = authority.and_then(|rule| rule.registry);
                let delimiters = ByteSet::of(b"@:");
                userinfo()
                    .or(self.name_bytes(authority))
                    .or(delimiters)
                    .or(registry.unwrap_or_default())
            }
            (Part::Userinfo, ..) => userinfo(),
            (Part::Host, ..) => self.name_bytes(authority),
            (Part::Port, ..) => super::DIGIT,
            (Part::Path, Some(generic), _) => generic.segment.or(ByteSet::of(b"/")),
            (Part::Query, Some(generic), _) => generic.query,
            (Part::Fragment, Some(generic), _) => generic.fragment,
            (Part::Fragment, None, Hierarchy::ByScheme { fragment, .. }) => fragment,
            (Part::Path | Part::Query | Part::Fragment, ..) => tail(),
        }
    }

    /// Whether a non-ASCII character is allowed raw in a part.
    ///
    /// ```
    /// use napkin::Part;
    /// use napkin::edition::{RFC3986, RFC3987};
    ///
    /// assert!(RFC3987.allows_raw(Part::Path, 'é') && !RFC3986.allows_raw(Part::Path, 'é'));
    /// assert!(RFC3987.allows_raw(Part::Query, '\u{E000}') && !RFC3987.allows_raw(Part::Path, '\u{E000}'));
    /// ```
    #[doc(hidden)]
    pub fn allows_raw(&self, part: Part, character: char) -> bool {
        self.beyond_ascii.of(part).iter().any(|set| set.contains(character))
    }

    /// The bytes that a scheme begins with.
    ///
    /// ```
    /// use napkin::edition::RFC3986;
    ///
    /// assert!(RFC3986.scheme_start().contains(b'h') && !RFC3986.scheme_start().contains(b'1'));
    /// ```
    #[doc(hidden)]
    pub const fn scheme_start(&self) -> ByteSet {
        self.scheme.first
    }

    /// Whether every scheme's parts are split by the same delimiters, instead of by a form for each scheme.
    ///
    /// ```
    /// use napkin::edition::{RFC1738, RFC3986};
    ///
    /// assert!(RFC3986.has_generic_syntax());
    /// assert!(!RFC1738.has_generic_syntax()); // each scheme has a form of its own
    /// ```
    #[doc(hidden)]
    pub const fn has_generic_syntax(&self) -> bool {
        self.generic().is_some()
    }

    /// Whether a `;` in the path begins parameters.
    #[doc(hidden)]
    pub fn has_parameters(&self) -> bool {
        self.parameters() != Parameters::None
    }

    /// Whether parameters are a component of their own, behind the path (RFC 1808 §2.1).
    ///
    /// ```
    /// use napkin::edition::{RFC1808, RFC2396, RFC3986};
    ///
    /// assert!(RFC1808.splits_parameters() && RFC1808.has_parameters());
    /// assert!(!RFC2396.splits_parameters() && RFC2396.has_parameters()); // of each segment
    /// assert!(!RFC3986.has_parameters());
    /// assert_eq!(RFC1808.parse("http://h/a;b")?.parameters(), Some("b"));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn splits_parameters(&self) -> bool {
        self.parameters() == Parameters::Component
    }

    /// Whether a fragment is part of the URI, instead of part of its use.
    ///
    /// ```
    /// use napkin::edition::{RFC2396, RFC3986};
    ///
    /// assert!(RFC3986.has_fragment_inside() && !RFC2396.has_fragment_inside());
    /// ```
    #[doc(hidden)]
    pub const fn has_fragment_inside(&self) -> bool {
        self.fragment_inside
    }

    /// Whether the edition distinguishes hierarchical and opaque URIs; [`Reference::form`](crate::Reference::form)
    /// says which.
    ///
    /// ```
    /// use napkin::edition::{RFC2396, RFC3986};
    ///
    /// assert!(RFC2396.tells_forms() && !RFC3986.tells_forms());
    /// assert!(RFC2396.parse("mailto:a@h")?.is_opaque());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub const fn tells_forms(&self) -> bool {
        self.views.forms.is_some()
    }

    /// Whether the edition distinguishes servers and registry names;
    /// [`Reference::authority_form`](crate::Reference::authority_form) says which.
    ///
    /// ```
    /// use napkin::edition::{RFC2396, RFC3986};
    ///
    /// assert!(RFC2396.tells_authority_forms() && !RFC3986.tells_authority_forms());
    /// assert_eq!(RFC2396.parse("x://a_b,c/")?.authority_form(), Some("registry"));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub const fn tells_authority_forms(&self) -> bool {
        self.views.authority_forms
    }

    /// Whether the text between scheme and fragment is one component;
    /// [`Reference::scheme_specific_part`](crate::Reference::scheme_specific_part) returns it.
    ///
    /// ```
    /// use napkin::edition::{JAVA, RFC3986};
    ///
    /// assert!(JAVA.tells_scheme_specific_part() && !RFC3986.tells_scheme_specific_part());
    /// ```
    #[doc(hidden)]
    pub const fn tells_scheme_specific_part(&self) -> bool {
        self.views.scheme_specific_part
    }

    /// Whether a path matches one of five named rules; [`Reference::path_kind`](crate::Reference::path_kind) says
    /// which.
    ///
    /// ```
    /// use napkin::PathKind;
    /// use napkin::edition::{RFC2396, RFC3986};
    ///
    /// assert!(RFC3986.tells_path_kinds() && !RFC2396.tells_path_kinds());
    /// assert_eq!(RFC3986.parse("a:b/c")?.path_kind(), Some(PathKind::Rootless));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub const fn tells_path_kinds(&self) -> bool {
        self.views.path_kinds
    }

    /// Whether relative references can be resolved. RFC 1738 leaves them to a later document.
    ///
    /// ```
    /// use napkin::edition::{RFC1738, RFC1808};
    ///
    /// assert!(RFC1808.resolves_relative() && !RFC1738.resolves_relative());
    /// ```
    pub fn resolves_relative(&self) -> bool {
        self.resolution != Resolution::Undefined
    }

    /// Whether references are held as components, and computed ones are printed from them. Relative references are
    /// then normalized and compared too, and relativization is an operation of its own.
    #[doc(hidden)]
    pub fn holds_components(&self) -> bool {
        cfg!(feature = "editions") && self.resolution == Resolution::Objects
    }

    /// Whether references are resolved as text, by runs of slashes, whether or not they are valid (RFC 1630).
    #[doc(hidden)]
    pub fn resolves_text(&self) -> bool {
        cfg!(feature = "editions") && self.resolution == Resolution::SlashRuns
    }

    /// Whether references are resolved by the algorithm of RFC 3986 §5.2: dot segments are removed from every path
    /// that comes from the reference.
    ///
    /// ```
    /// use napkin::edition::{JAVA, RFC1630, RFC1808, RFC3986};
    ///
    /// assert!(RFC3986.removes_dot_segments() && !RFC1808.removes_dot_segments());
    /// assert!(RFC1630.resolves_text() && JAVA.holds_components());
    /// ```
    #[doc(hidden)]
    pub fn removes_dot_segments(&self) -> bool {
        self.resolution == Resolution::RemoveDotSegments
    }

    /// Whether a lenient reader may drop the scheme of a reference that is equal to the base's.
    ///
    /// ```
    /// use napkin::edition::{RFC1630, RFC3986};
    ///
    /// assert!(RFC3986.allows_lenient() && !RFC1630.allows_lenient());
    /// ```
    #[doc(hidden)]
    pub const fn allows_lenient(&self) -> bool {
        match self.resolution {
            Resolution::RemoveDotSegments => true,
            Resolution::Merge(Merge { lenient, .. }) => {
                matches!(lenient, Some(Lenient::Hierarchical | Lenient::Any))
            }
            _ => false,
        }
    }

    /// Whether the empty reference means the document that contains it, unless a new request is always made.
    ///
    /// ```
    /// use napkin::edition::{RFC2396, RFC3986};
    ///
    /// assert!(RFC2396.tells_new_requests() && !RFC3986.tells_new_requests());
    /// ```
    #[doc(hidden)]
    pub const fn tells_new_requests(&self) -> bool {
        matches!(self.resolution, Resolution::Merge(_))
    }

    /// Whether, if a new request is always made, the empty reference means the base instead of the document.
    #[doc(hidden)]
    pub fn requests_base(&self) -> bool {
        matches!(self.resolution, Resolution::Merge(rule) if rule.new_request == NewRequest::Base)
    }

    /// The allowed treatments of `..` segments above the root in resolution, the default first.
    ///
    /// ```
    /// use napkin::Excess;
    /// use napkin::edition::{RFC2396, RFC3986};
    ///
    /// assert_eq!(RFC3986.excess(), [Excess::Remove]);
    /// assert!(RFC2396.excess().contains(&Excess::Retain));
    /// ```
    #[doc(hidden)]
    pub const fn excess(&self) -> &'static [Excess] {
        self.excess
    }

    /// The forms that a text with this scheme may have.
    fn forms_of(&self, scheme: &str) -> &'static [SchemeForm] {
        let Hierarchy::ByScheme { known, other, partial, .. } = self.hierarchy else {
            return &[];
        };
        match known.iter().find(|form| form.scheme.eq_ignore_ascii_case(scheme)) {
            Some(form) => core::slice::from_ref(form),
            None if scheme.is_empty() => partial.map_or(other, core::slice::from_ref),
            None => other,
        }
    }

    /// The bytes of a host name.
    fn name_bytes(&self, authority: Option<&AuthorityRule>) -> ByteSet {
        match authority.map(|rule| rule.host.name) {
            Some(NameRule::Registered(set) | NameRule::LetterThen(set)) => set,
            _ => self.unreserved,
        }
    }
}

/// The bytes that the steps match anywhere.
fn bytes_of(steps: &[Step]) -> ByteSet {
    steps.iter().fold(ByteSet::EMPTY, |set, step| {
        set.or(match step {
            Step::Literal(text) => ByteSet::of(text),
            Step::Byte(set)
            | Step::Character(set)
            | Step::Bytes(set, _)
            | Step::Characters(set, _)
            | Step::CharactersBefore(set, _) => *set,
            Step::AtInside(set) | Step::DecodedAddress(set) => set.or(ByteSet::of(b"@")),
            Step::Maybe(steps) | Step::Repeat(steps, _) => bytes_of(steps),
            Step::OneOf(choices) => {
                choices.iter().fold(ByteSet::EMPTY, |set, steps| set.or(bytes_of(steps)))
            }
            Step::LastAt(before, steps) => before.or(ByteSet::of(b"@")).or(bytes_of(steps)),
            Step::Host(_) => ByteSet::of(b".-"),
        })
    })
}
