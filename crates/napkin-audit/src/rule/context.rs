//! What a rule is given: the input, cut into parts, and a place for its findings.

use std::borrow::Cow;
use std::net::IpAddr;

use napkin::Part;

use super::Finding;
use super::Rule;
use crate::limits::Limits;
use crate::reading::Reading;
use crate::severity::Severity;
use crate::span::{Edit, Span};

/// How many places a rule may report in one input, so that the findings stay small where the input is
/// large.
pub(crate) const MOST: usize = 16;

/// One rule at work on one input.
pub(crate) struct Context<'c> {
    pub(crate) reading: &'c Reading<'c>,
    pub(crate) limits: &'c Limits,
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    pub(crate) findings: &'c mut Vec<Finding>,
    /// How many findings there were before this rule.
    pub(crate) before: usize,
    /// How many findings were left out.
    pub(crate) left_out: &'c mut usize,
}

impl<'c> Context<'c> {
    /// Reports a place. What follows the last one without a gap is added to it.
    pub(crate) fn report(
        &mut self,
        part: impl Into<Option<Part>>,
        span: Span,
        message: impl Into<Cow<'static, str>>,
    ) -> Reported<'_> {
        let part = part.into();
        let own = self.findings.len() - self.before;
        let last = self.findings.last_mut().filter(|_| own > 0);
        if let Some(last) = last.filter(|last| last.part == part && last.span.end == span.start) {
            last.span.end = span.end;
        } else if own < MOST {
            self.findings.push(Finding {
                rule: self.rule,
                severity: self.severity,
                part,
                span,
                message: message.into(),
                section: self.rule.section(self.reading.edition()),
                fix: None,
                address: None,
            });
        } else {
            *self.left_out += 1;
            return Reported(None);
        }
        Reported(self.findings.last_mut())
    }

    /// The bytes of a part, and where they are.
    pub(crate) fn part(&self, part: Part) -> Option<(&'c [u8], Span)> {
        let span = self.reading.span(part)?;
        Some((span.of(self.reading.bytes()), span))
    }

    /// The input.
    pub(crate) const fn bytes(&self) -> &'c [u8] {
        self.reading.bytes()
    }

    /// The span of all the input.
    pub(crate) const fn whole(&self) -> Span {
        Span::new(0, self.bytes().len())
    }
}

/// What was just reported, to be told more of; or nothing, if it was left out.
pub(crate) struct Reported<'f>(Option<&'f mut Finding>);

impl Reported<'_> {
    /// Says what to do: put `text` in place of `span`. To a fix that ends there it is added.
    pub(crate) fn fix(self, span: Span, text: &str) -> Self {
        let Self(Some(finding)) = self else { return self };
        match &mut finding.fix {
            Some(fix) if fix.span.end == span.start => {
                fix.span.end = span.end;
                fix.text.push_str(text);
            }
            _ => finding.fix = Some(Edit::new(span, text)),
        }
        Self(Some(finding))
    }

    /// Says what to do: put `text` in place of `span`, whatever was said before.
    pub(crate) fn fix_all(self, span: Span, text: &str) {
        if let Self(Some(finding)) = self {
            finding.fix = Some(Edit::new(span, text));
        }
    }

    /// Says that another section of the edition is the one that is broken.
    pub(crate) fn section(self, section: &'static str) {
        if let Self(Some(finding)) = self {
            finding.section = section;
        }
    }

    /// Says which address the host means.
    pub(crate) fn address(self, address: impl Into<IpAddr>) {
        if let Self(Some(finding)) = self {
            finding.address = Some(address.into());
        }
    }
}
