//! The pages of the sign-in: on the way to the provider, the choice of a tenant, and after signing out.

use super::frame::{Document, frame};
use crate::app::Choice;
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use maud::html;

/// Renders the page that leads to the provider.
pub fn going(url: &str, lang: Lang) -> Document {
    let title = lang.pick("正在前往登录", "On the way to sign in");
    let body = html! {
        h1 { (title) }
        p { (lang.pick("浏览器会自动转到登录页面；如果没有，请点下面的按钮。", "Your browser goes on to the sign-in page by itself. If it does not, use the button.")) }
        p { a.button id="next" href=(url) { (lang.pick("去登录", "Go to sign in")) } }
    };
    frame(lang, title, "/sign-in", body).leading_to(url)
}

/// Renders the choice of a tenant.
pub fn choose_tenant(choice: &Choice, lang: Lang) -> Document {
    let title = lang.pick("选择租户", "Choose a tenant");
    let who = bilingual!("{} 在多个租户中有角色。", "{} has roles in several tenants.", choice.name);
    let body = html! {
        h1 { (title) }
        p { (who.get(lang)) " " (lang.pick("请选这次进入哪一个；换一个须退出后重新登录。", "Choose one for this session; sign out and in again to change it.")) }
        form method="post" action="/sign-in" {
            input type="hidden" name="lang" value=(lang.tag());
            input type="hidden" name="ticket" value=(choice.ticket);
            @for one in &choice.tenants {
                p {
                    button name="tenant" value=(one.tenant) { (one.tenant) }
                    " " span.quiet { (lang.pick("权限：", "scopes: ")) (one.scopes.join(", ")) }
                }
            }
        }
    };
    frame(lang, title, "/", body)
}

/// Renders the page after signing out. `url` is the address where the session at the provider ends, if it has one.
pub fn signed_out(url: Option<&str>, lang: Lang) -> Document {
    let title = lang.pick("已退出", "Signed out");
    let body = html! {
        h1 { (title) }
        p { (lang.pick("这次登录已经结束，本机不再留有凭证。", "Your session has ended, and this browser keeps nothing of it.")) }
        @if let Some(url) = url {
            p { (lang.pick("浏览器会自动转到登录服务，在那里也退出；如果没有，请点下面的按钮。", "Your browser goes on to the sign-in provider to sign out there too. If it does not, use the button.")) }
            p { a.button id="next" href=(url) { (lang.pick("在登录服务上也退出", "Sign out at the provider too")) } }
        }
        p { a href={ "/?lang=" (lang.tag()) } { (lang.pick("回到首页", "Back to the start page")) } }
    };
    let page = frame(lang, title, "/", body);
    match url {
        Some(url) => page.leading_to(url),
        None => page,
    }
}
