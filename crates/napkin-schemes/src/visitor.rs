//! The fields of a view, each named once, with how it is given and how it is shown.
//!
//! The `visit` of a view names its fields to a [`Visitor`] in their order, and then builds a view of what was given.
//! One such function lists the names of a scheme, shows a view, and composes one.

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Edition};

use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::pairs::Parameter;
use crate::server::{Login, Server};
use crate::value::{Fields, Value};

/// Asks for each field of a view `V`.
pub(crate) struct Visitor<'v, 'a, V> {
    purpose: Purpose<'v, 'a, V>,
}

enum Purpose<'v, 'a, V> {
    /// Shows the view: values that are asked for are empty, and nothing is built of them.
    Show(&'v V, Fields),
    /// Composes a view, or lists the names, if [`Given`] says so.
    Compose(&'a Given<'a>),
}

/// The error of a visit that builds nothing; whoever shows or lists does not look at it.
const NOT_BUILT: SchemeError =
    SchemeError::new(ErrorKind::Missing, "scheme", Rule { name: "", section: "" });

/// A function that names the fields of a `V`, and builds a `T` of them.
type Visit<'v, 'a, V, T> = fn(&mut Visitor<'v, 'a, V>) -> Result<T, SchemeError>;

impl<'v, 'a: 'v, V> Visitor<'v, 'a, V> {
    /// The fields of a view as plain values.
    pub(crate) fn show<T>(view: &'v V, visit: Visit<'v, 'a, V, T>) -> Fields {
        let mut visitor = Self { purpose: Purpose::Show(view, Fields::new()) };
        // It is an error, since nothing is built.
        let _ = visit(&mut visitor);
        match visitor.purpose {
            Purpose::Show(_, fields) => fields,
            Purpose::Compose(_) => Fields::new(),
        }
    }

    /// The view of named fields.
    ///
    /// # Errors
    ///
    /// If a field is missing, invalid or repeated, or only the names are listed.
    pub(crate) fn compose(
        given: &'a Given<'a>,
        visit: Visit<'v, 'a, V, V>,
    ) -> Result<V, SchemeError> {
        visit(&mut Self { purpose: Purpose::Compose(given) })
    }

    /// A field: taken from what is given, shown from the view. Without anything given it is empty.
    pub(crate) fn field<T: Default, R: Into<Value>>(
        &mut self,
        name: &'static str,
        take: impl FnOnce(&'a Given<'a>, &'static str) -> Result<T, SchemeError>,
        show: impl FnOnce(&'v V) -> R,
    ) -> Result<T, SchemeError> {
        self.field_if(name, take, |view| Some(show(view)))
    }

    /// A field that only some views show, but that can always be given.
    pub(crate) fn field_if<T: Default, R: Into<Value>>(
        &mut self,
        name: &'static str,
        take: impl FnOnce(&'a Given<'a>, &'static str) -> Result<T, SchemeError>,
        show: impl FnOnce(&'v V) -> Option<R>,
    ) -> Result<T, SchemeError> {
        match &self.purpose {
            Purpose::Compose(given) if given.lists(name) => Ok(T::default()),
            Purpose::Compose(given) => take(given, name),
            Purpose::Show(..) => {
                self.derived_if(name, show);
                Ok(T::default())
            }
        }
    }

    /// What follows from fields, and cannot be given.
    pub(crate) fn derived<R: Into<Value>>(
        &mut self,
        name: &'static str,
        show: impl FnOnce(&'v V) -> R,
    ) {
        self.derived_if(name, |view| Some(show(view)));
    }

    /// What follows from fields of some views.
    pub(crate) fn derived_if<R: Into<Value>>(
        &mut self,
        name: &'static str,
        show: impl FnOnce(&'v V) -> Option<R>,
    ) {
        if let Purpose::Show(view, fields) = &mut self.purpose {
            if let Some(value) = show(view) {
                fields.push(name, value);
            }
        }
    }

    /// A field that may be given more than once; it is never refused.
    pub(crate) fn all<R: Into<Value>>(
        &mut self,
        name: &'static str,
        show: impl FnOnce(&'v V) -> R,
    ) -> Result<Vec<Octets<'a>>, SchemeError> {
        self.field(name, |given, name| Ok(given.all(name)), show)
    }

    /// A field of parameters, given as pairs; it is never refused.
    pub(crate) fn parameters<R: Into<Value>>(
        &mut self,
        name: &'static str,
        show: impl FnOnce(&'v V) -> R,
    ) -> Result<Vec<Parameter<'a>>, SchemeError> {
        self.field(name, |given, name| Ok(given.parameters(name)), show)
    }

    /// A field that is shown [as written](Given::written), with these characters raw.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if it is not UTF-8.
    pub(crate) fn written<R: Into<Value>>(
        &mut self,
        name: &'static str,
        raw: ByteSet,
        show: impl FnOnce(&'v V) -> R,
    ) -> Result<Option<Cow<'a, str>>, SchemeError> {
        self.field(name, |given, name| given.written(name, raw), show)
    }

    /// A record of the fields of a part of some views, which are given like the others.
    pub(crate) fn record_if<W: 'v, T: Default>(
        &mut self,
        name: &'static str,
        part: impl FnOnce(&'v V) -> Option<Option<&'v W>>,
        visit: Visit<'v, 'a, W, T>,
    ) -> Result<T, SchemeError> {
        if let Purpose::Compose(given) = self.purpose {
            return visit(&mut Visitor { purpose: Purpose::Compose(given) });
        }
        self.derived_if(name, |view| {
            part(view).map(|part| part.map(|part| Visitor::show(part, visit)))
        });
        Ok(T::default())
    }

    /// Host and port, with the default port.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Missing`], without a host.
    pub(crate) fn server(
        &mut self,
        show: impl Fn(&'v V) -> (&'v Server<'a>, Option<u16>),
    ) -> Result<Server<'a>, SchemeError> {
        let server = self.server_if(|view| Some(show(view)))?;
        match (server, &self.purpose) {
            (None, Purpose::Compose(given)) if !given.is_list() => {
                Err(given.error(ErrorKind::Missing, "host"))
            }
            (server, _) => Ok(server.unwrap_or(Server::new(""))),
        }
    }

    /// Host and port, with the default port, if there is a server.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Repeated`] and [`ErrorKind::InvalidValue`].
    pub(crate) fn server_if(
        &mut self,
        show: impl Fn(&'v V) -> Option<(&'v Server<'a>, Option<u16>)>,
    ) -> Result<Option<Server<'a>>, SchemeError> {
        let host =
            self.field_if("host", Given::text, |view| show(view).map(|(server, _)| &server.host))?;
        let port = self.field_if("port", Given::text, |view| {
            show(view).map(|(server, default)| server.shown_port(default))
        })?;
        Ok(host.map(|host| Server { host, port }))
    }

    /// User and password.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Repeated`].
    pub(crate) fn login(
        &mut self,
        show: impl Fn(&'v V) -> &'v Login<'a>,
    ) -> Result<Login<'a>, SchemeError> {
        self.login_if(|view| Some(show(view)))
    }

    /// User and password, if the view can have them.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Repeated`].
    pub(crate) fn login_if(
        &mut self,
        show: impl Fn(&'v V) -> Option<&'v Login<'a>>,
    ) -> Result<Login<'a>, SchemeError> {
        let user = |view| show(view).map(|login| login.user.as_ref());
        let password = |view| show(view).map(|login| login.password.as_ref());
        Ok(Login {
            user: self.field_if("user", Given::octets, user)?,
            password: self.field_if("password", Given::octets, password)?,
        })
    }

    /// What depends on the edition: of the view that is shown, otherwise of the edition that is composed by.
    pub(crate) fn dialect<D>(
        &self,
        of_view: impl FnOnce(&'v V) -> D,
        of_edition: impl FnOnce(&'static Edition) -> D,
    ) -> D {
        match &self.purpose {
            Purpose::Show(view, _) => of_view(view),
            Purpose::Compose(given) => of_edition(given.edition()),
        }
    }

    /// The view that is shown, for values that more than one field is shown by.
    pub(crate) const fn view(&self) -> Option<&'v V> {
        match &self.purpose {
            Purpose::Show(view, _) => Some(view),
            Purpose::Compose(_) => None,
        }
    }

    /// Builds the view from the fields that were asked for.
    pub(crate) fn build<T>(
        &self,
        make: impl FnOnce(&'a Given<'a>) -> Result<T, SchemeError>,
    ) -> Result<T, SchemeError> {
        match &self.purpose {
            Purpose::Compose(given) if !given.is_list() => make(given),
            _ => Err(NOT_BUILT),
        }
    }
}
