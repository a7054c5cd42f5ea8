//! The instruction set in use, and running a computation on it.

#[cfg(all(feature = "simd", target_arch = "aarch64"))]
use crate::aarch64::Neon;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use crate::avx2::Avx2;
#[cfg(all(feature = "avx512", target_arch = "x86_64"))]
use crate::avx512::Avx512;
use crate::kernel::{Kernel, Work};
use crate::portable::Portable;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use crate::sse2::Sse2;

/// An instruction set for scanning texts.
///
/// The best one of the machine that is compiled in is used automatically; this type is for measuring the others, and
/// for reporting which is used. The feature `simd` compiles all but `Portable` and `Avx512`, and `avx512` that one.
/// Without the feature `std` the choice is made at compile time, by the target features.
///
/// ```
/// use napkin_scan::InstructionSet;
///
/// let used = InstructionSet::in_use();
/// assert!(InstructionSet::ALL.contains(&used));
/// assert!(InstructionSet::Portable.is_available());
/// assert_eq!(InstructionSet::Portable.name(), "portable");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InstructionSet {
    /// AVX-512 with its instructions for bytes, on x86-64: 64 bytes at a time.
    Avx512,
    /// AVX2, on x86-64: 32 bytes at a time.
    Avx2,
    /// SSE2, which every x86-64 has: 16 bytes at a time for delimiters, a table for the rest.
    Sse2,
    /// NEON, on aarch64: 16 bytes at a time.
    Neon,
    /// A table lookup for each byte, on any machine.
    Portable,
}

impl InstructionSet {
    /// All instruction sets, the best first.
    pub const ALL: [Self; 5] = [Self::Avx512, Self::Avx2, Self::Sse2, Self::Neon, Self::Portable];

    /// The name: `avx512`, `avx2`, `sse2`, `neon` or `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Sse2 => "sse2",
            Self::Neon => "neon",
            Self::Portable => "portable",
        }
    }

    /// Whether this machine has the instruction set, and its kernel is compiled in.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(all(feature = "avx512", target_arch = "x86_64"))]
            Self::Avx512 => has_avx512(),
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            Self::Avx2 => has_avx2(),
            Self::Sse2 => cfg!(all(feature = "simd", target_arch = "x86_64")),
            Self::Neon => {
                cfg!(all(feature = "simd", target_arch = "aarch64", target_feature = "neon"))
            }
            Self::Portable => true,
            #[cfg(not(all(feature = "avx512", target_arch = "x86_64")))]
            _ => false,
        }
    }

    /// The best one of this machine.
    fn best() -> Self {
        Self::ALL.into_iter().find(|set| set.is_available()).unwrap_or(Self::Portable)
    }
}

/// Whether a CPU feature is available: detected at run time with `std`, at compile time without.
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
macro_rules! has {
    ($($feature:tt)*) => {{
        #[cfg(feature = "std")]
        { $(std::arch::is_x86_feature_detected!($feature))&&* }
        #[cfg(not(feature = "std"))]
        { $(cfg!(target_feature = $feature))&&* }
    }};
}

#[cfg(all(feature = "avx512", target_arch = "x86_64"))]
fn has_avx512() -> bool {
    has_avx2() && has!("avx512f" "avx512bw" "avx512vl")
}

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
fn has_avx2() -> bool {
    has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt")
}

/// The choice, made at the first use and then kept.
#[cfg(feature = "std")]
mod chosen {
    use core::sync::atomic::{AtomicU8, Ordering};

    use super::InstructionSet;

    /// The number of the set in the list, counted from 1; 0 until the first use.
    static CHOSEN: AtomicU8 = AtomicU8::new(0);

    impl InstructionSet {
        /// The instruction set in use.
        #[inline]
        pub fn in_use() -> Self {
            match CHOSEN.load(Ordering::Relaxed) {
                1 => Self::Avx512,
                2 => Self::Avx2,
                3 => Self::Sse2,
                4 => Self::Neon,
                5 => Self::Portable,
                _ => {
                    let best = Self::best();
                    best.choose();
                    best
                }
            }
        }

        /// Uses this instruction set from now on, in the whole program. Returns `false` and changes nothing if the
        /// machine does not have it. All give the same results.
        ///
        /// ```
        /// use napkin_scan::InstructionSet;
        ///
        /// assert!(InstructionSet::Portable.choose());
        /// assert_eq!(InstructionSet::in_use(), InstructionSet::Portable);
        /// ```
        #[cold]
        pub fn choose(self) -> bool {
            let available = self.is_available();
            if available {
                let number = Self::ALL.iter().zip(1..).find(|(set, _)| **set == self);
                CHOSEN.store(number.map_or(0, |(_, number)| number), Ordering::Relaxed);
            }
            available
        }
    }
}

#[cfg(not(feature = "std"))]
impl InstructionSet {
    /// The instruction set in use.
    #[inline]
    pub fn in_use() -> Self {
        Self::best()
    }
}

/// Runs a computation on the kernel of the instruction set in use.
#[inline(always)]
pub fn run<W: Work>(work: W) -> W::Output {
    // SAFETY: a set is in use only if it is available.
    unsafe { run_by(InstructionSet::in_use(), work) }
}

/// Runs a computation on the kernel of an instruction set.
///
/// # Safety
///
/// The set is available.
#[inline(always)]
pub(crate) unsafe fn run_by<W: Work>(set: InstructionSet, work: W) -> W::Output {
    match set {
        // SAFETY: the set is available.
        #[cfg(all(feature = "avx512", target_arch = "x86_64"))]
        InstructionSet::Avx512 => unsafe { Avx512::new() }.run(work),
        // SAFETY: the set is available.
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        InstructionSet::Avx2 => unsafe { Avx2::new() }.run(work),
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        InstructionSet::Sse2 => Sse2.run(work),
        // SAFETY: the set is available.
        #[cfg(all(feature = "simd", target_arch = "aarch64"))]
        InstructionSet::Neon => unsafe { Neon::new() }.run(work),
        _ => Portable.run(work),
    }
}
