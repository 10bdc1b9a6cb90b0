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
use crate::web::{self, Desk, state_named};
use actix_web::http::header;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use caipan_engine::audit::{Verdict, checks};
use caipan_engine::rules::SYSTEMS;
use caipan_engine::rules::house_presets::presets_of;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Label, Lang};
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
    let first_seen = match &filter.code {
        Some(code) => app.first_seen(caller.who, code.clone()).await?,
        None => None,
    };
    let first_seen = first_seen.as_ref();
    let desk = Desk { page: &page, counts: &counts, asked: &asked, filter: &filter, first_seen, may_rule };
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

/// The filters of the search box, each with its words in English and Chinese.
const FILTERS: [(&str, &[&str]); 10] = [
    ("state", &["is", "是"]),
    ("code", &["code", "错误", "问题"]),
    ("verdict", &["verdict", "结论"]),
    ("system", &["system", "rules", "规则"]),
    ("platform", &["platform", "平台"]),
    ("game", &["game", "牌谱"]),
    ("client", &["client", "客户端"]),
    ("since", &["since", "从"]),
    ("until", &["until", "到"]),
    ("player", &["player", "牌手"]),
];

/// Returns the filter that a word of the search box names: `code:A702`, `是:待处理`, a bare code, the title of a check, a
/// verdict, a state; any other word is the name of a player.
fn sought(word: &str) -> (&'static str, String) {
    if let Some((name, value)) = word.split_once([':', '：']).filter(|(_, value)| !value.is_empty())
        && let Some((filter, _)) = FILTERS.iter().find(|(_, names)| names.contains(&name))
    {
        return (filter, meant(filter, value).unwrap_or_else(|| value.to_owned()));
    }
    let bare = ["code", "verdict", "state"];
    let found = bare.into_iter().find_map(|filter| Some((filter, meant(filter, word)?)));
    found.unwrap_or_else(|| ("player", player_digest(word)))
}

/// Returns the value of a filter that a word means in either language; `None` if the filter does not know it.
fn meant(filter: &str, word: &str) -> Option<String> {
    let in_words = |text: [&str; 2]| text.iter().any(|text| text.eq_ignore_ascii_case(word));
    let named = |label: &Label| in_words(BOTH.map(|lang| label.get(lang)));
    match filter {
        "state" => state_named(word).map(|state| state.word().to_owned()),
        "code" => {
            let found = checks::find(&word.to_uppercase()).or_else(|| checks::all().find(|check| named(&check.title)));
            found.map(|check| check.code.to_owned())
        }
        "verdict" => {
            let all = [Verdict::Faulty, Verdict::Variant, Verdict::Unverifiable, Verdict::Clean];
            all.into_iter().find(|one| named(&one.label())).map(|one| one.word().to_owned())
        }
        // The name of a system stands for its first preset, as in a log.
        "system" => {
            let presets = || SYSTEMS.iter().flat_map(|&system| presets_of(system));
            let of_system =
                || SYSTEMS.iter().find(|system| named(&system.name)).and_then(|&system| presets_of(system).next());
            presets().find(|preset| named(&preset.name)).or_else(of_system).map(|preset| preset.id.to_owned())
        }
        "player" => Some(player_digest(word)),
        _ => None,
    }
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
        assert_eq!(found("是:待处理"), "state=open");
        assert_eq!(found("是：未处理"), "state=open");
        assert_eq!(found("已裁定"), "state=decided");
        assert_eq!(found("is:done"), "state=done", "the desk says which states there are");
        assert_eq!(found("客户端:app"), "client=app");
        assert_eq!(found("结论:有误"), "verdict=faulty");
        assert_eq!(found("规则:北京麻将"), "system=beijing");
        assert_eq!(found("rules：beijing"), "system=beijing");
        assert_eq!(found("有误"), "verdict=faulty");
        assert_eq!(found("老周"), format!("player={}", player_digest("老周")));
        assert_eq!(found("player:A702"), format!("player={}", player_digest("A702")));
        let check = checks::all().next().expect("a check");
        for word in [check.title.get(Lang::Zh).to_owned(), format!("错误:{}", check.title.get(Lang::Zh))] {
            assert_eq!(found(&word), format!("code={}", check.code));
        }
    }
}
