//! The one way to number a name that is taken: of sites and of proxies. Fields of a rule have rules of
//! their own (`logic::authoring::learn`), and so have names of files, which differ in the letter case
//! and end with an extension.

/// `wanted`, with the first number from 2 with which it is none of the `taken` names: `Name 2`.
pub fn unused_name(taken: &[String], wanted: &str) -> String {
    unused(
        wanted,
        |number| format!("{wanted} {number}"),
        |name| taken.iter().any(|taken| taken == name),
    )
}

/// `wanted`, or the first of its forms `with` a number from 2 that is not taken.
pub(crate) fn unused(
    wanted: &str,
    with: impl Fn(u32) -> String,
    is_taken: impl Fn(&str) -> bool,
) -> String {
    if !is_taken(wanted) {
        return wanted.to_owned();
    }
    let mut numbered = (2..u32::MAX).map(with);
    numbered
        .find(|name| !is_taken(name))
        .unwrap_or_else(|| wanted.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_that_is_free_counts() {
        let taken = ["A", "A 2", "B"].map(str::to_owned);
        assert_eq!(unused_name(&taken, "A"), "A 3");
        assert_eq!(unused_name(&taken, "B"), "B 2");
        assert_eq!(unused_name(&taken, "C"), "C");
        assert_eq!(unused_name(&taken, "b"), "b");
    }
}
