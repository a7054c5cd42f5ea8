//! The class that all classes of identifiers have as their base. What it does is in `methods`, since that needs to know them.

use pyo3::prelude::*;

/// A URI, an IRI, a reference or a URL: the base of ``Reference`` and ``Url``, which has the methods of both.
#[pyclass(frozen, subclass, weakref, module = "napkin._napkin", name = "Identifier")]
pub(crate) struct Identifier;
