//! Which sites the table shows, and in which order. Input: the app state, the filter. Output:
//! indexes in the app state's list. Pure.

use std::cmp::Reverse;

use crate::state::app_state::AppState;
use crate::state::site_filter::SiteFilter;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{PageState, Phase, Site};

/// The filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The selected chip; all sites when `None`.
    pub chip: Option<SiteFilter>,
    /// Words in name, address or reason, ignoring case.
    pub search: String,
}

/// Sortable columns, as offered beside the search.
pub const SORTS: [(&str, bool, &str); 4] = [
    ("name", false, "sites-sort-name"),
    ("state", true, "sites-sort-worst"),
    ("since", true, "sites-sort-newest"),
    ("since", false, "sites-sort-oldest"),
];

impl Filter {
    /// Whether it excludes anything.
    pub fn is_set(&self) -> bool {
        self.chip.is_some() || !self.search.trim().is_empty()
    }

    fn takes(&self, look: &UiContext, world: &AppState, site: &Site) -> bool {
        if !self.chip.is_none_or(|chip| chip.holds(world, site)) {
            return false;
        }
        let wanted = self.search.trim().to_lowercase();
        if wanted.is_empty() {
            return true;
        }
        let has = |text: &str| text.to_lowercase().contains(&wanted);
        has(&site.name)
            || has(&site.start)
            || site
                .status
                .as_ref()
                .is_some_and(|status| has(&look.text(&status.reason)))
    }
}

/// The chips with matching sites, each with their number, worst first.
pub fn chips(world: &AppState) -> Vec<(SiteFilter, usize)> {
    let mut states = PageState::ALL.to_vec();
    states.sort_by_key(|state| Reverse(severity(Some(*state))));
    let fixed = [
        SiteFilter::Attention,
        SiteFilter::Running,
        SiteFilter::Paused,
    ];
    let by_state = states
        .into_iter()
        .map(SiteFilter::State)
        .chain([SiteFilter::Begun, SiteFilter::New]);
    let counted = fixed.into_iter().chain(by_state).map(|chip| {
        let sites = world.sites().iter();
        (chip, sites.filter(|site| chip.holds(world, site)).count())
    });
    counted.filter(|(_, count)| *count > 0).collect()
}

/// The indexes of the sites to show, sorted by a column, in descending order if `down`; by name if
/// the column cannot be sorted.
pub fn visible(
    look: &UiContext,
    world: &AppState,
    filter: &Filter,
    sort: Option<&(String, bool)>,
) -> Vec<usize> {
    let sites = world.sites();
    let taken = sites.iter().enumerate();
    let mut rows: Vec<(usize, &Site)> = taken
        .filter(|(_, site)| filter.takes(look, world, site))
        .collect();
    let Some((key, down)) = sort else {
        return rows.into_iter().map(|(place, _)| place).collect();
    };
    // The list in the app state is sorted by name, and every sort is stable.
    rows.sort_by(|(_, a), (_, b)| {
        let (a, b) = if *down { (b, a) } else { (a, b) };
        let since = |site: &Site| site.status.as_ref().map(|status| status.since);
        match key.as_str() {
            "state" => trouble(world, a).cmp(&trouble(world, b)),
            "since" => since(a).cmp(&since(b)),
            "records" => a.records.cmp(&b.records),
            "last" => a.last_run_at.cmp(&b.last_run_at),
            _ => a.name.to_lowercase().cmp(&b.name.to_lowercase()),
        }
    });
    rows.into_iter().map(|(place, _)| place).collect()
}

/// How urgently a site requires attention: higher is worse. A paused one comes after an active one.
fn trouble(world: &AppState, site: &Site) -> (bool, u8, u8) {
    let of_phase = world
        .supervisions
        .get(&site.id)
        .map(|known| match known.phase {
            Phase::NeedsYou => 3,
            Phase::Blocked => 2,
            Phase::Suspect | Phase::Cooling | Phase::Probing => 1,
            Phase::Healthy | Phase::Restored => 0,
        });
    let state = site.status.as_ref().map(|status| status.state);
    (
        world.waits_for_person(site),
        of_phase.unwrap_or(0),
        severity(state),
    )
}

/// The severity of a state: states that only a user can fix are worst.
pub fn severity(state: Option<PageState>) -> u8 {
    match state {
        Some(PageState::Blocked) => 10,
        Some(PageState::Challenge) => 9,
        Some(PageState::LoginRequired) => 8,
        Some(PageState::LayoutChanged) => 7,
        Some(PageState::SoftBlock) => 6,
        Some(PageState::RateLimited) => 5,
        Some(PageState::NeedsBrowser) => 6,
        Some(PageState::Incomplete) => 4,
        Some(PageState::Outage) => 4,
        Some(PageState::ProxyFault) => 3,
        Some(PageState::Empty) => 2,
        None => 1,
        Some(PageState::Ok) => 0,
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::Theme;
    use jiff::Timestamp;

    use super::*;
    use crate::state::app_state::LiveRun;
    use bowerbird_engine::types::{
        Language, Message, RunId, RunProgress, SiteId, SiteStatus, SourceKind,
    };

    fn site(id: i64, name: &str, state: Option<PageState>) -> Site {
        let status = state.map(|state| SiteStatus {
            state,
            since: Timestamp::from_second(100 - id).unwrap(),
            reason: Message::new("app-state-ok"),
            next: None,
            evidence: Vec::new(),
            url: String::new(),
        });
        Site {
            id: SiteId(id),
            name: name.to_owned(),
            kind: SourceKind::List,
            start: format!("https://{id}.example/"),
            rule_toml: String::new(),
            enabled: true,
            status,
            records: 0,
            last_run_at: None,
            paused: false,
            interrupted: false,
            left: 0,
            news_per_day: None,
        }
    }

    fn world() -> AppState {
        AppState {
            sites: Some(vec![
                site(1, "Alpha", Some(PageState::Ok)),
                site(2, "Beta", Some(PageState::RateLimited)),
                site(3, "Gamma", Some(PageState::Blocked)),
                site(4, "长名字", None),
            ]),
            ..AppState::default()
        }
    }

    #[test]
    fn sites_are_picked_out_and_sorted_worst_first() {
        let (look, world) = (UiContext::new(Language::English, Theme::Light), world());
        let rows = |filter: &Filter, sort: Option<(&str, bool)>| {
            let sort = sort.map(|(key, down)| (key.to_owned(), down));
            visible(&look, &world, filter, sort.as_ref())
        };
        let all = Filter::default();
        assert_eq!(rows(&all, None), [0, 1, 2, 3]);
        assert_eq!(rows(&all, Some(("state", true))), [2, 1, 3, 0]);
        assert_eq!(rows(&all, Some(("since", true))), [0, 1, 2, 3]);
        let attention = Filter {
            chip: Some(SiteFilter::Attention),
            ..Filter::default()
        };
        assert_eq!(rows(&attention, None), [1, 2]);
        let searched = Filter {
            search: " 长名 ".to_owned(),
            ..Filter::default()
        };
        assert_eq!(rows(&searched, None), [3]);
        let by_address = Filter {
            search: "3.EXAMPLE".to_owned(),
            ..Filter::default()
        };
        assert_eq!(rows(&by_address, None), [2]);
    }

    #[test]
    fn a_running_site_is_counted_once() {
        let mut world = world();
        let fine = |site: &&Site| {
            let status = site.status.as_ref();
            status.is_some_and(|status| status.state == PageState::Ok)
        };
        let id = world.sites().iter().find(fine).unwrap().id;
        world.live.insert(
            id,
            LiveRun {
                run: RunId(1),
                resumed: false,
                progress: RunProgress::default(),
                stopping: false,
                gap: std::time::Duration::ZERO,
            },
        );
        let offered = chips(&world);
        assert!(offered.contains(&(SiteFilter::Running, 1)));
        let own = offered
            .iter()
            .filter(|(chip, _)| *chip != SiteFilter::Attention);
        let sum: usize = own.map(|(_, count)| count).sum();
        assert_eq!(sum, world.sites().len());
    }

    #[test]
    fn only_chips_with_sites_are_offered() {
        let offered = chips(&world());
        assert_eq!(
            offered,
            [
                (SiteFilter::Attention, 2),
                (SiteFilter::State(PageState::Blocked), 1),
                (SiteFilter::State(PageState::RateLimited), 1),
                (SiteFilter::State(PageState::Ok), 1),
                (SiteFilter::New, 1),
            ]
        );
    }
}
