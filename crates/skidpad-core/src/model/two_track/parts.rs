//! Parts of the four-wheel car that a user may replace: aerodynamics, driveline, assists, springs and geometry.

use core::fmt::Debug;

use super::geometry::{LinearGeometry, SuspensionGeometry};
use super::springs::{LinearSprings, Springs};
use super::standard_assists;
use crate::aero::{AeroAreas, Aerodynamics};
use crate::assist::{Assists, DriverAssists};
use crate::math::{Mask, Real};
use crate::powertrain::driveline::{Driveline, DrivelineCar};
use crate::record::Channel;
use crate::spec::Vehicle;

/// Parts of a four-wheel car besides its tyres, each of a type of its own.
///
/// A [`Kind`](super::Kind) of car names its parts by one line, `type Parts = StandardParts;`. A kind with parts of its own
/// implements this trait, on itself or on another type, and takes over what it keeps by [`standard_parts!`](crate::standard_parts):
///
/// ```
/// use skidpad_core::aero::{Aerodynamics, AirFlow, AirForces};
/// use skidpad_core::math::{Real, Vec2};
/// use skidpad_core::model::two_track::Parts;
/// use skidpad_core::spec::Vehicle;
///
/// skidpad_core::record! {
///     /// Drag alone, and only from ahead.
///     pub struct Plate {
///         /// Drag coefficient times frontal area.
///         drag_area_m2: "m^2" [0.0, 60.0],
///     }
/// }
///
/// impl<R: Real> Aerodynamics<R> for Plate<R> {
///     const HAS_YAW_MOMENT: bool = false;
///
///     fn forces(&self, flow: &AirFlow<R>) -> AirForces<R> {
///         let (speed, zero) = (flow.velocity_m_s.x, R::zero());
///         let drag_n = R::lit(0.5) * flow.density_kg_m3 * self.drag_area_m2 * speed * speed.abs();
///         AirForces { force_n: Vec2 { x: -drag_n, y: zero }, yaw_nm: zero, downforce_n: [zero, zero] }
///     }
/// }
///
/// /// The standard car in other air.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct OnPlate;
///
/// impl Parts for OnPlate {
///     type Aerodynamics<R: Real> = Plate<R>;
///     fn aerodynamics<R: Real>(vehicle: &Vehicle<R>) -> Plate<R> {
///         Plate { drag_area_m2: vehicle.body().drag_area_m2 }
///     }
///     skidpad_core::standard_parts!(driveline, assists, springs, geometry);
/// }
/// ```
pub trait Parts: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Forces of the air.
    type Aerodynamics<R: Real>: Aerodynamics<R>;
    /// Everything that turns the wheels.
    type Driveline<R: Real>: Driveline<R>;
    /// Systems between the pedals and the wheels.
    type Assists<R: Real>: DriverAssists<R>;
    /// Springs and dampers; unused in a kind without springs.
    type Springs<R: Real>: Springs<R>;
    /// Geometry of the suspension.
    type Geometry<R: Real>: SuspensionGeometry<R>;

    /// Aerodynamics of a vehicle.
    fn aerodynamics<R: Real>(vehicle: &Vehicle<R>) -> Self::Aerodynamics<R>;
    /// Driveline of a vehicle.
    fn driveline<R: Real>(vehicle: &Vehicle<R>) -> Self::Driveline<R>;
    /// Assists of a vehicle.
    fn assists<R: Real>(vehicle: &Vehicle<R>) -> Self::Assists<R>;
    /// Springs and dampers of a vehicle.
    fn springs<R: Real>(vehicle: &Vehicle<R>) -> Self::Springs<R>;
    /// Geometry of a vehicle's suspension.
    fn geometry<R: Real>(vehicle: &Vehicle<R>) -> Self::Geometry<R>;

    /// True of a vehicle with any assist. Without one the pedals are handed on.
    fn has_assists<R: Real>(vehicle: &Vehicle<R>) -> R::Mask {
        let _ = vehicle;
        R::Mask::splat(true)
    }
}

/// The standard parts: aerodynamics by areas, engine and gearbox with three differentials and electric motors, anti-lock,
/// traction, stability and launch control, linear springs and linear geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandardParts;

impl Parts for StandardParts {
    type Aerodynamics<R: Real> = AeroAreas<R>;
    type Driveline<R: Real> = DrivelineCar<R>;
    type Assists<R: Real> = Assists<R>;
    type Springs<R: Real> = LinearSprings;
    type Geometry<R: Real> = LinearGeometry;

    fn aerodynamics<R: Real>(vehicle: &Vehicle<R>) -> AeroAreas<R> {
        let chassis = vehicle.chassis();
        AeroAreas {
            drag_area_m2: vehicle.body().drag_area_m2,
            front_downforce_area_m2: chassis.front_downforce_area_m2,
            rear_downforce_area_m2: chassis.rear_downforce_area_m2,
        }
    }

    fn driveline<R: Real>(vehicle: &Vehicle<R>) -> DrivelineCar<R> {
        DrivelineCar::from(vehicle)
    }

    fn assists<R: Real>(vehicle: &Vehicle<R>) -> Assists<R> {
        standard_assists::assists(vehicle)
    }

    fn springs<R: Real>(_: &Vehicle<R>) -> LinearSprings {
        LinearSprings
    }

    fn geometry<R: Real>(_: &Vehicle<R>) -> LinearGeometry {
        LinearGeometry
    }

    fn has_assists<R: Real>(vehicle: &Vehicle<R>) -> R::Mask {
        let chassis = vehicle.chassis();
        (chassis.abs.is_set() | chassis.traction_control.is_set())
            | (chassis.stability_control.is_set() | chassis.launch_control.is_set())
    }
}

/// Takes over parts of [`StandardParts`] in an implementation of [`Parts`]: any of `aerodynamics`, `driveline`, `assists`,
/// `springs` and `geometry`.
#[macro_export]
macro_rules! standard_parts {
    ($($part:ident),* $(,)?) => { $( $crate::standard_part!($part); )* };
}

#[doc(hidden)]
#[macro_export]
macro_rules! standard_part {
    (aerodynamics) => {
        $crate::standard_part!(Aerodynamics, aerodynamics);
    };
    (driveline) => {
        $crate::standard_part!(Driveline, driveline);
    };
    (springs) => {
        $crate::standard_part!(Springs, springs);
    };
    (geometry) => {
        $crate::standard_part!(Geometry, geometry);
    };
    (assists) => {
        $crate::standard_part!(Assists, assists);
        fn has_assists<R: $crate::math::Real>(vehicle: &$crate::spec::Vehicle<R>) -> R::Mask {
            <$crate::model::two_track::StandardParts as $crate::model::two_track::Parts>::has_assists(vehicle)
        }
    };
    ($kind:ident, $part:ident) => {
        type $kind<R: $crate::math::Real> =
            <$crate::model::two_track::StandardParts as $crate::model::two_track::Parts>::$kind<R>;
        fn $part<R: $crate::math::Real>(vehicle: &$crate::spec::Vehicle<R>) -> Self::$kind<R> {
            <$crate::model::two_track::StandardParts as $crate::model::two_track::Parts>::$part(vehicle)
        }
    };
}

/// Mode of the driveline of a car with these parts.
pub type DrivelineModeOf<P, R> = <<P as Parts>::Driveline<R> as Driveline<R>>::Mode;
/// The driveline's own state.
pub type DrivelineStateOf<P, R> = <<P as Parts>::Driveline<R> as Driveline<R>>::State;
/// Outputs of the driveline.
pub type DrivelineOutputsOf<P, R> = <<P as Parts>::Driveline<R> as Driveline<R>>::Outputs;
/// Mode of springs and dampers: what changes in jumps.
pub type SpringsModeOf<P, R> = <<P as Parts>::Springs<R> as Springs<R>>::Mode;
/// State of springs and dampers.
pub type SpringsStateOf<P, R> = <<P as Parts>::Springs<R> as Springs<R>>::State;
/// Linkages of the axles.
pub type LinkageOf<P, R> = <<P as Parts>::Geometry<R> as SuspensionGeometry<R>>::Linkage;
/// Memory of the assists.
pub type AssistModeOf<P, R> = <<P as Parts>::Assists<R> as DriverAssists<R>>::Mode;
/// Actions of the assists.
pub type ActsOf<P, R> = <<P as Parts>::Assists<R> as DriverAssists<R>>::Acts;

/// Most channels of a record of a car.
const MOST_CHANNELS: usize = 512;

/// Channels of several records in a row. The number of them depends on the parts of a car, and so does not stand in a type.
pub(in crate::model) struct JoinedChannels {
    channels: [Channel; MOST_CHANNELS],
    length: usize,
}

impl JoinedChannels {
    /// The channels of records in a row.
    pub(in crate::model) const fn of(records: &[&[Channel]]) -> Self {
        let mut channels = [Channel::new("", "", 0.0, 0.0); MOST_CHANNELS];
        let (mut length, mut record) = (0, 0);
        while record < records.len() {
            let mut index = 0;
            while index < records[record].len() {
                assert!(
                    length < MOST_CHANNELS,
                    "too many channels: raise `MOST_CHANNELS` in two_track/parts.rs"
                );
                channels[length] = records[record][index];
                (length, index) = (length + 1, index + 1);
            }
            record += 1;
        }
        Self { channels, length }
    }

    /// The channels.
    pub(in crate::model) const fn as_slice(&self) -> &[Channel] {
        self.channels.split_at(self.length).0
    }
}

/// Declares a record of records some of which depend on the parts of a car: generic over the number `R` and the [`Parts`] `P`.
macro_rules! record_by_parts {
    ($(#[$meta:meta])* pub struct $name:ident { $( $(#[$field_meta:meta])* $seen:vis $field:ident : $kind:ty ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        #[repr(C)]
        pub struct $name<R: $crate::math::Real, P: $crate::model::two_track::Parts = $crate::model::two_track::StandardParts> {
            $( $(#[$field_meta])* $seen $field: $kind, )*
        }

        impl<R: $crate::math::Real, P: $crate::model::two_track::Parts> PartialEq for $name<R, P>
        where
            $( $kind: PartialEq, )*
        {
            fn eq(&self, other: &Self) -> bool {
                true $( && self.$field == other.$field )*
            }
        }

        $crate::record_of_parts!([R: $crate::math::Real, P: $crate::model::two_track::Parts] $name<R, P> {
            $( $field: $kind ),*
        });
    };
}

/// Names the channels of a record by parts: those of its fields in a row.
macro_rules! channels_by_parts {
    ($name:ident { $( $kind:ty ),* $(,)? }) => {
        impl<R: $crate::math::Real, P: $crate::model::two_track::Parts> $name<R, P> {
            const JOINED: &'static $crate::model::two_track::parts::JoinedChannels =
                &$crate::model::two_track::parts::JoinedChannels::of(&[
                    $( <$kind as $crate::record::Channels>::CHANNELS ),*
                ]);
        }

        impl<R: $crate::math::Real, P: $crate::model::two_track::Parts> $crate::record::Channels for $name<R, P> {
            const CHANNELS: &'static [$crate::record::Channel] = Self::JOINED.as_slice();
        }
    };
}

pub(in crate::model) use {channels_by_parts, record_by_parts};
