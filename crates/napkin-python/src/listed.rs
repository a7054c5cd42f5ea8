//! The list of questions as `napkin._made` takes them, which makes the functions of `napkin.questions` and `napkin.columns` of
//! it: with the names, the types and the documentation that Python has for options.

use napkin::Level;
use napkin_answers::key::profiles;
use napkin_answers::list;
use napkin_answers::options::{OptionInfo, Shape};
use napkin_answers::question::{
    Ask, AskAlone, AskDocument, AskPair, AskText, Face, Question, Standards,
};
use napkin_audit::PRESETS;
use pyo3::prelude::*;

use crate::keyed::keys_of;

/// A question.
#[derive(IntoPyObject)]
pub(crate) struct Listed {
    name: &'static str,
    /// What is asked, in paragraphs.
    about: Vec<String>,
    inputs: &'static [&'static str],
    /// Whether the answer is a list of objects.
    is_list: bool,
    /// The keys of a yes, and what it says.
    yes: Option<(&'static [&'static str], &'static str)>,
    groups: Vec<Group>,
    /// The keys of an answer that is one object, if columns can be of them.
    keys: Vec<&'static str>,
}

/// Options that belong together; those of the question itself have no title.
#[derive(IntoPyObject)]
struct Group {
    title: &'static str,
    options: Vec<Keyword>,
}

/// An option.
#[derive(IntoPyObject)]
struct Keyword {
    name: String,
    /// The type of its values as Python writes it, beside `None`.
    kind: String,
    /// The value if none is given, as Python writes it; `None` of an option that is needed.
    default: Option<&'static str>,
    about: String,
}

/// The words of Python that are options too, and no names there: such a name ends with an underscore.
const RESERVED: &[&str] = &["as", "from"];

/// The name of a keyword.
pub(crate) fn keyword_name(option: &str) -> String {
    let end = if RESERVED.contains(&option) { "_" } else { "" };
    option.replace('-', "_") + end
}

/// The type of the values of an option, and the default one.
fn kind(option: &OptionInfo) -> (String, Option<&'static str>) {
    let names: Vec<_> =
        (option.alternatives)().iter().map(|named| format!("\"{}\"", named.name)).collect();
    let one =
        if names.is_empty() { "Text".into() } else { format!("Literal[{}]", names.join(", ")) };
    match option.shape {
        Shape::Flag => ("bool".into(), Some("False")),
        Shape::Count => ("int".into(), Some("0")),
        Shape::Required => (one, None),
        Shape::Optional if option.is_content => ("Text | Iterable[str]".into(), Some("None")),
        Shape::Optional => (one, Some("None")),
        Shape::Bare => (one + " | bool", Some("None")),
        Shape::Repeated if option.value.contains('=') => {
            (format!("{one} | Iterable[{one}] | Mapping[str, str]"), Some("None"))
        }
        Shape::Repeated => (format!("{one} | Iterable[{one}]"), Some("None")),
        Shape::Pairs => ("Iterable[tuple[Text, Text]] | Mapping[str, Text]".into(), Some("None")),
    }
}

/// The options by which a question is asked whose standard is chosen beside it.
fn of_standard() -> Group {
    let keyword = |name: &str, about: &str| Keyword {
        name: name.into(),
        kind: "str".into(),
        default: Some("None"),
        about: about.into(),
    };
    let options = vec![
        keyword("edition", "The edition by which texts are read, and objects too"),
        keyword(
            "as_of",
            "A year, or a date of the URL Standard: the edition that was in force then",
        ),
    ];
    Group { title: "Standard", options }
}

struct Questions(Vec<Listed>);

impl Questions {
    fn add<Q: Question>(&mut self, inputs: &'static [&'static str], is_list: bool) {
        let own = |text: String| {
            Q::list().fold(text, |text, option| {
                let name = keyword_name(option.name);
                text.replace(&format!("'{}'", option.name), &format!("``{name}``"))
            })
        };
        let keyword = |option: &OptionInfo| {
            let (kind, default) = kind(option);
            let content =
                if option.is_content { "; the text of the file, or its lines" } else { "" };
            let about = own(option.about()) + content;
            Keyword { name: keyword_name(option.name), kind, default, about }
        };
        let groups = Q::GROUPS.iter().enumerate().map(|(place, group)| Group {
            // Of the groups that questions share, that of documents has no title in help.
            title: if place > 0 && group.title.is_empty() { "Document" } else { group.title },
            options: group.options.iter().map(keyword).collect(),
        });
        let standard = (Q::STANDARDS != Standards::Own).then(of_standard);
        self.0.push(Listed {
            name: Q::NAME,
            about: Q::paragraphs().map(own).collect(),
            inputs,
            is_list,
            yes: Q::YES.map(|yes| (yes.keys, yes.about)),
            groups: groups.chain(standard).filter(|group| !group.options.is_empty()).collect(),
            keys: keys_of(Q::NAME).map(|(key, _)| key).collect(),
        });
    }
}

impl Face for Questions {
    fn one<Q: Question<Ready: Ask> + 'static>(&mut self) {
        self.add::<Q>(&["text"], false);
    }

    fn pair<Q: Question<Ready: AskPair> + 'static>(&mut self) {
        self.add::<Q>(&["a", "b"], false);
    }

    fn text<Q: Question<Ready: AskText> + 'static>(&mut self) {
        self.add::<Q>(&["text"], true);
    }

    fn document<Q: Question<Ready: AskDocument> + 'static>(&mut self) {
        self.add::<Q>(&["document"], true);
    }

    fn alone<Q: Question<Ready: AskAlone> + 'static>(&mut self) {
        self.add::<Q>(&[], Q::Ready::IS_LIST);
    }
}

/// The questions, in the order of the list.
#[pyfunction]
pub(crate) fn questions() -> Vec<Listed> {
    let mut all = Questions(Vec::new());
    list::questions(&mut all);
    all.0
}

/// The names of levels, of profiles and of presets, each behind the name of the type of them.
#[pyfunction]
pub(crate) fn name_lists() -> [(&'static str, Vec<&'static str>); 3] {
    let levels = Level::ALL.map(Level::name);
    [
        ("Level", levels.to_vec()),
        ("Profile", levels.into_iter().chain(profiles()).collect()),
        ("Preset", PRESETS.iter().map(|preset| preset.name).collect()),
    ]
}
