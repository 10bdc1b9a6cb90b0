//! Checks as a player meets them: an example from the table, the usual reason, and the clauses and options behind it.
//! Tiles are written in notation, so that a page can draw them.

use caipan_tiles::text::Label;

/// The guide to a check.
#[derive(Clone, Copy, Debug)]
pub struct Guide {
    /// The code of the check.
    pub code: &'static str,
    /// A case at the table.
    pub example: Label,
    /// The usual reason for it, or a case that is easily mistaken for it.
    pub mistake: Label,
    /// Clauses, options and rulings that decide it.
    pub see: &'static [&'static str],
}

/// Returns the guide to a check.
pub fn guide(code: &str) -> Option<&'static Guide> {
    GUIDES.iter().find(|guide| guide.code == code)
}

/// Returns the guides that cite a clause, an option or a ruling.
pub fn guides_to(id: &str) -> impl Iterator<Item = &'static Guide> {
    GUIDES.iter().filter(move |guide| guide.see.contains(&id))
}

macro_rules! guides {
    ($($code:literal [$($see:literal),*] $zh:literal $en:literal; $why:literal $reason:literal;)+) => {
        /// All guides, by code.
        pub const GUIDES: &[Guide] = &[$(Guide {
            code: $code, example: Label::new($zh, $en), mistake: Label::new($why, $reason), see: &[$($see),*],
        }),+];
    };
}

guides! {
    "A101" [] "东家手里有三张 5m，桌上又出现两张 5m：一共五张。" "East holds three 5m and two more 5m lie on the table: five in all.";
        "多半是记录把一张牌写了两次，例如碰走的那张又留在牌河里。" "Usually the log wrote a tile twice, such as a claimed discard that also stayed in the river.";
    "A103" [] "西家起手只有 12 张：123m456m789p123s。" "West was dealt only 12 tiles: 123m456m789p123s.";
        "闲家起手 13 张，庄家 14 张；把庄家的第一张摸牌写进起手牌也会这样。" "Others get 13 tiles and the dealer 14. Writing the dealer's first draw into the deal has the same effect.";
    "A106" [] "东家打出 9s，没有人要，轮到南家；西家却摸了 3p。" "East discards 9s, nobody claims it, and South is next. West draws 3p.";
        "碰、杠之后从碰、杠的那家往下轮，被跳过的一家不能补摸。" "After a pung or kong, play goes on from that player. The skipped player does not draw.";
    "A108" [] "南家没有摸牌，直接打出 2m。" "South discards 2m without a draw.";
        "吃、碰之后不摸牌，直接打；杠之后要先补一张。" "After a chow or pung there is no draw. After a kong there is a replacement draw.";
    "A201" [] "南家手里没有 7p，却打出了 7p。" "South holds no 7p and discards 7p.";
        "如果前面有错的吃碰，手里的牌已经乱了，先看最早的那个错。" "If an earlier claim was wrong, the hand is already off: read the earliest error first.";
    "A202" [] "东家打出 5m，南家还没摸牌，西家就打了 1s。" "East discards 5m. Before South draws, West discards 1s.";
        "碰了牌的一家要接着打，不是原来的下家。" "The player who made a pung discards next, not the original next player.";
    "A206" ["GY-2.11", "X-BAO", "bao_ting", "BJ-13b"] "庄家已经打出 9m，第二巡才报听。" "The dealer has discarded 9m and declares ready in the second turn.";
        "贵阳报听：庄家在打第一张之前，闲家在摸第一张之前。" "In Guiyang the dealer declares before the first discard, the others before their first draw.";
    "A207" ["GY-2.11", "X-JIAO", "bao_ting"] "南家报听之后打出 4s，剩下的 13 张胡不了任何牌。" "South declares ready and discards 4s, but the remaining 13 tiles wait for nothing.";
        "自己已有四张的牌不算听：没有第五张。" "A tile that you already hold four of is no wait: there is no fifth.";
    "A301" [] "南家用 46m 吃 8m：468m 不是顺子。" "South chows 8m with 46m: 468m is not a run.";
        "顺子要同一门三张相连。" "A run is three consecutive tiles of one suit.";
    "A302" ["CS-B.3", "BJ-7e", "GY-1.3"] "东家打出 5m，只有下家南家能吃；西家用 46m 吃了它。" "East discards 5m. Only South, the next player, may chow; West chows it with 46m.";
        "碰和杠不分座位，谁都可以；只有吃限下家。" "Anyone may pung or kong. Only a chow is limited to the next player.";
    "A304" [] "南家手里只有一张 6s，却用 66s 碰了 6s。" "South holds one 6s and makes a pung with 66s.";
        "常见的是把刚打出去的那张也算进去。" "Often the tile just discarded was counted as still in the hand.";
    "A306" ["CS-B.3", "BJ-7e"] "东家打出 3p，南家要吃，西家要碰；结果让南家吃走了。" "East discards 3p. South wants to chow and West to pung, but South got the tile.";
        "次序是胡先于碰杠，碰杠先于吃，和谁喊得快无关。" "A win comes before a pung or kong, and these before a chow, whoever called first.";
    "A308" ["BJ-7a", "GY-1.3", "claims.limit", "CS-A.19d"] "北京麻将里，南家这局已经吃过一次，又碰 9s。" "In Beijing mahjong South has already chowed in this hand and makes a pung of 9s.";
        "北京每家每局只能吃碰一次，贵阳不能吃，长沙掷骰开杠以后不能再吃碰。" "Beijing allows one claim a hand, Guiyang no chow, and Changsha no claims after a dice kong.";
    "A401" [] "南家明杠 8m，手里只有两张 8m。" "South makes an exposed kong of 8m holding two of them.";
        "明杠手里要有三张，暗杠四张；补杠要先碰过。" "An exposed kong needs three in the hand, a concealed one four; an added one needs an earlier pung.";
    "A402" [] "南家没有碰过 3s，却补杠 3s。" "South adds 3s to a pung that was never made.";
        "手里的四张是暗杠，不是补杠。" "Four in the hand are a concealed kong, not an added one.";
    "A404" ["CS-A.19a", "CS-B.9.6"] "长沙麻将里，南家还没听牌，却掷骰开杠 9p。" "In Changsha mahjong South is not ready and makes a dice kong of 9p.";
        "没听牌可以杠，但不掷骰，只补一张。" "A hand that is not ready may still kong without dice, with a replacement tile.";
    "A501" ["CS-B.5", "BJ-10a", "BJ-10c", "R-028", "false_win.penalty"] "南家亮出 123m456m789p12s55p，胡 4s：12s 加 4s 不成一副。" "South shows 123m456m789p12s55p and wins on 4s: 12s with 4s is no set.";
        "先看报告里“最接近的牌型”：差一张是看错牌，差得多是没听牌就喊了胡。" "Look at the closest winning hands in the report: one tile off is a misread tile, more means the hand was not ready.";
    "A502" ["CS-B.5", "CS-A.8", "ctx_requires_258.gangkai", "R-021"] "长沙麻将里，南家胡 123m456m789p123s33s：将牌是 3s，不是 2、5、8。" "In Changsha mahjong South wins with 123m456m789p123s33s: the pair 3s is not a 2, 5 or 8.";
        "大胡（碰碰胡、清一色、七小对等）将牌任意，小胡才要 258 将。" "Big wins such as all triplets, one suit or seven pairs take any pair. Only the small win needs a 2-5-8 pair.";
    "A503" ["CS-A.33", "CS-B.9.5", "BJ-10b", "X-GUO", "missed_win", "passed_win.same_kind_only", "R-115", "R-217"] "东家打 9m，南家能胡没胡；还没轮到南家摸牌，西家又打 9m，南家胡了。" "East discards 9m and South lets the win pass. Before South draws again, West discards 9m and South wins on it.";
        "自己摸过牌就解除；自摸不受限制。各地对“同一张”还是“任何一张”约定不同，是房规。" "The ban ends with one's own draw, and self-draws are free. Whether it covers the same tile or any tile is a house rule.";
    "A504" ["GY-2.1", "GY-2.2", "X-DOU", "BJ-7c", "BJ-4h"] "贵阳捉鸡里，南家没有豆，平胡却胡了西家打的 5s。" "In Guiyang South has no bean and wins with a plain hand on West's 5s.";
        "同一手牌自摸就可以；有豆或大牌才能捉炮。" "The same hand may win by self-draw. A discard needs a bean or a bigger hand.";
    "A508" ["CS-A.21", "BJ-9b", "X-QIANG", "rob_kong_scope", "R-006"] "南家暗杠 7m，西家要抢杠胡 7m。" "South makes a concealed kong of 7m and West wants to rob it.";
        "补杠才能抢；北京听一条龙龙身时例外。" "Only added kongs can be robbed, except in Beijing for a tile of the dragon.";
    "A511" ["CS-A.1", "CS-A.2", "CS-A.3", "CS-A.4", "CS-B.6.1–4"] "南家报缺一色，起手牌 123m456p789s1245m 里万、筒、条都有。" "South declares a missing suit, but 123m456p789s1245m has all three suits.";
        "起手胡只看发到的牌，摸到或吃碰来的不算。" "Initial wins look only at the dealt tiles, not at draws or claims.";
    "A520" ["BJ-12a", "BJ-12b", "multi_win", "CS-A.26", "X-MULTI"] "西家打 3p，南家和北家都胡了；北京麻将只算第一家。" "West discards 3p; South and North both win. In Beijing mahjong only the first in turn counts.";
        "长沙和贵阳都算（通炮），北京按次序只算一家。这是房规。" "Changsha and Guiyang pay all winners; Beijing only the first in turn. This is a house rule.";
    "A601" [] "南家胡清一色，记录只写了小胡。" "South won with one suit; the record has only a small win.";
        "有大胡就不再算小胡；几个大胡可以相加，见各套规则的牌型表。" "A big win replaces the small win, and several big wins may add up: see the pattern table.";
    "A602" ["CS-A.32", "BJ-8t", "fan.mode", "GY-2.0a", "R-112"] "门清自摸应是 2 × 2 = 4 番，记录写 2 番。" "A concealed self-draw is 2 × 2 = 4 fan; the record says 2.";
        "先看是少算一项还是相加、相乘弄混：北京各番相乘，贵阳各番相加。" "See whether an item is missing or added instead of multiplied: Beijing multiplies fan, Guiyang adds them.";
    "A603" ["CS-A.27", "CS-B.9.2", "bird_count", "bird_origin", "R-020"] "胡牌后翻出 1m5m，从庄家数起 1 和 5 都是庄家；记录却说中在南家。" "After the win 1m5m are turned up. Counted from the dealer, 1 and 5 both point to the dealer, but the record says South.";
        "从谁数起、翻几只，各处房规不同：先对房规，再对座位。" "Who the count starts from and how many birds there are differ by house: check the house rule first.";
    "A608" ["X-JI-FLIP"] "胡牌后牌墙下一张是 3s，记录写翻出 5s。" "The next tile of the wall after the win is 3s; the record says 5s was flipped.";
        "鸡是翻出的下一点：翻 3s，四条是鸡。" "The chicken is one rank above the tile flipped: for 3s it is the 4 of bamboo.";
    "A701" [] "四家得分 +6、−6、0、+2：合计多 2 分。" "The four results +6, −6, 0, +2 add up to 2 points too many.";
        "输赢总是一家付给另一家，合计一定是 0。" "Points always go from one player to another, so they add up to 0.";
    "A702" [] "南家自摸，三家应各付 2 分；记录里西家只付了 1 分。" "South wins by self-draw and each other player owes 2 points; the record has West paying 1.";
        "看“算式”一栏：左边是该付的，划掉的是记的。最常见的是漏了庄家的加一、鸟没翻倍、没叫牌的收了鸡。" "Read the sum: due on the left, recorded struck out. Most often the dealer's extra is missing, a bird was not doubled, or a hand that was not ready collected.";
    "A703" ["CS-A.14", "BJ-8e", "GY-2.0b", "ron_payment", "R-108"] "西家打 2p 点炮，记录里却是东家付了 6 分。" "West discarded the winning 2p, but in the record East pays the 6 points.";
        "抢杠算补杠的那家；海底炮算要海底的那家。" "For a robbed kong the player who made the kong pays; for the last tile, the player who took it.";
    "A704" [] "胡牌的是南家，6 分却记给了北家。" "South won, but the 6 points were recorded for North.";
        "双响时各算各的，不能合给一家。" "With two winners each gets their own amount.";
    "A708" [] "鸡钱应收 3 分，记录里写了 1 分；胡牌的分没错。" "The chicken pays 3 points and the record says 1; the win itself is right.";
        "总数对而分项不对，多半是把一项并进了另一项。" "If the total is right and an item is not, one item was usually merged into another.";
    "A801" ["CS-B.4B", "BJ-2c", "BJ-2d", "X-DEAL-NEXT", "next_dealer", "next_dealer_table", "R-016", "R-216"] "南家胡了，长沙麻将下一局该南家坐庄，记录仍是东家。" "South won, so in Changsha mahjong South deals next; the record keeps East.";
        "长沙、贵阳胡家坐庄；北京庄家胡或荒牌连庄，否则轮下家。" "In Changsha and Guiyang the winner deals. In Beijing the dealer stays after a win or a draw, else the next player deals.";
    "A805" ["BJ-6d", "CS-A.17", "X-CHAJIAO"] "牌墙还剩 20 张，没有人胡，记录写流局。" "20 tiles are left in the wall and nobody has won, but the record says drawn.";
        "北京留十四张不摸；长沙要问完海底才算流局。" "Beijing keeps 14 tiles in reserve; in Changsha the last tile is offered first.";
    "A820" ["BJ-6f", "BJ-6g", "floor.scope", "floor.until", "R-107"] "上一局荒牌，这局上楼，输赢该加倍；记录没有加倍。" "The last hand was drawn, so this one is upstairs and counts double; the record does not double it.";
        "上楼管到北家坐庄完毕，再荒牌不再翻。" "Upstairs lasts until North has dealt; another drawn hand does not double again.";
    "A920" ["BJ-11a", "BJ-11b"] "南家吃牌后没有打出，多了一张，成了大相公；下一巡又喊胡。" "South chowed without discarding, holds one tile too many, and later calls a win.";
        "开杠之后手牌加补张，张数不变；少补一张就是小相公。" "After a kong the replacement keeps the count; a missing replacement leaves a tile too few.";
    "A922" ["BJ-10a", "BJ-10c", "false_win.penalty", "R-101"] "南家诈胡，北京麻将赔另外三家各 20 分。" "South calls a false win; in Beijing mahjong South pays 20 points to each of the others.";
        "赔付已记在这一局的账里，不用再罚一次。" "The penalty is already in the ledger of the hand. Do not charge it twice.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain;
    use caipan_engine::audit;

    #[test]
    fn every_guide_is_of_a_check_and_links_to_entries() {
        assert!(GUIDES.len() >= 35, "{}", GUIDES.len());
        assert!(GUIDES.is_sorted_by_key(|guide| guide.code));
        for guide in GUIDES {
            assert!(audit::checks::find(guide.code).is_some(), "{}", guide.code);
            for see in guide.see {
                assert!(!explain(see).is_empty(), "{}: {see}", guide.code);
                assert!(guides_to(see).any(|other| other.code == guide.code), "{see}");
            }
        }
    }
}
