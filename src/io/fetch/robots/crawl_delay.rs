//! The line `Crawl-delay` of robots.txt: a wait between two requests, in seconds. No standard has
//! it; the longest of an agent's lines counts. What is done with it is in
//! `engine::politeness::host_delay`.

use std::time::Duration;

/// The longest crawl delay accepted, in seconds; a longer one is ignored as a mistake.
const MAX_CRAWL_DELAY_S: f64 = 24.0 * 3600.0;

/// The delay that a line states; `None` if it is no number, negative or too long.
pub(super) fn read_crawl_delay(value: &str) -> Option<Duration> {
    let seconds = value.parse::<f64>().ok()?;
    (0.0..=MAX_CRAWL_DELAY_S)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_of_a_day_and_less_count() {
        assert_eq!(read_crawl_delay("2.5"), Some(Duration::from_millis(2500)));
        assert_eq!(read_crawl_delay("86400"), Some(Duration::from_secs(86_400)));
        for wrong in ["86401", "-1", "soon", "NaN", "inf", ""] {
            assert_eq!(read_crawl_delay(wrong), None, "{wrong}");
        }
    }
}
