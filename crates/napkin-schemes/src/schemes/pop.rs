//! `pop`: the mailbox of a user on a mail server (RFC 2384).

use napkin::edition::Rule;
use napkin::{Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::mail_user::{LoginRules, MailMechanism, MailUser};
use crate::place;
use crate::plan::{Plan, Question, Step, Transport, Until};
use crate::server::Server;
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The Post Office Protocol.
pub static POP: Definition = Definition {
    name: "pop",
    title: "Post Office Protocol v3",
    document: "RFC 2384 section 8",
    grammar: "\
pop-url       = \"pop://\" server
server        = [user-auth \"@\"] hostport
user-auth     = enc-user [auth]
auth          = \";AUTH=\" ( \"*\" / enc-auth-type )
enc-auth-type = enc-sasl / ( \"+\" (\"APOP\" / 1*achar) )",
    example: "pop://rg;AUTH=+APOP@mail.eudora.com:8110",
    default_port: Some(110),
    standings: &[],
    normalization: Some(URL),
    read: |source| Ok(Box::new(Pop::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Pop::visit)?)),
};

const fn rule(name: &'static str) -> Rule {
    Rule { name, section: "RFC 2384 section 8" }
}

const URL: Rule = rule("pop-url");
const LOGIN: LoginRules =
    LoginRules { user: rule("enc-user"), auth: rule("auth"), needs_user: true };

/// The mailbox of a user.
///
/// ```
/// use napkin_schemes::{MailMechanism, schemes::Pop};
///
/// let uri = napkin::Uri::parse("pop://rg;AUTH=+APOP@mail.eudora.com:8110")?;
/// let pop = Pop::read(&uri)?;
/// assert_eq!(pop.login.user.unwrap(), "rg");
/// assert_eq!(pop.login.mechanism, Some(MailMechanism::Named("+APOP".into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pop<'a> {
    /// The user; the client asks for one if undefined. The name of a mechanism begins with `+` if it is not one of
    /// SASL.
    pub login: MailUser<'a>,
    /// Host and port of the server.
    pub server: Server<'a>,
}

impl<'a> Pop<'a> {
    /// Reads a URI of `pop`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no host, if there is a password, or if more than a slash follows the host.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        POP.read_by(&[POP.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (login, server) = (MailUser::of(source, &LOGIN)?, source.server(rule("server"))?);
        // The rule has no slash. One is accepted, since generic normalization adds it.
        let path = source.url_path().unwrap_or_default();
        if !path.is_empty() {
            return Err(source.error(ErrorKind::Unexpected, "path", path, URL));
        }
        match source.after_scheme().split_once('?') {
            Some((_, query)) => Err(source.error(ErrorKind::Unexpected, "query", query, URL)),
            None => Ok(Self { login, server }),
        }
    }

    /// The steps that log in (RFC 1939 §7, RFC 5034 §4).
    fn log_in(&self, client: &Client) -> Result<Vec<Step>, SchemeError> {
        const OK: Step = Step::Expect(&["+OK"]);
        let said = |user| client.argument(user, "user", &place::POP_ARGUMENT);
        let user = self.login.user.as_ref().map(said).transpose()?;
        let told = Fields::new().with("user", self.login.user.as_ref());
        Ok(match (&self.login.mechanism, user) {
            (Some(MailMechanism::Named(name)), _)
                if name.to_bytes().eq_ignore_ascii_case(b"+APOP") =>
            {
                vec![Step::Ask(Question::Password), Step::Perform("APOP", told), OK]
            }
            (Some(MailMechanism::Named(name)), _) => {
                self.login.check_mechanism(client)?;
                vec![Step::Perform("AUTH", told.with("mechanism", name)), OK]
            }
            (Some(MailMechanism::Any) | None, user) => {
                let mut steps = match user {
                    Some(user) => vec![Step::command("USER", user)],
                    None => vec![Step::Ask(Question::User), Step::answer("USER")],
                };
                steps.extend([OK, Step::Ask(Question::Password), Step::answer("PASS"), OK]);
                steps
            }
        })
    }
}

impl<'a> Pop<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, POP.default_port))?;
        let login = MailUser::visit(fields, |it| &it.login)?;
        fields.build(|_| Ok(Self { login, server }))
    }
}

impl View for Pop<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let uri = self.login.write(Writer::new(POP.name), &self.server).finish()?;
        Pop::read(&uri)?;
        Ok(uri)
    }

    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let connect = client.connect(&self.server, POP.name, POP.default_port, Transport::Tcp)?;
        let mut steps = vec![connect, Step::Expect(&["+OK"])];
        steps.extend(self.log_in(client)?);
        steps.extend([
            Step::verb("LIST"),
            Step::Expect(&["+OK"]),
            Step::Receive(Until::Dot),
            Step::verb("QUIT"),
            Step::Expect(&["+OK"]),
            Step::Close,
        ]);
        Ok(Plan::new(steps))
    }

    /// Without the default mechanism, and with the slash that generic normalization adds.
    fn normal(&self) -> Option<String> {
        let normal = Self { login: self.login.normal(), ..self.clone() };
        Some([normal.to_uri().ok()?.as_str(), "/"].concat())
    }
}
