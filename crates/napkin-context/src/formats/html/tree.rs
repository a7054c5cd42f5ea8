//! The parts of a page's tree that decide the meaning of tags: SVG and MathML elements, and templates (HTML
//! standard, 13.2.6.5).
//!
//! # What is tracked, and why so little is enough
//!
//! A link needs two facts of the tree: the vocabulary of its element (`a` of HTML has `href`, `a` of SVG `xlink:href`
//! too), and whether it is in a template. A start tag in HTML determines its element alone, whatever is open. A start
//! tag inside SVG or MathML depends on the current node, the innermost open element: it is of that vocabulary; or of
//! HTML, at an integration point; or of HTML and the end of the SVG. So the stack of open elements is kept from the
//! outermost SVG or MathML element inwards, and outside of these only what their contents can refer to:
//!
//! ```text
//!   html body div svg foreignObject p svg g
//!   └──around───┘ └──────────open─────────┘
//!   counts        the stack: name and vocabulary of each element
//! ```
//!
//! - [`Tree::open`] is empty, or begins with an `svg` or `math` element. Elements of HTML are pushed only behind one, since
//!   [`Tree::end`] has to stop at the element of SVG or MathML that contains them.
//! - [`Tree::around`] counts start tags without their end tags. An end tag in SVG whose name is not in the stack closes
//!   the SVG if an element of that name is open around it. Which one it closes does not matter: all of the stack is
//!   inside of it.
//! - [`Tree::templates`] has one entry for each open template, in HTML only: `template` of SVG is an element like others.
//!
//! The counts are not exact: an element that is closed without an end tag, such as `li` by the next `li`, stays
//! counted. `cargo xtask html` compares the links of pages with the tree of html5lib, which is complete.
//!
//! # Time and memory
//!
//! An end tag searches the stack, which holds at most [`DEEPEST`] elements. So time is linear in the number of tags, and
//! memory is bounded.

/// The maximum depth tracked inside SVG and MathML; user agents have such limits too. Deeper elements are treated
/// as children of the deepest one: they are counted, and the next end tags, whatever their names, close them first.
const DEEPEST: usize = 512;

/// HTML elements around SVG and MathML whose end tags also end those, in the order of their bytes.
const AROUND: &[&str] = &[
    "a",
    "article",
    "aside",
    "b",
    "big",
    "blockquote",
    "body",
    "button",
    "caption",
    "center",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "html",
    "i",
    "label",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "nobr",
    "ol",
    "option",
    "pre",
    "ruby",
    "s",
    "section",
    "select",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
];

/// The vocabulary of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Html,
    Svg,
    MathMl,
}

/// How start tags inside an element are parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    /// As the element itself.
    Same,
    /// As HTML: an integration point.
    Html,
    /// As HTML, except for two MathML elements.
    MathText,
    /// As MathML, except for SVG.
    Annotation,
}

struct Open {
    name: Box<[u8]>,
    space: Space,
    inside: Inside,
}

impl Open {
    fn is_foreign(&self) -> bool {
        self.space != Space::Html
    }

    /// Whether a start tag inside it is parsed by the rules of HTML.
    fn takes(&self, name: &[u8]) -> bool {
        !self.is_foreign()
            || match self.inside {
                Inside::Same => false,
                Inside::Html => true,
                Inside::MathText => !matches!(name, b"mglyph" | b"malignmark"),
                Inside::Annotation => name == b"svg",
            }
    }

    fn is_named(&self, name: &[u8]) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// The attributes of a start tag that decide the tree.
#[derive(Clone, Copy, Default)]
pub(super) struct Facts<'t> {
    pub(super) is_self_closing: bool,
    /// Whether it has an attribute that occurs only on HTML's `font`.
    pub(super) is_of_font: bool,
    pub(super) encoding: Option<&'t [u8]>,
    /// Whether a template becomes the shadow tree of its parent.
    pub(super) is_shadow_root: bool,
}

/// The open elements that matter.
pub(super) struct Tree {
    /// How many start tags of each of [`AROUND`] outside of SVG and MathML have no end tag yet.
    around: [u32; AROUND.len()],
    /// SVG and MathML elements, and the HTML elements inside them, from the outermost.
    open: Vec<Open>,
    /// The number of open elements beyond the maximum depth.
    beyond: usize,
    /// For each open template, whether it is inert.
    templates: Vec<bool>,
    inert: usize,
}

impl Default for Tree {
    fn default() -> Self {
        let around = [0; AROUND.len()];
        Self { around, open: Vec::new(), beyond: 0, templates: Vec::new(), inert: 0 }
    }
}

impl Tree {
    /// Whether the next content is in HTML, not directly in an SVG or MathML element.
    pub(super) fn is_in_html(&self) -> bool {
        self.open.last().is_none_or(|open| !open.is_foreign())
    }

    /// Whether the next content is outside the document's own tree.
    pub(super) fn is_in_template(&self) -> bool {
        !self.templates.is_empty()
    }

    /// Whether the next content takes effect only if a script copies it.
    pub(super) fn is_inert(&self) -> bool {
        self.inert > 0
    }

    /// Opens an element; returns its vocabulary.
    pub(super) fn start(&mut self, name: &[u8], facts: Facts<'_>) -> Space {
        let takes = |open: &Open| open.takes(name);
        // The current node is of SVG or MathML, and no integration point for this tag: "any other start tag" of the rules for
        // foreign content, or one of those that end it, and are then read as HTML.
        if !self.open.last().is_none_or(takes) {
            if !(is_only_of_html(name) || name == b"font" && facts.is_of_font) {
                return self.foreign(name, facts);
            }
            self.leave_foreign();
        }
        match name {
            b"svg" => self.root(name, Space::Svg, facts),
            b"math" => self.root(name, Space::MathMl, facts),
            _ => {
                if name == b"template" {
                    self.templates.push(!facts.is_shadow_root);
                    self.inert += usize::from(!facts.is_shadow_root);
                }
                // A void element never becomes the current node. Tags that are ignored outside of a table open nothing.
                if !self.open.is_empty() {
                    if !is_void(name) && !is_of_table(name) {
                        self.push(name, Space::Html, Inside::Same);
                    }
                } else if let Some(count) = around(name).and_then(|at| self.around.get_mut(at)) {
                    *count = count.saturating_add(1);
                }
                Space::Html
            }
        }
    }

    fn root(&mut self, name: &[u8], space: Space, facts: Facts<'_>) -> Space {
        if !facts.is_self_closing {
            self.push(name, space, Inside::Same);
        }
        space
    }

    fn foreign(&mut self, name: &[u8], facts: Facts<'_>) -> Space {
        let space = self.open.last().map_or(Space::Html, |open| open.space);
        let is_html = |encoding: &[u8]| {
            let is = |name: &[u8]| encoding.eq_ignore_ascii_case(name);
            is(b"text/html") || is(b"application/xhtml+xml")
        };
        let inside = match (space, name) {
            (Space::Svg, b"foreignobject" | b"desc" | b"title") => Inside::Html,
            (Space::MathMl, b"mi" | b"mo" | b"mn" | b"ms" | b"mtext") => Inside::MathText,
            (Space::MathMl, b"annotation-xml") if facts.encoding.is_some_and(is_html) => {
                Inside::Html
            }
            (Space::MathMl, b"annotation-xml") => Inside::Annotation,
            _ => Inside::Same,
        };
        if !facts.is_self_closing {
            self.push(name, space, inside);
        }
        space
    }

    fn push(&mut self, name: &[u8], space: Space, inside: Inside) {
        if self.open.len() < DEEPEST {
            self.open.push(Open { name: name.into(), space, inside });
        } else {
            self.beyond += 1;
        }
    }

    /// Closes SVG and MathML elements up to one that contains HTML.
    fn leave_foreign(&mut self) {
        self.beyond = 0;
        // `p` stands for any element of HTML: it is taken by elements of HTML and by both kinds of integration points for
        // HTML, and not by `annotation-xml`, which takes `svg` only.
        while self.open.pop_if(|open| !open.takes(b"p")).is_some() {}
    }

    /// Closes the elements that an end tag closes.
    pub(super) fn end(&mut self, name: &[u8]) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        // Both make an element of HTML even as end tags, which has no content.
        if !self.is_in_html() && matches!(name, b"br" | b"p") {
            return self.leave_foreign();
        }
        let mut by_html = self.is_in_html();
        for at in (0..self.open.len()).rev() {
            let Some(open) = self.open.get(at) else { return };
            // By the rules of HTML, nothing is closed beyond the element that contains the HTML.
            if by_html && open.is_foreign() {
                return;
            }
            by_html |= !open.is_foreign();
            if open.is_named(name) {
                if by_html && name == b"template" {
                    self.end_template();
                }
                return self.open.truncate(at);
            }
        }
        // It closes an element around the SVG or MathML, if one is open.
        if name == b"template" && self.is_in_template() {
            self.end_template();
            self.open.clear();
        } else if let Some(count) = around(name).and_then(|number| self.around.get_mut(number))
            && *count > 0
        {
            *count -= 1;
            self.open.clear();
        }
    }

    fn end_template(&mut self) {
        if let Some(inert) = self.templates.pop() {
            self.inert -= usize::from(inert);
        }
    }
}

/// The index of an element in [`AROUND`].
fn around(name: &[u8]) -> Option<usize> {
    AROUND.binary_search_by(|known| known.as_bytes().cmp(name)).ok()
}

/// HTML elements whose start tags end SVG and MathML.
fn is_only_of_html(name: &[u8]) -> bool {
    matches!(
        name,
        b"b" | b"big"
            | b"blockquote"
            | b"body"
            | b"br"
            | b"center"
            | b"code"
            | b"dd"
            | b"div"
            | b"dl"
            | b"dt"
            | b"em"
            | b"embed"
            | b"h1"
            | b"h2"
            | b"h3"
            | b"h4"
            | b"h5"
            | b"h6"
            | b"head"
            | b"hr"
            | b"i"
            | b"img"
            | b"li"
            | b"listing"
            | b"menu"
            | b"meta"
            | b"nobr"
            | b"ol"
            | b"p"
            | b"pre"
            | b"ruby"
            | b"s"
            | b"small"
            | b"span"
            | b"strong"
            | b"strike"
            | b"sub"
            | b"sup"
            | b"table"
            | b"tt"
            | b"u"
            | b"ul"
            | b"var"
    )
}

/// Elements that occur only in tables, and elements that a page has once: outside a table, their tags are ignored.
fn is_of_table(name: &[u8]) -> bool {
    matches!(
        name,
        b"body"
            | b"caption"
            | b"colgroup"
            | b"frameset"
            | b"head"
            | b"html"
            | b"tbody"
            | b"td"
            | b"tfoot"
            | b"th"
            | b"thead"
            | b"tr"
    )
}

/// Elements of HTML that have no content.
fn is_void(name: &[u8]) -> bool {
    matches!(
        name,
        b"area"
            | b"base"
            | b"basefont"
            | b"bgsound"
            | b"br"
            | b"col"
            | b"embed"
            | b"frame"
            | b"hr"
            | b"img"
            | b"input"
            | b"keygen"
            | b"link"
            | b"meta"
            | b"param"
            | b"source"
            | b"track"
            | b"wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::{Facts, Space, Tree};

    /// The vocabulary of the last tag; `/name` is an end tag, `name/` closes itself.
    fn last(tags: &str) -> Space {
        let mut tree = Tree::default();
        let mut space = Space::Html;
        for tag in tags.split(' ') {
            if let Some(name) = tag.strip_prefix('/') {
                tree.end(name.as_bytes());
                continue;
            }
            let name = tag.trim_end_matches('/');
            let facts = Facts { is_self_closing: name != tag, ..Facts::default() };
            space = tree.start(name.as_bytes(), facts);
        }
        space
    }

    #[test]
    fn vocabularies() {
        use Space::{Html, MathMl, Svg};
        for (tags, space) in [
            ("a", Html),
            ("svg", Svg),
            ("svg a", Svg),
            ("svg/ a", Html),
            ("svg /svg a", Html),
            ("svg title a", Html),
            ("svg title /title a", Svg),
            ("svg foreignobject a /svg a", Html),
            ("svg foreignobject a /a /foreignobject a", Svg),
            ("svg g div", Html),
            ("svg g div a", Html),
            ("svg g /p a", Html),
            ("div svg g /div a", Html),
            ("svg g /div a", Svg),
            ("a svg g /a a", Html),
            ("a /a svg g /a a", Svg),
            ("svg g /rect a", Svg),
            ("svg foreignobject p a /p /foreignobject a", Svg),
            ("svg font", Svg),
            ("math mi td svg /td a", Svg),
            ("math mi a", Html),
            ("math mi mglyph", MathMl),
            ("math annotation-xml a", MathMl),
            ("math annotation-xml svg", Svg),
            ("svg script a", Svg),
        ] {
            assert_eq!(last(tags), space, "{tags}");
        }
        assert_eq!(last(&format!("{}/svg a", "svg ".repeat(100_000))), Svg);
    }

    #[test]
    fn names_are_sorted() {
        assert!(super::AROUND.is_sorted(), "they are looked up");
    }

    #[test]
    fn templates() {
        let mut tree = Tree::default();
        tree.start(b"template", Facts::default());
        tree.start(b"template", Facts { is_shadow_root: true, ..Facts::default() });
        assert!(tree.is_in_template() && tree.is_inert());
        tree.end(b"template");
        tree.end(b"template");
        tree.end(b"template");
        assert!(!tree.is_in_template() && !tree.is_inert());
    }
}
