//! The basic URL parser: the states, one arm each.

mod file;

use super::host::{self, Errors};
use super::{
    C0_CONTROL, FRAGMENT, Host, PATH, Path, QUERY, Record, SPECIAL_QUERY, USERINFO, default_port,
    encode, is_drive_letter, is_url_code_point,
};

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    SchemeStart,
    Scheme,
    NoScheme,
    SpecialRelativeOrAuthority,
    PathOrAuthority,
    Relative,
    RelativeSlash,
    SpecialAuthoritySlashes,
    SpecialAuthorityIgnoreSlashes,
    Authority,
    Host,
    Hostname,
    Port,
    File,
    FileSlash,
    FileHost,
    PathStart,
    Path,
    OpaquePath,
    Query,
    Fragment,
}

/// Why the parser stops before the end.
enum Stop {
    Failure,
    /// A setter's value has been taken.
    Return,
}

/// Parses a text; returns the validation errors also on failure.
pub(crate) fn parse(input: &str, base: Option<&Record>) -> (Option<Record>, Errors) {
    let mut errors = Vec::new();
    let is_edge = |c: char| c <= ' ';
    let trimmed = input.trim_matches(is_edge);
    if trimmed.len() != input.len() {
        errors.push("invalid-URL-unit");
    }
    let mut machine = Machine::new(trimmed, base, Record::new(), None, errors);
    let ok = machine.run();
    (ok.then_some(machine.url), machine.errors)
}

/// Parses the value of a setter into a record; returns whether it succeeded.
pub(crate) fn parse_into(url: &mut Record, input: &str, state: State) -> bool {
    let mut machine = Machine::new(input, None, url.clone(), Some(state), Vec::new());
    let ok = machine.run();
    *url = machine.url;
    ok
}

struct Machine<'a> {
    input: Vec<char>,
    base: Option<&'a Record>,
    url: Record,
    so: Option<State>,
    state: State,
    buffer: String,
    at_sign_seen: bool,
    inside_brackets: bool,
    password_token_seen: bool,
    /// It may be -1 between two rounds.
    pointer: isize,
    errors: Errors,
}

impl<'a> Machine<'a> {
    fn new(
        input: &str,
        base: Option<&'a Record>,
        url: Record,
        so: Option<State>,
        mut errors: Errors,
    ) -> Self {
        let is_tab = |c: char| matches!(c, '\t' | '\n' | '\r');
        if input.contains(is_tab) {
            errors.push("invalid-URL-unit");
        }
        Self {
            input: input.chars().filter(|&c| !is_tab(c)).collect(),
            base,
            url,
            so,
            state: so.unwrap_or(State::SchemeStart),
            buffer: String::new(),
            at_sign_seen: false,
            inside_brackets: false,
            password_token_seen: false,
            pointer: 0,
            errors,
        }
    }

    fn run(&mut self) -> bool {
        loop {
            let c = self.input.get(self.pointer as usize).copied();
            match self.step(c) {
                Err(Stop::Failure) => return false,
                Err(Stop::Return) => return true,
                Ok(()) => {}
            }
            if self.pointer >= 0 && self.pointer as usize >= self.input.len() {
                return true;
            }
            self.pointer += 1;
        }
    }

    fn remaining(&self) -> &[char] {
        self.input.get(self.pointer as usize + 1..).unwrap_or_default()
    }

    fn rest(&self) -> &[char] {
        self.input.get(self.pointer as usize..).unwrap_or_default()
    }

    fn note(&mut self, error: &'static str) {
        self.errors.push(error);
    }

    fn fail(&mut self, error: &'static str) -> Result<(), Stop> {
        self.note(error);
        Err(Stop::Failure)
    }

    /// Continues in a state, with the same code point.
    fn back(&mut self, state: State) -> Result<(), Stop> {
        self.state = state;
        self.pointer -= 1;
        Ok(())
    }

    /// Continues in a state, with the next code point.
    fn go(&mut self, state: State) -> Result<(), Stop> {
        self.state = state;
        Ok(())
    }

    /// Whether the authority ends here.
    fn is_end(&self, c: Option<char>) -> bool {
        matches!(c, None | Some('/' | '?' | '#')) || c == Some('\\') && self.url.is_special()
    }

    /// Records the validation errors of a code point.
    fn unit(&mut self, c: char) {
        if c == '%' {
            let two = self.remaining().get(..2).unwrap_or_default();
            if two.len() < 2 || !two.iter().all(char::is_ascii_hexdigit) {
                self.note("invalid-URL-unit");
            }
        } else if !is_url_code_point(c) {
            self.note("invalid-URL-unit");
        }
    }

    fn take_base(&mut self, base: &Record) {
        self.url.username.clone_from(&base.username);
        self.url.password.clone_from(&base.password);
        self.url.host.clone_from(&base.host);
        self.url.port = base.port;
    }

    fn query_or_fragment(&mut self, c: char) -> Result<(), Stop> {
        if c == '?' {
            self.url.query = Some(String::new());
            self.go(State::Query)
        } else {
            self.url.fragment = Some(String::new());
            self.go(State::Fragment)
        }
    }

    fn step(&mut self, c: Option<char>) -> Result<(), Stop> {
        match self.state {
            State::SchemeStart => match c {
                Some(c) if c.is_ascii_alphabetic() => {
                    self.buffer.push(c.to_ascii_lowercase());
                    self.go(State::Scheme)
                }
                _ if self.so.is_none() => self.back(State::NoScheme),
                _ => Err(Stop::Failure),
            },
            State::Scheme => self.scheme(c),
            State::NoScheme => match self.base {
                None => self.fail("missing-scheme-non-relative-URL"),
                Some(base) if base.has_opaque_path() && c != Some('#') => {
                    self.fail("missing-scheme-non-relative-URL")
                }
                Some(base) if base.has_opaque_path() => {
                    self.url.scheme.clone_from(&base.scheme);
                    self.url.path = base.path.clone();
                    self.url.query.clone_from(&base.query);
                    self.query_or_fragment('#')
                }
                Some(base) if base.scheme != "file" => self.back(State::Relative),
                Some(_) => self.back(State::File),
            },
            State::SpecialRelativeOrAuthority => {
                if c == Some('/') && self.remaining().first() == Some(&'/') {
                    self.pointer += 1;
                    self.go(State::SpecialAuthorityIgnoreSlashes)
                } else {
                    self.note("special-scheme-missing-following-solidus");
                    self.back(State::Relative)
                }
            }
            State::PathOrAuthority => match c {
                Some('/') => self.go(State::Authority),
                _ => self.back(State::Path),
            },
            State::Relative => self.relative(c),
            State::RelativeSlash => {
                let base = self.base.unwrap();
                if self.url.is_special() && matches!(c, Some('/' | '\\')) {
                    if c == Some('\\') {
                        self.note("invalid-reverse-solidus");
                    }
                    self.go(State::SpecialAuthorityIgnoreSlashes)
                } else if c == Some('/') {
                    self.go(State::Authority)
                } else {
                    self.take_base(base);
                    self.back(State::Path)
                }
            }
            State::SpecialAuthoritySlashes => {
                if c == Some('/') && self.remaining().first() == Some(&'/') {
                    self.pointer += 1;
                    self.go(State::SpecialAuthorityIgnoreSlashes)
                } else {
                    self.note("special-scheme-missing-following-solidus");
                    self.back(State::SpecialAuthorityIgnoreSlashes)
                }
            }
            State::SpecialAuthorityIgnoreSlashes => {
                if matches!(c, Some('/' | '\\')) {
                    self.note("special-scheme-missing-following-solidus");
                    Ok(())
                } else {
                    self.back(State::Authority)
                }
            }
            State::Authority => self.authority(c),
            State::Host | State::Hostname => self.host(c),
            State::Port => self.port(c),
            State::File => self.file(c),
            State::FileSlash => self.file_slash(c),
            State::FileHost => self.file_host(c),
            State::PathStart => {
                if self.url.is_special() {
                    if c == Some('\\') {
                        self.note("invalid-reverse-solidus");
                    }
                    self.state = State::Path;
                    if !matches!(c, Some('/' | '\\')) {
                        self.pointer -= 1;
                    }
                    Ok(())
                } else if let (None, Some(c @ ('?' | '#'))) = (self.so, c) {
                    self.query_or_fragment(c)
                } else if let Some(c) = c {
                    self.state = State::Path;
                    if c != '/' {
                        self.pointer -= 1;
                    }
                    Ok(())
                } else {
                    if self.so.is_some() && self.url.host.is_none() {
                        self.url.segments().push(String::new());
                    }
                    Ok(())
                }
            }
            State::Path => self.path(c),
            State::OpaquePath => match c {
                Some(c @ ('?' | '#')) => self.query_or_fragment(c),
                Some(' ') => {
                    self.note("invalid-URL-unit");
                    let last = matches!(self.remaining().first(), Some('?' | '#'));
                    self.append_opaque(if last { "%20" } else { " " });
                    Ok(())
                }
                Some(c) => {
                    self.unit(c);
                    self.append_opaque(&encode(&c.to_string(), C0_CONTROL));
                    Ok(())
                }
                None => Ok(()),
            },
            State::Query => {
                if c.is_none() || c == Some('#') && self.so.is_none() {
                    let set = if self.url.is_special() { SPECIAL_QUERY } else { QUERY };
                    let encoded = encode(&self.buffer, set);
                    self.url.query.get_or_insert_default().push_str(&encoded);
                    self.buffer.clear();
                    if c.is_some() {
                        return self.query_or_fragment('#');
                    }
                } else if let Some(c) = c {
                    self.unit(c);
                    self.buffer.push(c);
                }
                Ok(())
            }
            State::Fragment => {
                if let Some(c) = c {
                    self.unit(c);
                    let encoded = encode(&c.to_string(), FRAGMENT);
                    self.url.fragment.get_or_insert_default().push_str(&encoded);
                }
                Ok(())
            }
        }
    }

    fn append_opaque(&mut self, text: &str) {
        match &mut self.url.path {
            Path::Opaque(path) => path.push_str(text),
            Path::List(_) => panic!("the path is opaque in this state"),
        }
    }

    fn scheme(&mut self, c: Option<char>) -> Result<(), Stop> {
        match c {
            Some(c) if c.is_ascii_alphanumeric() || "+-.".contains(c) => {
                self.buffer.push(c.to_ascii_lowercase());
                Ok(())
            }
            Some(':') if self.so.is_some() => {
                let special = default_port(&self.buffer).is_some();
                let url = &mut self.url;
                let to_file =
                    (url.includes_credentials() || url.port.is_some()) && self.buffer == "file";
                let from_file = url.scheme == "file" && url.host == Some(Host::Empty);
                if url.is_special() != special || to_file || from_file {
                    return Err(Stop::Return);
                }
                url.scheme.clone_from(&self.buffer);
                if url.port.is_some() && Some(url.port) == default_port(&url.scheme) {
                    url.port = None;
                }
                Err(Stop::Return)
            }
            Some(':') => {
                self.url.scheme = std::mem::take(&mut self.buffer);
                let same = self.base.is_some_and(|base| base.scheme == self.url.scheme);
                if self.url.scheme == "file" {
                    if !self.remaining().starts_with(&['/', '/']) {
                        self.note("special-scheme-missing-following-solidus");
                    }
                    self.go(State::File)
                } else if self.url.is_special() && same {
                    self.go(State::SpecialRelativeOrAuthority)
                } else if self.url.is_special() {
                    self.go(State::SpecialAuthoritySlashes)
                } else if self.remaining().first() == Some(&'/') {
                    self.pointer += 1;
                    self.go(State::PathOrAuthority)
                } else {
                    self.url.path = Path::Opaque(String::new());
                    self.go(State::OpaquePath)
                }
            }
            _ if self.so.is_none() => {
                self.buffer.clear();
                self.state = State::NoScheme;
                self.pointer = -1;
                Ok(())
            }
            _ => Err(Stop::Failure),
        }
    }

    fn relative(&mut self, c: Option<char>) -> Result<(), Stop> {
        let base = self.base.unwrap();
        self.url.scheme.clone_from(&base.scheme);
        if c == Some('/') {
            return self.go(State::RelativeSlash);
        }
        if self.url.is_special() && c == Some('\\') {
            self.note("invalid-reverse-solidus");
            return self.go(State::RelativeSlash);
        }
        self.take_base(base);
        self.url.path = base.path.clone();
        self.url.query.clone_from(&base.query);
        match c {
            Some(c @ ('?' | '#')) => self.query_or_fragment(c),
            Some(_) => {
                self.url.query = None;
                self.url.shorten();
                self.back(State::Path)
            }
            None => Ok(()),
        }
    }

    fn authority(&mut self, c: Option<char>) -> Result<(), Stop> {
        if c == Some('@') {
            self.note("invalid-credentials");
            if self.at_sign_seen {
                self.buffer.insert_str(0, "%40");
            }
            self.at_sign_seen = true;
            for c in std::mem::take(&mut self.buffer).chars() {
                if c == ':' && !self.password_token_seen {
                    self.password_token_seen = true;
                    continue;
                }
                let encoded = encode(&c.to_string(), USERINFO);
                if self.password_token_seen {
                    self.url.password += &encoded;
                } else {
                    self.url.username += &encoded;
                }
            }
            return Ok(());
        }
        if self.is_end(c) {
            if self.at_sign_seen && self.buffer.is_empty() {
                return self.fail("host-missing");
            }
            self.pointer -= self.buffer.chars().count() as isize + 1;
            self.buffer.clear();
            return self.go(State::Host);
        }
        self.buffer.extend(c);
        Ok(())
    }

    /// Host parser on the buffer.
    fn parse_host(&mut self) -> Result<(), Stop> {
        let is_opaque = !self.url.is_special();
        match host::parse(&self.buffer, is_opaque, &mut self.errors) {
            Some(host) => {
                self.url.host = Some(host);
                Ok(())
            }
            None => Err(Stop::Failure),
        }
    }

    fn host(&mut self, c: Option<char>) -> Result<(), Stop> {
        if self.so.is_some() && self.url.scheme == "file" {
            return self.back(State::FileHost);
        }
        if c == Some(':') && !self.inside_brackets {
            if self.buffer.is_empty() {
                return self.fail("host-missing");
            }
            if self.so == Some(State::Hostname) {
                return Err(Stop::Failure);
            }
            self.parse_host()?;
            self.buffer.clear();
            return self.go(State::Port);
        }
        if self.is_end(c) {
            self.pointer -= 1;
            if self.url.is_special() && self.buffer.is_empty() {
                return self.fail("host-missing");
            }
            let needs_host = self.url.includes_credentials() || self.url.port.is_some();
            if self.so.is_some() && self.buffer.is_empty() && needs_host {
                return Err(Stop::Failure);
            }
            self.parse_host()?;
            self.buffer.clear();
            self.state = State::PathStart;
            return if self.so.is_some() { Err(Stop::Return) } else { Ok(()) };
        }
        match c {
            Some('[') => self.inside_brackets = true,
            Some(']') => self.inside_brackets = false,
            _ => {}
        }
        self.buffer.extend(c);
        Ok(())
    }

    fn port(&mut self, c: Option<char>) -> Result<(), Stop> {
        if let Some(digit) = c.filter(char::is_ascii_digit) {
            self.buffer.push(digit);
            return Ok(());
        }
        if !self.is_end(c) && self.so.is_none() {
            return self.fail("port-invalid");
        }
        if !self.buffer.is_empty() {
            let significant = self.buffer.trim_start_matches('0');
            let value: Option<u32> =
                if significant.len() > 5 { None } else { Some(significant.parse().unwrap_or(0)) };
            let Some(port) = value.and_then(|value| u16::try_from(value).ok()) else {
                return self.fail("port-out-of-range");
            };
            let is_default = default_port(&self.url.scheme) == Some(Some(port));
            self.url.port = if is_default { None } else { Some(port) };
            self.buffer.clear();
            if self.so.is_some() {
                return Err(Stop::Return);
            }
        }
        if self.so.is_some() {
            return Err(Stop::Failure);
        }
        self.back(State::PathStart)
    }

    fn path(&mut self, c: Option<char>) -> Result<(), Stop> {
        let backslash = self.url.is_special() && c == Some('\\');
        let slash = c == Some('/') || backslash;
        let ends = c.is_none() || slash || self.so.is_none() && matches!(c, Some('?' | '#'));
        if !ends {
            if let Some(c) = c {
                self.unit(c);
                self.buffer += &encode(&c.to_string(), PATH);
            }
            return Ok(());
        }
        if backslash {
            self.note("invalid-reverse-solidus");
        }
        let mut segment = std::mem::take(&mut self.buffer);
        match segment.to_ascii_lowercase().as_str() {
            ".." | ".%2e" | "%2e." | "%2e%2e" => {
                self.url.shorten();
                if !slash {
                    self.url.segments().push(String::new());
                }
            }
            "." | "%2e" => {
                if !slash {
                    self.url.segments().push(String::new());
                }
            }
            _ => {
                let first = self.url.segments().is_empty();
                if self.url.scheme == "file" && first && is_drive_letter(&segment) {
                    segment.replace_range(1..2, ":");
                }
                self.url.segments().push(segment);
            }
        }
        match c {
            Some(c @ ('?' | '#')) if self.so.is_none() => self.query_or_fragment(c),
            _ => Ok(()),
        }
    }
}
