//! The person that the claims of a token describe: name, subject, and the roles with their meaning in tenants.

use super::failure::shown;
use super::{SignInError, SignInSettings};
use crate::app::Scope;
use crate::app::rulings::{NAME, clean};
use crate::store::Person;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The claims of a verified token.
pub(super) struct Claims(pub(super) Map<String, Value>);

/// The scopes that a person has in a tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TenantRoles {
    /// The name of the tenant.
    pub tenant: String,
    /// The names of the scopes.
    pub scopes: Vec<String>,
}

impl TenantRoles {
    pub(super) fn scopes(&self) -> Vec<Scope> {
        self.scopes.iter().filter_map(|name| Scope::named(name)).collect()
    }
}

/// The maximum number of roles that are shown to a person without a fitting one.
const SHOWN: usize = 20;

impl Claims {
    /// The person. A provider need not send the name, so other claims can stand for it.
    pub(super) fn person(&self, settings: &SignInSettings) -> Result<Person, SignInError> {
        let sub = self.0.get("sub").and_then(Value::as_str).unwrap_or_default();
        // OpenID Connect limits a subject to 255 ASCII characters.
        if !(1..=255).contains(&sub.len()) || !sub.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Err(SignInError::TokenInvalid("its subject is not 1 to 255 ASCII characters".to_owned()));
        }
        let named = |claim: &str| {
            let name = clean(self.at(claim)?.as_str()?, false);
            let name: String = name.chars().take(NAME).collect();
            Some(name.trim().to_owned()).filter(|name| !name.is_empty())
        };
        let claims = [settings.name_claim.as_str(), "name", "preferred_username", "email", "sub"];
        let name = claims.into_iter().find_map(named).unwrap_or_else(|| sub.chars().take(NAME).collect());
        Ok(Person { name, subject: format!("{}#{sub}", settings.issuer) })
    }

    /// The tenants in which the person has a role, with the scopes of all roles there.
    pub(super) fn tenants(&self, settings: &SignInSettings, name: &str) -> Result<Vec<TenantRoles>, SignInError> {
        let found = self.at(&settings.roles_claim).map(words);
        let has = |value: &String| found.as_ref().is_some_and(|found| found.contains(value));
        let mut tenants: BTreeMap<&str, Vec<Scope>> = BTreeMap::new();
        for role in settings.roles.iter().filter(|role| has(&role.value)) {
            tenants.entry(&role.tenant).or_default().extend(&role.scopes);
        }
        if tenants.is_empty() {
            let claim = settings.roles_claim.clone();
            let found = found.map(|found| found.iter().take(SHOWN).map(|word| shown(word)).collect());
            return Err(SignInError::NoRole { name: name.to_owned(), claim, found });
        }
        let union = |scopes: Vec<Scope>| Scope::ALL.into_iter().filter(move |one| scopes.contains(one));
        let tenant = |(tenant, scopes): (&str, Vec<Scope>)| TenantRoles {
            tenant: tenant.to_owned(),
            scopes: union(scopes).map(|scope| scope.name().to_owned()).collect(),
        };
        Ok(tenants.into_iter().map(tenant).collect())
    }

    /// The claim of this name, or at the end of this path. Names may contain dots, as those that are addresses do.
    fn at(&self, path: &str) -> Option<&Value> {
        if let Some(value) = self.0.get(path) {
            return Some(value);
        }
        let mut steps = path.split('.');
        let first = self.0.get(steps.next()?)?;
        steps.try_fold(first, |value, step| value.get(step))
    }
}

/// The words of a claim: a list of texts, or one text.
fn words(claim: &Value) -> Vec<String> {
    let list = claim.as_array().map_or(std::slice::from_ref(claim), Vec::as_slice);
    list.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Role;
    use super::*;
    use serde_json::json;
    use std::time::Duration;

    fn settings(roles_claim: &str) -> SignInSettings {
        let role = |value: &str, tenant: &str, scopes: &[Scope]| Role {
            value: value.to_owned(),
            tenant: tenant.to_owned(),
            scopes: scopes.to_vec(),
        };
        SignInSettings {
            issuer: "https://sso.example".to_owned(),
            client_id: String::new(),
            client_secret: String::new(),
            public_url: String::new(),
            roles_claim: roles_claim.to_owned(),
            name_claim: "name".to_owned(),
            extra_scopes: Vec::new(),
            session: Duration::from_hours(8),
            roles: vec![
                role("referee", "home", &[Scope::Referee, Scope::Read]),
                role("reader", "home", &[Scope::Read]),
                role("admin", "home", &[Scope::Admin]),
                role("acme", "acme", &[Scope::Read]),
            ],
        }
    }

    fn claims(value: Value) -> Claims {
        match value {
            Value::Object(map) => Claims(map),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn roles_of_a_tenant_are_united() {
        let given = |value: Value, claim: &str| -> Vec<(String, String)> {
            let tenants = claims(value).tenants(&settings(claim), "x").unwrap_or_default();
            tenants.into_iter().map(|one| (one.tenant, one.scopes.join(","))).collect()
        };
        let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(tenant, scopes)| ((*tenant).to_owned(), (*scopes).to_owned())).collect()
        };
        let referee = pairs(&[("home", "read,referee")]);
        assert_eq!(given(json!({ "roles": ["referee", "reader", 7] }), "roles"), referee);
        assert_eq!(given(json!({ "roles": "referee" }), "roles"), referee);
        assert_eq!(given(json!({ "realm_access": { "roles": ["referee"] } }), "realm_access.roles"), referee);
        let (name, roles) = ("https://a.example/roles", json!({ "https://a.example/roles": ["referee"] }));
        assert_eq!(given(roles, name), referee);
        let both = pairs(&[("acme", "read"), ("home", "admin")]);
        assert_eq!(given(json!({ "roles": ["acme", "admin"] }), "roles"), both);
        for none in [json!({}), json!({ "roles": [] }), json!({ "roles": "referee reader" }), json!({ "roles": null })]
        {
            assert_eq!(given(none, "roles"), []);
        }
    }

    #[test]
    fn person_without_a_role_learns_what_was_found() {
        let found = |value: Value| match claims(value).tenants(&settings("roles"), "王芳") {
            Err(SignInError::NoRole { name, claim, found }) => (name, claim, found),
            other => panic!("{other:?}"),
        };
        let told = |found| ("王芳".to_owned(), "roles".to_owned(), found);
        assert_eq!(found(json!({})), told(None));
        assert_eq!(found(json!({ "roles": ["guest\u{202e}"] })), told(Some(vec!["guest".to_owned()])));
        let many: Vec<String> = (0..100).map(|at| format!("r{at}")).collect();
        assert_eq!(found(json!({ "roles": many })).2.map(|found| found.len()), Some(SHOWN));
    }

    #[test]
    fn name_is_clean_and_falls_back() {
        let named = |value: Value| claims(value).person(&settings("roles")).map(|person| (person.name, person.subject));
        for (value, name) in [
            (json!({ "sub": "u1", "name": "王芳" }), "王芳"),
            (json!({ "sub": "u1", "name": "  王\u{202e}芳\n " }), "王芳"),
            (json!({ "sub": "u1", "name": "", "preferred_username": "fang" }), "fang"),
            (json!({ "sub": "u1", "name": 7, "email": "fang@sso.example" }), "fang@sso.example"),
            (json!({ "sub": "u1" }), "u1"),
        ] {
            let found = named(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"));
            assert_eq!(found, (name.to_owned(), "https://sso.example#u1".to_owned()), "{value}");
        }
        let long = "芳".repeat(100);
        let found = named(json!({ "sub": "u1", "name": long })).map(|(name, _)| name.chars().count());
        assert_eq!(found.unwrap_or_default(), NAME);
        for sub in [json!(null), json!(""), json!("é"), json!("a\nb"), json!("x".repeat(256))] {
            assert!(named(json!({ "sub": sub, "name": "王芳" })).is_err(), "{sub}");
        }
    }
}
