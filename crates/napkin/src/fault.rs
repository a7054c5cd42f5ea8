//! The names of the kinds of errors, and of the parts they occur in.
//!
//! Names only, so that an edition's data can say which rule a fault breaks; the error type is
//! [`ParseError`](crate::ParseError).

use core::fmt;

macro_rules! named {
    ($(#[$meta:meta])* $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $type { $($(#[$doc])* $variant,)* }

        impl $type {
            /// Every value, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in JSON and in messages.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

named! {
    /// The kind of error in a text that is not a valid reference.
    ErrorKind {
        /// A byte that the part's rule does not allow raw.
        InvalidCharacter = "invalid-character",
        /// Octets that are not well-formed UTF-8, where the text is a sequence of characters.
        IllFormedUtf8 = "ill-formed-utf-8",
        /// A `%` that two hexadecimal digits do not follow.
        InvalidPercentEncoding = "invalid-percent-encoding",
        /// Text before a colon that does not begin as a scheme does.
        SchemeStart = "scheme-start",
        /// The reference begins with a colon: no scheme, and no relative path either.
        ColonInFirstSegment = "colon-in-first-segment",
        /// A relative reference where a URI is required.
        MissingScheme = "missing-scheme",
        /// A URI where a relative reference is required.
        UnexpectedScheme = "unexpected-scheme",
        /// The empty text where a non-empty relative reference is required.
        EmptyReference = "empty-reference",
        /// A fragment where an absolute URI is required.
        UnexpectedFragment = "unexpected-fragment",
        /// A `[` at the start of the host without its `]`.
        UnclosedIpLiteral = "unclosed-ip-literal",
        /// Text in brackets that is no IPv6 address.
        InvalidIpv6 = "invalid-ipv6",
        /// An IPv6 address with a zone identifier, such as `%eth0`.
        ZoneIdentifier = "zone-identifier",
        /// Text in brackets that begins with `v` and is no address of a future IP version.
        InvalidIpvFuture = "invalid-ipvfuture",
        /// Text between the closing bracket of the host and the port.
        TextAfterIpLiteral = "text-after-ip-literal",
        /// No host, or an empty one, where the scheme requires one.
        MissingHost = "missing-host",
        /// A scheme that requires an authority, without the two slashes that begin one.
        MissingSlashes = "missing-slashes",
        /// An authority before a path that is neither empty nor begins with `/`.
        PathNotAbempty = "path-not-abempty",
        /// Userinfo that is not allowed, has an empty user or password, or has one colon too many.
        InvalidUserinfo = "invalid-userinfo",
        /// A host name or number that the edition's rule does not allow.
        InvalidHost = "invalid-host",
        /// A colon after the host without a digit after it, or where no port is allowed.
        InvalidPort = "invalid-port",
        /// Text that does not fit the form of its scheme, or a new part that does not fit the other parts.
        SchemeForm = "scheme-form",
        /// No text after the colon of a scheme, where some is required.
        NothingAfterScheme = "nothing-after-scheme",
        /// Userinfo or a port given to a reference that has no authority.
        MissingAuthority = "missing-authority",
        /// A number given as the port that is larger than any port.
        PortOutOfRange = "port-out-of-range",
        /// A dot segment where the name of a child is required.
        DotSegment = "dot-segment",
        /// An empty segment where it could not be told from none.
        EmptySegment = "empty-segment",
        /// A byte order mark (U+FEFF) before the reference.
        ByteOrderMark = "byte-order-mark",
        /// A carriage return at the end, as that of a line that ends with CR LF.
        CarriageReturn = "carriage-return",
        /// Longer than 32-bit offsets can address.
        TooLong = "too-long",
    }
}

named! {
    /// A part of a reference, by its name in the standards.
    Part {
        /// The text before the first colon.
        Scheme = "scheme",
        /// The text after `//`: userinfo, host and port.
        Authority = "authority",
        /// The text before the `@` of the authority.
        Userinfo = "userinfo",
        /// The registered name, address or IP literal.
        Host = "host",
        /// The digits after the host.
        Port = "port",
        /// The hierarchical part up to `?` or `#`.
        Path = "path",
        /// The text after the first `?`.
        Query = "query",
        /// The text after the first `#`.
        Fragment = "fragment",
    }
}
