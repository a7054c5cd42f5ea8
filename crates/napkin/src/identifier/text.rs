//! The text types that can hold a URI, and the lifetimes of its parts.

/// Text types that can hold a [`UriRef`](crate::UriRef): `&str`, `String`, `Box<str>`, `Rc<str>`, `Arc<str>`,
/// `Cow<str>`.
///
/// The two lifetimes say how long the parts live. `'borrow` is the borrow of the URI, and `'part` is the lifetime
/// of its parts. The parts of `&'a str` live for `'a` and outlive the URI; the parts of owned text live as long as
/// the borrow. You need not name this trait: let your functions take a `UriRef<&str>`, which
/// [`as_borrowed`](crate::UriRef::as_borrowed) makes of every other type.
///
/// You can implement it for your own text type. The text must stay the same unless it is changed through `&mut`.
/// Breaking that gives wrong parts, but never undefined behavior.
pub trait Text<'borrow, 'part>: AsRef<str> {
    /// The text.
    fn text(&'borrow self) -> &'part str;
}

impl<'a> Text<'_, 'a> for &'a str {
    #[inline]
    fn text(&self) -> &'a str {
        self
    }
}

macro_rules! owned {
    ($($(#[$meta:meta])* $type:ty,)*) => {$(
        $(#[$meta])*
        impl<'borrow> Text<'borrow, 'borrow> for $type {
            #[inline]
            fn text(&'borrow self) -> &'borrow str {
                self.as_ref()
            }
        }
    )*};
}

owned! {
    #[cfg(feature = "alloc")] alloc::string::String,
    #[cfg(feature = "alloc")] alloc::boxed::Box<str>,
    #[cfg(feature = "alloc")] alloc::rc::Rc<str>,
    #[cfg(feature = "alloc")] alloc::sync::Arc<str>,
    #[cfg(feature = "alloc")] alloc::borrow::Cow<'_, str>,
}
