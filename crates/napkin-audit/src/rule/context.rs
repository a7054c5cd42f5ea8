//! The arguments of a rule: the input, split into parts, and a list for its findings.

use std::borrow::Cow;
use std::net::IpAddr;
use std::sync::OnceLock;

use napkin::Part;

use super::Finding;
use super::Rule;
use crate::hosts::{Hosts, hosts};
use crate::limits::Limits;
use crate::link_text::LinkText;
use crate::reading::Reading;
use crate::severity::Severity;
use crate::span::{Edit, Span};

/// The maximum number of places that a rule reports in one input, so that the findings of a large input stay small.
pub(crate) const MOST: usize = 16;

/// The application of one rule to one input.
pub(crate) struct Context<'c> {
    pub(crate) reading: &'c Reading<'c>,
    pub(crate) limits: &'c Limits,
    /// The answers of all readers, once a rule has asked them.
    pub(crate) asked: &'c OnceLock<Hosts>,
    /// How a document shows the link, if the input is one.
    pub(crate) link: Option<&'c LinkText<'c>>,
    /// The edition of the URL Standard that says whether the input is valid, if it is one.
    pub(crate) url: Option<&'static napkin_url::Edition>,
    pub(crate) rule: &'static Rule,
    pub(crate) severity: Severity,
    pub(crate) findings: &'c mut Vec<Finding>,
    /// The number of findings before this rule.
    pub(crate) before: usize,
    /// The number of findings left out.
    pub(crate) left_out: &'c mut usize,
}

impl<'c> Context<'c> {
    /// Reports a place. A place adjacent to the last one extends it.
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

    /// The bytes of a part, and their span.
    pub(crate) fn part(&self, part: Part) -> Option<(&'c [u8], Span)> {
        let span = self.reading.span(part)?;
        Some((span.of(self.reading.bytes()), span))
    }

    /// The answers of all readers, which are asked once for all rules.
    pub(crate) fn hosts(&self) -> &'c Hosts {
        self.asked.get_or_init(|| hosts(self.bytes()))
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

/// The finding just reported, for adding details; `None` if it was left out.
pub(crate) struct Reported<'f>(Option<&'f mut Finding>);

impl Reported<'_> {
    /// Adds the fix: replace `span` by `text`. A previous fix that ends at `span` is extended.
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

    /// Sets the fix, replacing any previous one: replace `span` by `text`.
    pub(crate) fn fix_all(self, span: Span, text: &str) {
        if let Self(Some(finding)) = self {
            finding.fix = Some(Edit::new(span, text));
        }
    }

    /// Cites another section of the edition.
    pub(crate) fn section(self, section: &'static str) {
        if let Self(Some(finding)) = self {
            finding.section = section;
        }
    }

    /// Adds the address that the host resolves to.
    pub(crate) fn address(self, address: impl Into<IpAddr>) {
        if let Self(Some(finding)) = self {
            finding.address = Some(address.into());
        }
    }
}
