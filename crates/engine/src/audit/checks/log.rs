//! A0: the log itself.

crate::audit::checks! {
    UNDEALT = "A001" "deal-unknown", Unverifiable Warning, since "0.1.0",
        zh "没有发牌记录" en "no deal in the log",
        zh "既没有 deal 也没有 wall，无法复盘；请让客户端记录发牌。" en "Neither `deal` nor `wall` is given, so nothing can be replayed; have the client record the deal.";
    RESULT_MISSING = "A002" "result-missing", Unverifiable Warning, since "0.1.0",
        zh "没有结算记录" en "no result in the log",
        zh "没有 result，只能复核打牌过程；要复核输赢请记录 result。" en "There is no `result`, so only the play is checked; record the result to have the settlement checked.";
    AFTER_END = "A003" "event-after-end", Fault Error house, since "0.1.0",
        zh "本局结束后还有事件" en "an event after the hand had ended",
        zh "胡牌或流局之后不能再打牌；请检查客户端是否漏判了结束。" en "Nothing is played after a win or a drawn game; see whether the client missed the end.";
    UNFINISHED = "A004" "hand-unfinished", Fault Error house, since "0.1.0",
        zh "记录在本局结束前中断" en "the events stop before the hand has ended",
        zh "若是中途解散，请写 outcome 为 aborted；否则补齐事件。" en "If the hand was dissolved, say so with outcome `aborted`; else add the missing events.";
    DIGEST = "A005" "digest-differs", Fault Error, since "0.1.0",
        zh "客户端的牌桌摘要不同" en "the client's digest of the table differs",
        zh "从这一步起客户端与裁判的牌桌不同步；请比较这一步前后的牌桌。" en "From this step on the client's table is not the referee's; compare the tables around this step.";
    COMMITMENT = "A006" "commitment-broken", Fault Error, since "0.1.0",
        zh "牌墙与开局前公布的承诺不符" en "the wall does not fit what was published before the hand",
        zh "承诺应为盐加牌墙文本的 SHA-256；不符说明牌墙被换或记录有误。" en "The commitment is the SHA-256 of the salt and the wall as written; a difference means another wall or a wrong record.";
    TIME = "A007" "time-backwards", Note Info, since "0.1.0",
        zh "事件时间倒退" en "the clock of the events runs backwards",
        zh "不影响输赢；请检查客户端的计时。" en "It does not touch the result; look at the client's clock.";
    NO_SUCH_ACTION = "A008" "no-such-action", Fault Error, since "0.1.0",
        zh "此规则没有这种动作" en "an action that these rules do not have",
        zh "请核对声明的规则，或删去此事件。" en "See whether the declared rules are right, or leave the event out.";
    UNPLAYED = "A009" "play-unrecorded", Unverifiable Warning, since "0.1.0",
        zh "没有打牌记录" en "no play in the log",
        zh "`events` 是空的，只能复核发牌；请让客户端记录摸、打、吃、碰、杠、胡。若是还没打牌就解散，请写 outcome 为 aborted。" en "`events` is empty, so only the deal is checked; have the client record draws, discards, claims, kongs and wins. If the hand was dissolved before anything was played, say so with outcome `aborted`.";
}
