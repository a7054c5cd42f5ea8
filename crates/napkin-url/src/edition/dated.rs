//! The ten dated editions. Each is the edition before it with the changed fields replaced.

use napkin_scan::ByteSet;

use super::SchemeType::{File, Ftp, Gopher, Http, Https, Ws, Wss};
use super::{
    AsciiDomain, AsciiXnLabel, BlobInnerSchemes, BlobInnerText, CapitalSharpS, Classes, Edition,
    EncodeUnit, FileDriveHost, FragmentNul, Ipv4When, OpaqueSpace, SpecialSchemes, sets,
};

/// The newest edition: the text of 2026-07-02.
pub const WHATWG: &Edition = WHATWG_2026_07;

/// The text of 2018-08-21, a review draft.
pub const WHATWG_2018_08: &Edition = &E2018_08;
/// The text of 2020-02-17: `gopher` is no longer special.
pub const WHATWG_2020_02: &Edition = &E2020_02;
/// The text of 2020-08-17: `<`, `>` and `^` are forbidden in hosts, and so is an empty domain.
pub const WHATWG_2020_08: &Edition = &E2020_08;
/// The text of 2021-02-15: the `/.` guard; `file` URLs keep empty segments and their host.
pub const WHATWG_2021_02: &Edition = &E2021_02;
/// The text of 2021-08-16: a host that ends in a number is an IPv4 address, or a failure.
pub const WHATWG_2021_08: &Edition = &E2021_08;
/// The text of 2022-02-21: controls are forbidden in domains.
pub const WHATWG_2022_02: &Edition = &E2022_02;
/// The text of 2023-02-20: setters strip spaces at the end of an opaque path.
pub const WHATWG_2023_02: &Edition = &E2023_02;
/// The text of 2023-08-21: the origin of `blob` is that of `http`, `https` or `file` inside only.
pub const WHATWG_2023_08: &Edition = &E2023_08;
/// The text of 2025-08-18: `^` is encoded in paths, and the last space of an opaque path.
pub const WHATWG_2025_08: &Edition = &E2025_08;
/// The text of 2026-07-02: an ASCII domain is accepted whatever `ToASCII` says.
pub const WHATWG_2026_07: &Edition = &E2026_07;

/// Forbidden host code points of 2018.
const HOST_2018: ByteSet = ByteSet::of(b"\0\t\n\r #/:?@[\\]");
/// Since 2020-05-15.
const HOST_2020: ByteSet = HOST_2018.or(ByteSet::of(b"<>^"));
/// Since 2021-03-22.
const HOST_2021: ByteSet = HOST_2020.or(ByteSet::of(b"|"));
/// Further code points that domains forbid since 2022-01-28.
const CONTROLS: ByteSet = sets::C0_CONTROL;
/// `%` is forbidden in domains, but not in opaque hosts.
const PERCENT: ByteSet = ByteSet::of(b"%");

/// Statics, since a constant with a table would be copied to each use.
static E2018_08: Edition = D2018_08;
static E2020_02: Edition = D2020_02;
static E2020_08: Edition = D2020_08;
static E2021_02: Edition = D2021_02;
static E2021_08: Edition = D2021_08;
static E2022_02: Edition = D2022_02;
static E2023_02: Edition = D2023_02;
static E2023_08: Edition = D2023_08;
static E2025_08: Edition = D2025_08;
static E2026_07: Edition = D2026_07;

const D2018_08: Edition = Edition {
    key: "whatwg-2018-08",
    text_date: "2018-08-21",
    commit: "85d96e2",
    also: &["2019-02", "2019-08"],
    special: SpecialSchemes::of(&[Ftp, File, Gopher, Http, Https, Ws, Wss]),
    forbidden_host: HOST_2018,
    forbidden_domain: HOST_2018.or(PERCENT),
    path_encode: sets::PATH_WITHOUT_CARET,
    fragment_nul: FragmentNul::Drop,
    empty_domain_fails: false,
    ascii_domain: AsciiDomain::ToAscii,
    ipv4_when: Ipv4When::AllPartsNumeric,
    file_leading_empty_kept: false,
    file_drive_host: FileDriveHost::Clear,
    dot_slash_guard: false,
    hostname_setter_takes_colon: true,
    empty_pathname_becomes_slash: false,
    opaque_space: OpaqueSpace::Raw,
    blob_inner_text: BlobInnerText::FirstSegment,
    blob_inner_schemes: BlobInnerSchemes::Any,
    query_encode_unit: EncodeUnit::CodePoint,
    form_encode_unit: EncodeUnit::String,
    capital_sharp_s: CapitalSharpS::Ss,
    ascii_xn_label: AsciiXnLabel::Decode,
    classes: Classes::new(sets::PATH_WITHOUT_CARET, HOST_2018, HOST_2018.or(PERCENT)),
};

const D2020_02: Edition = Edition {
    key: "whatwg-2020-02",
    text_date: "2020-02-17",
    commit: "0ce82da",
    also: &[],
    special: SpecialSchemes::of(&[Ftp, File, Http, Https, Ws, Wss]),
    ..D2018_08
};

const D2020_08: Edition = Edition {
    key: "whatwg-2020-08",
    text_date: "2020-08-17",
    commit: "1979119",
    fragment_nul: FragmentNul::Encode,
    empty_domain_fails: true,
    forbidden_host: HOST_2020,
    forbidden_domain: HOST_2020.or(PERCENT),
    form_encode_unit: EncodeUnit::CodePoint,
    classes: Classes::new(sets::PATH_WITHOUT_CARET, HOST_2020, HOST_2020.or(PERCENT)),
    ..D2020_02
};

const D2021_02: Edition = Edition {
    key: "whatwg-2021-02",
    text_date: "2021-02-15",
    commit: "557567c",
    dot_slash_guard: true,
    file_leading_empty_kept: true,
    file_drive_host: FileDriveHost::Keep,
    query_encode_unit: EncodeUnit::String,
    form_encode_unit: EncodeUnit::String,
    ..D2020_08
};

const D2021_08: Edition = Edition {
    key: "whatwg-2021-08",
    text_date: "2021-08-16",
    commit: "7071c49",
    forbidden_host: HOST_2021,
    forbidden_domain: HOST_2021.or(PERCENT),
    hostname_setter_takes_colon: false,
    empty_pathname_becomes_slash: true,
    ipv4_when: Ipv4When::EndsInNumber,
    classes: Classes::new(sets::PATH_WITHOUT_CARET, HOST_2021, HOST_2021.or(PERCENT)),
    ..D2021_02
};

const D2022_02: Edition = Edition {
    key: "whatwg-2022-02",
    text_date: "2022-02-21",
    commit: "9a83e25",
    also: &["2022-08"],
    forbidden_domain: HOST_2021.or(PERCENT).or(CONTROLS),
    blob_inner_text: BlobInnerText::WholePath,
    classes: Classes::new(sets::PATH_WITHOUT_CARET, HOST_2021, HOST_2021.or(PERCENT).or(CONTROLS)),
    ..D2021_08
};

const D2023_02: Edition = Edition {
    key: "whatwg-2023-02",
    text_date: "2023-02-20",
    commit: "d9fd0e7",
    also: &[],
    opaque_space: OpaqueSpace::StripInSetters,
    ..D2022_02
};

const D2023_08: Edition = Edition {
    key: "whatwg-2023-08",
    text_date: "2023-08-21",
    commit: "d2ca75f",
    also: &["2024-02", "2024-08", "2025-02"],
    blob_inner_schemes: BlobInnerSchemes::Web,
    ..D2023_02
};

const D2025_08: Edition = Edition {
    key: "whatwg-2025-08",
    text_date: "2025-08-18",
    commit: "05a5d83",
    also: &["2026-02"],
    path_encode: sets::PATH,
    opaque_space: OpaqueSpace::EncodeLast,
    capital_sharp_s: CapitalSharpS::Sz,
    ascii_xn_label: AsciiXnLabel::Fail,
    classes: Classes::new(sets::PATH, HOST_2021, HOST_2021.or(PERCENT).or(CONTROLS)),
    ..D2023_08
};

const D2026_07: Edition = Edition {
    key: "whatwg-2026-07",
    text_date: "2026-07-02",
    commit: "6ae8486",
    also: &[],
    ascii_domain: AsciiDomain::Lowercase,
    ..D2025_08
};
