//! Creating a rule by pointing: the bar with the next step, the question at the clicked element,
//! the rule's panel, and the extracted data. Input: input on the page, and the engine's answers.
//! Output: commands, and marks for the page. The text is the only representation of the rule,
//! and no decisions about selectors are made here: the engine learns, ranks and reads.

pub mod data;
mod edits;
mod exclude;
pub mod fields;
mod further_lists;
mod history;
mod learn;
mod marks;
mod next_step_bar;
mod page_steps;
mod pick_question;
mod short_address;
mod sources;
mod state;

pub use fields::alternative_text::ByHand;
pub use fields::rule_parts::{Home, PartLocation};
pub use marks::marks;
pub use next_step_bar::next_step::Step;
pub use next_step_bar::next_step_bar_ui;
pub use next_step_bar::trial_results::Trial;
pub use page_steps::UsePage;
pub use pick_question::question_ui;
pub use state::{About, Authoring, ElementQuestion, Saving};
