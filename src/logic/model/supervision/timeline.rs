//! The timeline of a site's supervision as bands of one phase each. Pure: the current time is a
//! value.

use jiff::Timestamp;

use crate::model::{PageState, Phase, SiteEvent};

/// A stretch of time in which a site stayed in one phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// Its start, within the displayed time.
    pub from: Timestamp,
    /// Its end: at the next band, or at the end of the displayed time.
    pub to: Timestamp,
    /// The phase.
    pub phase: Phase,
    /// The state of the answer that led to it.
    pub state: PageState,
    /// Number of the event at its start; `None` if no longer known.
    pub event: Option<u64>,
}

/// The phases between `from` and `to`, oldest first, without gaps after the first one; `events` in
/// any order. The phase that the oldest event left applies before it, from an unknown start;
/// without events the result is empty.
pub fn bands(events: &[SiteEvent], from: Timestamp, to: Timestamp) -> Vec<Band> {
    let mut events: Vec<&SiteEvent> = events.iter().filter(|event| event.at <= to).collect();
    events.sort_by_key(|event| (event.at, event.number));
    let Some(oldest) = events.first() else {
        return Vec::new();
    };
    let mut bands: Vec<Band> = Vec::new();
    let mut now = Band {
        from,
        to,
        phase: oldest.from,
        state: PageState::Ok,
        event: None,
    };
    for event in events {
        if event.at > now.from {
            bands.push(Band {
                to: event.at,
                ..now
            });
        }
        now = Band {
            from: event.at.max(from),
            to,
            phase: event.to,
            state: event.state,
            event: Some(event.number),
        };
    }
    if now.from < to {
        bands.push(now);
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Message;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn event(number: u64, second: i64, from: Phase, to: Phase) -> SiteEvent {
        SiteEvent {
            number,
            at: at(second),
            run: None,
            from,
            to,
            state: PageState::Challenge,
            rule: Message::new("supervise-rule-new"),
            evidence: Vec::new(),
            url: String::new(),
            snapshot_at: None,
            session: None,
        }
    }

    #[test]
    fn bands_fill_the_time_from_the_first_known_phase_on() {
        let events = [
            event(3, 80, Phase::Suspect, Phase::Cooling),
            event(2, 50, Phase::Healthy, Phase::Suspect),
            event(1, 5, Phase::Suspect, Phase::Healthy),
        ];
        let told: Vec<_> = bands(&events, at(10), at(100))
            .into_iter()
            .map(|band| (band.from, band.to, band.phase, band.event))
            .collect();
        assert_eq!(
            told,
            [
                (at(10), at(50), Phase::Healthy, Some(1)),
                (at(50), at(80), Phase::Suspect, Some(2)),
                (at(80), at(100), Phase::Cooling, Some(3)),
            ]
        );
        let before = bands(&events[1..2], at(10), at(100));
        assert_eq!(before.len(), 2);
        assert_eq!((before[0].phase, before[0].event), (Phase::Healthy, None));
        assert!(bands(&[], at(0), at(9)).is_empty());
        assert!(bands(&events[..1], at(0), at(9)).is_empty(), "not yet");
    }
}
