//! The ways to repair each part: the usual one, which percent-encodes, and the next ones, where an edition refuses it.

use napkin::Part;

/// The way in which each part is repaired.
#[derive(Clone, Copy, Default)]
pub(super) struct Ways {
    /// White space behind the text is data: an edition may require text there.
    pub(super) padded: bool,
    /// Whether the way of the query may change: the text may have one.
    pub(super) has_query: bool,
    pub(super) server: ServerWay,
    pub(super) path: PathWay,
    pub(super) query: QueryWay,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ServerWay {
    /// Userinfo, host and port by their own rules.
    #[default]
    Usual,
    /// As one name, percent-encoded (RFC 2396 section 3.2.1).
    Name,
    /// The host keeps letters, digits, and inner hyphens and dots. A port that is no number is removed.
    Bare,
    /// As [`Self::Bare`], without userinfo.
    BareWithoutUserinfo,
    /// As [`Self::Bare`], without userinfo and port.
    HostAlone,
    /// As a segment of a path: one of the two slashes is removed.
    Segment,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum PathWay {
    /// What the edition does not allow raw in any path is percent-encoded.
    #[default]
    Usual,
    /// All but unreserved characters and slashes are percent-encoded.
    Strict,
    /// What the edition does not allow raw in any path is removed.
    Raw,
    /// What is not in the name of a newsgroup is removed.
    Word,
    /// Behind a server, all but the slash is removed, and that too if the form of the scheme ends with the server.
    Removed,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum QueryWay {
    /// What the edition does not allow raw in any query is percent-encoded.
    #[default]
    Usual,
    /// All but unreserved characters are percent-encoded.
    Strict,
    /// As data of the path, with an encoded question mark.
    Data,
    Removed,
}

impl Ways {
    /// Takes the next way of a part; `None` if there is none.
    pub(super) fn next(&mut self, part: Part) -> Option<()> {
        match part {
            Part::Authority | Part::Userinfo | Part::Host | Part::Port => {
                self.server = self.server.next()?;
            }
            Part::Path => match self.path.next() {
                Some(next) => self.path = next,
                None => self.next_beside_path()?,
            },
            Part::Query => self.query = self.query.next()?,
            _ => return None,
        }
        Some(())
    }

    /// Takes the next way of the query, or else of the server: an edition may read them as text of the path.
    fn next_beside_path(&mut self) -> Option<()> {
        self.path = PathWay::Usual;
        if !self.has_query {
            self.server = self.server.next()?;
            return Some(());
        }
        let next = self.query.next();
        if next.is_none() {
            self.server = self.server.next()?;
        }
        self.query = next.unwrap_or_default();
        Some(())
    }
}

impl ServerWay {
    const fn next(self) -> Option<Self> {
        match self {
            Self::Usual => Some(Self::Name),
            Self::Name => Some(Self::Bare),
            Self::Bare => Some(Self::BareWithoutUserinfo),
            Self::BareWithoutUserinfo => Some(Self::HostAlone),
            Self::HostAlone => Some(Self::Segment),
            Self::Segment => None,
        }
    }
}

impl PathWay {
    const fn next(self) -> Option<Self> {
        match self {
            Self::Usual => Some(Self::Strict),
            Self::Strict => Some(Self::Raw),
            Self::Raw => Some(Self::Word),
            Self::Word => Some(Self::Removed),
            Self::Removed => None,
        }
    }
}

impl QueryWay {
    const fn next(self) -> Option<Self> {
        match self {
            Self::Usual => Some(Self::Strict),
            Self::Strict => Some(Self::Data),
            Self::Data => Some(Self::Removed),
            Self::Removed => None,
        }
    }
}
