//! The attributes that contain references: by the HTML standard, and by earlier documents, which are common in
//! archives.

use super::Attribute;
use super::Shape::{Action, CommaSeparated, Image, One, Refresh, SourceSet, Spaced, Style};

/// Attributes of any element.
const ANYWHERE: &[Attribute] = &[("style", Style), ("itemid", One), ("background", One)];

/// The attributes of an element, by its name in lowercase.
pub(crate) fn attributes(element: &[u8]) -> &'static [Attribute] {
    match element {
        b"a" | b"area" => &[("href", One), ("ping", Spaced)],
        b"applet" => {
            &[("codebase", One), ("archive", CommaSeparated), ("code", One), ("object", One)]
        }
        b"audio" | b"bgsound" | b"portal" | b"script" | b"track" => &[("src", One)],
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
            ("src", Image),
            ("srcset", SourceSet),
            ("longdesc", One),
            ("usemap", One),
            ("lowsrc", Image),
            ("dynsrc", Image),
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
        b"source" => &[("src", One), ("srcset", SourceSet)],
        b"video" => &[("src", One), ("poster", One)],
        _ => &[],
    }
}

/// The attribute of an element with this name in lowercase.
pub(crate) fn attribute(of: &'static [Attribute], name: &str) -> Option<Attribute> {
    of.iter().chain(ANYWHERE).find(|(known, _)| *known == name).copied()
}

/// The names of relevant attributes, in the order of their bytes: attributes with references, and attributes that
/// decide the meaning of others.
const NAMES: &[&str] = &[
    "about",
    "action",
    "altimg",
    "archive",
    "background",
    "cdgroup",
    "charset",
    "cite",
    "classid",
    "clip-path",
    "code",
    "codebase",
    "color",
    "content",
    "cursor",
    "data",
    "data-background",
    "data-background-image",
    "data-bg",
    "data-echo",
    "data-full",
    "data-full-src",
    "data-hi-res-src",
    "data-href",
    "data-image",
    "data-large-file",
    "data-lazy",
    "data-lazy-src",
    "data-lazy-srcset",
    "data-medium-file",
    "data-orig-file",
    "data-original",
    "data-original-set",
    "data-poster",
    "data-src",
    "data-srcset",
    "data-thumb",
    "data-url",
    "datatype",
    "definitionurl",
    "dynsrc",
    "encoding",
    "face",
    "fill",
    "filter",
    "formaction",
    "href",
    "http-equiv",
    "icon",
    "id",
    "imagesrcset",
    "itemid",
    "itemprop",
    "itemtype",
    "longdesc",
    "lowsrc",
    "manifest",
    "marker",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "name",
    "object",
    "ping",
    "pluginspage",
    "poster",
    "prefix",
    "profile",
    "property",
    "rel",
    "resource",
    "shadowrootmode",
    "size",
    "src",
    "srcset",
    "stroke",
    "style",
    "typeof",
    "usemap",
    "value",
    "vocab",
    "xlink:href",
    "xml:id",
];

/// The index of a relevant attribute, by its name in lowercase.
pub(crate) fn number(name: &[u8]) -> Option<usize> {
    NAMES.binary_search_by(|known| known.as_bytes().cmp(name)).ok()
}

/// The name of an attribute by its index.
pub(crate) fn name(number: usize) -> &'static str {
    NAMES.get(number).copied().unwrap_or_default()
}

/// Whether an element is allowed in the head of a document, by the HTML standard or an earlier one.
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

#[cfg(test)]
mod tests {
    use super::NAMES;

    #[test]
    fn names_are_sorted_and_few() {
        assert!(NAMES.is_sorted() && NAMES.len() <= 128, "they are looked up, and bits of a word");
    }
}
