//! Row ids as separate types, so that a site cannot be passed where a run is expected.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(
    /// A site of the project.
    SiteId
);
id!(
    /// One run of one site.
    RunId
);
id!(
    /// A stored record.
    RecordId
);
id!(
    /// A URL in the frontier.
    RequestId
);
id!(
    /// A proxy of the pool.
    ProxyId
);
id!(
    /// An account of the pool.
    AccountId
);
id!(
    /// An exception that a person made for the pages of a site.
    ExceptionId
);
id!(
    /// A scheduled task.
    TaskId
);
id!(
    /// A turn of a task.
    TurnId
);
id!(
    /// A sample page of a rule; below 0 while the rule is not saved yet.
    SampleId
);
