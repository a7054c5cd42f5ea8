//! Which bytes may stand raw in the parts of an input, as far as sets can tell: by the edition and, where
//! each scheme has a form of its own, by the scheme. What else a form wants, the parser says.

use napkin::edition::rules::{AuthorityRule, Hierarchy, NameRule, SchemeForm, Step};
use napkin::{ByteSet, Edition};

/// The sets of one input.
#[derive(Clone, Copy)]
pub(crate) struct Raw {
    pub(crate) userinfo: ByteSet,
    pub(crate) name: ByteSet,
    /// With the slash.
    pub(crate) path: ByteSet,
    pub(crate) query: ByteSet,
    pub(crate) fragment: ByteSet,
}

impl Raw {
    /// The sets of an edition, for text that begins with this scheme, if it has one.
    pub(crate) fn of(edition: &Edition, scheme: &str) -> Self {
        match edition.hierarchy {
            Hierarchy::Generic(generic) => Self {
                path: generic.segment.or(ByteSet::of(b"/")),
                query: generic.query,
                fragment: generic.fragment,
                ..Self::of_authority(edition, Some(&generic.authority))
            },
            Hierarchy::ByScheme { known, other, partial, fragment } => {
                let is_known = |form: &&SchemeForm| form.scheme.eq_ignore_ascii_case(scheme);
                let forms = match known.iter().find(is_known) {
                    Some(form) => std::slice::from_ref(form),
                    None if scheme.is_empty() => partial.map_or(other, std::slice::from_ref),
                    None => other,
                };
                // A question mark may begin a query or not, so both have the same set.
                let tail = forms.iter().flat_map(|form| form.tail);
                let tail = tail.fold(ByteSet::EMPTY, |set, steps| set.or(of_steps(steps)));
                let authority = forms.iter().find_map(|form| form.authority);
                let authority = Self::of_authority(edition, authority);
                Self { path: tail, query: tail, fragment, ..authority }
            }
        }
    }

    fn of_authority(edition: &Edition, rule: Option<&AuthorityRule>) -> Self {
        let userinfo = rule.and_then(|rule| rule.userinfo).map(|rule| rule.raw);
        Self {
            userinfo: userinfo.unwrap_or(ByteSet::EMPTY).or(ByteSet::of(b":")),
            name: match rule.map(|rule| rule.host.name) {
                Some(NameRule::Registered(set) | NameRule::LetterThen(set)) => set,
                _ => edition.unreserved,
            },
            path: ByteSet::EMPTY,
            query: ByteSet::EMPTY,
            fragment: ByteSet::EMPTY,
        }
    }
}

/// What steps match anywhere.
fn of_steps(steps: &[Step]) -> ByteSet {
    steps.iter().fold(ByteSet::EMPTY, |set, step| {
        set.or(match step {
            Step::Literal(text) => ByteSet::of(text),
            Step::Byte(set)
            | Step::Character(set)
            | Step::Bytes(set, _)
            | Step::Characters(set, _)
            | Step::CharactersBefore(set, _) => *set,
            Step::AtInside(set) | Step::DecodedAddress(set) => set.or(ByteSet::of(b"@")),
            Step::Maybe(steps) | Step::Repeat(steps, _) => of_steps(steps),
            Step::OneOf(choices) => {
                choices.iter().fold(ByteSet::EMPTY, |set, steps| set.or(of_steps(steps)))
            }
            Step::LastAt(before, steps) => before.or(ByteSet::of(b"@")).or(of_steps(steps)),
            Step::Host(_) => ByteSet::of(b".-"),
        })
    })
}
