//! Selectors written for elements: compounds of names that last, and the shortest that finds one
//! element alone. Flows in: elements. Flows out: CSS and XPath as text.

pub(crate) mod compound;
pub(crate) mod names;
pub(crate) mod unique;
