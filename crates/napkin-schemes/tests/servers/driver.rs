//! A client without knowledge of protocols: it executes the steps of a plan.

use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

use napkin_schemes::{Argument, Command, Fields, Question, Step, Transport, Until, Value};

/// The user's answers, by question.
pub(crate) type Answers<'a> = &'a dyn Fn(Question) -> Option<String>;

/// The step at which a plan failed, and the last reply or the driver's error.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) step: String,
    pub(crate) reason: String,
}

/// Executes the steps in order and returns the received data. No read or write takes longer than `patience`.
pub(crate) fn run(
    steps: &[Step],
    answers: Answers<'_>,
    patience: Duration,
) -> Result<Vec<Vec<u8>>, Failure> {
    let mut driver = Driver {
        answers,
        patience,
        control: None,
        data: None,
        reply: String::new(),
        answer: None,
        received: Vec::new(),
    };
    driver.all(steps)?;
    let end = |reason: &str| Failure { step: "end".into(), reason: reason.into() };
    match (driver.control, driver.data) {
        (None, None) => Ok(driver.received),
        _ => Err(end("a connection is left open")),
    }
}

struct Driver<'a> {
    answers: Answers<'a>,
    patience: Duration,
    control: Option<BufReader<TcpStream>>,
    data: Option<TcpStream>,
    /// The first line of the last reply.
    reply: String,
    /// The answer to the last question.
    answer: Option<String>,
    received: Vec<Vec<u8>>,
}

/// The error of a step.
struct Reason(String);

impl<T: fmt::Display> From<T> for Reason {
    fn from(reason: T) -> Self {
        Self(reason.to_string())
    }
}

impl Driver<'_> {
    fn all(&mut self, steps: &[Step]) -> Result<(), Failure> {
        for step in steps {
            match step {
                Step::IfReply(code, steps) if self.reply.starts_with(code) => self.all(steps)?,
                Step::IfReply(..) => {}
                _ => self.one(step).map_err(|Reason(reason)| {
                    let step = step.to_string();
                    Failure { step, reason }
                })?,
            }
        }
        Ok(())
    }

    fn one(&mut self, step: &Step) -> Result<(), Reason> {
        match step {
            Step::Ask(question) => {
                self.answer = Some((self.answers)(*question).ok_or("nobody answers")?);
            }
            Step::Connect { host, port, transport: Transport::Tcp } => {
                let address = match host {
                    Some(host) => loopback((host.as_str(), *port))?,
                    None => match self.answer()? {
                        named if named.contains(':') => loopback(named)?,
                        host => loopback((host, *port))?,
                    },
                };
                if self.control.is_some() {
                    return Err("the connection is open already".into());
                }
                self.control = Some(BufReader::new(self.connect(address)?));
            }
            Step::ConnectData => {
                let address = self.data_address()?;
                self.data = Some(self.connect(address)?);
            }
            Step::Expect(codes) => {
                self.read_reply()?;
                if !codes.iter().any(|code| self.reply.starts_with(code)) {
                    return Err(self.reply.as_str().into());
                }
            }
            Step::Command(command) => {
                let line = self.line(command)?;
                self.control()?.get_mut().write_all(&line)?;
            }
            Step::Send(bytes) => self.control()?.get_mut().write_all(bytes)?,
            Step::Receive(until) => {
                let answer = receive(self.control()?, *until)?;
                self.received.push(answer);
            }
            Step::ReceiveData => {
                let mut answer = Vec::new();
                self.data.take().ok_or("no second connection")?.read_to_end(&mut answer)?;
                self.received.push(answer);
            }
            Step::Perform("read the newest articles", values) => self.read_newest(values)?,
            Step::Close => self.close()?,
            _ => return Err("no step of a connection over tcp".into()),
        }
        Ok(())
    }

    /// Reads articles from the highest number in the reply to GROUP down; a number without an article is passed over.
    fn read_newest(&mut self, values: &Fields) -> Result<(), Reason> {
        let Some(Value::Number(at_most)) = values.get("at_most") else {
            return Err("no bound".into());
        };
        let mut numbers = self.reply.split(' ').skip(2).map(str::parse::<u64>);
        let (Some(Ok(low)), Some(Ok(high))) = (numbers.next(), numbers.next()) else {
            return Err(self.reply.as_str().into());
        };
        let numbers = (low..=high).rev().take(usize::try_from(*at_most)?);
        for number in numbers {
            self.control()?.get_mut().write_all(format!("ARTICLE {number}\r\n").as_bytes())?;
            self.read_reply()?;
            if self.reply.starts_with("220") {
                let article = receive(self.control()?, Until::Dot)?;
                self.received.push(article);
            }
        }
        Ok(())
    }

    fn answer(&self) -> Result<&str, Reason> {
        self.answer.as_deref().ok_or("no question before".into())
    }

    fn control(&mut self) -> Result<&mut BufReader<TcpStream>, Reason> {
        self.control.as_mut().ok_or("not connected".into())
    }

    fn connect(&self, address: SocketAddr) -> io::Result<TcpStream> {
        let stream = TcpStream::connect_timeout(&address, self.patience)?;
        stream.set_read_timeout(Some(self.patience))?;
        stream.set_write_timeout(Some(self.patience))?;
        Ok(stream)
    }

    fn line(&self, command: &Command) -> Result<Vec<u8>, Reason> {
        match &command.argument {
            Argument::Answer => Ok(format!("{} {}\r\n", command.verb, self.answer()?).into()),
            _ => command.line().ok_or("no line".into()),
        }
    }

    /// Reads lines up to the first that has a space after its code.
    fn read_reply(&mut self) -> Result<(), Reason> {
        let mut first = None;
        loop {
            let line = String::from_utf8(read_line(self.control()?)?)?.trim_end().to_owned();
            let is_last = line.as_bytes().get(3) != Some(&b'-');
            let first = first.get_or_insert(line);
            if is_last {
                self.reply.clone_from(first);
                return Ok(());
            }
        }
    }

    /// The address in parentheses in a reply: six numbers of 227, or the port of 229.
    fn data_address(&mut self) -> Result<SocketAddr, Reason> {
        let inside = self.reply.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        let (inside, _) = inside.ok_or("no address in the reply")?;
        if self.reply.starts_with("229") {
            let port: u16 = inside.trim_matches('|').parse()?;
            let peer = self.control()?.get_ref().peer_addr()?;
            return loopback((peer.ip(), port));
        }
        let numbers: Vec<u8> = inside.split(',').map(str::parse).collect::<Result<_, _>>()?;
        match *numbers {
            [a, b, c, d, high, low] => {
                loopback((Ipv4Addr::new(a, b, c, d), u16::from_be_bytes([high, low])))
            }
            _ => Err("no address in the reply".into()),
        }
    }

    /// Closes the connection; the plan has to have read all data of the server.
    fn close(&mut self) -> Result<(), Reason> {
        let mut control = self.control.take().ok_or("not connected")?;
        match control.get_ref().shutdown(Shutdown::Write) {
            Err(error) if error.kind() != ErrorKind::NotConnected => return Err(error.into()),
            _ => {}
        }
        let mut unread = Vec::new();
        control.read_to_end(&mut unread)?;
        if unread.is_empty() {
            Ok(())
        } else {
            Err(format!("left unread: {}", unread.escape_ascii()).into())
        }
    }
}

/// The first address. A test connects only to its own machine.
fn loopback(name: impl ToSocketAddrs) -> Result<SocketAddr, Reason> {
    let address = name.to_socket_addrs()?.next().ok_or("no address")?;
    if address.ip().is_loopback() {
        Ok(address)
    } else {
        Err(format!("{address} is elsewhere").into())
    }
}

/// A line with its end.
fn read_line(from: &mut impl BufRead) -> Result<Vec<u8>, Reason> {
    let mut line = Vec::new();
    from.read_until(b'\n', &mut line)?;
    if line.ends_with(b"\n") { Ok(line) } else { Err("the connection closed".into()) }
}

fn receive(from: &mut impl BufRead, until: Until) -> Result<Vec<u8>, Reason> {
    let mut answer = Vec::new();
    match until {
        Until::Close => {
            from.read_to_end(&mut answer)?;
        }
        Until::Dot | Until::DotOrClose => loop {
            let mut line = Vec::new();
            from.read_until(b'\n', &mut line)?;
            match &line[..] {
                b".\r\n" => return Ok(answer),
                [] if until == Until::DotOrClose => return Ok(answer),
                [] => return Err("the connection closed".into()),
                [b'.', line @ ..] | line => answer.extend(line),
            }
        },
        Until::HttpMessage => {
            let mut length = None;
            while !answer.ends_with(b"\r\n\r\n") {
                let line = read_line(from)?;
                let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
                if let Some(value) = text.strip_prefix("content-length:") {
                    length = Some(value.trim().parse()?);
                }
                answer.extend(line);
            }
            // These servers send no message without a length.
            from.take(length.ok_or("no length")?).read_to_end(&mut answer)?;
        }
        Until::User => return Err("there is no user".into()),
        until => return Err(format!("no server here answers until {until:?}").into()),
    }
    Ok(answer)
}
