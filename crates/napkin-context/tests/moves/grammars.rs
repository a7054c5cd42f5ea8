//! Documents that small grammars of their formats derive, by choices: real ones, so that laws are tried deep inside.

use napkin_context::Kind;

/// The rules of a grammar: the name of each, and the texts that it derives. `‹name›` in a text is another rule. The
/// first text of a rule leads to no further rule without end, and is taken where nothing is left to choose by.
type Rules = &'static [(&'static str, &'static [&'static str])];

/// The maximum length of a document, beyond which only first texts are taken.
const LONGEST: usize = 4096;

/// The formats, each with its grammar, whose first rule derives a document.
const GRAMMARS: [(Kind, Rules); 11] = [
    (Kind::Html, HTML),
    (Kind::Css, CSS),
    (Kind::Xml, FEED),
    (Kind::Xml, SITEMAP),
    (Kind::Xml, DRAWING),
    (Kind::Xhtml, XHTML),
    (Kind::Turtle, TURTLE),
    (Kind::NQuads, QUADS),
    (Kind::Markdown, MARKDOWN),
    (Kind::Text, JSON),
    (Kind::Text, TEXT),
];

/// References, in any format.
const SHARED: Rules = &[
    (
        "uri",
        &[
            "http://old.example/",
            "http://old.example/‹tail›",
            "http://old.example/a/‹tail›",
            "http://old.example‹tail›",
            "HTTP://Old.Example:80/‹tail›",
            "http://other.example/‹tail›",
            "//old.example/‹tail›",
            "‹tail›",
            "mailto:a@old.example",
            "urn:a:‹tail›",
            "http://old.example:x/",
        ],
    ),
    (
        "tail",
        &[
            "",
            "a",
            "a/b.html",
            "?c=d&e=f",
            "#g",
            "(h)",
            "'i'",
            "%7Ej%c3%A9",
            "k,l",
            "m;n=o",
            "&amp",
            "&copy=1",
            "$p!*~_",
            "é",
            "日本",
            "q r",
            "%",
            "../s",
            "a‹tail›",
            "[t]",
            "|",
            "-",
            ".",
            ")",
            "*",
            "u&#118;",
        ],
    ),
    ("space", &["", " ", "\n", "\t", "  ", "\r\n"]),
    (
        "word",
        &[
            "",
            "text",
            "http://old.example/a",
            "&amp;",
            "é",
            "<b>",
            "url(http://old.example/)",
            "'",
            "\"",
            "-->",
        ],
    ),
];

const HTML: Rules = &[
    (
        "page",
        &[
            "‹nodes›",
            "<!doctype html><html><head>‹head›</head><body>‹nodes›</body></html>",
            "<meta charset=windows-1252>‹nodes›",
        ],
    ),
    (
        "head",
        &[
            "",
            "<base href=‹value›>‹head›",
            "<title>‹word›</title>‹head›",
            "<link rel=icon href=‹value›>‹head›",
            "<style>‹sheet›</style>‹head›",
            "<meta http-equiv=refresh content='1;url=‹uri›'>‹head›",
            "<meta http-equiv=Refresh content=\"0; URL='‹uri›'\">",
        ],
    ),
    ("nodes", &["", "‹node›‹nodes›", "‹node›‹nodes›"]),
    (
        "node",
        &[
            "‹word›",
            "<a href=‹value›>‹nodes›</a>",
            "<A HREF ‹space›=‹space›‹value› title=‹value›>x</A>",
            "<img src=‹value› srcset='‹set›'‹space›/>",
            "<img srcset=\"‹set›\">",
            "<p style=\"‹sheet›\">‹nodes›</p>",
            "<p style='background:url(&quot;‹uri›&quot;)'>",
            "<a ping='‹uri› ‹uri›' href=‹value›>‹nodes›",
            "<form action=‹value›><button formaction=‹value›></form>",
            "<svg>‹drawing›</svg>",
            "<math><mi><a href=‹value›></a></mi></math>",
            "<template><a href=‹value›></a></template>",
            "<!-- <a href=‹value›> -->",
            "<script>a = '<a href=‹uri›>'</script>",
            "<textarea><a href=‹uri›></textarea>",
            "<style>‹sheet›</style>",
            "<table><tr><td background=‹value›></table>",
            "<object data=‹value› archive='‹uri› ‹uri›'></object>",
            "<applet archive='‹uri›,‹uri›' codebase=‹value›></applet>",
            "<a href>x</a><a href=>y</a>",
            "<iframe src=‹value› srcdoc='<a href=‹uri›>'></iframe>",
            "</a></p></svg>",
            "<a href=\"‹uri›",
        ],
    ),
    (
        "drawing",
        &[
            "",
            "<a xlink:href=‹value›/>‹drawing›",
            "<image href=‹value› />‹drawing›",
            "<style>a{b:url(‹uri›&amp;x)}<![CDATA[‹sheet›]]></style>‹drawing›",
            "<rect fill='url(‹uri›)'/>‹drawing›",
            "<foreignObject>‹nodes›</foreignObject>‹drawing›",
            "<use xlink:href='#‹tail›'/>",
        ],
    ),
    ("set", &["‹uri›", "‹uri› 1x, ‹set›", "‹uri›,‹space›‹set›", "‹uri› 2x (,),‹set›", ", ‹uri›"]),
    (
        "value",
        &[
            "'‹uri›'",
            "\"‹uri›\"",
            "http://old.example/a",
            "http://old.example/?a=b&c",
            "'‹space›‹uri›‹space›'",
            "\"&#104;ttp://old.example/&amp;‹tail›\"",
            "'http&colon;&sol;/old.example/‹tail›'",
            "'ht\ttp://old.exam\nple/‹tail›'",
            "'http:\\\\old.example\\‹tail›'",
            "\"‹tail›&‹tail›\"",
        ],
    ),
    (
        "sheet",
        &[
            "a{b:url(‹uri›)}",
            "b:url(‹uri›);c:url('‹uri›')",
            "@import '‹uri›';",
            "/* url(‹uri›) */",
            "a{b:image-set(\"‹uri›\" 1x)}",
        ],
    ),
];

const CSS: Rules = &[
    ("sheet", &["", "‹rule›‹sheet›", "‹rule›‹space›‹sheet›"]),
    (
        "rule",
        &[
            "a{b:‹value›}",
            "@import ‹string› screen;",
            "@import ‹url›;",
            "@media (a){‹rule›‹rule›}",
            "@namespace ‹string›;",
            "/* ‹url› */",
            "a[b=‹string›]{c:‹value›;d:‹value›}",
            "@font-face{src:‹url› format('x'),‹url›}",
            "<!-- ‹rule› -->",
            "a{b:[‹value›}",
            "}‹rule›",
        ],
    ),
    (
        "value",
        &[
            "red",
            "‹url›",
            "‹url› ‹value›",
            "image-set(‹string› 1x,‹url› 2x)",
            "src(‹string›)",
            "f(g(‹url›))",
            "-webkit-image-set(‹string› 1x)",
            "‹string›",
        ],
    ),
    (
        "url",
        &[
            "url(‹uri›)",
            "url(‹space›‹string›‹space›)",
            "URL(‹space›‹uri›‹space›)",
            "\\75 rl(‹uri›)",
            "url(\\68ttp://old.example/\\(‹tail›)",
            "url(\\000068 ttp:\\2f/old.example/)",
            "url(‹uri›\\\n)",
            "url(‹uri›",
        ],
    ),
    (
        "string",
        &[
            "'‹uri›'",
            "\"‹uri›\"",
            "'\\68 ttp:\\/\\/old.example/‹tail›\\'\\22 '",
            "\"http://old.\\\nexample/‹tail›\"",
            "'‹uri›",
        ],
    ),
];

const XML_VALUE: &[&str] = &[
    "'‹uri›'",
    "\"‹uri›\"",
    "\"‹space›‹uri›&amp;‹tail›‹space›\"",
    "'http&#58;//old.example/&#x61;'",
    "'&old;‹tail›'",
    "\"http://old.example/?a&lt;&quot;\"",
];

const XML_TEXT: &[&str] = &[
    "‹uri›",
    "‹space›‹uri›&amp;‹tail›‹space›",
    "<![CDATA[‹uri›&‹tail›]]>",
    "http://old.<!-- x -->example/",
    "http://<![CDATA[old]]>.example/",
    "&old;‹tail›",
    "&#104;ttp://old.example/‹tail›",
];

const FEED: Rules = &[
    (
        "feed",
        &[
            "<feed xmlns='http://www.w3.org/2005/Atom'>‹entries›</feed>",
            "<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel>‹items›</channel></rss>",
            "<!DOCTYPE rss [<!ENTITY old 'http://old.example/'>]><rss><channel>‹items›</channel></rss>",
            "<!DOCTYPE feed SYSTEM \"‹uri›\" [<!ENTITY old 'http://old.example/'><!ENTITY e '\
             <logo>http://old.example/</logo>'>]><feed xmlns='http://www.w3.org/2005/Atom'>&e;‹entries›</feed>",
            "<?xml version='1.0'?><?xml-stylesheet href=‹value›?><feed xmlns=\
             'http://www.w3.org/2005/Atom' xml:base=‹value›>‹entries›</feed>",
        ],
    ),
    (
        "entries",
        &[
            "",
            "<link href=‹value› title=‹value›/>‹entries›",
            "<logo>‹content›</logo>‹entries›",
            "<entry xml:base=‹value›>‹entries›</entry>‹entries›",
            "<content type='html'>‹html›</content>‹entries›",
            "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><a href=‹value›>x</a></div>\
             </content>‹entries›",
            "<summary type='html'><![CDATA[<a href='‹uri›'>‹word›</a>]]></summary>‹entries›",
            "<title>‹uri›</title><!-- ‹uri› -->‹entries›",
        ],
    ),
    (
        "items",
        &[
            "",
            "<link>‹content›</link>‹items›",
            "<guid isPermaLink='false'>‹uri›</guid><guid>‹content›</guid>‹items›",
            "<item><enclosure url=‹value› length='1'/><description>‹html›</description></item>‹items›",
            "<description><![CDATA[<img src=\"‹uri›\" style='a:url(‹uri›)'>]]>&lt;a href='‹uri›'>\
             </description>‹items›",
            "<atom:link href=‹value›/>‹items›",
        ],
    ),
    (
        "html",
        &[
            "&lt;a href=\"‹uri›\">x&lt;/a>",
            "&lt;a href='‹uri›?b=1&amp;amp;c=2'>‹html›",
            "&#60;img src=‹uri›>",
            "&lt;p style=\"a:url('‹uri›')\">",
        ],
    ),
    ("value", XML_VALUE),
    ("content", XML_TEXT),
];

const SITEMAP: Rules = &[
    (
        "sitemap",
        &[
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>‹urls›</urlset>",
            "<?xml version='1.0'?>\n<!-- > --><sitemapindex xmlns=\
             'http://www.sitemaps.org/schemas/sitemap/0.9'>‹urls›</sitemapindex>",
            "<!DOCTYPE urlset [<!ENTITY old 'http://old.example/'>]><urlset xmlns=\
             'http://www.sitemaps.org/schemas/sitemap/0.9'>‹urls›</urlset>",
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>‹urls›",
        ],
    ),
    (
        "urls",
        &[
            "",
            "<url>‹space›<loc>‹content›</loc></url>‹urls›",
            "<sitemap><loc>‹content›</loc></sitemap>‹space›‹urls›",
            "<!-- <loc>‹uri›</loc> -->‹urls›",
            "<url><loc>‹content›</loc><image:image xmlns:image=\
             'http://www.google.com/schemas/sitemap-image/1.1'><image:loc>‹content›</image:loc>\
             </image:image></url>‹urls›",
            "<url xml:base=‹value›><loc>‹content›</loc></url>‹urls›",
        ],
    ),
    ("value", XML_VALUE),
    ("content", XML_TEXT),
];

const DRAWING: Rules = &[
    (
        "drawing",
        &[
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>‹shapes›</svg>",
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:o=\
             'http://old.example/ns#'>‹nodes›</rdf:RDF>",
            "<x xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='‹uri› ‹uri›'/>",
        ],
    ),
    (
        "shapes",
        &[
            "",
            "<a xlink:href=‹value›>‹shapes›</a>‹shapes›",
            "<image href=‹value›/>‹shapes›",
            "<style>a{b:url(‹uri›)}</style>‹shapes›",
            "<rect style=\"fill:url('‹uri›')\" fill='url(‹uri›)'/>‹shapes›",
            "<style><![CDATA[@import '‹uri›';]]></style>‹shapes›",
            "<script xlink:href=‹value›/>‹shapes›",
        ],
    ),
    (
        "nodes",
        &[
            "",
            "<rdf:Description rdf:about=‹value›><o:p rdf:resource=‹value›/></rdf:Description>‹nodes›",
            "<o:t rdf:about=‹value› xml:base='http://other.example/'>‹nodes›</o:t>‹nodes›",
            "<rdf:Description><o:q rdf:datatype=‹value›>‹uri›</o:q></rdf:Description>‹nodes›",
        ],
    ),
    ("value", XML_VALUE),
];

const XHTML: Rules = &[
    (
        "page",
        &[
            "<html xmlns='http://www.w3.org/1999/xhtml'><head>‹head›</head><body>‹nodes›</body></html>",
            "<!DOCTYPE html [<!ENTITY old 'http://old.example/'>]><html xmlns=\
             'http://www.w3.org/1999/xhtml'><body>‹nodes›</body></html>",
        ],
    ),
    (
        "head",
        &[
            "",
            "<base href=‹value›/>‹head›",
            "<style>a{b:url(‹uri›)}</style>‹head›",
            "<link href=‹value›/>‹head›",
            "<meta http-equiv='refresh' content='1;url=‹uri›'/>",
        ],
    ),
    (
        "nodes",
        &[
            "",
            "<a href=‹value›>‹uri›</a>‹nodes›",
            "<p style=\"a:url(&quot;‹uri›&quot;)\">‹nodes›</p>‹nodes›",
            "<img srcset='‹uri› 1x, ‹uri› 2x' src=‹value›/>‹nodes›",
            "<svg xmlns='http://www.w3.org/2000/svg'><a xmlns:l='http://www.w3.org/1999/xlink' l:href=\
             ‹value›/></svg>‹nodes›",
            "<!-- ‹uri› -->&old;‹nodes›",
        ],
    ),
    ("value", XML_VALUE),
];

const TURTLE: Rules = &[
    ("document", &["", "‹line›‹document›", "‹line›\n‹document›"]),
    (
        "line",
        &[
            "‹iri› ‹iri› ‹node› .",
            "@prefix o: <‹uri›> . ",
            "PREFIX o: <http://old.example/ns#>\n",
            "@prefix : <http://old.example/a/> . :a :b\\/c :‹node› .",
            "@base <‹uri›> . ",
            "BASE <http://other.example/>\n",
            "# <http://old.example/>\n",
            "@prefix o: <http://old.example/> . o:a o:b o:c\\#d , ‹node› ; a o:%41 .",
            "@prefix p: <http://old.example/x> . p:/y p:z p: .",
            "‹iri› { ‹iri› a ‹node› . }",
            "<< ‹iri› ‹iri› ‹iri› >> ‹iri› ‹node› .",
        ],
    ),
    (
        "node",
        &[
            "‹iri›",
            "[ ‹iri› ‹node› ]",
            "( ‹node› ‹node› )",
            "'<http://old.example/>'^^‹iri›",
            "\"\"\"<http://old.example/>\\\" \"\"\"@en",
            "_:a",
            "1.5e3",
            "true",
        ],
    ),
    (
        "iri",
        &[
            "<http://old.example/a>",
            "<‹uri›>",
            "<http://old.ex\\u0061mple/‹tail›>",
            "<\\U00000068ttp://old.example/>",
            "<#g>",
            "<http://old.example/\\u00e9>",
        ],
    ),
];

const QUADS: Rules = &[
    ("document", &["", "‹line›\n‹document›", "‹line›\r\n‹document›"]),
    (
        "line",
        &[
            "‹iri› ‹iri› ‹iri› .",
            "‹iri› ‹iri› \"<http://old.example/>\\\"\"^^‹iri› ‹iri› .",
            "_:a ‹iri› \"\"@en . # ‹iri›",
            "# ‹iri›",
            "",
        ],
    ),
    ("iri", &["<http://old.example/a>", "<‹uri›>", "<http://old.ex\\u0061mple/>"]),
];

const MARKDOWN: Rules = &[
    ("text", &["‹line›", "‹block›\n\n‹text›", "‹block›\n‹text›"]),
    (
        "block",
        &[
            "‹line›",
            "> ‹block›",
            "- ‹block›",
            "1. ‹block›\n   ‹line›",
            "# ‹line›",
            "[l]: ‹destination› '‹word›'",
            "[m n]:\n  ‹destination›",
            "[^f]: ‹line›",
            "a | b\n--|--\n‹line› | ‹line›",
            "```\n[a](‹uri›)\n```",
            "    ‹uri›",
            "<div>\n<a href='‹uri›'>‹line›</a>\n</div>",
            "***",
        ],
    ),
    (
        "line",
        &[
            "‹word›",
            "[‹line›](‹destination›) ‹line›",
            "![‹line›](‹space›‹destination› \"‹tail›\")",
            "<‹uri›> ‹line›",
            "[l] [x][l] [M  N][] ![y][l] ‹line›",
            "‹uri› ‹line›",
            "(‹uri›) *‹uri›* ‹line›",
            "www.old.example/‹tail› a@old.example",
            "`‹uri›` ‹line›",
            "<a href=\"‹uri›\">‹line›</a>",
            "\\[a](‹uri›) [^f] ‹line›",
            "**‹line›**",
            "[a](‹uri›",
        ],
    ),
    (
        "destination",
        &[
            "http://old.example/a",
            "<‹uri›>",
            "‹uri›",
            "http://old.example/\\(a\\)&amp;‹tail›",
            "http://old.example/(b(c))",
            "<http://old.example/a b\\>>",
            "http:&#47;/old.example/",
        ],
    ),
];

const JSON: Rules = &[
    ("document", &["{‹members›}", "[‹values›]", "{‹members›}\n{‹members›}\n"]),
    ("members", &["\"a\":‹value›", "‹string›:‹space›‹value›,‹members›"]),
    ("values", &["‹value›", "‹value›,‹space›‹values›"]),
    ("value", &["‹string›", "{‹members›}", "[‹values›]", "1", "null"]),
    (
        "string",
        &[
            "\"http://old.example/a\"",
            "\"‹uri›\"",
            "\"http:\\/\\/old.example\\/‹tail›\"",
            "\"see http://old.example/‹tail›, <‹uri›> and \\\"‹uri›\\\".\\n\"",
            "\"\\u0068ttp://old.example/a?b=c\\u0026d\"",
            "\"<a href=\\\"‹uri›\\\">\\u003chttp://old.example/\\u003e\"",
            "\"http://old.example/\\ud83d\\ude00\\u00e9\"",
        ],
    ),
];

const TEXT: Rules = &[
    ("text", &["‹piece›", "‹piece› ‹text›", "‹piece›‹space›‹text›", "‹piece›\n‹text›"]),
    (
        "piece",
        &[
            "‹uri›",
            "<‹uri›>",
            "<http://old.example/a\n  b>",
            "\"‹uri›\"",
            "(‹uri›)",
            "«‹uri›»",
            "URL:‹uri›",
            "<URL: ‹uri›>",
            "**‹uri›**",
            "‹uri›,‹uri›",
            "‹word›",
            "http://old.example/a‹tail›.",
            "\"http://old.example/a-\nb\"",
            "['‹uri›']",
        ],
    ),
];

/// Chooses a number below a bound, and 0 where nothing is left to choose by.
pub(crate) type Below<'b> = dyn FnMut(usize) -> usize + 'b;

/// A document, and its kind.
pub(crate) fn derive(below: &mut Below<'_>) -> (Kind, String) {
    let (kind, rules) = GRAMMARS[below(GRAMMARS.len())];
    let mut text = String::new();
    append(rules, rules[0].0, below, &mut text);
    (kind, text)
}

fn append(rules: Rules, name: &str, below: &mut Below<'_>, text: &mut String) {
    let rule = rules.iter().chain(SHARED).find(|(known, _)| *known == name);
    let (_, texts) = rule.unwrap_or_else(|| panic!("there is no rule '{name}'"));
    let chosen = if text.len() < LONGEST { texts[below(texts.len())] } else { texts[0] };
    let mut pieces = chosen.split('‹');
    text.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (name, behind) = piece.split_once('›').unwrap_or((piece, ""));
        append(rules, name, below, text);
        text.push_str(behind);
    }
}
