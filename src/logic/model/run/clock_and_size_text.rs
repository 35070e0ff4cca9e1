//! Durations and sizes as people read them.

/// Seconds as a clock shows them: `4:05`, `1:02:03`.
pub fn clock_text(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Bytes in the largest decimal unit with a non-zero whole part: `1.5 MB`.
pub fn size_text(bytes: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB")];
    for (size, unit) in units {
        if bytes >= size {
            let tenths = bytes / (size / 10);
            return match tenths % 10 {
                0 => format!("{} {unit}", tenths / 10),
                part => format!("{}.{part} {unit}", tenths / 10),
            };
        }
    }
    format!("{bytes} B")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_short() {
        assert_eq!(clock_text(59), "0:59");
        assert_eq!(clock_text(3_723), "1:02:03");
        assert_eq!(size_text(999), "999 B");
        assert_eq!(size_text(1_500_000), "1.5 MB");
        assert_eq!(size_text(2_000_000_000), "2 GB");
    }
}
