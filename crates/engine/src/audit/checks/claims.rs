//! A3: chows and pungs.

crate::audit::checks! {
    NOT_A_RUN = "A301" "chow-not-a-run", Fault Error, since "0.1.0",
        zh "吃的三张不成顺子" en "a chow of three tiles that are no run",
        zh "吃牌须为同门相连三张；请核对吃的是哪三张。" en "A chow is three in a row of one suit; see which three were laid.";
    OUT_OF_TURN = "A302" "chow-out-of-turn", Fault Error, since "0.1.0",
        zh "不是下家却吃牌" en "a chow by a seat that does not play next",
        zh "只有下家能吃；请撤销这次吃牌。" en "Only the next seat may chow; take it back.";
    TILE_NOT_OPEN = "A303" "claim-of-other-tile", Fault Error, since "0.1.0",
        zh "吃碰杠的不是刚打出的牌" en "a claim of a tile that does not lie open",
        zh "只能吃碰杠刚打出的那张；请核对打出的牌与所要的牌。" en "Only the tile just discarded can be claimed; see which of the two is recorded wrongly.";
    TILES_NOT_HELD = "A304" "claim-tiles-not-held", Fault Error, since "0.1.0",
        zh "手中没有吃碰所需的牌" en "a claim without its tiles in the hand",
        zh "请核对手牌记录。" en "See what was really in the hand.";
    OWN_TILE = "A305" "claim-of-own-discard", Fault Error, since "0.1.0",
        zh "吃碰杠了自己打出的牌" en "a claim of the own discard",
        zh "自己打出的牌不能再吃碰杠；请核对是谁打的、谁要的。" en "The own discard cannot be claimed; see who discarded and who claimed.";
    OVERRIDDEN = "A306" "claim-overridden", Fault Error, since "0.1.0",
        zh "该碰（杠）的被吃抢了先" en "a chow was carried out before a pung or kong that goes first",
        zh "碰、杠先于吃；请撤销这次吃牌，让碰（杠）的先行。" en "Pung and kong go before chow; take the chow back and carry out the other.";
    NOTHING_OPEN = "A307" "claim-of-nothing", Fault Error, since "0.1.0",
        zh "没有刚打出的牌却要吃碰杠" en "a claim while no tile lies open",
        zh "请检查事件次序。" en "Look at the order of events.";
    FORBIDDEN = "A308" "claim-forbidden", Fault Error house, since "0.1.0",
        zh "规则不许这次吃碰" en "a chow or pung that the rules forbid",
        zh "请按引用的条文更正。" en "Correct it by the clause cited.";
    IDLE = "A309" "claim-impossible", Fault Warning, since "0.1.0",
        zh "记录了谁也提不出的要求" en "a claim that nobody could have made",
        zh "这一家此时不能这样要牌；请核对 claims 里的座位与要求，或检查客户端给出的选项。" en "That seat could not claim so; see whether `claims` names the right seat and claim, or whether the client offered too much.";
}
