//! The problems of a sign-in that failed, with the next step for the person or the operator.

use super::problem::{ApiError, ProblemType};
use crate::app::SignInError;
use caipan_tiles::bilingual;

impl From<SignInError> for ApiError {
    fn from(error: SignInError) -> ApiError {
        if !matches!(error, SignInError::App(_) | SignInError::Off | SignInError::Expired | SignInError::Denied) {
            tracing::info!(%error, "a sign-in failed");
        }
        let (kind, text) = match error {
            SignInError::App(error) => return error.into(),
            SignInError::Off => (
                ProblemType::SignInOff,
                bilingual!(
                    "本服务没有开通浏览器登录。请用密钥（浏览器中作为密码），或请运维以 --sign-in 启动服务（docs/sign-in.md）。",
                    "This service has no browser sign-in. Use a key, in a browser as the password, or ask the operator to start the service with --sign-in (docs/sign-in.md)."
                ),
            ),
            SignInError::ProviderDown(why) => (
                ProblemType::ProviderUnavailable,
                bilingual!(
                    "登录服务没有正常应答（{why}）。请稍后再试；若一直如此，请告知运维核对登录设置中的 issuer 与网络。",
                    "The sign-in provider does not answer as it should ({why}). Try again later; if it stays so, tell the operator to check `issuer` in the sign-in settings and the network."
                ),
            ),
            SignInError::Expired => (
                ProblemType::SignInExpired,
                bilingual!(
                    "这次登录已失效：超过了十分钟，已经用过，或是在另一个窗口、另一个浏览器开始的。请重新登录；若反复如此，请允许本站的 Cookie。",
                    "This sign-in is no longer valid: it took longer than ten minutes, was used already, or began in another window or browser. Sign in again; if it keeps happening, allow cookies of this site."
                ),
            ),
            SignInError::Denied => (
                ProblemType::SignInRefused,
                bilingual!(
                    "登录服务没有放行：您取消了登录，或那里不允许您使用本服务。可以重新登录；若您应能使用，请向登录服务的管理员申请。",
                    "The sign-in provider did not let you in: you cancelled, or you may not use this service there. Sign in again; if you should have access, ask the administrator of the provider."
                ),
            ),
            SignInError::Refused(word) => (
                ProblemType::SignInRefused,
                bilingual!(
                    "登录服务拒绝了这次登录（{word}）。请重新登录；若一直如此，请告知运维核对 client_id、密钥和回调地址（/sign-in/return）。",
                    "The sign-in provider refused this sign-in ({word}). Sign in again; if it stays so, tell the operator to check client_id, the secret and the return address (/sign-in/return)."
                ),
            ),
            SignInError::TokenInvalid(why) => (
                ProblemType::SignInUntrusted,
                bilingual!(
                    "登录服务给出的身份令牌没有通过核对（{why}），未予登录。请重新登录；若一直如此，请告知运维核对登录设置和两边的时钟。",
                    "The identity token of the sign-in provider failed its checks ({why}), so you are not signed in. Sign in again; if it stays so, tell the operator to check the sign-in settings and both clocks."
                ),
            ),
            SignInError::NoRole { name, claim, found } => {
                let (zh, en) = match found {
                    None => {
                        (format!("身份令牌中没有 {claim} 这一项"), format!("the identity token has no claim {claim}"))
                    }
                    Some(found) if found.is_empty() => {
                        (format!("{claim} 中没有角色"), format!("the claim {claim} has no roles"))
                    }
                    Some(found) => {
                        let found = found.join(", ");
                        (format!("{claim} 中只有 {found}"), format!("the claim {claim} has only {found}"))
                    }
                };
                (
                    ProblemType::RoleMissing,
                    bilingual!(
                        "{name} 登录成功，但没有可在这里使用的角色：{zh}。请运维在登录服务上给您分配角色，或在登录设置的 [[role]] 中加上已有的角色，然后重新登录。",
                        "{name} signed in but has no role for this service: {en}. Ask the operator to give you a role at the provider, or to add one of yours as a [[role]] of the sign-in settings, then sign in again."
                    ),
                )
            }
            SignInError::NoTenant(tenant) => (
                ProblemType::RoleMissing,
                bilingual!(
                    "您的角色属于租户 {tenant}，而数据库中没有它。请告知运维：用 caipan keys make --tenant {tenant} 建立，或改正登录设置。",
                    "Your role belongs to the tenant {tenant}, which is not in the database. Tell the operator to create it with caipan keys make --tenant {tenant}, or to correct the sign-in settings."
                ),
            ),
        };
        ApiError::new(kind, text)
    }
}
