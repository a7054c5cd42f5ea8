//! URI templates, expanded beside iri-string and uritemplate-next: each template was parsed before, and has its values in what the
//! library takes.

use iri_string::spec::UriSpec;
use iri_string::template::UriTemplateStr;
use iri_string::template::simple_context::SimpleContext;
use napkin_template::{Template, Values, template};
use uritemplate::UriTemplate;

use crate::operations::{Agreement, Operation, subject};

/// Templates of APIs, with values.
const CASES: [(Template<&str>, &[(&str, &str)]); 5] = [
    (template!("https://api.example.com/users/{id}"), &[("id", "12345")]),
    (
        template!("https://api.example.com/repos/{owner}/{repo}/issues{/number}"),
        &[("owner", "napkin-uri"), ("repo", "napkin"), ("number", "42")],
    ),
    (
        template!("https://example.com/search{?q,page,lang}"),
        &[("q", "fish & chips"), ("page", "2"), ("lang", "en")],
    ),
    (
        template!("{+base}/a/{x}{#f}"),
        &[("base", "https://example.com/v1"), ("x", "drücken ü"), ("f", "part 2")],
    ),
    (
        template!("/{a}/{b}/{c}{?d,e,f}"),
        &[("a", "1"), ("b", "2"), ("c", "3"), ("d", "4"), ("e", "5"), ("f", "6")],
    ),
];

/// How often a round has each template, since one expansion is shorter than a clock can tell.
const REPEATED: usize = 200;

/// The templates with their values, as each library has them.
pub(crate) struct Filled {
    ours: Vec<(Template<&'static str>, Values<'static>)>,
    iri_string: Vec<(&'static UriTemplateStr, SimpleContext)>,
    next: Vec<UriTemplate>,
}

impl Filled {
    pub(crate) fn new() -> Self {
        let mut filled = Self { ours: Vec::new(), iri_string: Vec::new(), next: Vec::new() };
        for (template, values) in (0..REPEATED).flat_map(|_| CASES) {
            let text = template.into_text();
            filled.ours.push((template, values.iter().copied().collect()));
            let mut context = SimpleContext::new();
            let mut next = UriTemplate::new(text);
            for (name, value) in values {
                context.insert(*name, *value);
                next.set(*name, *value);
            }
            filled.iri_string.push((UriTemplateStr::new(text).expect("a template"), context));
            filled.next.push(next);
        }
        filled
    }
}

/// Expansion to a text.
pub(crate) fn expand(filled: &Filled) -> Operation<'_> {
    let next = &filled.next;
    let subjects = vec![
        subject(
            "napkin",
            &filled.ours,
            Agreement::Same,
            |(template, values)| template.expand_to_text(values),
            |text| text.ok(),
        ),
        subject(
            "napkin, proven",
            &filled.ours,
            Agreement::Same,
            |(template, values)| template.expand(values),
            |uri| Some(uri.ok()?.into_text()),
        ),
        subject(
            "iri-string",
            &filled.iri_string,
            Agreement::Same,
            |(template, context)| {
                template.expand::<UriSpec, _>(context).map(|text| text.to_string())
            },
            |text| text.ok(),
        ),
        subject("uritemplate-next", next, Agreement::Same, |template| template.build(), Some),
    ];
    Operation { name: "expand a template", inputs: filled.ours.len(), subjects }
}
