//! The editions under test, a file and a row each.

pub(crate) mod draft1997;
pub(crate) mod draft2003;
pub(crate) mod java;
pub(crate) mod rfc1630;
pub(crate) mod rfc1738;
pub(crate) mod rfc1808;
pub(crate) mod rfc2396;
pub(crate) mod rfc2396_rfc2732;
pub(crate) mod rfc3986;
pub(crate) mod rfc3986_rfc6874;
pub(crate) mod rfc3987;
