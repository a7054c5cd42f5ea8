//! The questions under `/api/v1/`: each question of the library's list, asked with the parameters of a request.
//!
//! The parameters have the names of the command's options, and the answers are its JSON.

use std::sync::LazyLock;

use napkin_answers::options::{Named, OptionInfo, Shape};
use napkin_answers::question::{
    Ask, AskAlone, AskDocument, AskPair, AskText, Face, Question, Standards,
};
use napkin_answers::{envelope, line, list, push_json};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use crate::choices::chosen;
use crate::parameters::{LARGEST_ANSWER, Parameters};
use crate::refusal::Refusal;

/// The answer in JSON.
type Answered = Result<Vec<u8>, Refusal>;

/// A question as the API has it.
pub(crate) struct Listed {
    /// Its name in the path.
    pub(crate) name: &'static str,
    /// A description, in one line.
    pub(crate) about: &'static str,
    /// Its parameters.
    pub(crate) parameters: Vec<Parameter>,
    /// Answers it.
    pub(crate) answer: Answering,
    /// Makes the schema of its answers.
    pub(crate) schema: fn(&mut SchemaGenerator) -> Schema,
}

/// What answers a question.
#[derive(Clone, Copy)]
pub(crate) enum Answering {
    /// The inputs are parameters.
    OfParameters(fn(&mut Parameters) -> Answered),
    /// The input is the body, of a media type.
    OfBody(fn(&mut Parameters, &str, &[u8]) -> Answered),
}

/// A parameter of a question.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) about: String,
    pub(crate) shape: Shape,
    pub(crate) default: Option<&'static str>,
    pub(crate) alternatives: Vec<Named>,
}

impl Parameter {
    fn text(name: &'static str, about: impl Into<String>, shape: Shape) -> Self {
        Self { name, about: about.into(), shape, default: None, alternatives: Vec::new() }
    }

    fn of(option: &OptionInfo, all: impl Iterator<Item = &'static OptionInfo>) -> Self {
        let mut about = option.about_with(all, |name| format!("'{name}'"));
        if option.is_content {
            about.push_str("; the value is the text of the file");
        }
        Self {
            name: option.name,
            about,
            shape: option.shape,
            default: option.default,
            alternatives: (option.alternatives)(),
        }
    }
}

/// The questions.
pub(crate) static QUESTIONS: LazyLock<Vec<Listed>> = LazyLock::new(|| {
    let mut faces = Collected(Vec::new());
    list::questions(&mut faces);
    faces.0
});

/// The question with this name.
pub(crate) fn named(name: &str) -> Option<&'static Listed> {
    QUESTIONS.iter().find(|question| question.name == name)
}

struct Collected(Vec<Listed>);

impl Collected {
    fn add<Q: Question>(
        &mut self,
        inputs: &[(&'static str, &str)],
        answer: Answering,
        schema: fn(&mut SchemaGenerator) -> Schema,
    ) {
        let inputs =
            inputs.iter().map(|(name, about)| Parameter::text(name, *about, Shape::Required));
        let options = Q::list().map(|option| Parameter::of(option, Q::list()));
        let parameters = inputs.chain(options).chain(of_standard(Q::STANDARDS)).collect();
        self.0.push(Listed { name: Q::NAME, about: Q::summary(), parameters, answer, schema });
    }
}

/// The parameters that choose the standard.
fn of_standard(standards: Standards) -> Vec<Parameter> {
    let kinds = match standards {
        Standards::Own => return Vec::new(),
        Standards::All => "the URI syntax or of the URL Standard",
        Standards::Syntax | Standards::Text => "the URI syntax",
    };
    let default = standards.default().name;
    let edition = format!("The edition of {kinds} to go by, {default} if not given");
    let as_of = "Go by the RFC that was in force at the end of a year or month, or as whatwg:2021";
    let parameter = |name, about| Parameter::text(name, about, Shape::Optional);
    vec![parameter("edition", edition), parameter("as-of", as_of.into())]
}

impl Face for Collected {
    fn one<Q: Question<Ready: Ask> + 'static>(&mut self) {
        self.add::<Q>(
            &[("input", "The URI or text")],
            Answering::OfParameters(answer_one::<Q>),
            |generator| {
                envelope::schema::<<Q::Ready as Ask>::Answer<'_>>(generator, Q::Ready::BY_EDITION)
            },
        );
    }

    fn pair<Q: Question<Ready: AskPair> + 'static>(&mut self) {
        self.add::<Q>(
            &[("a", "The one"), ("b", "The other")],
            Answering::OfParameters(answer_pair::<Q>),
            |generator| envelope::schema::<<Q::Ready as AskPair>::Answer<'_>>(generator, true),
        );
    }

    fn text<Q: Question<Ready: AskText> + 'static>(&mut self) {
        self.add::<Q>(
            &[("input", "The text to search")],
            Answering::OfParameters(answer_text::<Q>),
            <Vec<<Q::Ready as AskText>::Answer<'_>>>::json_schema,
        );
    }

    fn document<Q: Question<Ready: AskDocument> + 'static>(&mut self) {
        self.add::<Q>(&[], Answering::OfBody(answer_document::<Q>), |generator| {
            <Vec<<Q::Ready as AskDocument>::Answer<'_>>>::json_schema(generator)
        });
    }

    fn alone<Q: Question<Ready: AskAlone> + 'static>(&mut self) {
        self.add::<Q>(&[], Answering::OfParameters(answer_alone::<Q>), |generator| {
            if Q::Ready::IS_LIST {
                <Vec<<Q::Ready as AskAlone>::Answer<'_>>>::json_schema(generator)
            } else {
                <Q::Ready as AskAlone>::Answer::<'_>::json_schema(generator)
            }
        });
    }
}

/// The question with its options: those parameters that are left when the inputs are taken.
fn ready<Q: Question>(parameters: &mut Parameters) -> Result<Q::Ready, Refusal> {
    let options = Q::given(parameters)?;
    let choice = chosen(parameters, Q::STANDARDS)?;
    parameters.end()?;
    let Some(standard) = choice else {
        return Ok(options.ready_by_default(Q::STANDARDS.default().into())?);
    };
    Q::suits(standard)?;
    Ok(options.ready(standard)?)
}

fn answer_one<Q: Question<Ready: Ask>>(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let ready = ready::<Q>(parameters)?.for_json();
    if let Some(longest) = ready.longest().filter(|longest| input.len() > *longest) {
        return Err(Refusal::too_large(format!(
            "with these options the input may have {longest} bytes"
        )));
    }
    let mut scratch = String::new();
    let answer = ready.ask(input.as_bytes(), &mut scratch);
    let mut json = Vec::new();
    ready.push_line(&mut json, input.as_bytes(), &answer);
    Ok(json)
}

fn answer_pair<Q: Question<Ready: AskPair>>(parameters: &mut Parameters) -> Answered {
    let (a, b) = (parameters.needed("a")?, parameters.needed("b")?);
    let ready = ready::<Q>(parameters)?;
    let answer = ready.ask(a.as_bytes(), b.as_bytes());
    Ok(line(ready.standard(), format!("{a}\t{b}").as_bytes(), &answer))
}

fn answer_text<Q: Question<Ready: AskText>>(parameters: &mut Parameters) -> Answered {
    let input = parameters.needed("input")?;
    let ready = ready::<Q>(parameters)?;
    let mut objects = Objects::default();
    ready.each(input.as_bytes(), &mut |found| objects.push(found));
    Ok(objects.array())
}

fn answer_document<Q: Question<Ready: AskDocument>>(
    parameters: &mut Parameters,
    media_type: &str,
    document: &[u8],
) -> Answered {
    let ready = ready::<Q>(parameters)?.of_media_type(media_type).bounded();
    let (mut objects, mut is_complete) = (Objects::default(), true);
    let read = ready.each(document, &mut |answer| {
        if is_complete {
            objects.push(answer);
            is_complete = objects.0.len() <= LARGEST_ANSWER;
        }
    });
    read.map_err(|error| Refusal::bad(format!("the document cannot be read: {error}")))?;
    if is_complete { Ok(objects.array()) } else { Err(too_long_an_answer()) }
}

fn too_long_an_answer() -> Refusal {
    let most = LARGEST_ANSWER >> 20;
    Refusal::too_large(format!(
        "the answer is longer than {most} MiB, which is the most that is given here; send less at a time"
    ))
}

fn answer_alone<Q: Question<Ready: AskAlone>>(parameters: &mut Parameters) -> Answered {
    let ready = ready::<Q>(parameters)?.bounded().map_err(Refusal::from)?;
    let mut objects = Objects::default();
    ready.each(&mut |answer| objects.push(answer));
    Ok(if Q::Ready::IS_LIST { objects.array() } else { objects.lines() })
}

/// Objects of JSON, each in a line.
#[derive(Default)]
struct Objects(Vec<u8>);

impl Objects {
    fn push(&mut self, object: &impl Serialize) {
        push_json(&mut self.0, object);
    }

    /// The objects one after the other.
    fn lines(self) -> Vec<u8> {
        self.0
    }

    /// The objects in an array. A line end is nowhere else than behind an object.
    fn array(self) -> Vec<u8> {
        let Self(mut array) = self;
        array.pop();
        array.iter_mut().filter(|byte| **byte == b'\n').for_each(|end| *end = b',');
        array.insert(0, b'[');
        array.extend(b"]\n");
        array
    }
}
