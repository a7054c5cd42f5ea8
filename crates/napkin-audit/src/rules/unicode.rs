//! Letters that are not what they look like (RFC 3987 §4, §8; UTS #39, UTS #46).

use napkin::Part;
use napkin::code_points::{INVISIBLE, JOINERS};
use napkin::edition::RFC3987;
use napkin_domains::{List, Sections};
use unicode_normalization::UnicodeNormalization;
use unicode_security::{MixedScript, skeleton};

use super::characters::quote;
use crate::features::Features;
use crate::idn;
use crate::letter_names::described;
use crate::name::{in_letters, is_dns_label};
use crate::octets::{decoded, wide_characters};
use crate::punycode;
use crate::rule::{Context, Listed, Rule};
use crate::scheme_lists::WITH_DOMAIN_NAME;
use crate::severity::Severity;
use crate::span::Span;

/// The features of a host with non-ASCII letters.
const LETTERS: Features = Features::HIGH.and(Features::HIGH_IN_HOST).and(Features::PUNYCODE);

/// Letters of several scripts in one label.
pub(super) const MIXED_SCRIPTS: Rule = Rule {
    id: "mixed-scripts",
    title: "letters of several scripts in one label of the host",
    severity: Severity::Error,
    why: "A letter of another script may look like the expected one. Scripts that are written together, as in \
          Japanese, do not count.",
    basis: "RFC 3987 section 8",
    listed: &[Listed::security(RFC3987, "8")],
    fires: &["http://p\u{430}ypal.example/", "http://xn--pypal-4ve.example/"],
    silent: &["http://пример.example/", "http://xn--wgv71a119e.example/"],
    when: LETTERS,
    check: |context| {
        labels(context, |label| {
            (!label.is_ascii() && !label.is_single_script())
                .then(|| format!("the label {} mixes scripts", quote(label.as_bytes())))
        });
    },
    ..Rule::BLANK
};

/// A label that looks like ASCII.
pub(super) const CONFUSABLE_HOST: Rule = Rule {
    id: "confusable-host",
    title: "a label of the host that looks like another one in ASCII",
    severity: Severity::Error,
    why: "Every letter of the label looks like an ASCII letter: people read another name than the one that is \
          contacted.",
    basis: "RFC 3987 section 8",
    listed: &[Listed::security(RFC3987, "8")],
    fires: &[
        "http://\u{430}\u{440}\u{440}\u{4cf}\u{435}.example/",
        "http://xn--80ak6aa92e.example/",
    ],
    silent: &[
        "http://apple.example/",
        "http://m\u{fc}nchen.example/",
        "http://\u{430}\u{440}\u{440}\u{4cf}\u{435}.\u{440}\u{444}/",
        "http://example.\u{441}\u{440}\u{431}/",
    ],
    when: LETTERS,
    check: |context| {
        let suffix = suffix_of_host(context);
        let top = suffix.rsplit('.').next().unwrap_or_default();
        // A name in the letters of its top-level domain is read in these.
        let is_at_home =
            |label: &str| !top.is_ascii() && format!("{label}{top}").is_single_script();
        labels(context, |label| {
            // Nobody can choose the labels of a public suffix.
            let is_chosen = !suffix.split('.').any(|of_suffix| of_suffix == label);
            if label.is_ascii() || !is_chosen || is_at_home(label) {
                return None;
            }
            skeleton(label).all(|c| c.is_ascii()).then(|| {
                let quoted = quote(label.as_bytes());
                let imitated: String = label.chars().map(imitated).collect();
                if imitated.is_empty() {
                    return format!("{quoted} has no visible character");
                }
                format!("{quoted} ({}) looks like {}", letters(label), quote(imitated.as_bytes()))
            })
        });
    },
    ..Rule::BLANK
};

/// What a character of a label looks like, where all of it looks like ASCII. The skeleton of an `m` is `rn`, which nobody means.
fn imitated(character: char) -> String {
    if character.is_ascii() {
        return character.into();
    }
    let looks: String = skeleton(character.encode_utf8(&mut [0; 4])).collect();
    if looks == "rn" { "m".into() } else { looks.to_ascii_lowercase() }
}

/// How many letters of a label are named.
const NAMED: usize = 3;

/// The first letters of a non-ASCII label, each once, with their names.
fn letters(label: &str) -> String {
    let mut seen = Vec::new();
    for letter in label.chars().filter(|c| !c.is_ascii()) {
        if !seen.contains(&letter) && seen.len() <= NAMED {
            seen.push(letter);
        }
    }
    let more = if seen.len() > NAMED { ", \u{2026}" } else { "" };
    let described: Vec<_> = seen.iter().take(NAMED).map(|&letter| described(letter)).collect();
    format!("{}{more}", described.join(", "))
}

pub(super) const INVISIBLE_CHARACTER: Rule = Rule {
    id: "invisible-character",
    title: "an invisible character",
    severity: Severity::Warning,
    why: "Two URIs that look the same are different. Joiners and variation selectors, which scripts and emoji need, \
          count in the host only.",
    basis: "RFC 3987 section 8",
    listed: &[Listed::security(RFC3987, "8")],
    fires: &["http://h/%E2%80%8B", "http://trus\u{200b}ted.example/", "http://h/a\u{ad}b"],
    silent: &["http://h/%E2%9D%A4%EF%B8%8F", "http://h/%20"],
    when: Features::HIGH.and(Features::ESCAPED_HIGH),
    check: |context| {
        for (character, span) in wide_characters(context.bytes(), context.whole()) {
            let part = context.reading.part_at(span.start);
            if is_invisible(character, part) {
                let message = format!("U+{:04X} is not seen", character as u32);
                context.report(part, span, message).fix(span, "");
            }
        }
    },
    ..Rule::BLANK
};

/// Characters that a mapping replaces by others.
pub(super) const COMPATIBILITY_CHARACTERS: Rule = Rule {
    id: "compatibility-characters",
    title: "characters in the host that become others when the name is looked up",
    severity: Severity::Error,
    why: "One such character can become several, even delimiters. A filter sees one name, and the resolver gets \
          another.",
    basis: "RFC 3987 section 5.3.2.2",
    listed: &[Listed::security(RFC3987, "5.3.2.2")],
    fires: &[
        "http://evil.c\u{2100}.example/",
        "http://\u{ff45}vil.example/",
        "http://%E2%93%94.example/",
    ],
    silent: &["http://bücher.example/", "http://h/\u{2100}"],
    when: Features::HIGH.and(Features::HIGH_IN_HOST),
    check: |context| {
        let Some((_, span)) = context.reading.host_name() else { return };
        let data = decoded(context.bytes(), span);
        let Ok(host) = str::from_utf8(&data) else { return };
        let mapped = host.nfkc().collect::<String>();
        // The dots of other scripts become dots, which NFKC does not do.
        let mapped = mapped.replace(['\u{3002}', '\u{ff61}'], ".");
        if mapped != host.nfc().collect::<String>() {
            let message = format!("this becomes {}", quote(mapped.as_bytes()));
            context.report(Part::Host, span, message);
        }
    },
    ..Rule::BLANK
};

/// A name that is not allowed in the DNS.
pub(super) const IDNA_INVALID: Rule = Rule {
    id: "idna-invalid",
    title: "a non-ASCII host name that cannot be written in the letters of the DNS",
    severity: Severity::Warning,
    why: "The scheme looks its host up in the DNS, and IDNA has no form of this name there: a label is empty, too \
          long, or has characters that names may not have. No program can contact the host, or each repairs the name \
          in its own way.",
    basis: "RFC 3987 section 5.3.3",
    listed: &[Listed::security(RFC3987, "5.3.3")],
    fires: &["http://a_\u{e9}.example/", "http://%C3%A9..example/"],
    silent: &["http://b\u{fc}cher.example/", "foo://a_\u{e9}/", "http://a_b.example/"],
    when: Features::HIGH.and(Features::HIGH_IN_HOST),
    check: |context| {
        let Some((_, span)) = context.reading.host_name() else { return };
        let data = decoded(context.bytes(), span);
        if data.is_ascii() || !context.reading.is_scheme(WITH_DOMAIN_NAME) {
            return;
        }
        let name = str::from_utf8(&data).ok().and_then(idn::of_iri);
        let is_name = |name: &String| {
            let name = name.strip_suffix('.').unwrap_or(name);
            name.len() <= 253 && name.split('.').all(|label| is_dns_label(label.as_bytes()))
        };
        if !name.as_ref().is_some_and(is_name) {
            let message = format!("IDNA has no name for {}", quote(&data));
            context.report(Part::Host, span, message);
        }
    },
    ..Rule::BLANK
};

/// A name written with A-labels.
pub(super) const PUNYCODE_HOST: Rule = Rule {
    id: "punycode-host",
    title: "a host name in non-ASCII letters",
    severity: Severity::Note,
    why: "Many programs display a name with xn-- in its own letters. The message has them.",
    basis: "RFC 5890 section 2.3.2.1",
    fires: &["http://xn--bcher-kva.example/"],
    silent: &["http://xn.example/", "http://example/xn--bcher-kva"],
    when: Features::PUNYCODE,
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        let mut labels = str::from_utf8(host).unwrap_or_default().split('.');
        if labels.any(|label| punycode::of_label(label).is_some())
            && let Some(name) = in_letters(context.bytes(), span).filter(|name| !name.is_ascii())
        {
            context.report(Part::Host, span, format!("in letters: {}", quote(name.as_bytes())));
        }
    },
    ..Rule::BLANK
};

/// A label that only looks like an A-label.
pub(super) const PUNYCODE_INVALID: Rule = Rule {
    id: "punycode-invalid",
    title: "a label with xn-- that is not a name",
    severity: Severity::Warning,
    why: "It cannot be decoded, or the letters in it are not allowed in names: some readers refuse it, \
          others look it up as it is.",
    basis: "RFC 5891 section 4.4",
    fires: &["http://xn--a/", "http://xn--/", "http://xn--abc-.example/"],
    silent: &["http://xn--bcher-kva.example/", "http://a.xn/"],
    when: Features::PUNYCODE,
    check: |context| {
        labels_as_written(context, |label| {
            punycode::of_label(label)?;
            let (decoded, judged) = idna::domain_to_unicode(label);
            // UTS #46 section 4.1, criterion 4: no decoded label begins with `xn--`.
            let invalid = judged.is_err() || decoded.starts_with("xn--") && !decoded.is_ascii();
            invalid.then(|| format!("the label {} is not a name", quote(label.as_bytes())))
        });
    },
    ..Rule::BLANK
};

/// Whether a character is invisible, and that matters in this part.
pub(crate) fn is_invisible(character: char, part: Option<Part>) -> bool {
    let is_tag = matches!(character, '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}');
    let serves = JOINERS.contains(character) || matches!(character, '\u{e0100}'..='\u{e01ef}');
    let is_in_host = matches!(part, Some(Part::Host | Part::Authority));
    INVISIBLE.contains(character) || is_tag || is_in_host && serves
}

/// The public suffix of the host, in Unicode; empty if there is none.
fn suffix_of_host(context: &Context<'_>) -> String {
    let Some((_, span)) = context.reading.host_name() else { return String::new() };
    let Some(name) = in_letters(context.bytes(), span) else { return String::new() };
    let name = name.trim_end_matches('.').to_lowercase();
    let suffix = List::mozilla().public_suffix(&name, Sections::Icann);
    suffix.map(|suffix| suffix.as_str().to_owned()).unwrap_or_default()
}

/// Reports labels of the host, in Unicode, for which `judge` has a message.
fn labels(context: &mut Context<'_>, judge: impl Fn(&str) -> Option<String>) {
    labels_as_written(context, |label| {
        let decoded = punycode::of_label(label).and_then(punycode::decoded);
        judge(decoded.as_deref().unwrap_or(label))
    });
}

/// Reports labels of the host as written, with only triplets decoded, for which `judge` has a message.
fn labels_as_written(context: &mut Context<'_>, judge: impl Fn(&str) -> Option<String>) {
    let Some((host, span)) = context.reading.host_name() else { return };
    let mut start = span.start;
    for label in host.split(|&byte| byte == b'.') {
        let span = Span::new(start, start + label.len());
        start = span.end + 1;
        let data = decoded(context.bytes(), span);
        if let Some(message) = str::from_utf8(&data).ok().and_then(&judge) {
            context.report(Part::Host, span, message);
        }
    }
}
