//! Every available kernel against the reference, and the functions on masks against plain implementations.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::class::ALL;
use crate::instruction_set::run_by;
use crate::kernel::below;
use crate::later::chunks;
use crate::reference::Reference;
use crate::{
    ALPHA, Block, ByteSet, Classes, DIGIT, HEXDIG, InstructionSet, Kernel, Triplets, Work, around,
    find, leading, masks, span, widened,
};

/// `all` with the variable `NAPKIN_DEEP`, which `cargo xtask deep` sets, otherwise `short`.
fn all_or<T>(all: T, short: T) -> T {
    if std::env::var_os("NAPKIN_DEEP").is_some() { all } else { short }
}

const PLACES: usize = 64;

fn available() -> impl Iterator<Item = InstructionSet> {
    InstructionSet::ALL.into_iter().filter(|set| set.is_available())
}

/// Runs work on every available kernel.
fn by_each<W: Work<Output = ()> + Copy>(work: W) {
    for set in available() {
        // SAFETY: the set is available.
        unsafe { run_by(set, work) }
    }
}

/// Reproducible pseudorandom bytes.
fn noise(length: usize, mut seed: u64) -> Vec<u8> {
    let next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as u8
    };
    core::iter::repeat_with(next).take(length).collect()
}

/// Compares the masks of one text with those of the reference.
#[derive(Clone, Copy)]
struct Masks<'t> {
    text: &'t [u8],
    classes: &'static Classes,
}

impl Work for Masks<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let block = kernel.read(self.text, self.classes);
        let right = Reference.read(self.text, self.classes);
        for class in ALL {
            let (mask, expected) =
                (block.mask(class, self.classes), right.mask(class, self.classes));
            assert_eq!(mask, expected, "{class:?} of {}", self.text.escape_ascii());
        }
        for byte in [1, b'\n', b'a', 0x80, 0xFF] {
            assert_eq!(block.equal(byte), right.equal(byte), "{byte} of {:?}", self.text);
        }
        for least in [0x80, 0x81, 0xA0, 0xC2, 0xFF] {
            assert_eq!(block.at_least(least), right.at_least(least), "{least} of {:?}", self.text);
        }
        for set in [ALPHA, DIGIT, HEXDIG, ByteSet::range(1, 127), ByteSet::EMPTY, ByteSet::of(b"~")]
        {
            assert_eq!(block.members(set), right.members(set), "{set:?} of {:?}", self.text);
        }
    }
}

/// The classes of RFC 3986, and classes without a byte in common with them.
fn classes() -> [&'static Classes; 3] {
    const PLAIN: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-._~!$&'()*+,;=:@/?"));
    const SCHEME: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"+-."));
    const OTHERS: ByteSet = ByteSet::range(1, 127).without(PLAIN);
    static IN_FORCE: Classes = Classes::new(PLAIN, ALPHA, SCHEME);
    static OPPOSITE: Classes = Classes::new(OTHERS, OTHERS, OTHERS);
    [&IN_FORCE, &OPPOSITE, Classes::NONE]
}

#[test]
fn masks_on_every_length_and_alignment() {
    let noise = noise(400, 1);
    let likely: Vec<u8> =
        noise.iter().map(|&byte| b"ab1:/?#[]@%.\xC3\0 ~"[usize::from(byte & 15)]).collect();
    for classes in classes() {
        for buffer in [&noise, &likely] {
            for length in 0..=all_or(300, 70) {
                for start in 0..all_or(PLACES, 4) {
                    by_each(Masks { text: &buffer[start..start + length], classes });
                }
            }
        }
    }
}

/// Texts at the end of an allocation, so that a sanitizer sees a read past the end.
#[test]
fn texts_are_read_to_their_end_and_no_further() {
    for classes in classes() {
        for length in 0..=2 * PLACES + 2 {
            let text = noise(length, 3).into_boxed_slice();
            by_each(Masks { text: &text, classes });
        }
    }
}

/// Classes made at compile time equal classes made at run time.
#[test]
fn classes_are_the_same_when_they_are_constants() {
    let body = ALPHA.or(DIGIT).or(ByteSet::of(b"-._~!$&'()*+,;=:@/?"));
    let scheme = ALPHA.or(DIGIT).or(ByteSet::of(b"+-."));
    let [in_force, ..] = classes();
    let made = Classes::new(core::hint::black_box(body), ALPHA, scheme);
    for byte in 0..=255 {
        let place = usize::from(byte);
        assert_eq!(made.kinds[place], in_force.kinds[place], "{byte}");
        assert_eq!(made.lanes[place], in_force.lanes[place], "{byte}");
        assert_eq!(made.begins_scheme(byte), ALPHA.contains(byte) && byte != 0, "{byte}");
        for class in ALL {
            assert_eq!(made.set(class), in_force.set(class), "{class:?}");
        }
    }
}

#[test]
fn masks_of_every_byte_in_every_place() {
    for classes in classes() {
        for length in [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65] {
            for place in 0..length {
                let mut text = vec![b'a'; length];
                for byte in (0..=255).step_by(all_or(1, 31)) {
                    text[place] = byte;
                    by_each(Masks { text: &text, classes });
                }
            }
        }
    }
}

/// Bytes widened to words, by vectors and by plain code.
#[test]
fn bytes_are_zero_extended() {
    for word in chunks(&noise(800, 4)) {
        assert_eq!(widened(u64::from_le_bytes(*word)), word.map(u32::from));
    }
}

/// The names that measurements report.
#[test]
fn instruction_sets_have_names() {
    assert_eq!(
        InstructionSet::ALL.map(InstructionSet::name),
        ["avx512", "avx2", "sse2", "neon", "portable"]
    );
}

#[test]
fn limits_of_masks() {
    struct Limits;
    impl Work for Limits {
        type Output = ();
        #[inline(always)]
        fn run<K: Kernel>(self, kernel: K) {
            for end in 0..=255 {
                let expected =
                    (0..PLACES).filter(|&place| place < end).map(|place| 1 << place).sum();
                assert_eq!(kernel.below(end), expected, "below {end}");
            }
        }
    }
    for set in available() {
        // SAFETY: the set is available.
        unsafe { run_by(set, Limits) }
    }
}

/// The length of the run at the start of a text, by each kernel and by plain code.
#[test]
fn spans_of_every_length() {
    let set = ALPHA.or(DIGIT);
    for length in (0..=all_or(300, 70)).chain([4096, 1 << all_or(20, 14)]) {
        let mut text = vec![b'a'; length];
        assert_eq!((span(&text, &set), find(&text, &DIGIT)), (length, length));
        for place in (0..length).step_by(1 + length / 300) {
            text[place] = [b'/', 0, 0x80, 0xE1][place % 4];
            for chosen in available() {
                assert!(chosen.choose());
                let found = find(&text, &ByteSet::of(b"/"));
                assert_eq!(span(&text, &set), place, "{} of {length}", chosen.name());
                assert_eq!(leading(&text, &set).as_bytes(), &text[..place]);
                let with_nul = if text[place] == 0 { length } else { place };
                assert_eq!(leading(&text, &set.or(ByteSet::of(b"\0"))).len(), with_nul);
                let is_found = text[place] == b'/' || text[place] == 0;
                let found_or_nul = find(&text, &ByteSet::of(b"/\0"));
                assert_eq!(found_or_nul, if is_found { place } else { length });
                assert_eq!(found, if text[place] == b'/' { place } else { length });
            }
            text[place] = b'a';
        }
    }
}

/// The masks of a walk over a text, by each kernel and by plain code; and a condition with carried bits: a colon
/// between bytes of two sets.
#[test]
fn masks_of_a_whole_text() {
    let sets = [ByteSet::of(b":"), ALPHA, ByteSet::of(b"/\0"), ByteSet::range(0, 127)];
    let noise: Vec<u8> =
        noise(364, 2).iter().map(|&byte| b"ab::/\0\x80~"[usize::from(byte & 7)]).collect();
    for chosen in available() {
        assert!(chosen.choose());
        for length in 0..=300 {
            for start in 0..all_or(PLACES, 4) {
                let text = &noise[start..start + length];
                let mut told: [Vec<bool>; 4] = Default::default();
                let (mut between, mut carried) = (Vec::new(), (0, 0));
                let done: ControlFlow<()> = masks(text, &sets, |at, masks| {
                    assert_eq!(at, told[0].len());
                    for (told, mask) in told.iter_mut().zip(masks) {
                        let block = (text.len() - at).min(PLACES);
                        assert_eq!(mask & !below(block), 0, "past the end of {length}");
                        told.extend((0..block).map(|place| mask >> place & 1 == 1));
                    }
                    let [colons, letters, slashes, _] = masks;
                    let behind = colons & (letters << 1 | carried.0);
                    let found = slashes & (behind << 1 | carried.1);
                    let places = (0..PLACES).filter(|place| found >> place & 1 == 1);
                    between.extend(places.map(|place| at + place - 1));
                    carried = (letters >> 63, behind >> 63);
                    ControlFlow::Continue(())
                });
                assert!(done.is_continue());
                for (told, set) in told.iter().zip(sets) {
                    assert!(told.iter().copied().eq(text.iter().map(|&byte| set.contains(byte))));
                }
                let plain = (1..length.max(1)).filter(|&at| {
                    let after = text.get(at + 1).is_some_and(|&byte| sets[2].contains(byte));
                    text[at] == b':' && ALPHA.contains(text[at - 1]) && after
                });
                assert!(between.into_iter().eq(plain), "{} of {length}", chosen.name());
            }
        }
    }
    let broken = masks(&noise, &sets, |at, _| {
        if at == 128 { ControlFlow::Break(at) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(broken, ControlFlow::Break(128));
}

/// Compared with a walk in both directions, one byte at a time.
#[test]
fn what_stands_around_a_place() {
    let (before, after, left_out) = (ByteSet::of(b"ab"), ByteSet::of(b"abc:."), ByteSet::of(b".b"));
    let mut told = 0;
    for set in available() {
        assert!(set.choose());
        for (round, noise) in (0..4000).map(|round| (round as usize, noise(100, round))) {
            // Mostly long runs, with other bytes in a few places.
            let text: Vec<u8> =
                noise.iter().map(|&byte| b"aabb:c.abbab\xC3 "[byte as usize % 14]).collect();
            let at = round % (text.len() + 1);
            let count = |set: ByteSet, bytes: &mut dyn Iterator<Item = &u8>| {
                bytes.take_while(|byte| set.contains(**byte)).count()
            };
            let head = count(before, &mut text[..at].iter().rev());
            let tail = count(after, &mut text[at..].iter());
            let all = &text[at - head..at + tail];
            let kept = all.len() - count(left_out, &mut all.iter().rev());
            let near = at >= 16 && text.len() - at >= 48 && head < 16 && tail < 48;
            let found = around(&text, at, &before, &after, &left_out);
            let found = found.map(|found| (found.text.as_bytes(), found.before, found.kept));
            assert_eq!(
                found,
                near.then_some((all, head, kept)),
                "{set:?} {at} {}",
                text.escape_ascii()
            );
            told += usize::from(near && tail > 0);
        }
    }
    assert!(told > 1000, "{told}");
}

/// Every text of up to seven bytes of `%`, a digit and another letter, at the end of a block and beyond it.
#[test]
fn triplets_are_carried() {
    let mut fitting = 0;
    for length in 0..=7 {
        for mut number in 0..3usize.pow(length) {
            let mut text = vec![b'a'; 60];
            for _ in 0..length {
                text.push(b"%1z"[number % 3]);
                number /= 3;
            }
            let (mut triplets, mut missing) = (Triplets::NONE, 0);
            for block in text.chunks(PLACES) {
                let percent = Reference.read(block, Classes::NONE).members(ByteSet::of(b"%"));
                let digits = Reference.read(block, Classes::NONE).members(HEXDIG);
                missing |= triplets.next(percent, digits);
            }
            let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
            let plain = (0..text.len()).all(|at| {
                text[at] != b'%' || is_digit(text.get(at + 1)) && is_digit(text.get(at + 2))
            });
            assert_eq!(missing == 0 && !triplets.reach_on(), plain, "{}", text.escape_ascii());
            fitting += u32::from(plain);
        }
    }
    assert!(fitting > 200, "{fitting}");
}
