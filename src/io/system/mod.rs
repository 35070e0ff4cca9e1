//! The machine and its desktop. Input: the system's clock, notifications and a status item to
//! show. Output: the time, disk space, memory, fonts, and the user's choices.

pub mod clock;
pub mod desktop;
pub mod fonts;
pub mod machine;
pub mod tray;
