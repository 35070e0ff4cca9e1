//! Which view opens first: at the start of the program, when a project is opened, and when one is
//! closed. Input: what is known of the project. Output: a view, and whether it stays.

use crate::shortcuts::View;

/// A view, and whether the sites of the project, once known, leave it as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartView {
    /// The view.
    pub view: View,
    /// Whether the user chose it, or it is the one of the sample project.
    pub stays: bool,
}

/// The view without a project: the start page stands where the sites are.
pub const WITHOUT_PROJECT: StartView = StartView {
    view: View::Sites,
    stays: false,
};

/// The view of a project whose sites are not known yet. The sites of the sample run by themselves,
/// in sight.
pub fn of_opened_project(is_sample: bool) -> StartView {
    StartView {
        view: View::Sites,
        stays: is_sample,
    }
}

/// The view once the sites of the project are known for the first time, if it changes: if there is
/// something to monitor, the user sees that first.
pub fn once_sites_are_known(stays: bool, any_sites: bool) -> Option<View> {
    (!stays && any_sites).then_some(View::Monitor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_with_sites_opens_at_the_monitor_but_for_the_sample_and_a_chosen_view() {
        assert_eq!(of_opened_project(false), WITHOUT_PROJECT);
        assert_eq!(once_sites_are_known(false, true), Some(View::Monitor));
        assert_eq!(once_sites_are_known(false, false), None);
        assert_eq!(
            once_sites_are_known(of_opened_project(true).stays, true),
            None
        );
    }
}
