//! The names of what can be wrong, and of the parts it can be in.
//!
//! Names only, so that an edition's data can say which rule a fault breaks; the error that carries
//! them is [`ParseError`](crate::ParseError).

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
    /// What is wrong with a text that is not a valid reference.
    ErrorKind {
        /// A byte that the part's rule does not allow raw.
        InvalidCharacter = "invalid-character",
        /// Octets that are not well-formed UTF-8, where the text is a sequence of characters.
        IllFormedUtf8 = "ill-formed-utf-8",
        /// A `%` that two hexadecimal digits do not follow.
        InvalidPercentEncoding = "invalid-percent-encoding",
        /// Text before a colon that begins like no scheme does.
        SchemeStart = "scheme-start",
        /// The reference begins with a colon: no scheme, and no relative path either.
        ColonInFirstSegment = "colon-in-first-segment",
        /// A relative reference where the rule wants a URI.
        MissingScheme = "missing-scheme",
        /// A URI where the rule wants a relative reference.
        UnexpectedScheme = "unexpected-scheme",
        /// Nothing, where the rule wants a relative reference that is something.
        EmptyReference = "empty-reference",
        /// A fragment where the rule wants an absolute URI.
        UnexpectedFragment = "unexpected-fragment",
        /// A `[` at the start of the host without its `]`.
        UnclosedIpLiteral = "unclosed-ip-literal",
        /// Text in brackets that is no IPv6 address.
        InvalidIpv6 = "invalid-ipv6",
        /// An IPv6 address with a zone identifier, such as `%eth0`.
        ZoneIdentifier = "zone-identifier",
        /// Text in brackets that begins with `v` and is no address of a later version.
        InvalidIpvFuture = "invalid-ipvfuture",
        /// Something between the closing bracket of the host and the port.
        TextAfterIpLiteral = "text-after-ip-literal",
        /// No host, or an empty one, where the scheme needs one.
        MissingHost = "missing-host",
        /// A scheme that needs an authority, without the two slashes that begin one.
        MissingSlashes = "missing-slashes",
        /// An authority before a path that is neither empty nor begins with `/`.
        PathNotAbempty = "path-not-abempty",
        /// Userinfo that is not allowed, has an empty user or password, or one colon too many.
        InvalidUserinfo = "invalid-userinfo",
        /// A host name or number that is not formed as the edition wants it.
        InvalidHost = "invalid-host",
        /// A colon after the host that no digit follows, or that may not be there.
        InvalidPort = "invalid-port",
        /// Text that does not fit the form of its scheme.
        SchemeForm = "scheme-form",
        /// Nothing after the colon of a scheme, where something has to be.
        NothingAfterScheme = "nothing-after-scheme",
        /// Userinfo or a port given to a reference that has no authority.
        MissingAuthority = "missing-authority",
        /// A number that is larger than any port, given as the port.
        PortOutOfRange = "port-out-of-range",
        /// A dot segment where the name of a child is needed.
        DotSegment = "dot-segment",
        /// A byte order mark (U+FEFF) before the reference.
        ByteOrderMark = "byte-order-mark",
        /// A carriage return at the end, as that of a line that ends with CR LF.
        CarriageReturn = "carriage-return",
        /// Longer than offsets of 32 bits can tell.
        TooLong = "too-long",
    }
}

named! {
    /// A part of a reference, by its name in the standards.
    Part {
        /// What stands before the first colon.
        Scheme = "scheme",
        /// What follows `//`: userinfo, host and port.
        Authority = "authority",
        /// What stands before the `@` of the authority.
        Userinfo = "userinfo",
        /// The registered name, address or IP literal.
        Host = "host",
        /// The digits after the host.
        Port = "port",
        /// The hierarchical part up to `?` or `#`.
        Path = "path",
        /// What follows the first `?`.
        Query = "query",
        /// What follows the first `#`.
        Fragment = "fragment",
    }
}
