//! The plain types every floor speaks in: ids, states, records, sites, runs, pools, tasks.
//! No behaviour beyond naming, ordering and (de)serialising; units stand in the names.

mod account;
mod alert;
mod doubt;
mod exception;
mod health;
mod ids;
mod log;
mod plan;
mod proxy;
mod record;
mod remote_command;
mod run;
mod run_page;
mod session;
mod site;
mod state;
mod storage_check;
mod supervision;
mod tally;
mod task;
mod timeline;
mod turn;
mod value;
mod version;

pub use account::{Account, AccountStanding, AccountTerms, LoginState, day_of, next_day};
pub use alert::{
    AlertChannel, AlertDelivery, AlertKind, AlertPlan, AlertRule, DeliveryState, MailSecurity,
    MailWay, RaisedAlert,
};
pub use doubt::Doubt;
pub use exception::{ExceptionDraft, PageLook, Print, Ruling, SiteException};
pub use health::{FieldHealth, RuleHealth, RunHealth};
pub use ids::{
    AccountId, ExceptionId, ProxyId, RecordId, RequestId, RunId, SampleId, SiteId, TaskId, TurnId,
};
pub use log::{LogFilter, LogLevel, LogLine};
pub use plan::Plan;
pub use proxy::{Proxy, ProxyAtSite, ProxyChange, ProxyHealth, ProxyTraits, ProxyUse, Track};
pub use record::{
    FETCHED_URL, FROM_GENERIC, FROM_LIST, ListPosition, Record, RecordMarks, StoredRecord,
};
pub use remote_command::{RemoteCommand, RemoteCommandKind};
pub use run::{Run, RunCause, RunEnd, RunLimits, RunOptions, RunProgress, clock_text, size_text};
pub use run_page::{PageAnswer, PageFilter, PageOutcomeKind, RunPage};
pub use session::{SessionParts, SiteSession};
pub use site::{Site, SiteDraft, SiteStatus, TAUGHT_SIGNAL};
pub use state::{Evidence, PageState, Place, Strength, Verdict};
pub use storage_check::{StorageFault, StorageFinding, StorageReport};
pub use supervision::{
    ActionKind, ActionOutcome, NextStep, OpenAction, Phase, SiteAction, SiteEvent, SiteMemory,
    SiteOrder, Supervision,
};
pub use tally::{Dashboard, Heard, Tallied, TallyBucket, TallySpan};
pub use task::{
    Bounds, Cover, MIDDLE_PRIORITY, MissedPolicy, OverlapPolicy, Task, TaskDraft, Terms, Timing,
};
pub use timeline::{Band, bands};
pub use turn::{SchedulerState, TaskTurn, TurnCause, TurnOutcome, TurnPart};
pub use value::{Row, Value};
pub use version::{RecordVersion, RuleOrigin, RuleVersion};
