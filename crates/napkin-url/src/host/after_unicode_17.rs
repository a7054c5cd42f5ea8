//! The code points that are newer than Unicode 17, by which the editions go: the tables of the crate `idna` may have them. The
//! tests' parser, which asks that crate too, reads this file.

/// Whether a code point was assigned after Unicode 17.
pub(super) fn is_new(c: char) -> bool {
    let place = AFTER_UNICODE_17.partition_point(|(_, last)| *last < c);
    AFTER_UNICODE_17.get(place).is_some_and(|(first, _)| *first <= c)
}

/// The code points that Unicode 18 assigned, which the tables of the crate may have.
#[rustfmt::skip]
const AFTER_UNICODE_17: &[(char, char)] = &[
    ('\u{558}', '\u{558}'),
    ('\u{58B}', '\u{58C}'),
    ('\u{5C8}', '\u{5C9}'),
    ('\u{B53}', '\u{B54}'),
    ('\u{1ADE}', '\u{1ADF}'),
    ('\u{1AEC}', '\u{1AF0}'),
    ('\u{208F}', '\u{208F}'),
    ('\u{209D}', '\u{209F}'),
    ('\u{20C2}', '\u{20C4}'),
    ('\u{2E60}', '\u{2E63}'),
    ('\u{A7DD}', '\u{A7DD}'),
    ('\u{A7E2}', '\u{A7E2}'),
    ('\u{AB6C}', '\u{AB6D}'),
    ('\u{107BB}', '\u{107BF}'),
    ('\u{10EC9}', '\u{10ECF}'),
    ('\u{10ED9}', '\u{10EEE}'),
    ('\u{10EF0}', '\u{10EF9}'),
    ('\u{11B0A}', '\u{11B0A}'),
    ('\u{11DF0}', '\u{11DF1}'),
    ('\u{1246F}', '\u{1246F}'),
    ('\u{12475}', '\u{1247F}'),
    ('\u{12550}', '\u{12686}'),
    ('\u{18CD6}', '\u{18CDA}'),
    ('\u{18D1F}', '\u{18D20}'),
    ('\u{18E00}', '\u{19191}'),
    ('\u{191A0}', '\u{191D2}'),
    ('\u{1B123}', '\u{1B128}'),
    ('\u{1B168}', '\u{1B168}'),
    ('\u{1CED2}', '\u{1CED4}'),
    ('\u{1CEDD}', '\u{1CEDF}'),
    ('\u{1CEF1}', '\u{1CEFD}'),
    ('\u{1D127}', '\u{1D128}'),
    ('\u{1D1EB}', '\u{1D1FF}'),
    ('\u{1D250}', '\u{1D281}'),
    ('\u{1D6A6}', '\u{1D6A6}'),
    ('\u{1DB00}', '\u{1DB1C}'),
    ('\u{1DF1F}', '\u{1DF24}'),
    ('\u{1DF2B}', '\u{1DF81}'),
    ('\u{1DF90}', '\u{1DF96}'),
    ('\u{1DFCD}', '\u{1DFFF}'),
    ('\u{1F1AE}', '\u{1F1AE}'),
    ('\u{1F6D9}', '\u{1F6D9}'),
    ('\u{1F7DA}', '\u{1F7DB}'),
    ('\u{1F7F1}', '\u{1F7FF}'),
    ('\u{1FA8B}', '\u{1FA8D}'),
    ('\u{1FACC}', '\u{1FACC}'),
    ('\u{1FADD}', '\u{1FADD}'),
    ('\u{1FAEB}', '\u{1FAEB}'),
    ('\u{1FAF9}', '\u{1FAFA}'),
    ('\u{2B81E}', '\u{2B81E}'),
    ('\u{3D000}', '\u{3FC3F}'),
];
