//! Rule maintenance. Flows in: samples, stored pages, current pages. Flows out: the rule's results
//! on them, and proposals after a redesign.

pub(super) mod agreement;
pub(super) mod rule_repair;
pub(super) mod samples;
