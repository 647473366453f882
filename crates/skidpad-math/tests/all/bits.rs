//! The same bits in every lane as in a scalar, at every width, on every instruction set of this
//! machine; and a golden hash by which platforms are compared. NaNs count as equal.

use std::f64::consts::PI;

use skidpad_math::{Element, Float, LaneMask, Lanes, Mask, Real};

/// Each operation and function of up to three arguments.
macro_rules! for_every_operation {
    ($then:ident $($arguments:tt)*) => {
        $then! { $($arguments)*;
            neg |a, b, c| -a; add |a, b, c| a + b; sub |a, b, c| a - b; mul |a, b, c| a * b; div |a, b, c| a / b;
            assigned |a, b, c| { let mut x = a; x += b; x -= c; x *= b; x /= c; x };
            abs |a, b, c| a.abs(); copysign |a, b, c| a.copysign(b); sqrt |a, b, c| a.sqrt();
            square |a, b, c| a.square(); sign |a, b, c| a.sign(); min |a, b, c| a.min(b);
            max |a, b, c| a.max(b); clamp |a, b, c| a.clamp(b, c);
            lt |a, b, c| Real::select(a.lt(b), c, b); le |a, b, c| Real::select(a.le(b), c, b);
            gt |a, b, c| Real::select(a.gt(b), c, b); ge |a, b, c| Real::select(a.ge(b), c, b);
            eq |a, b, c| Real::select(a.eq(b), c, b);
            masks |a, b, c| Real::select(a.is_finite() & !b.lt(c) | c.le(a), a, b);
            sin |a, b, c| a.sin(); cos |a, b, c| a.cos(); sine_of_both |a, b, c| a.sin_cos().0;
            cosine_of_both |a, b, c| a.sin_cos().1; tan |a, b, c| a.tan(); asin |a, b, c| a.asin();
            acos |a, b, c| a.acos(); atan |a, b, c| a.atan(); sinh |a, b, c| a.sinh(); cosh |a, b, c| a.cosh();
            tanh |a, b, c| a.tanh(); exp |a, b, c| a.exp(); ln |a, b, c| a.ln(); atan2 |a, b, c| a.atan2(b);
            atan_quotient |a, b, c| a.atan_quotient(b);
            powf |a, b, c| a.powf(b); hypot |a, b, c| a.hypot(b); upper_half |a, b, c| a.upper_half();
            mantissa |a, b, c| b.abs().max(R::lit(1e-30)).split_exponent().0;
            exponent |a, b, c| b.abs().max(R::lit(1e-30)).split_exponent().1;
            flip_sign |a, b, c| a.flip_sign(b);
        }
    };
}

/// The operations as generic functions, and the list of them.
macro_rules! generic {
    (; $($name:ident |$a:ident, $b:ident, $c:ident| $result:expr;)*) => {
        mod operation {
            use super::*;
            $(
                #[inline(always)]
                #[allow(unused_variables)]
                pub fn $name<R: Float>($a: R, $b: R, $c: R) -> R {
                    $result
                }
            )*
        }
        fn scalars<T: Element>() -> Vec<(&'static str, Scalar<T>)> {
            vec![$((stringify!($name), operation::$name::<T> as Scalar<T>),)*]
        }
    };
}
for_every_operation!(generic);

/// The operations on blocks of a width, compiled for the features given.
macro_rules! blocks {
    ($module:ident $t:ident $features:tt; $($name:ident |$a:ident, $b:ident, $c:ident| $result:expr;)*) => {
        mod $module {
            use super::*;
            $(blocks!(@one $features $name, $t);)*
            pub fn all<const N: usize>() -> Vec<Block<$t>> {
                vec![$($name::<N> as Block<$t>,)*]
            }
        }
    };
    (@one [] $name:ident, $t:ident) => {
        fn $name<const N: usize>(a: &[$t], b: &[$t], c: &[$t], out: &mut [$t]) {
            let (b, c) = (Lanes::<$t, N>::from_slice(b), Lanes::from_slice(c));
            operation::$name(Lanes::from_slice(a), b, c).write_to(out);
        }
    };
    (@one [$features:literal] $name:ident, $t:ident) => {
        #[target_feature(enable = $features)]
        fn $name<const N: usize>(a: &[$t], b: &[$t], c: &[$t], out: &mut [$t]) {
            let (b, c) = (Lanes::<$t, N>::from_slice(b), Lanes::from_slice(c));
            operation::$name(Lanes::from_slice(a), b, c).write_to(out);
        }
    };
}
for_every_operation!(blocks base_f64 f64 []);
for_every_operation!(blocks base_f32 f32 []);
#[cfg(target_arch = "x86_64")]
for_every_operation!(blocks avx2_f64 f64 ["avx2"]);
#[cfg(target_arch = "x86_64")]
for_every_operation!(blocks avx2_f32 f32 ["avx2"]);
#[cfg(target_arch = "x86_64")]
for_every_operation!(blocks avx512_f64 f64 ["avx512f,avx512dq,avx512vl,avx512bw"]);
#[cfg(target_arch = "x86_64")]
for_every_operation!(blocks avx512_f32 f32 ["avx512f,avx512dq,avx512vl,avx512bw"]);

type Scalar<T> = fn(T, T, T) -> T;
type Block<T> = unsafe fn(&[T], &[T], &[T], &mut [T]);

/// Edge cases, and numbers of every size and sign.
fn arguments() -> Vec<f64> {
    let mut numbers = vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        2.0,
        1e-320,
        -1e-320,
        5e-324,
        1e-45,
        1e-40,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::MIN,
        3e38,
        1e308,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        0.25,
        0.55,
        709.0,
        710.0,
        -745.0,
        88.5,
        -103.0,
        1e15,
        1048576.0,
        8192.0,
        PI / 4.0,
        PI / 2.0,
        PI,
        1e5,
        0.41421356,
        3.0,
        7.0,
    ];
    let mut state = 1_u64;
    while numbers.len() < 512 {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let unit = (state >> 11) as f64 / 9007199254740992.0;
        let size = [1.0, 1.0, 10.0, 1000.0, 1e-3, 1e6, 1e30, 1e-30][numbers.len() % 8];
        numbers.push((2.0 * unit - 1.0) * size);
    }
    numbers
}

/// The three arguments of each place, as many as there are numbers.
fn columns<T: Element>() -> [Vec<T>; 3] {
    let numbers = arguments();
    let n = numbers.len();
    let column =
        |stride: usize, first: usize| (0..n).map(|i| T::lit(numbers[(i * stride + first) % n])).collect();
    [column(1, 0), column(37, 5), column(101, 11)]
}

fn same<T: Element>(a: T, b: T, bits: fn(T) -> u64) -> bool {
    bits(a) == bits(b) || (!a.eq(a) && !b.eq(b))
}

/// Compares the block functions of that width with the scalar ones, at all arguments.
fn compare<T: Element>(features: &str, width: usize, blocks: &[Block<T>], bits: fn(T) -> u64) {
    let [a, b, c] = columns::<T>();
    let mut out = vec![T::zero(); width];
    for ((name, scalar), block) in scalars::<T>().iter().zip(blocks) {
        for start in (0..a.len()).step_by(width) {
            let range = start..start + width;
            // SAFETY: the callers below have asked the processor for the features.
            unsafe { block(&a[range.clone()], &b[range.clone()], &c[range], &mut out) };
            for (lane, &got) in out.iter().enumerate() {
                let (a, b, c) = (a[start + lane], b[start + lane], c[start + lane]);
                let want = scalar(a, b, c);
                assert!(
                    same(got, want, bits),
                    "{features}, {width} lanes: {name}({a:?}, {b:?}, {c:?}) = {got:?}, not {want:?}"
                );
            }
        }
    }
}

/// Compares the widths that matter to the instruction set: all of them would compile for minutes.
macro_rules! compare_widths {
    ($features:expr; $module:ident: $($width:expr),*) => {
        $(compare($features, $width, &$module::all::<$width>(), |x| u64::from(x.to_bits()));)*
    };
}

#[test]
fn lanes_have_the_scalars_bits_on_the_baseline() {
    compare_widths!("baseline"; base_f64: 1, 2, 4, 8, 16);
    compare_widths!("baseline"; base_f32: 1, 2, 4, 8, 16);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn lanes_have_the_scalars_bits_on_avx2() {
    if is_x86_feature_detected!("avx2") {
        compare_widths!("AVX2"; avx2_f64: 4, 8);
        compare_widths!("AVX2"; avx2_f32: 8, 16);
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn lanes_have_the_scalars_bits_on_avx512() {
    if is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
    {
        compare_widths!("AVX-512"; avx512_f64: 8, 16);
        compare_widths!("AVX-512"; avx512_f32: 16, 32);
    }
}

/// FNV-1a over the bytes of all results, NaNs as one.
fn hash<T: Element>(bits: fn(T) -> u64) -> u64 {
    let [a, b, c] = columns::<T>();
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for (_, function) in scalars::<T>() {
        for i in 0..a.len() {
            let result = function(a[i], b[i], c[i]);
            let bits = if result.eq(result) { bits(result) } else { 0x7FF8_0000_0000_0000 };
            for byte in bits.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
            }
        }
    }
    hash
}

#[test]
fn results_have_the_golden_hash() {
    let found = (hash::<f64>(|x| x.to_bits()), hash::<f32>(|x| u64::from(x.to_bits())));
    assert_eq!(format!("{:016x} {:016x}", found.0, found.1), "7944223ffe01a456 dd573fe9a6f466b0");
}

#[test]
fn masks_combine_and_answer() {
    let some = LaneMask([true, false, true]);
    let none = <LaneMask<3> as Mask>::splat(false);
    let every = <LaneMask<3> as Mask>::splat(true);
    assert!(some.any() && !some.all() && !none.any() && every.all());
    assert_eq!(some & every, some);
    assert_eq!(some | none, some);
    assert_eq!(!some, LaneMask([false, true, false]));
    assert!(Mask::any(true) && !Mask::all(false) && <bool as Mask>::splat(true));
}

#[test]
fn lanes_are_read_written_and_replaced() {
    let lanes = Lanes::<f32, 4>::from_slice(&[1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(lanes.lane(2), 3.0);
    assert_eq!(lanes.with_lane(2, 9.0), Lanes([1.0, 2.0, 9.0, 4.0]));
    assert_eq!(Lanes::<f32, 4>::splat(0.1), Lanes::lit(0.1));
    assert_eq!((Lanes::<f64, 8>::WIDTH, f64::WIDTH), (8, 1));
    assert_eq!(align_of::<Lanes<f32, 1>>(), 64);
    let mut out = [0.0_f32; 5];
    lanes.write_to(&mut out);
    assert_eq!(out, [1.0, 2.0, 3.0, 4.0, 0.0]);
}
