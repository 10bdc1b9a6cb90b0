//! A9: conduct.

crate::audit::checks! { Conduct;
    LEFT = "A901" "player-left", Note Info, since "0.1.0",
        zh "有人离开" en "Player left",
        zh "规则若要离开的人赔分，见下面的账目。" en "If the rules make a leaving player pay, the lines below show it.";
    LEFT_TWICE = "A902" "left-twice", Fault Warning, since "0.1.0",
        zh "离开了两次" en "Player left twice",
        zh "一局只会离开一次；请核对是否重复记录，或座位记错。" en "A player leaves a hand once. Check for a duplicate or a wrong seat.";
    TILE_COUNT = "A920" "wrong-tile-count", Fault Error house, since "0.1.0",
        zh "相公：手牌张数不对" en "Wrong number of tiles in the hand",
        zh "大小相公都不能胡；请核对摸牌与打牌。" en "A hand with too many or too few tiles cannot win. Check the draws and discards before.";
    FALSE_WIN_PAID = "A922" "false-win-penalised", Note Info, since "0.1.0",
        zh "诈胡已按规则赔分" en "False win, penalised as the rules say",
        zh "赔分见下面的账目。" en "See the penalty below.";
}
