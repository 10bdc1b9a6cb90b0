//! Sign-in of browsers by OpenID Connect: begins and finishes the authorization code flow, and makes a key that lasts as
//! long as the session. Cookies and pages are left to `api` and `web`.
//!
//! The state of a flow is in an encrypted ticket that the browser keeps, so any replica can finish it. The ticket names the
//! key of the session to be made, and the database has each key once, so a ticket leads to one session.

mod failure;
mod id_token;
mod jws;
mod person;
mod provider;
mod settings;
mod ticket;

pub use failure::SignInError;
pub use person::TenantRoles;
pub use settings::{Role, SignInSettings, is_issuer, public_origin};

use super::{App, AppError, Caller, NewKey, now};
use crate::store::{KeyRow, Person, Revocation, StoreError, Tenant, Who};
use crate::webhook_client::WebhookClient;
use person::Claims;
use provider::{FlowSecrets, Provider};
use serde::{Deserialize, Serialize};
use ticket::Ticket;

/// The time in which a flow has to be finished, in microseconds.
const FLOW: i64 = 600_000_000;
/// The time in which a tenant has to be chosen, in microseconds.
const CHOICE: i64 = 300_000_000;
/// The name of the keys of sessions.
const KEY_NAME: &str = "sign-in";
/// The places of the two kinds of tickets.
const FLOW_PLACE: &str = "sign-in flow";
const CHOICE_PLACE: &str = "sign-in choice";

/// The configured sign-in.
pub struct SignIn {
    settings: SignInSettings,
    provider: Provider,
}

impl SignIn {
    /// Sets up the sign-in. Nothing is fetched from the provider before somebody signs in.
    pub fn new(settings: SignInSettings, client: WebhookClient) -> SignIn {
        SignIn { provider: Provider::new(client), settings }
    }

    /// The settings.
    pub fn settings(&self) -> &SignInSettings {
        &self.settings
    }
}

/// A flow that has begun.
#[derive(Debug)]
pub struct Begun {
    /// The address of the provider where the person signs in.
    pub url: String,
    /// The ticket that the browser has to keep.
    pub ticket: String,
}

/// A session.
#[derive(Debug)]
pub struct Session {
    /// The secret of its key.
    pub secret: String,
    /// Seconds until it ends.
    pub seconds: i64,
    /// The path of this service to go on to.
    pub to: String,
}

/// A person with roles in several tenants, who has to choose one.
#[derive(Debug)]
pub struct Choice {
    /// The ticket that the browser has to keep.
    pub ticket: String,
    /// The name of the person.
    pub name: String,
    /// The tenants with the scopes in each.
    pub tenants: Vec<TenantRoles>,
}

/// The end of a flow.
#[derive(Debug)]
pub enum Finished {
    /// The person has a session.
    Session(Session),
    /// The person has to choose a tenant.
    Choice(Choice),
}

/// The content of the ticket of a flow.
#[derive(Serialize, Deserialize)]
struct Flow {
    secrets: FlowSecrets,
    /// The id of the session.
    session: String,
    to: String,
    until: i64,
}

/// The content of the ticket of a choice.
#[derive(Serialize, Deserialize)]
struct ChoiceTicket {
    /// The id of the session.
    session: String,
    name: String,
    subject: String,
    tenants: Vec<TenantRoles>,
    to: String,
    until: i64,
    /// The end of the session, counted from the sign-in.
    ends: i64,
}

/// The parameters with which the provider sent the browser back.
#[derive(Debug, Default)]
pub struct Returned {
    /// The authorization code.
    pub code: Option<String>,
    /// The state of the flow.
    pub state: Option<String>,
    /// The issuer, if the provider names it (RFC 9207).
    pub issuer: Option<String>,
    /// The code of an error.
    pub error: Option<String>,
}

impl App {
    /// Adds the sign-in of browsers.
    #[must_use]
    pub fn with_sign_in(self, sign_in: Option<SignIn>) -> App {
        App { sign_in, ..self }
    }

    /// The names of all tenants, for checks before the service starts.
    pub fn tenant_names(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.store.tenants()?.into_iter().map(|(_, name)| name).collect())
    }

    /// The sign-in, if it is configured.
    pub fn sign_in(&self) -> Option<&SignIn> {
        self.sign_in.as_ref()
    }

    /// Begins a flow that leads to a path of this service.
    pub async fn begin_sign_in(&self, to: &str) -> Result<Begun, SignInError> {
        let sign_in = self.sign_in.as_ref().ok_or(SignInError::Off)?;
        let (url, secrets) = sign_in.provider.authorization(&sign_in.settings).await?;
        let flow = Flow { secrets, session: App::token()?, to: to.to_owned(), until: now() + FLOW };
        let ticket = self.ticket()?.write(FLOW_PLACE, &flow)?;
        Ok(Begun { url, ticket })
    }

    /// Finishes the flow of a ticket with the parameters of the provider.
    pub async fn finish_sign_in(&self, ticket: Option<&str>, returned: Returned) -> Result<Finished, SignInError> {
        let sign_in = self.sign_in.as_ref().ok_or(SignInError::Off)?;
        let settings = &sign_in.settings;
        let flow: Flow = self.ticket()?.read(FLOW_PLACE, ticket).ok_or(SignInError::Expired)?;
        if flow.until <= now() || !flow.secrets.has_state(returned.state.as_deref()) {
            return Err(SignInError::Expired);
        }
        if returned.issuer.is_some_and(|issuer| issuer != settings.issuer) {
            return Err(SignInError::TokenInvalid("the answer names another issuer".to_owned()));
        }
        if let Some(error) = returned.error {
            return Err(SignInError::refused(&error));
        }
        let code = returned.code.ok_or_else(|| SignInError::refused("no code"))?;
        let claims = Claims(sign_in.provider.claims(settings, &code, &flow.secrets).await?);
        let person = claims.person(settings)?;
        let mut tenants = claims.tenants(settings, &person.name)?;
        let ends = now() + settings.session.as_micros().try_into().unwrap_or(i64::MAX / 2);
        if tenants.len() == 1 {
            return Ok(Finished::Session(self.session(flow.session, person, tenants.remove(0), ends, flow.to).await?));
        }
        let Person { name, subject } = person;
        let until = now() + CHOICE;
        let choice = ChoiceTicket { session: flow.session, name, subject, tenants, to: flow.to, until, ends };
        let ticket = self.ticket()?.write(CHOICE_PLACE, &choice)?;
        Ok(Finished::Choice(Choice { ticket, name: choice.name, tenants: choice.tenants }))
    }

    /// Makes the session of a person who chose a tenant.
    pub async fn choose_tenant(&self, ticket: Option<&str>, tenant: &str) -> Result<Session, SignInError> {
        let choice: ChoiceTicket = self.ticket()?.read(CHOICE_PLACE, ticket).ok_or(SignInError::Expired)?;
        let ChoiceTicket { session, name, subject, tenants, to, until, ends } = choice;
        let chosen = tenants.into_iter().find(|one| one.tenant == tenant);
        let chosen = chosen.filter(|_| until > now()).ok_or(SignInError::Expired)?;
        self.session(session, Person { name, subject }, chosen, ends, to).await
    }

    /// Ends a session. Returns the address of the provider where its own session ends, if it has one.
    pub async fn sign_out(&self, key: &KeyRow) -> Result<Option<String>, AppError> {
        let (who, id) = (key.who(), key.id.clone());
        self.store.revoke(Revocation { who, of: Some(key.tenant), id, at: now() }).await?;
        match &self.sign_in {
            Some(sign_in) => Ok(sign_in.provider.end_session(&sign_in.settings).await),
            None => Ok(None),
        }
    }

    async fn session(
        &self,
        id: String,
        person: Person,
        chosen: TenantRoles,
        ends: i64,
        to: String,
    ) -> Result<Session, SignInError> {
        let (by, name, scopes) = (self.keyless_of(&chosen.tenant).await?, KEY_NAME.to_owned(), chosen.scopes());
        let (tenant, rate, addresses) = (Some(chosen.tenant), None, Vec::new());
        let new = NewKey { by, tenant, name, scopes, rate, expires_at: Some(ends), addresses };
        let (_, secret) = self.make_session(new, id, person).await?;
        Ok(Session { secret, seconds: (ends - now()) / 1_000_000, to })
    }

    /// The operator as the author of a change in a tenant.
    async fn keyless_of(&self, tenant: &str) -> Result<Caller, SignInError> {
        let found = self.tenant(tenant).await?;
        // The start checked it, and tenants are never deleted; only another database can lack it.
        let tenant: Tenant = found.ok_or_else(|| SignInError::NoTenant(tenant.to_owned()))?;
        Ok(Caller { who: Who::keyless(tenant), ..Caller::keyless() })
    }

    fn ticket(&self) -> Result<Ticket<'_>, SignInError> {
        // The start checked it.
        self.encryption_keys.as_ref().map(Ticket).ok_or(SignInError::Off)
    }
}
