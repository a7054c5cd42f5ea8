//! The guide: one chapter for each job. It is documentation only, and not compiled into programs.
//!
//! | job | chapter |
//! | --- | --- |
//! | check what people and programs send | [Strict input](strict_input) |
//! | read links as browsers do | [`napkin_url::guide`](https://docs.rs/napkin-url/latest/napkin_url/guide/) |
//! | know which host a text leads to | [Which host](which_host); with the readings of other programs, [`napkin_audit::guide`](https://docs.rs/napkin-audit/latest/napkin_audit/guide/) |
//! | use URIs and IRIs as names | [Linked data](linked_data) |
//! | make the keys of archives, look captures up | [`napkin_keys::guide`](https://docs.rs/napkin-keys/latest/napkin_keys/guide/) |
//! | find links in pages, mail and archives | [`napkin_context::guide`](https://docs.rs/napkin-context/latest/napkin_context/guide/) |
//! | change a part | [Editing](editing) |
//! | write functions over any of the types | [Generic code](generic_code) |

pub mod strict_input;
pub mod which_host;
pub mod linked_data;
pub mod editing;
pub mod generic_code;
