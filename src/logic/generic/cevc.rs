//! CEVC.
