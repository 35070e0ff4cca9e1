//! What keeps a rule well. Flows in: samples, stored pages, pages of now. Flows out: what the rule
//! makes of them, and proposals after a redesign.

pub(super) mod agreement;
pub(super) mod rule_repair;
pub(super) mod samples;
