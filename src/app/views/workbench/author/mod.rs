//! Making a rule by pointing: the strip with the one next step, the question at what was clicked,
//! the rule's panel, the data it finds. Flows in: what was done on the page, and the engine's
//! answers. Flows out: commands, and marks for the page. It holds no rule of its own beside the
//! text, and decides nothing about selectors: the engine learns, judges and reads.

mod by_hand;
pub mod data;
mod edits;
mod exclude;
pub mod fields;
mod history;
mod learn;
mod marks;
mod naming;
mod next_step;
pub mod parts;
mod question;
mod save;
mod sources;
mod state;
mod steps_of;
mod strip;
mod strip_keys;
mod testing;
mod trial;
pub(in crate::views) mod turns;
pub(in crate::views) mod turns_ui;

pub use by_hand::ByHand;
pub use marks::marks;
pub use next_step::Step;
pub use parts::{Home, Spot};
pub use question::question_ui;
pub use state::{About, Authoring, Question, Saving};
pub use strip::strip_ui;
pub use trial::Trial;
pub use turns::{Clock, Turns};
