//! The options of a question as one list: the command makes arguments and help of it, HTTP parameters and their
//! description, Python keywords, the documentation tables.
//!
//! The macro `options!` declares the struct of a question's options, its list, and how it is read from a [`Source`]. The type of
//! a field says how often an option can be given, and what its values are:
//!
//! | type of the field | in the command | elsewhere |
//! | --- | --- | --- |
//! | `bool` | `--name` | true or false |
//! | `T` | `--name VALUE`, required | a required value |
//! | `Option<T>` | `--name VALUE` | a value |
//! | `Option<Bare<T>>` | `--name` or `--name=VALUE` | a value, which may be empty |
//! | `Count` | `--name`, repeatable | a number |
//! | `Vec<T>` | `--name VALUE`, repeatable | a list |
//! | `Vec<Pair<T>>` | `--name A B`, repeatable | a list of pairs |
//!
//! An option holds a value and never the path of a file: the path of a server's file would be a stranger's to choose.

use napkin_schemes::registry::REGISTRATIONS;

use crate::wrong_choice::WrongChoice;

/// One option of a question.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its name, with hyphens between words.
    pub name: &'static str,
    /// What it does, in lines; another option of the question is written `'name'`.
    pub about: &'static str,
    /// The placeholder of its value in help, such as `URI`; empty if the option has no value.
    pub value: &'static str,
    /// The value if none is given, as text.
    pub default: Option<&'static str>,
    /// How often it can be given.
    pub shape: Shape,
    /// Whether its value is the content of a text file, which a command reads.
    pub is_content: bool,
    /// The only values, if there is a list of them.
    pub alternatives: fn() -> Vec<Named>,
    /// Some of the values, if there is no list of all: each with what it means.
    pub suggestions: fn() -> Vec<(String, &'static str)>,
    /// Finds the reason why octets are not a value.
    pub check: fn(&[u8]) -> Result<(), String>,
}

impl OptionInfo {
    /// What it does, in one line.
    pub fn about(&self) -> String {
        one_line(self.about)
    }

    /// What it does, with the names of other options in `list` as a face writes them.
    pub fn about_with<'l>(
        &self,
        list: impl Iterator<Item = &'l Self>,
        write: impl Fn(&str) -> String,
    ) -> String {
        list.fold(self.about(), |about, other| {
            about.replace(&format!("'{}'", other.name), &write(other.name))
        })
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Some options of a question.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its title in help; empty for the question's own options.
    pub title: &'static str,
    /// The options.
    pub options: &'static [OptionInfo],
}

/// How often an option can be given, and with how many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Given or not, without a value.
    Flag,
    /// Given once, always.
    Required,
    /// Given once or not at all.
    Optional,
    /// Given once or not at all; the value can be left out.
    Bare,
    /// Given any number of times without a value; elsewhere than in the command, a number.
    Count,
    /// Given any number of times.
    Repeated,
    /// Given any number of times, each with two values.
    Pairs,
}

/// A value that an option can have, from a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// What it means; empty if the name says it.
    pub about: &'static str,
}

impl Named {
    /// A value whose name says what it means.
    pub const fn plain(name: &'static str) -> Self {
        Self { name, about: "" }
    }
}

/// What a face was given for the options of a question.
pub trait Source {
    /// The error for a wrong value, as the face tells it.
    type Error: From<WrongChoice>;

    /// Whether an option is given, not only by its default.
    fn has(&self, option: &OptionInfo) -> bool;

    /// Whether a flag is set.
    ///
    /// # Errors
    ///
    /// If it is given something other than true or false.
    fn flag(&mut self, option: &OptionInfo) -> Result<bool, Self::Error>;

    /// The values of an option, in order: none if it is not given. A value that was left out is `None`; the two of a
    /// pair follow each other.
    ///
    /// # Errors
    ///
    /// If it is given more often than its shape allows, or in another form.
    fn values(&mut self, option: &OptionInfo) -> Result<Vec<Option<Vec<u8>>>, Self::Error>;

    /// What an error in the value of an option is an error of: the option, or the file that has its value.
    fn origin(&self, option: &OptionInfo) -> WrongChoice {
        WrongChoice::of_option_named(option.name)
    }
}

/// The options of a question; the macro `options!` implements it.
pub trait Options: Clone + Send + Sync {
    /// What is asked: a line, and after an empty line more.
    const ABOUT: &'static str;

    /// The groups of options, in the order of help: first the question's own, then groups that other questions have too.
    const GROUPS: &'static [Group];

    /// Reads the options.
    ///
    /// # Errors
    ///
    /// The first option that is missing, or has a wrong value.
    fn read<S: Source>(source: &mut S) -> Result<Self, S::Error>;

    /// What is asked, in one line.
    fn summary() -> &'static str {
        Self::ABOUT.lines().next().unwrap_or_default().trim()
    }

    /// What is asked, each paragraph in one line; the first is the summary.
    fn paragraphs() -> impl Iterator<Item = String> {
        Self::ABOUT.split("\n\n").map(one_line)
    }

    /// The options of all groups.
    fn list() -> impl Iterator<Item = &'static OptionInfo> {
        Self::GROUPS.iter().flat_map(|group| group.options)
    }
}

/// A rule between two options of a question, by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// The two exclude each other.
    Excludes(&'static str, &'static str),
    /// The first needs the second.
    Requires(&'static str, &'static str),
}

impl Between {
    /// Checks the rule.
    ///
    /// # Errors
    ///
    /// If what is given breaks it.
    pub fn check(self, has: impl Fn(&str) -> bool) -> Result<(), WrongChoice> {
        let (option, reason) = match self {
            Self::Excludes(a, b) if has(a) && has(b) => {
                (a, format!("and '{b}' exclude each other"))
            }
            Self::Requires(a, b) if has(a) && !has(b) => (a, format!("needs '{b}'")),
            Self::Excludes(..) | Self::Requires(..) => return Ok(()),
        };
        Err(WrongChoice::of_option_named(option).because(reason))
    }
}

/// A type of values.
pub trait Value: Sized {
    /// The only values, if there is a list of them.
    fn alternatives() -> Vec<Named> {
        Vec::new()
    }

    /// Some of the values, if there is no list of all: each with what it means.
    fn suggestions() -> Vec<(String, &'static str)> {
        Vec::new()
    }

    /// Whether a value is the content of a text file.
    const IS_CONTENT: bool = false;

    /// Reads a value.
    ///
    /// # Errors
    ///
    /// The reason why it is none, to follow the name of the option: `is not UTF-8`.
    fn read(octets: Vec<u8>) -> Result<Self, String>;
}

/// A type of values that has a list of them.
pub trait OneOf: Copy + 'static {
    /// The values.
    const ALL: &'static [(Self, Named)];
}

/// Writes a list of values: `Excess { Retain "retain": "It stays in the path", }`.
macro_rules! one_of {
    ($Type:ty { $($Value:ident $name:literal: $about:literal,)+ }) => {
        impl $crate::options::OneOf for $Type {
            const ALL: &'static [(Self, $crate::options::Named)] =
                &[$((Self::$Value, $crate::options::Named { name: $name, about: $about })),+];
        }
    };
}
pub(crate) use one_of;

impl<T: OneOf> Value for T {
    fn alternatives() -> Vec<Named> {
        T::ALL.iter().map(|(_, named)| *named).collect()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let found = T::ALL.iter().find(|(_, named)| named.name.as_bytes() == octets);
        found
            .map(|(value, _)| *value)
            .ok_or_else(|| not_one_of(T::ALL.iter().map(|(_, named)| named.name)))
    }
}

/// Declares a type of names, and the iterator over all of them, each with its meaning:
/// `struct Preset of PRESETS.iter().map(|preset| Named { … });`
macro_rules! names {
    ($(#[$attribute:meta])* pub struct $Name:ident of $names:expr;) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Name(&'static str);

        impl $Name {
            /// The name.
            pub const fn name(self) -> &'static str {
                self.0
            }

            fn all() -> impl Iterator<Item = $crate::options::Named> {
                $names
            }
        }

        impl $crate::options::Value for $Name {
            fn alternatives() -> Vec<$crate::options::Named> {
                Self::all().collect()
            }

            fn read(octets: Vec<u8>) -> Result<Self, String> {
                let mut names = Self::all().map(|named| named.name);
                let found = names.find(|name| name.as_bytes() == octets);
                let names = Self::all().map(|named| named.name);
                found.map(Self).ok_or_else(|| $crate::options::not_one_of(names))
            }
        }
    };
}
pub(crate) use names;

/// The reason why a value is wrong that is not in a list.
pub(crate) fn not_one_of(names: impl Iterator<Item = &'static str>) -> String {
    format!("has to be one of {}", names.collect::<Vec<_>>().join(", "))
}

impl Value for String {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        Self::from_utf8(octets).map_err(|_| "is not UTF-8".into())
    }
}

impl Value for usize {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let text = String::read(octets)?;
        text.parse().map_err(|error| format!("is not a number: {error}"))
    }
}

/// The name of a scheme, in any case; registered ones are suggested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemeName(String);

impl SchemeName {
    /// The name, as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a scheme is this one.
    pub fn is(&self, scheme: &str) -> bool {
        self.0.eq_ignore_ascii_case(scheme)
    }
}

impl Value for SchemeName {
    fn suggestions() -> Vec<(String, &'static str)> {
        REGISTRATIONS.iter().map(|known| (known.scheme.into(), "")).collect()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        String::read(octets).map(Self)
    }
}

/// A value as it was given, which need not be UTF-8: an input or a base.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given(pub Vec<u8>);

impl Value for Given {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        Ok(Self(octets))
    }
}

/// The value of an option that can be given without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bare<T>(pub Option<T>);

/// The two values of an option that takes two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair<T>(pub T, pub T);

/// A type of fields of a struct of options.
pub trait Field: Sized {
    /// How often the option can be given.
    const SHAPE: Shape;

    /// Whether a value is the content of a text file.
    const IS_CONTENT: bool = false;

    /// The only values, if there is a list of them.
    fn alternatives() -> Vec<Named>;

    /// Some of the values, if there is no list of all: each with what it means.
    fn suggestions() -> Vec<(String, &'static str)>;

    /// Finds the reason why octets are not a value.
    ///
    /// # Errors
    ///
    /// The reason.
    fn check(octets: &[u8]) -> Result<(), String>;

    /// Reads the option.
    ///
    /// # Errors
    ///
    /// If it is missing, or a value is wrong.
    fn take<S: Source>(option: &OptionInfo, source: &mut S) -> Result<Self, S::Error>;
}

impl Field for bool {
    const SHAPE: Shape = Shape::Flag;

    fn alternatives() -> Vec<Named> {
        Vec::new()
    }

    fn suggestions() -> Vec<(String, &'static str)> {
        Vec::new()
    }

    fn check(_: &[u8]) -> Result<(), String> {
        Ok(())
    }

    fn take<S: Source>(option: &OptionInfo, source: &mut S) -> Result<Self, S::Error> {
        source.flag(option)
    }
}

/// How often an option without a value is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count(pub u8);

impl Field for Count {
    const SHAPE: Shape = Shape::Count;

    fn alternatives() -> Vec<Named> {
        Vec::new()
    }

    fn suggestions() -> Vec<(String, &'static str)> {
        Vec::new()
    }

    fn check(octets: &[u8]) -> Result<(), String> {
        let number = str::from_utf8(octets).ok().map(str::parse::<u8>);
        number.is_some_and(|number| number.is_ok()).then_some(()).ok_or_else(not_a_count)
    }

    fn take<S: Source>(option: &OptionInfo, source: &mut S) -> Result<Self, S::Error> {
        let Some(number) = source.values(option)?.into_iter().flatten().next() else {
            return Ok(Self(0));
        };
        let number = str::from_utf8(&number).ok().and_then(|number| number.parse().ok());
        let number = number.ok_or_else(|| source.origin(option).because(not_a_count()));
        Ok(Self(number?))
    }
}

fn not_a_count() -> String {
    "is not a number up to 255".into()
}

/// Implements [`Field`] for a type whose values are of the type `T`: the values that are given are read in order.
macro_rules! field {
    ($Field:ty, $shape:ident, $values:ident, $option:ident, $made:expr) => {
        impl<T: Value> Field for $Field {
            const SHAPE: Shape = Shape::$shape;
            const IS_CONTENT: bool = T::IS_CONTENT;

            fn alternatives() -> Vec<Named> {
                T::alternatives()
            }

            fn suggestions() -> Vec<(String, &'static str)> {
                T::suggestions()
            }

            fn check(octets: &[u8]) -> Result<(), String> {
                T::read(octets.to_vec()).map(drop)
            }

            fn take<S: Source>($option: &OptionInfo, source: &mut S) -> Result<Self, S::Error> {
                let $values = read_values::<T, S>($option, source)?;
                Ok($made)
            }
        }
    };
}

field!(T, Required, values, option, {
    values.into_iter().next().flatten().ok_or_else(|| missing(option))?
});
field!(Option<T>, Optional, values, option, values.into_iter().next().flatten());
field!(Option<Bare<T>>, Bare, values, option, values.into_iter().next().map(Bare));
field!(Vec<T>, Repeated, values, option, values.into_iter().flatten().collect());
field!(Vec<Pair<T>>, Pairs, values, option, {
    let mut values = values.into_iter().flatten();
    let mut pairs = Self::new();
    while let Some(first) = values.next() {
        pairs.push(Pair(first, values.next().ok_or_else(|| odd(option))?));
    }
    pairs
});

fn missing(option: &OptionInfo) -> WrongChoice {
    WrongChoice::of_option_named(option.name).because("is missing".into())
}

fn odd(option: &OptionInfo) -> WrongChoice {
    WrongChoice::of_option_named(option.name).because("takes two values".into())
}

/// The values of an option, or its default.
fn read_values<T: Value, S: Source>(
    option: &OptionInfo,
    source: &mut S,
) -> Result<Vec<Option<T>>, S::Error> {
    let mut values = source.values(option)?;
    if let (true, Some(default)) = (values.is_empty(), option.default) {
        values.push(Some(default.into()));
    }
    let read = |value: Option<Vec<u8>>| value.map(T::read).transpose();
    let read: Result<_, _> = values.into_iter().map(read).collect();
    Ok(read.map_err(|reason| source.origin(option).because(reason))?)
}

/// The length of the name of an option: that of its field without the underscore behind a word that Rust keeps for itself.
pub(crate) const fn name_length(field: &str) -> usize {
    field.len() - matches!(field.as_bytes(), [.., b'_']) as usize
}

/// The name of a field with hyphens between words.
pub(crate) const fn hyphened<const N: usize>(name: &str) -> [u8; N] {
    let (name, mut hyphened, mut at) = (name.as_bytes(), [0; N], 0);
    while at < N {
        hyphened[at] = if name[at] == b'_' { b'-' } else { name[at] };
        at += 1;
    }
    hyphened
}

/// Declares the options of a question: a struct, whose documentation is that of each face, its list, and its reader.
///
/// ```text
/// options! {
///     /// What is asked.
///     pub struct Question {
///         /// What the option does
///         base: Given, "URI";
///         /// What the option does, with a default
///         to: Option<Form>, "FORM" = "uri";
///         /// What the flag does
///         lenient: bool;
///     }
///     with policy: PolicyOptions
/// }
/// ```
///
/// `with` adds the options of another struct. An option whose name is a word of Rust has an underscore behind it: `type_`.
macro_rules! options {
    (
        $(#[doc = $about:literal])+
        pub struct $Name:ident $([$title:literal])? {
            $($(#[doc = $doc:literal])+ $field:ident: $Type:ty $(, $value:literal)? $(= $default:literal)?;)*
        }
        $(with $shared:ident: $Shared:ty)*
    ) => {
        $(#[doc = $about])+
        #[allow(
            clippy::doc_markdown,
            rustdoc::bare_urls,
            rustdoc::broken_intra_doc_links,
            reason = "the text is also that of help, which writes URIs and names without Markdown"
        )]
        #[derive(Clone, Debug, Default)]
        pub struct $Name {
            $($(#[doc = $doc])+ pub $field: $Type,)*
            $(#[doc = "Options that other questions have too."] pub $shared: $Shared,)*
        }

        impl $Name {
            const OWN: &'static [$crate::options::OptionInfo] = &[$(
                $crate::options::options!(@info $field, $Type, [$($value)?], [$($default)?], $($doc)+)
            ),*];
        }

        impl $crate::options::Options for $Name {
            const ABOUT: &'static str = concat!($($about, "\n"),+);

            const GROUPS: &'static [$crate::options::Group] = &[
                $crate::options::Group { title: concat!($($title)?), options: Self::OWN },
                $(<$Shared as $crate::options::Options>::GROUPS[0],)*
            ];

            fn read<S: $crate::options::Source>(_source: &mut S) -> Result<Self, S::Error> {
                Ok(Self {
                    $($field: {
                        const INFO: $crate::options::OptionInfo =
                            $crate::options::options!(@info $field, $Type, [$($value)?], [$($default)?], $($doc)+);
                        $crate::options::Field::take(&INFO, _source)?
                    },)*
                    $($shared: $crate::options::Options::read(_source)?,)*
                })
            }
        }
    };
    (@info $field:ident, $Type:ty, [$($value:literal)?], [$($default:literal)?], $($doc:literal)+) => {
        $crate::options::OptionInfo {
            name: {
                const LENGTH: usize = $crate::options::name_length(stringify!($field));
                const NAME: [u8; LENGTH] = $crate::options::hyphened(stringify!($field));
                match str::from_utf8(&NAME) {
                    Ok(name) => name,
                    Err(_) => stringify!($field),
                }
            },
            about: concat!($($doc, "\n"),+),
            value: concat!($($value)?),
            default: $crate::options::options!(@default $($default)?),
            shape: <$Type as $crate::options::Field>::SHAPE,
            is_content: <$Type as $crate::options::Field>::IS_CONTENT,
            alternatives: <$Type as $crate::options::Field>::alternatives,
            suggestions: <$Type as $crate::options::Field>::suggestions,
            check: <$Type as $crate::options::Field>::check,
        }
    };
    (@default) => { None };
    (@default $default:literal) => { Some($default) };
}
pub(crate) use options;
