//! Whether a `robots.txt` allows a crawler to access URIs.

use napkin::Parts;
use napkin_context::{LARGEST_ROBOTS, Robots, RobotsAgent, RobotsRule};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::failure::Failure;
use crate::options::{Value, options};
use crate::question::{Ask, Question, Yes};

options! {
    /// Say whether a robots.txt allows a crawler to access URIs, and by which line
    ///
    /// By the Robots Exclusion Protocol (RFC 9309): the rules count of all groups of the crawler's name, and of those for '*' only if no
    /// group names it; of the rules that match the path with its query, the longest one, and of two as long the one that allows. Without a rule
    /// that matches, access is allowed. The file is that of the service which the URI names: scheme, host and port are not compared.
    pub struct AskRobots {
        /// The robots.txt; 500 KiB of it are read
        robots: Robots, "FILE";
        /// The name of the crawler, by which it finds its groups: letters, '-' and '_', such as Googlebot; '*' for one that no group names
        agent: RobotsAgent, "NAME";
    }
}

impl Value for Robots {
    const IS_CONTENT: bool = true;

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        Ok(Self::parse(&octets))
    }
}

impl Value for RobotsAgent {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        Self::new(&String::read(octets)?).map_err(|error| format!("is wrong: {error}"))
    }
}

impl Question for AskRobots {
    const NAME: &'static str = "robots";
    const YES: Option<Yes> =
        Some(Yes { keys: &["allowed"], about: "the crawler may access the input" });
    type Ready = AskingRobots;

    fn ready(self, standard: Standard) -> Result<AskingRobots, WrongChoice> {
        Ok(AskingRobots { standard, robots: self.robots, agent: self.agent })
    }
}

/// The rules of a file, asked for one crawler.
#[derive(Clone, Debug)]
pub struct AskingRobots {
    standard: Standard,
    robots: Robots,
    agent: RobotsAgent,
}

impl Ask for AskingRobots {
    type Answer<'a> = RobotsAnswer<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<RobotsAnswer<'a>, Failure<'a>> {
        let read = self.standard.read(input).map_err(|error| Failure::refused(error, input))?;
        let parts = Parts::split(read.parsed().as_str());
        let path = match parts.path {
            "" if parts.authority.is_some() => "/",
            path if path.starts_with('/') => path,
            _ => {
                let message = "it has no path from the root, which the rules of a robots.txt are about (RFC 9309 section 2.2.2)";
                return Err(
                    Failure::new("no-path-from-root", "2.2.2", message.into()).in_part("path")
                );
            }
        };
        let query = parts.query.map(|query| format!("?{query}")).unwrap_or_default();
        let verdict = self.robots.judge(&self.agent, &format!("{path}{query}"));
        Ok(RobotsAnswer {
            allowed: verdict.is_allowed(),
            group: verdict.group,
            rule: verdict.rule.map(RuleAnswer::from),
            cut_at: self.robots.is_cut().then_some(LARGEST_ROBOTS),
        })
    }
}

/// Whether a crawler may access a URI.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RobotsAnswer<'a> {
    /// Whether it may.
    pub allowed: bool,
    /// The name of the group whose rules count, as the file writes it: that of the crawler, or '*'; null if there is none of both.
    pub group: Option<&'a str>,
    /// The rule that counts; null if none matches.
    pub rule: Option<RuleAnswer<'a>>,
    /// The length up to which the file was read, if it is longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "usize")]
    pub cut_at: Option<usize>,
}

/// A rule of a robots.txt.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RuleAnswer<'a> {
    /// Its key: 'allow' or 'disallow'.
    pub key: &'static str,
    /// Its pattern, as the file writes it.
    pub pattern: &'a str,
    /// The number of its line.
    pub line: usize,
}

impl<'a> From<&'a RobotsRule> for RuleAnswer<'a> {
    fn from(rule: &'a RobotsRule) -> Self {
        let key = if rule.allows { "allow" } else { "disallow" };
        Self { key, pattern: &rule.pattern, line: rule.line }
    }
}
