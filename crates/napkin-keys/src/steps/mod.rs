//! The steps of profiles: each changes parts in one way, has a name, and is written once.

pub(crate) mod whole;
pub(crate) mod host;
pub(crate) mod path;
pub(crate) mod query;
pub(crate) mod as_normalize_url;
pub(crate) mod as_webarchive;
mod list;

use std::fmt;

use crate::no_key::NoKey;
use crate::parts::Parts;

pub use list::STEPS;

/// A step: what it does, and its name in accounts.
#[derive(Clone, Copy)]
pub struct Step {
    pub(crate) name: &'static str,
    /// What it does, in sentences.
    pub(crate) about: &'static str,
    /// Changes the parts. The octets of the scratch memory mean nothing before and behind it.
    pub(crate) apply: fn(&mut Parts, scratch: &mut Vec<u8>) -> Result<(), NoKey>,
}

impl Step {
    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What it does, in one line.
    pub fn about(&self) -> String {
        self.about.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Step").field(&self.name).finish()
    }
}

/// Declares a step, whose documentation says what it does; `?` before the closure if it can fail.
macro_rules! step {
    ($(#[doc = $about:literal])+ $NAME:ident = $name:literal, ? $apply:expr) => {
        $(#[doc = $about])+
        pub(crate) const $NAME: $crate::steps::Step =
            $crate::steps::Step { name: $name, about: concat!($($about, "\n"),+), apply: $apply };
    };
    ($(#[doc = $about:literal])+ $NAME:ident = $name:literal, $change:expr) => {
        $crate::steps::step! {
            $(#[doc = $about])+
            $NAME = $name, ? |parts, scratch| {
                let change: fn(&mut $crate::parts::Parts, &mut Vec<u8>) = $change;
                change(parts, scratch);
                Ok(())
            }
        }
    };
}
use step;
