//! Which attributes hold references: those of the HTML standard, and those of the documents before
//! it that archives are full of.

/// How an attribute holds references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One reference.
    One,
    /// One reference, whose use is a new request.
    Action,
    /// References with white space between.
    Spaced,
    /// References with commas between.
    CommaSeparated,
    /// Candidates for images: references with descriptors.
    SourceSet,
    /// A time, and maybe a reference; where `http-equiv` says so.
    Refresh,
    /// Style declarations.
    Style,
}

use Shape::{Action, CommaSeparated, One, Refresh, SourceSet, Spaced, Style};

/// An attribute that holds references.
pub(crate) type Attribute = (&'static str, Shape);

/// Those that may stand on any element.
const ANYWHERE: &[Attribute] = &[("style", Style), ("itemid", One), ("background", One)];

/// Those of an element, by its name in lowercase.
pub(crate) fn attributes(element: &[u8]) -> &'static [Attribute] {
    match element {
        b"a" => &[("href", One), ("ping", Spaced), ("xlink:href", One)],
        b"area" => &[("href", One), ("ping", Spaced)],
        b"applet" => {
            &[("codebase", One), ("archive", CommaSeparated), ("code", One), ("object", One)]
        }
        b"audio" | b"bgsound" | b"portal" | b"track" => &[("src", One)],
        b"embed" => &[("src", One), ("pluginspage", One)],
        b"blockquote" | b"del" | b"ins" | b"q" => &[("cite", One)],
        b"base" => &[("href", One)],
        b"button" => &[("formaction", Action)],
        b"command" | b"menuitem" => &[("icon", One)],
        b"form" => &[("action", Action)],
        b"isindex" => &[("action", Action), ("href", One)],
        b"frame" | b"iframe" | b"layer" | b"ilayer" => &[("src", One), ("longdesc", One)],
        b"head" => &[("profile", Spaced)],
        b"html" => &[("manifest", One)],
        b"img" | b"image" => &[
            ("src", One),
            ("srcset", SourceSet),
            ("longdesc", One),
            ("usemap", One),
            ("lowsrc", One),
            ("dynsrc", One),
            ("href", One),
            ("xlink:href", One),
        ],
        b"input" => &[("src", One), ("formaction", Action), ("usemap", One)],
        b"link" => &[("href", One), ("imagesrcset", SourceSet)],
        b"meta" => &[("content", Refresh)],
        b"object" => &[
            ("data", One),
            ("codebase", One),
            ("classid", One),
            ("archive", Spaced),
            ("usemap", One),
            ("longdesc", One),
        ],
        b"script" => &[("src", One), ("href", One), ("xlink:href", One)],
        b"source" => &[("src", One), ("srcset", SourceSet)],
        b"video" => &[("src", One), ("poster", One)],
        // Of SVG, where it stands in HTML.
        b"use" | b"feimage" | b"mpath" | b"textpath" | b"lineargradient" | b"radialgradient"
        | b"pattern" | b"filter" => &[("href", One), ("xlink:href", One)],
        _ => &[],
    }
}

/// The attribute of an element with this name in lowercase, and its number among those.
pub(crate) fn attribute(of: &'static [Attribute], name: &[u8]) -> Option<(u32, Attribute)> {
    let all = of.iter().chain(ANYWHERE).zip(0..);
    let mut named = all.filter(|((known, _), _)| known.as_bytes() == name);
    named.next().map(|(&attribute, number)| (number, attribute))
}

/// Whether an element may stand in the head of a document, by the HTML standard or one before it.
pub(crate) fn is_of_head(element: &[u8]) -> bool {
    matches!(
        element,
        b"html"
            | b"head"
            | b"base"
            | b"basefont"
            | b"bgsound"
            | b"isindex"
            | b"link"
            | b"meta"
            | b"nextid"
            | b"noframes"
            | b"noscript"
            | b"object"
            | b"param"
            | b"script"
            | b"style"
            | b"template"
            | b"title"
    )
}
