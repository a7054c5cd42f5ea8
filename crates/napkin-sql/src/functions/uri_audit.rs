//! `uri_audit`: what is wrong or dangerous in a text, whether it is a URI or not.

use std::sync::Arc;

use datafusion_common::Result;
use datafusion_common::arrow::array::{ArrayRef, Int64Builder, NullBufferBuilder};
use datafusion_common::arrow::datatypes::{DataType, Fields};
use napkin::Part;
use napkin_audit::{Finding, Policy, Span, audit};

use crate::columns::{Lists, TextColumn, list_of, structure_of, structures};
use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "What is wrong or dangerous in a text, as `napkin audit --json` tells it; an empty list if nothing is.",
    result: || list_of(DataType::Struct(fields())),
    has_strict: false,
    knows: |standard| !standard.is_url(),
    answer,
    ..Function::BLANK
};

fn fields() -> Fields {
    structure_of(&[
        ("rule", DataType::Utf8View),
        ("severity", DataType::Utf8View),
        ("part", DataType::Utf8View),
        ("start", DataType::Int64),
        ("end", DataType::Int64),
        ("message", DataType::Utf8View),
        ("section", DataType::Utf8View),
        ("fix", DataType::Struct(fix_fields())),
        ("address", DataType::Utf8View),
    ])
}

fn fix_fields() -> Fields {
    structure_of(&[
        ("start", DataType::Int64),
        ("end", DataType::Int64),
        ("text", DataType::Utf8View),
    ])
}

fn answer(rows: &Rows<'_>) -> Result<ArrayRef> {
    let mut findings = Findings::new();
    let mut lists = Lists::new(rows.count());
    for (run, standard) in rows.choices().standard.runs(rows.count()) {
        let policy = standard.map(|standard| Policy::default().by(standard));
        for row in run {
            let input = rows.text(0, row).zip(policy.as_ref());
            lists.push(input.map(|(text, policy)| {
                let audited = audit(text.as_bytes(), policy);
                audited.findings().iter().for_each(|finding| findings.push(finding));
                audited.findings().len()
            }));
        }
    }
    lists.finish(findings.finish()?)
}

/// The findings of all rows, field by field.
struct Findings {
    rules: TextColumn,
    severities: TextColumn,
    parts: TextColumn,
    spans: Spans,
    messages: TextColumn,
    sections: TextColumn,
    fixes: Spans,
    fix_texts: TextColumn,
    has_fix: NullBufferBuilder,
    addresses: TextColumn,
    count: NullBufferBuilder,
}

#[derive(Default)]
struct Spans(Int64Builder, Int64Builder);

impl Spans {
    fn push(&mut self, span: Option<Span>) {
        self.0.append_option(span.map(|span| span.start as i64));
        self.1.append_option(span.map(|span| span.end as i64));
    }

    fn finish(mut self) -> [ArrayRef; 2] {
        [Arc::new(self.0.finish()), Arc::new(self.1.finish())]
    }
}

impl Findings {
    fn new() -> Self {
        let text = || TextColumn::new(0);
        Self {
            rules: text(),
            severities: text(),
            parts: text(),
            spans: Spans::default(),
            messages: text(),
            sections: text(),
            fixes: Spans::default(),
            fix_texts: text(),
            has_fix: NullBufferBuilder::new(0),
            addresses: text(),
            count: NullBufferBuilder::new(0),
        }
    }

    fn push(&mut self, finding: &Finding) {
        let fix = finding.fix.as_ref();
        self.rules.push(Some(finding.rule.id));
        self.severities.push(Some(finding.severity.name()));
        self.parts.push(finding.part.map(Part::name));
        self.spans.push(Some(finding.span));
        self.messages.push(Some(&finding.message));
        self.sections.push(Some(finding.section));
        self.fixes.push(fix.map(|fix| fix.span));
        self.fix_texts.push(fix.map(|fix| fix.text.as_str()));
        self.has_fix.append(fix.is_some());
        match finding.address {
            Some(address) => self.addresses.push_shown(address),
            None => self.addresses.push(None),
        }
        self.count.append_non_null();
    }

    fn finish(self) -> Result<ArrayRef> {
        let [start, end] = self.spans.finish();
        let [fix_start, fix_end] = self.fixes.finish();
        let fix = vec![fix_start, fix_end, self.fix_texts.finish()?];
        let columns = vec![
            self.rules.finish()?,
            self.severities.finish()?,
            self.parts.finish()?,
            start,
            end,
            self.messages.finish()?,
            self.sections.finish()?,
            structures(fix_fields(), fix, self.has_fix)?,
            self.addresses.finish()?,
        ];
        structures(fields(), columns, self.count)
    }
}
