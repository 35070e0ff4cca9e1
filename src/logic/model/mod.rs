//! The plain types shared by all floors: ids, states, records, sites, runs, pools, tasks. No
//! behaviour beyond naming, ordering and (de)serialising; units are part of the names.

mod alert;
mod alert_service;
mod change;
mod ids;
mod log;
mod page_state;
mod pools;
mod record;
mod record_condition;
mod run;
mod site;
mod storage;
mod supervision;
mod task;

pub use alert::{
    AlertChannel, AlertDelivery, AlertKind, AlertPlan, AlertRule, DeliveryState, MailSecurity,
    MailServer, RaisedAlert, failing_channels,
};
pub use alert_service::{AlertService, ServiceKind};
pub use change::{ChangeFilter, ChangeKind, CompareAs, FieldComparison, RecordFact, WatchTerms};
pub use ids::{
    AccountId, ExceptionId, ProxyId, RecordId, RequestId, RunId, SampleId, SiteId, TaskId, TurnId,
};
pub use log::{LogFilter, LogLevel, LogLine};
pub(crate) use page_state::UNREACHABLE;
pub use page_state::{Evidence, EvidencePlace, PageState, Strength, Verdict};
pub use pools::account::{Account, AccountStatus, AccountTerms, LoginState, day_of, next_day};
pub use pools::proxy::{
    Proxy, ProxyAtSite, ProxyChange, ProxyHealth, ProxyTraits, ProxyUse, Track,
};
pub use pools::session::{SessionParts, SiteSession};
pub use record::by_hand_undo::{ArrangementUndo, MergeUndo, MovedRecord};
pub use record::default_column::DefaultColumn;
pub use record::doubt::Doubt;
pub use record::hand_value::{HandValue, ValueEdit};
pub use record::page_picture::{PagePicture, PagePictureFacts, StoredPagePicture};
pub use record::value::{Row, VALUES_SEPARATOR, Value};
pub use record::version::{RecordVersion, RuleOrigin, RuleVersion};
pub use record::{
    FETCHED_URL, FOUND_BY, FROM_GENERIC, FROM_LIST, KEYWORD, ListPosition, Record, RecordMarks,
    StoredRecord,
};
pub use record_condition::{
    ANY_FIELD, ClauseJoin, ClauseTest, ConditionActions, ConditionClause, ConditionTiming,
    RecordCondition, RecordMatch, SkippedRecord, StoredCondition, WHOLE_RECORD,
};
pub use run::chart_span::ChartSpan;
pub use run::page::{PageAnswer, PageFilter, PageOutcomeKind, RunPage};
pub use run::tally::{Dashboard, NetworkFigures, Tallied, TallyBucket};
pub use run::{
    Run, RunCause, RunEnd, RunLimits, RunOptions, RunProgress, SiteQuestion, clock_text, size_text,
};
pub use site::health::{FieldHealth, RuleHealth, RunHealth};
pub use site::source_kind::SourceKind;
pub use site::{LIST_PARTIAL, Site, SiteDraft, SiteStatus, TAUGHT_SIGNAL};
pub use storage::erasure::{
    ErasureReport, ErasureRequest, ErasureTrace, MAX_TRACE_EXAMPLES, TraceExample, TraceFate,
    TraceKind, Unsearched,
};
pub use storage::storage_check::{StorageFault, StorageFinding, StorageReport};
pub use supervision::exception::{ExceptionDraft, PageFingerprint, Ruling, Simhash, SiteException};
pub use supervision::plan::SupervisionPlan;
pub use supervision::timeline::{Band, bands};
pub use supervision::{
    ActionKind, ActionOutcome, NextStep, OpenAction, Phase, SiteAction, SiteEvent, SiteMemory,
    SiteSupervisionCommand, Supervision,
};
pub use task::remote_command::{RemoteCommand, RemoteCommandKind};
pub use task::task_options::{MIDDLE_PRIORITY, MissedPolicy, OverlapPolicy, Terms};
pub use task::timing::{Bounds, Timing};
pub use task::turn::{SchedulerState, TaskTurn, TurnCause, TurnOutcome, TurnPart};
pub use task::{SiteSelection, Task, TaskDraft};
