//! The choice of the instruction set at run time: the one file with `unsafe`.
//!
//! A [`Kernel`] is compiled once per [`Level`], each time with that level's instructions and a
//! block of as many cars as suits them, and [`Number::run`] calls the one that was asked for. Inside a
//! kernel everything is `#[inline(always)]` and no closure stands between: only what is inlined
//! into the function with the target features is compiled with them.
//!
//! The bits do not depend on the level: no instruction fuses or reorders.
#![allow(unsafe_code)]

use crate::math::Element;

/// A set of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Instructions that the program was compiled for: SSE2 on x86-64, NEON on aarch64.
    Baseline,
    /// AVX2 on x86-64: 32 bytes at once.
    Avx2,
    /// AVX-512 with F, DQ, VL and BW on x86-64: 64 bytes at once.
    Avx512,
}

impl Level {
    /// All levels, the narrowest first.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// The name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Returns true where this processor has it. Without the feature `std` only what the program was compiled
    /// for counts.
    pub fn is_available(self) -> bool {
        match self {
            Self::Baseline => true,
            Self::Avx2 => has_avx2(),
            Self::Avx512 => has_avx512(),
        }
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
macro_rules! has {
    ($($feature:tt),*) => { $( std::arch::is_x86_feature_detected!($feature) )&&* };
}
#[cfg(not(all(target_arch = "x86_64", feature = "std")))]
macro_rules! has {
    ($($feature:tt),*) => { cfg!(all(target_arch = "x86_64", $( target_feature = $feature ),*)) };
}

fn has_avx2() -> bool {
    has!("avx2")
}

fn has_avx512() -> bool {
    has!("avx512f", "avx512dq", "avx512vl", "avx512bw")
}

/// A level that this processor has: the proof that its instructions may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa(Level);

impl Isa {
    /// The widest level that this processor has.
    pub fn best() -> Self {
        let mut best = Self(Level::Baseline);
        for level in Level::ALL {
            best = Self::new(level).unwrap_or(best);
        }
        best
    }

    /// A level, where this processor has it.
    pub fn new(level: Level) -> Option<Self> {
        level.is_available().then_some(Self(level))
    }

    /// The level.
    pub fn level(self) -> Level {
        self.0
    }
}

/// Work on many cars that is compiled once per level.
pub trait Kernel {
    /// Does the work in blocks of N cars, or of TWICE as many where there are registers for two
    /// blocks at once; elsewhere TWICE is N. Must be `#[inline(always)]`, and so must everything
    /// that it calls.
    fn run<const N: usize, const TWICE: usize>(self) -> bool;
}

/// A number that a batch computes with: `f64` or `f32`.
pub trait Number: Element {
    /// The most cars in a block at any level.
    const WIDEST: usize;

    /// Runs a kernel with the instructions of `isa`.
    fn run<K: Kernel>(isa: Isa, kernel: K) -> bool;

    /// Number of cars in a block of a level: two of these, with models that go in pairs.
    fn width(level: Level) -> usize;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<K: Kernel, const N: usize>(kernel: K) -> bool {
    kernel.run::<N, N>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
fn with_avx512<K: Kernel, const N: usize, const TWICE: usize>(kernel: K) -> bool {
    kernel.run::<N, TWICE>()
}

/// Implements [`Number`] with the block of each level, the one place that says which are compiled.
macro_rules! number {
    ($t:ty, baseline: $baseline:literal, avx2: $avx2:literal, avx512: $avx512:literal, twice: $twice:literal) => {
        impl Number for $t {
            const WIDEST: usize = $twice;

            #[inline]
            fn run<K: Kernel>(isa: Isa, kernel: K) -> bool {
                match isa.0 {
                    // SAFETY: an `Isa` of this level exists only where the processor has its features.
                    #[cfg(target_arch = "x86_64")]
                    Level::Avx512 => unsafe { with_avx512::<K, $avx512, $twice>(kernel) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Level::Avx2 => unsafe { with_avx2::<K, $avx2>(kernel) },
                    _ => kernel.run::<$baseline, $baseline>(),
                }
            }

            fn width(level: Level) -> usize {
                match level {
                    Level::Baseline => $baseline,
                    Level::Avx2 => $avx2,
                    Level::Avx512 => $avx512,
                }
            }
        }
    };
}
number!(f64, baseline: 8, avx2: 8, avx512: 8, twice: 16);
number!(f32, baseline: 16, avx2: 16, avx512: 16, twice: 32);

/// Calls `task` once on every thread of a pool and returns when all are done.
#[cfg(feature = "threads")]
pub(crate) fn on_every_thread(pool: &mut crate::pool::Pool, task: &crate::pool::Task<'_>) {
    // SAFETY: only the lifetime is changed. `Pool::run` neither returns nor unwinds before every
    // thread has finished with the task and forgotten it, so that none uses it after its end.
    let task: &'static crate::pool::Task<'static> = unsafe { core::mem::transmute(task) };
    pool.run(task);
}
