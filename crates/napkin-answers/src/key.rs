//! Keys: the text that URLs have in common which are the same page to a program.

use std::borrow::Cow;

use napkin::edition::RFC3986;
use napkin_keys::{PROFILES, Profile};
use schemars::JsonSchema;
use serde::Serialize;

use crate::change::Step;
use crate::choice::WrongChoice;
use crate::failure::Failure;
use crate::normalize::{self, Keying};
use crate::options::{names, options};
use crate::question::{Ask, Question, Standards};
use crate::schema::ProfileName as ProfileNames;
use crate::standard::{Standard, UrlStandard};

/// The profiles that are levels of this project: read by RFC 3986, and by the newest URL Standard.
const OWN: [normalize::Profile; 2] = [normalize::Profile::Resource, normalize::Profile::Url];

/// The names of profiles.
pub(crate) fn profiles() -> impl Iterator<Item = &'static str> {
    let own = OWN.into_iter().map(normalize::Profile::name);
    own.chain(PROFILES.iter().map(|profile| profile.name()))
}

names! {
    /// The name of a profile.
    pub struct ProfileName of profiles();
}

options! {
    /// Make keys by which archives and crawlers find URLs
    ///
    /// URLs with the same key are the same page to the program of the profile. 'resource' is the normal form of level 'scheme'
    /// without the fragment, of what RFC 3986 accepts, and 'url' the URL of the URL Standard. The others are made as their
    /// programs make them, of any text: 'surt' as CDX files, pywb and the Wayback Machine have it, 'urlcanon-semantic' and
    /// 'urlcanon-google' (Safe Browsing) by the package urlcanon, 'w3lib' as Scrapy has it.
    pub struct Key {
        /// Whose keys; 'resource' if not given
        profile: Option<ProfileName>, "PROFILE";
        /// Show what each step did
        explain: bool;
    }
}

impl Question for Key {
    const NAME: &'static str = "key";
    const STANDARDS: Standards = Standards::Own;
    type Ready = Keys;

    fn ready(self, _: Standard) -> Result<Keys, WrongChoice> {
        let name = self.profile.map_or(normalize::Profile::Resource.name(), ProfileName::name);
        let of_program = PROFILES.iter().find(|profile| profile.name() == name);
        let by = match (of_program, OWN.into_iter().find(|profile| profile.name() == name)) {
            (Some(profile), _) => By::Program(profile),
            (None, own) => {
                let own = own.unwrap_or(normalize::Profile::Resource);
                let by = match own {
                    normalize::Profile::Url => Standard::Url(UrlStandard::NEWEST),
                    _ => Standard::Syntax(RFC3986),
                };
                By::Own(Box::new(Keying::new(by, own).explained(self.explain)))
            }
        };
        Ok(Keys { name, by, explain: self.explain })
    }
}

/// How keys are made.
enum By {
    /// As a program makes them.
    Program(&'static Profile),
    /// By a standard.
    Own(Box<Keying>),
}

/// The settings of keys.
pub struct Keys {
    name: &'static str,
    by: By,
    explain: bool,
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
        match &self.by {
            By::Own(keying) => {
                let (key, steps) = keying.answer_with_steps(input, scratch)?;
                let step =
                    |step: Step<'_>| KeyStep { step: step.rule, after: step.after.into_owned() };
                let steps = self.explain.then(|| steps.into_iter().map(step).collect());
                Ok(Keyed { profile: self.name, key, steps })
            }
            By::Program(profile) => {
                let none = |error: napkin_keys::NoKey| {
                    let message = format!("no key by profile {}: {error}", self.name);
                    Failure::new("no-key", "", message)
                };
                let key = profile.key(input).map_err(none)?;
                let steps =
                    if self.explain { Some(profile.explain(input).map_err(none)?) } else { None };
                let steps = steps.map(|steps| {
                    let step =
                        |napkin_keys::Change { step, text, .. }| KeyStep { step, after: text };
                    steps.into_iter().map(step).collect()
                });
                Ok(Keyed { profile: self.name, key: key.into(), steps })
            }
        }
    }
}

/// A key.
#[derive(Serialize, JsonSchema)]
pub struct Keyed<'a> {
    /// The profile.
    #[schemars(with = "ProfileNames")]
    pub profile: &'static str,
    /// The key.
    pub key: Cow<'a, str>,
    /// The steps that changed something, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<KeyStep>")]
    pub steps: Option<Vec<KeyStep>>,
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
