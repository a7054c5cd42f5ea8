//! Keys: the text that URLs have in common which are the same page to a program.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use napkin::edition::RFC3986;
pub use napkin_keys::Match;
use napkin_keys::{ALIASES, Change, NoKey, NoRange, PROFILES, Profile};
use napkin_standards::{Standard, UrlStandard};
use schemars::JsonSchema;
use serde::Serialize;

use crate::change::Step;
use crate::choice::WrongChoice;
use crate::failure::Failure;
use crate::normalize::{self, Keying};
use crate::options::{Between, Named, Value, names, one_of, options};
use crate::question::{Ask, Question, Standards};
use crate::schema::listed;

/// The profiles that are no program's: read by RFC 3986, and by the newest URL Standard.
const OWN: [normalize::Profile; 3] =
    [normalize::Profile::Resource, normalize::Profile::Url, normalize::Profile::HostSorted];

/// The names of profiles.
pub fn profiles() -> impl Iterator<Item = &'static str> {
    named().map(|profile| profile.name)
}

/// The profiles, each with what its keys are.
pub fn named() -> impl Iterator<Item = Named> {
    OWN.into_iter().map(normalize::Profile::named).chain(programs())
}

/// The profiles of programs.
pub fn programs() -> impl Iterator<Item = Named> {
    let own = PROFILES.iter().map(|profile| (profile.name(), profile.about()));
    let aliases = ALIASES.iter().map(|alias| (alias.name, alias.about));
    own.chain(aliases).map(|(name, about)| Named { name, about })
}

names! {
    /// The name of a profile.
    pub struct ProfileName of named();
}

/// A profile of a person's own.
#[derive(Clone, Debug)]
pub struct WrittenProfile(Arc<Profile>);

impl WrittenProfile {
    /// The profile.
    pub fn profile(&self) -> &Profile {
        &self.0
    }
}

impl Value for WrittenProfile {
    const IS_CONTENT: bool = true;

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let profile = Profile::from_toml(&String::read(octets)?);
        let profile = profile.map_err(|error| format!("is not a profile: {error}"))?;
        Ok(Self(Arc::new(profile)))
    }
}

/// The name of a person's own profile.
pub const WRITTEN: &str = "own";

options! {
    /// Make keys by which archives and crawlers find URLs
    ///
    /// URLs that have the same key are the same page to the program of the profile. 'resource', 'host-sorted' and 'url' are
    /// normal forms, so only valid inputs have such a key. The other profiles make their keys of any text, exactly as
    /// their programs do. docs/keys.md says how to write a profile of your own.
    pub struct Key {
        /// Whose keys; 'resource' if not given
        profile: Option<ProfileName>, "PROFILE";
        /// Make the keys of your own profile, which is in this file (TOML)
        profile_file: Option<WrittenProfile>, "FILE";
        /// The range of keys of what is looked for in a sorted index, in place of the key
        range: Option<Match>, "MATCH";
        /// Show what each step did
        explain: bool;
    }
}

one_of!(Match {
    Exact "exact": "The page of the URL",
    Prefix "prefix": "The pages whose keys begin with that of the URL",
    Host "host": "The pages of its host, on its port",
    Domain "domain": "The pages of its host and of the hosts below it",
    Key "key": "The keys that begin with the input, such as com,example,",
});

impl Question for Key {
    const NAME: &'static str = "key";
    const STANDARDS: Standards = Standards::Own;
    const BETWEEN: &'static [Between] =
        &[Between::Excludes("range", "explain"), Between::Excludes("profile", "profile-file")];
    type Ready = Keys;

    fn ready(self, standard: Standard) -> Result<Keys, WrongChoice> {
        let resource = ProfileName(normalize::Profile::Resource.name());
        let named = self.profile.unwrap_or(resource);
        let written = self.profile_file.map(|profile| Keys::written(profile, self.explain));
        let keys = written.unwrap_or_else(|| Keys::of_texts(standard, named, self.explain));
        if self.range.is_some() && matches!(keys.by, By::Own(_)) {
            let names = programs().map(|known| known.name).collect::<Vec<_>>().join(", ");
            let reason = format!("needs another profile than {}: {names}", keys.name);
            return Err(WrongChoice::new("range".into(), reason).of_option());
        }
        Ok(Keys { range: self.range, ..keys })
    }
}

enum By {
    /// As a program makes them.
    Program(&'static Profile),
    /// By a person's own profile.
    Written(Arc<Profile>),
    /// By a standard.
    Own(Box<Keying>),
}

/// The settings of keys.
pub struct Keys {
    name: &'static str,
    by: By,
    range: Option<Match>,
    explain: bool,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Keys").field(&self.name).finish()
    }
}

impl By {
    /// The profile that is steps.
    fn profile(&self) -> Result<&Profile, &Keying> {
        match self {
            Self::Program(profile) => Ok(profile),
            Self::Written(profile) => Ok(profile),
            Self::Own(keying) => Err(keying),
        }
    }
}

impl Keys {
    /// Keys by a profile of a person's own, with their steps if they are wanted.
    pub fn written(profile: WrittenProfile, explain: bool) -> Self {
        Self { name: WRITTEN, by: By::Written(profile.0), range: None, explain }
    }

    /// Keys by a profile, with their steps if they are wanted.
    pub fn new(profile: ProfileName, explain: bool) -> Self {
        Self::of_texts(RFC3986.into(), profile, explain)
    }

    /// Keys by a profile of texts of a standard; profile `url` reads them by the URL Standard.
    fn of_texts(standard: Standard, profile: ProfileName, explain: bool) -> Self {
        let is_url = profile.name() == normalize::Profile::Url.name();
        let is_other = is_url && !standard.is_url();
        let standard = if is_other { UrlStandard::NEWEST.into() } else { standard };
        let named = Self::named(standard, profile.name(), explain);
        named.unwrap_or_else(|| Self::own(standard, normalize::Profile::Resource, explain))
    }

    /// Keys by the profile with a name, or by a level, of texts of a standard; a program reads any text.
    pub fn named(standard: Standard, name: &str, explain: bool) -> Option<Self> {
        if let (Some(profile), Some(name)) =
            (Profile::named(name), programs().map(|known| known.name).find(|known| *known == name))
        {
            return Some(Self { name, by: By::Program(profile), range: None, explain });
        }
        let own = normalize::Profile::all().find(|own| own.name() == name)?;
        Some(Self::own(standard, own, explain))
    }

    fn own(standard: Standard, own: normalize::Profile, explain: bool) -> Self {
        let keying = Keying::new(standard, own).explained(explain);
        Self { name: own.name(), by: By::Own(Box::new(keying)), range: None, explain }
    }

    /// The key of a text.
    ///
    /// # Errors
    ///
    /// If the text has none by the profile.
    pub fn key<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Cow<'a, str>, Failure<'a>> {
        match self.by.profile() {
            Err(keying) => keying.answer(input, scratch),
            Ok(profile) => profile.key(input).map(Cow::Owned).map_err(|error| self.no_key(error)),
        }
    }

    /// Makes the keys of many texts.
    pub fn of_many(&self) -> KeysOfMany<'_> {
        let program = self.by.profile().ok().map(napkin_keys::Keys::new);
        KeysOfMany { keys: self, program, scratch: String::new() }
    }

    /// The range of keys of what is looked for; only profiles of programs have ranges.
    ///
    /// # Errors
    ///
    /// If there is no range: the text has no key or no host, or the keys are not sorted so.
    pub fn range_of(&self, input: &[u8], matching: Match) -> Result<Range, Failure<'static>> {
        let range = match self.by.profile() {
            Ok(profile) => profile.range(input, matching),
            Err(_) => Err(NoRange::Order),
        };
        let range = range.map_err(|error| match error {
            NoRange::Key(error) => self.no_key(error),
            error => {
                let message = format!("no range by profile {}: {error}", self.name);
                Failure::new("no-range", "", message)
            }
        })?;
        Ok(Range { start: range.start().into(), end: range.end().into() })
    }

    fn no_key(&self, error: NoKey) -> Failure<'static> {
        Failure::new("no-key", "", format!("no key by profile {}: {error}", self.name))
    }
}

/// Makes the keys of many texts, with memory that is used again.
pub struct KeysOfMany<'k> {
    keys: &'k Keys,
    program: Option<napkin_keys::Keys<'k>>,
    scratch: String,
}

impl KeysOfMany<'_> {
    /// The key of a text, until the next is made.
    ///
    /// # Errors
    ///
    /// If the text has none by the profile.
    pub fn key<'a>(&'a mut self, text: &'a [u8]) -> Result<Cow<'a, str>, Failure<'a>> {
        match &mut self.program {
            Some(program) => {
                program.key(text).map(Cow::Borrowed).map_err(|error| self.keys.no_key(error))
            }
            None => self.keys.key(text, &mut self.scratch),
        }
    }
}

impl Ask for Keys {
    type Answer<'a> = Keyed<'a>;

    const BY_EDITION: bool = false;

    fn standard(&self) -> Option<Standard> {
        None
    }

    fn ask<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Keyed<'a>, Failure<'a>> {
        match self.by.profile() {
            Err(keying) => {
                let (key, steps) = keying.answer_with_steps(input, scratch)?;
                let step =
                    |step: Step<'_>| KeyStep { step: step.rule, after: step.after.into_owned() };
                let steps = self.explain.then(|| steps.into_iter().map(step).collect());
                Ok(Keyed { profile: self.name, key: Some(key), range: None, steps })
            }
            Ok(profile) => {
                if let Some(matching) = self.range {
                    let range = self.range_of(input, matching)?;
                    return Ok(Keyed {
                        profile: self.name,
                        key: None,
                        range: Some(range),
                        steps: None,
                    });
                }
                let key = self.key(input, scratch)?;
                let step = |Change { step, text, .. }| KeyStep { step, after: text };
                let steps = self.explain.then(|| profile.explain(input)).transpose();
                let steps = steps.map_err(|error| self.no_key(error))?;
                let steps = steps.map(|steps| steps.into_iter().map(step).collect());
                Ok(Keyed { profile: self.name, key: Some(key), range: None, steps })
            }
        }
    }
}

listed! {
    /// The name of a profile of keys.
    ProfileNames "profile" of profiles().chain([WRITTEN]);
}

/// A key.
#[derive(Serialize, JsonSchema)]
pub struct Keyed<'a> {
    /// The profile.
    #[schemars(with = "ProfileNames")]
    pub profile: &'static str,
    /// The key, unless a range was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub key: Option<Cow<'a, str>>,
    /// The range, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Range")]
    pub range: Option<Range>,
    /// The steps that changed something, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<KeyStep>")]
    pub steps: Option<Vec<KeyStep>>,
}

/// A range of keys in the order of their octets.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "key-bounds")]
pub struct Range {
    /// The first key that is in the range, if there is such a page.
    pub start: String,
    /// The first text behind the range.
    pub end: String,
}

/// A step that changed something.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "keyStep")]
pub struct KeyStep {
    /// Its name.
    pub step: &'static str,
    /// The key if no step followed.
    pub after: String,
}
