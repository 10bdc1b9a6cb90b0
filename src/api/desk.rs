//! Handlers of the desk: the newest logs by filters, the search box, and the dismissal of several cases at once.

use super::auth::{Allowed, ToRead, ToReferee};
use super::body::Body;
use super::html_page;
use super::lang;
use super::lists::{ListQuery, filter_of};
use super::problem::{ApiError, ProblemType};
use super::words;
use crate::app::{App, AppError, CaseState, Fields, NewRuling, Scope, player_digest};
use crate::store::RulingKind;
use crate::web::{self, Desk};
use actix_web::http::header;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use caipan_engine::audit::{Verdict, checks};
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use serde::Deserialize;

/// The languages in which somebody may write a word.
const BOTH: [Lang; 2] = [Lang::Zh, Lang::En];
/// The rows of the desk on a page: each needs its report.
const ROWS: u32 = 30;

/// The filters of the desk and its language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeskQuery {
    platform: Option<String>,
    game: Option<String>,
    system: Option<String>,
    verdict: Option<String>,
    client: Option<String>,
    code: Option<String>,
    player: Option<String>,
    since: Option<String>,
    until: Option<String>,
    state: Option<String>,
    after: Option<String>,
    lang: Option<String>,
}

impl DeskQuery {
    /// The filled fields by name; empty fields filter nothing.
    fn address(&self) -> Fields {
        let fields = [
            ("platform", &self.platform),
            ("game", &self.game),
            ("system", &self.system),
            ("verdict", &self.verdict),
            ("client", &self.client),
            ("code", &self.code),
            ("player", &self.player),
            ("since", &self.since),
            ("until", &self.until),
            ("state", &self.state),
            ("after", &self.after),
        ];
        let given =
            fields.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text.as_deref()?.trim().to_owned())));
        given.filter(|(_, text)| !text.is_empty()).collect()
    }

    fn list(&self) -> ListQuery {
        let mut fields = self.address();
        let mut given = |name: &str| fields.remove(name);
        ListQuery {
            platform: given("platform"),
            game: given("game"),
            system: given("system"),
            verdict: given("verdict"),
            client: given("client"),
            code: given("code").map(|code| code.to_uppercase()),
            player: given("player"),
            since: given("since"),
            until: given("until"),
            limit: None,
            after: given("after"),
        }
    }
}

/// The desk.
pub(super) async fn page(
    app: Data<App>,
    caller: Allowed<ToRead>,
    query: Query<DeskQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let query = query.into_inner();
    let lang = lang::asked(&request, query.lang.as_deref());
    let asked = query.address();
    let (filter, _) = filter_of(query.list())?;
    let state = match asked.get("state") {
        None => None,
        Some(word) => Some(CaseState::named(word).ok_or_else(|| {
            let known: Vec<&str> = CaseState::ALL.into_iter().map(CaseState::word).collect();
            ApiError::new(ProblemType::RequestInvalid, words::unknown("state", word, &known))
        })?),
    };
    let page = app.desk(caller.who, filter.clone(), state, ROWS).await?;
    let counts = app.desk_counts(caller.who, filter.clone()).await?;
    let may_rule = caller.caller.may(Scope::Referee).is_ok();
    let desk = Desk { page: &page, counts: &counts, asked: &asked, filter: &filter, may_rule };
    Ok(html_page::page(&request, &web::desk(&desk, lang)))
}

/// Reads a form of the desk.
fn form(body: &Body) -> Result<Fields, ApiError> {
    let text = std::str::from_utf8(&body.bytes).unwrap_or_default();
    Query::<Fields>::from_query(text).map(Query::into_inner).map_err(|error| {
        ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!("表单无法读取：{error}。请重新填写。", "The form cannot be read: {error}. Fill it in again."),
        )
    })
}

/// Redirects from the words of the search box to the desk. The name of a player stays in the body: the address contains only
/// its digest.
pub(super) async fn find(_caller: Allowed<ToRead>, body: Body) -> Result<HttpResponse, ApiError> {
    let mut fields = form(&body)?;
    let asked = fields.remove("q").unwrap_or_default();
    fields.remove("after");
    for word in asked.split_whitespace() {
        let (name, value) = sought(word);
        fields.insert(name.to_owned(), value);
    }
    let query: Vec<String> =
        fields.iter().map(|(name, text)| format!("{}={}", web::escaped(name), web::escaped(text))).collect();
    Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, format!("/desk?{}", query.join("&")))).finish())
}

/// Returns the filter that a word of the search box names: `code:A702`, a bare code, the title of a check, a verdict, a
/// state; any other word is the name of a player.
fn sought(word: &str) -> (&'static str, String) {
    const NAMES: [&str; 7] = ["code", "verdict", "system", "platform", "game", "client", "since"];
    if let Some((name, value)) = word.split_once([':', '：']).filter(|(_, value)| !value.is_empty()) {
        match name {
            "is" => return ("state", value.to_owned()),
            "rules" => return ("system", value.to_owned()),
            "until" => return ("until", value.to_owned()),
            "player" => return ("player", player_digest(value)),
            _ => {}
        }
        if let Some(known) = NAMES.into_iter().find(|known| *known == name) {
            return (known, value.to_owned());
        }
    }
    let code = word.to_uppercase();
    if checks::find(&code).is_some() {
        return ("code", code);
    }
    let in_words = |text: [&str; 2]| text.iter().any(|text| text.eq_ignore_ascii_case(word));
    if let Some(check) = checks::all().find(|check| in_words(BOTH.map(|lang| check.title.get(lang)))) {
        return ("code", check.code.to_owned());
    }
    let verdicts = [Verdict::Faulty, Verdict::Variant, Verdict::Unverifiable, Verdict::Clean];
    if let Some(verdict) = verdicts.into_iter().find(|one| in_words(BOTH.map(|lang| one.label().get(lang)))) {
        return ("verdict", verdict.word().to_owned());
    }
    ("player", player_digest(word))
}

/// Shows the ticked cases once more, and dismisses them once that is confirmed.
pub(super) async fn dismiss(
    app: Data<App>,
    caller: Allowed<ToReferee>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    caller.may(Scope::Read)?;
    let fields = form(&body)?;
    let lang = lang::asked(&request, fields.get("lang").map(String::as_str));
    let ids: Vec<String> = fields.keys().filter_map(|name| name.strip_prefix("log-")).map(str::to_owned).collect();
    let note = fields.get("note").map_or("", |note| note.trim());
    let token = match fields.get("token").filter(|token| (1..=64).contains(&token.len())) {
        Some(token) => token.clone(),
        None => App::token()?,
    };
    let mut wrong = String::new();
    if fields.contains_key("confirm") && !ids.is_empty() {
        for id in &ids {
            let new = dismissing(note);
            match app.rule(&caller.caller, id, new, format!("desk {token} {id}")).await {
                Ok(_) => {}
                Err(AppError::Ruling(refusal)) => {
                    refusal.text.get(lang).clone_into(&mut wrong);
                    break;
                }
                Err(other) => return Err(other.into()),
            }
        }
        if wrong.is_empty() {
            let desk = format!("/desk?state=dismissed&lang={}", lang.tag());
            return Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, desk)).finish());
        }
    }
    if ids.is_empty() {
        let desk = format!("/desk?lang={}", lang.tag());
        return Ok(HttpResponse::SeeOther().insert_header((header::LOCATION, desk)).finish());
    }
    let rows = app.desk_rows(caller.who, ids).await?;
    Ok(html_page::page(&request, &web::dismissal(&rows, note, [&token, &wrong], lang)))
}

/// Returns the ruling that the whole recorded result of a match stands.
fn dismissing(note: &str) -> NewRuling {
    NewRuling {
        kind: RulingKind::Dismiss,
        finding: None,
        hand: None,
        note: note.to_owned(),
        referee: String::new(),
        transfers: Vec::new(),
        reverses: None,
        seen: None,
        revision: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_box_knows_what_a_word_names() {
        let found = |word: &str| {
            let (name, value) = sought(word);
            format!("{name}={value}")
        };
        assert_eq!(found("code:A702"), "code=A702");
        assert_eq!(found("a702"), "code=A702");
        assert_eq!(found("is:open"), "state=open");
        assert_eq!(found("rules：beijing"), "system=beijing");
        assert_eq!(found("有误"), "verdict=faulty");
        assert_eq!(found("老周"), format!("player={}", player_digest("老周")));
        assert_eq!(found("player:A702"), format!("player={}", player_digest("A702")));
        let check = checks::all().next().expect("a check");
        assert_eq!(found(check.title.get(Lang::Zh)), format!("code={}", check.code));
    }
}
