//! The values that a setter takes: text for a part, a number for a port, an address for a host, or `None`.
//!
//! Separate traits, since `Into<Option<&str>>` takes neither `&String` nor a number.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::percent::Encode;
use crate::views::authority::{Host, Port, Userinfo};
use crate::views::encoded::Encoded;
use crate::views::path::Path;
use crate::views::query::Query;

/// The raw text of a part, or `None` to remove the part.
///
/// Text of any type, [`encode`](crate::percent::encode)d data, or a part of another reference.
///
/// ```
/// use napkin::{percent::encode, uri};
///
/// let mut uri = uri!("http://h/").to_owned();
/// uri.set_query(&String::from("a=b"))?;
/// uri.set_fragment(encode("50%"))?;
/// assert_eq!(uri, "http://h/?a=b#50%25");
/// uri.set_fragment(None)?;
/// uri.set_query(uri!("x:?c").query().unwrap())?;
/// assert_eq!(uri, "http://h/?c");
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub trait PartValue<'v> {
    /// The text; `None` removes the part.
    fn part_value(self) -> Option<Cow<'v, str>>;
}

/// A host: an address, which gets its brackets, or any [`PartValue`].
///
/// ```
/// use std::net::{IpAddr, Ipv6Addr};
///
/// let mut uri = napkin::uri!("http://h:80/").to_owned();
/// uri.set_host(IpAddr::V6(Ipv6Addr::LOCALHOST))?;
/// assert_eq!(uri, "http://[::1]:80/");
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub trait HostValue<'v> {
    /// The text; `None` removes the authority.
    fn host_value(self) -> Option<Cow<'v, str>>;
}

/// A port: a number, or any [`PartValue`].
///
/// ```
/// let mut uri = napkin::uri!("http://h/").to_owned();
/// uri.set_port(8080)?;
/// assert_eq!(uri, "http://h:8080/");
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub trait PortValue<'v> {
    /// The digits; `None` removes the port with its colon.
    fn port_value(self) -> Option<Cow<'v, str>>;
}

impl<'v> PartValue<'v> for &'v str {
    fn part_value(self) -> Option<Cow<'v, str>> {
        Some(Cow::Borrowed(self))
    }
}

// The only `Option`, so that the compiler can infer the type of a bare `None`.
impl<'v> PartValue<'v> for Option<&'v str> {
    fn part_value(self) -> Option<Cow<'v, str>> {
        self.map(Cow::Borrowed)
    }
}

impl<'v> PartValue<'v> for &'v String {
    fn part_value(self) -> Option<Cow<'v, str>> {
        Some(Cow::Borrowed(self))
    }
}

impl<'v> PartValue<'v> for String {
    fn part_value(self) -> Option<Cow<'v, str>> {
        Some(Cow::Owned(self))
    }
}

impl<'v> PartValue<'v> for Cow<'v, str> {
    fn part_value(self) -> Option<Self> {
        Some(self)
    }
}

impl<'v> PartValue<'v> for &'v Cow<'_, str> {
    fn part_value(self) -> Option<Cow<'v, str>> {
        Some(Cow::Borrowed(self))
    }
}

impl<'v> PartValue<'v> for Encode<'_> {
    fn part_value(self) -> Option<Cow<'v, str>> {
        Some(Cow::Owned(self.to_string()))
    }
}

impl<'v, P> PartValue<'v> for Encoded<'v, P> {
    fn part_value(self) -> Option<Cow<'v, str>> {
        Some(Cow::Borrowed(self.as_str()))
    }
}

macro_rules! views {
    ($($view:ident)*) => {$(
        impl<'v> PartValue<'v> for $view<'v> {
            fn part_value(self) -> Option<Cow<'v, str>> {
                Some(Cow::Borrowed(self.as_str()))
            }
        }
    )*};
}

views! { Userinfo Host Port Path Query }

impl<'v, T: PartValue<'v>> HostValue<'v> for T {
    fn host_value(self) -> Option<Cow<'v, str>> {
        self.part_value()
    }
}

impl<'v> HostValue<'v> for IpAddr {
    fn host_value(self) -> Option<Cow<'v, str>> {
        Some(Cow::Owned(match self {
            Self::V4(address) => address.to_string(),
            Self::V6(address) => alloc::format!("[{address}]"),
        }))
    }
}

impl<'v> HostValue<'v> for Ipv4Addr {
    fn host_value(self) -> Option<Cow<'v, str>> {
        IpAddr::V4(self).host_value()
    }
}

impl<'v> HostValue<'v> for Ipv6Addr {
    fn host_value(self) -> Option<Cow<'v, str>> {
        IpAddr::V6(self).host_value()
    }
}

impl<'v, T: PartValue<'v>> PortValue<'v> for T {
    fn port_value(self) -> Option<Cow<'v, str>> {
        self.part_value()
    }
}

impl<'v> PortValue<'v> for u16 {
    fn port_value(self) -> Option<Cow<'v, str>> {
        Some(Cow::Owned(self.to_string()))
    }
}
