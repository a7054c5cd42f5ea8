//! The steps of profiles: each changes parts in one way, has a name, and is written once.

pub(crate) mod whole;
pub(crate) mod host;
pub(crate) mod path;
pub(crate) mod query;

use crate::no_key::NoKey;
use crate::parts::Parts;

/// A step: what it does, and its name in accounts.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// Changes the parts. The octets of the scratch memory mean nothing before and behind it.
    pub(crate) apply: fn(&mut Parts, scratch: &mut Vec<u8>) -> Result<(), NoKey>,
}

/// Makes a step of a function that cannot fail.
macro_rules! step {
    ($(#[$about:meta])* $NAME:ident = $name:literal, $change:expr) => {
        $(#[$about])*
        pub(crate) const $NAME: $crate::steps::Step = $crate::steps::Step {
            name: $name,
            apply: |parts, scratch| {
                let change: fn(&mut $crate::parts::Parts, &mut Vec<u8>) = $change;
                change(parts, scratch);
                Ok(())
            },
        };
    };
}
use step;
