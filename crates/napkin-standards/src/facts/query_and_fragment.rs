//! Facts of what follows the path: query and fragment.

use napkin::Encoded;

use super::fact::{Text, fact};

fact! {
    /// The query without its ?; empty if nothing follows that
    Query "query": Text, of Query encoded;
    |reference| reference.query().map(napkin::Query::as_str);
    |url| url.query();
}

fact! {
    /// The fragment without its #; empty if nothing follows that
    Fragment "fragment": Text, of Fragment encoded;
    |reference| reference.fragment().map(Encoded::as_str);
    |url| url.fragment();
}
