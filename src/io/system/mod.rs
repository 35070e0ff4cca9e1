//! The machine, its desktop and its service manager. Input: the system's clock, notifications and a
//! status item to show. Output: the time, disk space, memory, fonts, and the user's choices.

pub mod clock;
pub mod desktop;
pub mod disk_and_memory;
pub mod fonts;
pub mod service_manager;
pub mod tray;
