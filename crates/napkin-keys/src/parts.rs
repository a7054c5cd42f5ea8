//! The parts of a text while steps change them.

/// A part that can be missing. Its octets keep their place in memory from text to text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    is_there: bool,
    octets: Vec<u8>,
}

impl Part {
    /// The octets, if the part is there.
    pub(crate) fn get(&self) -> Option<&[u8]> {
        self.is_there.then_some(&self.octets)
    }

    /// The octets; none if it is not there.
    pub(crate) fn or_empty(&self) -> &[u8] {
        if self.is_there { &self.octets } else { &[] }
    }

    /// The octets to change, if the part is there.
    pub(crate) fn get_mut(&mut self) -> Option<&mut Vec<u8>> {
        self.is_there.then_some(&mut self.octets)
    }

    /// Whether it is not there, or empty.
    pub(crate) fn is_empty(&self) -> bool {
        !self.is_there || self.octets.is_empty()
    }

    /// Takes the part away.
    pub(crate) fn remove(&mut self) {
        self.is_there = false;
    }

    /// Makes it a copy of octets.
    pub(crate) fn set(&mut self, octets: &[u8]) {
        self.is_there = true;
        self.octets.clear();
        self.octets.extend_from_slice(octets);
    }

    /// Makes it a copy of octets, or takes it away.
    pub(crate) fn set_or_remove(&mut self, octets: Option<&[u8]>) {
        match octets {
            Some(octets) => self.set(octets),
            None => self.remove(),
        }
    }
}

/// The parts of a text as octets, each behind its delimiter, which is no octet of the part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    /// Before `:`.
    pub(crate) scheme: Part,
    /// Whether two slashes are written before the authority.
    pub(crate) slashes: bool,
    /// Before `@`.
    pub(crate) user: Part,
    /// Between `:` and `@`.
    pub(crate) password: Part,
    pub(crate) host: Part,
    /// Behind `:`.
    pub(crate) port: Part,
    pub(crate) path: Part,
    /// Parameters behind the last segment of the path, behind `;`, in readings that have them.
    pub(crate) parameters: Part,
    /// Behind `?`.
    pub(crate) query: Part,
    /// Behind `#`.
    pub(crate) fragment: Part,
}

impl Parts {
    /// Takes all parts away.
    pub(crate) fn clear(&mut self) {
        self.slashes = false;
        self.each(Part::remove);
    }

    /// Does something with each part, from left to right.
    pub(crate) fn each(&mut self, mut change: impl FnMut(&mut Part)) {
        for part in [
            &mut self.scheme,
            &mut self.user,
            &mut self.password,
            &mut self.host,
            &mut self.port,
            &mut self.path,
            &mut self.parameters,
            &mut self.query,
            &mut self.fragment,
        ] {
            change(part);
        }
    }

    /// Whether there is something between two slashes and the path.
    pub(crate) fn has_authority(&self) -> bool {
        self.user.get().is_some()
            || self.password.get().is_some()
            || !self.host.is_empty()
            || self.port.get().is_some()
    }
}
