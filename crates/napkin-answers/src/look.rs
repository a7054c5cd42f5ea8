//! The question `glance`: where inputs lead, whether that is dangerous, whether they are valid, and what was meant.

use crate::choice::WrongChoice;
use crate::failure::Failure;
use crate::glance::Glance;
use crate::options::options;
use crate::question::{Ask, Question};
use crate::standard::Standard;

options! {
    /// Say where URIs lead, and whether that is dangerous
    ///
    /// Says in a sentence each which host browsers, curl and other programs go to, whether a danger was found, whether the input
    /// is valid, and what was probably meant. Nothing is looked up or fetched: 'No danger found' is about the text of the URI alone.
    pub struct Look {}
}

impl Question for Look {
    const NAME: &'static str = "glance";
    type Ready = Looking;

    fn ready(self, standard: Standard) -> Result<Looking, WrongChoice> {
        Ok(Looking { standard })
    }
}

/// A glance by a standard.
#[derive(Clone, Copy, Debug)]
pub struct Looking {
    /// The standard.
    pub standard: Standard,
}

impl Ask for Looking {
    type Answer<'a> = Glance;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Glance, Failure<'a>> {
        Ok(Glance::new(input, self.standard))
    }
}
