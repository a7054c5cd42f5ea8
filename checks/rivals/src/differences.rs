//! The known differences.

use napkin::scheme::Hierarchy;
use napkin::{HostKind, Iri, IriRef, Parts, dot_segments};

use crate::loose::{Way, alike};
use crate::rivals::{Family, Operation, Question, napkin};
use crate::urls;

/// A different answer of another library, and why napkin does not give it.
pub struct Difference {
    /// The library.
    pub rival: &'static str,
    /// The family of the texts. Differences about URIs also apply to IRIs, which are resolved and normalized
    /// likewise (RFC 3987 sections 5.3.2, 6.5).
    pub family: Family,
    /// The operation.
    pub operation: Operation,
    /// The difference.
    pub what: &'static str,
    /// The section that decides it, in the document of the family.
    pub section: &'static str,
    /// The decision of the section.
    pub decision: &'static str,
    /// A text, and the base to resolve it against, that shows it.
    pub example: [&'static str; 2],
    /// Whether two answers differ in this way.
    pub is: fn(&Seen<'_>) -> bool,
}

impl Difference {
    /// Whether it explains the difference of two answers.
    pub fn explains(&self, rival: &str, seen: &Seen<'_>) -> bool {
        let Question { family, operation, .. } = seen.question;
        let is_about = match self.family {
            Family::Uri => self.operation == operation,
            Family::Iri => self.family == family && self.operation == operation,
            // A text that is parsed differently is also resolved differently.
            Family::Url => self.family == family,
        };
        self.rival == rival && is_about && (self.is)(seen)
    }

    /// The question of the example.
    pub fn question(&self) -> Question<'static> {
        let [text, base] = self.example;
        Question { family: self.family, operation: self.operation, text, base }
    }
}

/// Two answers that differ.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The question.
    pub question: Question<'a>,
    /// napkin's answer; `None` if it rejects the text.
    pub napkin: Option<&'a str>,
    /// The other library's answer.
    pub rival: Option<&'a str>,
}

impl Seen<'_> {
    /// Whether both answer, and differ only in these ways.
    fn differs_only_in(&self, ways: &[Way]) -> bool {
        self.napkin.zip(self.rival).is_some_and(|(ours, theirs)| alike(ours, theirs, ways))
    }

    /// napkin's target, if it has one.
    fn target(&self) -> Option<IriRef<&str>> {
        // Every URI is an IRI.
        IriRef::parse(self.napkin?).ok()
    }

    /// Whether the rival's answer has an authority, and napkin's has none.
    fn gains_authority(&self) -> bool {
        let has_authority =
            |uri: Option<&str>| uri.map(|uri| Parts::split(uri).authority.is_some());
        has_authority(self.napkin) == Some(false) && has_authority(self.rival) == Some(true)
    }

    fn has_address(&self) -> bool {
        self.target()
            .and_then(|target| target.host())
            .is_some_and(|host| host.kind() == HostKind::Ipv6)
    }

    fn has_triplet_in_host(&self) -> bool {
        self.target()
            .and_then(|target| target.host())
            .is_some_and(|host| host.as_str().contains('%'))
    }

    fn has_host_beyond_ascii(&self) -> bool {
        self.target().and_then(|target| target.host()).is_some_and(|host| !host.as_str().is_ascii())
    }

    fn has_empty_port(&self) -> bool {
        self.target().and_then(|target| target.port()).is_some_and(|port| port.as_str().is_empty())
    }

    fn has_default_port(&self) -> bool {
        let target = self.target().and_then(|target| target.as_iri().ok());
        target.is_some_and(|uri| {
            uri.port().is_some() && uri.port_or_default() == uri.scheme().default_port()
        })
    }

    fn has_no_authority(&self) -> bool {
        self.target().is_some_and(|target| target.authority().is_none())
    }

    /// Whether the scheme is known for a path that is not hierarchical as a whole.
    fn has_no_hierarchy(&self) -> bool {
        let target = self.target().and_then(|target| target.as_iri().ok());
        target.is_some_and(|uri| uri.scheme().hierarchy() != Hierarchy::Whole)
    }

    /// Whether the path has a guard, without which it would be read as an authority.
    fn is_guarded(&self) -> bool {
        self.has_no_authority()
            && self.target().is_some_and(|target| target.path().as_str().starts_with("/.//"))
    }

    /// Whether the path from which dot segments are removed has no leading slash.
    fn is_rootless(&self) -> bool {
        let text =
            if Parts::split(self.question.text).scheme.is_some() || self.question.base.is_empty() {
                self.question.text
            } else {
                self.question.base
            };
        let parts = Parts::split(text);
        parts.authority.is_none() && !parts.path.starts_with('/')
    }

    /// Whether there is a percent-encoded dot, and the answers differ only in the path.
    fn has_encoded_dots(&self) -> bool {
        let Question { text, base, .. } = self.question;
        let is_there = [text, base].iter().any(|text| text.to_ascii_lowercase().contains("%2e"));
        let alike = |ours, theirs| {
            let [ours, theirs] = [ours, theirs].map(Parts::split);
            Parts { path: theirs.path, ..ours } == theirs
        };
        is_there && self.napkin.zip(self.rival).is_some_and(|(ours, theirs)| alike(ours, theirs))
    }

    /// Whether one answer has more raw non-ASCII characters than the other.
    fn has_raw(&self, whose: Option<&str>, not: Option<&str>) -> bool {
        let [whose, not] = [whose, not].map(Option::unwrap_or_default);
        let count = |text: &str, character| text.chars().filter(|&c| c == character).count();
        let mut raw = whose.chars().filter(|character| !character.is_ascii());
        raw.any(|character| count(whose, character) > count(not, character))
    }

    /// Whether the question has non-ASCII characters, and napkin's answer for the encoded text equals the other's.
    fn is_an_iri(&self) -> bool {
        let Question { text, base, .. } = self.question;
        let encoded = [text, base].map(encoded);
        let question = Question { text: &encoded[0], base: &encoded[1], ..self.question };
        let rival = self.rival.map(self::encoded);
        !(text.is_ascii() && base.is_ascii()) && self.napkin.is_none() && napkin(question) == rival
    }

    /// Whether the other's answer equals napkin's for a base without dot segments.
    fn has_cleaned_the_base(&self) -> bool {
        let parts = Parts::split(self.question.base);
        let path = dot_segments::remove(parts.path);
        let Ok(clean) = Iri::from_parts(&Parts { path: &path, ..parts }) else { return false };
        let base = clean.as_str();
        base != self.question.base
            && napkin(Question { base, ..self.question }).as_deref() == self.rival
    }
}

/// A text with its non-ASCII characters as triplets.
fn encoded(text: &str) -> String {
    let octets = |character: char| {
        let mut buffer = [0; 4];
        let octets = character.encode_utf8(&mut buffer).bytes();
        octets.map(|octet| format!("%{octet:02X}")).collect::<String>()
    };
    let one =
        |character: char| if character.is_ascii() { character.into() } else { octets(character) };
    text.chars().map(one).collect()
}

/// The ways in which fluent-uri's normal forms differ.
const OF_FLUENT: &[Way] = &[
    Way::EmptyPort,
    Way::DefaultPort,
    Way::Address,
    Way::OpaqueDots,
    Way::NoHierarchy,
    Way::BeyondAscii,
];
const OF_IRI_STRING: &[Way] = &[Way::EmptyPort, Way::HostCase, Way::NoHierarchy, Way::BeyondAscii];
const OF_URIPARSER: &[Way] =
    &[Way::Address, Way::HostCase, Way::OpaqueSlash, Way::Guard, Way::NoHierarchy];

/// All differences. The first that explains an answer counts.
pub fn differences() -> impl Iterator<Item = &'static Difference> {
    DIFFERENCES.iter().chain(urls::DIFFERENCES)
}

/// The differences about URIs and IRIs.
const DIFFERENCES: &[Difference] = &[
    Difference {
        rival: "fluent-uri",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "a base without authority whose path has no slash is refused",
        section: "5.2.3",
        decision: "Every URI with a scheme can be a base; a path without a slash has an empty directory",
        example: ["?x", "urn:a"],
        is: |seen| {
            let base = Parts::split(seen.question.base);
            seen.rival.is_none() && base.authority.is_none() && !base.path.starts_with('/')
        },
    },
    Difference {
        rival: "fluent-uri",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "dot segments of the base are removed before it is used",
        section: "5.2.2",
        decision: "The base is used as it is; dot segments are removed from the merged path",
        example: ["g", "http://a/b/.."],
        is: |seen| seen.has_cleaned_the_base(),
    },
    Difference {
        rival: "fluent-uri",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "dot segments of a reference with a scheme stay, if its path has no slash at its beginning and no authority before it",
        section: "5.2.2",
        decision: "Section 5.2.4 applies to every path",
        example: ["foo:bar/../baz", "http://a/b"],
        is: |seen| seen.is_rootless() && seen.differs_only_in(&[Way::OpaqueDots]),
    },
    Difference {
        rival: "fluent-uri",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "`%2e` is taken for a dot when dot segments are removed",
        section: "5.2.4",
        decision: "The algorithm compares the text; triplets are decoded by normalization, before it",
        example: ["a/../b/./%2e", "http://a/b"],
        is: |seen| seen.has_encoded_dots(),
    },
    Difference {
        rival: "fluent-uri",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "dot segments are removed, and triplets decoded, in a name, an address or data of a known scheme",
        section: "6.2.3",
        decision: "Where the scheme's document says that a path is no hierarchy, its normal form leaves it alone",
        example: ["urn:a:b/%2e/c", ""],
        is: |seen| seen.has_no_hierarchy() && seen.differs_only_in(OF_FLUENT),
    },
    Difference {
        rival: "fluent-uri",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "an IPv6 address is written by RFC 5952",
        section: "6.2.2.1",
        decision: "Level `syntax` only lowercases the letters; at level `scheme` napkin does it too",
        example: ["http://[2001:DB8:0:0::7]/", ""],
        is: |seen| seen.has_address() && seen.differs_only_in(OF_FLUENT),
    },
    Difference {
        rival: "fluent-uri",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "a port without digits is left out",
        section: "6.2.3",
        decision: "That is a change of level `scheme`",
        example: ["http://h:/", ""],
        is: |seen| seen.has_empty_port() && seen.differs_only_in(OF_FLUENT),
    },
    Difference {
        rival: "fluent-uri",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "the default port is left out",
        section: "6.2.3",
        decision: "That is a change of level `scheme`",
        example: ["http://h:80/", ""],
        is: |seen| seen.has_default_port() && seen.differs_only_in(OF_FLUENT),
    },
    Difference {
        rival: "fluent-uri",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "dot segments stay in a path that has no slash at its beginning and no authority before it",
        section: "6.2.2.3",
        decision: "Section 5.2.4 applies to every path",
        example: ["foo:bar/../baz", ""],
        is: |seen| seen.is_rootless() && seen.differs_only_in(OF_FLUENT),
    },
    Difference {
        rival: "fluent-uri",
        family: Family::Iri,
        operation: Operation::Normalize,
        what: "characters that look like a space or a delimiter, or are invisible, stay raw",
        section: "5.3.2.3",
        decision: "Both spellings of a character have one normal form; for these it is the encoded one, as section 6.1 asks",
        example: ["http://h/a\u{3000}b", ""],
        is: |seen| seen.has_raw(seen.rival, seen.napkin) && seen.differs_only_in(OF_FLUENT),
    },
    Difference {
        rival: "iri-string",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "`%2e` is taken for a dot when dot segments are removed",
        section: "5.2.4",
        decision: "The algorithm compares the text; triplets are decoded by normalization, before it",
        example: ["%2e", "foo:a"],
        is: |seen| seen.has_encoded_dots(),
    },
    Difference {
        rival: "iri-string",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "dot segments are removed, and triplets decoded, in a name, an address or data of a known scheme",
        section: "6.2.3",
        decision: "Where the scheme's document says that a path is no hierarchy, its normal form leaves it alone",
        example: ["urn:a:b/%2e/c", ""],
        is: |seen| seen.has_no_hierarchy() && seen.differs_only_in(OF_IRI_STRING),
    },
    Difference {
        rival: "iri-string",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "a port without digits is left out",
        section: "6.2.3",
        decision: "That is a change of level `scheme`",
        example: ["http://h:/", ""],
        is: |seen| seen.has_empty_port() && seen.differs_only_in(OF_IRI_STRING),
    },
    Difference {
        rival: "iri-string",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "letters of a host stay as they are if there is a triplet in it",
        section: "6.2.2.1",
        decision: "The host is in lower case but for the digits of triplets",
        example: ["a://B%DC/", ""],
        is: |seen| seen.has_triplet_in_host() && seen.differs_only_in(OF_IRI_STRING),
    },
    Difference {
        rival: "iri-string",
        family: Family::Iri,
        operation: Operation::Normalize,
        what: "characters that look like a space or a delimiter, or are invisible, stay raw",
        section: "5.3.2.3",
        decision: "Both spellings of a character have one normal form; for these it is the encoded one, as section 6.1 asks",
        example: ["http://h/a\u{3000}b", ""],
        is: |seen| seen.has_raw(seen.rival, seen.napkin) && seen.differs_only_in(OF_IRI_STRING),
    },
    Difference {
        rival: "iri-string",
        family: Family::Iri,
        operation: Operation::Normalize,
        what: "ASCII letters of a host stay as they are if it has a non-ASCII character",
        section: "5.3.2.1",
        decision: "The ASCII letters of the host are in lower case; its non-ASCII letters keep their case",
        example: ["http://Bücher.example/", ""],
        is: |seen| seen.has_host_beyond_ascii() && seen.differs_only_in(OF_IRI_STRING),
    },
    Difference {
        rival: "iri-string",
        family: Family::Iri,
        operation: Operation::Normalize,
        what: "triplets of private-use characters stay in a query",
        section: "5.3.2.3",
        decision: "A query may have them raw (section 2.2), so both spellings have one normal form",
        example: ["http://h/?%EE%80%80", ""],
        is: |seen| seen.has_raw(seen.napkin, seen.rival) && seen.differs_only_in(OF_IRI_STRING),
    },
    Difference {
        rival: "oxiri",
        family: Family::Uri,
        operation: Operation::Parse,
        what: "non-ASCII characters are taken, since it reads IRIs",
        section: "2",
        decision: "A URI has ASCII only; others are percent-encoded",
        example: ["http://h/é", ""],
        is: |seen| seen.is_an_iri(),
    },
    Difference {
        rival: "oxiri",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "non-ASCII characters are taken, since it reads IRIs",
        section: "2",
        decision: "A URI has ASCII only; others are percent-encoded",
        example: ["é", "http://h/"],
        is: |seen| seen.is_an_iri(),
    },
    Difference {
        rival: "oxiri",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "a target whose path would begin with two slashes, without authority, is refused",
        section: "3.3",
        decision: "The algorithm gives that path; `/.` before it keeps it a path",
        example: [".//x", "foo:/"],
        is: |seen| seen.rival.is_none() && seen.is_guarded(),
    },
    Difference {
        rival: "uriparser",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "after an authority, `/.` is put before a path that is `//` or begins with three slashes",
        section: "5.3",
        decision: "After an authority such a path is not read as an authority, so nothing is put before it",
        example: ["c", "http://h///a/b"],
        is: |seen| {
            !seen.has_no_authority()
                && seen.differs_only_in(&[Way::NeedlessGuard, Way::Address])
                && seen.rival.is_some_and(|uri| uri.contains("/.//"))
        },
    },
    Difference {
        rival: "uriparser",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "an IPv6 address is written with all its digits",
        section: "5.3",
        decision: "The authority is copied as it is",
        example: ["", "http://[::1]"],
        is: |seen| seen.has_address() && seen.differs_only_in(&[Way::Address]),
    },
    Difference {
        rival: "uriparser",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "dot segments are removed, and triplets decoded, in a name, an address or data of a known scheme",
        section: "6.2.3",
        decision: "Where the scheme's document says that a path is no hierarchy, its normal form leaves it alone",
        example: ["urn:a:b/%2e/c", ""],
        is: |seen| {
            let with_address = &[Way::Address, Way::HostCase, Way::NoHierarchy];
            seen.has_no_hierarchy()
                && (seen.differs_only_in(OF_URIPARSER) || seen.differs_only_in(with_address))
        },
    },
    Difference {
        rival: "uriparser",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "an IPv6 address is written with all its digits",
        section: "6.2.2.1",
        decision: "Level `syntax` only lowercases the letters",
        example: ["http://[::A]/", ""],
        is: |seen| seen.has_address() && seen.differs_only_in(&[Way::Address]),
    },
    Difference {
        rival: "uriparser",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "the digits of triplets in the host are in lower case",
        section: "6.2.2.1",
        decision: "They are in upper case, in the host too",
        example: ["a://%f0/", ""],
        is: |seen| seen.has_triplet_in_host() && seen.differs_only_in(&[Way::HostCase]),
    },
    Difference {
        rival: "uriparser",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "the `/.` that keeps a path from being an authority is lost, so that the target has another host",
        section: "3.3",
        decision: "Without an authority a path cannot begin with two slashes; `/.` before it keeps it a path",
        example: ["/.//x", "foo:/"],
        is: |seen| seen.is_guarded() && seen.differs_only_in(&[Way::Guard]),
    },
    Difference {
        rival: "uriparser",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "a path without authority that had no slash at its beginning gets none when dot segments are removed",
        section: "5.2.4",
        decision: "The algorithm leaves the slash before what follows `..`",
        example: ["../b", "foo:a/c"],
        is: |seen| seen.is_rootless() && seen.differs_only_in(&[Way::OpaqueSlash]),
    },
    Difference {
        rival: "uriparser",
        family: Family::Uri,
        operation: Operation::Resolve,
        what: "a dot segment stays where the path is a single slash",
        section: "5.2.4",
        decision: "All dot segments are removed",
        example: ["../", "foo:/"],
        is: |seen| seen.has_no_authority() && seen.differs_only_in(&[Way::OpaqueDots]),
    },
    Difference {
        rival: "uriparser",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "the `/.` that keeps a path from being an authority is lost, so that the normal form has another host",
        section: "3.3",
        decision: "Without an authority a path cannot begin with two slashes; `/.` before it keeps it a path",
        example: ["foo:/.//x", ""],
        is: |seen| {
            seen.gains_authority() || seen.is_guarded() && seen.differs_only_in(&[Way::Guard])
        },
    },
    Difference {
        rival: "uriparser",
        family: Family::Uri,
        operation: Operation::Normalize,
        what: "a path without authority that had no slash at its beginning gets none when dot segments are removed",
        section: "5.2.4",
        decision: "The algorithm leaves the slash before what follows `..`",
        example: ["foo:a/../b", ""],
        is: |seen| seen.is_rootless() && seen.differs_only_in(&[Way::OpaqueSlash]),
    },
];
