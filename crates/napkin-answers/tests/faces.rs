//! The faces that are files and are made from the lists of questions and facts: the modules `napkin.questions` and `napkin._rows` of the
//! Python package, and the page `docs/faces.md`. `NAPKIN_BLESS=1 cargo test -p napkin-answers --test checkout faces::` writes them.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use napkin::Level;
use napkin_answers::key::profiles;
use napkin_answers::list;
use napkin_answers::options::{OptionInfo, Shape};
use napkin_answers::question::{
    Ask, AskAlone, AskDocument, AskPair, AskText, Face, Question, Standards, Yes,
};
use napkin_answers::schema;
use napkin_audit::PRESETS;
use napkin_standards::facts::{self, EachFact, Fact, Number, Text, TextList};
use schemars::JsonSchema;
use serde_json::Value;

/// A question, as both files have it.
struct Listed {
    name: &'static str,
    summary: &'static str,
    about: Vec<String>,
    options: Vec<&'static OptionInfo>,
    standards: Standards,
    inputs: &'static [&'static str],
    is_list: bool,
    yes: Option<Yes>,
    /// The keys of an answer that is one object, beside the input and the edition.
    keys: Vec<Key>,
}

/// A key of an answer, with the type of its values in a column.
struct Key {
    name: String,
    values: &'static str,
}

#[derive(Default)]
struct All(Vec<Listed>);

impl All {
    fn add<Q: Question>(&mut self, inputs: &'static [&'static str], keys: Option<Vec<Key>>) {
        self.0.push(Listed {
            name: Q::NAME,
            summary: Q::summary(),
            about: Q::paragraphs().collect(),
            options: Q::list().collect(),
            standards: Q::STANDARDS,
            inputs,
            yes: Q::YES,
            is_list: keys.is_none(),
            keys: keys.unwrap_or_default(),
        });
    }
}

impl Face for All {
    fn one<Q: Question<Ready: Ask> + 'static>(&mut self) {
        self.add::<Q>(&["text"], Some(keys::<<Q::Ready as Ask>::Answer<'_>>()));
    }

    fn pair<Q: Question<Ready: AskPair> + 'static>(&mut self) {
        self.add::<Q>(&["a", "b"], Some(keys::<<Q::Ready as AskPair>::Answer<'_>>()));
    }

    fn text<Q: Question<Ready: AskText> + 'static>(&mut self) {
        self.add::<Q>(&["text"], None);
    }

    fn document<Q: Question<Ready: AskDocument> + 'static>(&mut self) {
        self.add::<Q>(&["document"], None);
    }

    fn alone<Q: Question<Ready: AskAlone> + 'static>(&mut self) {
        self.add::<Q>(&[], (!Q::Ready::IS_LIST).then(Vec::new));
    }
}

/// The keys that an answer can have, by its schema.
fn keys<A: JsonSchema>() -> Vec<Key> {
    let mut generator = schema::generator();
    let answer = generator.root_schema_for::<A>();
    let mut keys = Vec::new();
    add_keys(answer.as_value(), answer.as_value(), &mut keys);
    keys
}

/// Adds the keys of a schema of an object, and of what it is made of.
fn add_keys(schema: &Value, root: &Value, keys: &mut Vec<Key>) {
    for (name, value) in schema["properties"].as_object().into_iter().flatten() {
        let values = values(value);
        match keys.iter_mut().find(|key| key.name == *name) {
            // Objects of several kinds may have the key.
            Some(key) if key.values != values => key.values = TEXT,
            Some(_) => {}
            None => keys.push(Key { name: name.clone(), values }),
        }
    }
    for parts in ["allOf", "anyOf", "oneOf"] {
        for part in schema[parts].as_array().into_iter().flatten() {
            add_keys(part, root, keys);
        }
    }
    if let Some(place) = schema["$ref"].as_str() {
        let named = root.pointer(place.trim_start_matches('#'));
        add_keys(named.expect("a schema with a name"), root, keys);
    }
}

/// The type of a column of texts, and of JSON.
const TEXT: &str = "text";

/// The type of a column of the values of a schema, which may be null too.
fn values(schema: &Value) -> &'static str {
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => Vec::from_iter(kind.as_str()),
    };
    match *kinds.into_iter().filter(|kind| *kind != "null").collect::<Vec<_>>() {
        ["boolean"] => "boolean",
        ["integer"] if schema["format"] == "uint16" => "uint16",
        ["integer"] => "int64",
        _ => TEXT,
    }
}

fn all() -> Vec<Listed> {
    let mut all = All::default();
    list::questions(&mut all);
    all.0
}

/// Compares a file of the repository with what it should be, or writes it.
fn compare(path: &str, expected: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if env::var_os("NAPKIN_BLESS").is_some() {
        fs::write(&file, expected).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{path} says otherwise; NAPKIN_BLESS=1 writes it");
}

/// The words of Python that are options too, and no names there: such a name ends with an underscore.
const RESERVED: &[&str] = &["as", "from"];

/// A name of Python.
fn name(option: &str) -> String {
    let end = if RESERVED.contains(&option) { "_" } else { "" };
    option.replace('-', "_") + end
}

/// The type of a keyword, with its default.
fn keyword(option: &OptionInfo) -> String {
    let names: Vec<_> =
        (option.alternatives)().iter().map(|named| format!("\"{}\"", named.name)).collect();
    let value =
        if names.is_empty() { "Text".into() } else { format!("Literal[{}]", names.join(", ")) };
    let name = name(option.name);
    match option.shape {
        Shape::Flag => format!("{name}: bool = False"),
        Shape::Count => format!("{name}: int = 0"),
        Shape::Required => format!("{name}: {value}"),
        Shape::Optional if option.is_content => {
            format!("{name}: Text | Iterable[str] | None = None")
        }
        Shape::Optional => format!("{name}: {value} | None = None"),
        Shape::Bare => format!("{name}: {value} | bool | None = None"),
        Shape::Repeated if option.value.contains('=') => {
            format!("{name}: {value} | Iterable[{value}] | Mapping[str, str] | None = None")
        }
        Shape::Repeated => format!("{name}: {value} | Iterable[{value}] | None = None"),
        Shape::Pairs => {
            format!("{name}: Iterable[tuple[Text, Text]] | Mapping[str, Text] | None = None")
        }
    }
}

/// Paragraphs of documentation in which options have their names of Python.
fn docstring(question: &Listed, truth: &str) -> String {
    let own = |text: &str| {
        question.options.iter().fold(text.to_owned(), |text, option| {
            text.replace(&format!("'{}'", option.name), &format!("``{}``", name(option.name)))
        })
    };
    let mut doc = String::new();
    for (number, paragraph) in question.about.iter().enumerate() {
        let (indent, end) = if number == 0 { ("", ".") } else { ("\n    ", "") };
        writeln!(doc, "{indent}{}{end}", own(paragraph)).unwrap();
    }
    doc.push_str(truth);
    let mut options = question.options.iter().peekable();
    if options.peek().is_some() {
        doc.push('\n');
    }
    for option in options {
        let content = if option.is_content { "; the text of the file, or its lines" } else { "" };
        writeln!(doc, "    - ``{}``: {}{content}", name(option.name), own(&option.about()))
            .unwrap();
    }
    doc.replace('\\', "\\\\").trim_end().to_owned()
}

/// The paragraph about the truth of answers in Python.
fn truth(Yes { keys, about }: Yes) -> String {
    let keys: Vec<_> = keys.iter().map(|key| format!("``{key}``")).collect();
    let keys = keys.join(" and ");
    format!(
        "\n    The answer is a ``dict`` whose truth is the verdict: ``bool(answer)`` is ``True`` if {about} ({keys}).\n"
    )
}

fn python(questions: &[Listed]) -> String {
    let mut module = String::from(
        "\"\"\"The questions of the command ``napkin`` as functions, with the objects of its ``--json`` as answers.

An input that has no answer raises ``ParseError``; an option that is wrong, ``ValueError``. The places
``start`` and ``end`` count the characters of a ``str`` and the bytes of ``bytes``; an ``offset`` counts bytes of UTF-8. The
answer to a question of yes or no is a ``napkin.Verdict``, whose truth is the answer. This file is made from the
list of questions in ``crates/napkin-answers``.

>>> from napkin import questions
>>> questions.resolve(\"../g\", base=\"http://a/b/c\")[\"target\"]
'http://a/g'
>>> questions.compare(\"http://h\", \"HTTP://H:80/\")[\"equivalent_at\"]
'scheme'
>>> found = questions.audit(\"http://trusted.example@evil.example/\", hosts=True, all=True)
>>> [finding[\"rule\"] for finding in found[\"findings\"]], found[\"hosts\"]
(['userinfo-present', 'userinfo-hostlike'], ['evil.example'])
>>> verdict = questions.allow(\"https://cdn.example@evil.example/\", host=[\"cdn.example\"])
>>> bool(verdict), verdict[\"reason\"]
(False, \"the host 'evil.example' is not in the list\")
>>> questions.repair(\"http://example.com/a b\")[\"candidates\"][0][\"uri\"]
'http://example.com/a%20b'
>>> [found[\"uri\"] for found in questions.extract(\"See <http://a.example/x>, or http://b.example/y.\")]
['http://a.example/x', 'http://b.example/y']
>>> page = '<a href=\"../x\">x</a> <img src=\"1.png\">'
>>> [link[\"target\"] for link in questions.links(page, base=\"http://a/b/c\")]
['http://a/x', 'http://a/b/1.png']
>>> found, = questions.base('<head><base href=\"../up/\"></head>', base=\"http://a/b/c/d\", resolve=\"x\")
>>> found[\"base\"], found[\"established_by\"], found[\"target\"]
('http://a/b/up/', 'content', 'http://a/b/up/x')
\"\"\"

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Union

from napkin import _napkin
from napkin._napkin import Reference, Url
from napkin._verdict import Verdict

Text = Union[str, bytes, int, Reference, Url]
\"\"\"A value: a text, its bytes, a number, or an identifier.\"\"\"

",
    );
    // What is a name of Python too is there, and not what `*` imports.
    let public = questions.iter().filter(|question| !BUILTINS.contains(&question.name));
    let names: Vec<_> = public.map(|question| format!("\"{}\"", question.name)).collect();
    writeln!(module, "__all__ = [{}]", names.join(", ")).unwrap();
    for question in questions {
        let inputs: Vec<_> = question.inputs.iter().map(|input| format!("{input}: Text")).collect();
        let mut keywords: Vec<_> = question.options.iter().map(|option| keyword(option)).collect();
        let given = given(question, &mut keywords);
        let inputs = match question.inputs {
            [] => String::new(),
            _ => format!("    {},\n    /,\n", inputs.join(", ")),
        };
        let keywords = if keywords.is_empty() {
            String::new()
        } else {
            format!("    *,\n    {},\n", keywords.join(",\n    "))
        };
        // A tuple of one has a comma.
        let comma = if question.inputs.is_empty() { "" } else { "," };
        let inputs_given = question.inputs.join(", ") + comma;
        let asked = format!(
            "_napkin.ask(\"{}\", ({inputs_given}), {{{}}})",
            question.name,
            given.join(", ")
        );
        let (kind, body) = if let Some(Yes { keys, .. }) = question.yes {
            let keys: Vec<_> = keys.iter().map(|key| format!("\"{key}\",")).collect();
            ("Verdict", format!("return Verdict({asked}, yes=({}))", keys.join(" ")))
        } else {
            let kind = if question.is_list { "list[dict[str, Any]]" } else { "dict[str, Any]" };
            (kind, format!("answer: {kind} = {asked}\n    return answer"))
        };
        write!(
            module,
            "\n\ndef {}(\n{inputs}{keywords}) -> {kind}:\n    \"\"\"{}\n    \"\"\"\n    {body}\n",
            question.name,
            docstring(question, &question.yes.map(truth).unwrap_or_default()),
        )
        .unwrap();
    }
    module
}

#[test]
fn a_yes_is_of_keys_of_the_answer() {
    for question in all() {
        for key in question.yes.map_or(&[][..], |yes| yes.keys) {
            assert!(question.keys.iter().any(|known| known.name == *key), "{key}");
        }
    }
}

#[test]
fn the_python_module_has_the_questions() {
    compare("crates/napkin-python/python/napkin/questions.py", &python(&all()));
}

/// What Python's columns have a function of their own for, whose answers have a type of Arrow or which has an option more: questions and facts.
const OWN_COLUMNS: &[&str] =
    &["parse", "resolve", "normalize", "key", "map", "audit", "registrable_domain"];

/// The questions with the name of a built-in function of Python.
const BUILTINS: &[&str] = &["map", "set"];

/// The name of a fact in Python, where objects and columns have one name for one thing: `params` is the query, and `port` a number.
fn fact_name(name: &'static str) -> &'static str {
    match name {
        "params" => "path_params",
        "port" => "port_text",
        _ => name,
    }
}

/// A keyword that may be a column too, which has a value for each row.
fn each(keyword: &str) -> String {
    match keyword.split_once(" = ") {
        Some((typed, default)) => format!("{typed} | Each = {default}"),
        None => format!("{keyword} | Each"),
    }
}

/// The columns of Python: a function for each fact and for each question about a text, or about two.
fn python_rows(questions: &[Listed], facts: &[ListedFact]) -> String {
    let mut module = String::from(
        "\"\"\"The functions of ``napkin.columns`` that need no more than their names and options. This file is made from the lists of facts and of questions in
``crates/napkin-answers``.\"\"\"

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from napkin import _napkin
from napkin._by_row import by_row
from napkin._napkin import Column
from napkin._texts import Each, Texts
from napkin.questions import Text

",
    );
    let levels = Level::ALL.map(Level::name);
    let profiles = levels.into_iter().chain(profiles()).collect();
    let presets = PRESETS.iter().map(|preset| preset.name).collect();
    for (alias, names) in [("Level", levels.to_vec()), ("Profile", profiles), ("Preset", presets)] {
        writeln!(module, "{alias} = Literal[\"{}\"]", names.join("\", \"")).unwrap();
    }
    module.push_str(
        "

def _one_of(key: str | None, keys: dict[str, str]) -> tuple[str, str] | None:
    if key is None:
        return None
    if key not in keys:
        raise ValueError(f\"no key {key!r} in answers; there are {', '.join(keys)}\")
    return key, keys[key]
",
    );
    let is_own = |name: &str| OWN_COLUMNS.contains(&name);
    let facts: Vec<_> = facts.iter().filter(|fact| !is_own(fact.name)).collect();
    let questions: Vec<_> = questions
        .iter()
        .filter(|question| !is_own(question.name) && !question.inputs.is_empty())
        .collect();
    let names = facts.iter().map(|fact| fact_name(fact.name));
    let names = names.chain(questions.iter().map(|question| question.name));
    let names = names.filter(|name| !BUILTINS.contains(name));
    let names: Vec<_> = names.map(|name| format!("\"{name}\"")).collect();
    writeln!(module, "\n__all__ = [{}]", names.join(", ")).unwrap();
    for ListedFact { name, about, values, .. } in facts {
        let name = fact_name(name);
        write!(
            module,
            "\n\n@by_row\ndef {name}(texts: Texts, /, *, edition: str | Each | None = None, threads: int | None = None) -> Column:\n    \
             \"\"\"{about}.\n\n    A column of {values}.\n    \"\"\"\n    return _napkin.column_part(texts, \"{name}\", edition, threads)\n"
        )
        .unwrap();
    }
    for question in questions {
        let columns = match question.inputs {
            [_] => ["texts: Texts", "(texts,)"],
            _ => ["texts: Texts, others: Texts", "(texts, others)"],
        };
        let mut keywords: Vec<_> = question.options.iter().map(|option| keyword(option)).collect();
        let given = given(question, &mut keywords);
        let mut keywords: Vec<_> = keywords.iter().map(|keyword| each(keyword)).collect();
        let (mut told, mut key) =
            (format!("the JSON of ``questions.{}``", question.name), "None".into());
        if !question.is_list {
            // A row without an answer has an error.
            let error = Key { name: "error".into(), values: TEXT };
            let of_answers = question.keys.iter().filter(|key| key.name != error.name);
            let keys = || of_answers.clone().chain([&error]);
            let names: Vec<_> = keys().map(|Key { name, .. }| format!("\"{name}\"")).collect();
            keywords.push(format!("key: Literal[{}] | None = None", names.join(", ")));
            told += ", or with ``key`` the value of that key: a text, a boolean or a number as it is, other values as JSON, and null where there \
                     is none";
            let kinds = keys().map(|Key { name, values }| format!("\"{name}\": \"{values}\""));
            key = format!("_one_of(key, {{{}}})", kinds.collect::<Vec<_>>().join(", "));
        }
        keywords.push("threads: int | None = None".into());
        write!(
            module,
            "\n\n@by_row\ndef {}(\n    {},\n    /,\n    *,\n    {},\n) -> Column:\n    \"\"\"{}\n\n    Each answer is {told}.\n    \
             \"\"\"\n    return _napkin.column_answer(\"{}\", {}, {{{}}}, {key}, threads)\n",
            question.name,
            columns[0],
            keywords.join(",\n    "),
            docstring(question, ""),
            question.name,
            columns[1],
            given.join(", "),
        )
        .unwrap();
    }
    module
}

/// The entries of the options of a question as a `dict` has them; the keywords get those of the edition.
fn given(question: &Listed, keywords: &mut Vec<String>) -> Vec<String> {
    let mut given: Vec<_> = question.options.iter().map(|option| option.name).collect();
    if question.standards != Standards::Own {
        keywords.extend(["edition", "as_of"].map(|name| format!("{name}: str | None = None")));
        given.extend(["edition", "as-of"]);
    }
    let pair = |option: &&str| format!("\"{}\": {}", option.replace('-', "_"), name(option));
    given.iter().map(pair).collect()
}

#[test]
fn the_python_columns_have_the_facts_and_the_questions() {
    let mut facts = AllFacts::default();
    facts::all(&mut facts);
    compare("crates/napkin-python/python/napkin/_rows.py", &python_rows(&all(), &facts.0));
}

/// A question in SQL and in the libraries: a name, or the reason why there is none.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("parse", "`uri_parse`", "`napkin::Edition::parse`"),
    (
        "check",
        "`uri_valid`, `uri_error`",
        "`napkin::Edition::parse`, `napkin_schemes::Description::check`",
    ),
    (
        "get",
        "`uri_answer`; `uri_NAME` of each fact",
        "`napkin::Reference`, `napkin_standards::facts`",
    ),
    ("resolve", "`uri_resolve`", "`napkin::Edition::resolver`"),
    ("relativize", "`uri_relativize`", "`napkin::EditionResolver::relativize`"),
    ("normalize", "`uri_normalize`", "`napkin::Normalizer`"),
    ("key", "`uri_key`", "`napkin_keys::Profile::key`"),
    ("set", "`uri_answer`", "setters, `napkin::Builder`, `napkin_schemes::tracking`"),
    ("map", "`iri_to_uri`, `uri_to_iri`", "`napkin_schemes::Mapping`"),
    ("compare", "`uri_equivalent_at`", "`napkin::Normalizer::equivalent_at`"),
    ("editions", "`uri_answer`", "each edition of `napkin::edition::EDITIONS`"),
    ("witness", "none: it has no input", "`napkin::witness`, `napkin_url::witness`"),
    (
        "schemes",
        "none: it has no input",
        "`napkin_schemes::registry`, `napkin_schemes::DEFINITIONS`",
    ),
    ("compose", "none: it has no input", "`napkin_schemes::compose`"),
    ("describe", "`uri_answer`", "`napkin_schemes::describe`"),
    ("plan", "`uri_answer`", "`napkin_schemes::plan`"),
    ("extract", "`uri_extract`", "`napkin_context::Extractor`"),
    ("links", "`uri_answer`", "`napkin_context::Surroundings::links`"),
    ("rewrite", "`uri_answer`", "`napkin_context::Surroundings::rewrite`"),
    ("base", "`uri_answer`", "`napkin_context::Surroundings::bases`"),
    ("glance", "`uri_answer`", "`napkin_answers::glance::Glance`"),
    ("audit", "`uri_audit`, `uri_hosts`", "`napkin_audit::audit`, `napkin_audit::hosts`"),
    ("allow", "`uri_answer`", "`napkin_audit::allow`, `napkin_audit::allow_reference`"),
    ("repair", "`uri_answer`", "`napkin_audit::mends`"),
    ("robots", "`uri_answer`", "`napkin_context::Robots`"),
    ("encode", "`uri_encode`", "`napkin::percent::encode`"),
    ("decode", "`uri_decode`", "`napkin::percent::decode`"),
    ("typed", "`uri_answer`", "`napkin_context::Extractor::cleaned`, `complete`"),
    ("clean", "`uri_answer`", "`napkin_answers::clean`"),
    ("wrap", "`uri_answer`", "`napkin_context::to_text`"),
    ("expand", "`uri_answer`", "`napkin_template::Template::expand`"),
    ("unexpand", "`uri_answer`", "`napkin_template::Template::unexpand`"),
];

/// Commands that are no question of the list: over HTTP, in Python, in SQL, in the libraries.
const COMMANDS: &[[&str; 5]] = &[
    [
        "dedupe",
        "none: many inputs, one answer",
        "`columns.key`",
        "`GROUP BY uri_normalize(…, 'scheme')`",
        "`napkin::Normalizer` has the key",
    ],
    ["sql", "none: it is SQL", "none: it is SQL", "itself", "`napkin_sql`"],
    ["serve", "itself", "none: it serves", "none: it serves", "`napkin_web::Server`"],
    [
        "completions",
        "none: of the command",
        "none: of the command",
        "none: of the command",
        "none: of the command",
    ],
    [
        "man",
        "none: of the command",
        "none: of the command",
        "none: of the command",
        "none: of the command",
    ],
];

/// A fact, as the page has it.
struct ListedFact {
    name: &'static str,
    about: &'static str,
    function: &'static str,
    values: &'static str,
}

#[derive(Default)]
struct AllFacts(Vec<ListedFact>);

impl AllFacts {
    fn add<F: Fact>(&mut self, values: &'static str) {
        let (name, about, function) = (F::NAME, F::ABOUT, F::FUNCTION);
        self.0.push(ListedFact { name, about, function, values });
    }
}

impl EachFact for AllFacts {
    fn text<F: Fact<Out = Text>>(&mut self) {
        self.add::<F>("texts");
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {
        self.add::<F>("lists of texts");
    }

    fn number<F: Fact<Out = Number>>(&mut self) {
        self.add::<F>("numbers");
    }
}

/// The facts, with their names in each face.
fn table_of_facts() -> String {
    let (mut components, mut all) = (AllFacts::default(), AllFacts::default());
    facts::components(&mut components);
    facts::all(&mut all);
    let mut table = String::from(
        "\n## Facts\n\nA fact, one value of a parsed text, is written once too (`crates/napkin-standards/src/facts/`). Every face has all of them:\n\n\
         | fact | values | `get` | `parse`, over HTTP too | SQL | `napkin.columns` |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for ListedFact { name, about, function, values } in all.0 {
        let is_component = components.0.iter().any(|component| component.name == name);
        let in_json = if is_component {
            format!("`{name}`")
        } else {
            format!("`facts.{name}`, with `facts`")
        };
        let get = name.replace('_', "-");
        writeln!(table, "| {about} | {values} | `{get}` | {in_json} | `{function}` | `{name}` |")
            .unwrap();
    }
    table
}

fn page(questions: &[Listed]) -> String {
    let mut page = String::from(
        "# What each face can\n\nA question is written once, and the command, the HTTP API and the module `napkin.questions` of Python \
         are made from the list of them, with the same options\n(`crates/napkin-answers/src/list.rs`). Where a face has no name \
         for a question, the reason is in its place. This page is made from the list.\n\n\
         In SQL, `uri_answer(text, question, options)` asks every question about one text, with the options as an object of JSON, and gives the JSON of \
         the command.\nThe table names the function whose answers are columns, where there is one. A fact, such as `redacted`, is a function of its own. \
         In Python, `napkin.columns` has a function for each question about a text and for each fact, with the same options.\n\n| question | command, HTTP, Python | \
         SQL | libraries |\n| --- | --- | --- | --- |\n",
    );
    for question in questions {
        let (_, sql, library) =
            ELSEWHERE.iter().find(|(name, ..)| *name == question.name).expect("a row of ELSEWHERE");
        writeln!(page, "| {} | `{}` | {sql} | {library} |", question.summary, question.name)
            .unwrap();
    }
    page.push_str(&table_of_facts());
    page.push_str(
        "\nWhat reads files, folds many inputs into one answer, or is about the program itself is a command alone:\n\n\
         | command | HTTP | Python | SQL | libraries |\n| --- | --- | --- | --- | --- |\n",
    );
    for [command, rest @ ..] in COMMANDS {
        writeln!(page, "| `{command}` | {} |", rest.join(" | ")).unwrap();
    }
    page
}

#[test]
fn the_page_has_the_questions() {
    compare("docs/faces.md", &page(&all()));
}

#[test]
fn functions_of_sql_exist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../napkin-sql/src/functions");
    let named = ELSEWHERE.iter().flat_map(|(_, sql, _)| sql.split(", "));
    for name in named.filter_map(|name| name.strip_prefix('`')?.strip_suffix('`')) {
        assert!(folder.join(format!("{name}.rs")).exists(), "{name}");
    }
}
