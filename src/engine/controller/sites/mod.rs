//! Commands about sites and what people say of them: rules, exceptions, signals, permissions, the
//! sample. Flows in: commands. Flows out: the store changed.

pub(in crate::controller) mod exceptions;
pub(in crate::controller) mod permitting;
pub(in crate::controller) mod sample;
pub(crate) mod signals;
pub(crate) mod site_commands;
