//! What a URI can be held in, and how long its parts live.

/// Text that a [`UriRef`](crate::UriRef) can be held in: `&str`, `String`, `Box<str>`, `Rc<str>`,
/// `Arc<str>`, `Cow<str>`.
///
/// The two lifetimes say how long the parts live. `'borrow` is the borrow of the URI, `'part` the
/// life of its parts: of `&'a str` the parts live for `'a` and outlive the URI; of owned text they
/// live as long as it is borrowed. You need not name this trait: take a `UriRef<&str>` in your
/// functions, which every other one lends with [`as_borrowed`](crate::UriRef::as_borrowed).
///
/// Implement it for a text type of your own; the text must stay the same as long as it is not
/// changed through `&mut`. Breaking that gives wrong parts, and nothing worse.
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
