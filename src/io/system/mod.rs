//! The machine and its desktop. Flows in: the system's clock, notifications and a status item to
//! show. Flows out: the time, room on disks, memory, and what a person chose.

pub mod clock;
pub mod desktop;
pub mod machine;
pub mod tray;
