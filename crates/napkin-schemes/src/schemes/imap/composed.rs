//! Builds a view of `imap` from named fields, which decide whether it is a message or a mailbox.

use crate::error::{ErrorKind, SchemeError};
use crate::mail_user::MailUser;
use crate::named_fields::Given;

use super::{Imap, ImapTarget, MessagePart, UrlAuthorization};

impl<'a> Imap<'a> {
    /// The view built from named fields.
    pub(crate) fn composed(given: &'a Given<'a>) -> Result<Self, SchemeError> {
        let login = MailUser::composed(given)?;
        let target = ImapTarget::composed(given)?;
        Ok(Self { login, target, ..Self::new(given.server()?) })
    }
}

impl<'a> ImapTarget<'a> {
    /// The target from the fields of a mailbox or a message.
    fn composed(given: &'a Given<'a>) -> Result<Self, SchemeError> {
        let Some(mailbox) = given.octets("mailbox")? else { return Ok(Self::Server) };
        let uidvalidity = given.number("uidvalidity")?;
        let Some(uid) = given.number("uid")? else {
            return Ok(Self::Messages { mailbox, uidvalidity, search: given.octets("search")? });
        };
        let partial = match *given.texts("partial")? {
            [] => None,
            [first] => Some((given.number_in(first, "partial")?, None)),
            [first, length] => {
                let length = given.number_in(length, "partial")?;
                Some((given.number_in(first, "partial")?, Some(length)))
            }
            _ => return Err(given.error(ErrorKind::Repeated, "partial")),
        };
        let authorization = match given.octets("access")? {
            None => None,
            Some(access) => Some(UrlAuthorization {
                expire: given.text("expire")?,
                access,
                mechanism: given.needed_text("mechanism")?,
                token: given.needed_text("token")?,
            }),
        };
        let section = given.octets("section")?;
        let part = MessagePart { uid, section, partial, authorization };
        Ok(Self::Message { mailbox, uidvalidity, part })
    }
}
