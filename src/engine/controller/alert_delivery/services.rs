//! Messaging services of the plan: set up, removed, and what is sent to them. The address of a
//! service is a secret and lies with the others; the plan has its number, kind and host.

use url::Url;

use super::alert_content::AlertContent;
use crate::context::EngineContext;
use crate::project_permission::secret_places;
use crate::protocol::EngineError;
use bowerbird_io::alert_channels::{AlertError, service};
use bowerbird_io::secrets::{BoundSecret, Secret};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{AlertChannel, AlertPlan, AlertService, ServiceKind};
use bowerbird_logic::policy::alert_services::{ServiceAddress, ServiceMessage};
use bowerbird_logic::policy::pools::secret_scope::SecretPlace;

/// The most services of a project.
const MAX_SERVICES: usize = 20;

/// Sets up a service. Nothing is changed if its address cannot be stored.
pub(super) fn add(
    context: &EngineContext,
    kind: Option<ServiceKind>,
    address: &Secret,
) -> Result<(), EngineError> {
    let read = ServiceAddress::parse(address.reveal(), kind)?;
    let mut plan = context.store.alert_plan()?;
    if plan.services.len() >= MAX_SERVICES {
        let message = Message::new("alert-too-many-services").with("most", MAX_SERVICES);
        return Err(EngineError(message));
    }
    plan.last_service = plan.last_service.saturating_add(1);
    let origin = String::from(read.origin());
    let origin = origin.trim_end_matches('/').to_owned();
    let added = AlertService {
        id: plan.last_service,
        kind: read.kind,
        origin,
    };
    let channel = AlertChannel::Service(added.id);
    plan.services.push(added);
    context.settle_secrets();
    let scope = secret_places::of_channel(&plan, channel);
    let secret = BoundSecret::new(Secret::new(address.reveal().trim()), scope);
    context.secrets().set(&channel.secret_name(), &secret)?;
    context.store.set_alert_plan(&plan)?;
    Ok(())
}

/// Removes a service with its address.
pub(super) fn remove(context: &EngineContext, id: u16) -> Result<(), EngineError> {
    let mut plan = context.store.alert_plan()?;
    if plan.service(id).is_none() {
        return Err(EngineError(Message::new("alert-no-channel")));
    }
    plan.services.retain(|service| service.id != id);
    context.store.set_alert_plan(&plan)?;
    context
        .secrets()
        .remove(&AlertChannel::Service(id).secret_name())?;
    Ok(())
}

/// Sends `told` to a service; `kept` is its address.
pub(super) fn send(
    plan: &AlertPlan,
    id: u16,
    kept: Option<&BoundSecret>,
    told: &AlertContent,
    patient: bool,
    go_on: &dyn Fn() -> bool,
) -> Result<Result<(), AlertError>, EngineError> {
    let Some(known) = plan.service(id) else {
        return Err(EngineError(Message::new("alert-way-gone")));
    };
    let Some(kept) = kept else {
        let message = Message::new("alert-service-elsewhere").with("service", known.kind.name());
        return Err(EngineError(message));
    };
    let place = Url::parse(&known.origin).ok();
    let address = kept.for_place(place.as_ref().and_then(SecretPlace::exact))?;
    let address = ServiceAddress::parse(address.reveal(), Some(known.kind))?;
    let message = ServiceMessage {
        title: told.title.clone(),
        lines: told.lines.clone(),
    };
    Ok(service(&address, &message, &told.id, patient, go_on))
}
