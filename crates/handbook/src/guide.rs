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
    "A001" [] "记录从东家打出 9m 开始，没有四家的起手牌，也没有牌墙。" "The record starts with East's discard of 9m and has neither the dealt hands nor the wall.";
        "平台多半存了牌墙却没有导出；有牌墙或有四家起手牌，就能复盘。" "Most platforms keep the wall but do not export it. The wall or the four dealt hands are enough to replay the hand.";
    "A002" [] "南家胡了，记录到此为止，没写各家得分。" "South wins, and the record ends without the points of the players.";
        "结算常存在另一张表里，导出时漏了。" "The settlement is often kept in another table that the export left out.";
    "A003" [] "西家已经胡牌，记录里南家又摸 3p。" "West has won, but the record goes on: South draws 3p.";
        "常见的是下一局的第一手记进了上一局。" "Often the first move of the next hand was written into the one before.";
    "A004" [] "南家打出 6s，记录就断了，也没写中途解散。" "The record breaks off after South's discard of 6s and does not say that the room was dissolved.";
        "客户端掉线或日志被截断。" "The client lost its connection, or the file was cut.";
    "A005" [] "南家打出 9m 之后，客户端以为南家还有 13 张里的 9m。" "After South's discard of 9m the client still counts 9m in South's hand.";
        "从报告所指的那一手往前看一手，客户端漏处理的就是它。" "Look one move before the reported step: that is the one the client missed.";
    "A006" [] "开局前公布了牌墙的摘要，局后公开的牌墙算出来是另一个摘要。" "The digest published before the hand is not that of the wall shown afterwards.";
        "盐或牌墙多了空格、换了写法，也会不同；先核对原文。" "A different salt, a blank or another notation changes the digest too: compare the original text first.";
    "A007" [] "第 8 手记在 12 秒，第 9 手记在 11 秒。" "Step 8 is timed at 12 seconds and step 9 at 11.";
        "两台服务器的时钟不同，或消息到达的次序被当成了时间。" "Two servers with different clocks, or messages sorted by arrival.";
    "A008" [] "长沙麻将里，南家报听。" "In Changsha mahjong South declares ready.";
        "多半是申报错了规则：报听是贵阳的。句末若写“本房若约定……就可以”，那只是可能的房规，要问清楚。"
        "Usually the wrong rules were declared: declarations belong to Guiyang. A house rule that the sentence names would allow the event, but only the room can say whether it was agreed.";
    "A009" [] "有起手牌，有得分，中间一手牌也没记。" "The dealt hands and the points are recorded, but no move in between.";
        "平台只存了结果；要查打牌过程，得存每一手。" "The platform keeps results only. To check the play, every move must be kept.";
    "A010" [] "南家打 5m，紧接着又记了一次南家打 5m。" "South discards 5m, and the very same discard follows once more.";
        "玩家连点，或服务器重发时写了两次。后面照只打一次来核对。" "The player clicked twice, or the server wrote a message again. The rest is checked as if the event had happened once.";
    "A011" [] "第 20–23 手写完，重连之后第 24–27 手又是一模一样的四手。" "Steps 20 to 23 are written, and after a reconnect steps 24 to 27 are the same four again.";
        "后面照只打一次来核对，钱也照这样算。只有删去之后后面全对得上，才会这样报。" "The rest is checked, and settled, as if they had happened once. This is reported only if leaving them out explains what follows.";
    "A012" [] "从第 63 手起，南家的牌都记成西家打的，西家的记成北家打的，一直到本局结束。" "From step 63 to the end of the hand, South's moves are recorded as West's, West's as North's, and so on.";
        "后面照转回来的座位核对，钱也照这样算。转回来还有一手不对，就不会这样报。" "The rest is checked, and settled, with the seats turned back. It is not reported if one event is still wrong then.";
    "A013" [] "座位 0 和座位 2 的账号都是 u1。" "Seats 0 and 2 both have the id u1.";
        "只是提醒，不影响判定：裁判看不出是写错还是一人打两家。" "A remark that changes no verdict: the log does not show whether an id is wrong or one person played two seats.";
    "A014" [] "这份记录只有南家看得到的牌；西家胡了，没有亮牌。" "The record has the tiles that South saw. West won and showed no hand.";
        "轮次、吃碰杠的先后、南家自己的打法照常核对；西家胡得对不对、输赢该多少，要看西家的牌，没法核对。" "Turns, the order of claims and South's own play are checked. Whether West's hand was complete, and what it is worth, rests on tiles that the record does not show.";
    "A015" [] "照摸打算，南家最后手里是 22588m2558p2588s，散局时亮出的却有 9s。" "By the deal, draws and discards South ends with 22588m2558p2588s, but shows a 9s at the end.";
        "亮出的牌不用来改过程：打牌和输赢仍照起手牌和摸打来算。" "The shown hand does not change the play: acts and payments are still judged by the deal, the draws and the discards.";
    "A016" [] "血战到底换三张，服务器没有记换张；照起手牌、摸打和三家的胡牌，只有一种换法打得出来。" "A house of Sichuan exchanges three tiles, and the server did not record it. By the deal, the draws, the discards and three wins only one exchange is possible.";
        "有几种换法而输赢都一样时，也照着核对；输赢不一样，就是 A001。起手牌不换就打得出来的，也算一种：它可能是换张以后才记的。" "Where several are possible and settle alike, the hand is judged too; where they settle differently, it is A001. A deal from which every act is possible as it stands counts as one of them: it may have been recorded after the exchange.";
    "A101" [] "东家手里有三张 5m，桌上又出现两张 5m：一共五张。" "East holds three 5m and two more 5m lie on the table: five in all.";
        "多半是记录把一张牌写了两次，例如碰走的那张又留在牌河里。" "Usually the log wrote a tile twice, such as a claimed discard that also stayed in the river.";
    "A102" ["CS-B.1"] "长沙麻将里，南家起手有一张 1z（东风）。" "In Changsha mahjong South is dealt 1z, an East wind.";
        "长沙、贵阳没有字牌；看看规则是否报错，或牌的编号对错了表。" "Changsha and Guiyang have no honours: check the declared rules, or the table of tile codes.";
    "A103" [] "西家起手只有 12 张：123m456m789p123s。" "West was dealt only 12 tiles: 123m456m789p123s.";
        "闲家起手 13 张，庄家 14 张；把庄家的第一张摸牌写进起手牌也会这样。" "Others get 13 tiles and the dealer 14. Writing the dealer's first draw into the deal has the same effect.";
    "A104" [] "照牌墙发，南家最后一张是 2s；记录的起手牌里是 1p。" "By the wall South's last tile is 2s; the recorded hand has 1p.";
        "骰子记错，或发牌是一次四张还是一张，与牌墙的次序对不上。" "The dice are wrong, or the tiles were dealt in another order than the wall gives.";
    "A105" [] "牌墙里有五张 9m，少一张 8m。" "The wall has five 9m and one 8m too few.";
        "洗牌程序重复放了一张，或编号转换错了一个。" "The shuffle placed a tile twice, or one code was converted wrongly.";
    "A106" [] "东家打出 9s，没有人要，轮到南家；西家却摸了 3p。" "East discards 9s, nobody claims it, and South is next. West draws 3p.";
        "碰、杠之后从碰、杠的那家往下轮，被跳过的一家不能补摸。" "After a pung or kong, play goes on from that player. The skipped player does not draw.";
    "A107" [] "牌墙的下一张是 5m，南家摸到的却是 8s。" "The next tile of the wall is 5m, but South draws 8s.";
        "前面漏记一次摸牌或一个杠，后面就全错位；看最早的那一处。" "A missing draw or kong before shifts everything after it: look at the earliest error.";
    "A108" [] "南家没有摸牌，直接打出 2m。" "South discards 2m without a draw.";
        "吃、碰之后不摸牌，直接打；杠之后要先补一张。" "After a chow or pung there is no draw. After a kong there is a replacement draw.";
    "A109" [] "南家没有杠，却从牌墙尾摸了 4p。" "South has made no kong but draws 4p from the tail of the wall.";
        "杠后补牌从尾摸，平常从头摸；记录里标错了头尾。" "Replacements come from the tail, ordinary draws from the head. The record marks the wrong end.";
    "A110" [] "牌墙一张不剩，东家还摸 7s。" "No tile is left, and East still draws 7s.";
        "杠多的一局，余牌容易少减。" "In a hand with many kongs the count of tiles left is easily wrong.";
    "A111" [] "东家坐庄，发到 14 张的却是南家。" "East is the dealer, but South was dealt 14 tiles.";
        "庄家记错，或座位差一位。" "The dealer is recorded wrongly, or the seats are off by one.";
    "A112" ["CS-A.17", "CS-B.9.4"] "海底该先问南家，东家却先要了。" "South is to be asked about the last tile first, but East takes it.";
        "从该摸牌的一家问起，依次往下。" "The offer starts with the player due to draw and goes round.";
    "A113" [] "本房听牌才能要海底；南家没听牌，却要了海底。" "The house lets only ready hands take the last tile. South is not ready and takes it.";
        "有的房间谁都能要，这是房规。" "Some rooms let anyone take it: this is a house rule.";
    "A120" ["BJ-4a"] "牌墙翻开的是 6p，记录写混坯是 5p。" "The wall turns up 6p, but 5p is recorded as the indicator.";
        "混坯的下一张才是混儿；常把混儿记成了混坯。" "The tile after the indicator is wild. Often the wild tile was recorded as the indicator.";
    "A121" ["BJ-4b"] "北京麻将里没记翻开的是哪张，不知道混儿。" "In Beijing mahjong the indicator is not recorded, so the wild tile is unknown.";
        "记下翻开的那张，或整副牌墙。" "Record the tile turned up, or the whole wall.";
    "A122" ["BJ-6a"] "只剩保留的十四张，南家还摸牌。" "Only the 14 reserved tiles are left, and South draws.";
        "两个以上的杠要多留一墩。" "With two or more kongs another stack is reserved.";
    "A123" [] "规则掷两颗骰子切牌，记录里只有一颗。" "The rules cut the wall with two dice; the record has one.";
        "本房只掷一颗的，申报成房规。" "If the room throws one die, declare it as a house rule.";
    "A124" [] "第 2 局与第 5 局的牌墙一张不差。" "Hands 2 and 5 have the same wall, tile for tile.";
        "洗牌的随机数重复了，或同一局存了两遍。" "The random seed was reused, or one hand was stored twice.";
    "A125" [] "南家换出 123m，北家换进的却是 124m。" "South gives 123m, but North takes 124m.";
        "换出与换进必须是同样的三张，只是换了一家。" "What one player gives is exactly what another takes.";
    "A201" [] "南家手里没有 7p，却打出了 7p。" "South holds no 7p and discards 7p.";
        "如果前面有错的吃碰，手里的牌已经乱了，先看最早的那个错。" "If an earlier claim was wrong, the hand is already off: read the earliest error first.";
    "A202" [] "东家打出 5m，南家还没摸牌，西家就打了 1s。" "East discards 5m. Before South draws, West discards 1s.";
        "碰了牌的一家要接着打，不是原来的下家。" "The player who made a pung discards next, not the original next player.";
    "A203" [] "长沙麻将里，南家掷骰开杠后摸到 3p，却打出手里的 7s。" "In Changsha mahjong South draws 3p after a dice kong and discards 7s from the hand.";
        "开杠、报听以后只能摸什么打什么。" "After a dice kong or a declaration the drawn tile must be discarded.";
    "A204" [] "南家摸了 4m，没打牌，西家就摸牌了。" "South draws 4m and does not discard; West draws.";
        "记录漏了一手；被碰走的那张也要记成打出。" "A move is missing. A tile that was claimed is a discard too.";
    "A205" [] "东家打 9m，南家碰不了，记录却写南家过碰。" "East discards 9m; South cannot pung it, but the record says that South passed a pung.";
        "客户端给没有资格的人也弹了提示。" "The client showed the prompt to a player who had no claim.";
    "A206" ["GY-2.11", "X-BAO", "bao_ting", "BJ-13b"] "庄家已经打出 9m，第二巡才报听。" "The dealer has discarded 9m and declares ready in the second turn.";
        "贵阳报听：庄家在打第一张之前，闲家在摸第一张之前。" "In Guiyang the dealer declares before the first discard, the others before their first draw.";
    "A207" ["GY-2.11", "X-JIAO", "bao_ting"] "南家报听之后打出 4s，剩下的 13 张胡不了任何牌。" "South declares ready and discards 4s, but the remaining 13 tiles wait for nothing.";
        "自己已有四张的牌不算听：没有第五张。" "A tile that you already hold four of is no wait: there is no fifth.";
    "A301" [] "南家用 46m 吃 8m：468m 不是顺子。" "South chows 8m with 46m: 468m is not a run.";
        "顺子要同一门三张相连。" "A run is three consecutive tiles of one suit.";
    "A302" ["CS-B.3", "BJ-7e", "GY-1.3"] "东家打出 5m，只有下家南家能吃；西家用 46m 吃了它。" "East discards 5m. Only South, the next player, may chow; West chows it with 46m.";
        "碰和杠不分座位，谁都可以；只有吃限下家。" "Anyone may pung or kong. Only a chow is limited to the next player.";
    "A303" [] "东家刚打出 9m，南家却碰 8m。" "East has just discarded 9m, but South makes a pung of 8m.";
        "记录漏了一手，或牌的编号错了一位。" "A move is missing, or the tile code is off by one.";
    "A304" [] "南家手里只有一张 6s，却用 66s 碰了 6s。" "South holds one 6s and makes a pung with 66s.";
        "常见的是把刚打出去的那张也算进去。" "Often the tile just discarded was counted as still in the hand.";
    "A305" [] "南家打出 5s，自己又碰了 5s。" "South discards 5s and claims it.";
        "谁要的牌记错了座位。" "The seat of the claim is wrong.";
    "A306" ["CS-B.3", "BJ-7e"] "东家打出 3p，南家要吃，西家要碰；结果让南家吃走了。" "East discards 3p. South wants to chow and West to pung, but South got the tile.";
        "次序是胡先于碰杠，碰杠先于吃，和谁喊得快无关。" "A win comes before a pung or kong, and these before a chow, whoever called first.";
    "A307" [] "东家还没打牌，南家就碰 2p。" "East has not discarded yet, but South makes a pung of 2p.";
        "两手的次序颠倒了。" "Two moves are in the wrong order.";
    "A308" ["BJ-7a", "GY-1.3", "claims.limit", "CS-A.19d"] "北京麻将里，南家这局已经吃过一次，又碰 9s。" "In Beijing mahjong South has already chowed in this hand and makes a pung of 9s.";
        "北京每家每局只能吃碰一次，贵阳不能吃，长沙掷骰开杠以后不能再吃碰。" "Beijing allows one claim a hand, Guiyang no chow, and Changsha no claims after a dice kong.";
    "A309" [] "东家打 9m，记录说西家要吃；能吃的只有南家。" "East discards 9m, and the record says that West wanted to chow; only South may.";
        "没成的要求也记了座位，座位差了一位。" "The claim that was not carried out has a seat that is off by one.";
    "A310" ["MC-must-win", "must_win", "R-030"] "本房有胡必胡；西家打 5s，南家能胡，记录写南家过胡。" "The house obliges players to win. West discards 5s, South could win on it, and the record says that South passed.";
        "没点过、只是没胡的，不算；别家先胡了也一样。" "Only a pass that is recorded counts, not a win that was merely not called.";
    "A311" [] "西家打 5s，南家手里有一对 5s，客户端却没让南家选碰。" "West discards 5s and South holds a pair of it, but the client did not offer South a pung.";
        "记录里列的是问过的人和选项：能胡的先问，等他不要再问能碰的，也行。" "The record lists who was asked what. A client may ask a seat that can win first, and the others when it declines.";
    "A312" [] "西家打 5s，南家手里只有一张 5s，客户端却让南家选碰。" "West discards 5s, and the client offered South a pung, who holds one 5s.";
        "南家过水以后还让他胡，也是一样。" "A win offered to a seat that has passed one is the same.";
    "A401" [] "南家明杠 8m，手里只有两张 8m。" "South makes an exposed kong of 8m holding two of them.";
        "明杠手里要有三张，暗杠四张；补杠要先碰过。" "An exposed kong needs three in the hand, a concealed one four; an added one needs an earlier pung.";
    "A402" [] "南家没有碰过 3s，却补杠 3s。" "South adds 3s to a pung that was never made.";
        "手里的四张是暗杠，不是补杠。" "Four in the hand are a concealed kong, not an added one.";
    "A403" [] "东家打牌之后，轮到南家；西家却暗杠 3s。" "After East's discard South is next, but West makes a concealed kong of 3s.";
        "暗杠、补杠只能在自己摸牌之后。" "A concealed or added kong comes after one's own draw only.";
    "A404" ["CS-A.19a", "CS-B.9.6"] "长沙麻将里，南家还没听牌，却掷骰开杠 9p。" "In Changsha mahjong South is not ready and makes a dice kong of 9p.";
        "没听牌可以杠，但不掷骰，只补一张。" "A hand that is not ready may still kong without dice, with a replacement tile.";
    "A405" [] "牌墙一张不剩，南家还要杠 6m。" "No tile is left, and South makes a kong of 6m.";
        "杠要补一张；没牌可补，就不能杠。" "A kong needs a replacement tile. Without one there is no kong.";
    "A406" ["BJ-4d"] "北京麻将里，南家拿混儿凑成明杠。" "In Beijing mahjong South uses a wild tile in an exposed kong.";
        "混儿只能留在手里当别的牌。" "Wild tiles may only stand for others in the hand.";
    "A407" ["CS-A.19a"] "南家没有掷骰开杠，却翻了 25p。" "South has made no dice kong but turns up 25p.";
        "补张只补一张，不翻牌；杠的种类记错了。" "A plain kong turns nothing up: the kind of kong is recorded wrongly.";
    "A408" ["CS-A.19a"] "南家掷骰开杠，没翻牌就打出 3s。" "South makes a dice kong and discards 3s without turning tiles up.";
        "翻出的两张也要记。" "The tiles turned up must be recorded too.";
    "A409" [] "掷骰开杠该翻两张，只翻了一张。" "Two tiles are turned up after a dice kong, but the record has one.";
        "翻几张是房规；牌墙快完时也会少翻。" "The number is a house rule, and near the end of the wall there may be fewer.";
    "A410" [] "骰子是 5 点，从牌墙尾数第 5 墩是 36p，翻出的却是 7s9s。" "The dice show 5, and the fifth stack from the tail is 36p, but 7s9s were turned up.";
        "数墩要从牌墙尾数，已补走的也算。" "Stacks are counted from the tail, those already taken included.";
    "A411" [] "南家掷骰开杠，没记点数。" "South makes a dice kong and the dice are not recorded.";
        "没有点数，只能看有没有哪个点数指到这两张。" "Without the dice it can only be checked that some throw points to these tiles.";
    "A501" ["CS-B.5", "BJ-10a", "BJ-10c", "R-028", "false_win.penalty"] "南家亮出 123m456m789p12s55p，胡 4s：12s 加 4s 不成一副。" "South shows 123m456m789p12s55p and wins on 4s: 12s with 4s is no set.";
        "先看报告里“最接近的牌型”：差一张是看错牌，差得多是没听牌就喊了胡。" "Look at the closest winning hands in the report: one tile off is a misread tile, more means the hand was not ready.";
    "A502" ["CS-B.5", "CS-A.8", "ctx_requires_258.gangkai", "R-021"] "长沙麻将里，南家胡 123m456m789p123s33s：将牌是 3s，不是 2、5、8。" "In Changsha mahjong South wins with 123m456m789p123s33s: the pair 3s is not a 2, 5 or 8.";
        "大胡（碰碰胡、清一色、七小对等）将牌任意，小胡才要 258 将。" "Big wins such as all triplets, one suit or seven pairs take any pair. Only the small win needs a 2-5-8 pair.";
    "A503" ["CS-A.33", "CS-B.9.5", "BJ-10b", "X-GUO", "missed_win", "passed_win.same_kind_only", "R-115", "R-217"] "东家打 9m，南家能胡没胡；还没轮到南家摸牌，西家又打 9m，南家胡了。" "East discards 9m and South lets the win pass. Before South draws again, West discards 9m and South wins on it.";
        "自己摸过牌就解除；自摸不受限制。各地对“同一张”还是“任何一张”约定不同，是房规。" "The ban ends with one's own draw, and self-draws are free. Whether it covers the same tile or any tile is a house rule.";
    "A504" ["GY-2.1", "GY-2.2", "X-DOU", "BJ-7c", "BJ-4h"] "贵阳捉鸡里，南家没有豆，平胡却胡了西家打的 5s。" "In Guiyang South has no bean and wins with a plain hand on West's 5s.";
        "同一手牌自摸就可以；有豆或大牌才能捉炮。" "The same hand may win by self-draw. A discard needs a bean or a bigger hand.";
    "A505" [] "东家打 5s，南家喊胡、西家要碰；结果让西家碰走了。" "East discards 5s; South calls a win and West a pung, but West got the tile.";
        "胡在碰、杠、吃之前，谁先点都一样。" "A win comes before pung, kong and chow, whoever clicked first.";
    "A506" [] "东家刚打出 2p，南家胡的却记成 3p。" "East has just discarded 2p, but the win is recorded on 3p.";
        "多半是牌的编号错了一位。" "Usually the tile code is off by one.";
    "A507" [] "南家碰了 4m，马上喊胡。" "South makes a pung of 4m and calls a win at once.";
        "碰、吃之后要先打一张；能胡就该直接胡，不要碰。" "After a claim a discard follows. If the tile wins, call the win instead of the claim.";
    "A508" ["CS-A.21", "BJ-9b", "X-QIANG", "rob_kong_scope", "R-006"] "南家暗杠 7m，西家要抢杠胡 7m。" "South makes a concealed kong of 7m and West wants to rob it.";
        "补杠才能抢；北京听一条龙龙身时例外。" "Only added kongs can be robbed, except in Beijing for a tile of the dragon.";
    "A509" ["CS-A.20"] "南家开杠翻出 25p，自己能胡 2p 也胡了；西家又胡 5p。" "South turns up 25p after a dice kong and wins on 2p; West wins on 5p too.";
        "开杠的人胡了，翻出的牌别家不能再胡。" "If the konger wins, nobody else may win on the turned tiles.";
    "A510" ["CS-A.19b"] "南家开杠翻出两张，两张都能胡，记录写了两次胡。" "South may win on both turned tiles, and the record has two wins.";
        "两张都胡算一次胡，按双杠上花计番。" "Winning on both is one win, counted as a double win on a kong.";
    "A511" ["CS-A.1", "CS-A.2", "CS-A.3", "CS-A.4", "CS-B.6.1–4"] "南家报缺一色，起手牌 123m456p789s1245m 里万、筒、条都有。" "South declares a missing suit, but 123m456p789s1245m has all three suits.";
        "起手胡只看发到的牌，摸到或吃碰来的不算。" "Initial wins look only at the dealt tiles, not at draws or claims.";
    "A512" ["CS-A.1"] "东家已经打出第一张 9m，南家才报四喜。" "East has made the first discard, 9m, and South declares four joys after it.";
        "起手胡在庄家打第一张之前报；房间提示得晚，也会记晚。" "Initial wins come before the dealer's first discard. A late prompt of the client leads to a late record.";
    "A513" [] "南家报“大四喜”，长沙没有这种起手胡。" "South declares “大四喜”, which Changsha does not have.";
        "平台自己的叫法要先对照到规则里的名称。" "Names of the platform must be mapped to those of the rules first.";
    "A514" ["X-GUO", "R-217"] "贵阳捉鸡里，南家放过 6p 没胡，还没摸牌又胡了 6p。" "In Guiyang South passes on 6p and wins on another 6p before drawing.";
        "原文没写过水，许不许看本房。" "The source does not mention it: the house decides.";
    "A520" ["BJ-12a", "BJ-12b", "multi_win", "CS-A.26", "X-MULTI"] "西家打 3p，南家和北家都胡了；北京麻将只算第一家。" "West discards 3p; South and North both win. In Beijing mahjong only the first in turn counts.";
        "长沙和贵阳都算（通炮），北京按次序只算一家。这是房规。" "Changsha and Guiyang pay all winners; Beijing only the first in turn. This is a house rule.";
    "A521" ["BJ-8q"] "南家摸齐四个混儿，没有亮牌，又打出 8s。" "South draws the fourth wild tile and discards 8s.";
        "四混自动算胡，40 番，用不着喊。" "Four wild tiles win by themselves for 40. No call is needed.";
    "A601" [] "南家胡清一色，记录只写了小胡。" "South won with one suit; the record has only a small win.";
        "有大胡就不再算小胡；几个大胡可以相加，见各套规则的牌型表。" "A big win replaces the small win, and several big wins may add up: see the pattern table.";
    "A602" ["CS-A.32", "BJ-8t", "fan.mode", "GY-2.0a", "R-112"] "门清自摸应是 2 × 2 = 4 番，记录写 2 番。" "A concealed self-draw is 2 × 2 = 4 fan; the record says 2.";
        "先看是少算一项还是相加、相乘弄混：北京各番相乘，贵阳各番相加。" "See whether an item is missing or added instead of multiplied: Beijing multiplies fan, Guiyang adds them.";
    "A603" ["CS-A.27", "CS-B.9.2", "bird_count", "bird_origin", "R-020"] "胡牌后翻出 1m5m，从庄家数起 1 和 5 都是庄家；记录却说中在南家。" "After the win 1m5m are turned up. Counted from the dealer, 1 and 5 both point to the dealer, but the record says South.";
        "从谁数起、翻几只，各处房规不同：先对房规，再对座位。" "Who the count starts from and how many birds there are differ by house: check the house rule first.";
    "A604" ["bird_count"] "本房扎两只鸟，翻出了三只。" "The house draws two birds, but three were turned up.";
        "鸟数是房规：先看申报的是几只。" "The number of birds is a house rule: check what was declared.";
    "A605" [] "记录写南家胡的是“门前清”，规则里没有这个名字。" "The record names the pattern “门前清”, which these rules do not have.";
        "换成规则页上的名称，或把平台的叫法对照过来。" "Use a name of the rule sheet, or map the platform's names.";
    "A606" [] "流局了，记录里却扎了 1m5m 两只鸟。" "The hand was drawn, but birds 1m5m are recorded.";
        "起手胡也扎鸟的房间，流局时起手胡不算鸟。" "Rooms with birds for initial wins draw none if the hand is drawn.";
    "A607" ["CS-A.27"] "南家胡了，没记翻出的鸟，也没有牌墙。" "South wins, and neither the birds nor the wall is recorded.";
        "不知道鸟，就不知道该不该翻倍。" "Without the birds nobody can say who pays double.";
    "A608" ["X-JI-FLIP"] "胡牌后牌墙下一张是 3s，记录写翻出 5s。" "The next tile of the wall after the win is 3s; the record says 5s was flipped.";
        "鸡是翻出的下一点：翻 3s，四条是鸡。" "The chicken is one rank above the tile flipped: for 3s it is the 4 of bamboo.";
    "A609" ["X-JI-FLIP"] "黄牌，没有人胡，却翻了 6s。" "The wall is exhausted and nobody won, but 6s was flipped.";
        "有人胡、牌墙还有牌，才翻鸡。" "A tile is flipped after a win only, while the wall has one.";
    "A610" [] "南家胡后扎了 1m5m，又扎了 3p。" "After South's win the birds 1m5m are turned up, then 3p.";
        "一炮双响也只扎一次鸟。" "Even with two winners birds are turned up once.";
    "A701" [] "四家得分 +6、−6、0、+2：合计多 2 分。" "The four results +6, −6, 0, +2 add up to 2 points too many.";
        "输赢总是一家付给另一家，合计一定是 0。" "Points always go from one player to another, so they add up to 0.";
    "A702" [] "南家自摸，三家应各付 2 分；记录里西家只付了 1 分。" "South wins by self-draw and each other player owes 2 points; the record has West paying 1.";
        "看“算式”一栏：左边是该付的，划掉的是记的。最常见的是漏了庄家的加一、鸟没翻倍、没叫牌的收了鸡。" "Read the sum: due on the left, recorded struck out. Most often the dealer's extra is missing, a bird was not doubled, or a hand that was not ready collected.";
    "A703" ["CS-A.14", "BJ-8e", "GY-2.0b", "ron_payment", "R-108"] "西家打 2p 点炮，记录里却是东家付了 6 分。" "West discarded the winning 2p, but in the record East pays the 6 points.";
        "抢杠算补杠的那家；海底炮算要海底的那家。" "For a robbed kong the player who made the kong pays; for the last tile, the player who took it.";
    "A704" [] "胡牌的是南家，6 分却记给了北家。" "South won, but the 6 points were recorded for North.";
        "双响时各算各的，不能合给一家。" "With two winners each gets their own amount.";
    "A705" [] "付款是西家付南家 6 分，得分却写南家 +5、西家 −5。" "The payments say that West pays South 6 points, but the point changes are +5 and −5.";
        "两处由不同的程序写出；看哪一处与算式相符。" "Two programs wrote them: see which agrees with the sum.";
    "A706" [] "南家该赢 6 分，记成了赢 9 分。" "South wins 6 points, but 9 are recorded.";
        "只记了总分，看算式里少了哪一笔、多了哪一笔。" "Only totals are recorded: compare them with the sums to find the missing or extra payment.";
    "A707" [] "南家上局累计 1010，这局赢 6 分，累计却写 1014。" "South had 1010 and wins 6 points, but the new score is 1014.";
        "常见的是上一局的分没有加上；两局之间罚的分、收的费，写进 `match.house` 就对得上。" "Often the points of the hand before were not added. Write penalties and fees between hands into `match.house`.";
    "A708" [] "鸡钱应收 3 分，记录里写了 1 分；胡牌的分没错。" "The chicken pays 3 points and the record says 1; the win itself is right.";
        "总数对而分项不对，多半是把一项并进了另一项。" "If the total is right and an item is not, one item was usually merged into another.";
    "A709" [] "西家离开时记了付南家 3 分，缺的记录里看不出该付多少。" "A payment of 3 points is recorded, but the record lacks what decides it.";
        "报告写明缺的是哪一项，补上就能核对。" "The report names what is missing. Add it to have the payment checked.";
    "A710" [] "记录写南家付给南家 2 分。" "The record says that South pays South 2 points.";
        "付的或收的座位记错了一边。" "One of the two seats is wrong.";
    "A711" ["X-DOU"] "南家两个豆都是 3 分，记录把 6 分都记在第一个豆名下。" "South's two beans pay 3 points each, but the record puts all 6 on the first.";
        "总数没错，记在哪一手名下错了。" "The total is right, but a payment is put down to the wrong move.";
    "A712" [] "没记鸟；按记录，西家付的像中了鸟，北家付的又像没中。" "The birds are not recorded. West's payment needs a hit, North's needs none.";
        "无论缺的是什么，这几笔不能都对。" "Whatever the missing value is, these payments cannot all be right.";
    "A713" [] "本房约定“飘分上限按剩余分”，没有这个选项，就照原话写进了牌谱。" "The room caps its floats by the points left. No option covers that, so the log declares the rule in its own words.";
        "打牌照常核对，只是受它影响的分要自己核。有对应的选项就改用选项。" "Play is checked as usual; only the money that it may move is left to you. Use an option instead where one exists.";
    "A714" [] "本房的杠分另有算法；这一局南家开了杠，杠的分没法核对。" "The room pays for kongs by a rule of its own. South called a kong in this hand, so those payments cannot be verified.";
        "写明这条规则只影响什么（如杠），其余的分就照常核对；每一笔写上名目，能核对的更多。" "With `touches` (such as kongs) the other money is still checked; with one line per cause even more is.";
    "A715" ["MC-match", "match_double_below", "match_double_times", "match_add_below", "match_add", "R-031"] "两人散场，赢家共得 6 分，本房低于 10 分翻倍，总分该是 12，记录仍是 6。" "At the end of a match of two the winner has 6 points; the house doubles totals below 10, so the total is 12, but 6 is recorded.";
        "先翻倍，翻倍之后仍低于另一个数，才加分。" "Totals are multiplied first; points are added if the result is still below the second limit.";
    "A716" ["HM-rake", "HM-fee", "HM-round", "rake", "rake_round", "rake_payer", "fee", "fee_payer", "R-302", "R-303"] "本房抽水千分之五十，u2 净赢 120，该抽 6，平台收了 7。" "The house takes 50 per mille; u2 gains 120, so 6 is due, but the house took 7.";
        "平台多半按胡牌的分抽，或先扣了台费再抽；抽水按本局净赢算，各家各自取整。" "The platform took its share of the win, or of the gain less the fee. The rake is of the net gain of the hand, each seat rounded by itself.";
    "A717" ["HM-rake", "HM-fee", "HM-penalty"] "记录里每局有抽水，规则里没有写怎么抽：收了多少照数计入，但不知道该收多少。" "The log lists a rake in every hand, but the rules have no `rake`: what was taken counts, but nobody knows what was due.";
        "先问平台怎么收，再写进规则；罚分、改分不用写规则，记清谁付给谁就行。" "Ask the platform how it takes the money, then declare it. Penalties and adjustments need no rule, only who pays whom.";
    "A801" ["CS-B.4B", "BJ-2c", "BJ-2d", "X-DEAL-NEXT", "next_dealer", "next_dealer_table", "R-016", "R-216"] "南家胡了，长沙麻将下一局该南家坐庄，记录仍是东家。" "South won, so in Changsha mahjong South deals next; the record keeps East.";
        "长沙、贵阳胡家坐庄；北京庄家胡或荒牌连庄，否则轮下家。" "In Changsha and Guiyang the winner deals. In Beijing the dealer stays after a win or a draw, else the next player deals.";
    "A802" ["CS-B.4B", "BJ-2c"] "上一局南家胡，这一局却还是东家坐庄。" "South won the last hand, but East deals this one.";
        "长沙、贵阳胡家坐庄；流局、一炮双响另有规定。" "In Changsha and Guiyang the winner deals; draws and double wins have rules of their own.";
    "A803" [] "照牌打的过程南家胡了，记录写流局。" "The moves show South's win, but the record says drawn.";
        "最后一手漏记，或结果抄了上一局的。" "The last move is missing, or the result was copied from another hand.";
    "A804" [] "照牌打的过程胡的是南家，记录写北家胡。" "The moves show South's win, but the record names North.";
        "座位差一位，或一炮双响只记了一家。" "The seat is off by one, or only one of two winners is recorded.";
    "A805" ["BJ-6d", "CS-A.17", "X-CHAJIAO"] "牌墙还剩 20 张，没有人胡，记录写流局。" "20 tiles are left in the wall and nobody has won, but the record says drawn.";
        "北京留十四张不摸；长沙要问完海底才算流局。" "Beijing keeps 14 tiles in reserve; in Changsha the last tile is offered first.";
    "A807" [] "打到一半记录写中止，却没有人离开。" "The record says aborted in the middle of the hand, but nobody left.";
        "解散房间，也要记成四家都离开。" "A dissolved room is recorded as four players leaving.";
    "A808" [] "第二局记在第一局前面，庄家和累计分都接不上。" "The second hand is recorded before the first, so neither dealers nor scores follow.";
        "上传时按到达的先后写，没有按局号排。" "The hands were written in the order in which they arrived, not by their number.";
    "A809" [] "记了第 1 局和第 3 局，第 2 局没有记。" "Hands 1 and 3 are recorded, hand 2 is not.";
        "一局的消息没送到，或导出时按页取漏了一页。" "The message of one hand was lost, or an export by pages left one out.";
    "A820" ["BJ-6f", "BJ-6g", "floor.scope", "floor.until", "R-107"] "上一局荒牌，这局上楼，输赢该加倍；记录没有加倍。" "The last hand was drawn, so this one is upstairs and counts double; the record does not double it.";
        "上楼管到北家坐庄完毕，再荒牌不再翻。" "Upstairs lasts until North has dealt; another drawn hand does not double again.";
    "A821" ["BJ-6f"] "记录从第 5 局开始，不知道前面荒过没有。" "The record starts with hand 5, so an earlier drawn hand is unknown.";
        "写明开局时在不在楼上。" "Record whether the stakes were doubled at the start.";
    "A901" [] "打到一半，西家离开了。" "West leaves in the middle of the hand.";
        "只是说明，不算错；长沙（乙）离开要扣 70 分。" "A remark, not a fault. In Changsha profile B leaving costs 70 points.";
    "A902" [] "西家离开了，后面又记一次西家离开。" "West leaves, and the record has West leaving again.";
        "掉线和退出各记了一次。" "The lost connection and the exit were both recorded.";
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
        assert_eq!(GUIDES.len(), audit::checks::all().count(), "every check has a guide");
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
