//! The entries of archives and mailboxes that are refused.

use super::visit::{Place, Walk};
use super::{Record, Surroundings};
use crate::containers::entries::{Entry, Next};
use crate::fault::Fault;

impl Surroundings {
    /// An entry, if it was read; otherwise the error is passed on.
    pub(super) fn entry(&self, next: Next, walk: &mut Walk<'_, '_>) -> Option<Entry> {
        next.map_err(|refused| self.refused(refused, walk)).ok()
    }

    /// Passes on the error of a record that was not read, given its offset.
    pub(super) fn refused(&self, (offset, fault): (u64, Fault), walk: &mut Walk<'_, '_>) {
        let record = Some(Record { offset, block: None, uri: None, date: None });
        walk.fault(
            Place { record, message: None, part: None, start: None },
            &self.base(self.around()),
            &fault,
        );
    }
}
