//! Facts: one value of a parsed text each, such as its host. Here they are listed, and every face walks the list: JSON, `get`
//! and `--csv` of the command, the functions of SQL, the columns of Python, the tables of the page.
//!
//! A fact is declared in the file of its family with the macro `fact`, and has its line in [`components`] or [`derived`]. A face
//! implements [`EachFact`]: its methods are generic, so that a loop over rows is compiled for the fact that it takes.

mod fact;

mod whole;

mod authority;

#[cfg(feature = "domains")]
mod domain;

mod path;

mod query_and_fragment;

mod component;

use crate::parsed::Parsed;

pub use authority::{
    Authority, AuthorityForm, DefaultPort, Host, HostKind, Password, Port, PortOrDefault, User,
    Userinfo,
};
pub use component::{Component, Value, list, list_derived, list_names};
#[cfg(feature = "domains")]
pub use domain::{Names, PrivateSuffix, PublicSuffix, RegistrableDomain, Site, Subdomain};
pub use fact::{EachFact, Fact, Key, Number, OfOctets, Scalar, Text, TextList, Texts};
pub use path::{Params, Path, PathKind, Segments};
pub use query_and_fragment::{Fragment, Query};
pub use whole::{Form, Kind, Origin, Redacted, RefKind, Scheme, SchemeSpecificPart};

impl<'t> Parsed<'_, 't> {
    /// The value of a fact; `None` where it is undefined.
    #[inline]
    pub fn fact<F: Fact>(self) -> Option<<F::Out as Scalar>::Value<'t>> {
        F::of(self)
    }
}

/// Hands out the components: the facts that `parse` tells, in the order of JSON.
///
/// Inlined, so that the walk over one row is straight code.
#[inline(always)]
pub fn components(face: &mut impl EachFact) {
    face.text::<Kind>();
    face.text::<Scheme>();
    face.text::<Authority>();
    face.text::<Userinfo>();
    face.text::<User>();
    face.text::<Password>();
    face.text::<Host>();
    face.text::<HostKind>();
    face.text::<Port>();
    face.text::<Path>();
    face.texts::<Segments>();
    face.text::<Params>();
    face.text::<Query>();
    face.text::<Fragment>();
    face.text::<SchemeSpecificPart>();
    face.text::<PathKind>();
    face.text::<Form>();
    face.text::<AuthorityForm>();
    face.text::<RefKind>();
}

/// Hands out the facts that follow from the components.
pub fn derived(face: &mut impl EachFact) {
    face.number::<DefaultPort>();
    face.number::<PortOrDefault>();
    face.text::<Origin>();
    names(face);
    face.text::<Redacted>();
}

/// Hands out the facts of the host as a name of the DNS, which are derived too.
#[inline(always)]
pub fn names(face: &mut impl EachFact) {
    #[cfg(feature = "domains")]
    {
        face.text::<RegistrableDomain>();
        face.text::<PublicSuffix>();
        face.text::<PrivateSuffix>();
        face.text::<Subdomain>();
        face.text::<Site>();
    }
    #[cfg(not(feature = "domains"))]
    let _ = face;
}

/// Hands out all facts.
pub fn all(face: &mut impl EachFact) {
    components(face);
    derived(face);
}
