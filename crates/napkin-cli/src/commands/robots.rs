//! `robots`: whether a `robots.txt` allows a crawler to access URIs.

use napkin_answers::robots::{AskRobots, RobotsAnswer};

use crate::output::columns::Column;
use crate::run::question::{One, Shown};
use crate::run::report::Answer;
use crate::terminal::text::Text;

pub(crate) type Robots = One<AskRobots>;

impl Shown for AskRobots {
    const EXAMPLE: &'static str = "\
Example:
  printf 'User-agent: *\\nDisallow: /*q=*relevance*\\n' >robots.txt
  napkin robots --robots robots.txt --agent ExampleBot https://h/x 'https://h/?q=a&sort=relevance'

prints

  allowed
  disallowed	line 2: disallow: /*q=*relevance*";

    const REJECTS_FILES: bool = true;
}

impl Answer for RobotsAnswer<'_> {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] = &[
        ("allowed", &["allowed"]),
        ("group", &["group"]),
        ("rule", &["rule/key"]),
        ("pattern", &["rule/pattern"]),
        ("line", &["rule/line"]),
    ];

    fn write(&self, text: &mut Text<'_>) {
        if self.allowed {
            text.styled(text.palette.good, "allowed");
        } else {
            text.styled(text.palette.bad, "disallowed");
        }
        if let Some(rule) = &self.rule {
            text.push_raw(b"\t");
            text.push(&format!("line {}: {}: {}", rule.line, rule.key, rule.pattern));
        }
        text.end_line();
    }

    fn is_faulty(&self) -> bool {
        !self.allowed
    }
}
