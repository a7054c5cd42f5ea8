//! The text types that can hold a URI, and the lifetimes of its parts.

/// A type of text that can hold a URI: `&str`, `String`, `Box<str>`, `Rc<str>`, `Arc<str>`, `Cow<str>`.
///
/// It is the bound of a function over identifiers whose text is borrowed or owned:
///
/// ```
/// use napkin::{Text, Uri, uri};
///
/// fn host<T: Text>(uri: &Uri<T>) -> Option<&str> {
///     Some(uri.host()?.as_str())
/// }
/// assert_eq!(host(&uri!("http://h/")), Some("h"));
/// assert_eq!(host(&uri!("http://h/").into_owned()), Some("h"));
/// ```
///
/// You can implement it for your own text type. The text must stay the same unless it is changed through `&mut`.
/// Breaking that gives wrong parts, but never undefined behavior.
pub trait Text: AsRef<str> {
    /// The borrowed text: `&'a str` if this is a `&'a str`, otherwise `&'i str`, for the lifetime of the borrow.
    type Borrowed<'i>: Slice
    where
        Self: 'i;

    /// The text.
    fn borrowed(&self) -> Self::Borrowed<'_>;
}

/// [`Text`] with the two lifetimes that a borrow of it has: every `Text` has this trait, so you need not name it.
///
/// `'borrow` is the borrow of the URI, and `'part` is the lifetime of its parts. The parts of a `Uri<&'a str>` live for
/// `'a` and outlive the URI; the parts of owned text live as long as the borrow.
pub trait Lend<'borrow, 'part>: Text {
    /// The text.
    #[doc(hidden)]
    fn lend(&'borrow self) -> &'part str;
}

impl<'borrow, 'part, T: Text + 'borrow> Lend<'borrow, 'part> for T
where
    T::Borrowed<'borrow>: 'part,
{
    #[inline]
    fn lend(&'borrow self) -> &'part str {
        let borrowed: T::Borrowed<'borrow> = self.borrowed();
        borrowed.slice()
    }
}

/// A `&str`, as an associated type can say it. Its module is private, which seals it.
pub trait Slice {
    fn slice<'part>(self) -> &'part str
    where
        Self: 'part;
}

impl Slice for &str {
    #[inline]
    fn slice<'part>(self) -> &'part str
    where
        Self: 'part,
    {
        self
    }
}

impl<'a> Text for &'a str {
    type Borrowed<'i>
        = &'a str
    where
        Self: 'i;

    #[inline]
    fn borrowed(&self) -> &'a str {
        self
    }
}

macro_rules! owned {
    ($($(#[$meta:meta])* $type:ty,)*) => {$(
        $(#[$meta])*
        impl Text for $type {
            type Borrowed<'i> = &'i str where Self: 'i;

            #[inline]
            fn borrowed(&self) -> &str {
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
