//! The values that a setter takes: text for a part, a number for a port, an address for a host, or `None`.
//!
//! Separate traits, since `Into<Option<&str>>` takes neither `&String` nor a number. Numbers and addresses are written
//! to the stack and lent, so nothing is allocated for them.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt::{self, Write};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::percent::Encode;
use crate::scheme::Scheme;
use crate::views::authority::{Host, Port, Userinfo};
use crate::views::encoded::Encoded;
use crate::views::path::Path;
use crate::views::query::Query;

/// The raw text of a part, or `None` to remove the part.
///
/// Text of any type, a number, [`encode`](crate::percent::encode)d data, or a part of another reference. Of the types
/// `Option<_>` only `Option<&str>` is one, so that `None` needs no type: an option of any other value is given as
/// `&option`, such as `uri.set_host(&other.host())`.
///
/// ```
/// use napkin::{percent::encode, uri};
///
/// let mut uri = uri!("http://h/").into_owned();
/// uri.set_query(&String::from("a=b"))?;
/// uri.set_fragment(encode("50%"))?;
/// assert_eq!(uri, "http://h/?a=b#50%25");
/// uri.set_fragment(None)?;
/// uri.set_query(uri!("x:?c").query().unwrap())?;
/// assert_eq!(uri, "http://h/?c");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of a part",
    note = "of options, only `Option<&str>` is one, so that `None` needs no type: write `&option` for an option of another type"
)]
pub trait PartValue<'v> {
    /// Lends the text; `None` removes the part.
    #[doc(hidden)]
    fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R;
}

/// A host: an address, which gets its brackets, or any [`PartValue`].
///
/// ```
/// use std::net::{IpAddr, Ipv6Addr};
///
/// let mut uri = napkin::uri!("http://h:80/").into_owned();
/// uri.set_host(IpAddr::V6(Ipv6Addr::LOCALHOST))?;
/// assert_eq!(uri, "http://[::1]:80/");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no host",
    note = "of options, only `Option<&str>` is one, so that `None` needs no type: write `&other.host()` for `other.host()`"
)]
pub trait HostValue<'v> {
    /// Lends the text; `None` removes the authority.
    #[doc(hidden)]
    fn lend_host<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R;
}

/// A port: a number or `None`, or digits as text.
///
/// ```
/// let mut uri = napkin::uri!("http://h/").into_owned();
/// uri.set_port(8080)?;
/// assert_eq!(uri, "http://h:8080/");
/// uri.set_port(uri.port_u16().filter(|port| *port != 8080))?;
/// assert_eq!(uri, "http://h/");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no port",
    note = "of options, only `Option<u16>` is one, so that `None` needs no type: write `&other.port()` for `other.port()`"
)]
pub trait PortValue<'v> {
    /// Lends the digits; `None` removes the port with its colon.
    #[doc(hidden)]
    fn lend_port<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R;
}

impl<'v> PartValue<'v> for &'v str {
    fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        put(Some(self))
    }
}

// The only `Option`, so that the compiler can infer the type of a bare `None`.
impl<'v> PartValue<'v> for Option<&'v str> {
    fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        put(*self)
    }
}

// An option of anything else is given by reference.
impl<'v, V: PartValue<'v>> PartValue<'v> for &Option<V> {
    fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        match self {
            Some(value) => value.lend_part(put),
            None => put(None),
        }
    }
}

impl<'v> PartValue<'v> for &'v String {
    fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        put(Some(self))
    }
}

impl PartValue<'_> for String {
    fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        put(Some(self))
    }
}

impl<'v> PartValue<'v> for Cow<'v, str> {
    fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        put(Some(self))
    }
}

impl<'v> PartValue<'v> for &'v Cow<'_, str> {
    fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        put(Some(self))
    }
}

impl PartValue<'_> for Encode<'_> {
    fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        put(Some(&self.to_string()))
    }
}

impl<'v, P> PartValue<'v> for Encoded<'v, P> {
    fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        put(Some(self.as_str()))
    }
}

macro_rules! views {
    ($($view:ident)*) => {$(
        impl<'v> PartValue<'v> for $view<'v> {
            fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
                put(Some(self.as_str()))
            }
        }
    )*};
}

views! { Scheme Userinfo Host Port Path Query }

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl<'v> PartValue<'v> for $number {
            fn lend_part<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
                put(Some(&self.to_string()))
            }
        }
    )*};
}

numbers! { bool char i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl<'v, T: PartValue<'v>> HostValue<'v> for T {
    fn lend_host<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        self.lend_part(put)
    }
}

impl HostValue<'_> for IpAddr {
    fn lend_host<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        match self {
            Self::V4(address) => address.lend_host(put),
            Self::V6(address) => address.lend_host(put),
        }
    }
}

impl HostValue<'_> for Ipv4Addr {
    fn lend_host<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        let mut text = Short::EMPTY;
        let [first, rest @ ..] = self.octets();
        text.push_number(first.into());
        for octet in rest {
            text.push(b'.');
            text.push_number(octet.into());
        }
        put(Some(text.as_str()))
    }
}

impl HostValue<'_> for Ipv6Addr {
    fn lend_host<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        let mut text = Short::EMPTY;
        // An address has at most 39 characters.
        let _ = write!(text, "[{self}]");
        put(Some(text.as_str()))
    }
}

macro_rules! digits {
    ($($text:ty)*) => {$(
        impl<'v> PortValue<'v> for $text {
            fn lend_port<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
                put(Some(self.as_str()))
            }
        }
    )*};
}

digits! { Port<'v> &'v String String }

impl<'v> PortValue<'v> for &'v str {
    fn lend_port<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        put(Some(self))
    }
}

impl<'v, V: PortValue<'v>> PortValue<'v> for &Option<V> {
    fn lend_port<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        match self {
            Some(port) => port.lend_port(put),
            None => put(None),
        }
    }
}

// The only `Option`, so that the compiler can infer the type of a bare `None`.
impl PortValue<'_> for Option<u16> {
    fn lend_port<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        match self {
            Some(port) => port.lend_port(put),
            None => put(None),
        }
    }
}

impl PortValue<'_> for u16 {
    fn lend_port<R>(&self, put: impl FnOnce(Option<&str>) -> R) -> R {
        let mut text = Short::EMPTY;
        text.push_number(*self);
        put(Some(text.as_str()))
    }
}

/// A short ASCII text on the stack: a port or an address.
struct Short {
    bytes: [u8; 48],
    length: usize,
}

impl Short {
    const EMPTY: Self = Self { bytes: [0; 48], length: 0 };

    fn push(&mut self, byte: u8) {
        if let Some(next) = self.bytes.get_mut(self.length) {
            *next = byte;
            self.length += 1;
        }
    }

    /// Appends a number in decimal.
    fn push_number(&mut self, number: u16) {
        for unit in [10_000, 1_000, 100, 10, 1] {
            if number >= unit || unit == 1 {
                self.push(b'0' + (number / unit % 10) as u8);
            }
        }
    }

    fn as_str(&self) -> &str {
        self.bytes
            .get(..self.length)
            .and_then(|bytes| core::str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }
}

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| self.push(byte));
        Ok(())
    }
}
