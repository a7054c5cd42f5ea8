//! `uri_resolve`: the URI that a reference means.

use datafusion_common::Result;
use datafusion_common::arrow::array::ArrayRef;
use napkin::{EditionResolver, ResolveError, Target};
use napkin_answers::standard::Standard;
use napkin_url::{Failure, Url};

use crate::columns::TextColumn;
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The URI that a reference means against a base; NULL where an edition takes it for the document that \
            holds it.",
    texts: &["reference", "base"],
    answer,
    ..Function::BLANK
};

/// A base, parsed.
enum Base<'b> {
    Syntax(EditionResolver<'b>),
    Url(Result<Url, Failure>),
}

impl<'b> Base<'b> {
    fn new(standard: Standard, base: &'b str) -> Self {
        match standard {
            Standard::Syntax(edition) => Self::Syntax(edition.resolver(base)),
            Standard::Url(standard) => Self::Url(standard.edition.parse(base)),
        }
    }
}

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut column = TextColumn::new(rows.count());
    let mut target = String::new();
    rows.by_second(Base::new, |row| {
        let Some((base, text, reference)) = row else { return column.push(None) };
        target.clear();
        match base {
            Base::Syntax(resolver) => match resolver.resolve_onto(reference, &mut target) {
                Ok(Target::Uri(uri)) => column.push(Some(uri)),
                Ok(Target::CurrentDocument { .. }) => column.push(None),
                Err(error) => {
                    let of_reference = matches!(error, ResolveError::InvalidReference(_));
                    rows.refuse(if of_reference { reference } else { text }, error);
                    column.push(None);
                }
            },
            Base::Url(Ok(base)) => {
                let options = Url::options().edition(base.edition()).base_url(Some(base));
                let url = options.parse_exactly(reference);
                let url = url.map_err(|failure| rows.refuse(reference, failure));
                column.push(url.ok().as_ref().map(Url::as_str));
            }
            Base::Url(Err(failure)) => {
                rows.refuse(text, *failure);
                column.push(None);
            }
        }
    });
    column.finish()
}
