//! Hosts that add nothing to the content of pages. The list is a data file.

use std::collections::HashSet;
use std::sync::LazyLock;

static HOSTS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let text = include_str!("../../../../assets/browser/blocked_hosts.txt");
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
});

/// Whether a host is on the list, or below one that is.
pub(super) fn is_blocked(host: &str) -> bool {
    let mut rest = host;
    loop {
        if HOSTS.contains(rest) {
            return true;
        }
        match rest.split_once('.') {
            Some((_, above)) => rest = above,
            None => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_below_a_blocked_one_are_blocked_and_others_are_not() {
        assert!(is_blocked("www.google-analytics.com") && is_blocked("hotjar.com"));
        assert!(!is_blocked("nothotjar.com") && !is_blocked("com") && !is_blocked(""));
        for host in HOSTS.iter() {
            assert!(
                host.contains('.') && !host.contains(['/', ' ', '*']),
                "{host}"
            );
        }
    }
}
