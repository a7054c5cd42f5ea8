//! The one list of questions.

use crate::question::Face;
use crate::{
    allow, audit, check, clean, compare, compose, decode, describe, document_base, editions,
    encode, expand, extract, get, key, links, look, map, normalize, parse, plan, relativize,
    repair, resolve, rewrite, robots, schemes, set, typed, unexpand, witness, wrap,
};

/// Hands every question to a face, in the order in which documentation shows them.
pub fn questions(face: &mut impl Face) {
    face.one::<parse::Parse>();
    face.one::<check::Check>();
    face.one::<get::Get>();
    face.one::<resolve::Resolve>();
    face.one::<relativize::Relativize>();
    face.one::<normalize::Normalize>();
    face.one::<key::Key>();
    face.one::<set::Set>();
    face.one::<map::Map>();
    face.pair::<compare::Compare>();
    face.one::<editions::Editions>();
    face.alone::<witness::Witness>();
    face.alone::<schemes::Schemes>();
    face.one::<describe::Describe>();
    face.alone::<compose::Compose>();
    face.one::<plan::Plan>();
    face.text::<extract::Extract>();
    face.document::<links::Links>();
    face.document::<rewrite::Rewrite>();
    face.document::<document_base::DocumentBase>();
    face.one::<look::Look>();
    face.one::<audit::Audit>();
    face.one::<allow::Allow>();
    face.one::<repair::Repair>();
    face.one::<robots::AskRobots>();
    face.one::<encode::Encode>();
    face.one::<decode::Decode>();
    face.one::<typed::Typed>();
    face.one::<clean::Clean>();
    face.one::<wrap::Wrap>();
    face.one::<expand::Expand>();
    face.one::<unexpand::Unexpand>();
}
