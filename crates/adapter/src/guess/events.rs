//! Writes the part of a draft that turns acts into events: rows of one act are merged, dice go to the kong before them, a
//! chow gets the tiles from the hand, and a win that stands only in the result is added.

use super::packed::Packed;
use super::readings::Acts;
use super::shape::Found;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// Returns the guesses about the parts of acts as sentences.
pub(super) fn said(found: &Found) -> Vec<Text> {
    let mut said = Vec::new();
    let Some(acts) = &found.acts else { return said };
    let parts = &acts.parts;
    if let Some(more) = &parts.more {
        said.push(bilingual!("吃时手里的两张由 {more} 取出。", "Tiles from the hand of a chow: {more}."));
    }
    if !parts.repeated.is_empty() {
        let names = parts.repeated.join(", ");
        said.push(bilingual!(
            "{names} 每次都连写几行：合成一个事件，第一行的牌算吃碰杠的那张。",
            "{names}: several lines in sequence are one action. The program merges them; the first tile is the claimed one."
        ));
    }
    if !parts.dice.is_empty() {
        let names = parts.dice.join(", ");
        said.push(if parts.faces.is_some() {
            bilingual!(
                "骰子单写成一个动作（{names}）：并入它前面的杠；开局的骰子略去。",
                "Dice are an action of their own ({names}): the program adds them to the kong before, and omits others."
            )
        } else {
            bilingual!(
                "骰子单写成一个动作（{names}），看不出点数写在哪里：暂且略去。",
                "Dice are an action of their own ({names}), but the column of their faces is not clear: the program omits them."
            )
        });
    }
    if is_won_in_result(found) {
        let winner = found.winner.as_deref().or(found.result.as_deref()).unwrap_or_default();
        said.push(bilingual!(
            "没有一个动作是胡：由 {winner} 补一个 win，没有赢家的补 draw_game。",
            "No action is a win: the program adds it from {winner}, or `draw_game` if nobody won."
        ));
    }
    said
}

/// Returns the filter that gives the list of events. `items` gives the acts as `{value}`, or `{at, value}` with places.
/// `few` is the number of players, if it is not four, and `who` the filter of seats.
pub(super) fn events(acts: &Acts, packed: &Packed, items: &str, places: bool, few: Option<usize>, who: &str) -> String {
    let Acts { act, seat, tile, parts, .. } = acts;
    let unpacked = |filter: &String| unpacked(acts, packed, filter);
    let seated = piped(seat, who);
    let list = |names: &[String]| serde_json::Value::from(names.to_vec()).to_string();
    let is_one_of = |of: &str, names: &[String]| format!("([{of} | {act} | tostring] | inside_of({}))", list(names));
    let mut out = format!("[ {items}");
    let mut more = parts.more.as_ref().map(|more| format!("$a | {}", unpacked(more)));
    if !parts.repeated.is_empty() {
        let repeated = is_one_of("$i.value", &parts.repeated);
        out = format!(
            "[ [ {items} ]\n          | reduce .[] as $i ([]; .[-1].value as $b\n              | if {repeated} and ($b | {act}) == ($i.value | {act}) and ($b \
             | {seat}) == ($i.value | {seat})\n                then .[:-1] + [.[-1] | .more += [$i.value | {tile}]] else . + [$i] end)\n          | .[]"
        );
        more = Some("$more".to_owned());
    }
    let dice = parts.faces.as_ref().filter(|_| !parts.dice.is_empty()).map(unpacked);
    let group = parts.group.as_ref().map(|group| {
        format!("if $act == \"birds\" or $act == \"reveal\" then ($a | {} | tiles) else null end", unpacked(group))
    });
    let group = group.unwrap_or_else(|| "null".to_owned());
    let bound = if parts.repeated.is_empty() { "" } else { ".more as $more | " };
    let at = if places { ".at as $at | " } else { "" };
    out += &format!(" | {at}{bound}.value as $a | ($a | {act} | act) as $act");
    if let Some(faces) = &dice {
        let is_dice = is_one_of("$a", &parts.dice);
        out += &format!("\n          | if {is_dice} then {{type: \"dice\", dice: [$a | {faces} | .[]]}} else");
    } else {
        out += "\n          |";
    }
    let claimed = acts.proven.as_ref().map_or(0, |proven| proven.claimed);
    // A value that is no number of a tile, such as 0, stands for none.
    let blank = acts.blank.map(|least| format!(" or (type == \"number\" and . < {least})")).unwrap_or_default();
    let shown = "$act == \"birds\" or $act == \"reveal\" or $act == \"exchange\"";
    let one_of = if claimed == 0 { ".[0]".to_owned() } else { format!(".[{claimed}] // .[0]") };
    let listed = format!("if type == \"array\" and (({shown}) | not) then {one_of} else . end\n              | ");
    let listed = if acts.listed { listed } else { String::new() };
    let one = format!(
        "($a | {tile} | {listed}if . == null or . == \"\"{blank} then {group} elif type == \"array\" then tiles else tile end)"
    );
    let drawn =
        if acts.blank.is_some() { "\n          | select(($act == \"draw\" and $tile == null) | not)" } else { "" };
    out += &format!(
        " select($act != \"ignore\")\n          | {one} as $tile{drawn}\n          | event($act; $a | {seated}; $tile)"
    );
    if let Some(more) = more {
        out += &format!(
            "\n          + (if $act == \"chow\" then [{more} | .[]? | tile] | index($tile) as $i\n              \
             | {{with: (if length == 3 and $i != null then .[:$i] + .[$i + 1:] else . end | add)}} else {{}} end)"
        );
    }
    if places {
        out += "\n          + {x: {at: $at}}";
    }
    if let Some(drawn) = &acts.drawn {
        let seats = few.unwrap_or(4);
        out += &format!(
            ",\n            (select($a | {drawn} != null) | {{type: \"draw\", tile: ($a | {drawn} | tile), seat: ($a | {seated}\n              \
             | if $act == \"discard\" then (. + 1) % {seats} else . end)}})"
        );
    }
    if dice.is_some() {
        out += " end ]\n        | reduce .[] as $e ([]; if $e.type != \"dice\" then . + [$e]\n            elif .[-1].type == \"kong\" then .[:-1] + [.[-1] | .dice = $e.dice] else . end)";
    } else {
        out += " ]";
    }
    out
}

/// Returns a filter that begins with a column of acts, with the text of that column split.
fn unpacked(acts: &Acts, packed: &Packed, filter: &str) -> String {
    let column = filter.split(" | ").next().unwrap_or_default();
    let split = packed.get(&format!("{}{column}", acts.at)).filter(|_| !filter.starts_with("[."));
    split.map_or_else(|| filter.to_owned(), |split| filter.replacen(column, &format!("{column} | {split}"), 1))
}

/// Returns a filter followed by that of seats, which may change nothing.
pub(super) fn piped(filter: &str, who: &str) -> String {
    if who == "." { filter.to_owned() } else { format!("{filter} | {who}") }
}

/// Returns whether the win of a hand has to be taken from its result: no act is called a win, and either the hand names
/// its winner or every act is known.
fn is_won_in_result(found: &Found) -> bool {
    let Some(acts) = &found.acts else { return false };
    let is_win = |name: &String| acts.event(name) == Some("win");
    let all_known = acts.names.keys().all(|name| acts.event(name).is_some());
    !acts.names.keys().any(is_win) && (found.winner.is_some() || (all_known && found.result.is_some()))
}

/// Returns what stands before and behind the events of a hand to add the win.
pub(super) fn win_of_result(found: &Found, within: &dyn Fn(&str) -> String, who: &str) -> (String, String) {
    if !is_won_in_result(found) {
        return Default::default();
    }
    let winner = match (&found.winner, &found.result) {
        (Some(winner), _) => piped(&within(winner), who),
        (None, Some(points)) => {
            format!("{} | max as $most | if $most > 0 then index($most) else null end", within(points))
        }
        (None, None) => return Default::default(),
    };
    let begin = format!("({winner}) as $winner | ");
    // Birds and flips come after the win.
    let end = r#"
        | if any(.[]; .type == "win" or .type == "draw_game") then .
          elif $winner == null or $winner < 0 then . + [{type: "draw_game"}]
          else (map(.type == "birds" or .type == "flip") | index(true) // length) as $at
            | .[:$at] + [{type: "win", seat: $winner,
                tile: last(.[] | select(.type == "draw" or .type == "discard" or .type == "kong") | .tile)}] + .[$at:] end"#;
    (begin, end.to_owned())
}
