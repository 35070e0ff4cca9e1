//! Writes selectors for elements: compounds of stable names, and the shortest one that matches a
//! single element. Flows in: elements. Flows out: CSS and XPath as text.

pub(crate) mod compound;
pub(crate) mod names;
pub(crate) mod unique;
