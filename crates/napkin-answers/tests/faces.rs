//! What is made of the lists of questions and facts as a file: the page `docs/faces.md`, and the keys of answers that
//! columns of Python can be of. `NAPKIN_BLESS=1 cargo test -p napkin-answers --test checkout faces::` writes them.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use napkin_answers::list;
use napkin_answers::question::{Ask, AskAlone, AskDocument, AskPair, AskText, Face, Question};
use napkin_answers::schema;
use napkin_standards::facts::{self, EachFact, Fact, Number, Text, TextList};
use schemars::JsonSchema;
use serde_json::Value;

/// A question, as both files have it.
struct Listed {
    name: &'static str,
    summary: &'static str,
    /// The keys of a yes.
    yes: &'static [&'static str],
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
    fn add<Q: Question>(&mut self, keys: Vec<Key>) {
        let yes = Q::YES.map_or(&[][..], |yes| yes.keys);
        self.0.push(Listed { name: Q::NAME, summary: Q::summary(), yes, keys });
    }
}

impl Face for All {
    fn one<Q: Question<Ready: Ask> + 'static>(&mut self) {
        self.add::<Q>(keys::<<Q::Ready as Ask>::Answer<'_>>());
    }

    fn pair<Q: Question<Ready: AskPair> + 'static>(&mut self) {
        self.add::<Q>(keys::<<Q::Ready as AskPair>::Answer<'_>>());
    }

    fn text<Q: Question<Ready: AskText> + 'static>(&mut self) {
        self.add::<Q>(Vec::new());
    }

    fn document<Q: Question<Ready: AskDocument> + 'static>(&mut self) {
        self.add::<Q>(Vec::new());
    }

    fn alone<Q: Question<Ready: AskAlone> + 'static>(&mut self) {
        self.add::<Q>(Vec::new());
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

#[test]
fn a_yes_is_of_keys_of_the_answer() {
    for question in all() {
        for key in question.yes {
            assert!(question.keys.iter().any(|known| known.name == *key), "{key}");
        }
    }
}

/// The questions that Python's columns have a function of their own for, whose answers have a type of Arrow or which has an
/// option more.
const OWN_COLUMNS: &[&str] = &["parse", "resolve", "normalize", "key", "map", "audit"];

/// The keys of the answers to each question, with the types of the columns of their values.
fn python_keys(questions: &[Listed]) -> String {
    let mut file = String::new();
    let has_keys =
        |question: &&Listed| !question.keys.is_empty() && !OWN_COLUMNS.contains(&question.name);
    for question in questions.iter().filter(has_keys) {
        // A row without an answer has an error.
        let error = Key { name: "error".into(), values: TEXT };
        let of_answers = question.keys.iter().filter(|key| key.name != error.name);
        let keys = of_answers.chain([&error]);
        let keys: Vec<_> = keys.map(|Key { name, values }| format!("{name}={values}")).collect();
        writeln!(file, "{}: {}", question.name, keys.join(" ")).unwrap();
    }
    file
}

#[test]
fn the_python_columns_have_the_keys_of_answers() {
    compare("crates/napkin-python/src/keys.txt", &python_keys(&all()));
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
