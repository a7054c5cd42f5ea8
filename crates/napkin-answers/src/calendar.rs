//! Moments of the calendar in UTC: seconds since 1970, and the dates that they are.

use std::fmt;

use serde::{Serialize, Serializer};

/// A second in UTC, from 1970 to 9999, without leap seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(u64);

/// The first second after the last year that has four digits.
const END: u64 = 253_402_300_800;

/// The seconds of a day.
const DAY: u64 = 86_400;

impl Moment {
    /// The moment so many seconds after the beginning of 1970; `None` after 9999.
    pub const fn of_seconds(seconds: u64) -> Option<Self> {
        if seconds < END { Some(Self(seconds)) } else { None }
    }

    /// The moment of a date and a time of day; `None` if there is none such.
    pub(crate) fn of_date(
        [year, month, day]: [u64; 3],
        [hour, minute, second]: [u64; 3],
    ) -> Option<Self> {
        let lengths = lengths(year);
        let before = usize::try_from(month.checked_sub(1)?).ok()?;
        let is_day = (1..=*lengths.get(before)?).contains(&day);
        let is_time = hour < 24 && minute < 60 && second < 60;
        if !is_day || !is_time || !(1970..=9999).contains(&year) {
            return None;
        }
        let days = days_before(year) + lengths.iter().take(before).sum::<u64>() + day - 1;
        Self::of_seconds(days * DAY + hour * 3600 + minute * 60 + second)
    }

    /// The moment so many seconds later.
    pub(crate) fn after(self, seconds: u64) -> Option<Self> {
        Self::of_seconds(self.0.checked_add(seconds)?)
    }

    /// The moment so many seconds earlier.
    pub(crate) fn before(self, seconds: u64) -> Option<Self> {
        self.0.checked_sub(seconds).map(Self)
    }

    /// Date and time of day.
    fn date(self) -> ([u64; 3], [u64; 3]) {
        let (day, in_day) = (self.0 / DAY, self.0 % DAY);
        // No year is longer, so this one is not too late.
        let mut year = 1970 + day / 366;
        while days_before(year + 1) <= day {
            year += 1;
        }
        let mut left = day - days_before(year);
        let mut month = 1;
        for length in lengths(year) {
            if left < length {
                break;
            }
            left -= length;
            month += 1;
        }
        ([year, month, left + 1], [in_day / 3600, in_day / 60 % 60, in_day % 60])
    }

    /// Date and time of day to the minute, as sentences have them: `2026-01-02 03:04`.
    pub(crate) fn to_minute(self) -> String {
        let ([year, month, day], [hour, minute, _]) = self.date();
        format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
    }

    /// Date and time of day as RFC 3339 has them.
    pub(crate) fn to_rfc3339(self) -> String {
        let ([year, month, day], [hour, minute, second]) = self.date();
        format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

/// As RFC 3339 has it.
impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_rfc3339())
    }
}

/// Date and time of day to the second, without the zone, which is UTC.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([year, month, day], [hour, minute, second]) = self.date();
        write!(f, "{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
    }
}

/// The days of each month.
fn lengths(year: u64) -> [u64; 12] {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

/// The days from the beginning of 1970 to that of a year not before it.
const fn days_before(year: u64) -> u64 {
    let last = year - 1;
    // 477 leap days before 1970.
    (year - 1970) * 365 + last / 4 - last / 100 + last / 400 - 477
}

#[cfg(test)]
mod tests {
    use super::Moment;

    #[test]
    fn seconds_and_dates_are_those_of_the_calendar() {
        for (seconds, date, time) in [
            (0, [1970, 1, 1], [0, 0, 0]),
            (94_694_399, [1972, 12, 31], [23, 59, 59]),
            (951_782_400, [2000, 2, 29], [0, 0, 0]),
            (951_868_800, [2000, 3, 1], [0, 0, 0]),
            (1_709_164_800, [2024, 2, 29], [0, 0, 0]),
            (1_735_689_599, [2024, 12, 31], [23, 59, 59]),
            (4_102_444_799, [2099, 12, 31], [23, 59, 59]),
            (4_107_542_400, [2100, 3, 1], [0, 0, 0]),
            (253_402_300_799, [9999, 12, 31], [23, 59, 59]),
        ] {
            let moment = Moment::of_seconds(seconds).unwrap();
            assert_eq!(moment.date(), (date, time), "{seconds}");
            assert_eq!(Moment::of_date(date, time), Some(moment), "{seconds}");
        }
        for date in [
            [1969, 12, 31],
            [2023, 2, 29],
            [2100, 2, 29],
            [2024, 2, 30],
            [2024, 4, 31],
            [2024, 0, 1],
            [2024, 13, 1],
            [2024, 1, 0],
            [2024, 1, 32],
            [10_000, 1, 1],
        ] {
            assert_eq!(Moment::of_date(date, [0; 3]), None, "{date:?}");
        }
        for time in [[24, 0, 0], [0, 60, 0], [0, 0, 60]] {
            assert_eq!(Moment::of_date([2024, 1, 1], time), None, "{time:?}");
        }
        let last = Moment::of_seconds(253_402_300_799).unwrap();
        assert_eq!(last.after(1), None);
        assert_eq!(last.after(u64::MAX), None);
        assert_eq!(Moment(0).before(1), None);
        assert_eq!(Moment(0).after(60).unwrap().before(60), Some(Moment(0)));
        assert_eq!(last.to_minute(), "9999-12-31 23:59");
        assert_eq!(last.to_rfc3339(), "9999-12-31T23:59:59Z");
        assert_eq!(last.to_string(), "9999-12-31 23:59:59");
    }

    #[test]
    fn each_day_of_four_centuries_is_its_own() {
        for day in 0..4 * 36_525 {
            let moment = Moment(day * 86_400);
            let (date, time) = moment.date();
            assert_eq!(Moment::of_date(date, time), Some(moment));
        }
    }
}
