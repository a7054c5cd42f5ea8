//! The default ports of registered schemes that have no definition here, each with the document
//! that says so. The registry itself has none.

/// Scheme, port and document, in the order of the schemes.
pub(super) const PORTS: &[(&str, u16, &str)] = &[
    ("aaa", 3868, "RFC 6733 section 4.3.1"),
    ("aaas", 5658, "RFC 6733 section 4.3.1"),
    ("acap", 674, "RFC 2244 section 3.2"),
    ("cap", 1026, "RFC 4324 section 3.3.1"),
    ("coap+tcp", 5683, "RFC 8323 section 8.1"),
    ("coap+ws", 80, "RFC 8323 section 8.3"),
    ("coaps+tcp", 5684, "RFC 8323 section 8.2"),
    ("coaps+ws", 443, "RFC 8323 section 8.4"),
    ("dict", 2628, "RFC 2229 section 5"),
    ("finger", 79, "RFC 1288 section 2.1"),
    ("go", 1096, "RFC 3368 section 3.3.3"),
    ("iax", 4569, "RFC 5456 section 5.2"),
    ("icap", 1344, "RFC 3507 section 4.2"),
    ("ipp", 631, "RFC 3510 section 4.5"),
    ("ipps", 631, "RFC 7472 section 4.2"),
    ("mtqp", 1038, "RFC 3887 section 2"),
    ("mupdate", 3905, "RFC 3656 section 2"),
    ("rsync", 873, "RFC 5781 section 2"),
    ("rtmfp", 1935, "RFC 7425 section 6.1"),
    ("sieve", 4190, "RFC 5804 section 1.8"),
    ("smtp", 25, "the registration, prov/smtp"),
    ("snews", 563, "RFC 5538 section 8"),
    ("snmp", 161, "RFC 4088 section 3"),
    ("soap.beep", 605, "RFC 4227 section 8.4"),
    ("soap.beeps", 605, "RFC 4227 section 8.4"),
    ("submit", 587, "the registration, prov/submit"),
    ("tftp", 69, "RFC 1350 section 4"),
    ("tip", 3372, "RFC 2371 section 7"),
    ("vemmi", 575, "RFC 2122 section 3"),
    ("vnc", 5900, "RFC 7869 section 2.1.1"),
    ("xmlrpc.beep", 602, "RFC 3529 section 5.1.1"),
    ("xmlrpc.beeps", 602, "RFC 3529 section 5.1.1"),
];

pub(super) fn default(scheme: &str) -> Option<u16> {
    let found = PORTS.binary_search_by_key(&scheme, |(named, ..)| named);
    found.ok().map(|at| PORTS[at].1)
}
