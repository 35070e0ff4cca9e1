//! Rule maintenance. Input: samples, stored pages, current pages. Output: the rule's results
//! on them, and proposals after a redesign.

pub(super) mod rule_against_generic;
pub(super) mod rule_repair;
pub(super) mod samples;
