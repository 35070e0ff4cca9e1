//! Making a rule by pointing: the strip with the one next step, the question at what was clicked,
//! the rule's panel, the data it finds. Flows in: what was done on the page, and the engine's
//! answers. Flows out: commands, and marks for the page. It holds no rule of its own beside the
//! text, and decides nothing about selectors: the engine learns, judges and reads.

pub mod data;
mod edits;
mod exclude;
pub mod fields;
mod history;
mod learn;
mod marks;
mod question;
mod sources;
mod state;
mod strip;

pub use fields::by_hand::ByHand;
pub use fields::parts::{Home, PartLocation};
pub use marks::marks;
pub use question::question_ui;
pub use state::{About, Authoring, ElementQuestion, Saving};
pub use strip::next_step::Step;
pub use strip::strip_ui;
pub use strip::trial::Trial;
