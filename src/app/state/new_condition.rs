//! A condition as it is when a person begins to make one: about a site, or filled from a change.

use bowerbird_engine::types::{
    ClauseTest, ConditionActions, ConditionClause, ConditionTiming, RecordCondition, RecordFact,
    SiteId, WHOLE_RECORD,
};

/// A new condition about a site, or about all.
pub fn new_condition(site: Option<SiteId>) -> RecordCondition {
    let part = match site {
        Some(_) => ClauseTest::Changes,
        None => ClauseTest::Contains,
    };
    RecordCondition {
        site,
        enabled: true,
        clauses: vec![ConditionClause {
            field: "title".to_owned(),
            test: part,
            value: String::new(),
        }],
        actions: ConditionActions {
            tell: true,
            ..ConditionActions::default()
        },
        ..RecordCondition::default()
    }
}

/// A condition filled from a change: the field that changed, with a value of it.
pub fn condition_of_change(fact: &RecordFact, is_number: bool) -> RecordCondition {
    let clause = match (fact.field.is_empty(), is_number) {
        (true, _) => ConditionClause {
            field: WHOLE_RECORD.to_owned(),
            test: ClauseTest::Appears,
            value: String::new(),
        },
        (false, true) => ConditionClause {
            field: fact.field.clone(),
            test: ClauseTest::Below,
            value: fact.after.clone(),
        },
        (false, false) => ConditionClause {
            field: fact.field.clone(),
            test: ClauseTest::Changes,
            value: String::new(),
        },
    };
    let timing = match clause.test {
        ClauseTest::Below => ConditionTiming::Once,
        _ => ConditionTiming::Again,
    };
    RecordCondition {
        clauses: vec![clause],
        timing,
        ..new_condition(Some(fact.site))
    }
}
