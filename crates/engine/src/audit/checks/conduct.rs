//! A9: conduct.

crate::audit::checks! {
    LEFT = "A901" "player-left", Note Info, since "0.1.0",
        zh "有玩家离开" en "a player left",
        zh "规则若罚离开的人，扣分见账目。" en "Where the rules make who leaves pay, it stands in the ledger.";
    LEFT_TWICE = "A902" "left-twice", Fault Warning, since "0.1.0",
        zh "已离开的玩家又离开一次" en "a player who had left leaves again",
        zh "同一座位一局只离开一次；请核对是否重复记录，或座位记错。"
        en "A seat leaves a hand once; look whether the event is written twice, or another seat is meant.";
    TILE_COUNT = "A920" "wrong-tile-count", Fault Error house, since "0.1.0",
        zh "相公：手牌张数不对" en "an action with a wrong number of tiles",
        zh "大小相公都不能胡牌；请核对摸牌与打牌。" en "Nobody wins with too many or too few tiles; look at the draws and discards before.";
    FALSE_WIN_PAID = "A922" "false-win-penalised", Note Info, since "0.1.0",
        zh "诈胡已按规则赔付" en "a false win, penalised as the rules say",
        zh "赔付见账目。" en "The penalty stands in the ledger.";
}
