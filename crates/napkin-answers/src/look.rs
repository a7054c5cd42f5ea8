//! The question `glance`: where inputs lead, whether that is dangerous, whether they are valid, and what was meant.

use napkin_standards::Standard;

use crate::choice::WrongChoice;
use crate::failure::Failure;
use crate::glance::{Glance, Names};
use crate::options::options;
use crate::question::{Ask, Question};

options! {
    /// Say where URIs lead, and whether that is dangerous
    ///
    /// Says in a sentence each which host browsers, curl and other programs go to, whether a danger was found, whether the input
    /// is valid, and what was probably meant. Nothing is looked up or fetched: 'No danger found' is about the text of the URI alone.
    pub struct Look {
        /// Further domains that hosts may imitate, one a line, such as your own: 'paypal.com' in front of another domain and 'paypa1'
        /// are dangerous. The brands that phishing imitates most are known without it
        names: Option<Names>, "FILE";
    }
}

impl Question for Look {
    const NAME: &'static str = "glance";
    type Ready = Looking;

    fn ready(self, standard: Standard) -> Result<Looking, WrongChoice> {
        Ok(Looking { standard, names: self.names.unwrap_or_default() })
    }
}

/// A glance by a standard.
#[derive(Clone, Debug)]
pub struct Looking {
    standard: Standard,
    names: Names,
}

impl Ask for Looking {
    type Answer<'a> = Glance;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Glance, Failure<'a>> {
        Ok(Glance::knowing(&self.names, input, self.standard))
    }
}
