//! Whether the keys of an index are those of a profile.

use std::io::{Read, Seek};

use super::capture::Capture;
use super::error::{IndexError, OtherKeys};
use super::format::{Entry, Format};
use super::index::Index;
use super::lines::key_of;
use crate::profile::{Keys, Profile};
use crate::profiles::PROFILES;

/// How many places of the index are looked at.
const PLACES: u64 = 16;

impl<R: Read + Seek> Index<R> {
    /// Checks that the keys are those of a profile, on lines of several places that have a URL: at least half of them, since
    /// programs make keys of their own for requests with a body, and for records without a URL.
    ///
    /// # Errors
    ///
    /// [`IndexError::OtherKeys`], or if the index cannot be read or is not sorted.
    pub fn check_keys(&mut self, profile: &Profile) -> Result<(), IndexError> {
        let seen = self.some_keys()?;
        let count = |profile: &Profile| {
            let mut keys = Keys::new(profile);
            let has = |(key, url): &&(String, String)| {
                keys.key(url.as_bytes()).is_ok_and(|made| key.starts_with(made))
            };
            seen.iter().filter(has).count()
        };
        if 2 * count(profile) >= seen.len() {
            return Ok(());
        }
        let others = PROFILES.iter().find(|other| 2 * count(other) > seen.len());
        let mut keys = Keys::new(profile);
        let other = seen.into_iter().find_map(|(key, url)| {
            let made = keys.key(url.as_bytes()).ok().map(str::to_owned);
            let is_other = made.as_ref().is_none_or(|made| !key.starts_with(made.as_str()));
            let (profile, others) = (profile.name().to_owned(), others.map(|others| others.name()));
            is_other.then_some(OtherKeys { profile, key, url, made, others })
        });
        other.map_or(Ok(()), |other| Err(IndexError::OtherKeys(Box::new(other))))
    }

    /// Keys of lines from several places, with their URLs.
    fn some_keys(&mut self) -> Result<Vec<(String, String)>, IndexError> {
        let mut seen = Vec::new();
        let (mut read_to, mut last) = (self.begin, Vec::new());
        let length = self.lines.length()?.saturating_sub(self.begin);
        for place in 0..PLACES {
            let place = self.begin + length / PLACES * place;
            let found = if place == self.begin {
                self.lines.seek(place)?;
                self.lines.advance()?
            } else {
                self.lines.advance_behind(place)?
            };
            if !found || self.lines.start() < read_to {
                continue;
            }
            read_to = self.lines.start() + 1;
            let key = key_of(self.lines.line());
            if key < last.as_slice() {
                return Err(IndexError::Unsorted { offset: self.lines.start() });
            }
            last = key.to_vec();
            let mut keep = |capture: Capture<'_>| {
                let url = capture.fields().ok().and_then(|fields| fields.url);
                let key = String::from_utf8_lossy(capture.key()).into_owned();
                seen.extend(url.map(|url| (key, url.into_owned())));
            };
            match &self.format {
                Some(Format::ZipNum) => {
                    let not_cdx = IndexError::NotCdx { offset: self.lines.start() };
                    let entry = Entry::of(self.lines.line()).ok_or(not_cdx)?;
                    let block = self.parts.block(&entry)?;
                    keep(Capture::new(
                        block.line(),
                        block.start(),
                        block.is_ended(),
                        &block.format()?,
                    ));
                }
                Some(format) => {
                    let lines = &self.lines;
                    keep(Capture::new(lines.line(), lines.start(), lines.is_ended(), format));
                }
                None => {}
            }
        }
        Ok(seen)
    }
}
