//! A0: the log itself.

crate::audit::checks! { Play;
    UNDEALT = "A001" "deal-unknown", Unverifiable Warning, since "0.1.0",
        zh "没有发牌记录" en "No deal recorded",
        zh "请让客户端记录起手牌或牌墙，换张的房间还要记录换张，才能复盘。" en "Have the client record the dealt tiles (`deal`) or the wall (`wall`), and the exchange in a house that has one; the hand can then be replayed.";
    RESULT_MISSING = "A002" "result-missing", Unverifiable Warning, since "0.1.0",
        zh "没有结算记录" en "No result recorded",
        zh "没记结果，只能核对打牌过程；要核对输赢，请记录各家得分。" en "Without `result` only the play is checked. Record the result to have the settlement checked.";
    AFTER_END = "A003" "event-after-end", Fault Error house, since "0.1.0",
        zh "本局结束后还有动作" en "Event after the end of the hand",
        zh "胡牌或流局之后不能再打；请检查客户端是否漏判了结束。" en "Nothing may be played after a win or a drawn hand. Check whether the client missed the end.";
    UNFINISHED = "A004" "hand-unfinished", Unverifiable Warning, since "0.1.0",
        zh "没打完记录就断了" en "Log stops before the end of the hand",
        zh "记录断了不算谁的错。若是中途解散，请把结果记为中止；否则请补齐动作，再审一次。" en "That the log stops is nobody's fault. If the hand was dissolved, set the outcome to `aborted`. Otherwise add the missing events and audit again.";
    DIGEST = "A005" "digest-differs", Fault Error, since "0.1.0",
        zh "客户端与裁判的牌桌不同步" en "Client's table out of sync",
        zh "从这一步起客户端的牌桌与裁判的不同；请对照这一步前后的牌桌。" en "The client's table differs from this step on. Compare both tables around this step.";
    COMMITMENT = "A006" "commitment-broken", Fault Error, since "0.1.0",
        zh "牌墙与开局前公布的承诺不符" en "Wall does not match its commitment",
        zh "承诺是盐加牌墙文本的 SHA-256；不符就是换了牌墙，或记录有误。" en "The commitment is the SHA-256 of the salt and the wall as written. Either the wall was changed or the record is wrong.";
    TIME = "A007" "time-backwards", Note Info, since "0.1.0",
        zh "时间倒流" en "Clock runs backwards",
        zh "不影响输赢；请检查客户端的计时。" en "The result is not affected. Check the client's clock.";
    NO_SUCH_ACTION = "A008" "no-such-action", Fault Error, since "0.1.0",
        zh "本规则没有这种动作" en "Action unknown to these rules",
        zh "请核对申报的规则，或删去这个动作。" en "Check that the declared rules are right, or remove the event.";
    UNPLAYED = "A009" "play-unrecorded", Unverifiable Warning, since "0.1.0",
        zh "没有打牌记录" en "No play recorded",
        zh "没记打牌，只能核对发牌；请让客户端记录摸、打、吃、碰、杠、胡。没打牌就解散的，请把结果记为中止。" en "`events` is empty, so only the deal is checked. Have the client record draws, discards, claims, kongs and wins. If the hand was dissolved before play, set the outcome to `aborted`.";
    REPEATED = "A010" "event-repeated", Fault Warning, since "0.1.0",
        zh "同一步记了两遍" en "Event recorded twice",
        zh "请从记录里删去重复的这一步，再审一次；并检查客户端是否连点、服务器是否重复写入。" en "Leave the repeated event out of the log and audit again. Check for a double click in the client or a message that the server wrote twice.";
    WRITTEN_AGAIN = "A011" "events-written-again", Fault Error, since "0.1.0",
        zh "断线重连后重复记录" en "Earlier events written again",
        zh "请从记录里删去重复的这几步，再审一次；多半是断线重连后又写了一遍。" en "Leave the repeated events out of the log and audit again. A client that reconnects often writes its last events once more.";
    TURNED = "A012" "seats-turned", Fault Error, since "0.1.0",
        zh "各家座位错位" en "All seats some places too far",
        zh "请把这一步起的座位转回去，再审一次；并检查断线重连后座位号怎样换算。" en "Turn the seats back from this step on and audit again. Check how the client converts seats after a reconnect.";
    SAME_ACCOUNT = "A013" "account-in-two-seats", Note Warning, since "0.1.0",
        zh "同一账号坐了两家" en "One account in two seats",
        zh "请核对各家的账号。记录无误的话，就是一个人打了两家的牌；这几家的战绩也不能用来统计。" en "Check the ids of the players. If they are right, one person played two seats, and no statistics of these seats can be trusted.";
    HIDDEN = "A014" "tiles-hidden", Unverifiable Warning, since "0.1.0",
        zh "只看得到几家的牌" en "Tiles of some seats only",
        zh "别家手里的牌记录看不到，由此决定的都没法核对；要核对得更多，请加上散局时各家亮出的牌，或各家自己的记录。" en "Acts and payments that rest on the tiles of the other seats cannot be verified. Add the hands shown at the end, or audit the other players' records too.";
    SHOWN = "A015" "shown-hand-differs", Fault Error, since "0.1.0",
        zh "亮出的牌与打牌过程不符" en "Shown hand differs from the play",
        zh "请对照这家的起手牌、摸打和亮出的牌：不是记录漏了一步，就是亮出的牌被改过。" en "Compare the deal, the draws and discards of this seat with the tiles it showed: either an act is missing, or the shown hand was changed.";
    EXCHANGE_INFERRED = "A016" "exchange-inferred", Note Info, since "0.1.0",
        zh "换张是推算的" en "Exchange worked out from the play",
        zh "这一局的胡牌和输赢都靠这个换法；请让客户端记录各家换出、换进的牌。" en "The wins and payments of this hand rest on it. Have the client record what each seat gave and took (`exchange`).";
}
