//! The user of a mail server and the authentication: the userinfo of the schemes that read mail (RFC 5092 §3, RFC
//! 2384 §4).

use napkin::ByteSet;
use napkin::edition::Rule;

use crate::client::Client;
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::server::Server;
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The delimiters of `achar`, which are allowed raw besides the unreserved characters.
pub(crate) const IN_USER: ByteSet = ByteSet::of(b"!$'()*+,&=");
pub(crate) const ACHAR: ByteSet = IN_USER.or(ALPHANUM).or(ByteSet::of(b"-._~%"));

/// The user of a mail server, and the authentication.
///
/// ```
/// use napkin_schemes::{MailMechanism, MailUser, schemes::Pop};
///
/// let uri = napkin::Uri::parse("pop://baz;AUTH=SCRAM-MD5@foo.bar")?;
/// let mechanism = Some(MailMechanism::Named("SCRAM-MD5".into()));
/// assert_eq!(Pop::read(&uri)?.login, MailUser { user: Some("baz".into()), mechanism });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "views are filled in by users")]
pub struct MailUser<'a> {
    /// The user.
    pub user: Option<Octets<'a>>,
    /// The authentication mechanism; `None` with a user means any mechanism.
    pub mechanism: Option<MailMechanism<'a>>,
}

/// The authentication of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "RFC 5092 §11 has no other forms of AUTH")]
pub enum MailMechanism<'a> {
    /// `*`: any mechanism that client and server agree on.
    Any,
    /// A named mechanism, such as `GSSAPI`.
    Named(Octets<'a>),
}

/// The differences between mail schemes.
pub(crate) struct LoginRules {
    pub(crate) user: Rule,
    pub(crate) auth: Rule,
    /// Whether a mechanism needs a user.
    pub(crate) needs_user: bool,
}

impl<'a> MailUser<'a> {
    pub(crate) fn of(source: Source<'a>, rules: &LoginRules) -> Result<Self, SchemeError> {
        let Some(userinfo) = source.reference().userinfo() else { return Ok(Self::default()) };
        let userinfo = userinfo.as_str();
        let (user, mechanism) = match userinfo.find(';') {
            None => (userinfo, None),
            Some(at) => {
                let (user, auth) = userinfo.split_at_checked(at).unwrap_or((userinfo, ""));
                (user, Some(MailMechanism::of(source, auth, rules.auth)?))
            }
        };
        source.check(user, ACHAR, "user", rules.user)?;
        if user.is_empty() && (mechanism.is_none() || rules.needs_user) {
            return Err(source.error(ErrorKind::Empty, "user", user, rules.user));
        }
        Ok(Self { user: Some(source.octets(user)).filter(|user| !user.is_empty()), mechanism })
    }

    /// The user and the mechanism, as fields of a view that has them.
    pub(crate) fn visit<'v, V>(
        fields: &mut Visitor<'v, 'a, V>,
        of: impl Fn(&'v V) -> &'v Self,
    ) -> Result<Self, SchemeError>
    where
        'a: 'v,
    {
        let user = fields.field("user", Given::octets, |it| of(it).user.as_ref())?;
        let mechanism = fields.field("auth", Given::octets, |it| {
            of(it).effective_mechanism().map(MailMechanism::octets)
        })?;
        let mechanism = mechanism
            .map(|name| if name == "*" { MailMechanism::Any } else { MailMechanism::Named(name) });
        Ok(Self { user, mechanism })
    }

    /// The mechanism that applies; `None` for an anonymous login.
    ///
    /// ```
    /// use napkin_schemes::{MailMechanism, MailUser};
    ///
    /// let user = MailUser { user: Some("me".into()), mechanism: None };
    /// assert_eq!(user.effective_mechanism(), Some(&MailMechanism::Any));
    /// assert_eq!(MailUser::default().effective_mechanism(), None);
    /// ```
    pub fn effective_mechanism(&self) -> Option<&MailMechanism<'a>> {
        const ANY: &MailMechanism<'static> = &MailMechanism::Any;
        self.mechanism.as_ref().or(self.user.as_ref().map(|_| ANY))
    }

    /// Checks that a named mechanism can be an argument.
    pub(crate) fn check_mechanism(&self, client: &Client) -> Result<(), SchemeError> {
        match &self.mechanism {
            Some(MailMechanism::Named(name)) => {
                client.argument(name, "auth", &place::SASL_MECHANISM).map(|_| ())
            }
            Some(MailMechanism::Any) | None => Ok(()),
        }
    }

    /// Two slashes, login, host and port.
    pub(crate) fn write(&self, writer: Writer, server: &Server<'_>) -> Writer {
        let mut writer = writer.raw("//").optional("", self.user.as_ref(), IN_USER);
        writer = match &self.mechanism {
            None => writer,
            Some(MailMechanism::Any) => writer.raw(";AUTH=*"),
            // An asterisk that is data is encoded, since a raw one means any mechanism.
            Some(MailMechanism::Named(name)) => {
                writer.raw(";AUTH=").octets(name, IN_USER.without(ByteSet::of(b"*")))
            }
        };
        if *self != Self::default() {
            writer = writer.raw("@");
        }
        writer.host_port(server)
    }

    /// The form with an explicit mechanism: without one, any mechanism is assumed for a user (RFC 5092 §3.2, RFC
    /// 2384 §4).
    pub(crate) fn normal(&self) -> Self {
        let mut normal = self.clone();
        if normal.user.is_some() {
            normal.mechanism.take_if(|mechanism| *mechanism == MailMechanism::Any);
        }
        normal
    }
}

impl<'a> MailMechanism<'a> {
    /// A mechanism after `;AUTH=`.
    fn of(source: Source<'a>, text: &'a str, rule: Rule) -> Result<Self, SchemeError> {
        let (lead, name) = text.split_at_checked(";AUTH=".len()).unwrap_or((text, ""));
        if !lead.eq_ignore_ascii_case(";AUTH=") {
            return Err(source.error(ErrorKind::InvalidValue, "auth", text, rule));
        }
        source.check(name, ACHAR, "auth", rule)?;
        match name {
            "" => Err(source.error(ErrorKind::Empty, "auth", name, rule)),
            "*" => Ok(Self::Any),
            _ => Ok(Self::Named(source.octets(name))),
        }
    }

    pub(crate) fn octets(&self) -> Octets<'_> {
        match self {
            Self::Any => "*".into(),
            Self::Named(name) => name.clone(),
        }
    }
}
